import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';

/** Small inputs that become large when they are unpacked. */

/** A gzip stream that unpacks to so many bytes of the letter x. */
export function gzipOf(bytes: number): Buffer {
  return gzipSync(Buffer.alloc(bytes, 'x'));
}

/** A black PNG image, one bit per pixel (PNG specification, section 11.2). */
export function pngOf(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', zerosOf(side * (1 + Math.ceil(side / 8)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * A zlib stream (RFC 1950) of zero bytes that is put together from one compressed piece, again and again: zeros of a
 * gigabyte are not compressed in a moment.
 */
function zerosOf(bytes: number): Buffer {
  const piece = 10_000_000;
  const compress = (size: number) =>
    deflateRawSync(Buffer.alloc(size), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const whole = Array<Buffer>(Math.floor(bytes / piece)).fill(compress(piece));
  const lastBlock = Buffer.from([0x03, 0x00]);
  const checksum = Buffer.alloc(4);
  // Adler-32 of zeros: the first sum stays 1, the second counts.
  checksum.writeUInt32BE(((bytes % 65_521) * 65_536 + 1) >>> 0);
  return Buffer.concat([Buffer.from([0x78, 0xda]), ...whole, compress(bytes % piece), lastBlock, checksum]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
