import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { pdfText, readPng } from '../packages/engine/src/testing/judge.ts';
import { type Service, startService } from '../packages/server/src/index.ts';
import { readConfigAnyIsolation } from '../packages/server/src/testing/any-isolation.ts';
import { usePostgres } from '../packages/server/src/testing/use-postgres.ts';
import { callPlaten } from './cli-command.ts';

/** What `platen convert` takes: folders, addresses on this machine, files that change; and who else may convert. */

const BIN = fileURLToPath(new URL('../packages/cli/bin/platen.js', import.meta.url));
const EXAMPLES = path.join(import.meta.dirname, '../examples');
const folder = mkdtempSync(path.join(tmpdir(), 'platen-cli-input-'));
const file = (name: string) => path.join(folder, name);
const KEY = 'a key of twenty-four or more characters';
afterAll(() => rmSync(folder, { recursive: true }));

interface Run {
  readonly status: number;
  readonly out: string;
  readonly error: string;
}

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Run> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...process.env, PLATEN_EGRESS_ALLOW: '', ...env } };
    execFile(program, args, options, (failure, out, error) => {
      resolve({ status: typeof failure?.code === 'number' ? failure.code : 0, out, error });
    });
  });
}
async function platen(args: readonly string[], settings: Record<string, string> = {}): Promise<Run> {
  const called = await callPlaten(args, { settings: { PLATEN_EGRESS_ALLOW: '', ...settings }, folder });
  return { status: called.status, out: called.stdout, error: called.stderr };
}

describe('the folder of a template', () => {
  it('is rendered by the first command of the examples as a service would', async () => {
    symlinkSync(EXAMPLES, file('examples'));
    const readme = readFileSync(path.join(EXAMPLES, 'README.md'), 'utf8');
    const [, words = ''] = /`platen (convert [^`]+)`/.exec(readme) ?? [];
    const { status, error } = await platen(words.split(' '));
    // The paper and the footer are in the files of the folder.
    expect([status, error]).toEqual([0, expect.stringMatching(/^quote\.pdf: 2 pages, [\d.]+ kB, [\d.]+ s\n$/)]);
    expect(pdfText(readFileSync(file('quote.pdf')))).toContain('Devis 2026-081');
  });

  it('has its style, header, options, snippets and files; what is given by hand wins', async () => {
    const files = {
      'index.liquid': '<img src="dot.svg">{% render "line" %}<p>{{ name }}',
      'style.css': 'body { margin: 0; background: rgb(0, 128, 0) }',
      'header.liquid': 'Head of {{ name }}',
      'data.json': '{"name": "Sample"}',
      'options.json': '{"format": "A5", "viewport": "100x60"}',
      'snippets/line.liquid': '<p>From a snippet',
      'dot.svg':
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="red"/></svg>',
    };
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(file(`bill/${name}`)), { recursive: true });
      writeFileSync(file(`bill/${name}`), content);
    }
    writeFileSync(file('other.json'), '{"name": "Other"}');
    const args = ['bill/index.liquid', '--data', 'other.json', '-o', 'bill.pdf', '-o', 'bill.png', '--json'];
    const { status, out, error } = await platen(['convert', ...args]);
    expect([status, error]).toEqual([0, '']);
    const { outputs, warnings } = JSON.parse(out);
    expect(outputs).toMatchObject([{ file: 'bill.pdf', format: 'pdf', pages: 1 }, { file: 'bill.png' }]);
    expect(warnings).toEqual([]);
    expect(pdfText(readFileSync(file('bill.pdf')))).toMatch(/Head of Other\s+From a snippet\s+Other/);
    const image = readPng(readFileSync(file('bill.png')));
    expect(image.width).toBe(100);
    expect(image.count([255, 0, 0])).toBe(81);
    expect(image.count([0, 128, 0])).toBeGreaterThan(4_000);
  });
});

describe('an address on this machine', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close().closeAllConnections();
  });

  async function listen(answer: string): Promise<{ readonly origin: string; readonly count: () => number }> {
    let count = 0;
    const server = createServer((_request, response) => {
      count += 1;
      response.setHeader('content-type', 'text/html').end(answer);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, count: () => count };
  }

  it('is reached when it is typed, and no other', async () => {
    const other = await listen('secret');
    const site = await listen(`<h1>Mine</h1><iframe src="${other.origin}"></iframe>`);
    const { status, error } = await platen(['convert', `${site.origin}/`, '-o', 'mine.txt']);
    expect([status, readFileSync(file('mine.txt'), 'utf8')]).toEqual([0, expect.stringContaining('Mine')]);
    expect(other.count()).toBe(0);
    expect(error).toContain('PLATEN_EGRESS_ALLOW');
  });

  it('is reached by name, too', async () => {
    const site = await listen('<h1>Mine</h1>');
    const { status } = await platen(['convert', site.origin.replace('127.0.0.1', 'localhost'), '-o', 'named.txt']);
    expect([status, site.count()]).toEqual([0, expect.any(Number)]);
    expect(readFileSync(file('named.txt'), 'utf8')).toContain('Mine');
  });

  it('elsewhere in the network is allowed by a setting that the error names', async () => {
    const { status, error } = await platen(['convert', 'http://10.255.255.1:5173/', '-o', 'never.pdf']);
    expect([status, error]).toEqual([1, expect.stringContaining('PLATEN_EGRESS_ALLOW=10.255.255.1:5173')]);
  });
});

describe('--watch', () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) await sleep(50);
  }

  it('converts again when a file changes that was read, also one beside it, until Ctrl-C', async () => {
    mkdirSync(file('watched'), { recursive: true });
    writeFileSync(file('watched/page.html'), '<link rel="stylesheet" href="page.css"><p>one');
    const args = ['convert', 'watched/page.html', '-o', 'watched.png', '--set', 'viewport=50x50', '--watch', '--json'];
    const child = spawn(process.execPath, [BIN, ...args], { cwd: folder });
    children.push(child);
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    const lines = () => out.split('\n').length - 1;
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    await until(() => lines() === 1);
    // A file that was missing appears.
    writeFileSync(file('watched/page.css'), 'body { background: red }');
    await until(() => readPng(readFileSync(file('watched.png'))).count([255, 0, 0]) > 1_000);
    writeFileSync(file('watched/page.html'), '');
    await until(() => out.includes('"error"') || lines() >= 3);
    const before = lines();
    writeFileSync(file('watched/page.html'), '<body style="background: lime">');
    await until(() => lines() > before && readPng(readFileSync(file('watched.png'))).count([0, 255, 0]) > 1_000);
    child.kill('SIGINT');
    expect(await exited).toBe(0);
  });
});

describe('--open', () => {
  it('opens the result on a terminal, and nothing without one', async () => {
    mkdirSync(file('bin'), { recursive: true });
    writeFileSync(file('bin/xdg-open'), `#!/bin/sh\necho "$1" >>${file('opened')}\n`);
    chmodSync(file('bin/xdg-open'), 0o755);
    writeFileSync(file('opened.html'), '<p>x');
    const env = { PATH: `${file('bin')}:${process.env.PATH}` };
    const args = ['convert', 'opened.html', '-o', 'opened.txt', '--open'];
    expect(await platen(args, env)).toMatchObject({ status: 0 });
    expect(existsSync(file('opened'))).toBe(false);
    const line = [process.execPath, BIN, ...args].join(' ');
    const { out } = await run('script', ['-q', '-e', '-c', line, '/dev/null'], env);
    expect(out).toMatch(/opened\.txt: 2 bytes, [\d.]+ s/);
    while (!existsSync(file('opened'))) await sleep(50);
    expect(readFileSync(file('opened'), 'utf8')).toBe('opened.txt\n');
  });
});

