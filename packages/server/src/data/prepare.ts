import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { migrate } from './migrate.ts';
import { createDatabaseFolder, emptyName, PREPARED, schemaName } from './pglite-folder.ts';
import { openPglite } from './pglite-pool.ts';

/**
 * Makes the databases that new ones are copied from, unless those of this version are there: an empty one, and one with
 * the tables of this version. Those of other versions are deleted.
 */
export async function prepareDatabases(prepared = PREPARED): Promise<void> {
  const names = [emptyName(), schemaName()];
  mkdirSync(prepared, { recursive: true });
  await prepare(prepared, emptyName(), (folder) => createDatabaseFolder(folder, { prepared }));
  await prepare(prepared, schemaName(), async (folder) => {
    await createDatabaseFolder(folder, { prepared });
    const pool = await openPglite(folder);
    try {
      await migrate(pool);
    } finally {
      await pool.end();
    }
  });
  for (const name of readdirSync(prepared)) {
    if (!names.includes(name) && !name.startsWith('draft-')) rmSync(path.join(prepared, name), { recursive: true });
  }
}

async function prepare(prepared: string, name: string, make: (folder: string) => Promise<void>): Promise<void> {
  const folder = path.join(prepared, name);
  if (existsSync(folder)) return;
  const draft = mkdtempSync(path.join(prepared, 'draft-'));
  try {
    const made = path.join(draft, 'db');
    await make(made);
    shareForReading(made);
    renameSync(made, folder);
  } catch (error) {
    // Another process may have been first.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
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
