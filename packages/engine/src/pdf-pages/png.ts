import { crc32, deflateSync } from 'node:zlib';

/** Fast: a preview is looked at once. */
const LEVEL = 3;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** A row is written as what differs from the one above it (PNG, 9.2). */
const UP = 2;

export interface Bitmap {
  readonly width: number;
  readonly height: number;
  /** Bytes from one row to the next. */
  readonly stride: number;
  /** Red, green, blue. */
  readonly data: Uint8Array;
}

/** Writes a picture as PNG (ISO/IEC 15948): 8 bits for each of three colors. */
export function pngOf({ width, height, stride, data }: Bitmap): Buffer {
  const row = 3 * width;
  const rows = Buffer.alloc((row + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const to = y * (row + 1);
    const from = y * stride;
    rows[to] = UP;
    for (let x = 0; x < row; x += 1) {
      rows[to + 1 + x] = (data[from + x] as number) - (y === 0 ? 0 : (data[from - stride + x] as number));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits, colors without alpha.
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: LEVEL })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(named.length + 8);
  out.writeUInt32BE(data.length, 0);
  named.copy(out, 4);
  out.writeUInt32BE(crc32(named), named.length + 4);
  return out;
}
