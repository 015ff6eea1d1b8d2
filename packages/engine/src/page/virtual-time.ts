import type { CdpParams, CdpResult } from '../cdp/connection.ts';
import { endStreams } from './due-work.ts';
import { currentTime } from './in-page/settle.ts';
import type { Page } from './page.ts';
import type { PendingRequests } from './pending-requests.ts';
import type { Timeout } from './timeout.ts';

/** How a run of virtual time ended: one that was `cut` ended requests that held it up. */
export type VirtualTimeEnd = 'expired' | 'repeating' | 'cut';

export interface VirtualTimeRun {
  /** Milliseconds of the page's time to run. */
  readonly budget: number;
  /** Milliseconds of real time that requests may hold up the clock. */
  readonly cap: number;
  /** The requests that hold it up: nobody waits when none of them belongs to the document. */
  readonly pending?: PendingRequests | undefined;
  /** Whether the clock stands still while requests are pending. */
  readonly waits: boolean;
  /** Requests of each address so far, kept over the runs of a page: one that polls is stopped in each of them. */
  readonly requests: Map<string, number>;
  /** Ends the requests of the page, also those to come; they fail, the clock goes on. */
  readonly disconnect: () => void;
  /** When nobody waits for the run any longer: then the clock is left as it stands. Default: never. */
  readonly timeout?: Timeout | undefined;
}

/** Requests of one address in all runs before the page counts as one that polls. */
const REPEATS = 5;
/** Real milliseconds after which a page without pending requests has had its time. */
const GRACE = 2_000;
/** Real milliseconds that streams and polls are given for a first answer, once nothing else is pending. */
const ENDLESS = 1_000;
/** How often the requests are looked at, in real milliseconds. */
const LOOK_EVERY = 100;
/** Milliseconds of the page's time that it is put ahead of the real time when it has fallen behind. */
const AHEAD = 1_000;

/**
 * Takes over the page's clock. Chromium does not give it back when the DevTools session ends, nor for another document: timers, frames and fonts of what
 * follows in the page would wait for time that nobody gives it.
 */
export function setClock(
  page: Page,
  command: CdpParams<'Emulation.setVirtualTimePolicy'>,
): Promise<CdpResult<'Emulation.setVirtualTimePolicy'>> {
  page.hasRunClock = true;
  return page.session.send('Emulation.setVirtualTimePolicy', command);
}

/**
 * Runs the page's clock ahead by `budget` as fast as its tasks allow; while requests are pending the clock stands
 * still, so that answers arrive in the order the page expects. Afterwards the clock stands: timers do not run, but
 * script, layout, painting and printing do.
 * @throws TimeIsUp
 */
export async function runVirtualTime(page: Page, run: VirtualTimeRun): Promise<VirtualTimeEnd> {
  run.timeout?.check();
  const start = performance.now();
  const end = await runUntilEnd(page, run);
  run.timeout?.check();
  if (performance.now() - start > run.budget) await catchUp(page);
  return end;
}

/**
 * Brings the page's clock to the real time when it is behind it, as a wait for requests leaves it: such a page draws
 * no frames, and is captured once at most. The time that it is given has gone by.
 */
export async function catchUp(page: Page): Promise<void> {
  // At once: a picture may come, and its page be left to the next job, while the page is still asked for its time.
  page.hasRunClock = true;
  const now = Date.now();
  const lag = now - (await page.call(currentTime));
  if (lag <= 0) return;
  let timer: NodeJS.Timeout | undefined;
  let stop = () => {};
  try {
    const expired = new Promise<'expired'>((resolve) => {
      stop = page.session.on('Emulation.virtualTimeBudgetExpired', () => resolve('expired'));
    });
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), GRACE);
    });
    await setClock(page, { policy: 'advance', budget: lag + AHEAD });
    const end = await Promise.race([expired, late, page.crashed]);
    if (end === 'late') await setClock(page, { policy: 'pause' });
  } finally {
    clearTimeout(timer);
    stop();
  }
}

async function runUntilEnd(
  page: Page,
  { budget, cap, pending, waits, requests, disconnect }: VirtualTimeRun,
): Promise<VirtualTimeEnd> {
  const { session } = page;
  const stops: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let cut = false;
  let closed = false;
  try {
    const ended = new Promise<'expired' | 'repeating' | 'stuck'>((resolve) => {
      stops.push(session.on('Emulation.virtualTimeBudgetExpired', () => resolve('expired')));
      stops.push(
        session.on('Network.requestWillBeSent', ({ request }) => {
          // A poller would repeat hundreds of times, since its interval costs no real time.
          const count = (requests.get(request.url) ?? 0) + 1;
          requests.set(request.url, count);
          if (count > REPEATS) resolve('repeating');
        }),
      );
      const start = performance.now();
      let endless = start;
      const look = () => {
        const now = performance.now();
        if (!pending?.areEndless) endless = now;
        if (now - start < cap && now - endless < ENDLESS) {
          timer = setTimeout(look, Math.min(LOOK_EVERY, cap));
          return;
        }
        if (now - start < cap && !closed) {
          closed = true;
          endless = now;
          if (pending) pending.streamsEnded = true;
          endStreams(page).catch(() => {});
          timer = setTimeout(look, LOOK_EVERY);
          return;
        }
        cut = true;
        disconnect();
        timer = setTimeout(() => resolve('stuck'), GRACE);
      };
      timer = setTimeout(look, Math.min(LOOK_EVERY, cap));
    });
    const policy = waits ? 'pauseIfNetworkFetchesPending' : 'advance';
    await setClock(page, { policy, budget });
    const end = await Promise.race([ended, page.crashed]);
    if (end !== 'expired') await setClock(page, { policy: 'pause' });
    return cut || end === 'stuck' ? 'cut' : end;
  } finally {
    clearTimeout(timer);
    for (const stop of stops) stop();
  }
}

/** Whether virtual time works in this browser: a budget without work has to expire at once. */
export async function probeVirtualTime(page: Page): Promise<boolean> {
  return (
    (await runVirtualTime(page, { budget: 10, cap: 2_000, waits: true, requests: new Map(), disconnect: () => {} })) ===
    'expired'
  );
}
