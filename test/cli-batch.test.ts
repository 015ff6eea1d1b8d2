import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pdfJson, pdfText } from '../packages/engine/src/testing/judge.ts';
import { readConfig, type Service, startService } from '../packages/server/src/index.ts';
import { usePostgres } from '../packages/server/src/testing/use-postgres.ts';
import { callPlaten } from './cli-command.ts';
import { until } from './faults/until.ts';

/** `platen batch`: many documents, here and by a service, whole and after an interruption. */

const BIN = fileURLToPath(new URL('../packages/cli/bin/platen.js', import.meta.url));
const KEY = 'a key of twenty-four or more characters';
const LETTER = '<html lang=en><title>Letter</title><h1>Letter {{ number }}</h1><p>Dear {{ customer.name }}';
const STRICT = ['--set', 'strict_variables=true'];
let folder: string;
const file = (name: string) => path.join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'platen-cli-batch-'));
  writeFileSync(file('letter.html'), LETTER);
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Run {
  readonly status: number;
  readonly out: string;
  readonly error: string;
}

async function platen(...args: readonly string[]): Promise<Run> {
  const { status, stdout, stderr } = await callPlaten(['batch', ...args], {
    settings: { PLATEN_API_KEY: KEY },
    folder,
  });
  return { status, out: stdout, error: stderr };
}

const row = (number: string, name?: string) => JSON.stringify({ number, ...(name ? { customer: { name } } : {}) });
const writeRows = (...rows: readonly string[]) => writeFileSync(file('rows.ndjson'), rows.join('\n'));
const outline = (pdf: string) =>
  (pdfJson(readFileSync(file(pdf)), 'outlines') as { title: string }[]).map(({ title }) => title);

