import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { weakBrowser } from '../../packages/engine/src/testing/weak-browser.ts';

const withoutSandbox = weakBrowser('none');
const withoutNamespaces = weakBrowser('degraded');
afterAll(() => {
  for (const file of [withoutSandbox, withoutNamespaces]) rmSync(path.dirname(file), { recursive: true });
});

/** Starts the engine as a service with these settings would, and ends it: tells what was logged, or the error. */
const PROGRAM = `
const source = (file) => import(new URL('../../packages/server/src/' + file, ${JSON.stringify(import.meta.url)}).href);
const { readConfig } = await source('config/config.ts');
const { startEngine } = await source('service/start-engine.ts');
const { createLog } = await source('log/log.ts');
const lines = [];
const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
try {
  const engine = await startEngine(readConfig(process.env), log);
  console.log(JSON.stringify({ lines, health: engine.health() }));
  await engine.close();
} catch (error) {
  console.log(JSON.stringify({ error: error.message }));
}
process.exit();
`;

interface Started {
  readonly error?: string;
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  readonly health: { readonly isolation: string };
}

/** As an ordinary user. */
function start(settings: Record<string, string>): Started {
  const other = process.getuid?.() === 0 ? { uid: 64_722, gid: 64_722 } : {};
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], {
    ...other,
    env: { HOME: '/nonexistent', ...settings },
    cwd: '/',
    encoding: 'utf8',
    timeout: 50_000,
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Started;
}

const eventsOf = ({ lines }: Started) => lines.filter(({ event }) => event !== 'engine');

describe('a machine that runs the browser without its sandbox only', () => {
  const PLATEN_CHROME = withoutSandbox;

  it('does not start a service, and the error names the remedy and the setting', () => {
    expect(start({ PLATEN_CHROME }).error).toMatch(
      /^The browser did not start: .*without its sandbox only.*\. .*(?:user namespaces|Linux).* set PLATEN_UNSAFE_NO_SANDBOX=1\.$/,
    );
  });

  it('starts it with the setting, which is logged as an error', () => {
    const started = start({ PLATEN_CHROME, PLATEN_UNSAFE_NO_SANDBOX: '1' });
    expect(started.health.isolation).toBe('none');
    expect(eventsOf(started)).toContainEqual(
      expect.objectContaining({
        level: 'error',
        event: 'sandbox_off',
        remedy: expect.stringMatching(/namespaces|Linux/),
      }),
    );
  });

  it('starts no service for others, and names no setting', () => {
    const { error } = start({ PLATEN_CHROME, TRUSTED_PROXIES: '10.0.0.1', PLATEN_UNSAFE_SHARED_USER: '1' });
    expect(error).toContain('without its sandbox only');
    expect(error).not.toContain('PLATEN_');
  });
});

describe('a machine that refuses namespaces to an ordinary user', () => {
  const PLATEN_CHROME = withoutNamespaces;

  it('starts no service for others, whose browser could read the master key, and names the setting', () => {
    expect(start({ PLATEN_CHROME, PLATEN_SIGN_UP: 'open' }).error).toMatch(
      /^The browser did not start: .*could read the service's files.* PLATEN_UNSAFE_SHARED_USER=1\.$/,
    );
  });

  it.each<Record<string, string>>([{}, { HOST: '0.0.0.0', PLATEN_UNSAFE_SHARED_USER: '1' }])(
    'starts it where it was accepted, with a warning that says so: %j',
    (settings) => {
      const started = start({ PLATEN_CHROME, ...settings });
      expect(started.health.isolation).toBe('degraded');
      expect(eventsOf(started)).toContainEqual(
        expect.objectContaining({
          level: 'warn',
          event: 'isolation_degraded',
          what: 'browser',
          reads_files_of_service: true,
          remedy: expect.any(String),
        }),
      );
    },
  );
});
