import { isUtf8 } from 'node:buffer';

/** Bytes with which formats begin that have one picture only. */
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Drawings that may move: by their elements, rules or script; parts whose letters are written as numbers or entities, and other pictures in them. */
const MOVES =
  /<(?:[^\s<>/]*:)?(?:set\b|script|discard|foreignobject|image|feimage)|anim|keyframes|transition|@import|xml-stylesheet|data:|<!entity|&#|\\|url\(\s{0,9}(?!\s|["']?#)|encoding\s{0,9}=\s{0,9}["'](?!utf-?8["'])/i;

/**
 * Whether a picture looks the same at any time, as far as its bytes prove it. Chromium reads pictures by their bytes, and drawings by their media type.
 * @param mimeType of the answer, as Chromium understood it
 */
export function isStillPicture(bytes: Uint8Array, mimeType: string): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (/svg|xml/i.test(mimeType)) return isStillDrawing(buffer);
  if (begins(buffer, JPEG)) return true;
  if (begins(buffer, PNG)) return isStillPng(buffer);
  if (/^GIF8[79]a/.test(buffer.toString('latin1', 0, 6))) return hasOneFrame(buffer);
  if (/^RIFF[\s\S]{4}WEBPVP8[ LX]/.test(buffer.toString('latin1', 0, 16))) return isStillWebp(buffer);
  return false;
}

const begins = (buffer: Buffer, start: Buffer): boolean => buffer.subarray(0, start.length).equals(start);

function isStillDrawing(buffer: Buffer): boolean {
  return isUtf8(buffer) && !buffer.includes(0) && !MOVES.test(buffer.toString('utf8'));
}

/** PNG, third edition, 4.7: what moves says so by a chunk `acTL` before its first `IDAT`. */
function isStillPng(buffer: Buffer): boolean {
  for (let at = PNG.length; at + 8 <= buffer.length; ) {
    const name = buffer.toString('latin1', at + 4, at + 8);
    if (name === 'acTL') return false;
    if (name === 'IDAT') return true;
    at += 12 + buffer.readUInt32BE(at);
  }
  return false;
}

/** Of the extended format the second lowest bit of its flags says whether it moves (RFC 9649, section 2.7). */
function isStillWebp(buffer: Buffer): boolean {
  const kind = buffer.toString('latin1', 12, 16);
  return kind !== 'VP8X' || (buffer.length > 20 && ((buffer[20] as number) & 2) === 0);
}

const IMAGE = 0x2c;
const EXTENSION = 0x21;
const TRAILER = 0x3b;

/** GIF89a, section 12: the blocks of the file, of which one at most may be an image. */
function hasOneFrame(buffer: Buffer): boolean {
  const byte = (at: number): number => buffer[at] ?? 0;
  const colors = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const afterBlocks = (from: number): number => {
    let at = from;
    while (byte(at) !== 0) at += 1 + byte(at);
    return at + 1;
  };
  let images = 0;
  for (let at = 13 + colors(byte(10)); at < buffer.length; ) {
    const kind = byte(at);
    if (kind === TRAILER) return true;
    if (kind === EXTENSION) at = afterBlocks(at + 2);
    else if (kind === IMAGE) {
      images += 1;
      if (images > 1) return false;
      at = afterBlocks(at + 11 + colors(byte(at + 9)));
    } else return false;
  }
  // Cut off: what has come is one image.
  return true;
}
