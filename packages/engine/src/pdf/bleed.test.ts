import { describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfFaults, pdfPages, pdfPixels, pdfText } from '../testing/judge.ts';

const { convert } = useSharedEngine();
const print = async (css: string, body: string, options: Record<string, unknown> = {}) => {
  const html = `<!doctype html><html lang=en><title>T</title><style>${css}</style><body>${body}`;
  const { bytes, warnings } = await convert({ source: { html }, ...options });
  return { pdf: bytes, told: warnings.map(({ code, message }) => `${code}: ${message}`) };
};

const PAPER = '@page{size:100mm 150mm;margin:10mm;marks:crop;bleed:3mm;@bottom-center{content:"page " counter(page)}}';
/** Between the edge of the sheet and the bleed: room for marks, in millimeters. */
const SLUG = (24 / 72) * 25.4;
/** The color of a place, in millimeters from the corner of the paper as it is cut. */
const colorAt = (pdf: Uint8Array, page: number, x: number, y: number): number[] => {
  const pixels = pdfPixels(pdf, page, 72);
  const at = (length: number) => Math.round(((length + SLUG + 3) / 25.4) * 72);
  return [...pixels.at(at(x), at(y))].slice(0, 3);
};

describe('content in the bleed', () => {
  it('is printed up to where the paper ends, on all sides, in its size', async () => {
    const css = `${PAPER}body{margin:0}.band{margin:-13mm;padding:13mm;background:#0a0}.left,.right{position:absolute;top:60mm;width:20mm;height:10mm}.left{left:-13mm;background:#00f}.right{right:-13mm;background:#f00}.foot{position:absolute;bottom:-13mm;left:0;width:20mm;height:15mm;background:#f0f}`;
    const body =
      '<div class=band>one</div><p>x</p><div class=left></div><div class=right></div><div class=foot></div><div class=band style="break-before:page">two</div>';
    const { pdf, told } = await print(css, body);
    expect(told).toEqual([]);
    expect(pdfPages(pdf)).toHaveLength(2);
    for (const page of [1, 2]) {
      for (const [x, y] of [
        [-2, 5],
        [102, 5],
        [50, -2],
        [50, 5],
      ] as const) {
        expect(colorAt(pdf, page, x, y), `page ${page} at ${x}, ${y}`).toEqual([0, 170, 0]);
      }
    }
    expect(colorAt(pdf, 1, -2, 75)).toEqual([0, 0, 255]);
    expect(colorAt(pdf, 1, 102, 75)).toEqual([255, 0, 0]);
    expect(colorAt(pdf, 1, 20, 152)).toEqual([255, 0, 255]);
    const text = pdfText(pdf).replaceAll(/\s+/g, ' ');
    expect(text).toMatch(/one x page 1 .*two page 2/);
    expect(pdfFaults(pdf)).toBe('');
  });

  it('is there from right to left, with strings and running elements in the margins', async () => {
    const css = `${PAPER.replace('@bottom', '@top-left{content:string(t)}@top-right{content:element(h)}@bottom')}.h{position:running(h)}h2{string-set:t content();break-before:page}.band{margin:-13mm;padding:13mm;background:#0a0}body{margin:0}`;
    const body = '<p class=h>RUN</p><div class=band>one</div><h2>First</h2><div class=band>two</div>';
    const { pdf, told } = await print(css, `<div dir=rtl>${body}</div>`);
    expect(told).toEqual([]);
    expect(colorAt(pdf, 1, 102, 5)).toEqual([0, 170, 0]);
    const pages = pdfText(pdf).split('\f').slice(0, -1);
    expect(pages.map((page) => page.includes('RUN'))).toEqual([true, true]);
    expect(pages[1]?.match(/First/g)).toHaveLength(2);
  });

  it('fills pages that are as tall as their paper', async () => {
    const css =
      '@page{size:100mm 150mm;margin:0;bleed:3mm;marks:crop}body{margin:0}.page{position:relative;height:150mm;break-after:page}.page:last-child{break-after:auto}.fill{position:absolute;top:-3mm;left:-3mm;width:calc(100% + 6mm);height:calc(100% + 6mm);background:#00f}';
    const { pdf, told } = await print(css, '<div class=page><div class=fill></div></div>'.repeat(3));
    expect(told).toEqual([]);
    expect(pdfPages(pdf)).toHaveLength(3);
    for (const page of [1, 2, 3]) {
      for (const [x, y] of [
        [-2, -2],
        [102, 152],
      ] as const)
        expect(colorAt(pdf, page, x, y)).toEqual([0, 0, 255]);
    }
  });

  it('is told where it is cut off, with what stands in its way', async () => {
    const band = '<div style="margin:-13mm -13mm 0;background:#0a0">one</div>';
    const named = await print(`${PAPER}@page x{margin:20mm}`, band);
    expect(named.told.join()).toContain('content in the bleed, beside margins of some pages');
    const fixed = await print(PAPER, `${band}<p style="position:fixed;top:0">f</p>`);
    expect(fixed.told.join()).toContain('content in the bleed, beside position: fixed');
    const footer = await print(PAPER, band, { footer: { source: 'f' } });
    expect(footer.told.join()).toContain('content in the bleed, beside a header or footer of the request');
    const wide = await print(PAPER, `${band}<div style="width:200mm;background:red">wide</div>`);
    expect(wide.told.join()).toContain('content in the bleed, beside content wider than the paper');
  });
});
