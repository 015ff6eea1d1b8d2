import { createHash } from 'node:crypto';
import { accessSync, constants, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { readMigrations } from './migrations.ts';

/** Beside the packages: what a checkout makes for itself, and may delete. */
export const PREPARED = path.resolve(import.meta.dirname, '../../../../.cache/empty-database');

export interface FolderOptions {
  /** Folder that `prepareDatabases` was called with. */
  readonly prepared?: string;
  /**
   * Whether what is made may have the tables of this version already: not where rows of another version are restored.
   * Default: no.
   */
  readonly withSchema?: boolean;
}

/**
 * Makes a database without a row of ours in a folder that is not there; one that is there is left as it is. It is filled
 * under another name: whatever ends the process, the folder never holds half a database.
 *
 * The seconds that PostgreSQL's own set-up and our migrations take are saved where `script/setup` has prepared
 * databases. Copies of one share what that set-up makes up: an identifier for replication, which PGlite does not have,
 * and a nonce for clients that sign in over the network, which it does not have either. Everything that is secret, and
 * every row but those that say which migrations ran and when, comes later.
 */
export async function createDatabaseFolder(
  folder: string,
  { prepared = PREPARED, withSchema = false }: FolderOptions = {},
): Promise<void> {
  if (existsSync(folder)) return;
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  const names = withSchema ? [schemaName(), emptyName()] : [emptyName()];
  const source = names.map((name) => path.join(prepared, name)).find(isReadable);
  if (source !== undefined) cpSync(source, draft, { recursive: true });
  else await initialise(draft);
  renameSync(draft, folder);
}

/** Whoever prepared it may have kept it to themselves; cpSync of such a folder ends the process. */
function isReadable(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Has PGlite set up an empty database. */
async function initialise(folder: string): Promise<void> {
  const lite = new PGlite(folder);
  await lite.waitReady;
  await lite.close();
}

/** Name of the prepared database without our tables: a database is opened by the version that has made it. */
export function emptyName(): string {
  const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
  return JSON.parse(readFileSync(fileURLToPath(manifest), 'utf8')).version;
}

/** Name of the prepared database with our tables: other migrations make another. */
export function schemaName(): string {
  const hash = createHash('sha256');
  for (const { checksum } of readMigrations()) hash.update(checksum);
  return `${emptyName()}-${hash.digest('hex').slice(0, 16)}`;
}
