import { UsageError } from './arguments.ts';
import type { Terminal } from './convert.ts';

const DATABASE_USAGE = `Usage: platen db dump FILE
       platen db restore FILE

  dump      write everything that the database holds to FILE
  restore   read FILE into a database that is empty

The database is that of DATABASE_URL, or else the one in the folder PLATEN_DATA, which no service may be using. A dump
can be restored into either kind. It does not hold the master key: without that key, what is sealed stays sealed.
`;

/** Exit code for a setting that cannot be used (EX_CONFIG of sysexits.h). */
const EX_CONFIG = 78;

/**
 * `platen db dump` and `platen db restore`.
 * @returns the exit status: 0, 1 when it failed, 78 when the database cannot be opened with these settings
 * @throws UsageError when the command was used wrongly
 */
export async function runDatabase(args: readonly string[], terminal: Terminal): Promise<number> {
  const [command, file, ...more] = args;
  if (command === '--help' || command === '-h') {
    terminal.out.write(DATABASE_USAGE);
    return 0;
  }
  if (command !== 'dump' && command !== 'restore') throw new UsageError('Use "platen db dump" or "platen db restore".');
  if (file === undefined || more.length > 0) throw new UsageError(`Name one file: platen db ${command} FILE`);
  // Loaded here only: other commands need no server.
  const { ConfigError, dumpDatabase, readConfig, restoreDatabase } = await import('@platen/server');
  try {
    if (command === 'dump') await dumpDatabase(readConfig(), file);
    else terminal.error.write(`${await restoreDatabase(readConfig(), file)} rows restored\n`);
    return 0;
  } catch (error) {
    terminal.error.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof ConfigError ? EX_CONFIG : 1;
  }
}
