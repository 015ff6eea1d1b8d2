import { createHash } from 'node:crypto';
import { DeliveryFault } from './faults.ts';
import type { FileHost, OnConflict, OutgoingFile, Written } from './kind.ts';
import { numbered } from './path.ts';

/** Names that are tried before `rename` gives up. */
const MOST_NAMES = 100;

/**
 * Writes a file where it belongs, as `on_conflict` says. A file that is there with the same bytes is taken for what an
 * earlier try has written: a process may die after the last byte and before it can say so.
 * @throws DeliveryFault `file_exists`, and what the host throws
 */
export async function put(
  host: FileHost,
  file: OutgoingFile,
  onConflict: OnConflict,
): Promise<Written & { path: string }> {
  if (onConflict === 'replace' || !host.find) {
    return { ...(await host.write(file)), path: file.path };
  }
  for (let number = 1; number <= MOST_NAMES; number += 1) {
    const path = number === 1 ? file.path : numbered(file.path, number);
    const found = await host.find(path);
    if (!found) return { ...(await host.write({ ...file, path })), path };
    if (await isSame(host, path, file, found.bytes)) return { location: found.location, etag: found.etag, path };
    if (onConflict === 'fail') break;
  }
  throw new DeliveryFault('file_exists', { detail: file.path });
}

/** Only of a later try: the first one has written nothing. */
async function isSame(host: FileHost, path: string, file: OutgoingFile, bytes: number): Promise<boolean> {
  if (file.attempt === 1 || !host.read || bytes !== file.bytes) return false;
  const hash = createHash('sha256');
  for await (const chunk of host.read(path)) hash.update(chunk);
  return hash.digest('hex') === file.sha256;
}
