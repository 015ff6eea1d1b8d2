import { createHmac } from 'node:crypto';
import type { RequestBody } from '../http/request-body.ts';

/** What a request asks, as far as the answer depends on it. */
export interface Asked {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly url: string;
  /** What else decides the answer, such as the format that the Accept header leads to. */
  readonly variant?: string;
  /** Undefined for a request without one. */
  readonly body?: RequestBody;
}

/**
 * HMAC-SHA-256 of what a request asks, from which nobody can tell or guess what it was. The body counts as it was
 * read: files by name and content, whatever the boundary between them; JSON by its values in their order, however
 * they were spaced or escaped.
 */
export function fingerprintOf(secret: Buffer, { method, url, variant = '', body }: Asked): Buffer {
  const files = body?.files.flatMap(({ name, bytes }) => [name, bytes]) ?? [];
  return digest(secret, [method, url, variant, JSON.stringify(body?.json) ?? '', ...files]);
}

/** HMAC-SHA-256 of a text, from which nobody can tell or guess it. */
export function textDigestOf(secret: Buffer, text: string): string {
  return digest(secret, ['text', text]).toString('base64url');
}

/** HMAC-SHA-256 that a client's key is kept as. Test keys and live keys of an organisation each have their own. */
export function digestOf(
  secret: Buffer,
  { organisationId, mode, key }: { readonly organisationId: string; readonly mode: string; readonly key: string },
): Buffer {
  return digest(secret, ['key', organisationId, mode, key]);
}

/** Each part with its length, so that no two lists of parts are the same bytes. */
function digest(secret: Buffer, parts: readonly (string | Uint8Array)[]): Buffer {
  const hmac = createHmac('sha256', secret);
  for (const part of parts) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(typeof part === 'string' ? Buffer.byteLength(part) : part.byteLength);
    hmac.update(length).update(part);
  }
  return hmac.digest();
}
