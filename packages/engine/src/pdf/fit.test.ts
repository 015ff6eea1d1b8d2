import { describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfPages, pdfPixels, pdfText } from '../testing/judge.ts';

const { convert, convertSeveral } = useSharedEngine();
const print = async (html: string, options: Record<string, unknown> = {}) => {
  const { bytes, warnings } = await convert({ source: { html }, margin: 0, ...options });
  const words = [...pdfText(bytes, '-bbox').matchAll(/xMin="([\d.]+)".*?xMax="([\d.]+)".*?>([^<]*)</g)];
  const right = Math.max(0, ...words.map(([, , xMax]) => Number(xMax)));
  const clipped = warnings.find(({ code }) => code === 'content_clipped');
  return { bytes, right, words: words.map(([, , , word]) => word), clipped, pages: pdfPages(bytes) };
};
/** A row with a word at its end. */
const row = (width: number, style = '') =>
  `<div style="width:${width}px;text-align:right;${style}"><span>end</span></div>`;

describe('content that is wider than the paper', () => {
  it.each([['A4'], ['Letter'], ['A5'], ['600pxx800px']])('is shrunk to %s, not cut off', async (format) => {
    for (const width of [900, 1800, 3000]) {
      const { right, pages, clipped } = await print(`<body style="margin:0"><p>Text${row(width)}`, { format });
      expect(right).toBeLessThanOrEqual((pages[0]?.width ?? 0) + 0.1);
      expect(right).toBeGreaterThan((pages[0]?.width ?? 0) * 0.95);
      expect(clipped).toBeUndefined();
    }
  });

  it('is shrunk to two thirds and cut off beyond when asked, and the pixels are reported', async () => {
    const paper = { fit: 'none', format: '800pxx600px' };
    expect((await print(`<body style="margin:0">${row(1100)}`, paper)).clipped).toBeUndefined();
    const { words, clipped } = await print(`<body style="margin:0">${row(1500)}`, paper);
    expect(words).toEqual([]);
    expect(clipped?.detail).toEqual({ pixels: 300, boxes: 0 });
  });

  it('is reported as an error with strict', async () => {
    await expect(print(row(3000), { fit: 'none', strict: true })).rejects.toMatchObject({ code: 'warning_refused' });
    await print(row(3000), { strict: true });
  });

  it('counts pictures, coloured boxes and unbroken words', async () => {
    const red = `<div style="width:1500px;height:50px;background:linear-gradient(90deg,#fff 1400px,red 0)"></div>`;
    const { bytes } = await print(`<body style="margin:0">${red}`);
    expect(pdfPixels(bytes).count([255, 0, 0])).toBeGreaterThan(100);
    const { words, right } = await print(`<p>${'m'.repeat(100)}`);
    expect(words).toEqual(['m'.repeat(100)]);
    expect(right).toBeLessThanOrEqual(596);
    const long = await print(`<p>${'m'.repeat(400)}`);
    expect(long.words.join('')).toBe('m'.repeat(400));
    expect(long.words.length).toBeGreaterThan(5);
    expect(long.right).toBeLessThanOrEqual(596);
  });

  it.each([
    ['what is hidden', '<div style="width:3000px;visibility:hidden">x</div>'],
    ['what a box cuts off', `<div style="overflow:hidden">${row(3000)}</div>`],
    ['what the page cuts off', `<style>body{overflow-x:hidden}</style>${row(3000)}`],
    ['an empty box', '<div style="width:3000px;height:20px"></div>'],
    ['a transparent one', `<div style="opacity:0">${row(3000)}</div>`],
  ])('does not count %s', async (_, html) => {
    const { bytes, clipped } = await print(`<p style="font-size:20px">probe</p>${html}`, { margin: '1cm' });
    const heights = [...pdfText(bytes, '-bbox').matchAll(/yMin="([\d.]+)".*?yMax="([\d.]+)">probe/g)];
    expect(Number(heights[0]?.[2]) - Number(heights[0]?.[1])).toBeGreaterThan(14);
    expect(clipped).toBeUndefined();
  });

  it('is fitted to the margins that the page itself names', async () => {
    const html = `<style>@page{margin:0}body{margin:0}</style>${row(790)}`;
    const { right } = await print(html, { margin: undefined });
    expect(right).toBeGreaterThan(585);
    const narrow = await print(`<style>@page{margin:0 60mm}body{margin:0}</style>${row(600)}`, { margin: undefined });
    expect(narrow.right).toBeLessThanOrEqual((150 / 25.4) * 72 + 0.5);
    expect(narrow.words).toEqual(['end']);
  });

  it('leaves pages of several sizes as they are', async () => {
    const html = `<style>@page{size:A4;margin:0}@page wide{size:A3 landscape}.w{page:wide}body{margin:0}</style>
      <p>tall<div class=w>${row(1500)}</div><p>tall`;
    const { pages, clipped } = await print(html);
    expect(pages.map(({ width }) => Math.round(width))).toEqual([595, 1191, 595]);
    expect(clipped).toBeUndefined();
  });

  it('fits turned paper, one tall page, and a window of another width', async () => {
    for (const options of [{ landscape: true }, { format: 'auto' }, { viewport: '1600x900' }]) {
      const { right, pages, words } = await print(`<body style="margin:0">${row(2000)}<p>last`, options);
      expect([...words].sort()).toEqual(['end', 'last']);
      expect(right).toBeLessThanOrEqual((pages[0]?.width ?? 0) + 0.1);
      expect(pages).toHaveLength(1);
    }
  });

  it.each([
    ['a rule for narrow windows', '<style>.w{width:900px}@media(max-width:500px){.w{width:300px}}</style>'],
    [
      'one that moves there',
      '<style>.w{width:900px;transition:width 9s}@media(max-width:500px){.w{width:300px}}</style>',
    ],
    ['a width of the window', '<style>.w{width:150vw}</style>'],
  ])('fits a document without script as one with it, with %s', async (_, style) => {
    const html = `<body style="margin:0">${style}<div class=w style="text-align:right">end</div>`;
    const plain = await print(html, { format: 'A6' });
    const scripted = await print(`${html}<script>1</script>`, { format: 'A6' });
    expect(plain.words).toEqual(['end']);
    expect(plain.right).toBeCloseTo(scripted.right, 1);
  });

  it('leaves the window to the next result as it was', async () => {
    const html = `<body style="margin:0">${row(1400)}<script>addEventListener('resize',()=>{document.title=innerWidth})</script>`;
    const { outputs } = await convertSeveral({ source: { html }, outputs: [{ format: 'pdf' }, { format: 'text' }] });
    expect(Buffer.from(outputs[1]?.bytes ?? []).toString()).toBe('end\n');
  });
});

