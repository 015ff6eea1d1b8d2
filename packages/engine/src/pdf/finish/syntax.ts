/** Bytes of PDF syntax (ISO 32000-1, 7.2.2): what a byte does to the token that it stands in. */
export const REGULAR = 0;
export const WHITE = 1;
const DELIMITER = 2;

/** Kind of each byte. */
export const KINDS: Uint8Array = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) KINDS[byte] = WHITE;
for (const byte of Buffer.from('()<>[]{}/%')) KINDS[byte] = DELIMITER;

/** Nesting beyond which a file is not one of Chromium's. */
export const DEEPEST = 64;

/** A file that is not what Chromium writes, or damaged. It is left as it is. */
export class Unreadable extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Unreadable';
  }
}

/** The first byte at or after `at` that is neither white space nor part of a comment. */
export function skipWhite(bytes: Uint8Array, at: number): number {
  let position = at;
  for (;;) {
    const byte = bytes[position];
    if (byte === undefined) return position;
    if (byte === 0x25) {
      while (position < bytes.length && bytes[position] !== 10 && bytes[position] !== 13) position += 1;
    } else if (KINDS[byte] === WHITE) position += 1;
    else return position;
  }
}

/** The end of a run of regular characters. */
export function skipRegular(bytes: Uint8Array, at: number): number {
  let position = at;
  while (position < bytes.length && KINDS[bytes[position] as number] === REGULAR) position += 1;
  return position;
}

/** Whether `word` stands at `at`. */
export function hasWord(bytes: Buffer, at: number, word: string): boolean {
  for (let index = 0; index < word.length; index += 1) {
    if (bytes[at + index] !== word.charCodeAt(index)) return false;
  }
  return true;
}

/** The end of a literal string (7.3.4.2) whose opening parenthesis stands at `at`. */
export function skipString(bytes: Uint8Array, at: number): number {
  let depth = 0;
  for (let position = at; position < bytes.length; position += 1) {
    const byte = bytes[position];
    if (byte === 0x5c) position += 1;
    else if (byte === 0x28) depth += 1;
    else if (byte === 0x29) {
      depth -= 1;
      if (depth === 0) return position + 1;
    }
  }
  throw new Unreadable('a string does not end');
}

/** The end of a hexadecimal string (7.3.4.3) whose opening bracket stands at `at`. */
export function skipHex(bytes: Buffer, at: number): number {
  const end = bytes.indexOf(0x3e, at);
  if (end < 0) throw new Unreadable('a string does not end');
  return end + 1;
}
