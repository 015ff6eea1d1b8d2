import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createEngine } from '../engine.ts';
import { descendants } from '../isolation/descendants.ts';
import { childFiles } from '../isolation/plain-copies.ts';
import { readPng } from '../testing/judge.ts';
import { smallPdf } from '../testing/small-pdf.ts';
import { DRAWING, drawPages } from './draw.ts';

const run = promisify(execFile);
const filled = (color: string) => ({ content: `${color} rg 0 0 595 842 re f` });
const BROKEN = Buffer.from('%PDF-1.7\nrubbish');

it('draws the pages that were asked for, in their colors and order, and says how many there are', async () => {
  const pdf = smallPdf([filled('1 0 0'), filled('0 1 0'), filled('0 0 1'), filled('1 1 1')]);
  const { pages, drawn } = await drawPages(pdf, { first: 2, most: 2, width: 300 });
  expect(pages).toBe(4);
  expect(drawn.map(({ page, width, height, paper }) => [page, width, height, ...paper])).toEqual([
    [2, 300, 425, 595, 842],
    [3, 300, 425, 595, 842],
  ]);
  const [green, blue] = drawn.map(({ png }) => readPng(Buffer.from(png, 'base64')));
  expect([green?.count([0, 255, 0]), blue?.count([0, 0, 255])]).toEqual([300 * 425, 300 * 425]);
});

it('refuses what is no PDF, and draws a very tall page smaller', async () => {
  await expect(drawPages(BROKEN, { pointer: '/x' })).rejects.toMatchObject({
    code: 'unreadable_pdf',
    details: { pointer: '/x' },
  });
  const tall = smallPdf([{ content: '', more: '/MediaBox[0 0 100 14000]' }]);
  const [page] = (await drawPages(tall, { width: 1_000 })).drawn;
  expect(page?.paper).toEqual([100, 14_000]);
  expect((page?.width ?? 0) * (page?.height ?? 0)).toBeLessThan(4_100_000);
});

it('does not keep its caller alive by what is ready for the next file', async () => {
  const script = `
    import { drawPages, prepareDrawing } from ${JSON.stringify(new URL('./draw.ts', import.meta.url).href)};
    prepareDrawing();
    const { pages } = await drawPages(Buffer.from('${smallPdf([filled('1 0 0')]).toString('base64')}', 'base64'));
    prepareDrawing();
    console.log(pages);`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { timeout: 50_000 });
  expect(stdout).toBe('1\n');
});

it('has a process ready after each drawing, until the engine ends', async () => {
  const engine = await createEngine({ allowNoSandbox: true, readyPages: 1 });
  const [entry = ''] = childFiles(DRAWING.sources);
  const children = () =>
    descendants(process.pid).filter(
      (pid) => read(pid, 'cmdline').includes(entry) && read(pid, 'status').includes(`PPid:\t${process.pid}\n`),
    );
  await expect.poll(children).toEqual([]);
  try {
    engine.prepareDrawing();
    const [first] = children();
    expect(first).toBeDefined();
    await engine.drawPages(smallPdf([filled('1 0 0')]));
    expect(children().filter((pid) => pid !== first)).toHaveLength(1);
  } finally {
    await engine.close();
  }
  await expect.poll(children).toEqual([]);
  engine.prepareDrawing();
  expect(children()).toEqual([]);
});

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

it('tells the text of a page and where it stands, also of one that is turned, if that was asked for', async () => {
  const text = 'BT /F 20 Tf 100 700 Td (Invoice 17) Tj ET';
  const pdf = smallPdf([{ content: text }, { content: text, more: '/Rotate 90' }]);
  const [upright, turned] = (await drawPages(pdf, { runs: true })).drawn;
  expect(upright?.runs?.map((each) => each.text)).toEqual(['Invoice 17']);
  const [left = 0, top = 0, width = 0, height = 0] = upright?.runs?.[0]?.box ?? [];
  expect([left, top]).toEqual([expect.closeTo(100 / 595, 1), expect.closeTo((842 - 716) / 842, 1)]);
  expect(width).toBeGreaterThan(height * 2);
  const [, , across = 0, down = 0] = turned?.runs?.[0]?.box ?? [];
  expect(down).toBeGreaterThan(across);
  expect((await drawPages(pdf)).drawn[0]).not.toHaveProperty('runs');
});
