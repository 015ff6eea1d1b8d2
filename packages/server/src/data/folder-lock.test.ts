import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockFolder } from './folder-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'platen-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Another process that holds the folder until it is killed. */
async function otherProcess(): Promise<ChildProcess> {
  const module = JSON.stringify(path.join(import.meta.dirname, 'folder-lock.ts'));
  const code = `
    import { lockFolder } from ${module};
    lockFolder(${JSON.stringify(folder)});
    process.stdout.write('held');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

describe('lockFolder', () => {
  it('refuses a folder that another process holds, and takes it when that one was killed', async () => {
    const other = await otherProcess();
    try {
      expect(() => lockFolder(folder)).toThrow(/^PLATEN_DATA: another process uses the database in this folder/);
    } finally {
      other.kill('SIGKILL');
      await once(other, 'exit');
    }
    lockFolder(folder)();
  });

  it('refuses a folder that this process holds, until it lets go', () => {
    const unlock = lockFolder(folder);
    expect(() => lockFolder(folder)).toThrow(/another process/);
    unlock();
    lockFolder(folder)();
  });

  it('refuses a folder that cannot be written to', () => {
    writeFileSync(path.join(folder, 'file'), '');
    expect(() => lockFolder(path.join(folder, 'file'))).toThrow(/^PLATEN_DATA: db\.lock cannot be written in it/);
  });
});
