import { drawOneFrame } from '../page/frame.ts';
import { openBody } from '../page/open-body.ts';
import { breakWords, clippedBoxes, expandContent, type NeededWidth, neededWidth } from '../page/overflow.ts';
import type { Page } from '../page/page.ts';
import { type PageRules, pageRules } from '../page/page-rules.ts';
import { hiddenByRoot } from '../page/root-cut.ts';
import { setViewport, type Viewport } from '../page/viewport.ts';
import { type Paper, parsePageSize } from '../request/paper.ts';
import type { ConversionRequest } from '../request/request.ts';
import { type Geometry, marginsWith } from './geometry.ts';

/** What is cut off although it is there. */
export interface Clipped {
  /** CSS pixels that are lost outside the paper. */
  readonly outside: number;
  /** Boxes with scroll bars, frames and closed details whose content does not show in full. */
  readonly boxes: number;
  /** CSS pixels that are lost in them. */
  readonly within: number;
}

export interface Fit {
  /** Scale to print with. */
  readonly zoom: number;
  /** The viewport that the page is laid out in with that scale. */
  readonly viewport: Viewport;
  readonly rules: PageRules;
  readonly clipped: Clipped;
  /** Whether what is invisible outside the document has to be cut off, so that it does not make the rest smaller. */
  readonly clip: boolean;
  /** Whether words were let break that are much wider than the paper. */
  readonly broken: boolean;
  /** Width between the margins in CSS pixels of the paper; of the widest where there are several. */
  readonly available: number;
  /** The paper, where all pages have the same and it is known. */
  readonly paper: Paper | undefined;
}

export interface FitJob {
  readonly options: ConversionRequest;
  readonly geometry: Geometry;
  readonly viewport: Viewport;
}

/** The smallest scale that Chromium prints with. */
const SMALLEST_ZOOM = 0.1;
/** Chromium shrinks by itself what is wider than the paper, down to two thirds, and cuts off the rest. */
const OWN_SHRINKING = 1.5;
/** Words that are wider than so many times the paper are broken: text of less than half its size is hard to read. */
const LONGEST_WORD = 2;
/** What is laid out wider may need still more: a box of 150 % always does. */
const ROUNDS = 3;

/**
 * Finds the scale at which nothing is cut off at the sides, and counts what is cut off all the same. A document that
 * names papers of several sizes is printed as it is: they have no scale in common.
 *
 * The viewport may be left as wide as what was measured; whoever calls sets it back.
 */
export async function fitToPaper(page: Page, { options, geometry, viewport }: FitJob): Promise<Fit> {
  if (options.expand) {
    await page.callInTurn([expandContent], [hiddenByRoot, true]);
    await drawOneFrame(page);
  }
  const [rules, first, boxes, hidden] = await Promise.all([
    page.callInTurn([openBody], [pageRules]),
    page.call(neededWidth, viewport.width),
    page.call(clippedBoxes),
    page.call(hiddenByRoot, false),
  ]);
  const { zoom } = options;
  let needed = first;
  let broken = false;
  const result = (found: Partial<Fit>, outside = 0): Fit => ({
    zoom,
    viewport,
    rules,
    clipped: { outside, boxes: boxes.elements + hidden.elements, within: boxes.pixels + hidden.pixels },
    clip: false,
    broken,
    available,
    paper: papers.length === 1 ? papers[0] : undefined,
    ...found,
  });
  const tall = geometry.paper.height === 'auto';
  const { left, right } = marginsWith(geometry, rules);
  const availableWidth = (paper: Paper) => Math.max(1, paper.width - left - right);
  const papers = papersOf(geometry, rules);
  const available = Math.max(...(papers.length > 0 ? papers : [geometry.paper]).map(availableWidth));
  if (papers.length === 0) return result({});
  if (papers.length > 1) return result({}, Math.max(0, Math.ceil(needed.width - (available / zoom) * OWN_SHRINKING)));
  const target = available / zoom;
  // What is laid out as wide as on paper is as tall as on paper.
  const resized = tall && Math.abs(viewport.width - target) > 1;
  if (options.fit === 'none') {
    if (resized) needed = await neededAt(page, viewport, Math.floor(target));
    const outside = Math.max(0, Math.ceil(needed.width - target * OWN_SHRINKING));
    if (!tall) return result({}, outside);
    const shown = Math.min(needed.width, Math.floor(target * OWN_SHRINKING));
    const clip = needed.invisible || outside > 0;
    if (shown > target + 1) return result({ ...shrunk(shown, available, viewport), clip }, outside);
    return result({ viewport: resized ? { ...viewport, width: Math.floor(target) } : viewport, clip }, outside);
  }
  if (needed.width > LONGEST_WORD * target && (await page.call(breakWords, true, LONGEST_WORD * target)) > 0) {
    broken = true;
    needed = await page.call(neededWidth, viewport.width);
  }
  if (!resized && viewport.width <= target + 1 && needed.width <= target + 1) return result({ clip: needed.invisible });
  const start = resized || viewport.width > target + 1 ? Math.floor(target) : needed.width;
  const { width, invisible } = await settleWidth(page, viewport, start, available / SMALLEST_ZOOM);
  if (width <= target + 1) return result({ viewport: { ...viewport, width: Math.floor(target) }, clip: invisible });
  return result(
    { ...shrunk(width, available, viewport), clip: invisible },
    Math.max(0, Math.ceil(width - available / SMALLEST_ZOOM)),
  );
}

/** How what is `width` wide is printed in the width that is available, all in CSS pixels. */
function shrunk(width: number, available: number, viewport: Viewport): Pick<Fit, 'zoom' | 'viewport'> {
  // Half a pixel less: Chromium's paper has no fractions of a pixel.
  const zoom = Math.max(SMALLEST_ZOOM, (available - 0.5) / width);
  return { zoom, viewport: { ...viewport, width: Math.ceil(available / zoom) } };
}

/** The papers that pages have: the document's own, unless the request names one. None when one is not known. */
function papersOf({ paper, explicitPaper, turned }: Geometry, { sizes, mixed }: PageRules): readonly Paper[] {
  if (explicitPaper || turned || sizes.length === 0 || paper.height === 'auto') return [paper];
  const read = sizes.map((size) => parsePageSize(size, paper));
  const known = read.filter((size) => size !== undefined);
  // Nothing is fitted to a paper that is not known.
  if (known.length < read.length) return [];
  return mixed ? [paper, ...known] : known.slice(-1);
}

/** Widens the viewport until everything is seen in it: what is laid out wider may need still more. */
async function settleWidth(page: Page, viewport: Viewport, start: number, widest: number): Promise<NeededWidth> {
  let current = start;
  for (let round = 1; ; round += 1) {
    const { width, invisible } = await neededAt(page, viewport, current);
    if (width <= current + 1 || round === ROUNDS || width > widest)
      return { width: Math.max(width, current), invisible };
    current = width;
  }
}

async function neededAt(page: Page, viewport: Viewport, width: number): Promise<NeededWidth> {
  await setViewport(page, { ...viewport, width });
  await drawOneFrame(page);
  return await page.call(neededWidth, width);
}
