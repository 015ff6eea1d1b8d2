import type { Terminal } from './command.ts';

/** Exit code for a setting that cannot be used (EX_CONFIG of sysexits.h). */
const EX_CONFIG = 78;

/**
 * `platen db dump` and `platen db restore`.
 * @returns the exit status: 0, 1 when it failed, 78 when the database cannot be opened with these settings
 */
export async function runDatabase(
  command: 'dump' | 'restore',
  { positionals: [file = ''] }: { readonly positionals: readonly string[] },
  terminal: Terminal,
): Promise<number> {
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
