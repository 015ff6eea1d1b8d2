import { describe, expect, it } from 'vitest';
import { imageAddress } from '../../request/watermark.ts';
import { useSharedEngine } from '../../testing/engine.ts';
import { type Pixels, pdfFaults, pdfFonts, pdfInfo, pdfPixels, pdfStructure, pdfText } from '../../testing/judge.ts';
import { finishPdf } from './finish.ts';
import { pageSizes } from './page-sizes.ts';
import { type Watermark, watermarkHtml } from './watermark-html.ts';

const { convert } = useSharedEngine();
const print = async (html: string, options: Record<string, unknown> = {}) =>
  (await convert({ source: { html }, prefer_css_page_size: true, margin: 0, ...options })).bytes;
const page = (width: number, height: number) =>
  print(`<html lang=en><style>@page{size:${width}pt ${height}pt;margin:0}</style><title>T</title><p>Words`);

/** A red square of 8 by 8 pixels. */
const SQUARE = 'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mP4z8CAFTEMLQkAKP8/wTRIPPEAAAAASUVORK5CYII=';

async function mark(document: Uint8Array, watermark: Watermark): Promise<Uint8Array> {
  const sizes = pageSizes(document);
  const html = watermarkHtml(watermark, sizes);
  const printed = await print(html, { tagged: false, outline: false });
  expect(pdfInfo(printed).Pages).toBe(String(sizes.length));
  return finishPdf(document, { stamp: { pdf: printed, pages: sizes.length } });
}

/** Where the pixels are that are more red than anything. */
function redness(pixels: Pixels) {
  const found = { left: 9999, top: 9999, right: -1, bottom: -1, count: 0, x: 0, y: 0 };
  for (let y = 0; y < pixels.height; y += 1) {
    for (let x = 0; x < pixels.width; x += 1) {
      const [red = 0, green = 0, blue = 0] = pixels.at(x, y);
      if (red < green + 60 || red < blue + 60) continue;
      found.left = Math.min(found.left, x);
      found.top = Math.min(found.top, y);
      found.right = Math.max(found.right, x);
      found.bottom = Math.max(found.bottom, y);
      found.count += 1;
      found.x += x;
      found.y += y;
    }
  }
  return { ...found, x: found.x / found.count, y: found.y / found.count };
}

const RED = { fontColor: '#ff0000' } as const;

describe('a watermark of words', () => {
  it('rises to the right in the middle of the page by default', async () => {
    const document = await page(400, 400);
    const after = await mark(document, { ...RED, text: 'HHHHHHHH', fontSize: 40 });
    expect(pdfFaults(after)).toBe('');
    const pixels = pdfPixels(after, 1);
    const found = redness(pixels);
    expect(found.x).toBeCloseTo(200, -1);
    expect(found.y).toBeCloseTo(200, -1);
    // Its ends are at the lower left and at the upper right.
    const quarter = (left: number, top: number) => {
      let count = 0;
      for (let y = top; y < top + 190; y += 1) {
        for (let x = left; x < left + 190; x += 1) if ((pixels.at(x, y)[1] ?? 255) < 100) count += 1;
      }
      return count;
    };
    expect(quarter(5, 205)).toBeGreaterThan(500);
    expect(quarter(205, 5)).toBeGreaterThan(500);
    expect(quarter(205, 205)).toBeLessThan(100);
  });

  it('is no content of the document, but can be read', async () => {
    const document = await page(400, 400);
    const after = await mark(document, { text: 'DRAFT & <b>"x"</b>' });
    expect(pdfStructure(after)).toBe(pdfStructure(document));
    expect(pdfText(await mark(document, { text: 'A & <b>"x"</b>', rotate: 0 }))).toContain('A & <b>"x"</b>');
  });

  it.each([
    ['left', 'top', { left: 0, top: 0 }],
    ['right', 'bottom', { right: 399, bottom: 299 }],
  ] as const)('touches the edges of the page at %s and %s, turned or not', async (offsetX, offsetY, expected) => {
    const document = await page(400, 300);
    for (const rotate of [0, -45, 90]) {
      const after = await mark(document, { ...RED, text: 'HHHH', fontSize: 40, rotate, offsetX, offsetY });
      const found = redness(pdfPixels(after, 1));
      expect(found.count).toBeGreaterThan(500);
      for (const [side, edge] of Object.entries(expected)) {
        const off = Math.abs(found[side as 'left'] - edge);
        expect(off, `${side} at ${rotate}`).toBeLessThan(17);
      }
    }
  });

  it('stands where numbers put it', async () => {
    const document = await page(400, 300);
    const after = await mark(document, { ...RED, text: 'HH', fontSize: 40, rotate: 0, offsetX: 100, offsetY: 50 });
    const found = redness(pdfPixels(after, 1));
    expect(found.left).toBeGreaterThan(99);
    expect(found.left).toBeLessThan(108);
    expect(found.top).toBeGreaterThan(50);
    expect(found.top).toBeLessThan(66);
    // Capitals are seven tenths of the size of a font.
    expect(found.bottom - found.top).toBeCloseTo(40 * 0.72, -1);
  });

  it('has the fonts, weights and opacity that are asked for', async () => {
    const document = await page(400, 300);
    for (const [fontFamily, name] of [
      ['Helvetica', 'LiberationSans'],
      ['Times', 'LiberationSerif'],
      ['Courier', 'LiberationMono'],
    ] as const) {
      const after = await mark(document, { text: 'Text', fontFamily, fontBold: true, fontItalic: true });
      expect(pdfFonts(after).join()).toContain(`${name}-BoldItalic`);
    }
    const after = await mark(document, { ...RED, text: 'HHHH', fontSize: 100, fontOpacity: 30, rotate: 0 });
    expect(pdfPixels(after, 1).count([255, 178, 178])).toBeGreaterThan(1_000);
    expect(pdfPixels(after, 1).count([255, 0, 0])).toBe(0);
  });

  it('shows accents, Chinese, Arabic and emoji, with fonts in the file', async () => {
    const document = await page(400, 300);
    const after = await mark(document, { text: 'Ünïcode 机密 سري', rotate: 0, fontSize: 30 });
    expect(pdfText(after)).toMatch(/Ünïcode\s+机密/);
    expect(pdfFonts(after).length).toBeGreaterThan(pdfFonts(document).length + 1);
    const emoji = await mark(document, { text: '🔴', rotate: 0, fontSize: 100 });
    expect(redness(pdfPixels(emoji, 1)).count).toBeGreaterThan(2_000);
  });

  it('is as sharp and as large on every page of a document of mixed sizes', async () => {
    const html =
      '<style>@page{size:400pt 300pt;margin:0}@page tall{size:200pt 500pt}section{page:tall}</style><p>a<section>b</section>';
    const document = await print(html);
    const after = await mark(document, { ...RED, text: 'HH', fontSize: 50, rotate: 0 });
    const [wide, tall] = [redness(pdfPixels(after, 1)), redness(pdfPixels(after, 2))];
    expect(tall.right - tall.left).toBeCloseTo(wide.right - wide.left, -0.5);
    expect(wide.x).toBeCloseTo(200, -0.5);
    expect(tall.x).toBeCloseTo(100, -0.5);
    expect(tall.y).toBeCloseTo(250, -1);
  });

  it('is shrunk when the page is too small for it', async () => {
    const document = await page(200, 200);
    const after = await mark(document, { ...RED, text: 'CONFIDENTIAL', fontSize: 100 });
    const found = redness(pdfPixels(after, 1));
    expect(found.left).toBeGreaterThan(0);
    expect(found.right).toBeLessThan(199);
    expect(found.count).toBeGreaterThan(500);
  });
});

