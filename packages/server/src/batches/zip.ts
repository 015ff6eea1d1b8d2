import { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file that is to stand in an archive. */
export interface ZipEntry {
  readonly name: string;
  read(): AsyncIterable<Buffer>;
}

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
  const writing = addAll(archive, entries).catch((error: Error) => output.destroy(error));
  try {
    yield* output as AsyncIterable<Uint8Array>;
    await writing;
  } finally {
    output.destroy();
  }
}

/** One entry at a time is open: the next one is asked for when the last one was read to its end. */
async function addAll(archive: ZipFile, entries: AsyncIterable<ZipEntry>): Promise<void> {
  for await (const { name, read } of entries) {
    const bytes = Readable.from(read(), { objectMode: false });
    archive.addReadStream(bytes, name, { mtime: TIME, compress: /\.(?:txt|md)$/.test(name) });
    await finished(bytes);
  }
  archive.end();
}
