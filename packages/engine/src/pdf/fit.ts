import { drawOneFrame } from '../page/frame.ts';
import { documentDirection } from '../page/in-page/direction.ts';
import { documentSize, isStillAt } from '../page/in-page/measure.ts';
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
  /** The same, of the narrowest. */
  readonly narrowest: number;
  /** The paper, where all pages have the same and it is known. */
  readonly paper: Paper | undefined;
  /** Whether lines go from top to bottom: the scale is one of style, see `scaleByStyle`. */
  readonly vertical: boolean;
  /** CSS pixels that a document is kept wide that would grow with its window. */
  readonly held: number | undefined;
}

export interface FitJob {
  readonly options: ConversionRequest;
  readonly geometry: Geometry;
  readonly viewport: Viewport;
  /** Whether something can change the document by itself, and is to be told of another width: script, frames. */
  readonly alive: boolean;
}

/** The smallest scale that Chromium prints with. */
const SMALLEST_ZOOM = 0.1;
/** Chromium shrinks by itself what is wider than the paper, down to two thirds, and cuts off the rest. */
const OWN_SHRINKING = 1.5;
/** Words that are wider than so many times the paper are broken: text of less than half its size is hard to read. */
const LONGEST_WORD = 2;
/**
 * Finds the scale at which nothing is cut off at the sides, and counts what is cut off all the same. A document that
 * names papers of several sizes is printed as it is: they have no scale in common.
 *
 * The viewport may be left as wide as what was measured; whoever calls sets it back.
 */
export async function fitToPaper(page: Page, { options, geometry, viewport, alive }: FitJob): Promise<Fit> {
  if (options.expand) {
    await page.callInTurn([expandContent], [hiddenByRoot, true]);
    await drawOneFrame(page);
  }
  const [rules, first, boxes, hidden, { vertical }] = await Promise.all([
    page.callInTurn([openBody], [pageRules]),
    page.call(neededWidth, viewport.width),
    page.call(clippedBoxes),
    page.call(hiddenByRoot, false),
    page.call(documentDirection),
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
    narrowest,
    paper: papers.length === 1 ? papers[0] : undefined,
    vertical,
    held: undefined,
    ...found,
  });
  const tall = geometry.paper.height === 'auto';
  const { left, right, top, bottom } = marginsWith(geometry, rules);
  const availableWidth = (paper: Paper) => Math.max(1, paper.width - left - right);
  const papers = papersOf(geometry, rules);
  const widths = (papers.length > 0 ? papers : [geometry.paper]).map(availableWidth);
  const [available, narrowest] = [Math.max(...widths), Math.min(...widths)];
  if (papers.length === 0) return result({});
  if (vertical && !tall) {
    const heights = papers.map(({ height }) => (height === 'auto' ? 0 : Math.max(1, height - top - bottom)));
    return await fitColumns(page, { options, viewport, available: Math.max(...heights) }, result);
  }
  if (papers.length > 1) return result({}, Math.max(0, Math.ceil(needed.width - (available / zoom) * OWN_SHRINKING)));
  const target = available / zoom;
  // What is laid out as wide as on paper is as tall as on paper.
  const resized = tall && Math.abs(viewport.width - target) > 1;
  if (options.fit === 'none') {
    if (resized) needed = await neededAt(page, { viewport, alive }, Math.floor(target));
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
  const { width, invisible } = await neededAt(page, { viewport, alive }, start);
  const fitting = { ...viewport, width: Math.floor(target) };
  if (width <= target + 1) return result({ viewport: fitting, clip: invisible });
  const outside = Math.max(0, Math.ceil(width - available / SMALLEST_ZOOM));
  if (width <= start + 1) return result({ ...shrunk(width, available, viewport), clip: invisible }, outside);
  // What needs more at every width (a box of 150 %, or of 100 % with padding) is shrunk as it is, by what it needs once.
  const there = start <= target + 1 ? { width, invisible } : await neededAt(page, { viewport, alive }, fitting.width);
  const wider = await neededAt(page, { viewport, alive }, there.width);
  if (wider.width <= there.width + 1)
    return result({ ...shrunk(there.width, available, viewport), clip: wider.invisible }, outside);
  return result({
    zoom: Math.max(SMALLEST_ZOOM, (available - 0.5) / there.width),
    viewport: fitting,
    held: fitting.width,
    clip: there.invisible,
  });
}

interface Columns extends Pick<FitJob, 'options' | 'viewport'> {
  /** CSS pixels that columns may be tall. */
  readonly available: number;
}

/**
 * The same where lines go from top to bottom: pages follow one another at the side, and what does not fit in a column
 * sticks out below.
 */
async function fitColumns(
  page: Page,
  { options: { fit, zoom }, viewport, available }: Columns,
  result: (found: Partial<Fit>, outside?: number) => Fit,
): Promise<Fit> {
  const target = Math.floor(available / zoom);
  await setViewport(page, { ...viewport, height: target });
  await drawOneFrame(page);
  const { height } = await page.call(documentSize);
  await setViewport(page, viewport);
  if (height <= target + 1) return result({});
  if (fit === 'none') return result({}, Math.max(0, Math.ceil(height - target * OWN_SHRINKING)));
  return result({ zoom: Math.max(SMALLEST_ZOOM, available / height) });
}

/** How what is `width` wide is printed in the width that is available, all in CSS pixels. */
function shrunk(width: number, available: number, viewport: Viewport): Pick<Fit, 'zoom' | 'viewport'> {
  // Half a pixel less: Chromium's paper has no fractions of a pixel.
  const zoom = Math.max(SMALLEST_ZOOM, (available - 0.5) / width);
  return { zoom, viewport: { ...viewport, width: Math.ceil(available / zoom) } };
}

/** The papers that pages have: the document's own, unless the request names one. None when one is not known. */
export function papersOf({ paper, explicitPaper }: Geometry, { sizes, mixed }: PageRules): readonly Paper[] {
  if (explicitPaper || sizes.length === 0 || paper.height === 'auto') return [paper];
  const read = sizes.map((size) => parsePageSize(size, paper));
  const known = read.filter((size) => size !== undefined);
  // Nothing is fitted to a paper that is not known.
  if (known.length < read.length) return [];
  return mixed ? [paper, ...known] : known.slice(-1);
}

/** How wide the document has to be in a window of another width, which it is left in. */
async function neededAt(
  page: Page,
  { viewport, alive }: Pick<FitJob, 'viewport' | 'alive'>,
  width: number,
): Promise<NeededWidth> {
  const resized = setViewport(page, { ...viewport, width });
  if (!alive) {
    // Nothing has to be told of the new width: measuring lays the document out, which is sooner than the next frame.
    const [still, needed] = await Promise.all([page.call(isStillAt, width), page.call(neededWidth, width), resized]);
    if (still) return needed;
  }
  await resized;
  await drawOneFrame(page);
  return await page.call(neededWidth, width);
}
