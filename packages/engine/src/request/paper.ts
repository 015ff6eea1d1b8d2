import { parseLength, pixelsOf } from './length.ts';

/** Paper sizes in CSS pixels, portrait (ISO 216 and ANSI/ASME Y14.1; Ledger is Tabloid turned). */
const PAPER = {
  a0: ['841mm', '1189mm'],
  a1: ['594mm', '841mm'],
  a2: ['420mm', '594mm'],
  a3: ['297mm', '420mm'],
  a4: ['210mm', '297mm'],
  a5: ['148mm', '210mm'],
  a6: ['105mm', '148mm'],
  letter: ['8.5in', '11in'],
  legal: ['8.5in', '14in'],
  tabloid: ['11in', '17in'],
  ledger: ['17in', '11in'],
} as const;

/** Sizes that style sheets know beside those of requests (ISO 216 and JIS P 0138). */
const CSS_PAPER_SIZES: Readonly<Record<string, readonly [string, string]>> = {
  b4: ['250mm', '353mm'],
  b5: ['176mm', '250mm'],
  'jis-b4': ['257mm', '364mm'],
  'jis-b5': ['182mm', '257mm'],
};

/** A page: CSS pixels, or a height that follows the content. */
export interface Paper {
  readonly width: number;
  readonly height: number | 'auto';
}

/** The largest side of a page in CSS pixels: 14,400 pt, the limit of PDF 1.7 (ISO 32000-1, Annex C). */
export const LARGEST_SIDE = 14_400 * (96 / 72);
/** The smallest side of a page in CSS pixels. */
const SMALLEST_SIDE = 10;

/** Whether paper may have a side of so many CSS pixels. */
export const isSide = (side: number | undefined): boolean =>
  side !== undefined && side >= SMALLEST_SIDE && side <= LARGEST_SIDE;

/** Two sides with `x` between them. */
const CUSTOM =
  /^([\d.]{1,16}\s{0,9}(?:px|pt|pc|in|cm|mm)?)\s{0,9}[x×]\s{0,9}([\d.]{1,16}\s{0,9}(?:px|pt|pc|in|cm|mm)?|auto)$/;

/**
 * Reads `format`: a paper name in any case, `auto` (A4 wide, as tall as the content), `{width}x{height}` or
 * `{width}xauto` with units on each number.
 * @returns the paper, or `undefined` when the text means none
 */
export function parsePaper(format: string): Paper | undefined {
  const name = format.trim().toLowerCase();
  if (name === 'auto') return { width: pixelsOf('210mm'), height: 'auto' };
  if (Object.hasOwn(PAPER, name)) {
    const [width, height] = PAPER[name as keyof typeof PAPER];
    return { width: pixelsOf(width), height: pixelsOf(height) };
  }
  const [, wide, high] = CUSTOM.exec(name) ?? [];
  if (wide === undefined || high === undefined) return undefined;
  const width = parseLength(wide);
  const height = high === 'auto' ? 'auto' : parseLength(high);
  if (width === undefined || height === undefined) return undefined;
  return { width, height };
}

/** All papers that have a name, upright. */
export const NAMED_PAPERS: readonly Paper[] = [...Object.values(PAPER), ...Object.values(CSS_PAPER_SIZES)].map(
  ([width, height]) => ({ width: pixelsOf(width), height: pixelsOf(height) }),
);

/** The usual paper. */
export const A4: Paper = { width: pixelsOf(PAPER.a4[0]), height: pixelsOf(PAPER.a4[1]) };

function paperOf(name: string): Paper | undefined {
  const sides = Object.hasOwn(CSS_PAPER_SIZES, name) ? CSS_PAPER_SIZES[name] : undefined;
  if (sides) return { width: pixelsOf(sides[0]), height: pixelsOf(sides[1]) };
  return Object.hasOwn(PAPER, name) ? parsePaper(name) : undefined;
}

/**
 * Reads `size` of an `@page` rule (CSS Paged Media, 7.1): one or two lengths, the name of a paper, `portrait`,
 * `landscape`.
 * @param usual the paper that is turned where none is named
 * @returns the paper, or `undefined` when the text means none that is known
 */
export function parsePageSize(size: string, usual: Paper): Paper | undefined {
  const words = size.trim().toLowerCase().split(/\s+/);
  const turn = words.find((word) => word === 'landscape' || word === 'portrait');
  const sides = words.filter((word) => word !== turn);
  const [first, second = first] = sides;
  if (sides.length > 2) return undefined;
  const paper = first === undefined ? usual : sides.length === 1 ? paperOf(first) : undefined;
  if (!paper) {
    const [width, height] = [parseLength(first as string), parseLength(second as string)];
    return width === undefined || height === undefined ? undefined : { width, height };
  }
  if (turn === undefined || paper.height === 'auto') return paper;
  const [short, long] = [Math.min(paper.width, paper.height), Math.max(paper.width, paper.height)];
  return turn === 'landscape' ? { width: long, height: short } : { width: short, height: long };
}
