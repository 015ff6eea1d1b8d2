import { type MergedPdf, PdfJoin } from '@platen/engine';
import { ApiError } from '../errors.ts';
import { atOnce } from './at-once.ts';
import type { EarlyJoin } from './early-joins.ts';

/** Bytes of PDFs that are merged in memory. */
const MOST_MERGED = 512 * 1024 * 1024;
/** Results that are read at once to be merged: each takes a store several trips. */
const READ_AT_ONCE = 8;

/** A result that is to be part of a file. */
export interface MergedEntry {
  readonly name: string;
  /** Its name in the object store. */
  readonly object: string;
  readonly bytes: number;
  read(): AsyncIterable<Buffer>;
}

/**
 * The one PDF of a batch.
 * @param options.early what was joined already. It is gone on with if it is the beginning of the entries, and given up if not
 * @throws ApiError `result_too_large`, `merge_failed`, what reading the entries throws, and the reason of the signal
 */
export async function mergedOf(
  results: AsyncIterable<MergedEntry>,
  {
    early,
    numbering,
    signal,
  }: { readonly early: EarlyJoin | undefined; readonly numbering: 'item' | 'whole'; readonly signal: AbortSignal },
): Promise<MergedPdf> {
  let join = early?.join;
  const stop = () => join?.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const entries = await listed(results);
    signal.throwIfAborted();
    const joined = early?.objects ?? [];
    const isBeginning = joined.every((object, index) => object === entries[index]?.object);
    if (!isBeginning) join?.close();
    if (!join || !isBeginning) join = new PdfJoin();
    const left = entries.slice(isBeginning ? joined.length : 0);
    for await (const bytes of atOnce(READ_AT_ONCE, left, whole)) {
      // What is left may be hundreds of megabytes, which nobody needs any more.
      signal.throwIfAborted();
      join.add(bytes);
    }
    const titles = entries.map(({ name }) => name.replace(/\.pdf$/i, ''));
    return await join.finish({ numbering, titles }).catch((error: Error) => {
      throw new ApiError('merge_failed', { detail: `Not merged: ${error.message}.`, cause: error });
    });
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

async function listed(results: AsyncIterable<MergedEntry>): Promise<readonly MergedEntry[]> {
  const entries: MergedEntry[] = [];
  let total = 0;
  for await (const entry of results) {
    entries.push(entry);
    total += entry.bytes;
    if (total <= MOST_MERGED) continue;
    throw new ApiError('result_too_large', {
      detail: 'PDFs of 512 MB at most are merged. Divide the batch, or ask for "zip".',
    });
  }
  return entries;
}

/** The bytes of a result, in memory of their own. */
async function whole({ bytes, read }: MergedEntry): Promise<Uint8Array> {
  const all = new Uint8Array(bytes);
  let at = 0;
  for await (const chunk of read()) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}
