import type { Clutter } from '../page/clutter.ts';
import { drawOneFrame } from '../page/frame.ts';
import { finishAnimations, settleResources } from '../page/in-page/settle.ts';
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

export interface Mover {
  readonly page: Page;
  readonly patience: Patience;
  /** Whether the page's clock may be run ahead. */
  readonly virtualTime: boolean;
  /** Whether images count that the page would load on scrolling only. */
  readonly lazy: boolean;
  /** What is taken off the page, which may come back with the change. */
  readonly clutter: Clutter;
  /** Ends the requests of the page, also those to come: see `LoadContext`. */
  readonly disconnect: () => void;
}

/**
 * Lets the page follow a change of its window: other images, other styles, transitions between them, what script does.
 * @returns whether it was complete when waiting ended
 */
export async function moveTo(mover: Mover, window: Window): Promise<boolean> {
  const { page, patience } = mover;
  await setWindow(page, window);
  await drawOneFrame(page);
  const complete = await patience.wait(Promise.race([settle(mover), page.crashed]), LONGEST);
  if (complete === OUT_OF_PATIENCE) mover.disconnect();
  return complete === true;
}

async function settle({ page, virtualTime, lazy, clutter, disconnect }: Mover): Promise<boolean> {
  const run = { budget: REACTION, cap: NETWORK_CAP, waits: true, requests: new Map(), disconnect };
  const end = virtualTime ? await runVirtualTime(page, run) : undefined;
  await page.call(settleResources, '', lazy, true);
  await page.call(finishAnimations);
  await clutter.hide(page);
  return end !== 'cut';
}
