/** A file of a ZIP. */
export interface ZipFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Signatures of APPNOTE 6.3.10: the head of a file (4.3.7), its entry (4.3.12) and the end (4.3.16). */
const HEAD = 0x04_03_4b_50;
const ENTRY = 0x02_01_4b_50;
const END = 0x06_05_4b_50;
/** Bit 11 of the flags: names are UTF-8. */
const UTF8 = 0x08_00;
const STORED = 0;
const DEFLATED = 8;
/** Bytes that all files may have together when they are unpacked: what a template may have, and its texts. */
const MOST_UNPACKED = 40_000_000;
const MOST_FILES = 300;

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? 0xed_b8_83_20 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

function crcOf(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) crc = (CRC[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

/** Fields of 2 or 4 bytes, the lowest first. */
function fields(...values: readonly (readonly [size: 2 | 4, value: number])[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(values.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [size, value] of values) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

/** Packs files as they are: those of a template are small, or pictures that do not get smaller. */
export function zipOf(files: readonly ZipFile[]): Blob {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const entries: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const path = new TextEncoder().encode(name);
    // The first of January 1980: equal files give equal archives.
    const common = [
      [2, UTF8],
      [2, STORED],
      [2, 0],
      [2, 0x21],
      [4, crcOf(bytes)],
      [4, bytes.length],
      [4, bytes.length],
      [2, path.length],
      [2, 0],
    ] as const;
    const head = fields([4, HEAD], [2, 20], ...common);
    parts.push(head, path, bytes);
    entries.push(fields([4, ENTRY], [2, 20], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]), path);
    offset += head.length + path.length + bytes.length;
  }
  const size = entries.reduce((sum, { length }) => sum + length, 0);
  const count = files.length;
  const end = fields([4, END], [2, 0], [2, 0], [2, count], [2, count], [4, size], [4, offset], [2, 0]);
  return new Blob([...parts, ...entries, end], { type: 'application/zip' });
}

/** Why a file is no ZIP that can be read here. */
class ZipFault extends Error {}

/** Unpacks a ZIP. Its list of entries says what is in it, as for every reader. */
export async function unzip(file: Blob): Promise<ZipFile[]> {
  const all = new Uint8Array(await file.arrayBuffer());
  const view = new DataView(all.buffer);
  let end = all.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== END) end -= 1;
  if (end < 0) throw new ZipFault('no end');
  const count = view.getUint16(end + 10, true);
  if (count > MOST_FILES) throw new ZipFault('many files');
  const files: ZipFile[] = [];
  let at = view.getUint32(end + 16, true);
  let left = MOST_UNPACKED;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > all.length || view.getUint32(at, true) !== ENTRY) throw new ZipFault('no entry');
    const [method, packed] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ];
    const path = new TextDecoder().decode(all.subarray(at + 46, at + 46 + name));
    const head = view.getUint32(at + 42, true);
    if (head + 30 > all.length || (view.getUint16(at + 8, true) & 1) === 1) throw new ZipFault('encrypted');
    const begin = head + 30 + view.getUint16(head + 26, true) + view.getUint16(head + 28, true);
    if (!path.endsWith('/')) {
      const bytes = await unpack(all.slice(begin, begin + packed), method, left);
      if (crcOf(bytes) !== view.getUint32(at + 16, true)) throw new ZipFault('damaged');
      left -= bytes.length;
      files.push({ name: path, bytes });
    }
    at += 46 + name + extra + comment;
  }
  return files;
}

async function unpack(bytes: Uint8Array<ArrayBuffer>, method: number, most: number): Promise<Uint8Array<ArrayBuffer>> {
  if (method === STORED && bytes.length <= most) return bytes;
  if (method === STORED) throw new ZipFault('too large');
  if (method !== DEFLATED) throw new ZipFault('packed otherwise');
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new ZipFault('too large');
    }
    parts.push(new Uint8Array(value));
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
