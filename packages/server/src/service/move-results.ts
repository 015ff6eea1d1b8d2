import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/error.ts';
import type { ObjectsPlace } from '../config/objects.ts';
import { openDatabase } from '../data/database.ts';
import { createStderrLog } from '../log/log.ts';
import { type MoveOptions, moveObjects } from '../objects/move.ts';
import { defaultPlace, openObjectStore } from '../objects/open.ts';
import { openDataFolder } from './data-folder.ts';
import { readSecrets } from './secrets.ts';

export interface MoveResultsOptions extends Pick<MoveOptions, 'keep' | 'onResult'> {
  /** Default: where the settings keep results. */
  readonly from?: ObjectsPlace;
  readonly to: ObjectsPlace;
}

/**
 * Brings the results of all organizations to another store: with PGlite while no server runs, on PostgreSQL at any time.
 * @returns how many objects the first store still has that belong to no result
 * @throws ConfigError when the database or a store cannot be opened, or both stores are one; the error of a store that
 *   is away
 */
export async function moveResults(config: Config, options: MoveResultsOptions): Promise<number> {
  const { dataFolder } = config;
  openDataFolder(dataFolder, createStderrLog('error'));
  const database = await openDatabase(config);
  try {
    const from = options.from ?? config.objects ?? defaultPlace(database);
    if (isDeepStrictEqual(from, options.to)) {
      throw new ConfigError('PLATEN_OBJECTS', 'results are there already; say where else they are with --from');
    }
    const { vault } = await readSecrets(config, database);
    // What was copied is removed where it was.
    const stores = [from, options.to].map((place) => openObjectStore(place, { database, dataFolder, sync: true }));
    const [first, second] = await Promise.all(stores);
    if (!first || !second) throw new Error('There are two stores.');
    return await moveObjects({ ...options, database, vault, from: first, to: second });
  } finally {
    await database.close();
  }
}
