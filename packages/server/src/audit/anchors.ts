import { z } from 'zod';
import type { LockedBucket } from '../objects/locked-bucket.ts';
import type { Head } from './marks.ts';
import { readSealed } from './sealed-file.ts';
import { ExportError } from './verify-export.ts';

/** Heads of audit chains as they were at a time: files that are sealed, and kept where nobody can change them. */
export const ANCHOR = 'platen-audit-heads';

/** A line of such a file. */
export const anchorLine = z.strictObject({
  chain: z.string().max(100),
  seq: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

/** What a place of anchors has. */
export interface Anchors {
  readonly heads: readonly Head[];
  /** Files that are whole. */
  readonly files: number;
  /** Names of files that are not sealed with the key, were changed or cut off, or are no such files. */
  readonly broken: readonly string[];
}

export interface AnchorFile {
  readonly name: string;
  readonly content: AsyncIterable<Buffer>;
}

/** Files that are read at the same time. */
const AT_ONCE = 8;

/**
 * Reads anchors. One that is broken says nothing of any chain: it is named, and the others count.
 * @param key the public key of the instance
 */
export async function readAnchors(files: AsyncIterable<AnchorFile>, key: string): Promise<Anchors> {
  // Of heads that are in many files, one is held.
  const heads = new Map<string, Head>();
  const broken: string[] = [];
  let whole = 0;
  const readOne = async ({ name, content }: AnchorFile) => {
    const found: Head[] = [];
    if (await isWhole(content, key, found)) whole += 1;
    else broken.push(name);
    for (const head of found) heads.set(`${head.organisationId} ${head.seq} ${head.hash}`, head);
  };
  const underWay = new Set<Promise<void>>();
  for await (const file of files) {
    const work: Promise<void> = readOne(file).finally(() => underWay.delete(work));
    underWay.add(work);
    if (underWay.size >= AT_ONCE) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  return { heads: [...heads.values()], files: whole, broken: broken.sort() };
}

/** Whether a file is sealed with the key. @param found is given its heads, if it is */
async function isWhole(content: AsyncIterable<Buffer>, key: string, found: Head[]): Promise<boolean> {
  const heads: Head[] = [];
  try {
    const onLine = (value: object, number: number) => {
      const line = anchorLine.safeParse(value);
      if (!line.success) throw new ExportError('it is not what a file of heads has.', number);
      heads.push({ organisationId: line.data.chain, seq: line.data.seq, hash: line.data.hash });
    };
    const { fault } = await readSealed(content, { format: ANCHOR, key, onLine });
    if (fault) return false;
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    return false;
  }
  found.push(...heads);
  return true;
}

/** All anchors of a bucket, those too that somebody has tried to remove or to write over. */
export async function* anchorsOf(bucket: LockedBucket): AsyncGenerator<AnchorFile> {
  for await (const version of bucket.versions()) yield { name: version.name, content: bucket.read(version) };
}
