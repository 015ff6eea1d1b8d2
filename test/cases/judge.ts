import {
  type Pixels,
  pdfFaults,
  pdfFonts,
  pdfJson,
  pdfPages,
  pdfPixels,
  pdfPlain,
  pdfText,
  readPng,
} from '../../packages/engine/src/testing/judge.ts';
import type { Expectation, Outcome, PixelColour, WordPlace } from './case.ts';

const TOLERANCE = 12;

/** What is wrong with a result, in one sentence each. */
export async function judge(outcome: Outcome, expected: Expectation): Promise<string[]> {
  const { result } = outcome;
  const faults: string[] = [];
  const compare = (what: string, found: unknown, wanted: unknown) => {
    const [is, ought] = [JSON.stringify(found), JSON.stringify(wanted)];
    if (is !== ought) faults.push(`${what}: ${is}, not ${ought}`);
  };
  const { warnings = [] } = expected;
  if (warnings !== 'any') compare('warnings', result.warnings.map(({ code }) => code).sort(), warnings);
  if (expected.pages !== undefined) compare('pages', result.pages, expected.pages);
  const isPdf = result.format === 'pdf';
  if (isPdf) faults.push(...judgePdf(result.bytes, expected, compare));
  else if (expected.text || expected.absent)
    faults.push(...judgeText(plain(Buffer.from(result.bytes).toString('utf8')), expected));
  if (expected.image || (expected.pixels && !isPdf)) {
    const pixels = await decode(outcome);
    if (expected.image) compare('size', [pixels.width, pixels.height], expected.image);
    faults.push(...judgePixels(() => pixels, expected.pixels ?? []));
  }
  return faults;
}

function judgeText(said: string, { text = [], absent = [] }: Expectation): string[] {
  return [
    ...text.filter((words) => !said.includes(words)).map((words) => `"${words}" is missing in: ${said.slice(0, 200)}`),
    ...absent.filter((words) => said.includes(words)).map((words) => `"${words}" is there`),
  ];
}

function judgePdf(
  bytes: Uint8Array,
  { sizes, onPage, words = [], pixels = [], fonts = [], links, outline, ...said }: Expectation,
  compare: (what: string, found: unknown, wanted: unknown) => void,
): string[] {
  const faults: string[] = [];
  // Asked for once: each page ends with a form feed.
  const pages = onPage || said.text || said.absent ? pdfText(bytes).split('\f').map(plain) : [];
  faults.push(...judgeText(plain(pages.join(' ')), said));
  if (sizes) {
    const found = pdfPages(bytes).map(({ width, height }) => [width, height] as const);
    const isNear =
      found.length === sizes.length &&
      found.every(([width, height], index) => {
        const [wide = 0, tall = 0] = sizes[index] ?? [];
        return Math.abs(width - wide) <= 1 && Math.abs(height - tall) <= 1;
      });
    if (!isNear) compare('sizes', found, sizes);
  }
  for (const [page, texts] of Object.entries(onPage ?? {})) {
    const text = pages[Number(page) - 1] ?? '';
    for (const words of texts) {
      if (!text.includes(words)) faults.push(`"${words}" is not on page ${page}: ${text.slice(0, 200)}`);
    }
  }
  if (words.length > 0) faults.push(...judgeWords(pdfText(bytes, '-bbox'), words));
  const drawn = new Map<number, Pixels>();
  const draw = (page: number) => {
    const known = drawn.get(page) ?? pdfPixels(bytes, page);
    drawn.set(page, known);
    return known;
  };
  faults.push(...judgePixels(draw, pixels));
  if (fonts.length > 0) {
    const found = pdfFonts(bytes).join(' ');
    for (const font of fonts) if (!found.includes(font)) faults.push(`font ${font} is not embedded: ${found}`);
  }
  if (links) compare('links', pdfLinks(bytes), links);
  if (outline) compare('outline', outlineLines(pdfJson(bytes, 'outlines')), outline);
  return faults;
}

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Text of a PDF with runs of white space as one space. */
export const readText = (pdf: Uint8Array, ...options: readonly string[]): string => plain(pdfText(pdf, ...options));

/** Addresses that the links of a PDF lead to. */
function pdfLinks(pdf: Uint8Array): string[] {
  return [...pdfPlain(pdf).matchAll(/\/URI \(((?:[^()\\]|\\.)*)\)/g)].map(([, address]) =>
    (address as string).replaceAll(/\\([()\\])/g, '$1'),
  );
}

export { pdfFaults };

interface OutlineItem {
  readonly title: string;
  readonly kids: readonly OutlineItem[];
}

function outlineLines(items: unknown, indent = ''): string[] {
  return (items as readonly OutlineItem[]).flatMap(({ title, kids }) => [
    indent + title,
    ...outlineLines(kids, `${indent}  `),
  ]);
}

/** A word with its box in points, as pdftotext tells it. */
interface PlacedWord {
  readonly page: number;
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

function readWords(boxes: string): PlacedWord[] {
  return boxes
    .split('<page ')
    .slice(1)
    .flatMap((page, index) =>
      [...page.matchAll(/<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="[-\d.]+" yMax="([-\d.]+)">(.*?)<\/word>/g)].map(
        ([, x, y, bottom, text]) => ({
          page: index + 1,
          text: text as string,
          x: Number(x),
          y: Number(y),
          height: Number(bottom) - Number(y),
        }),
      ),
    );
}

function judgeWords(boxes: string, places: readonly WordPlace[]): string[] {
  const all = readWords(boxes);
  return places.flatMap(({ word, page, within = 2, ...wanted }) => {
    const found = all.find(({ text, page: on }) => text === word && on === (page ?? on));
    if (!found) return [`the word ${word} is not on page ${page ?? 'any'}`];
    return (['x', 'y', 'height'] as const).flatMap((key) => {
      const ought = wanted[key];
      const off = ought === undefined ? 0 : Math.abs(found[key] - ought);
      return off > within ? [`${key} of ${word} is ${found[key].toFixed(1)}, not ${ought}`] : [];
    });
  });
}

function judgePixels(draw: (page: number) => Pixels, wanted: readonly PixelColour[]): string[] {
  return wanted.flatMap(({ page = 1, x, y, rgb }) => {
    const found = draw(page).at(x, y);
    const isNear = rgb.every((value, index) => Math.abs((found[index] ?? -1) - value) <= TOLERANCE);
    return isNear ? [] : [`the colour at ${x},${y} of page ${page} is ${found}, not ${rgb}`];
  });
}

/** An image as pixels. What is not PNG is drawn by the engine itself. */
async function decode({ result, convert }: Outcome): Promise<Pixels> {
  if (result.format === 'png') return readPng(result.bytes);
  const image = `data:${result.contentType};base64,${Buffer.from(result.bytes).toString('base64')}`;
  const html = `<!doctype html><style>body{margin:0}img{display:block}</style><img src="${image}">`;
  const drawn = await convert({ source: { html }, css_selector: 'img', transparent: true }, 'png');
  return readPng(drawn.bytes);
}