describe('boxes that hide a part of what is in them', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, index) => `line${index}`).join('<br>');
  const cases: readonly [string, string][] = [
    ['a scroller', `<div style="height:60px;overflow:auto">${lines(20)}</div>`],
    ['a text area', `<textarea rows=2>${lines(20).replaceAll('<br>', '\n')}</textarea>`],
    ['a frame', `<iframe height=80 srcdoc="${lines(20)}"></iframe>`],
    ['closed details', `<details><summary>more</summary>${lines(20)}</details>`],
    [
      'a scroller in a scroller',
      `<div style="height:90px;overflow-y:scroll"><div style="height:60px;overflow:auto">${lines(20)}</div></div>`,
    ],
  ];

  it.each(cases)('%s is reported, and opened when asked', async (_, html) => {
    expect((await print(html)).clipped?.detail?.boxes).toBeGreaterThan(0);
    const { words, clipped } = await print(html, { expand: true });
    expect(words).toEqual(expect.arrayContaining(Array.from({ length: 20 }, (_, index) => `line${index}`)));
    expect(clipped).toBeUndefined();
  });

  it('does not tell of those that show everything', async () => {
    const html = `<div style="height:60px;overflow:auto">one</div><textarea rows=3>one</textarea>
      <details open><summary>more</summary>one</details><div style="height:5px;overflow:hidden">two</div>`;
    expect((await print(html)).clipped).toBeUndefined();
  });
});
