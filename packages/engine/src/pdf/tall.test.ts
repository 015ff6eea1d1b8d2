import { describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfPages, pdfText } from '../testing/judge.ts';

const { convert } = useSharedEngine();
const BODY = '<style>body{margin:0;font:16px/20px Liberation Sans}p{margin:0}</style>';
const WORDS = `<p>${Array.from({ length: 300 }, (_, index) => `word${index % 7}`).join(' ')}`;
const STANDARD = '<!doctype html>';

/** Points: the sides of the only page, and what is left on it below the last word. */
async function print(html: string, options: Record<string, unknown> = {}) {
  const { bytes } = await convert({ source: { html: BODY + html }, format: '80mmxauto', ...options });
  const pages = pdfPages(bytes);
  expect(pages).toHaveLength(1);
  const ends = [...pdfText(bytes, '-bbox').matchAll(/yMax="([\d.]+)">/g)].map(([, end]) => Number(end));
  const { height = 0 } = pages[0] ?? {};
  return { height, below: height - Math.max(...ends) };
}

describe('paper as tall as its content', () => {
  it('is as tall as content that is laid out once it is seen', async () => {
    const style = 'section{contain:inline-size;contain-intrinsic-size:700px;padding:30px}div{height:100px}';
    const rest = `${'<section><div></div></section>'.repeat(13)}<p>end`;
    const seen = await print(`<style>${style}section{content-visibility:auto}</style>${rest}`);
    expect(seen).toEqual(await print(`<style>${style}section{contain:layout style paint inline-size}</style>${rest}`));
  });

  it.each(['0', '5mm', '15mm', '1in', '3mm 10mm 20mm 6mm'])(
    'has the same height with a margin of %s in the page and in the request',
    async (margin) => {
      const own = await print(`<style>@page{margin:${margin}}</style>${WORDS}`);
      const asked = await print(WORDS, { margin });
      expect(own.height).toBeCloseTo(asked.height, 0);
    },
  );

  // Half a line and the rounding are below the last word, too.
  it.each([
    ['em', 'html{font-size:20px}@page{margin:2em}', 30],
    ['a sum of lengths', '@page{margin:calc(5mm + 5px)}', 17.9],
    ['the first page', '@page{margin:5mm}@page :first{margin:60px}', 45],
    ['a name', '@page wide{margin:60px}@page{margin:5mm}body{page:wide}', 45],
    ['another name', '@page wide{margin:60px}@page{margin:20px}', 15],
    ['a rule that is important', '@page{margin:60px!important}@page{margin:5mm}', 45],
  ])('follows a margin of %s', async (_, css, margin) => {
    const { below } = await print(`<style>${css}</style>${WORDS}`);
    expect(below).toBeGreaterThan(margin);
    expect(below).toBeLessThan(margin + 5);
  });

  it('follows a margin that is a part of its own height', async () => {
    const { height, below } = await print(`<style>@page{margin:10%}</style>${WORDS}`);
    expect(below).toBeGreaterThan(height / 10);
    expect(below).toBeLessThan(height / 10 + 6);
  });

  it('is measured at the width of the paper, whatever the window', async () => {
    for (const viewport of ['200x300', '900x600']) {
      const { below } = await print(`<style>@page{margin:5mm}</style>${WORDS}`, { viewport });
      expect(below).toBeLessThan(14.2 + 5);
    }
  });

  it('is not taller where the document is shrunk for its width', async () => {
    const html = `<div style="width:320px;background:#eee">${WORDS}</div>`;
    for (const fit of ['none', 'width']) expect((await print(html, { fit, margin: 0 })).below).toBeLessThan(5);
  });

  it('does not become as tall as a window that a document without a doctype fills', async () => {
    for (const options of [{}, { zoom: 0.5 }]) {
      const quirky = await print('<p>short', options);
      expect(quirky.below).toBeLessThan(28.8 + 5);
      const { bytes } = await convert({
        source: { html: `${STANDARD}${BODY}<p>short` },
        format: '80mmxauto',
        ...options,
      });
      expect(quirky.height).toBeCloseTo(pdfPages(bytes)[0]?.height ?? 0, 0);
    }
  });
});