describe('a watermark of a picture', () => {
  it('has its own size, and is turned', async () => {
    const document = await page(400, 300);
    const found = redness(pdfPixels(await mark(document, { image: SQUARE, rotate: 0 }), 1, 144));
    // Eight pixels are six points, which are twelve pixels here.
    expect(found.right - found.left).toBeCloseTo(11, -0.5);
    expect(found.x).toBeCloseTo(400, -0.5);
    const turned = redness(pdfPixels(await mark(document, { image: `data:image/png;base64,${SQUARE}` }), 1, 144));
    expect(turned.right - turned.left).toBeCloseTo(12 * Math.SQRT2, -0.5);
  });

  it('is on pages of every size, and stands in the document once', async () => {
    const html =
      '<style>@page{size:400pt 300pt;margin:0}@page tall{size:200pt 500pt}section{page:tall}</style><p>a<section>b</section>';
    const after = await mark(await print(html), { image: SQUARE, rotate: 0 });
    for (const page of [1, 2]) expect(redness(pdfPixels(after, page)).count).toBeGreaterThan(20);
    const sizes = Array.from({ length: 20 }, (_, index) => ({ width: 100 + index, height: 100 }));
    expect(watermarkHtml({ image: SQUARE }, sizes).split(SQUARE)).toHaveLength(2);
  });

  it('may be an address, an address of data, or bare Base64, and nothing else', () => {
    expect(imageAddress('https://a.test/x.png')).toBe('https://a.test/x.png');
    expect(imageAddress(SQUARE)).toBe(`data:image/png;base64,${SQUARE}`);
    for (const image of ['file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x', '', 'iVBORw"onload=']) {
      expect(() => imageAddress(image)).toThrow(RangeError);
    }
  });
});

describe('a watermark of an attacker', () => {
  it('has no way out of its text or its style', () => {
    const sizes = [{ width: 100, height: 100 }];
    const html = watermarkHtml({ text: '<script>alert(1)</script>"\'&', image: undefined }, sizes);
    expect(html.match(/<script/g)).toHaveLength(1);
    for (const fontColor of ['red;background:url(https://a.test)', 'red}', 'url(x)', 'red"', 'expression(1)']) {
      expect(() => watermarkHtml({ text: 'x', fontColor }, sizes)).toThrow(RangeError);
    }
    expect(() => watermarkHtml({ image: 'https://a.test/"><script>' }, sizes)).not.toThrow();
    expect(watermarkHtml({ image: 'https://a.test/"><script>' }, sizes).match(/<script/g)).toHaveLength(1);
  });
});
