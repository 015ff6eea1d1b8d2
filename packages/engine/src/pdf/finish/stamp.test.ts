import { beforeAll, describe, expect, it } from 'vitest';
import { useSharedEngine } from '../../testing/engine.ts';
import {
  type Pixels,
  pdfFaults,
  pdfFonts,
  pdfInfo,
  pdfJson,
  pdfPages,
  pdfPixels,
  pdfPlain,
  pdfStructure,
  pdfText,
} from '../../testing/judge.ts';
import { finishPdf } from './finish.ts';

const { convert } = useSharedEngine();
const print = async (html: string, options: Record<string, unknown> = {}) =>
  (await convert({ source: { html }, ...options })).bytes;
const bare = { tagged: false, outline: false, prefer_css_page_size: true, margin: 0 };

/** A square of 100 points on a page of 200 by 100: its left half red, its right half blue. */
const FLAG =
  '<style>@page{size:200pt 100pt;margin:0}body{margin:0}div{width:100pt;height:100pt;background:red;float:left}</style>' +
  '<div></div><div style="background:blue"></div>';
const TWO_PAGES =
  '<html lang=en><title>Two</title><style>@page{size:400pt 400pt;margin:0}@page wide{size:600pt 200pt}body{margin:0}a{color:green}' +
  'section{page:wide}</style><h1>Alpha</h1><p>first <a href="https://a.test/">link</a></p>' +
  '<section><h1>Beta</h1><p>second</p></section>';

const RED = [255, 0, 0] as const;
const BLUE = [0, 0, 255] as const;
let document: Uint8Array;
let flag: Uint8Array;

beforeAll(async () => {
  document = await print(TWO_PAGES, { prefer_css_page_size: true });
  flag = await print(FLAG, bare);
});

/** The rectangle of pixels of a colour. */
function extent(pixels: Pixels, [red, green, blue]: readonly [number, number, number]) {
  const found = { left: Number.POSITIVE_INFINITY, top: Number.POSITIVE_INFINITY, right: -1, bottom: -1 };
  for (let y = 0; y < pixels.height; y += 1) {
    for (let x = 0; x < pixels.width; x += 1) {
      const [r = 0, g = 0, b = 0] = pixels.at(x, y);
      if (Math.abs(r - red) + Math.abs(g - green) + Math.abs(b - blue) > 30) continue;
      found.left = Math.min(found.left, x);
      found.top = Math.min(found.top, y);
      found.right = Math.max(found.right, x);
      found.bottom = Math.max(found.bottom, y);
    }
  }
  return found;
}

const near = (value: number) => expect.closeTo(value, -0.5);

describe('a stamp', () => {
  it('fills a page of any shape as far as it fits, in the middle', () => {
    const after = finishPdf(document, { stamp: { pdf: flag } });
    expect(pdfFaults(after)).toBe('');
    const square = pdfPixels(after, 1);
    expect(extent(square, RED)).toEqual({ left: near(0), top: near(100), right: near(199), bottom: near(299) });
    expect(extent(square, BLUE)).toEqual({ left: near(200), top: near(100), right: near(399), bottom: near(299) });
    const wide = pdfPixels(after, 2);
    expect(extent(wide, RED)).toEqual({ left: near(100), top: near(0), right: near(299), bottom: near(199) });
  });

  it('keeps text, tags, outline, fonts and sizes of the document', () => {
    const after = finishPdf(document, { stamp: { pdf: flag, opacity: 0.2 } });
    expect(pdfText(after)).toBe(pdfText(document));
    expect(pdfStructure(after)).toBe(pdfStructure(document));
    expect(pdfFonts(after)).toEqual(pdfFonts(document));
    expect(pdfPages(after)).toEqual(pdfPages(document));
    expect(JSON.stringify(pdfJson(after, 'outlines'))).toContain('Beta');
    expect(pdfPlain(after)).toContain('/Artifact <</Type/Pagination/Subtype/Watermark>> BDC');
  });

  it('is placed, turned and not scaled when asked', () => {
    const at = (place: Record<string, unknown>) =>
      pdfPixels(finishPdf(document, { stamp: { pdf: flag, fit: 'none', ...place } }), 1);
    expect(extent(at({ x: 30, y: 50 }), RED)).toMatchObject({ left: near(30), top: near(50), right: near(129) });
    expect(extent(at({ x: 'right', y: 'bottom' }), BLUE)).toMatchObject({ right: near(399), bottom: near(399) });
    expect(extent(at({ x: 'left', y: 'top' }), RED)).toMatchObject({ left: near(0), top: near(0), right: near(99) });
    // A quarter clockwise: what was left is above.
    const turned = at({ x: 'left', y: 'top', rotate: 90 });
    expect(extent(turned, RED)).toEqual({ left: near(0), top: near(0), right: near(99), bottom: near(99) });
    expect(extent(turned, BLUE)).toEqual({ left: near(0), top: near(100), right: near(99), bottom: near(199) });
  });

  it('lets the page show through by its opacity, as one picture', async () => {
    const black = await print('<body style="background:black"><p>x', { ...bare, width: '400pt', height: '400pt' });
    const after = finishPdf(black, { stamp: { pdf: flag, opacity: 0.5 } });
    const [red = 0, green = 0] = pdfPixels(after, 1).at(50, 200);
    expect(red).toBeGreaterThan(120);
    expect(red).toBeLessThan(136);
    expect(green).toBe(0);
  });

  it('is under the content when asked', async () => {
    const html = '<body style="margin:0"><div style="width:400pt;height:300pt;background:lime"></div>';
    const green = await print(html, { ...bare, width: '400pt', height: '400pt' });
    const stamp = { pdf: flag, fit: 'none', x: 'left', y: 'bottom' } as const;
    const over = pdfPixels(finishPdf(green, { stamp }), 1);
    const under = pdfPixels(finishPdf(green, { stamp: { ...stamp, behind: true, y: 250 } }), 1);
    expect(extent(over, RED)).toMatchObject({ top: near(300), bottom: near(399) });
    expect(extent(under, RED)).toMatchObject({ top: near(300), bottom: near(349) });
  });

  it('is not moved by what the content does to its own state', async () => {
    const html = '<body style="margin:0"><div style="transform:scale(2) rotate(10deg);opacity:.5">moved</div>';
    const moved = await print(html, { ...bare, width: '400pt', height: '400pt' });
    const after = pdfPixels(finishPdf(moved, { stamp: { pdf: flag } }), 1);
    expect(extent(after, RED)).toEqual({ left: near(0), top: near(100), right: near(199), bottom: near(299) });
  });

  it('is one object, however many pages there are', async () => {
    const many = await print(Array.from({ length: 30 }, (_, i) => `<h1 style="break-before:page">${i}</h1>`).join(''));
    const plain = finishPdf(many);
    const after = finishPdf(many, { stamp: { pdf: flag, opacity: 0.3 } });
    expect(pdfInfo(after).Pages).toBe(pdfInfo(many).Pages);
    expect(after.length - plain.length).toBeLessThan(3_000);
    expect(pdfPlain(after).match(/\/Subtype \/Form/g)).toHaveLength(1);
  });

  it('goes together with protection', () => {
    const options = { stamp: { pdf: flag }, protection: { userPassword: 'x' } };
    const after = finishPdf(document, options);
    expect(pdfFaults(after, { password: 'x' })).toBe('');
    expect(pdfText(after, '-upw', 'x')).toContain('Beta');
  });

  it('is an error where it cannot be laid over a file', () => {
    const stamp = { pdf: flag };
    expect(() => finishPdf(Buffer.from('%PDF-1.4'), { stamp })).toThrow('stamped');
  });
});
