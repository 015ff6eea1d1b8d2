import { createHmac, randomBytes } from 'node:crypto';

/** How a secret begins, in the form of Standard Webhooks. */
const PREFIX = 'whsec_';
const BYTES = 32;

/** A secret of an endpoint: `whsec_` and the base64 of 32 random bytes. */
export const newSecret = (): string => PREFIX + randomBytes(BYTES).toString('base64');

/** What is signed. */
export interface Signed {
  /** Of the event: the same on each try. */
  readonly id: string;
  /** Milliseconds since the Unix epoch: when this try is made. */
  readonly at: number;
  readonly body: Buffer;
  /** The newest first; those after it are about to end. */
  readonly secrets: readonly string[];
}

/**
 * The headers that prove who sent a delivery, of two families, so that receivers which know either verify it unchanged.
 * - `webhook-id`, `webhook-timestamp`, `webhook-signature` (Standard Webhooks, Svix): base64 of the HMAC-SHA-256 of
 *   `id.time.body` under the bytes that the secret names.
 * - `X-Service-Signature` (as Stripe's libraries read it): `t=time`, and for each secret `v1=` hex of the HMAC-SHA-256 of
 *   `time.body` under the text of the secret.
 */
export function signatureHeaders({ id, at, body, secrets }: Signed): Record<string, string> {
  const time = String(Math.floor(at / 1_000));
  const standard = secrets.map((secret) => `v1,${hmac(keyOf(secret), `${id}.${time}.`, body).toString('base64')}`);
  const service = secrets.map((secret) => `v1=${hmac(secret, `${time}.`, body).toString('hex')}`);
  return {
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': standard.join(' '),
    'x-service-signature': [`t=${time}`, ...service].join(','),
  };
}

const keyOf = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64');

const hmac = (key: string | Buffer, head: string, body: Buffer): Buffer =>
  createHmac('sha256', key).update(head).update(body).digest();