describe('on this machine', () => {
  it('makes a file for each row, tells which failed and why, and tries only those again', async () => {
    writeRows(row('2026/1', 'Ada'), '', row('../x'), row('con', 'Grace'));
    const args = ['letter.html', '--data', 'rows.ndjson', '-o', 'out/{{ number }}.pdf', ...STRICT];
    const first = await platen(...args);
    expect(first.status).toBe(1);
    expect(first.error).toContain('1 failed:\nrow  document    why\n  3  out/-x.pdf  ');
    expect(first.error).toMatch(
      /The data has no "customer\.name"[^\n]*\(template_variable_missing\)\n2 documents, 1 failed, /,
    );
    expect(readdirSync(file('out')).sort()).toEqual(['.platen-batch', '2026-1.pdf', '_con.pdf']);
    const before = statSync(file('out/2026-1.pdf')).mtimeMs;
    writeRows(row('2026/1', 'Ada'), '', row('../x', 'Edsger'), row('con', 'Grace H.'));
    const second = await platen(...args, '--resume', '--json');
    expect(second.status).toBe(0);
    expect(JSON.parse(second.out)).toMatchObject({ total: 3, made: 2, kept: 1, failed: 0, failures: [] });
    expect(statSync(file('out/2026-1.pdf')).mtimeMs).toBe(before);
    expect(pdfText(readFileSync(file('out/_con.pdf')))).toContain('Dear Grace H.');
    expect(readdirSync(file('out')).sort()).toEqual(['-x.pdf', '2026-1.pdf', '_con.pdf']);
  });

  it('makes one PDF or ZIP of a table, with the names that the data gives', async () => {
    writeFileSync(file('rows.csv'), '\ufeffnumber;customer.name\r\n1;Ada\r\n1;"Grace\r\nH."\r\n');
    const merged = await platen('letter.html', '--data', 'rows.csv', '-o', 'all.pdf', '--name', 'No {{ number }}');
    expect([merged.status, merged.error]).toEqual([
      0,
      expect.stringMatching(/^all\.pdf: 2 documents, \d+ s, [\d.]+ a second\n$/),
    ]);
    expect(outline('all.pdf')).toEqual(['No 1', 'No 1-2']);
    const zip = await platen(
      'letter.html',
      '--data',
      'rows.csv',
      '-o',
      'all.zip',
      '--to',
      'md',
      '--name',
      '{{ number }}',
    );
    expect([zip.status, zip.error]).toEqual([0, expect.stringContaining('note: 1 name was there already')]);
    expect(execFileSync('unzip', ['-p', file('all.zip'), '1-2.md']).toString()).toContain('Dear Grace H.');
    expect(readdirSync(folder).sort()).toEqual(['all.pdf', 'all.zip', 'letter.html', 'rows.csv']);
  });

  it('goes on after Ctrl-C where it was', async () => {
    writeRows(...Array.from({ length: 25 }, (_, index) => row(String(index), 'Ada')));
    const args = ['letter.html', '--data', 'rows.ndjson', '-o', 'out/{{ number }}.pdf', '--concurrency', '1'];
    const child: ChildProcess = spawn(process.execPath, [BIN, 'batch', ...args], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let told = '';
    child.stderr?.on('data', (chunk) => (told += chunk));
    const exit = new Promise((resolve) => child.once('close', resolve));
    const pdfs = () =>
      existsSync(file('out')) ? readdirSync(file('out')).filter((name) => /^\d+\.pdf$/.test(name)) : [];
    await until('some are there', async () => pdfs().length >= 3);
    child.kill('SIGINT');
    expect(await exit).toBe(130);
    expect(told).toContain('Interrupted. What was made is kept. The same command with --resume goes on.');
    const there = pdfs().length;
    expect(there).toBeLessThan(25);
    const { status, out } = await platen(...args, '--resume', '--json');
    expect([status, JSON.parse(out)]).toMatchObject([0, { total: 25, kept: there, made: 25 - there }]);
    expect(pdfs()).toHaveLength(25);
  });

  it('shows a bar with rate and remaining time on a terminal', async () => {
    writeRows(...Array.from({ length: 6 }, (_, index) => row(String(index), 'Ada')));
    const words = [
      process.execPath,
      BIN,
      'batch',
      'letter.html',
      '--data',
      'rows.ndjson',
      '-o',
      'all.pdf',
      '--concurrency',
      '1',
    ];
    const shown = execFileSync('script', ['-qec', words.join(' '), '/dev/null'], { cwd: folder }).toString();
    // Each drawing takes the place of the one before.
    const drawn = shown.split('\r\x1b[K');
    expect(drawn).toContainEqual(expect.stringMatching(/^█+░+ +\d+ % {2}[1-5] of 6, [\d.]+ a second, \d+ s left$/));
    expect(drawn.at(-1)).toMatch(/^all\.pdf: 6 documents, [^\n]*\n$/);
  });

  /** Whoever may do everything is told that `/proc` can be written to. */
  const UNMADE =
    process.getuid?.() === 0 ? 'The folder "/proc/nowhere" cannot be made' : '"/proc" cannot be written to';
  it.each([
    [['-o', 'out.pdf'], 'Name the file with the rows'],
    [['--data', 'rows.csv'], 'Name the output'],
    [['--data', 'rows.csv', '-o', 'out.png'], '"out.png" is one name for all rows'],
    [['--data', 'rows.csv', '-o', '{{ name }}.pdf'], 'rows 2, 4 give a.pdf'],
    [['--data', 'rows.csv', '-o', '{{ nr }}.pdf'], 'The name of row 2 cannot be made'],
    [['--data', 'rows.csv', '-o', 'letter.html/{{ name }}.pdf'], '"letter.html" is a file'],
    [['--data', 'rows.csv', '-o', 'letter.html/new/all.zip'], '"letter.html" is a file'],
    [['--data', 'rows.csv', '-o', '/proc/nowhere/{{ name }}.pdf'], UNMADE],
    [['--data', 'rows.csv', '-o', '/proc/nowhere/new/all.zip'], UNMADE],
    [['--data', 'ragged.csv', '-o', 'out.pdf'], '"ragged.csv": Row 3 has 2 columns, but row 1 names 1'],
    [
      ['--data', 'rows.csv', '-o', 'out.pdf', '--set', 'protection.user_password=x'],
      'Protected files cannot be merged',
    ],
    [['--data', 'rows.csv', '-o', 'out.pdf', '--key', 'x'], 'A key is for a service'],
  ])('refuses %j before anything is made', async (args, sentence) => {
    writeFileSync(file('rows.csv'), 'name\na\nb\nA\n');
    writeFileSync(file('ragged.csv'), 'name\na\nb,c\n');
    const { status, error } = await platen('letter.html', ...args);
    expect([status, error]).toEqual([2, expect.stringContaining(sentence)]);
    expect(readdirSync(folder).sort()).toEqual(['letter.html', 'ragged.csv', 'rows.csv']);
  });

  it('refuses the name of a folder for the one file, before anything is made', async () => {
    mkdirSync(file('all.pdf'));
    writeRows(row('1', 'Ada'));
    const { status, error } = await platen('letter.html', '--data', 'rows.ndjson', '-o', 'all.pdf');
    expect([status, error]).toEqual([2, expect.stringContaining('"all.pdf" is a folder')]);
    expect(readdirSync(folder).sort()).toEqual(['all.pdf', 'letter.html', 'rows.ndjson']);
  });
});

describe('by a service', () => {
  const database = usePostgres();
  let service: Service;
  let data: string;
  beforeAll(async () => {
    data = mkdtempSync(path.join(tmpdir(), 'platen-cli-batch-data-'));
    service = await startService(
      readConfig({
        PORT: '0',
        PLATEN_CONCURRENCY: '2',
        PLATEN_DATA: data,
        ...database(),
        PLATEN_BOOTSTRAP_KEY: KEY,
        PLATEN_ALLOW_NO_SANDBOX: '1',
        LOG_LEVEL: 'silent',
      }),
    );
  });
  afterAll(async () => {
    await service.stop();
    rmSync(data, { recursive: true });
  });

  it('makes files and one PDF of a document with its pictures, and tries failed rows again', async () => {
    mkdirSync(file('img'));
    writeFileSync(file('img/dot.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    writeFileSync(file('letter.html'), `${LETTER}<img src="img/dot.svg" alt="">`);
    writeRows(row('1', 'Ada'), row('2'));
    const server = ['--server', service.url, '--data', 'rows.ndjson', ...STRICT];
    const first = await platen('letter.html', ...server, '-o', 'out/{{ number }}.pdf');
    expect([first.status, first.error]).toEqual([
      1,
      expect.stringMatching(/\n {2}2 {2}out\/2\.pdf {2}[^\n]*customer\.name/),
    ]);
    expect(readdirSync(file('out')).sort()).toEqual(['.platen-batch', '1.pdf']);
    // The same batch: the service tries the failed row again, and it fails again.
    const again = await platen('letter.html', ...server, '-o', 'out/{{ number }}.pdf', '--resume', '--json');
    expect([again.status, JSON.parse(again.out)]).toMatchObject([1, { total: 2, made: 0, kept: 1, failed: 1 }]);
    writeRows(row('1', 'Ada'), row('2', 'Grace'));
    const merged = await platen('letter.html', ...server, '-o', 'all.pdf', '--name', 'No {{ number }}');
    expect([merged.status, merged.error]).toEqual([0, expect.stringMatching(/^all\.pdf: 2 documents/)]);
    expect(outline('all.pdf')).toEqual(['No 1', 'No 2']);
    const list = await fetch(`${service.url}/v1/batches`, { headers: { authorization: `Bearer ${KEY}` } });
    expect(((await list.json()) as { data: [] }).data).toHaveLength(2);
  });

  it('fills a template that the service keeps, and says when there is none', async () => {
    const body = JSON.stringify({ slug: 'letter', name: 'Letter', content: LETTER });
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
    expect((await fetch(`${service.url}/v1/templates`, { method: 'POST', headers, body })).status).toBe(200);
    writeRows(row('1', 'Ada'));
    const args = ['--server', service.url, '--data', 'rows.ndjson', '-o', '{{ number }}.txt'];
    const { status, error } = await platen('letter', ...args);
    expect([status, error]).toEqual([0, expect.stringContaining('1 document, ')]);
    expect(readFileSync(file('1.txt'), 'utf8')).toContain('Dear Ada');
    const none = await platen('nothing', ...args);
    expect([none.status, none.error]).toEqual([1, expect.stringContaining('(not_found)')]);
  });
});
