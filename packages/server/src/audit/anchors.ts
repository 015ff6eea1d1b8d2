import { z } from 'zod';
import type { LockedBucket } from '../objects/locked-bucket.ts';
import type { AnchoredHead, Head } from './marks.ts';
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
  readonly heads: readonly AnchoredHead[];
  /** When each file that is whole was written. */
  readonly times: readonly string[];
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
  const heads = new Map<string, AnchoredHead>();
  const broken: string[] = [];
  const times: string[] = [];
  const readOne = async ({ name, content }: AnchorFile) => {
    const file = await wholeFile(content, key);
    if (!file) return void broken.push(name);
    const { at } = file;
    times.push(at);
    for (const head of file.heads) {
      const which = `${head.organisationId} ${head.seq} ${head.hash}`;
      const known = heads.get(which);
      if (!known || Date.parse(at) < Date.parse(known.at)) heads.set(which, { ...head, at });
    }
  };
  const underWay = new Set<Promise<void>>();
  for await (const file of files) {
    const work: Promise<void> = readOne(file).finally(() => underWay.delete(work));
    // Whoever waits for it below is told; until then nobody may be there.
    work.catch(() => {});
    underWay.add(work);
    if (underWay.size >= AT_ONCE) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  return { heads: [...heads.values()], times: times.sort(), broken: broken.sort() };
}

/** What a file has; undefined if it is not sealed with the key. */
async function wholeFile(
  content: AsyncIterable<Buffer>,
  key: string,
): Promise<{ readonly at: string; readonly heads: readonly Head[] } | undefined> {
  const heads: Head[] = [];
  try {
    const onLine = (value: object, number: number) => {
      const line = anchorLine.safeParse(value);
      if (!line.success) throw new ExportError('it is not what a file of heads has.', number);
      heads.push({ organisationId: line.data.chain, seq: line.data.seq, hash: line.data.hash });
    };
    const { header, fault } = await readSealed(content, { format: ANCHOR, key, onLine });
    return fault ? undefined : { at: header.at, heads };
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    return undefined;
  }
}

/** All anchors of a bucket, those too that somebody has tried to remove or to write over. */
export async function* anchorsOf(bucket: LockedBucket): AsyncGenerator<AnchorFile> {
  for await (const version of bucket.versions()) yield { name: version.name, content: bucket.read(version) };
}
