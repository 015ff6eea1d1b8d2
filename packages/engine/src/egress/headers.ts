/** Tells the browser's owner that an answer is the guard's own: `refused` or `failed`. Never taken from upstream. */
export const EGRESS_HEADER = 'x-platen-egress';

/** Fields that concern one connection only (RFC 9110, section 7.6.1), or the proxy itself (section 11.7). */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
/** The host is set from the target; 100-continue was answered by the proxy. */
const NOT_FORWARDED = new Set([...HOP_BY_HOP, 'host', 'expect']);
const NOT_RETURNED = new Set([...HOP_BY_HOP, EGRESS_HEADER]);

/** A header section as Node gives and takes it: names and values in turn, in their order and spelling. */
type RawHeaders = readonly string[];

/** The header section to send to a destination. `authority` becomes the Host field (RFC 9112, section 3.2.2). */
export function forwardedHeaders(received: RawHeaders, authority: string, chunked: boolean): string[] {
  const headers = ['Host', authority, ...without(received, NOT_FORWARDED)];
  // Node would send the body of a GET or DELETE without any framing.
  if (chunked) headers.push('Transfer-Encoding', 'chunked');
  return headers;
}

/** The header section to return to the browser. */
export function returnedHeaders(received: RawHeaders): string[] {
  return without(received, NOT_RETURNED);
}

/** Leaves out the given fields and those that the Connection field names. */
function without(headers: RawHeaders, names: ReadonlySet<string>): string[] {
  let dropped = names;
  for (let at = 0; at < headers.length; at += 2) {
    if (headers[at]?.toLowerCase() !== 'connection') continue;
    const options = (headers[at + 1] ?? '').split(',').map((option) => option.trim().toLowerCase());
    dropped = new Set([...dropped, ...options]);
  }
  const kept: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] ?? '';
    if (!dropped.has(name.toLowerCase())) kept.push(name, headers[at + 1] ?? '');
  }
  return kept;
}
