import { DueWorkWait, stopHoldingTimers } from './due-work.ts';
import { drawOneFrame } from './frame.ts';
import { type RecentChanges, recentChanges, watchChanges } from './in-page/changes.ts';
import { finishAnimations } from './in-page/settle.ts';
import type { LoadContext } from './load.ts';
import { PageNavigated } from './page.ts';
import { runVirtualTime, type VirtualTimeEnd } from './virtual-time.ts';

/** How long requests of the page are waited for; `short`: those that stay open for more than a second belong to it. */
export type NetworkWait = 'full' | 'short' | 'none';

export interface RunAhead {
  /** Requests of each address so far. */
  readonly requests: Map<string, number>;
  readonly network: NetworkWait;
}

export interface AheadReport {
  /** Whether requests were still pending at the end. */
  readonly pending: boolean;
  /** Elements that were still changing at the end. */
  readonly changing: readonly string[];
}

/** Milliseconds of the page's time that are run ahead: a chart that starts late and animates for a second is complete. */
export const BUDGET = 2_000;
/** A navigation by script is followed when it starts within this much of the page's time. */
const FOLLOW = 500;
/** Milliseconds of the page's time without a change after which a page counts as still. */
const STILL = 1_000;
/** Milliseconds of the page's time after which nobody waits any longer for what changes. */
const LONGEST_CHANGE = 10_000;
/** The same in real time: a drawing may take longer than the time that it stands for. */
const LONGEST_REAL_CHANGE = 5_000;
/** The page's time that is run after animations were brought to their end, for what waits for their events. */
const AFTERMATH = 500;
/** The page's time in milliseconds that what script moves may take when more of the page is shown. */
const LONGEST_SHOWN = 3_000;
/** Rounds of finishing animations: one may start the next. */
const ROUNDS = 5;
/** Real milliseconds that pending requests may hold up the page's clock; in full, as long as the time-out allows. */
const NETWORK_CAP: Readonly<Record<NetworkWait, number>> = { full: Number.POSITIVE_INFINITY, short: 1_000, none: 0 };

/**
 * Runs the page's clock ahead, and on until what a person sees has stood still for a second of it.
 * @throws PageNavigated when the page leaves early
 * @throws TimeIsUp
 */
export async function runAhead(context: LoadContext, ahead: RunAhead): Promise<AheadReport> {
  const { page, navigation, interceptor, timeout } = context;
  const { commits } = navigation;
  const start = performance.now();
  const run = (budget: number) => runOnce(context, ahead, budget, performance.now() - start);
  const work = new DueWorkWait(page, timeout);
  await Promise.all([page.call(watchChanges), work.settle()]);
  const first = await run(FOLLOW);
  if (navigation.pending || navigation.commits > commits) throw new PageNavigated();
  const end = first === 'expired' ? await interceptor.refuseNavigation().then(() => run(BUDGET - FOLLOW)) : first;
  return await runUntilStill(context, { run, work }, end);
}

async function runUntilStill(
  { page, timeout, pending }: LoadContext,
  { run, work }: { readonly run: (budget: number) => Promise<VirtualTimeEnd>; readonly work: DueWorkWait },
  first: VirtualTimeEnd,
): Promise<AheadReport> {
  let end = first;
  let changes: RecentChanges = { elements: [], any: false, drawn: [] };
  const start = performance.now();
  for (let spent = BUDGET; ; spent += STILL) {
    const worked = await work.settle();
    const before = changes.drawn;
    changes = await page.call(recentChanges, STILL, before);
    // A drawing tells of no change by itself: it is compared with what it was a step before.
    const unknown = changes.drawn.length > 0 && before.length === 0;
    if (!changes.any && !unknown && !worked) break;
    const late = spent >= LONGEST_CHANGE || performance.now() - start > LONGEST_REAL_CHANGE;
    if (end !== 'expired' || late || timeout.leftForRequests === 0) break;
    end = await run(worked ? BUDGET : STILL);
  }
  await stopHoldingTimers(page);
  return { pending: end === 'cut' || pending.streamsEnded, changing: end === 'cut' ? [] : changes.elements };
}

function runOnce(
  { page, timeout, disconnect, pending }: LoadContext,
  { requests, network }: RunAhead,
  budget: number,
  spent: number,
): Promise<VirtualTimeEnd> {
  const cap = Math.max(100, Math.min(NETWORK_CAP[network] - spent, timeout.leftForRequests));
  return runVirtualTime(page, { budget, cap, waits: network !== 'none', requests, pending, disconnect, timeout });
}

/**
 * Brings animations to their end until nothing moves. Their events come with a frame, and what listens to them may set
 * timers; an animation may also have ended by itself just now. So each round gives the page some more of its time.
 * @param ahead left out when the page's clock is not run ahead
 * @throws TimeIsUp
 */
export async function finishAll(context: LoadContext, ahead: RunAhead | undefined): Promise<void> {
  const { page, timeout } = context;
  for (let round = 0; round < ROUNDS; round += 1) {
    timeout.check();
    const finished = await page.call(finishAnimations);
    if (ahead) await runOnce(context, ahead, AFTERMATH, 0);
    const changes = await drawOneFrame(page, timeout);
    if (finished + changes === 0) return;
  }
}

/**
 * Follows a page that is shown more of: what it animates by script on that is brought to its end too, which nobody can skip to.
 * @param ahead left out when the page's clock is not run ahead
 * @throws TimeIsUp
 */
export async function finishShown(context: LoadContext, ahead: RunAhead | undefined): Promise<void> {
  await finishAll(context, ahead);
  for (let spent = 0; ahead && spent < LONGEST_SHOWN; spent += AFTERMATH) {
    context.timeout.check();
    const { any } = await context.page.call(recentChanges, AFTERMATH, []);
    if (!any || (await runOnce(context, ahead, AFTERMATH, 0)) !== 'expired') return;
  }
}
