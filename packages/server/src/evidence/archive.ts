import { createHash, type KeyObject } from 'node:crypto';
import { sealedLines } from '../audit/sealed-file.ts';
import { tarEnd, tarEntry } from './tar.ts';

export const EVIDENCE = 'platen-evidence';
/** The last file: a sealed list of all others, with their digests. */
export const MANIFEST = 'manifest.ndjson';

/** A file of evidence; one of lines becomes several, `audit/000001.ndjson` and so on, so that none is held as a whole. */
export type EvidenceFile =
  | { readonly name: string; readonly content: string | Buffer }
  | { readonly table: string; readonly lines: AsyncIterable<string> };

/** Bytes of a file of lines, but for the line that passes it. */
const PART = 1024 * 1024;

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

async function* partsOf(file: EvidenceFile): AsyncGenerator<{ readonly name: string; readonly content: Buffer }> {
  if ('content' in file) {
    yield { name: file.name, content: Buffer.from(file.content) };
    return;
  }
  let count = 0;
  let lines: Buffer[] = [];
  let size = 0;
  const part = () => {
    count += 1;
    const content = Buffer.concat(lines);
    [lines, size] = [[], 0];
    return { name: `${file.table}/${String(count).padStart(6, '0')}.ndjson`, content };
  };
  for await (const line of file.lines) {
    const bytes = Buffer.from(line);
    lines.push(bytes);
    size += bytes.length;
    if (size >= PART) yield part();
  }
  // A table without rows is there too: its absence would say nothing.
  if (size > 0 || count === 0) yield part();
}
