import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder, and those above it that are not there. `mkdir` with `recursive` does not end where the folder above is there and says that it is not, as `/proc` does.
 * @param mode of the folders that are made. Default: 0o777 without what the process keeps from others
 * @throws the error of the system, such as EACCES, ENOTDIR, or ENOENT where no folder can be made
 */
export function makeFolder(folder: string, mode = 0o777): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (isFolder(folder)) return;
    const above = path.dirname(folder);
    if (codeOf(error) !== 'ENOENT' || above === folder || isFolder(above)) throw error;
    makeFolder(above, mode);
    makeFolder(folder, mode);
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

const isFolder = (place: string): boolean => statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
