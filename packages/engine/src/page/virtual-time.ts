import type { Page } from './page.ts';

/** How a run of virtual time ended. */
export type VirtualTimeEnd = 'expired' | 'capped' | 'repeating';

export interface VirtualTimeRun {
  /** Milliseconds of the page's time to run. */
  readonly budget: number;
  /** Milliseconds of real time after which the run ends although requests are still pending. */
  readonly cap: number;
  /** Requests of each address so far, kept over the runs of a page: one that polls is stopped in each of them. */
  readonly requests: Map<string, number>;
}

/** Requests of one address in all runs before the page counts as one that polls. */
const REPEATS = 5;

/**
 * Runs the page's clock ahead by `budget` as fast as its tasks allow; while requests are pending the clock stands
 * still, so that answers arrive in the order the page expects. Afterwards the clock stands: timers do not run, but
 * script, layout, painting and printing do.
 */
export async function runVirtualTime(page: Page, { budget, cap, requests }: VirtualTimeRun): Promise<VirtualTimeEnd> {
  const { session } = page;
  const stops: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  try {
    const ended = new Promise<VirtualTimeEnd>((resolve) => {
      stops.push(session.on('Emulation.virtualTimeBudgetExpired', () => resolve('expired')));
      stops.push(
        session.on('Network.requestWillBeSent', ({ request }) => {
          // A poller would repeat hundreds of times, since its interval costs no real time.
          const count = (requests.get(request.url) ?? 0) + 1;
          requests.set(request.url, count);
          if (count > REPEATS) resolve('repeating');
        }),
      );
      timer = setTimeout(() => resolve('capped'), cap);
    });
    await session.send('Emulation.setVirtualTimePolicy', { policy: 'pauseIfNetworkFetchesPending', budget });
    const end = await Promise.race([ended, page.crashed]);
    if (end !== 'expired') await session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' });
    return end;
  } finally {
    clearTimeout(timer);
    for (const stop of stops) stop();
  }
}

/** Whether virtual time works in this browser: a budget without work has to expire at once. */
export async function probeVirtualTime(page: Page): Promise<boolean> {
  return (await runVirtualTime(page, { budget: 10, cap: 2_000, requests: new Map() })) === 'expired';
}
