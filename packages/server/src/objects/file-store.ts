import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type ByteRange, type ListedObject, ObjectMissing, type ObjectStore } from './object-store.ts';

const CHUNK = 256 * 1024;
/** Bytes that are written or read in one turn where the disk is not waited for. */
const SHORT = 512 * 1024;
/** Begins the names of files that are not whole yet. */
const DRAFT = '.draft-';

/** Objects as files of a folder that only this user may read. */
export class FileStore implements ObjectStore {
  readonly #folder: string;
  readonly #sync: boolean;

  /**
   * @param options.sync whether an object survives a loss of power from the moment that it is kept, for which the disk is waited for twice.
   *   Without, it survives the end of every process, and what is short is written and read in one turn of this thread: the memory of the system takes
   *   it in a tenth of a millisecond, and the four trips to other threads that it would else take cost 7 ms beside a browser. Default: yes
   */
  constructor(folder: string, { sync = true }: { readonly sync?: boolean } = {}) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#folder = folder;
    this.#sync = sync;
  }

  async put(name: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    if (this.#sync) return await this.#put(name, bytes);
    const { begin, rest } = await begunWith(bytes, SHORT);
    if (rest) return await this.#put(name, rest);
    writeAtOnce(this.#path(name), begin);
  }

  async #put(name: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    const file = this.#path(name);
    const folder = path.dirname(file);
    const draft = draftIn(folder);
    try {
      const handle = await begun(draft);
      try {
        for await (const chunks of together(bytes, SHORT)) await writeAll(handle, chunks);
        if (this.#sync) await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    if (this.#sync) await syncFolder(folder);
  }

  async *read(name: string, { start, length }: ByteRange): AsyncGenerator<Buffer> {
    if (!this.#sync && length !== undefined && length <= SHORT) {
      yield readAtOnce(this.#path(name), { start, length });
      return;
    }
    const handle = await opened(this.#path(name));
    try {
      let position = start;
      const end = length === undefined ? Number.POSITIVE_INFINITY : start + length;
      while (position < end) {
        const buffer = Buffer.alloc(Math.min(CHUNK, end - position));
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
        if (bytesRead === 0) break;
        position += bytesRead;
        yield buffer.subarray(0, bytesRead);
        // The end of the file, which the length of what is read tells its reader. Without one, a read may just be short.
        if (bytesRead < buffer.length && length !== undefined) break;
      }
      if (position === start) throw new ObjectMissing();
    } finally {
      await handle.close();
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#path(name), { force: true });
  }

  async *list(): AsyncGenerator<ListedObject> {
    for (const folder of await entries(this.#folder)) {
      for (const file of await entries(path.join(this.#folder, folder))) {
        const writtenAt = file.startsWith(DRAFT) ? undefined : await this.#timeOf(folder, file);
        if (writtenAt) yield { name: `${folder}/${file}`, writtenAt };
      }
    }
  }

  async removeUnfinished(time: Date): Promise<number> {
    let count = 0;
    for (const folder of await entries(this.#folder)) {
      for (const file of await entries(path.join(this.#folder, folder))) {
        if (!file.startsWith(DRAFT) || ((await this.#timeOf(folder, file)) ?? time) >= time) continue;
        await rm(path.join(this.#folder, folder, file), { force: true });
        count += 1;
      }
    }
    return count;
  }

  /** When a file was written; undefined if it is not there any more. */
  async #timeOf(folder: string, file: string): Promise<Date | undefined> {
    return await stat(path.join(this.#folder, folder, file)).then(
      ({ mtime }) => mtime,
      () => undefined,
    );
  }

  /** Names are made by us; one that could lead elsewhere is a fault. */
  #path(name: string): string {
    if (!/^[a-z]+_[0-9a-z]+\/[a-z]+_[0-9a-z_]+$/.test(name)) throw new Error('This is no name of an object.');
    return path.join(this.#folder, name);
  }
}

const draftIn = (folder: string): string => path.join(folder, `${DRAFT}${randomBytes(9).toString('hex')}`);

/**
 * The first chunks, until they have more than so many bytes: then `rest` has all of them again, and what follows. Whoever reads it to its end, or
 * stops before, ends `bytes` too.
 */
async function begunWith(
  bytes: AsyncIterable<Buffer>,
  most: number,
): Promise<{ readonly begin: readonly Buffer[]; readonly rest?: AsyncIterable<Buffer> }> {
  const chunks = bytes[Symbol.asyncIterator]();
  const begin: Buffer[] = [];
  for (let size = 0; size <= most; ) {
    const next = await chunks.next();
    if (next.done) return { begin };
    begin.push(next.value);
    size += next.value.length;
  }
  const rest = async function* () {
    try {
      yield* begin;
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
    } finally {
      await chunks.return?.();
    }
  };
  return { begin, rest: rest() };
}

/** Chunks that have so many bytes together, or are the last: each write is a trip to another thread, which takes as long for any size. */
async function* together(bytes: AsyncIterable<Buffer>, least: number): AsyncGenerator<readonly Buffer[]> {
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < least) continue;
    yield chunks;
    chunks = [];
    size = 0;
  }
  if (chunks.length > 0) yield chunks;
}

async function writeAll(handle: FileHandle, chunks: readonly Buffer[]): Promise<void> {
  const { bytesWritten } = await handle.writev(chunks);
  if (bytesWritten === chunks.reduce((sum, { length }) => sum + length, 0)) return;
  // A system may take less than it is given: what is left is written from there.
  await handle.writeFile(Buffer.concat(chunks).subarray(bytesWritten));
}

function writeAtOnce(file: string, chunks: readonly Buffer[]): void {
  const draft = draftIn(path.dirname(file));
  try {
    const descriptor = createdAtOnce(draft);
    try {
      for (const bytes of chunks) {
        for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
      }
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** @throws ObjectMissing also where no byte of the range is there */
function readAtOnce(file: string, { start, length }: Required<ByteRange>): Buffer {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch (error) {
    throw isMissing(error) ? new ObjectMissing() : error;
  }
  try {
    const buffer = Buffer.alloc(length);
    let filled = 0;
    for (let read = -1; read !== 0 && filled < length; filled += read) {
      read = readSync(descriptor, buffer, filled, length - filled, start + filled);
    }
    if (filled === 0) throw new ObjectMissing();
    return buffer.subarray(0, filled);
  } finally {
    closeSync(descriptor);
  }
}

/** A new file; its folder is there but for the first one of an organization. */
function createdAtOnce(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    if (!isMissing(error)) throw error;
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    return openSync(file, 'wx', 0o600);
  }
}

/** A new file; its folder is there but for the first one of an organization. */
async function begun(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    return await open(file, 'wx', 0o600);
  }
}

async function opened(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'r');
  } catch (error) {
    throw isMissing(error) ? new ObjectMissing() : error;
  }
}

/** Names in a folder, in the order of their bytes. */
async function entries(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** So that the name survives a loss of power too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
