/** A delivery that was verified. */
export interface WebhookEvent {
  /** The same on each try of one event: whoever has seen it before has done the work already. */
  readonly id: string;
  /** For example `conversion.succeeded`. */
  readonly type: string;
  /** When it happened, in ISO 8601. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Other members, such as `url` and `success`, which PDFShift's receivers read. */
  readonly [member: string]: unknown;
}

/** Headers as `fetch` handlers or Node.js have them. Names are in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** Seconds that the clocks may differ, and a delivery may have been under way. Default 300. */
  readonly tolerance?: number;
  /** Milliseconds since the Unix epoch. Default: the system's clock. */
  readonly now?: () => number;
}

/** What is wrong with a delivery: answer it with 400. */
export type WebhookFault = 'headers' | 'timestamp' | 'signature' | 'body';

/** A delivery that must not be trusted. */
export class WebhookRefused extends Error {
  readonly fault: WebhookFault;

  constructor(fault: WebhookFault, message: string) {
    super(message);
    this.name = 'WebhookRefused';
    this.fault = fault;
  }
}

const PREFIX = 'whsec_';
const TOLERANCE = 300;
/** More signatures or secrets than any sender has: the work that a stranger can ask for is bounded. */
const MOST = 10;

/**
 * Verifies a delivery by the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` (Standard Webhooks).
 * Signatures are compared in constant time, by Web Crypto.
 * @param body as it came, before any parsing: the signature is of its bytes
 * @param secret of the endpoint, `whsec_…`; several while one replaces another
 * @throws WebhookRefused for what was not signed with the secret, or long ago; TypeError for a secret that is none
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { tolerance = TOLERANCE, now = Date.now }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const keys = await Promise.all([secret].flat().slice(0, MOST).map(importSecret));
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    headerOf(headers, name),
  );
  if (!id || !time || !signatures) {
    throw new WebhookRefused('headers', 'The headers webhook-id, webhook-timestamp and webhook-signature are needed.');
  }
  const seconds = /^\d{1,12}$/.test(time) ? Number(time) : Number.NaN;
  if (!(Math.abs(now() / 1_000 - seconds) <= tolerance)) {
    throw new WebhookRefused('timestamp', `The delivery was not signed within the last ${tolerance} seconds.`);
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = joined(new TextEncoder().encode(`${id}.${time}.`), bytes);
  if (!(await isSigned(signed, signatures, keys))) {
    throw new WebhookRefused('signature', 'The delivery was not signed with this secret, or was changed on its way.');
  }
  return eventOf(bytes, id);
}

async function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (!bytes || bytes.length === 0) throw new TypeError('A secret of a webhook begins with "whsec_", then has base64.');
  return await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** All are looked at: how long it takes tells only how many there are. */
async function isSigned(signed: BufferSource, signatures: string, keys: readonly CryptoKey[]): Promise<boolean> {
  const candidates = signatures
    .split(' ')
    .slice(0, MOST)
    .flatMap((part) => (part.startsWith('v1,') ? (bytesOf(part.slice(3)) ?? []) : []));
  const verdicts = await Promise.all(
    candidates.flatMap((candidate) => keys.map((key) => crypto.subtle.verify('HMAC', key, candidate, signed))),
  );
  return verdicts.includes(true);
}

function eventOf(bytes: Uint8Array, id: string): WebhookEvent {
  try {
    const event: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof event === 'object' && event !== null && 'type' in event && 'data' in event) {
      return { ...(event as WebhookEvent), id };
    }
  } catch {
    // Told below.
  }
  throw new WebhookRefused('body', 'The body is no JSON with "type" and "data".');
}

function headerOf(headers: WebhookHeaders, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const entry = Object.entries(headers).find(([own]) => own.toLowerCase() === name);
  const value = entry?.[1];
  return typeof value === 'string' ? value : value?.join(',');
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joined(head: Uint8Array, rest: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(head.length + rest.length);
  whole.set(head);
  whole.set(rest, head.length);
  return whole;
}
