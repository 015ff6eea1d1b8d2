import { randomBytes } from 'node:crypto';
import { createWriteStream, openSync, renameSync, rmSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import type { SealedVerification } from '@platen/server/operation';
import type { Streams } from './keys.ts';

/** Files that the instance seals, and that are checked without it. */

/**
 * Writes a file that only this user may read, and which is whole or not there.
 * @param work is given what writes the text
 * @returns what `work` returns, or 1 when the file could not be written
 */
export async function writeWhole(
  file: string,
  streams: Streams,
  work: (write: (text: AsyncIterable<string | Buffer>) => Promise<void>) => Promise<number>,
): Promise<number> {
  // Without it V8 lets the heap grow to several times of what is used, the more the longer a file is written.
  setFlagsFromString('--optimize-for-size');
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    return await work(async (text) => {
      const out = createWriteStream(draft, { fd: openSync(draft, 'wx', 0o600), flush: true });
      await pipeline(Readable.from(text), out);
      renameSync(draft, file);
    });
  } catch (error) {
    if (!isFileError(error)) throw error;
    streams.error.write(`${error.message}\n`);
    return 1;
  } finally {
    rmSync(draft, { force: true });
  }
}

export const isFileError = (error: unknown): error is Error =>
  error instanceof Error && 'syscall' in error && typeof error.syscall === 'string';

export const FILE_FAULTS = {
  changed: 'the file was changed since it was sealed',
  cut_off: 'the file has no seal at its end, so what followed is missing',
  other_key: 'the file is not sealed with this key, or was changed',
} as const;

export const UNKNOWN_KEY =
  'Whoever makes such a file anew can seal it with a key of their own: compare this key with the one that the operator ' +
  'gave you, or name that one by --key.';

/** Says whether a file is as it was sealed. @returns 0, or 1 if it is not */
export function tellSeal({ header, fault }: SealedVerification, key: string | undefined, streams: Streams): number {
  const { at, public_key } = header;
  streams.out.write(fault ? `NOT WHOLE: ${FILE_FAULTS[fault]}\n` : `made ${at}, sealed with ${public_key}\n`);
  if (!fault && key === undefined) streams.error.write(`${UNKNOWN_KEY}\n`);
  return fault ? 1 : 0;
}
