import { createHash, type KeyObject } from 'node:crypto';
import { sealedLines } from '../audit/sealed-file.ts';
import { tarEnd, tarEntry } from './tar.ts';

export const EVIDENCE = 'platen-evidence';
/** The last file: a sealed list of all others, with their digests. */
export const MANIFEST = 'manifest.ndjson';

/** A file of evidence; one of lines, some at a time, becomes several, `audit/000001.ndjson` and so on, so that none is held as a whole. */
export type EvidenceFile =
  | { readonly name: string; readonly content: string | Buffer }
  | { readonly table: string; readonly lines: AsyncIterable<string> };

/** Bytes of a file of lines; what comes at once and is longer has one of its own. */
const PART = 256 * 1024;

/**
 * Files as a tar archive that ends in its manifest. Memory does not grow with it.
 * @param options.key seals the manifest (Ed25519)
 * @param options.facts stand in the manifest
 */
export async function* evidenceArchive(
  files: AsyncIterable<EvidenceFile>,
  { key, at, facts }: { readonly key: KeyObject; readonly at: Date; readonly facts: object },
): AsyncGenerator<Buffer> {
  let written = 0;
  const listed: { readonly file: string; readonly bytes: number; readonly sha256: string }[] = [];
  for await (const file of files) {
    for await (const { name, content } of partsOf(file)) {
      listed.push({ file: name, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') });
      yield* counted(tarEntry(name, content, at));
    }
  }
  const manifest = await Array.fromAsync(sealedLines(listed, { format: EVIDENCE, key, at, facts }));
  yield* counted(tarEntry(MANIFEST, Buffer.from(manifest.join('')), at));
  yield tarEnd(written);

  function counted(pieces: readonly Buffer[]): readonly Buffer[] {
    for (const piece of pieces) written += piece.length;
    return pieces;
  }
}

/** The files of an archive that it becomes. */
export async function* partsOf(
  file: EvidenceFile,
): AsyncGenerator<{ readonly name: string; readonly content: Buffer }> {
  if ('content' in file) {
    yield { name: file.name, content: Buffer.from(file.content) };
    return;
  }
  let count = 0;
  // One piece of memory for each part, and none for each line: many small ones live until the part is written.
  let part = Buffer.allocUnsafeSlow(PART);
  let size = 0;
  const taken = () => {
    count += 1;
    const content = part.subarray(0, size);
    [part, size] = [Buffer.allocUnsafeSlow(PART), 0];
    return { name: `${file.table}/${String(count).padStart(6, '0')}.ndjson`, content };
  };
  for await (const some of file.lines) {
    const bytes = Buffer.byteLength(some);
    if (size > 0 && size + bytes > PART) yield taken();
    if (bytes > PART) part = Buffer.allocUnsafeSlow(bytes);
    size += part.write(some, size);
  }
  // A table without rows is there too: its absence would say nothing.
  if (size > 0 || count === 0) yield taken();
}
