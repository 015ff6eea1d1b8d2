import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isHeadFile } from '../audit/heads.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/error.ts';
import { BesideRestore } from '../data/beside.ts';
import { RestoreError } from '../data/restore-error.ts';
import { dumpDatabase, restoreDatabase } from '../data/transfer.ts';
import { createStderrLog } from '../log/log.ts';
import { ObjectMissing } from '../objects/object-store.ts';
import { openOutsideStore } from '../objects/open.ts';
import { openMasterKeys } from '../vault/master-key.ts';
import { openDataFolder } from './data-folder.ts';
import { sealKey } from './dumps.ts';
import { keepHead } from './heads-of-backup.ts';

/** Backups of an instance: database, results and heads of the audit log in one file, sealed under its master key. */

type BackupConfig = Pick<
  Config,
  'dataFolder' | 'host' | 'masterKey' | 'databaseUrl' | 'databaseConnections' | 'objects'
>;

/** Where results are, if that is not the database, which a dump has anyway. */
function outside({ objects, databaseUrl }: BackupConfig) {
  if (objects === undefined) return databaseUrl === undefined ? ({ kind: 'files' } as const) : undefined;
  return objects.kind === 'database' ? undefined : objects;
}

/**
 * Writes a backup, which only this user may read, and which is whole or not there. It is one state of the database with the
 * results that its rows name, although others go on working; what was removed meanwhile is left out.
 * @returns names of results that are left out
 * @throws ConfigError without the master key, or when the database or the store cannot be opened
 */
export async function backUpInstance(config: BackupConfig, file: string): Promise<readonly string[]> {
  const { current } = await openMasterKeys(config, { make: false });
  const place = outside(config);
  const gone: string[] = [];
  const store = place ? await openOutsideStore(place, config.dataFolder) : NOTHING;
  await dumpDatabase(config, file, sealKey(current), {
    store,
    isMissing: (error) => error instanceof ObjectMissing,
    heads: () => headsIn(config.dataFolder),
    // Those that the database keeps are in its rows.
    ...(place ? { onGone: (name: string) => void gone.push(name) } : {}),
  });
  return gone;
}

const NOTHING = {
  // biome-ignore lint/correctness/useYield: there is nothing to read
  async *read(): AsyncGenerator<Buffer> {
    throw new ObjectMissing();
  },
};

/**
 * Restores a backup onto an empty database, whole or not at all, and brings it to this version.
 * @param options.resumes whether deliveries, jobs and emails go on that were under way, as after a move of a service that
 *   stands still. Default: none is done or sent a second time
 * @returns count of the rows, and names of results that the backup does not have
 * @throws RestoreError with what is wrong with the backup; ConfigError as `backUpInstance`
 */
export async function restoreBackup(
  config: BackupConfig,
  file: string,
  { resumes = false }: { readonly resumes?: boolean } = {},
): Promise<{ readonly rows: number; readonly gone: readonly string[] }> {
  const { current, previous } = await openMasterKeys(config, { make: false });
  openDataFolder(config.dataFolder, createStderrLog('error'));
  if ((await headsIn(config.dataFolder)).length > 0) {
    throw new RestoreError('The data folder has heads of an audit log already; give the restore a new one.');
  }
  const place = outside(config);
  const beside = new BesideRestore(place ? await openOutsideStore(place, config.dataFolder) : refusing);
  const seals = [current, ...(previous ? [previous] : [])].map(sealKey);
  const rows = await restoreDatabase(config, file, { seals, beside, settles: !resumes });
  for (const head of beside.heads) await keepHead(config.dataFolder, head);
  return { rows, gone: place ? beside.gone : [] };
}

const refusing = {
  put: async () => {
    throw new ConfigError(
      'PLATEN_OBJECTS',
      'the backup has results beside the database; restore it with files or s3://bucket, then "platen objects move"',
    );
  },
  read: NOTHING.read,
  remove: async () => {},
};

async function headsIn(dataFolder: string): Promise<readonly string[]> {
  const folder = path.join(dataFolder, 'audit');
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const heads = files.filter((file) => isHeadFile(file)).sort();
  return await Promise.all(heads.map((file) => readFile(path.join(folder, file), 'utf8')));
}
