import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const FORM = /^plk_(live|test)_[0-9A-Za-z]{36}$/;
const LENGTH = 'plk_live_'.length + SECRET_LENGTH + CHECKSUM_LENGTH;

/** What a key is for: `live` works for real; what `test` makes is a trial. */
export type KeyMode = 'live' | 'test';

/**
 * A new key: `plk_live_` or `plk_test_`, 30 random base62 characters (178 bits), and 6 characters of checksum. The
 * checksum is the CRC-32 of everything before it, in base62 (0-9 A-Z a-z), most significant digit first, padded with
 * zeros. It lets scanners of leaked secrets tell a key from a look-alike, and us refuse a guess without looking it up;
 * it proves nothing.
 */
export function makeKey(mode: KeyMode = 'live'): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => BASE62.charAt(randomInt(BASE62.length)));
  const body = `plk_${mode}_${secret.join('')}`;
  return body + checksum(body);
}

/** Whether these bytes have the form of a key and its checksum. */
export function isWellFormedKey(sent: Buffer): boolean {
  if (sent.length !== LENGTH) return false;
  const key = sent.toString('latin1');
  return FORM.test(key) && checksum(key.slice(0, -CHECKSUM_LENGTH)) === key.slice(-CHECKSUM_LENGTH);
}

/** What may be shown of a key: enough to tell one's keys apart, too little to guess one. */
export function keyHint(key: string): { readonly prefix: string; readonly last4: string } {
  return { prefix: key.slice(0, 'plk_live_'.length + 4), last4: key.slice(-4) };
}

function checksum(body: string): string {
  let rest = crc32(body);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = BASE62.charAt(rest % BASE62.length) + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}
