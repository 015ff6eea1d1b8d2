import path from 'node:path';
import { ConfigError } from '../config/error.ts';
import type { ObjectsPlace } from '../config/objects.ts';
import type { Database } from '../data/database.ts';
import { DatabaseStore } from './database-store.ts';
import { FileStore } from './file-store.ts';
import type { ObjectStore } from './object-store.ts';

/** Where results are kept unless a setting says otherwise: several servers of one database need nothing else. */
export const defaultPlace = ({ kind }: Pick<Database, 'kind'>): ObjectsPlace => ({
  kind: kind === 'pglite' ? 'files' : 'database',
});

/**
 * The store of a service.
 * @param options.sync whether files survive a loss of power from the moment that they are kept. Default: where rows do, too, which those of
 *   the embedded database do not
 * @throws ConfigError when the bucket is not there, or these credentials may not use it
 */
export async function openObjectStore(
  place: ObjectsPlace,
  {
    database,
    dataFolder,
    sync = database.kind === 'postgresql',
  }: { readonly database: Database; readonly dataFolder: string; readonly sync?: boolean },
): Promise<ObjectStore> {
  if (place.kind === 'database') return new DatabaseStore(database);
  return await openOutsideStore(place, dataFolder, { sync });
}

/**
 * A store outside of the database.
 * @param options.sync whether files survive a loss of power from the moment that they are kept. Default: yes
 * @throws ConfigError as `openObjectStore`
 */
export async function openOutsideStore(
  place: Exclude<ObjectsPlace, { readonly kind: 'database' }>,
  dataFolder: string,
  { sync = true }: { readonly sync?: boolean } = {},
): Promise<ObjectStore> {
  if (place.kind === 'files') return new FileStore(path.join(dataFolder, 'objects'), { sync });
  // Loaded here only: most services keep results elsewhere.
  const [{ S3Store }, { faultOfBucket }] = await Promise.all([import('./s3-store.ts'), import('./s3-fault.ts')]);
  const fault = await faultOfBucket(place);
  if (fault !== undefined) throw new ConfigError('PLATEN_OBJECTS', fault);
  return new S3Store(place);
}

/** What is wrong with the place of results, as a sentence without a full stop. */
export async function faultOfObjects(place: ObjectsPlace): Promise<string | undefined> {
  if (place.kind !== 's3') return undefined;
  return await (await import('./s3-fault.ts')).faultOfBucket(place);
}
