import { drawOneFrame } from '../page/frame.ts';
import { finishAnimations, settleResources } from '../page/in-page.ts';
import type { Page } from '../page/page.ts';
import { OUT_OF_PATIENCE, type Patience } from '../page/patience.ts';
import { runVirtualTime } from '../page/virtual-time.ts';
import { setWindow, type Window } from '../page/window.ts';

/** The page's time that is run after a change of its window: script often answers one with some delay. */
const REACTION = 500;
/** Longest wait for the page to be complete in its new window, in real milliseconds. */
const LONGEST = 5_000;
/** Real milliseconds of it that pending requests may hold up the page's clock. */
const NETWORK_CAP = 3_000;

/** The page's time that waking it takes. */
const WAKING = 100;

export interface Mover {
  readonly page: Page;
  readonly patience: Patience;
  /** Whether the page's clock may be run ahead. */
  readonly virtualTime: boolean;
}

/**
 * Lets the page follow a change of its window: other images, other styles, transitions between them, what script does.
 * @returns whether it was complete when waiting ended
 */
export async function moveTo({ page, patience, virtualTime }: Mover, window: Window): Promise<boolean> {
  await setWindow(page, window);
  await drawOneFrame(page);
  const end = await patience.wait(Promise.race([settle(page, virtualTime), page.crashed]), LONGEST);
  return end !== OUT_OF_PATIENCE;
}

/**
 * Wakes a page whose clock requests have held up for long: it draws no more frames, and would never be captured. The
 * clock goes on for a moment, whatever is pending, and stands again.
 */
export async function wake({ page }: Mover): Promise<void> {
  await page.session.send('Emulation.setVirtualTimePolicy', { policy: 'advance', budget: WAKING });
}

async function settle(page: Page, virtualTime: boolean): Promise<void> {
  if (virtualTime) await runVirtualTime(page, { budget: REACTION, cap: NETWORK_CAP, requests: new Map() });
  await page.call(settleResources, '');
  await page.call(finishAnimations);
}
