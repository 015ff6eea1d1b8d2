import { ApiError } from '../errors.ts';

/** Most characters of a key. */
const LONGEST = 128;

/** A string of structured fields (RFC 9651, section 3.3.3): printable ASCII, `"` and `\` escaped. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
/** As most clients send it. */
const PLAIN = /^[\x21\x23-\x7e][\x20-\x7e]*$/;

/**
 * The key of `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header-07, section 2.1): a string in quotes, or
 * the same characters without them. Undefined if there is no such header.
 * @throws ApiError `invalid_request` for a key that is none
 */
export function readIdempotencyKey(values: readonly string[] | undefined): string | undefined {
  if (values === undefined) return undefined;
  const [value = '', ...more] = values;
  if (more.length > 0) throw refused('Send one "Idempotency-Key".');
  const key = value.startsWith('"') ? QUOTED.exec(value)?.[1]?.replace(/\\(.)/g, '$1') : PLAIN.exec(value)?.[0];
  if (key === undefined || key === '' || key.length > LONGEST) {
    throw refused(`"Idempotency-Key" is 1 to ${LONGEST} printable characters of ASCII, in quotes or without.`);
  }
  return key;
}

const refused = (detail: string): ApiError => new ApiError('invalid_request', { detail });
