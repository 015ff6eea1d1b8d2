import { createHmac, createSecretKey } from 'node:crypto';

/** HMAC-SHA-256 of a key under the pepper: all that is kept of it. */
export type KeyDigest = (key: Buffer | string) => Buffer;

/** @param pepper 32 secret bytes that the database does not hold in the clear */
export function keyDigest(pepper: Buffer): KeyDigest {
  // Made once: turning bytes into a key object costs more than the digest itself.
  const secret = createSecretKey(pepper);
  return (key) => createHmac('sha256', secret).update(key).digest();
}
