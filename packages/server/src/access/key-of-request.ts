import type { FastifyRequest } from 'fastify';

const keys = new WeakMap<FastifyRequest, string>();

/** Remembers which key let a request in. */
export function rememberKey(request: FastifyRequest, keyId: string): void {
  keys.set(request, keyId);
}

/** Identifier of the key that let a request in; for what runs behind the gate. */
export function keyOf(request: FastifyRequest): string {
  const keyId = keys.get(request);
  if (keyId === undefined) throw new Error('This request has not come through the gate.');
  return keyId;
}
