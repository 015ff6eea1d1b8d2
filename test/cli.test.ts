import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfText, readPng } from '../packages/engine/src/testing/judge.ts';
import { weakBrowser } from '../packages/engine/src/testing/weak-browser.ts';
import { callPlaten } from './cli-command.ts';

const MAIN = fileURLToPath(new URL('../packages/cli/src/main.ts', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'platen-cli-'));
const file = (name: string) => path.join(folder, name);
const SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect width="50" height="50" fill="red"/></svg>';

interface Run {
  readonly status: number;
  readonly out: Buffer;
  readonly error: string;
}

async function platen(args: readonly string[]) {
  const { status, stderr } = await callPlaten(args, { folder });
  return { status, error: stderr };
}

/** In a process of its own, whose standard streams it uses. */
function started(args: readonly string[], input = '', settings: Record<string, string> = {}): Promise<Run> {
  return new Promise((resolve) => {
    const env = { ...process.env, ...settings };
    const options = { encoding: 'buffer' as const, cwd: folder, env, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(process.execPath, [MAIN, ...args], options, (failure, out, error) => {
      resolve({ status: typeof failure?.code === 'number' ? failure.code : 0, out, error: error.toString() });
    });
    child.stdin?.end(input);
  });
}

beforeAll(() => {
  mkdirSync(file('site/pictures'), { recursive: true });
  writeFileSync(file('site/pictures/red.svg'), SQUARE);
  writeFileSync(file('site/secret.txt'), 'SECRET');
  writeFileSync(file('outside.svg'), SQUARE.replace('red', 'lime'));
  symlinkSync(file('outside.svg'), file('site/link.svg'));
  writeFileSync(
    file('site/page.html'),
    '<style>body{margin:0}</style><img src="pictures/red.svg"><img src="link.svg"><iframe src="secret.txt"></iframe>',
  );
  writeFileSync(file('letter.liquid'), '<p>Dear {{ name }}');
  writeFileSync(file('letter.json'), '{"name": "Ada & Bob"}');
  writeFileSync(file('notes.md'), '# Notes\n\n| a | b |\n|---|---|\n| 1 | 2 |\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('platen convert', () => {
  it('says that the browser runs without its sandbox, where the machine allows no other way', async () => {
    const browser = weakBrowser('none');
    const { status, out, error } = await started(['convert', 'notes.md', '-o', '-', '--to', 'pdf'], '', {
      PLATEN_CHROME: browser,
    });
    rmSync(path.dirname(browser), { recursive: true });
    expect([status, pdfText(out)]).toEqual([0, expect.stringContaining('Notes')]);
    expect(error).toMatch(/^warning: the browser runs without its sandbox; convert only what you trust\. .*\.$/m);
  });

  it('converts a file with the files beside it, and no others', async () => {
    const { status, error } = await platen([
      'convert',
      'site/page.html',
      '-o',
      'page.png',
      '--set',
      'viewport.width=100',
      '--set',
      'viewport.height=60',
    ]);
    expect(status).toBe(0);
    expect(error).toContain('warning: ');
    const image = readPng(readFileSync(file('page.png')));
    expect(image).toMatchObject({ width: 100, height: 60 });
    expect(image.count([255, 0, 0])).toBe(2_500);
    expect(image.count([0, 255, 0])).toBe(0);
  });

  it('fills a template', async () => {
    expect((await platen(['convert', 'letter.liquid', '--data', 'letter.json', '-o', 'letter.pdf'])).status).toBe(0);
    expect(pdfText(readFileSync(file('letter.pdf')))).toContain('Dear Ada & Bob');
  });

  it('converts Markdown', async () => {
    expect((await platen(['convert', 'notes.md', '-o', 'notes.pdf'])).status).toBe(0);
    expect(pdfText(readFileSync(file('notes.pdf')))).toMatch(/Notes\s+a\s+b\s+1\s+2/);
  });

  it('reads standard input and writes standard output', async () => {
    const { status, out, error } = await started(['convert', '-', '-o', '-', '--to', 'jpg'], '<p>x');
    expect({ status, error }).toEqual({ status: 0, error: '' });
    expect(out.subarray(0, 3).toString('latin1')).toBe('\xff\xd8\xff');
  });

  it.each([
    ['notes.text', 'out.md'],
    ['notes.txt', 'notes.MARKDOWN'],
  ])('writes %s and %s', async (text, markdown) => {
    const { status, error } = await platen(['convert', 'notes.md', '-o', text, '-o', markdown]);
    const told = expect.stringMatching(/^(?:[\w.]+: \d+ bytes, [\d.]+ s\n){2}$/);
    expect({ status, error }).toEqual({ status: 0, error: told });
    expect(readFileSync(file(text), 'utf8')).toMatch(/^Notes\n\n/);
    expect(readFileSync(file(markdown), 'utf8')).toMatch(/^# Notes\n\n\| a +\| b +\|\n/);
  });

  it('writes what was asked for beside the content as JSON', async () => {
    const args = ['--set', 'chunking=headings', '--set', 'max_tokens=50', '--set', 'include=["links"]'];
    const { status, error } = await platen(['convert', 'notes.md', '-o', 'chunks.md', '--quiet', ...args]);
    expect({ status, error }).toEqual({ status: 0, error: '' });
    const { content, chunks, links } = JSON.parse(readFileSync(file('chunks.md'), 'utf8'));
    expect(content).toMatch(/^# Notes\n/);
    expect(chunks[0]).toMatchObject({ index: 0, heading_path: ['Notes'] });
    expect(links).toEqual([]);
  });

  it('writes several results of one page', async () => {
    const outputs = ['all.pdf', 'all.png', 'all-2.png', 'all.md', 'all.txt', 'all.jpg'];
    const args = outputs.flatMap((name) => ['-o', name]);
    const { status, error } = await platen(['convert', 'site/page.html', ...args, '--set', 'viewport=100x60']);
    expect(status).toBe(0);
    expect(error).toContain('warning: ');
    expect(readFileSync(file('all.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
    expect(readFileSync(file('all.txt'), 'utf8')).not.toContain('SECRET');
    expect(readPng(readFileSync(file('all.png'))).count([255, 0, 0])).toBe(2_500);
    expect(readFileSync(file('all-2.png')).equals(readFileSync(file('all.png')))).toBe(true);
    expect(readFileSync(file('all.md'), 'utf8')).toContain('red.svg');
    expect(readFileSync(file('all.jpg')).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  });

  it('writes one result to standard output beside a file only when its name tells the format', async () => {
    const { status, error } = await platen(['convert', 'notes.md', '-o', 'x.pdf', '-o', '-']);
    expect(status).toBe(2);
    expect(error).toContain('tells no format');
  });

  it('says that there is one PDF of a page', async () => {
    const { status, error } = await platen(['convert', 'notes.md', '-o', 'a.pdf', '-o', 'b.pdf']);
    expect(status).toBe(1);
    expect(error).toContain('"pdf" is there twice');
  });

  it('fails with status 1 and the remedy', async () => {
    const { status, error } = await platen(['convert', 'notes.md', '-o', 'x.pdf', '--set', 'formt=A4']);
    expect(status).toBe(1);
    expect(error).toContain('Did you mean "format"?');
  });

  it.each([
    [['convert'], /Name an input/],
    [['convert', 'a', 'b', '-o', 'x.pdf'], /one argument too many/],
    [['convert', 'notes.md'], /-o/],
    [['convert', 'notes.md', '-o', 'x.docx'], /tells no format/],
    [['convert', 'notes.md', '-o', 'x.pdf', '-o', 'x.docx'], /"x.docx", tells no format/],
    [['convert', 'notes.md', '-o', 'x.pdf', '-o', 'y.pdf', '--to', 'pdf'], /one output only/],
    [['convert', 'notes.md', '-o', 'x.pdf', '-o', 'x.pdf'], /same name/],
    [['convert', 'notes.md', '-o', 'x.png', '-o', './site/../x.png'], /same name/],
    [['convert', 'notes.md', '-o', 'x', '--to', 'constructor'], /not known/],
    [['convert', 'missing.html', '-o', 'x.pdf'], /cannot be read/],
    [['convert', 'letter.liquid', '--data', 'notes.md', '-o', 'x.pdf'], /JSON object/],
    [['convert', 'notes.md', '-o', 'x.pdf', '--set', 'zoom'], /KEY=VALUE/],
    [['convert', 'notes.md', '-o', 'x.pdf', '--wrong'], /--wrong/],
    [['fly'], /not known/],
    [[], /^Usage: platen COMMAND/],
    [['convrt'], /Did you mean "convert"\?/],
    [['convert', 'notes.md', '-o', '-', '--to', 'pdf', '--json'], /standard output/],
    [['convert', '-', '-o', 'x.pdf', '--watch'], /read once/],
    [['convert', 'notes.md', '-o', 'x.pdf', '--key', 'k'], /--server/],
    [['convert', 'site', '-o', 'x.pdf'], /without index.liquid or index.html/],
  ])('%j is wrong use', async (args, message) => {
    const { status, error } = await platen(args);
    expect(status).toBe(2);
    expect(error).toMatch(message);
    expect(error).not.toMatch(/\n\s+at /);
  });
});
