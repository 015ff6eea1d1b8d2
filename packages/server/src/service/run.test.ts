import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// It lives for seconds: to compile the embedded database well would cost more than it saves.
const PROGRAM = ['--liftoff-only', fileURLToPath(new URL('../main.ts', import.meta.url))];

let dataFolder: string;
beforeAll(() => {
  dataFolder = mkdtempSync(path.join(tmpdir(), 'platen-run-'));
});
afterAll(() => rmSync(dataFolder, { recursive: true }));

function run(env: Record<string, string>, ...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...PROGRAM, ...words], {
    env,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

/** What a start tells until it listens; it is stopped then. */
async function startAndStop(env: Record<string, string>): Promise<string> {
  const service = spawn(process.execPath, PROGRAM, { env });
  let told = '';
  for (const output of [service.stdout, service.stderr]) {
    output.on('data', (text) => {
      told += String(text);
      if (told.includes('listening on')) service.kill('SIGTERM');
    });
  }
  await new Promise((resolve) => service.once('close', resolve));
  return told;
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

  it('takes no options, and says where settings are', () => {
    const stderr =
      '"--port=80" is not known: settings are in the environment, as in PORT=8080 script/server; see docs/settings.md\n';
    expect(run({ PLATEN_DATA: dataFolder }, '--port=80')).toEqual({ status: 78, stdout: '', stderr });
  });

  it('makes no key while its port is taken, shows it at the first start, and tells later ones how to get another', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as AddressInfo;
    const env = { PLATEN_DATA: dataFolder, HOST: '127.0.0.1', PLATEN_UNSAFE_NO_SANDBOX: '1' };
    const stderr = `PORT: ${port} is taken on 127.0.0.1; choose another\n`;
    expect(run({ ...env, PORT: String(port) })).toMatchObject({ status: 78, stderr });
    taken.close();
    expect(existsSync(path.join(dataFolder, 'bootstrap.json'))).toBe(false);
    expect(await startAndStop({ ...env, PORT: '0' })).toMatch(/Your API key\. It is shown only now.*plk_/s);
    const later = await startAndStop({ ...env, PORT: '0' });
    expect(later).toContain('another API key: platen keys create NAME, while the service is stopped');
    expect(later).not.toContain('plk_');
  });
});
