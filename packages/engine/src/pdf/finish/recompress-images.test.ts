import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { pdfFaults, pdfPixels, pdfStructure, pdfText } from '../../testing/judge.ts';
import { useRawPrints } from '../../testing/raw-prints.ts';
import { finishPdf } from './finish.ts';
import { encodeJpeg } from './jpeg.ts';
import { type ImageOptions, recompressImages } from './recompress-images.ts';

const prints = useRawPrints();

type Paint = (x: number, y: number) => readonly number[];
const png = (width: number, height: number, paint: Paint): string => {
  const image = new PNG({ width, height });
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) image.data.set(paint(x, y), (y * width + x) * 4);
  return `data:image/png;base64,${PNG.sync.write(image).toString('base64')}`;
};
/** Smooth colours with a little noise, as a camera sees them. */
const photo: Paint = (x, y) => [
  128 + 90 * Math.sin(x / 97 + y / 31) + ((x * 7919 + y * 104729) % 13),
  128 + 90 * Math.sin(x / 53 - y / 71) + ((x * 104729 + y * 7919) % 13),
  128 + 60 * Math.sin((x + y) / 40),
  255,
];
async function jpeg(width: number, height: number, quality: number): Promise<string> {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at += 1)
    data.set(photo(at % width, Math.floor(at / width)).slice(0, 3), at * 3);
  const bytes = await encodeJpeg({ width, height, channels: 3, data }, quality);
  return `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}`;
}
const img = (source: string, width: number, more = '') =>
  `<img alt="A picture" src="${source}" width=${width} ${more}>`;

interface Listed {
  readonly type: string;
  readonly width: number;
  readonly height: number;
  readonly encoding: string;
  readonly ppi: number;
}