describe('--server', () => {
  const database = usePostgres();
  let service: Service;
  beforeAll(async () => {
    const config = readConfigAnyIsolation({
      PORT: '0',
      PLATEN_DATA: file('data'),
      ...database(),
      PLATEN_BOOTSTRAP_KEY: KEY,
      LOG_LEVEL: 'silent',
    });
    service = await startService(config);
  });
  afterAll(async () => {
    await service.stop();
  });

  it('has a service convert, with the files that the document names', async () => {
    mkdirSync(file('site/css'), { recursive: true });
    cpSync(path.join(EXAMPLES, 'templates/quote/mark.svg'), file('site/mark.svg'));
    writeFileSync(file('site/css/page.css'), 'body { background: url("../dot.svg") }');
    writeFileSync(
      file('site/dot.svg'),
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="red"/></svg>',
    );
    writeFileSync(file('site/secret.png'), 'never named, never sent');
    writeFileSync(file('site/page.html'), '<link rel="stylesheet" href="css/page.css"><p>Far away');
    const args = ['convert', 'site/page.html', '-o', 'far.png', '-o', 'far.pdf', '--set', 'viewport=50x50'];
    const there = await platen([...args, '--server', service.url], { PLATEN_API_KEY: KEY });
    expect([there.status, there.error]).toEqual([0, expect.stringMatching(/^far\.png: .*\nfar\.pdf: 1 page, /)]);
    expect(readPng(readFileSync(file('far.png'))).count([255, 0, 0])).toBeGreaterThan(1_000);
    expect(pdfText(readFileSync(file('far.pdf')))).toContain('Far away');

    const refused = await platen([...args, '--server', service.url, '--key', 'wrong', '--json']);
    expect([refused.status, JSON.parse(refused.out).error.code]).toEqual([1, 'invalid_key']);
    const unknown = await platen([...args, '--set', 'formt=A4', '--server', service.url, '--key', KEY]);
    expect([unknown.status, unknown.error]).toEqual([1, expect.stringContaining('Did you mean "format"?')]);
    const stored = await platen(['convert', 'bill', '-o', 'x.pdf', '--server', service.url, '--key', KEY]);
    expect([stored.status, stored.error]).toEqual([2, expect.stringContaining('platen templates push bill')]);
  });
});
