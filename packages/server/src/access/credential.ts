/** What a request brought to prove itself. A key is the bytes that were sent, of any encoding. */
export type Credential =
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'key'; readonly key: Buffer };

const NONE: Credential = { kind: 'none' };
const MALFORMED: Credential = { kind: 'malformed' };

/**
 * Reads the key from `Authorization: Bearer` (RFC 6750), `Authorization: Basic` (RFC 7617; `api:KEY`, or `KEY:` as
 * older PDFShift clients send it) or `X-API-Key`. A key in the address, a cookie or the body is not looked for, since
 * those end up in logs, unless clients of another service send it in the address. A header that is sent twice, or two headers with different keys, is malformed, since
 * whoever stands in between may have read the other one.
 * @param rawHeaders Names and values in turn, as received: Node's parsed headers drop repeated ones.
 * @param parameter What the address has for a key; a list when it has several.
 */
export function readCredential(rawHeaders: readonly string[], parameter?: unknown): Credential {
  const authorization: string[] = [];
  const apiKey: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 13 && name.toLowerCase() === 'authorization') authorization.push(rawHeaders[at + 1] ?? '');
    else if (name.length === 9 && name.toLowerCase() === 'x-api-key') apiKey.push(rawHeaders[at + 1] ?? '');
  }
  if (authorization.length > 1 || apiKey.length > 1) return MALFORMED;
  const fromHeaders = agree(fromAuthorization(authorization[0] ?? ''), keyOf(bytes(apiKey[0] ?? '')));
  if (parameter === undefined) return fromHeaders;
  return typeof parameter === 'string' ? agree(fromHeaders, keyOf(Buffer.from(parameter))) : MALFORMED;
}

function agree(one: Credential, other: Credential): Credential {
  if (one.kind === 'none') return other;
  if (other.kind === 'none' || one.kind === 'malformed') return one;
  if (other.kind === 'malformed') return other;
  return one.key.equals(other.key) ? one : MALFORMED;
}

function fromAuthorization(header: string): Credential {
  const [, scheme = '', rest = ''] = /^(\S*)(?:[\t ]+([^\t ].*)?)?$/.exec(header) ?? [];
  switch (scheme.toLowerCase()) {
    case '':
      return NONE;
    case 'bearer':
      return keyOf(bytes(rest));
    case 'basic':
      return rest === '' ? NONE : fromBasic(rest);
    default:
      return MALFORMED;
  }
}

function fromBasic(encoded: string): Credential {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return MALFORMED;
  const pair = Buffer.from(encoded, 'base64');
  const colon = pair.indexOf(':');
  if (colon < 0) return MALFORMED;
  const user = pair.subarray(0, colon);
  const password = pair.subarray(colon + 1);
  if (password.length === 0 || password.equals(NO_PASSWORD)) return keyOf(user);
  return user.equals(bytes('api')) ? keyOf(password) : MALFORMED;
}

/** What generated JavaScript clients send for a password that was not set, DocRaptor's for one. */
const NO_PASSWORD = Buffer.from('undefined');

function keyOf(key: Buffer): Credential {
  return key.length === 0 ? NONE : { kind: 'key', key };
}

/** Node gives header values as Latin-1, one character for each byte that was sent. */
function bytes(header: string): Buffer {
  return Buffer.from(header, 'latin1');
}
