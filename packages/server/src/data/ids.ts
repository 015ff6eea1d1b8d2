import { randomBytes } from 'node:crypto';

/** What an id belongs to: `key_…` is an API key. */
export type IdPrefix =
  | 'acc'
  | 'ast'
  | 'aud'
  | 'bat'
  | 'bil'
  | 'conn'
  | 'del'
  | 'idm'
  | 'inv'
  | 'job'
  | 'key'
  | 'lim'
  | 'eml'
  | 'mem'
  | 'obj'
  | 'org'
  | 'pay'
  | 'req'
  | 'sch'
  | 'ses'
  | 'snp'
  | 'sub'
  | 'tpl'
  | 'two'
  | 'usr'
  | 'ver'
  | 'whe';

const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz';
/** 128 bits in characters of 5 bits. */
const LENGTH = 26;
const HIGHEST_COUNT = 0xfff;

let lastTime = 0;
let count = 0;

/**
 * A new id: the prefix and a UUIDv7 (RFC 9562) in Crockford's base32, lower case. Ids sort by the time that they were
 * made, and those of one process in the order that they were made, also when the clock is set back.
 */
export function newId(prefix: IdPrefix): string {
  const bytes = randomBytes(16);
  advance(bytes.readUInt16BE(6));
  bytes.writeUIntBE(lastTime, 0, 6);
  bytes.writeUInt16BE(0x7000 | count, 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  return `${prefix}_${base32(bytes)}`;
}

/** The counter of RFC 9562, section 6.2, method 1: random within each millisecond's first half, then one more each. */
function advance(random: number): void {
  const now = Date.now();
  if (now > lastTime) {
    lastTime = now;
    count = random & (HIGHEST_COUNT >> 1);
  } else if (count < HIGHEST_COUNT) {
    count += 1;
  } else {
    lastTime += 1;
    count = random & (HIGHEST_COUNT >> 1);
  }
}

function base32(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let place = 0; place < LENGTH; place += 1) {
    text = BASE32.charAt(Number(rest & 31n)) + text;
    rest >>= 5n;
  }
  return text;
}

/** An id that sorts after those that were made until so many milliseconds after another one. */
export function idAfter(id: string, milliseconds: number): string {
  const [prefix = '', text = ''] = id.split('_');
  const value = [...text].reduce((sum, character) => sum * 32n + BigInt(BASE32.indexOf(character)), 0n);
  return `${prefix}_${base32(Buffer.from((value + (BigInt(milliseconds) << 80n)).toString(16).padStart(32, '0'), 'hex'))}`;
}
