import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Asker } from '../n8n.ts';
import { ask, jsonOf } from './ask.ts';

/** What was sent, and how it is signed (https://www.standardwebhooks.com). */
export interface Message {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: Buffer;
}

/** Seconds that a delivery may be old. */
const TOLERANCE = 300;
/** Milliseconds for which a secret is not asked for again. */
const FRESH = 60_000;

const kept = new Map<string, { readonly secret: string; readonly at: number }>();

/**
 * The secret of an endpoint. It is kept in memory, not with the workflow.
 * @param anew whether the one that is kept does not fit: it may have been replaced. It is asked for once a minute at most
 */
export async function secretOf(context: Asker, endpoint: string, anew: boolean): Promise<string> {
  const known = kept.get(endpoint);
  if (known && (!anew || Date.now() - known.at < FRESH)) return known.secret;
  const path = `/v1/webhooks/${encodeURIComponent(endpoint)}/secret`;
  const secret = String(jsonOf(context, 0, await ask(context, 0, path)).secret);
  kept.set(endpoint, { secret, at: Date.now() });
  return secret;
}

/** Whether a message is of who knows the secret, and of now. */
export async function verified(message: Message, secret: (anew: boolean) => Promise<string>): Promise<boolean> {
  const age = Math.abs(Date.now() / 1_000 - Number(message.timestamp));
  if (message.id === '' || message.timestamp === '' || !(age <= TOLERANCE) || !message.signature.includes('v1,'))
    return false;
  return fits(message, await secret(false)) || fits(message, await secret(true));
}

function fits({ id, timestamp, signature, body }: Message, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  return signature.split(' ').some((one) => {
    const given = Buffer.from(one.replace(/^v1,/, ''), 'base64');
    return one.startsWith('v1,') && given.byteLength === expected.byteLength && timingSafeEqual(given, expected);
  });
}
