import type { FastifyRequest } from 'fastify';
import { routeOf } from '../http/register.ts';
import { callerOf, type Payer } from './caller.ts';

/** Whose work something is, and by which route it came: all that is needed of a request once it was let in. */
export interface Asker {
  readonly caller: Payer;
  readonly method: string;
  /** Pattern of the route, never what was sent. */
  readonly route: string;
}

export const askerOf = (request: FastifyRequest): Asker => ({ caller: callerOf(request), ...routeOf(request) });
