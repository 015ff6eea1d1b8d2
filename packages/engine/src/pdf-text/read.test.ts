import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { descendants } from '../isolation/descendants.ts';
import { printed, smallPdf } from '../testing/small-pdf.ts';

import { READING, readPdf } from './read.ts';
import { childFlags } from './start.ts';

const LINE = [
  [50, 780, 'Oak boards'],
  [320, 780, '4'],
  [480, 780, '100.00'],
] as const;
const PAGE = printed([50, 800, 'Invoice No. 2030-17'], ...LINE);

const textOf = async (content: string, more = '', objects: readonly string[] = []) =>
  (await readPdf(smallPdf([{ content, more }], { objects }))).text;

describe('readPdf', () => {
  it('keeps lines together, and columns apart and below each other, however the page is turned', async () => {
    const rows = printed(
      [50, 700, 'Date'],
      [140, 700, 'Description'],
      [400, 700, 'Amount'],
      [50, 686, '2 Jan'],
      [140, 686, 'Wages'],
      [401, 686, '1,200.00'],
      [50, 672, '3 Jan'],
      [140, 672, 'Rent of the house by the harbor'],
      [417.2, 672, '-4.00'],
    );
    const text = await textOf(rows);
    const [head = '', wages = '', rent = ''] = text.split('\n');
    expect(wages.split(/ {2,}/)).toEqual(['2 Jan', 'Wages', '1,200.00']);
    expect(rent.split(/ {2,}/)).toEqual(['3 Jan', 'Rent of the house by the harbor', '-4.00']);
    expect(wages.indexOf('Wages')).toBe(rent.indexOf('Rent'));
    expect(head.indexOf('Description')).toBe(wages.indexOf('Wages'));
    expect(wages.length).toBe(rent.length);
    expect(await textOf(rows, '/Rotate 90')).toBe(text);
    const upward = rows.replace(/1 0 0 1 ([\d.]+) (\d+) Tm/g, (_, x, y) => `0 1 -1 0 ${842 - Number(y)} ${x} Tm`);
    expect(await textOf(upward, '/Rotate 90')).toBe(text);
  });

  it('reads what form fields show and what stands across the page, and nothing beside the page', async () => {
    const field = 'BT /F 10 Tf 1 0 0 1 2 5 Tm (Filled in) Tj ET';
    const objects = [
      '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[50 700 200 720]/AP<</N 5 0 R>>/F 4>>',
      `<</Type/XObject/Subtype/Form/BBox[0 0 150 20]/Resources<</Font<</F 3 0 R>>>>/Length ${field.length}>>\nstream\n${field}\nendstream`,
    ];
    const across = 'BT /F 60 Tf 0.7 0.7 -0.7 0.7 100 100 Tm (DRAFT) Tj ET';
    const text = await textOf(`${PAGE}\n${across}\n${printed([900, 700, 'beside'])}`, '/Annots[4 0 R]', objects);
    expect(text.split(/\n+/).map((line) => line.split(/ {2,}/))).toEqual([
      ['Invoice No. 2030-17'],
      ['Oak boards', '4', '100.00'],
      ['Filled in'],
      ['DRAFT'],
    ]);
  });

  it('tells which pages have no text', async () => {
    const { text, pages, pagesWithoutText } = await readPdf(
      smallPdf([{ content: PAGE }, { content: '0 0 9 9 re f' }, { content: PAGE }]),
    );
    expect([pages, pagesWithoutText, text.split('\f').map((page) => page.slice(0, 7))]).toEqual([
      3,
      [2],
      ['Invoice', '', 'Invoice'],
    ]);
  });

  const whole = smallPdf([{ content: PAGE }]);
  const forms = Array.from({ length: 30 }, (_, index) => {
    const content = '/X Do /X Do /X Do /X Do';
    const next = index === 29 ? '' : `/XObject<</X ${5 + index} 0 R>>`;
    return `<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<<${next}>>/Length ${content.length}>>\nstream\n${content}\nendstream`;
  });

  const growing = smallPdf([{ content: '/X Do', more: '/Resources<</XObject<</X 4 0 R>>>>' }], { objects: forms });

  it.each([
    ['no PDF', Buffer.from('Invoice'), 'unreadable_pdf', 'is no PDF'],
    ['rubbish after its header', Buffer.from(`%PDF-1.7\n${'rubbish'.repeat(99)}`), 'unreadable_pdf', 'broken'],
    ['half of it', whole.subarray(0, 300), 'unreadable_pdf', 'broken'],
    ['a password', encrypted(whole), 'unreadable_pdf', 'password'],
    ['no text', smallPdf([{ content: '0 0 9 9 re f' }]), 'unreadable_pdf', 'OCR'],
    [
      'letters without a meaning',
      smallPdf([{ content: printed([9, 9, '\x01\x02\x03\x04']) }]),
      'unreadable_pdf',
      'fonts',
    ],
    ['a page that is not there', lying('/Count 1', '/Count 9'), 'unreadable_pdf', 'Page 2'],
    ['pages within themselves', lying('/Kids[4 0 R]', '/Kids[2 0 R]'), 'unreadable_pdf', 'Page 1'],
    ['2,000 pages', smallPdf(Array.from({ length: 2000 }, () => ({ content: PAGE }))), 'too_many_pages', '2,000 pages'],
    ['300 MB that are 3 KB', smallPdf([{ content: Buffer.alloc(3e8, ' ') }], { deflated: 2 }), 'unreadable_pdf', ''],
    ['forms that grow by four', growing, 'unreadable_pdf', ''],
  ] as const)('refuses %s, and says what helps', async (_, pdf, code, words) => {
    await expect(readPdf(pdf, { pointer: '/x' })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(words),
      details: { pointer: '/x' },
    });
    expect((await readPdf(whole)).pages).toBe(1);
  });

  it('ends its child with its caller', async () => {
    const before = new Set(descendants(process.pid));
    const controller = new AbortController();
    const reading = readPdf(growing, { signal: controller.signal });
    const started = () => descendants(process.pid).filter((pid) => !before.has(pid));
    await expect.poll(() => started().length).toBeGreaterThan(0);
    controller.abort(new Error('gone'));
    await expect(reading).rejects.toThrow('gone');
    await expect.poll(started).toEqual([]);
  });

  it('reads in a child that may do nothing else', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-probe-'));
    try {
      writeFileSync(
        join(folder, 'probe.mjs'),
        `const may = (scope, path) => process.permission.has(scope, path);
        let memory = 0;
        try { new WebAssembly.Memory({ initial: 1 }).grow(8192); memory = 8192; } catch {}
        console.log([memory, may('fs.read', '/etc/passwd'), may('fs.read', process.cwd()), may('fs.write', '/tmp'), may('child'), may('worker'), may('addon')].join());`,
      );
      const { stdout } = await promisify(execFile)(process.execPath, [
        ...childFlags(READING),
        join(folder, 'probe.mjs'),
      ]);
      expect(stdout.trim()).toBe('0,false,false,false,false,false,false');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

function lying(truth: string, lie: string): Buffer {
  return Buffer.from(
    smallPdf([{ content: PAGE }])
      .toString('latin1')
      .replace(truth, lie),
    'latin1',
  );
}

function encrypted(pdf: Buffer): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'platen-locked-'));
  try {
    writeFileSync(join(folder, 'in.pdf'), pdf);
    const [input, output] = [join(folder, 'in.pdf'), join(folder, 'out.pdf')];
    execFileSync('qpdf', ['--encrypt', 'user', 'owner', '256', '--', input, output]);
    return readFileSync(output);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
