import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type Anchors, readAnchors } from '@platen/server/operation';
import type { Streams } from './keys.ts';
import { UsageError } from './usage-error.ts';

/**
 * Heads of the audit log from a folder: a copy of the bucket, made by whoever checks.
 * @throws UsageError without a key: whoever can write files can write others, sealed with a key of their own
 */
export async function anchorsIn(folder: string | undefined, key: string | undefined): Promise<Anchors | undefined> {
  if (folder === undefined) return undefined;
  if (key === undefined) throw new UsageError('Name the key that the anchors have to be sealed with, too: --key KEY');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  async function* files() {
    for (const entry of entries) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      yield { name: path.relative(folder ?? '', file), content: createReadStream(file) };
    }
  }
  return await readAnchors(files(), key);
}

/**
 * Says what the anchors are.
 * @param before when what is checked was made: later ones say nothing of rows that it does not have. Default: now
 * @returns count of what is wrong with them
 */
export function tellAnchors(anchors: Anchors | undefined, { out }: Streams, before?: string): number {
  if (!anchors) return 0;
  const { times, broken } = anchors;
  const end = before === undefined ? Number.POSITIVE_INFINITY : Date.parse(before);
  const later = times.filter((at) => Date.parse(at) > end).length;
  for (const name of broken)
    out.write(`anchor ${name}: it is not sealed with the key of this instance, or was changed\n`);
  if (times.length === 0)
    out.write('NO ANCHORS: there is no file of heads that is sealed with the key of this instance\n');
  else out.write(`checked against ${times.length} anchors${later > 0 ? `, ${later} later than the export` : ''}\n`);
  return broken.length + (times.length === 0 ? 1 : 0);
}
