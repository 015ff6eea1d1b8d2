import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { runPlaten } from '../packages/cli/src/run.ts';
import { type Database, openDatabase } from '../packages/server/src/data/database.ts';
import { type AccountsService, emptyDatabase, startAccountsService } from '../packages/server/src/testing/accounts.ts';
import { makeDatabase, type TestDatabase } from '../packages/server/src/testing/database.ts';
import { KEY } from '../packages/server/src/testing/service.ts';

/** `platen templates`, as people call it on folders, against a service. */

const MAIN = fileURLToPath(new URL('../packages/cli/src/main.ts', import.meta.url));
const parent = mkdtempSync(path.join(tmpdir(), 'platen-cli-templates-'));
const folder = path.join(parent, 'invoice');
let made: TestDatabase;
let database: Database;
let service: AccountsService;

beforeAll(async () => {
  made = await makeDatabase('postgresql');
  database = await openDatabase(made.config);
  service = await startAccountsService(database);
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  for (const table of ['templates', 'snippets'] as const) await database.system.deleteFrom(table).execute();
});
afterAll(async () => {
  await service.close();
  await emptyDatabase(database);
  await database.close();
  await made.remove();
  rmSync(parent, { recursive: true });
});

interface Run {
  readonly status: number;
  readonly out: string;
  readonly error: string;
}

/** The command as `platen` runs it, in this process; what is wrong with the call is status 2 there. */
async function platen(args: readonly string[], environment: Record<string, string> = {}): Promise<Run> {
  const written = { out: '', error: '' };
  const stream = (name: keyof typeof written) =>
    new Writable({
      write: (chunk, _encoding, done) => {
        written[name] += String(chunk);
        done();
      },
    });
  const variables = { PLATEN_URL: service.url, PLATEN_API_KEY: KEY, ...environment };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const streams = { in: process.stdin, out: stream('out'), error: stream('error') };
  const status = (await runPlaten(['templates', ...args.map(inParent)], streams)) ?? 0;
  vi.unstubAllEnvs();
  const short = (text: string) => text.replaceAll(`${parent}/`, '');
  return { status, out: short(written.out), error: short(written.error) };
}

/** Folders and files of these names are in the folder of the test. */
const inParent = (argument: string, at: number, all: readonly string[]): string => {
  const isPlace = all[0] === 'push' ? at > 0 : at > 1;
  return isPlace && ['invoice', 'copy', 'key'].includes(argument) ? path.join(parent, argument) : argument;
};

function write(files: Record<string, string | Uint8Array>): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}

const FILES = {
  'index.liquid': `<p>{% render 'line', text: a %}</p>\r\n`,
  'footer.liquid': '{{page}}',
  'style.css': 'p { color: navy }',
  'data.json': '{"a": 1.50}',
  'samples.json': '[{"name": "None", "data": {}}]',
  'options.json': '{"format": "A5"}',
  'template.json': '{"name": "Invoice", "strict_variables": true}',
  'snippets/line.liquid': '<b>{{ text }}</b>',
  'img/logo.png': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255]),
};
const record = async (reference = 'invoice') => (await service.ask('GET', `/v1/templates/${reference}`)).body.template;

