import type { PdfDocument } from './document.ts';
import type { PageNode } from './pages.ts';
import { pageBox } from './stamp.ts';

/** A size that pages may have been asked for, in points; a height that follows the content is left as it is. */
export interface PaperSize {
  readonly width: number;
  readonly height: number | 'auto';
}

/** Chromium rounds paper to pixels: A4 comes out up to 0.7 points too wide or too narrow. */
const ROUNDING = 1;

/** Gives pages the exact size that they were asked for, upright or turned, where Chromium has rounded it. */
export function setExactSizes(document: PdfDocument, pages: readonly PageNode[], papers: readonly PaperSize[]): void {
  const upright = papers.map(({ width, height }) => [width, height] as const);
  const candidates = [...upright, ...upright.map(([width, height]) => [height, width] as const)];
  for (const page of pages) {
    const { left, bottom, width, height } = pageBox(document, page);
    const exact = candidates.find(([wide, high]) => isNear(wide, width) && isNear(high, height));
    if (!exact) continue;
    const [right, top] = [left + lengthOf(exact[0], width), bottom + lengthOf(exact[1], height)];
    if (right === left + width && top === bottom + height) continue;
    page.dictionary.set(
      'MediaBox',
      [left, bottom, right, top].map((side) => Math.round(side * 1_000) / 1_000),
    );
    document.replace(page.number, page.dictionary);
  }
}

const isNear = (asked: number | 'auto', found: number): boolean =>
  asked === 'auto' || Math.abs(asked - found) <= ROUNDING;

const lengthOf = (asked: number | 'auto', found: number): number => (asked === 'auto' ? found : asked);
