import { backUpInstance, ConfigError, readConfig, restoreBackup } from '@platen/server/operation';
import type { Streams } from './keys.ts';

interface Call {
  readonly positionals: readonly string[];
  readonly values: { readonly resume?: boolean };
}

/** Exit code for a setting that cannot be used (EX_CONFIG of sysexits.h). */
const EX_CONFIG = 78;

/** `platen backup`. @returns 0, 1 when it failed, 78 when something cannot be opened with these settings */
export async function backUp({ positionals: [file = ''] }: Call, streams: Streams): Promise<number> {
  return await told(streams, async () => {
    const gone = await backUpInstance(readConfig(), file);
    for (const name of gone) streams.error.write(`${name}: left out, since it was removed or is missing\n`);
  });
}

/** `platen restore`. @returns as `backUp` */
export async function restore({ positionals: [file = ''], values }: Call, streams: Streams): Promise<number> {
  return await told(streams, async () => {
    const { rows, gone } = await restoreBackup(readConfig(), file, { resumes: values.resume ?? false });
    for (const name of gone) streams.error.write(`${name}: not in the backup\n`);
    streams.error.write(`${rows} rows restored\n`);
  });
}

async function told({ error }: Streams, work: () => Promise<void>): Promise<number> {
  try {
    await work();
    return 0;
  } catch (fault) {
    error.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
    return fault instanceof ConfigError ? EX_CONFIG : 1;
  }
}