describe('platen templates', () => {
  it('pushes a folder, tells what changed, and makes no version of what did not', async () => {
    write(FILES);
    expect(await platen(['push', 'invoice', '--dry-run'])).toEqual({
      status: 0,
      out: 'snippet line: would be created\ntemplate invoice: would be created\n',
      error: '',
    });
    expect(await record()).toBeUndefined();
    expect((await platen(['push', 'invoice'])).out).toBe(
      'snippet line: created, version 1\ntemplate invoice: created, version 1\n',
    );
    expect(await record()).toMatchObject({ name: 'Invoice', strict_variables: true, status: 'published' });
    expect((await platen(['push', 'invoice'])).out).toBe(
      'snippet line: unchanged\ntemplate invoice: unchanged, version 1\n',
    );

    write({ 'style.css': 'p { color: teal }', 'img/logo.png': 'new' });
    rmSync(path.join(folder, 'footer.liquid'));
    expect((await platen(['push', 'invoice', '--draft'])).out).toContain('draft changed (css, footer, img/logo.png)');
    expect(await record()).toMatchObject({ version: 1, status: 'changed', footer: null });
    expect((await platen(['push', 'invoice'])).out).toContain('template invoice: new version 2\n');

    write({ 'template.json': '{"name": "Invoice", "folder": "Invoices", "strict_variables": true}' });
    expect((await platen(['push', 'invoice'])).out).toContain('template invoice: published, version 2 (folder)\n');
    expect((await record()).folder).toBe('Invoices');

    write({ 'snippets/line.liquid': '<i>{{ text }}</i>' });
    expect((await platen(['push', 'invoice', '--dry-run'])).out).toBe(
      'snippet line: would be changed\ntemplate invoice: would be published\n',
    );
    expect((await platen(['push', 'invoice'])).out).toBe(
      'snippet line: changed, version 2\ntemplate invoice: new version 3\n',
    );
    expect((await record('invoice@2')).snippets).toMatchObject([{ content: '<b>{{ text }}</b>' }]);
  });

  it('pulls what was pushed, file by file, and old versions', async () => {
    write(FILES);
    await platen(['push', 'invoice']);
    expect(await platen(['pull', 'invoice', 'invoice'])).toEqual({ status: 0, out: 'invoice: unchanged\n', error: '' });
    expect((await platen(['pull', 'invoice', 'copy'])).status).toBe(0);
    for (const [name, content] of Object.entries(FILES)) {
      const bytes = readFileSync(path.join(parent, 'copy', name));
      if (!name.endsWith('.json')) expect(bytes.equals(Buffer.from(content)), name).toBe(true);
      else expect(JSON.parse(bytes.toString())).toMatchObject(JSON.parse(content.toString()));
    }
    write({ 'index.liquid': 'changed' });
    const refused = await platen(['pull', 'invoice', 'invoice']);
    expect(refused).toMatchObject({ status: 2, error: expect.stringContaining('these differ: index.liquid.') });
    await platen(['push', 'invoice']);
    expect((await platen(['pull', 'invoice@1', 'invoice', '--force'])).out).toContain('invoice/index.liquid: written');
    expect(readFileSync(path.join(folder, 'index.liquid'), 'utf8')).toBe(FILES['index.liquid']);
  });

  it('brings more files than one request takes', async () => {
    const size = 9 * 1024 * 1024;
    write({
      'index.liquid': 'x',
      'a.png': Buffer.alloc(size, 1),
      'b.png': Buffer.alloc(size, 2),
      'c.png': Buffer.alloc(1024, 3),
    });
    write({ 'd.png': Buffer.alloc(7 * 1024 * 1024 - 2048, 4) });
    expect((await platen(['push', 'invoice'])).out).toBe('template invoice: created, version 1\n');
    expect((await record('invoice@1')).assets).toHaveLength(4);
    expect((await platen(['push', 'invoice'])).out).toBe('template invoice: unchanged, version 1\n');
  });

  it('says what the service says, and exits with 1', async () => {
    write({ 'index.liquid': '<p>\n{{ a | mony }}', 'header.liquid': '{% if %}' });
    const refused = await platen(['push', 'invoice']);
    expect(refused).toMatchObject({ status: 1, out: '' });
    expect(refused.error).toMatch(/"mony" is not known.*line 2, column/);
    expect(refused.error.trim().split('\n')).toHaveLength(2);
    write({ 'index.liquid': 'x', 'options.json': '{"margn": 1}' });
    expect((await platen(['push', 'invoice'])).error).toContain('Did you mean "margin"?');
    expect(await platen(['push', 'invoice'], { PLATEN_API_KEY: 'wrong' })).toMatchObject({ status: 1 });
    const away = await platen(['push', 'invoice', '--server', 'http://127.0.0.1:9']);
    expect(away).toMatchObject({ status: 1, error: expect.stringContaining('cannot be reached') });
    expect(await platen(['pull', 'nowhere'])).toMatchObject({ status: 1, error: 'There is no template "nowhere".\n' });
  });

  it('takes the key from a file', async () => {
    write({ 'index.liquid': 'x' });
    writeFileSync(path.join(parent, 'key'), `${KEY}\n`);
    expect((await platen(['push', 'invoice', '--key-file', 'key'], { PLATEN_API_KEY: '' })).status).toBe(0);
  });

  it.each([
    [[], 'push FOLDER...'],
    [['push'], 'Name a folder'],
    [['push', 'nowhere'], 'holds no template'],
    [['push', '.', '--force'], 'The option --force is not known'],
    [['pull'], 'Name a template'],
    [['pull', 'a', 'b', 'c'], '"c" is one argument too many'],
    [['pull', 'a', '--draft'], 'The option --draft is not known'],
    [['pull', 'a', '--server', 'ftp://x'], 'no address of a service'],
    [['push', '--drft'], 'Did you mean --draft?'],
  ])('%j is told what it lacks', async (args, message) => {
    expect(await platen(args)).toMatchObject({ status: 2, out: '', error: expect.stringContaining(message) });
  });

  it('is a command of platen: it lacks a key, and exits with 2', () => {
    const env = { ...process.env, PLATEN_API_KEY: '' };
    const { status, stderr } = spawnSync(process.execPath, [MAIN, 'templates', 'pull', 'a'], { env, encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, expect.stringContaining('PLATEN_API_KEY')]);
  });
});
