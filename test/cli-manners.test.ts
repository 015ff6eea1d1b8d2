import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../packages/cli/src/commands/commands.ts';
import { runPlaten } from '../packages/cli/src/run.ts';

/** How `platen` answers those who do not know it yet. */

const BIN = fileURLToPath(new URL('../packages/cli/bin/platen.js', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'platen-cli-manners-'));
afterAll(() => rmSync(folder, { recursive: true }));

function platen(args: readonly string[], node: readonly string[] = []) {
  const options = { encoding: 'utf8', cwd: folder, timeout: 30_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [...node, BIN, ...args], options);
  return { status, stdout, stderr };
}

const NAMES = COMMANDS.flatMap((entry) =>
  'commands' in entry ? [entry.name, ...entry.commands.map(({ name }) => name)] : [entry.name],
);

describe('platen', () => {
  it.each(NAMES)('says how "%s" is called, and does nothing else', async (name) => {
    const written = { out: '', error: '' };
    const stream = (part: keyof typeof written) =>
      new Writable({
        write: (chunk, _encoding, done) => {
          written[part] += String(chunk);
          done();
        },
      });
    const terminal = { in: process.stdin, out: stream('out'), error: stream('error') };
    expect(await runPlaten([...name.split(' '), '--help'], terminal)).toBe(0);
    expect(written).toEqual({ out: expect.stringMatching(new RegExp(`^Usage: platen ${name}\\b`)), error: '' });
  });

  it('starts no service that is asked for its help', () => {
    const started = platen(['serve', '--help', '--port', '1']);
    expect(started).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Usage: platen serve/), stderr: '' });
  });

  it('tells its version', () => {
    expect(platen(['--version'])).toMatchObject({ status: 0, stdout: expect.stringMatching(/^platen \d+\.\d+\.\d+ /) });
  });

  // What it finds in `process.versions` is all that the launcher knows of its Node.js.
  const PRETEND =
    'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"18.1.0"}})';

  it('goes on with the Node.js that is installed beside it when its own is too old', () => {
    const started = platen(['--version'], ['--import', PRETEND]);
    expect(started).toMatchObject({ status: 0, stdout: expect.stringMatching(/Node\.js 2[4-9]/) });
    expect(platen(['fly'], ['--import', PRETEND])).toMatchObject({ status: 2 });
  });
});
