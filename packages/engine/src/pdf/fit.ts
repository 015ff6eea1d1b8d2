import { drawOneFrame } from '../page/frame.ts';
import { documentDirection } from '../page/in-page/direction.ts';
import { documentSize, isStillAt } from '../page/in-page/measure.ts';
import { openBody } from '../page/open-body.ts';
import { breakWords, clippedBoxes, expandContent, type NeededWidth, neededWidth } from '../page/overflow.ts';
import { type Page, script } from '../page/page.ts';
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
  /** CSS pixels that the document is tall in the viewport, where that is known. */
  readonly height: number | undefined;
}

/** What a document is fitted by, in the window that it was measured in. */
export interface Measures {
  readonly window: Viewport;
  /** Whether the window has that size, and nothing of the document moves. */
  readonly still: boolean;
  readonly rules: PageRules;
  readonly needed: NeededWidth;
  readonly boxes: ReturnType<typeof clippedBoxes>;
  readonly hidden: ReturnType<typeof hiddenByRoot>;
  readonly vertical: boolean;
}

export interface FitJob {
  readonly options: ConversionRequest;
  readonly geometry: Geometry;
  readonly viewport: Viewport;
  /** Whether something can change the document by itself, and is to be told of another width: script, frames. */
  readonly alive: boolean;
  /** What was measured of the document as it is now. Default: it is measured. */
  readonly measured?: Measures | undefined;
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
export async function fitToPaper(page: Page, job: FitJob): Promise<Fit> {
  const { options, geometry, viewport, alive, measured: known } = job;
  if (options.expand) {
    await page.callInTurn([expandContent], [hiddenByRoot, true]);
    await drawOneFrame(page);
  }
  const expected = known && fitsAsExpected(known, job);
  if (expected) return expected;
  if (known) await setViewport(page, viewport);
  const isKnown = known?.window.width === viewport.width;
  const { rules, needed: first, boxes, hidden, vertical } = isKnown ? known : await measure(page, viewport);
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
    height: undefined,
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
  if (!resized && viewport.width <= target + 1 && needed.width <= target + 1)
    return result({ clip: needed.invisible, height: needed.height });
  const start = resized || viewport.width > target + 1 ? Math.floor(target) : needed.width;
  const { width, invisible, height } = await neededAt(page, { viewport, alive }, start);
  const fitting = { ...viewport, width: Math.floor(target) };
  if (width <= target + 1)
    return result({ viewport: fitting, clip: invisible, height: start === fitting.width ? height : undefined });
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

/**
 * Without any of this no box of a document has scroll bars: `overflow`, what has it by itself, and what may bring style that is not looked at. What
 * remains is true of escapes and references to characters too.
 */
const SCROLLERS =
  /overflow|popover|<(?:textarea|select|dialog|details|i?frame|object|embed|link|script|template)\b|@import|\\|&#/i;
const noBoxes = () => ({ elements: 0, pixels: 0 });

/**
 * Measures a document as it stands, and opens its body where that scrolls.
 * @param window the viewport that the page has, or is being given
 * @param sources texts that all of its style stands in, where they are known
 */
export async function measure(page: Page, window: Viewport, sources?: readonly string[]): Promise<Measures> {
  // To look at each box takes as long as all else together.
  const mayScroll = !sources || sources.some((source) => SCROLLERS.test(source));
  const [still, , rules, needed, boxes, hidden, { vertical }] = await page.callAll(
    script(isStillAt, window.width),
    script(openBody),
    script(pageRules),
    script(neededWidth, window.width),
    script(mayScroll ? clippedBoxes : noBoxes),
    script(hiddenByRoot, false),
    script(documentDirection),
  );
  return { window, still, rules, needed, boxes, hidden, vertical };
}

/**
 * How a document is printed that was laid out between the margins from the start (`expectedWindow`), where it fits there.
 * @returns `undefined` when it has to be measured as all others are
 */
function fitsAsExpected(measures: Measures, { options, geometry, viewport }: FitJob): Fit | undefined {
  const { window, still, rules, needed, boxes, hidden, vertical } = measures;
  if (window.width === viewport.width || !still || vertical || options.fit === 'none') return undefined;
  const [paper, ...others] = papersOf(geometry, rules);
  if (paper === undefined || others.length > 0 || paper.height === 'auto') return undefined;
  const { left, right } = marginsWith(geometry, rules);
  const available = Math.max(1, paper.width - left - right);
  const target = available / options.zoom;
  // Wider viewports are kept by documents that fit; a narrower one is what this is about.
  if (viewport.width <= target + 1 || window.width !== Math.floor(target) || needed.width > target + 1)
    return undefined;
  // What is lost in boxes is told as it is lost in the usual window.
  if (boxes.elements + hidden.elements > 0) return undefined;
  return {
    zoom: options.zoom,
    viewport: window,
    rules,
    clipped: { outside: 0, boxes: 0, within: 0 },
    clip: needed.invisible,
    broken: false,
    available,
    narrowest: available,
    paper,
    vertical,
    held: undefined,
    height: needed.height,
  };
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
