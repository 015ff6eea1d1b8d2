import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { weakBrowser } from '../../packages/engine/src/testing/weak-browser.ts';

const withoutSandbox = weakBrowser('none');
const withoutNamespaces = weakBrowser('degraded');
afterAll(() => {
  for (const file of [withoutSandbox, withoutNamespaces]) rmSync(path.dirname(file), { recursive: true });
});

/** Starts the engine as a service with each of these settings would, and ends it: tells what was logged, or the error. */
const PROGRAM = `
const source = (file) => import(new URL('../../packages/server/src/' + file, ${JSON.stringify(import.meta.url)}).href);
const { readConfig } = await source('config/config.ts');
const { startEngine } = await source('service/start-engine.ts');
const { createLog } = await source('log/log.ts');
const starts = [];
for (const settings of JSON.parse(process.argv[1])) {
  const lines = [];
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  try {
    const engine = await startEngine(readConfig({ ...process.env, ...settings }), log);
    starts.push({ lines, health: engine.health() });
    await engine.close();
  } catch (error) {
    starts.push({ error: error.message });
  }
}
console.log(JSON.stringify(starts));
process.exit();
`;

interface Started {
  readonly error?: string;
  readonly lines?: readonly Readonly<Record<string, unknown>>[];
  readonly health?: { readonly isolation: string };
}

/** As an ordinary user, in one process. */
function start(...settings: readonly Record<string, string>[]): readonly Started[] {
  const other = process.getuid?.() === 0 ? { uid: 64_722, gid: 64_722 } : {};
  const program = ['--input-type=module', '-e', PROGRAM, JSON.stringify(settings)];
  const { stdout, stderr } = spawnSync(process.execPath, program, {
    ...other,
    env: { HOME: '/nonexistent' },
    cwd: '/',
    encoding: 'utf8',
    timeout: 150_000,
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as readonly Started[];
}

it('a machine that runs the browser without its sandbox only, and one that refuses namespaces, start what was accepted, and say so', () => {
  const none = { PLATEN_CHROME: withoutSandbox };
  const degraded = { PLATEN_CHROME: withoutNamespaces };
  const [refused, accepted, forOthers, open, own, shared] = start(
    none,
    { ...none, PLATEN_UNSAFE_NO_SANDBOX: '1' },
    { ...none, TRUSTED_PROXIES: '10.0.0.1', PLATEN_UNSAFE_SHARED_USER: '1' },
    { ...degraded, PLATEN_SIGN_UP: 'open' },
    degraded,
    { ...degraded, HOST: '0.0.0.0', PLATEN_UNSAFE_SHARED_USER: '1' },
  );
  // Without its sandbox no service starts, and the error names the remedy and the setting.
  expect(refused?.error).toMatch(
    /^The browser did not start: .*without its sandbox only.*\. .*(?:user namespaces|Linux).* set PLATEN_UNSAFE_NO_SANDBOX=1\.$/,
  );
  // With the setting it starts, which is logged as an error.
  expect(accepted?.health?.isolation).toBe('none');
  const off = { level: 'error', event: 'sandbox_off', remedy: expect.stringMatching(/namespaces|Linux/) };
  expect(accepted?.lines).toContainEqual(expect.objectContaining(off));
  // For others it starts with no setting, and none is named.
  expect(forOthers?.error).toContain('without its sandbox only');
  expect(forOthers?.error).not.toContain('PLATEN_');
  // A browser that could read the master key serves no others, unless that was accepted.
  expect(open?.error).toMatch(
    /^The browser did not start: .*could read the service's files.* PLATEN_UNSAFE_SHARED_USER=1\.$/,
  );
  const weak = { level: 'warn', event: 'isolation_degraded', what: 'browser', reads_files_of_service: true };
  for (const started of [own, shared]) {
    expect(started?.health?.isolation).toBe('degraded');
    expect(started?.lines).toContainEqual(expect.objectContaining({ ...weak, remedy: expect.any(String) }));
  }
});
