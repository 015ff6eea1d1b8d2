import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const BINARIES = ['node_modules/.bin', '../../node_modules/.bin'].map((folder) =>
  path.join(import.meta.dirname, folder),
);

/** Runs a program of the packages that are installed here, and gives what it wrote. */
export async function runTool(
  name: string,
  options: readonly string[],
  { cwd = import.meta.dirname }: { readonly cwd?: string } = {},
): Promise<string> {
  const { stdout } = await promisify(execFile)(name, options, {
    cwd,
    maxBuffer: 64 * 1024 * 1024,
    env: {
      ...process.env,
      PATH: [...BINARIES, process.env.PATH].join(path.delimiter),
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    },
  });
  return stdout;
}
