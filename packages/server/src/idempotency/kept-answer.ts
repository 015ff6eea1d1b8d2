/** An answer as it can be given again. */
export interface KeptAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Most bytes of a body that is kept. */
export const LARGEST_KEPT = 25 * 1024 * 1024;

/** Headers that belong to one exchange, not to what was answered: each answer has its own. */
const OF_EXCHANGE =
  /^(?:x-request-id|date|connection|keep-alive|transfer-encoding|trailer|content-length|set-cookie|retry-after|(?:x-)?ratelimit.*|x-credits-remaining)$/;
/** What the answer cost, and what was charged for it. To give it again costs nothing. */
const CHARGED: ReadonlySet<string> = new Set(['x-credits-cost', 'x-credits-used']);

/** Those headers that describe the answer, as they are when it is given again. */
export function describingHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = Object.entries(headers).filter(([name, value]) => value !== undefined && !OF_EXCHANGE.test(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, CHARGED.has(name) ? '0' : String(value)]));
}

/** One run of bytes: the length of the headers as JSON, the headers, the body. */
export function packAnswer({ headers, body }: KeptAnswer): Buffer {
  const head = Buffer.from(JSON.stringify(headers));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([length, head, body]);
}

export function unpackAnswer(bytes: Buffer): KeptAnswer {
  const end = 4 + bytes.readUInt32BE();
  return { headers: JSON.parse(bytes.toString('utf8', 4, end)), body: bytes.subarray(end) };
}
