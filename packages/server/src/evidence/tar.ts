/** Archives as `tar` unpacks them (ustar, IEEE Std 1003.1, "pax"): plain files, written and read from front to back. */

const BLOCK = 512;
const RECORD = 20 * BLOCK;
/** Bytes of a file: what 11 octal digits hold. */
const LARGEST = 8 ** 11 - 1;
const NAME = /^[a-z0-9][\w.-]{0,60}(?:\/[\w.-]{1,60})?$/i;

/** Whether a name is short and plain enough for an archive of ours. */
const isEntryName = (name: string): boolean => NAME.test(name) && !name.includes('..');

/** A file of an archive: header, content, and what fills its last block. */
export function tarEntry(name: string, content: Buffer, at: Date): readonly Buffer[] {
  return [tarHeader(name, content.length, at), content, tarPadding(content.length)];
}

/** What stands before a file of so many bytes. @throws Error for a name or a size that does not fit */
export function tarHeader(name: string, size: number, at: Date): Buffer {
  if (!isEntryName(name) || size > LARGEST) throw new Error(`${name} does not fit into an archive.`);
  return headerOf({ name, size, seconds: Math.floor(at.getTime() / 1_000) });
}

/** What fills the last block of a file of so many bytes. */
export const tarPadding = (size: number): Buffer => Buffer.alloc(padding(size));

/** What a header says of its file. */
interface Facts {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** When it was changed, since the Unix epoch. */
  readonly seconds: number;
}

function headerOf({ name, size, seconds }: Facts): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100, 'ascii');
  header.write('0000600\0', 100, 'ascii');
  header.write('0000000\0', 108, 'ascii');
  header.write('0000000\0', 116, 'ascii');
  header.write(`${octal(size)}\0`, 124, 'ascii');
  header.write(`${octal(seconds)}\0`, 136, 'ascii');
  header.write('0', 156, 'ascii');
  header.write('ustar\x0000', 257, 'ascii');
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, 148, 'ascii');
  return header;
}

/** What ends an archive of so many bytes: two empty blocks, and as many as fill a record, which some programs need. */
export function tarEnd(size: number): Buffer {
  const end = 2 * BLOCK;
  return Buffer.alloc(end + ((RECORD - ((size + end) % RECORD)) % RECORD));
}

/** An archive that ends before it should. */
export class CutOff extends Error {}

/** What no archive of ours has. */
export class NoArchive extends Error {}

export interface TarEntry {
  readonly name: string;
  /** What of it is not read when the next entry is asked for is passed over. Throws CutOff. */
  readonly content: AsyncIterable<Buffer>;
}

/**
 * The files of an archive, of which a piece is held at a time.
 * @throws CutOff; NoArchive for what `tarEntry` does not write
 */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = new Bytes(source);
  for (;;) {
    const header = await bytes.exactly(BLOCK);
    if (isEmpty(header)) break;
    const { name, size } = parsed(header);
    const content = bytes.pieces(size);
    yield { name, content };
    for await (const _ of content);
    if (!isEmpty(await bytes.exactly(padding(size)))) throw new NoArchive('something follows a file');
  }
  const second = await bytes.exactly(BLOCK);
  if (!isEmpty(second)) throw new NoArchive('its end is damaged');
  for await (const piece of bytes.rest()) if (!isEmpty(piece)) throw new NoArchive('something follows its end');
}

/** A header has nothing that ours have not: of no seal, a prefix would have the file unpacked elsewhere, a mode for others. */
function parsed(header: Buffer): Facts {
  const [name = ''] = header.toString('latin1', 0, 100).split('\0', 1);
  const [size, seconds] = [octalAt(header, 124), octalAt(header, 136)];
  const isOurs = isEntryName(name) && headerOf({ name, size, seconds }).equals(header);
  if (!isOurs) throw new NoArchive('a header is damaged');
  return { name, size, seconds };
}

/** Eleven octal digits; NaN for what begins with none. */
const octalAt = (header: Buffer, at: number): number => Number.parseInt(header.toString('latin1', at, at + 11), 8);

/** Sum of the bytes of a header, its own eight taken as spaces. */
function checksum(header: Buffer): number {
  let sum = 8 * 0x20;
  for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte;
  return sum;
}

const isEmpty = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);
const octal = (value: number): string => value.toString(8).padStart(11, '0');
const padding = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

/** Bytes of a source, taken from its front. */
class Bytes {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** @throws CutOff */
  async exactly(count: number): Promise<Buffer> {
    return Buffer.concat(await Array.fromAsync(this.pieces(count)));
  }

  /** So many bytes, as they come. Who stops in their midst can go on later: nothing is closed. @throws CutOff */
  pieces(count: number): AsyncIterable<Buffer> {
    let left = count;
    const next = async (): Promise<IteratorResult<Buffer, undefined>> => {
      if (left === 0) return { done: true, value: undefined };
      if (!(await this.goesOn())) throw new CutOff();
      const value = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(value.length);
      left -= value.length;
      return { done: false, value };
    };
    return { [Symbol.asyncIterator]: () => ({ next }) };
  }

  async *rest(): AsyncGenerator<Buffer> {
    for (; await this.goesOn(); this.#rest = Buffer.alloc(0)) yield this.#rest;
  }

  async goesOn(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#source.next();
      if (done) return false;
      this.#rest = value;
    }
    return true;
  }
}
