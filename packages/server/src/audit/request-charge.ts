import type { FastifyRequest } from 'fastify';

/** What a request came to, as its row in the request log has it. */
export interface RequestCharge {
  /** Format of the result, `several`, or the kind of analysis. */
  readonly format: string;
  /** Credits that were charged. */
  readonly credits: number;
}

const charges = new WeakMap<FastifyRequest, RequestCharge>();

/** Notes what was taken for a request, once it is taken. */
export function noteCharge(request: FastifyRequest, charge: RequestCharge): void {
  charges.set(request, charge);
}

/** Undefined for what costs nothing, failed, or was answered from what is kept. */
export function chargeOf(request: FastifyRequest): RequestCharge | undefined {
  return charges.get(request);
}
