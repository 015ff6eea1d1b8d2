import type { Terminal } from './command.ts';

interface Call {
  readonly positionals: readonly string[];
  readonly values: { readonly unsealed?: boolean };
}

/** Exit code for a setting that cannot be used (EX_CONFIG of sysexits.h). */
const EX_CONFIG = 78;

/**
 * `platen db dump` and `platen db restore`.
 * @returns the exit status: 0, 1 when it failed, 78 when the database cannot be opened with these settings
 */
export async function runDatabase(
  command: 'dump' | 'restore',
  { positionals: [file = ''], values }: Call,
  terminal: Terminal,
): Promise<number> {
  // Loaded here only: other commands need no server.
  const { ConfigError, dumpInstance, readConfig, restoreInstance } = await import('@platen/server/operation');
  try {
    if (command === 'dump') await dumpInstance(readConfig(), file);
    else {
      const rows = await restoreInstance(readConfig(), file, { unsealed: values.unsealed });
      terminal.error.write(`${rows} rows restored\n`);
    }
    return 0;
  } catch (error) {
    terminal.error.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return error instanceof ConfigError ? EX_CONFIG : 1;
  }
}
