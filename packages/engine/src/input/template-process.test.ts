import { type ChildProcess, execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { endGroup } from '../isolation/end-group.ts';
import { nodeFlags, startProcess } from './template-process.ts';

const run = promisify(execFile);
const started: ChildProcess[] = [];

function take(): ReturnType<typeof startProcess> {
  const taken = startProcess();
  started.push(taken.child);
  return taken;
}

afterEach(() => {
  for (const child of started.splice(0)) endGroup(child);
});

describe('startProcess', () => {
  it('starts a child that may do nothing but render', async () => {
    await take().ready;
    const folder = await mkdtemp(join(tmpdir(), 'platen-probe-'));
    const probe = join(folder, 'probe.mjs');
    // The entry is all that is changed: a child reads its own entry, whatever it is.
    const flags = nodeFlags();
    await writeFile(
      probe,
      `const may = (scope, path) => process.permission.has(scope, path);
      let code = 'run';
      try { new Function('return 1')(); } catch { code = 'refused'; }
      console.log(JSON.stringify({
        read: ['/etc/passwd', ${JSON.stringify(tmpdir())}, process.cwd()].some((path) => may('fs.read', path)),
        write: may('fs.write', ${JSON.stringify(tmpdir())}),
        child: may('child'), worker: may('worker'), addon: may('addon'), wasi: may('wasi'),
        proto: '__proto__' in {}, code,
        frozen: [Object, Array, Map, Promise, RegExp, Intl.NumberFormat].every((one) => Object.isFrozen(one.prototype)),
      }));`,
    );
    try {
      const { stdout } = await run(process.execPath, [...flags, probe]);
      expect(JSON.parse(stdout)).toEqual({
        read: false,
        write: false,
        child: false,
        worker: false,
        addon: false,
        wasi: false,
        proto: false,
        code: 'refused',
        frozen: true,
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('gives each caller another child', async () => {
    const [first, second] = [take(), take()];
    expect(first.child.pid).not.toBe(second.child.pid);
    await Promise.all([first.ready, second.ready]);
  });

  it('tells when a child ends before it is ready', async () => {
    const { child, ready } = take();
    endGroup(child);
    await expect(ready).rejects.toThrow('before it was ready');
  });
});
