import { createHash, randomBytes } from 'node:crypto';
import { DeliveryFault } from './faults.ts';
import type { FileHost, OutgoingFile } from './kind.ts';

/** What of a probe went well; `not_allowed`: the account may only write, which is enough for deliveries. */
export interface Probed {
  /** `not_tried`: where each file is taken once, or sent to people, a test writes none; whether the account is let in may be known. */
  readonly write: 'ok' | 'not_tried';
  readonly read: 'ok' | 'not_allowed' | 'not_supported';
  readonly remove: 'ok' | 'not_allowed' | 'not_supported';
  /** The file that was left there, if it could not be removed. */
  readonly left: string | null;
}

/** Writes a small file, reads it back and removes it. @throws DeliveryFault, or an error of the host */
export async function probe(
  host: FileHost,
  { folder, codeOf }: { readonly folder: string; readonly codeOf: (error: unknown) => string },
): Promise<Probed> {
  const name = `platen-test-${randomBytes(6).toString('hex')}.txt`;
  const path = folder === '' ? name : `${folder}/${name}`;
  const file = probeFile(path);
  await host.write(file);
  const read = await allowed(codeOf, host.read && (() => readBack(host, file)));
  const remove = await allowed(codeOf, host.remove && (() => (host.remove as (path: string) => Promise<void>)(path)));
  return { write: 'ok', read, remove, left: remove === 'ok' ? null : path };
}

function probeFile(path: string): OutgoingFile {
  const bytes = Buffer.from(`Platen has written this to see whether it can. It may be removed.\n${path}\n`);
  return {
    path,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    contentType: 'text/plain',
    metadata: {},
    temporary: randomBytes(6).toString('hex'),
    attempt: 1,
    note: async () => {},
    open: async function* () {
      yield bytes;
    },
  };
}

async function readBack(host: FileHost, { path, sha256 }: OutgoingFile): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of host.read?.(path) ?? []) hash.update(chunk);
  if (hash.digest('hex') !== sha256) throw new DeliveryFault('hash_mismatch');
}

async function allowed(codeOf: (error: unknown) => string, work: (() => Promise<void>) | undefined) {
  if (!work) return 'not_supported';
  try {
    await work();
    return 'ok';
  } catch (error) {
    // Writing went well: the credentials are right, and allow that alone.
    if (codeOf(error) === 'permission_denied') return 'not_allowed';
    throw error;
  }
}
