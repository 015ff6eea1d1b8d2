import { chmodSync, readdirSync, statSync } from 'node:fs';
import { ConfigError } from '../config/error.ts';
import { makeFolder } from '../data/make-folder.ts';
import type { Log } from '../log/log.ts';

const OTHERS = 0o077;
/** Names that no other folder has. */
const OURS = new Set(['bootstrap.json', 'master.key', 'db.lock']);

/**
 * Makes the data folder, closed to every other user. One that exists and is open is closed only if it is empty or
 * plainly ours: a mistyped PLATEN_DATA must not lock people out of their own folder.
 * @throws ConfigError when the folder cannot be made.
 */
export function openDataFolder(folder: string, log: Log): void {
  try {
    makeFolder(folder, 0o700);
  } catch {
    throw new ConfigError('PLATEN_DATA', 'the folder cannot be made; choose one that the service may write to');
  }
  const mode = statSync(folder).mode & 0o777;
  if ((mode & OTHERS) === 0) return;
  const names = readdirSync(folder);
  if (names.length === 0 || names.some((name) => OURS.has(name))) {
    try {
      chmodSync(folder, 0o700);
      return;
    } catch {
      // Not our folder to close, as with many mounted volumes; the files in it are closed one by one.
    }
  }
  log.event('data_folder_open', { mode: mode.toString(8) });
}