function pdfImages(pdf: Uint8Array): Listed[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'platen-images-'));
  try {
    writeFileSync(path.join(folder, 'a.pdf'), pdf);
    const lines = execFileSync('pdfimages', ['-list', path.join(folder, 'a.pdf')], { encoding: 'utf8' })
      .trim()
      .split('\n');
    return lines.slice(2).map((line) => {
      const fields = line.trim().split(/\s+/);
      const [type = '', width = '', height = '', encoding = '', ppi = ''] = [2, 3, 4, 8, 12].map((at) => fields[at]);
      return { type, width: Number(width), height: Number(height), encoding, ppi: Number(ppi) };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function both(html: string, options: ImageOptions) {
  const page = `<html lang=en><title>T</title><style>@page{margin:0}body{margin:0}</style>${html}<p>words`;
  const before = await prints.print(page);
  const images = await recompressImages(before, options);
  const after = finishPdf(before, { images });
  expect(pdfFaults(after)).toBe('');
  expect(pdfText(after)).toBe(pdfText(before));
  expect(pdfStructure(after)).toBe(pdfStructure(before));
  return { before, plain: finishPdf(before), after, count: images.length };
}

/** The largest difference of a channel, each pixel the mean of those around it. */
function difference(a: Uint8Array, b: Uint8Array): number {
  const [one, other] = [pdfPixels(a, 1, 36), pdfPixels(b, 1, 36)];
  let largest = 0;
  for (let y = 0; y < one.height; y += 1) {
    for (let x = 0; x < one.width; x += 1) {
      for (const c of [0, 1, 2]) {
        largest = Math.max(largest, Math.abs((one.at(x, y)[c] as number) - (other.at(x, y)[c] as number)));
      }
    }
  }
  return largest;
}

describe('pictures with more pixels than asked for', () => {
  it('lose them, and stay what they were: JPEG JPEG, the others without loss', async () => {
    const html = img(await jpeg(1200, 900, 92), 300) + img(png(900, 600, photo), 300);
    const { before, plain, after, count } = await both(html, { dpi: 150 });
    expect(count).toBe(2);
    expect(pdfImages(before).map(({ ppi }) => ppi)).toEqual([384, 288]);
    const [first, second] = pdfImages(after);
    expect(first).toMatchObject({ width: 469, height: 352, encoding: 'jpeg', ppi: 150 });
    expect(second).toMatchObject({ width: 469, height: 313, encoding: 'image', ppi: 150 });
    expect(after.length).toBeLessThan(plain.length * 0.4);
    expect(difference(after, before)).toBeLessThan(24);
  });

  it('are measured where they are drawn largest, in forms and patterns too', async () => {
    const small = png(800, 800, photo);
    const other = png(600, 600, (x, y) => photo(y, x));
    const html =
      img(small, 50) +
      `<div style="opacity:.5">${img(small, 400, 'style="transform:rotate(30deg)"')}</div>` +
      `<div style="width:200px;height:200px;background:url(${other}) 0 0/100px 100px"></div>`;
    const { after, count, before } = await both(html, { dpi: 96 });
    expect(count).toBe(2);
    const pattern = recompressImages(before, { dpi: 96 });
    expect((await pattern).map(({ width }) => width).sort()).toEqual(
      [100, 400].map((width) => expect.closeTo(width, -0.7)),
    );
    expect(difference(after, before)).toBeLessThan(40);
  });

  it('keep their transparency, and what cannot be seen colours nothing', async () => {
    const disc: Paint = (x, y) => (Math.hypot(x - 400, y - 400) < 380 ? [255, 0, 0, 255] : [0, 255, 0, 0]);
    const html = `<div style="background:#00f;width:400px">${img(png(800, 800, disc), 400)}</div>`;
    const { before, after, count } = await both(html, { dpi: 72, lossy: true });
    expect(count).toBe(1);
    expect(pdfImages(after)).toMatchObject([
      { type: 'image', width: 300 },
      { type: 'smask', width: 300 },
    ]);
    const pixels = pdfPixels(after, 1, 72);
    expect(pixels.at(150, 150).slice(0, 3)).toEqual([255, 0, 0]);
    expect(pixels.at(2, 2).slice(0, 3)).toEqual([0, 0, 255]);
    // Nothing green comes in from the pixels that cannot be seen.
    for (let x = 0; x < 300; x += 1) expect(pixels.at(x, 150)[1]).toBeLessThan(12);
    expect(difference(after, before)).toBeLessThan(60);
  });

  it('stay as they are below the limit, and when they would not be smaller', async () => {
    const flat = png(400, 400, () => [10, 20, 30, 255]);
    const { plain, after, count } = await both(img(png(300, 200, photo), 300) + img(flat, 100), { dpi: 96 });
    expect(count).toBe(0);
    expect(after.length).toBe(plain.length);
  });
});

describe('lossy compression', () => {
  it('makes JPEG of photographs and leaves drawings', async () => {
    const drawing: Paint = (x, y) => ((x >> 5) % 2 === (y >> 4) % 2 ? [200, 0, 0, 255] : [(x * y) % 7, 0, 0, 255]);
    const html = img(png(600, 400, photo), 600) + img(png(601, 400, drawing), 600);
    const { plain, after, before } = await both(html, { lossy: true });
    expect(pdfImages(after).map(({ encoding }) => encoding)).toEqual(['jpeg', 'image']);
    expect(after.length).toBeLessThan(plain.length * 0.4);
    expect(difference(after, before)).toBeLessThan(24);
  });

  it('keeps grey pictures gray, and the edge of transparent photographs clean', async () => {
    const gray: Paint = (x, y) => {
      const value = photo(x, y)[0] as number;
      return [value, value, value, 255];
    };
    const fading: Paint = (x, y) => [...photo(x, y).slice(0, 3), Math.hypot(x - 300, y - 200) < 180 ? 255 : 0];
    const html = img(png(600, 400, gray), 300) + img(png(600, 400, fading), 300);
    const { before, after, count } = await both(html, { lossy: true, dpi: 300 });
    expect(count).toBe(2);
    expect(difference(after, before)).toBeLessThan(48);
  });

  it('compresses JPEG again only where that gains much', async () => {
    const { count, after, plain } = await both(img(await jpeg(800, 600, 100), 400), { lossy: true });
    expect(count).toBe(1);
    expect(after.length).toBeLessThan(plain.length * 0.75);
    expect((await both(img(await jpeg(800, 600, 80), 400), { lossy: true })).count).toBe(0);
  });
});

describe('a file that is not what Chromium writes', () => {
  it('has no pictures to compress', async () => {
    expect(await recompressImages(Buffer.from('%PDF-1.4'), { dpi: 10, lossy: true })).toEqual([]);
  });

  it('ends with the signal', async () => {
    const before = await prints.print(img(png(900, 600, photo), 300));
    const signal = AbortSignal.abort(new Error('canceled'));
    await expect(recompressImages(before, { dpi: 10, signal })).rejects.toThrow('canceled');
    const soon = AbortSignal.timeout(5);
    await expect(recompressImages(before, { dpi: 10, signal: soon })).rejects.toThrow();
  });
});
