import { clipOutside, neededWidth } from '../page/overflow.ts';
import type { Page } from '../page/page.ts';
import { pageRules } from '../page/page-rules.ts';
import { setViewport, type Viewport } from '../page/viewport.ts';
import type { Sides } from '../request/margins.ts';
import type { ConversionRequest } from '../request/request.ts';
import { type Fit, papersOf } from './fit.ts';
import { type Geometry, marginsWith } from './geometry.ts';
import { bleedFacts, closeBleed, cutPlaced, openBleed, showMarginsOnly } from './paged/in-page/bleed.ts';
import { growPages } from './paged/in-page/page-styles.ts';
import type { PagedDocument } from './paged/settling.ts';
import { type Print, type Printing, printOnce } from './print-once.ts';
import { printRanges } from './print-ranges.ts';

/** CSS pixels that what reaches up to the end of the paper may seem to reach beyond it: widths are whole pixels. */
const SLACK = 2;
/** Elements of a document with bleed that are looked at. */
const MOST_ELEMENTS = 50_000;

/** How a document is printed whose content reaches into the bleed. */
export interface BleedPlan {
  /** The window that has the size of what is between the margins. */
  readonly viewport: Viewport;
  /** The margins of all pages and the bleed, in CSS pixels of the paper. */
  readonly sides: Sides;
}

interface BleedJob {
  readonly options: ConversionRequest;
  readonly geometry: Geometry;
  readonly viewport: Viewport;
  readonly paged: PagedDocument | undefined;
}

/**
 * Finds out whether content is to be printed in the bleed, and tells where that cannot be.
 * @returns `undefined` when nothing reaches into it, or what does is cut off; the page has its viewport then
 */
export async function planBleed(page: Page, job: BleedJob): Promise<BleedPlan | undefined> {
  const { options, geometry, viewport, paged } = job;
  const bleed = paged?.printShop?.bleed ?? 0;
  if (bleed === 0 || geometry.paper.height === 'auto') return undefined;
  const rules = await page.call(pageRules);
  const [paper, another] = papersOf(geometry, rules);
  const margins = marginsWith(geometry, rules);
  const { width, height } = paper ?? geometry.paper;
  if (height === 'auto') return undefined;
  const between = (whole: number, before: number, after: number) =>
    Math.max(1, Math.floor((whole - before - after) / options.zoom));
  const window = {
    ...viewport,
    width: between(width, margins.left, margins.right),
    height: between(height, margins.top, margins.bottom),
  };
  await setViewport(page, window);
  const [{ reaches, hindered }, needed] = await Promise.all([
    page.call(bleedFacts, window.width, MOST_ELEMENTS),
    page.call(neededWidth, window.width),
  ]);
  const beyond = (needed.width - window.width) * options.zoom - Math.max(margins.left, margins.right) - bleed;
  const hindrance =
    (another && 'several sizes of paper') ||
    (rules.special !== '' && 'margins of some pages') ||
    (paged?.footnotes && 'footnotes') ||
    ((options.header || options.footer) && 'a header or footer of the request') ||
    (beyond > SLACK && 'content wider than the paper') ||
    hindered;
  if (reaches && !hindrance) return { viewport: window, sides: grown(margins, bleed) };
  if (reaches) paged?.tell(`content in the bleed, beside ${hindrance}`);
  await setViewport(page, viewport);
  return undefined;
}

/**
 * Cuts off what reaches beyond the margins, so that a print with them has the pages that the document has without what is in
 * the bleed; without a viewport no longer.
 */
export async function holdBetweenMargins(page: Page, viewport: Viewport | undefined): Promise<void> {
  await page.call(cutPlaced, viewport !== undefined);
  await page.call(clipOutside, viewport !== undefined, viewport?.width ?? 0);
}

const grown = ({ top, right, bottom, left }: Sides, by: number): Sides => ({
  top: top + by,
  right: right + by,
  bottom: bottom + by,
  left: left + by,
});

/** Paper that is larger on all sides by what is cut off later. */
export async function withBleed(page: Page, geometry: Geometry, { paper }: Fit, bleed: number): Promise<Geometry> {
  if (paper === undefined || paper.height === 'auto') return geometry;
  const larger = { width: paper.width + 2 * bleed, height: paper.height + 2 * bleed };
  await page.call(growPages, bleed, larger.width, larger.height);
  return { ...geometry, paper: larger, margin: grown(geometry.margin, bleed) };
}

export interface BleedPrint {
  readonly printed: Print;
  /** A PDF with the margin boxes of each page; absent when there are none. */
  readonly margins?: Uint8Array;
}

/**
 * Prints the content up to where the paper ends, and the margin boxes by themselves.
 * @param print prints with a geometry
 * @returns `undefined` when the pages do not break as they do with margins: it has to be printed with them
 */
export async function printBleeding(
  page: Page,
  { viewport, sides }: BleedPlan,
  { options, geometry, ...printing }: Omit<Printing, 'headerFooter' | 'pageRanges'>,
  print: (geometry: Geometry, pageRanges: string, total?: number) => Promise<Print>,
): Promise<BleedPrint | undefined> {
  const { zoom } = printing;
  const inPage = {
    top: sides.top / zoom,
    right: sides.right / zoom,
    bottom: sides.bottom / zoom,
    left: sides.left / zoom,
  };
  const whole = { ...geometry, margin: { top: 0, right: 0, bottom: 0, left: 0 } };
  await holdBetweenMargins(page, undefined);
  const boxes = await page.call(openBleed, inPage);
  let printed: Print;
  try {
    printed = await printRanges(options, (ranges, total) => print(whole, ranges, total));
  } finally {
    await page.call(closeBleed);
    await holdBetweenMargins(page, viewport);
  }
  await page.call(showMarginsOnly, true);
  try {
    const plain = { ...options, header: undefined, footer: undefined, tagged: false, outline: false };
    const headerFooter = { zoom: 1, hasAddress: false };
    const job = { ...printing, options: plain, geometry, headerFooter, pageRanges: printed.ranges };
    const margins = await printOnce(page, job);
    if (margins.pages !== printed.pages) return undefined;
    return boxes ? { printed, margins: margins.bytes } : { printed };
  } finally {
    await page.call(showMarginsOnly, false);
  }
}
