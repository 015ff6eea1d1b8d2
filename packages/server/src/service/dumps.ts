import type { Config } from '../config/config.ts';
import { dumpDatabase, restoreDatabase } from '../data/transfer.ts';
import { type MasterKey, openMasterKeys } from '../vault/master-key.ts';

/** Dumps of an instance, sealed under its master key: the database itself may come with a dump, this key does not. */

type DumpConfig = Pick<Config, 'dataFolder' | 'host' | 'masterKey' | 'databaseUrl' | 'databaseConnections'>;

/** @throws ConfigError without the master key, or when the database cannot be opened */
export async function dumpInstance(config: DumpConfig, file: string): Promise<void> {
  const { current } = await openMasterKeys(config, { make: false });
  await dumpDatabase(config, file, sealKey(current));
}

/**
 * @param options.unsealed restore what has no seal, or one that does not fit. Default: false
 * @returns Count of the rows.
 * @throws RestoreError with what is wrong with the dump; ConfigError as `dumpInstance`
 */
export async function restoreInstance(
  config: DumpConfig,
  file: string,
  { unsealed = false }: { readonly unsealed?: boolean } = {},
): Promise<number> {
  if (unsealed) return await restoreDatabase(config, file, { seals: 'unsealed' });
  const { current, previous } = await openMasterKeys(config, { make: false });
  return await restoreDatabase(config, file, { seals: [current, ...(previous ? [previous] : [])].map(sealKey) });
}

/** What seals dumps and backups under a master key. */
export const sealKey = ({ id, dumps: key }: MasterKey) => ({ id, key });
