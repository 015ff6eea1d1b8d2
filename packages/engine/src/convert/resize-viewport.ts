import type { ContentBlocking } from '../page/content-blocking.ts';
import { drawOneFrame } from '../page/frame.ts';
import { finishAnimations, settleResources } from '../page/in-page/settle.ts';
import type { Page } from '../page/page.ts';
import type { PendingRequests } from '../page/pending-requests.ts';
import { keepingRevealed } from '../page/reveal.ts';
import { TIMED_OUT, type Timeout } from '../page/timeout.ts';
import { setViewport, type Viewport } from '../page/viewport.ts';
import { runVirtualTime } from '../page/virtual-time.ts';

/** The page's time that is run after a change of its viewport: script often answers one with some delay. */
const REACTION = 500;

export interface ResizeContext {
  readonly page: Page;
  readonly timeout: Timeout;
  /** Whether the page's clock may be run ahead. */
  readonly virtualTime: boolean;
  /** Whether images count that the page would load on scrolling only. */
  readonly lazy: boolean;
  /** Whether the page shows anything on scrolling. */
  readonly reveals: boolean;
  /** What is taken off the page, which may come back with the change. */
  readonly contentBlocking: ContentBlocking;
  /** Ends the requests of the page, also those to come: see `LoadContext`. */
  readonly disconnect: () => void;
  readonly requests: PendingRequests;
}

/**
 * Lets the page follow a change of its viewport: other images, other styles, transitions between them, what script does.
 * @returns whether it was complete when waiting ended
 */
export async function resizeViewport(context: ResizeContext, viewport: Viewport): Promise<boolean> {
  const { page, timeout } = context;
  const complete = await keepingRevealed(page, context.reveals, async () => {
    await setViewport(page, viewport);
    await drawOneFrame(page);
    return await timeout.wait(Promise.race([settle(context), page.crashed]), timeout.leftForRequests);
  });
  if (complete === TIMED_OUT) context.disconnect();
  return complete === true;
}

async function settle({
  page,
  timeout,
  virtualTime,
  lazy,
  contentBlocking,
  disconnect,
  requests: pending,
}: ResizeContext): Promise<boolean> {
  const run = {
    budget: REACTION,
    cap: Math.max(100, timeout.leftForRequests),
    waits: true,
    requests: new Map(),
    pending,
    disconnect,
  };
  // What has no script answers at once, and its page, whose clock still goes, may be left to another document.
  const end = virtualTime && !page.isScriptless ? await runVirtualTime(page, run) : undefined;
  await page.call(settleResources, '', lazy, true);
  await page.call(finishAnimations);
  await contentBlocking.hide(page);
  return end !== 'cut';
}
