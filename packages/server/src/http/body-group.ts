import type { FastifyRequest } from 'fastify';

/** Who shares one part of the memory for bodies. */

const groups = new WeakMap<FastifyRequest, string>();

/** Says whose body it will be, before it is read: an organization, or a source. */
export function setBodyGroup(request: FastifyRequest, group: string): void {
  groups.set(request, group);
}

/** Whose body it is. Default: whoever has the other end of the connection. */
export const bodyGroupOf = (request: FastifyRequest): string =>
  groups.get(request) ?? `peer ${request.raw.socket.remoteAddress ?? ''}`;
