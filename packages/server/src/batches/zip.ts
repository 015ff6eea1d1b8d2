import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file that is to stand in an archive. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: number;
  read(): AsyncIterable<Buffer>;
}

/** Bytes of a file that is added whole: five streams for each would take longer than all else that is done with it. */
const WHOLE = 1024 * 1024;

/** The same for every archive, so that equal results are equal archives; ZIP knows no earlier year than 1980. */
const TIME = new Date(1980, 0, 1);

/**
 * An archive of files, one after the other, as it is read: memory does not grow with it. PDFs and pictures are
 * compressed already and are stored as they are.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const archive = new ZipFile();
  const output = new PassThrough();
  (archive.outputStream as Readable).pipe(output);
  archive.on('error', (error: Error) => output.destroy(error));
  const left = new AbortController();
  output.once('close', () => left.abort());
  const writing = addAll(archive, entries, left.signal).catch((error: Error) => output.destroy(error));
  try {
    yield* output as AsyncIterable<Uint8Array>;
    await writing;
  } finally {
    output.destroy();
  }
}

/**
 * One entry at a time is open: the next one is asked for when the last one was read to its end, and when what was written is on its way.
 * @param left set off when nobody reads the archive any more
 */
async function addAll(archive: ZipFile, entries: AsyncIterable<ZipEntry>, left: AbortSignal): Promise<void> {
  const written = archive.outputStream as PassThrough;
  for await (const { name, bytes, read } of entries) {
    const compress = /\.(?:txt|md)$/.test(name);
    if (compress || bytes > WHOLE) {
      const file = Readable.from(read(), { objectMode: false, signal: left });
      archive.addReadStream(file, name, { mtime: TIME, compress });
      await finished(file);
    } else {
      archive.addBuffer(await whole(read()), name, { mtime: TIME, compress });
      if (written.writableNeedDrain) await once(written, 'drain', { signal: left });
    }
  }
  archive.end();
}

async function whole(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const [first = Buffer.alloc(0), ...rest] = await Array.fromAsync(bytes);
  return rest.length === 0 ? first : Buffer.concat([first, ...rest]);
}
