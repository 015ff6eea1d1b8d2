import { drawOneFrame } from './frame.ts';
import { scrollDownTo, tellScrolling } from './in-page/change.ts';
import { documentSize } from './in-page/measure.ts';
import { changedBelow, keepRevealed, watchRevealed } from './in-page/revealed.ts';
import { openBody } from './open-body.ts';
import type { Page } from './page.ts';
import type { Timeout } from './timeout.ts';
import { setViewport, type Viewport } from './viewport.ts';
import { freezeViewportUnits } from './viewport-units.ts';

/** The tallest viewport a page is shown in while it gets ready. Beyond it the page is scrolled through. */
const TALLEST = 16_384;
/** Windows that a page is scrolled through at most: a list without an end stops here too. */
const MOST_WINDOWS = 8;
/** A document that becomes taller than this, for one, when the window does, has lengths that follow the window. */
const FOLLOWS = 1.1;

export interface Grown {
  /** The page's own viewport. */
  readonly viewport: Viewport;
  /** Height that its document has in it, in CSS pixels. */
  readonly height: number;
  /** Whether lengths that follow the height of the window are held. */
  readonly frozen: boolean;
}

/**
 * Shows the whole document at once, so that what waits for being scrolled to appears.
 * @returns what `shrinkViewport` needs; undefined for a document that fits the viewport
 * @throws TimeIsUp with the page in whatever window it is
 */
export async function growViewport(page: Page, viewport: Viewport, timeout: Timeout): Promise<Grown | undefined> {
  const { height } = await page.callInTurn([openBody], [documentSize]);
  const isTaller = height > viewport.height;
  const tall = { ...viewport, height: Math.min(height, TALLEST) };
  timeout.check();
  if (isTaller) await Promise.all([page.call(watchRevealed), setViewport(page, tall)]);
  await drawOneFrame(page, timeout);
  // Growing a viewport scrolls nothing, and not everybody listens to a change of its size.
  const now = await page.callInTurn([tellScrolling], [documentSize]);
  const frozen = isTaller && now.height > FOLLOWS * height;
  if (frozen) {
    await setViewport(page, viewport);
    await drawOneFrame(page, timeout);
    await page.call(freezeViewportUnits, true, false);
    timeout.check();
    await setViewport(page, tall);
    await drawOneFrame(page, timeout);
    await page.call(tellScrolling);
  }
  // What lies beyond the tallest viewport is brought into view step by step.
  for (let top = TALLEST; top < Math.min(height, MOST_WINDOWS * TALLEST); top += TALLEST) {
    timeout.check();
    await page.call(scrollDownTo, top);
    await drawOneFrame(page, timeout);
  }
  if (height > TALLEST) await page.call(scrollDownTo, 0);
  return isTaller ? { viewport, height, frozen } : undefined;
}

/**
 * Does what shows the page in other windows for a while, and keeps what was shown before.
 * @param reveals whether the page shows anything on scrolling: nothing is looked for otherwise
 */
export async function keepingRevealed<T>(
  page: Page,
  reveals: boolean,
  work: () => Promise<T>,
  until?: Timeout,
): Promise<T> {
  if (!reveals) return await work();
  await page.call(watchRevealed);
  const result = await work();
  // Observers of intersections are called with a frame.
  await drawOneFrame(page, until);
  await page.call(keepRevealed);
  return result;
}

/**
 * Gives the page its own viewport back, and keeps what was shown in the tall one.
 * @param steps let the page follow a change: `follow` one that shows more of it
 * @returns whether the page shows anything on scrolling
 * @throws TimeIsUp with the page in whatever window it is
 */
export async function shrinkViewport(
  page: Page,
  { viewport, height, frozen }: Grown,
  { follow, finish }: { readonly follow: () => Promise<void>; readonly finish: () => Promise<void> },
  timeout: Timeout,
): Promise<boolean> {
  const reveals = await page.call(changedBelow, viewport.height);
  timeout.check();
  if (reveals) {
    // Much is shown only when it comes to the upper part of the window, where the end of the document never is.
    await setViewport(page, { ...viewport, height: 2 * Math.min(height, TALLEST) });
    await drawOneFrame(page, timeout);
    await page.call(tellScrolling);
    await follow();
  }
  const shrink = async () => {
    timeout.check();
    await setViewport(page, viewport);
    if (frozen) await page.call(freezeViewportUnits, false, false);
    if (reveals) await drawOneFrame(page, timeout);
    await finish();
  };
  await keepingRevealed(page, reveals, shrink, timeout);
  return reveals;
}
