import type { IncomingHttpHeaders } from 'node:http';
import type { ApiErrorCode } from '../errors.ts';
import type { Endpoint, HeaderEntry } from '../http/endpoint.ts';

/** What the reference says of `Idempotency-Key`. */

const REQUEST_HEADER: HeaderEntry = {
  name: 'Idempotency-Key',
  description:
    'Names this request, so that it can be sent again without being done again: 1 to 128 printable characters, in quotes or without. For 24 hours, the same request with the same key is given the same answer.',
  schema: { type: 'string', minLength: 1, maxLength: 258 },
};

const ANSWER_HEADER: HeaderEntry = {
  name: 'Idempotency-Replayed',
  description: '`true` if this is the answer to an earlier request with the same `Idempotency-Key`; nothing was done.',
  schema: { type: 'string', const: 'true' },
  optional: true,
};

const SHOWN_ONCE = 'With an `Idempotency-Key`, a repeat does nothing and answers 409 `idempotency_result_gone`.';

/** Errors of requests with a key that was there before. */
export const IDEMPOTENCY_ERRORS: readonly ApiErrorCode[] = [
  'idempotency_in_progress',
  'idempotency_result_gone',
  'idempotency_mismatch',
];

/**
 * Whether requests to it may have a key: each POST under /v1, and to the API of another service, that a program may send. What
 * only people look at is not kept.
 */
export function takesIdempotencyKey({ method, path, layer, access, withoutKeys = false }: Endpoint): boolean {
  const isRepeatable = method === 'post' && (path.startsWith('/v1/') || layer !== undefined);
  return isRepeatable && !withoutKeys && access !== 'open' && access !== 'session';
}

/** The header that has the key. Clients of Firecrawl have a name of their own for it. */
export const headerOfKey = ({ layer }: Endpoint, headers: IncomingHttpHeaders): string =>
  layer === 'firecrawl' && headers['idempotency-key'] === undefined ? 'x-idempotency-key' : 'idempotency-key';

/** The same endpoint, with what a key adds to it. */
export function withIdempotencyKey(endpoint: Endpoint): Endpoint {
  if (!takesIdempotencyKey(endpoint)) return endpoint;
  const { answer, headers = [], errors, description } = endpoint;
  const { shownOnce = false } = answer;
  return {
    ...endpoint,
    description: shownOnce ? `${description} ${SHOWN_ONCE}` : description,
    headers: [...headers, REQUEST_HEADER],
    answer: shownOnce ? answer : { ...answer, headers: [...answer.headers, ANSWER_HEADER] },
    errors: [...errors, ...IDEMPOTENCY_ERRORS],
  };
}
