import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

function run(env: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN], { env, encoding: 'utf8', timeout: 30_000 });
  return { status, stdout, stderr };
}

describe('the service as a process', () => {
  it.each([
    ['a setting that cannot be used', { PORT: 'web' }, 'PORT: use a whole number from 0 to 65535\n'],
    [
      'a data folder that cannot be made',
      { PLATEN_DATA: '/dev/null/data', LOG_LEVEL: 'trace' },
      'PLATEN_DATA: the folder cannot be made; choose one that the service may write to\n',
    ],
  ])('ends with 78 and one line for %s', (_name, env, stderr) => {
    expect(run(env)).toEqual({ status: 78, stdout: '', stderr });
  });
});
