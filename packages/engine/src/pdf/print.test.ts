import { describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfFaults, pdfInfo, pdfPages, pdfPixels, pdfText } from '../testing/judge.ts';

const { convert } = useSharedEngine();
const A4 = { width: 595, height: 842 };
const rounded = (pdf: Uint8Array) =>
  pdfPages(pdf).map(({ width, height }) => ({ width: Math.round(width), height: Math.round(height) }));
const print = async (html: string, options: Record<string, unknown> = {}) =>
  (await convert({ source: { html }, ...options })).bytes;
/** Left and top edge of the first word, in points. */
const firstWord = (pdf: Uint8Array) => {
  const [, x, y] = /<word xMin="([-\d.]+)" yMin="([-\d.]+)"/.exec(pdfText(pdf, '-bbox')) ?? [];
  return { x: Number(x), y: Number(y) };
};
const FLUSH = '<style>body{margin:0}p{margin:0}</style>';

describe('paper', () => {
  const near = (size: { width: number; height: number }) => [
    { width: expect.closeTo(size.width, -0.5), height: expect.closeTo(size.height, -0.5) },
  ];

  it.each([
    [{}, A4],
    [{ format: 'a5' }, { width: 420, height: 595 }],
    [
      { format: 'Letter', landscape: true },
      { width: 792, height: 612 },
    ],
    [{ format: '100mm x 50mm' }, { width: 283, height: 142 }],
    [{ format: '300pxx400px' }, { width: 225, height: 300 }],
    [
      { width: '10cm', height: 192 },
      { width: 283, height: 144 },
    ],
    [{ landscape: true }, { width: 842, height: 595 }],
  ])('%j', async (options, size) => {
    expect(rounded(await print('<p>x', options))).toEqual(near(size));
  });

  it.each([
    [{}, '', 595.28, 841.89],
    [{ format: 'A4' }, '', 595.28, 841.89],
    [{ width: '210mm', height: '297mm' }, '', 595.28, 841.89],
    [{ format: '21 cm x 29.7 cm', landscape: true }, '', 841.89, 595.28],
    [{}, '@page{size:A4 landscape}', 841.89, 595.28],
    [{}, '@page{size:A5}', 419.53, 595.28],
    [{ width: '100mm', height: '150mm' }, '', 283.46, 425.2],
    [{ format: 'letter' }, '', 612, 792],
  ])('has the exact size that is asked for: %j %s', async (options, style, width, height) => {
    const [page] = pdfPages(await print(`<style>${style}</style><p>x`, options));
    expect(Math.abs((page?.width ?? 0) - width)).toBeLessThan(0.1);
    expect(Math.abs((page?.height ?? 0) - height)).toBeLessThan(0.1);
  });

  it('of the page wins over the default, and an option over the page', async () => {
    const page = '<style>@page{size:A5;margin:0}</style><p>x';
    expect(rounded(await print(page))).toEqual(near({ width: 420, height: 595 }));
    expect(rounded(await print(page, { format: 'A3' }))).toEqual(near({ width: 842, height: 1191 }));
    expect(rounded(await print(page, { format: 'A3', prefer_css_page_size: true }))).toEqual(
      near({ width: 420, height: 595 }),
    );
  });

  it('has the margins of the page, where these are to win, and those of the request elsewhere', async () => {
    const left = async (html: string) => {
      const pdf = await print(`<style>body{margin:0}</style>${html}<p>x`, { margin: 20, prefer_css_page_margin: true });
      return Math.round(Number(/xMin="([\d.]+)/.exec(pdfText(pdf, '-bbox'))?.[1]) / 0.75);
    };
    expect([
      await left('<style>@page{margin:80px}</style>'),
      await left('<style>@page{margin-top:80px}</style>'),
    ]).toEqual([80, 20]);
  });

  it('may differ from page to page', async () => {
    const html = '<style>@page{size:A4}@page wide{size:A3 landscape}.w{page:wide}</style><p>1<div class=w>2</div><p>3';
    const widths = rounded(await print(html)).map(({ width }) => width);
    expect(widths).toEqual([595, 1191, 595].map((width) => expect.closeTo(width, -0.5)));
  });

  it('grows with the content', async () => {
    const pages = rounded(
      await print(`${FLUSH}<div style="height:3000px">x</div>`, { format: '100mmxauto', margin: 0 }),
    );
    expect(pages).toEqual([{ width: expect.closeTo(283, -0.5), height: expect.closeTo(2250, -1) }]);
  });
});

describe('margins', () => {
  it('are 0.4in, or those of the page, or those of the request', async () => {
    expect(firstWord(await print(`${FLUSH}<p>x`)).x).toBeCloseTo(28.8, -0.5);
    expect(firstWord(await print(`${FLUSH}<style>@page{margin:72pt}</style><p>x`)).x).toBeCloseTo(72, -0.5);
    const own = `${FLUSH}<style>@page{margin:72pt}</style><p>x`;
    expect(firstWord(await print(own, { margin: '0 0 0 1in' })).x).toBeCloseTo(72, -0.5);
    const one = firstWord(await print(own, { margin: { left: 48 } }));
    expect(one.x).toBeCloseTo(36, -0.5);
    expect(one.y).toBeGreaterThan(70);
  });
});

describe('pages', () => {
  const three = [1, 2, 3]
    .map((page) => `<p style="break-after:page">page${page}</p>`)
    .join('')
    .replace(/break-after:page(?=[^"]*">page3)/, '');

  it.each([
    ['2', 'page2'],
    ['1,3', 'page1 page3'],
    ['2-9', 'page2 page3'],
    ['3-2', 'page2 page3'],
    ['3,7-9', 'page3'],
  ])('%s', async (pages, expected) => {
    expect(
      pdfText(await print(three, { pages }))
        .trim()
        .split(/\s+/)
        .join(' '),
    ).toBe(expected);
  });

  it('beyond the end alone are refused', async () => {
    await expect(print(three, { pages: '8' })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { pointer: '/pages' },
    });
  });

  it('are counted', async () => {
    expect((await convert({ source: { html: three } })).pages).toBe(3);
  });

  it('are limited', async () => {
    await expect(print('<div style="height:1000000000px">x')).rejects.toMatchObject({ code: 'too_many_pages' });
  });
});

describe('tables', () => {
  it('repeat their head on every page, whatever the medium', async () => {
    const rows = Array.from({ length: 120 }, (_, row) => `<tr><td>row ${row}`).join('');
    const html = `<table><thead><tr><th>Head one<tr><th>Head two</thead><tbody>${rows}</table>`;
    const { bytes, pages = 0 } = await convert({ source: { html } });
    expect(pages).toBeGreaterThan(2);
    expect(pdfText(bytes).match(/Head one\s+Head two/g)).toHaveLength(pages);
  });
});

describe('header and footer', () => {
  it('are readable, filled in, and do not cover the body', async () => {
    const html = `${FLUSH}<title>Report</title><p>body</p><p style="break-before:page">end`;
    const header = { source: '<div style="background:#f00;height:60px">{{ title }}</div>' };
    const footer = { source: '<span class="pageNumber"></span> of {{total}}' };
    const pdf = await print(html, { margin: 0, header, footer });
    const text = pdfText(pdf);
    expect(text).toMatch(/Report[\s\S]*body[\s\S]*1 of 2[\s\S]*Report[\s\S]*end[\s\S]*2 of 2/);
    expect(pdfPixels(pdf, 1, 96).count([255, 0, 0])).toBeGreaterThan(30_000);
    const body = /yMin="([\d.]+)"[^>]*>body</.exec(pdfText(pdf, '-bbox'))?.[1];
    expect(Number(body)).toBeGreaterThanOrEqual((60 + 12) * 0.75 - 1);
  });

  it('have the scale of the body', async () => {
    const height = (pdf: Uint8Array, word: string) => {
      const [, top, bottom] =
        new RegExp(`yMin="([\\d.]+)"[^>]*yMax="([\\d.]+)"[^>]*>${word}<`).exec(pdfText(pdf, '-bbox')) ?? [];
      return Number(bottom) - Number(top);
    };
    const style = 'font:20px Liberation Sans';
    const pdf = await print(`<p style="${style}">body`, {
      zoom: 0.5,
      header: { source: `<p style="${style}">head</p>` },
    });
    expect(height(pdf, 'head')).toBeCloseTo(height(pdf, 'body'), 0);
  });

  it('do not tell the address of inline HTML, which has none', async () => {
    expect(pdfText(await print('<p>x', { header: { source: '[{{url}}]' } }))).not.toContain('platen');
  });

  it('cannot load style sheets', async () => {
    const header = { source: '<link rel=stylesheet href=http://a.test/x.css>' };
    await expect(print('<p>x', { header })).rejects.toMatchObject({
      code: 'invalid_header',
      details: { pointer: '/header/source' },
    });
  });
});

describe('the look', () => {
  const red = '<style>@media print{div{background:#00f!important}}</style><div style="background:#f00;height:100px">';

  it('has backgrounds unless they are turned off, and the screen medium unless print is asked for', async () => {
    const count = async (options: Record<string, unknown>, rgb: [number, number, number]) =>
      pdfPixels(await print(red, options)).count(rgb);
    expect(await count({}, [255, 0, 0])).toBeGreaterThan(10_000);
    expect(await count({ disable_backgrounds: true }, [255, 0, 0])).toBe(0);
    expect(await count({ use_print: true }, [0, 0, 255])).toBeGreaterThan(10_000);
    expect(await count({ media: 'print' }, [0, 0, 255])).toBeGreaterThan(10_000);
  });

  it('warns when print styles are not used', async () => {
    expect((await convert({ source: { html: red } })).warnings.map(({ code }) => code)).toEqual([
      'print_styles_ignored',
    ]);
  });

  it('takes style sheets and scripts of the request', async () => {
    const pdf = await print('<p id=p>before', { css: 'p{display:none}', javascript: 'document.body.append("after")' });
    expect(pdfText(pdf)).toMatch(/after/);
    expect(pdfText(pdf)).not.toMatch(/before/);
  });

  it('is tagged with an outline unless turned off', async () => {
    expect(pdfInfo(await print('<h1>Title')).Tagged).toBe('yes');
    expect(pdfInfo(await print('<h1>Title', { tagged: false, outline: false })).Tagged).toBe('no');
  });

  it('reads inline HTML as UTF-8 without being told', async () => {
    expect(pdfText(await print('<p>Grüße – naïve €5'))).toContain('Grüße – naïve €5');
  });

  it('fills templates', async () => {
    const bytes = (
      await convert({ source: { html: '<p>Dear {{ customer.name }}' }, data: { customer: { name: 'A & B' } } })
    ).bytes;
    expect(pdfText(bytes)).toContain('Dear A & B');
  });
});

it('names a place once that the document and its footer link to', async () => {
  const footer = { source: '<a href="#top">Back to top</a>' };
  expect(pdfFaults(await print('<h1 id="top">Top</h1><a href="#top">Up</a>', { footer }))).toBe('');
});
