import type { FastifyRequest } from 'fastify';

/** A trace that a client may give its request, and is given back. */
const TRACE = /^[\x21-\x7e]{1,128}$/;

/** The identifier of a request: what its client has given it, or ours. */
export function traceOf({ headers, id }: FastifyRequest): string {
  const trace = headers['gotenberg-trace'];
  return typeof trace === 'string' && TRACE.test(trace) ? trace : id;
}
