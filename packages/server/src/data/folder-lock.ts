import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../config/error.ts';
import { makeFolder } from './make-folder.ts';

const FILE = 'db.lock';
/** SQLITE_BUSY. */
const BUSY = 5;

/**
 * Holds the database folder for this process, since PGlite itself lets a second process in and both would ruin it.
 * The lock is the operating system's: it ends with the process, however that ends. Node.js offers no such lock of
 * its own; SQLite, which is part of it, locks a file of its own in this way.
 * @returns what lets go of the folder
 * @throws ConfigError when another process holds it, or the folder cannot be written to.
 */
export function lockFolder(dataFolder: string): () => void {
  const file = path.join(dataFolder, FILE);
  try {
    makeFolder(dataFolder, 0o700);
    const holder = new DatabaseSync(file, { timeout: 0 });
    try {
      holder.exec('begin exclusive');
    } catch (error) {
      holder.close();
      throw error;
    }
    return () => holder.close();
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) {
      throw new ConfigError(
        'PLATEN_DATA',
        'another process uses the database in this folder; stop it, or give one of them a folder of its own',
      );
    }
    throw new ConfigError('PLATEN_DATA', `${FILE} cannot be written in it; make the folder writable`);
  }
}
