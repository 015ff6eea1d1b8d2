import { createHash, randomBytes } from 'node:crypto';
import { createGuardedClient } from '@platen/engine';
import { faultOf } from '../destinations/fault-of.ts';
import type { FileHost, OutgoingFile } from '../destinations/kind.ts';
import { kindOf } from '../destinations/kinds.ts';

/** Opens a kind of destination on loopback, as a delivery does. */
export async function openKind(
  name: string,
  settings: object,
  {
    patience = 10_000,
    allow = ['127.0.0.1'],
    origins = {},
  }: {
    readonly patience?: number;
    readonly allow?: readonly string[];
    readonly origins?: Readonly<Record<string, string>>;
  } = {},
): Promise<FileHost> {
  const kind = kindOf(name);
  const client = createGuardedClient({ egressAllow: allow });
  const parsed = kind.settings.parse(settings);
  return await kind.open(parsed as never, {
    client,
    signal: new AbortController().signal,
    patience,
    origins,
    now: Date.now,
  });
}

/** A file of random bytes. */
export function outgoing(
  path: string,
  over: Partial<OutgoingFile> & { readonly size?: number } = {},
): OutgoingFile & { readonly content: Buffer } {
  const { size = 200_000, ...rest } = over;
  const content = randomBytes(size);
  return {
    path,
    content,
    bytes: content.length,
    sha256: sha256Of(content),
    contentType: 'application/pdf',
    metadata: { 'platen-job': 'job_1' },
    temporary: 'abc123',
    attempt: 1,
    note: async () => {},
    open: async function* () {
      for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536);
    },
    ...rest,
  };
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The code of the fault that some work ends with; undefined if it goes well. */
export async function codeOf(name: string, work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return faultOf(error, kindOf(name)).code;
  }
}
