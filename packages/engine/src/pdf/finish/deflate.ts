import { constants, deflateRawSync, deflateSync } from 'node:zlib';

/** Compresses what is not alike. */
export const deflate = (text: Buffer): Buffer => deflateSync(text, { level: 9, memLevel: 9 });

/**
 * Compresses a head and a body of many records that resemble their neighbours, as one zlib stream (RFC 1950). The
 * small windows are the point: a match that is near takes fewer bits than a longer one far away, which zlib would
 * choose. Each part is compressed on its own, since digits of the one say nothing of the other.
 */
export function deflateRecords(text: Buffer, head: number): Buffer {
  const first = deflateRawSync(text.subarray(0, head), {
    level: 9,
    memLevel: 9,
    windowBits: 9,
    finishFlush: constants.Z_SYNC_FLUSH,
  });
  const second = deflateRawSync(text.subarray(head), {
    level: 9,
    memLevel: 9,
    windowBits: 10,
  });
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(adler32(text));
  return Buffer.concat([Buffer.of(0x78, 0xda), first, second, sum]);
}

/** RFC 1950, section 8.2. */
function adler32(bytes: Buffer): number {
  let [low, high] = [1, 0];
  // 5,552 bytes are the most that cannot overflow 32 bits.
  for (let start = 0; start < bytes.length; start += 5552) {
    const end = Math.min(bytes.length, start + 5552);
    for (let at = start; at < end; at += 1) {
      low += bytes[at] as number;
      high += low;
    }
    low %= 65_521;
    high %= 65_521;
  }
  return high * 65_536 + low;
}
