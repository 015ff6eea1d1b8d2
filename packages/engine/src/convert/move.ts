import { drawOneFrame } from '../page/frame.ts';
import { finishAnimations, settleResources } from '../page/in-page.ts';
import type { Page } from '../page/page.ts';
import type { Patience } from '../page/patience.ts';
import { runVirtualTime } from '../page/virtual-time.ts';
import { setWindow, type Window } from '../page/window.ts';

/** The page's time that is run after a change of its window: script often answers one with some delay. */
const REACTION = 500;
/** Longest wait for the page to be complete in its new window, in real milliseconds. */
const LONGEST = 5_000;
/** Real milliseconds of it that pending requests may hold up the page's clock. */
const NETWORK_CAP = 3_000;

/** The page's time that waking it takes. */
const WAKING = 1_000;

export interface Mover {
  readonly page: Page;
  readonly patience: Patience;
  /** Whether the page's clock may be run ahead. */
  readonly virtualTime: boolean;
}

/**
 * Lets the page follow a change of its window: other images, other styles, transitions between them, what script does.
 * @param held whether requests have held up its clock before
 * @returns whether it was complete when waiting ended
 */
export async function moveTo(mover: Mover, window: Window, held: boolean): Promise<boolean> {
  const { page, patience, virtualTime } = mover;
  await setWindow(page, window);
  // What did not end before would hold it up again.
  if (held) await wake(mover, REACTION);
  else await drawOneFrame(page);
  const settled = settle(page, virtualTime && !held);
  return (await patience.wait(Promise.race([settled, page.crashed]), LONGEST)) === true;
}

/**
 * Wakes a page whose clock requests have held up for long: it draws no more frames, and would never be captured. The
 * clock goes on for a moment, whatever is pending, and stands again.
 */
export async function wake({ page }: Mover, budget = WAKING): Promise<void> {
  await page.session.send('Emulation.setVirtualTimePolicy', { policy: 'advance', budget });
}

async function settle(page: Page, virtualTime: boolean): Promise<boolean> {
  const run = { budget: REACTION, cap: NETWORK_CAP, requests: new Map() };
  const end = virtualTime ? await runVirtualTime(page, run) : undefined;
  await page.call(settleResources, '');
  await page.call(finishAnimations);
  return end !== 'capped';
}
