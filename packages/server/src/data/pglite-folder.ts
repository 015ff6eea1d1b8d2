import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';

/** Beside the packages: what a checkout makes for itself, and may delete. */
const PREPARED = path.resolve(import.meta.dirname, '../../../../.cache/empty-database');

/**
 * Makes an empty database, without a table of ours, in a folder that is not there; one that is there is left as it is.
 * It is filled under another name: whatever ends the process, the folder never holds half a database.
 *
 * The seconds that PostgreSQL's own set-up takes are saved where `script/setup` has prepared an empty database. Copies
 * of it share what that set-up makes up: an identifier for replication, which PGlite does not have, and a nonce for
 * clients that sign in over the network, which it does not have either. Everything that is secret comes later.
 * @param options.prepared Folder that `prepareDatabase` was called with.
 */
export async function createDatabaseFolder(
  folder: string,
  { prepared = PREPARED }: { readonly prepared?: string } = {},
): Promise<void> {
  if (existsSync(folder)) return;
  const draft = `${folder}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  const source = path.join(prepared, pgliteVersion());
  if (isReadable(source)) cpSync(source, draft, { recursive: true });
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

/** Makes the empty database that new ones are copied from, unless this version of PGlite has one. */
export async function prepareDatabase(prepared = PREPARED): Promise<void> {
  const version = pgliteVersion();
  const folder = path.join(prepared, version);
  if (existsSync(folder)) return;
  mkdirSync(prepared, { recursive: true });
  const draft = mkdtempSync(path.join(prepared, 'draft-'));
  try {
    await initialise(draft);
    shareForReading(draft);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Another process may have been first.
    if (!existsSync(folder)) throw error;
  }
  for (const name of readdirSync(prepared)) {
    if (name !== version && !name.startsWith('draft-')) rmSync(path.join(prepared, name), { recursive: true });
  }
}

/** Has PGlite set up an empty database. */
async function initialise(folder: string): Promise<void> {
  const lite = new PGlite(folder);
  await lite.waitReady;
  await lite.close();
}

/**
 * Lets every user of the machine read it, and only its own change it: the service often runs as another one than who set
 * it up. PGlite makes files that all may write.
 */
function shareForReading(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
  chmodSync(folder, 0o755);
}

/** A database is opened by the version that has made it. */
function pgliteVersion(): string {
  const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'));
  return JSON.parse(readFileSync(fileURLToPath(manifest), 'utf8')).version;
}
