import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 30;
const CHECKSUM_LENGTH = 6;

/**
 * A new key: `plk_live_`, 30 random base62 characters (178 bits), and 6 characters of checksum. The checksum is the
 * CRC-32 of everything before it, in base62 (0-9 A-Z a-z), most significant digit first, padded with zeros. It lets
 * scanners of leaked secrets tell a key from a look-alike; it proves nothing.
 */
export function makeKey(): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () => BASE62.charAt(randomInt(BASE62.length)));
  const body = `plk_live_${secret.join('')}`;
  return body + checksum(body);
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
