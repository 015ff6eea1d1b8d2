import { randomUUIDv7 } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const ACCEPTED = /^[A-Za-z0-9._-]{8,64}$/;

/** The client's X-Request-Id if it is a plain token of 8 to 64 characters, else a new UUIDv7 (sortable by time). */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && ACCEPTED.test(given) ? given : randomUUIDv7();
}
