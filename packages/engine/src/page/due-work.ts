import { CdpClosed, CdpError, type CdpSession } from '../cdp/connection.ts';
import type { Page } from './page.ts';
import { TIMED_OUT, type Timeout } from './timeout.ts';

/** Milliseconds between two looks at work that is due; an answer of a worker is delivered within one. */
const LOOK_EVERY = 10;
/** Milliseconds after which a worker that does not answer counts as one that computes. */
const BUSY = 50;
/** Milliseconds that a worker is given to start and to run its script, which it does not tell of. */
const WORKER_START = 150;
/** Looks at which nothing may be due, one after the other. */
const QUIET_LOOKS = 2;
/** Longest wait in all, in real milliseconds, for workers that talk without an end, and for their timers and requests. */
const LONGEST_TALK = 3_000;

/**
 * An expression that asks the object of `holdTimersForWork`. Scripts of the page can find it and change what it answers, which is their own loss; but what comes
 * here is short whatever they make of it: neither an answer nor an error of theirs leaves the page.
 */
const ask = (answer: string): string =>
  `(() => { try { const work = globalThis[Symbol.for("platen.work")]; return ${answer} } catch {} })()`;
const LOOK = ask(
  'work && (work.active = true, { due: +work.due || 0, asked: +work.asked || 0, workers: !!work.workers })',
);
const DUE = ask('+work.due || 0');
const RELEASE = ask('void (work.workers = false, work.release())');
const STOP = ask('void (work.active = false, work.release())');
const END_STREAMS = ask('void work.endStreams()');

interface Due {
  readonly due: number;
  readonly asked: number;
  readonly workers: boolean;
}

/** Waits, in real time, for what the browser does outside of the page's clock: see `holdTimersForWork`. */
export class DueWorkWait {
  readonly #page: Page;
  readonly #timeout: Timeout;
  /** Real milliseconds that workers have talked. */
  #talked = 0;

  constructor(page: Page, timeout: Timeout) {
    this.#page = page;
    this.#timeout = timeout;
  }

  /**
   * Waits until nothing is due. Timers of the page are held meanwhile, and run when it returns.
   * @returns whether there was something to wait for, so that the page may have more to do
   */
  async settle(): Promise<boolean> {
    const begun = performance.now();
    let waited = false;
    let asked = 0;
    for (let quiet = 0; this.#timeout.leftForRequests > 0; ) {
      const start = performance.now();
      const work = await this.#timeout.wait(lookAtWork(this.#page));
      if (work === TIMED_OUT || work === undefined) break;
      if (!work.workers && work.due === 0) return waited;
      waited = true;
      const due = await dueInWorkers(this.#page, this.#timeout);
      // What computes has no time to answer: only waiting for those that have counts.
      if (performance.now() - start < BUSY) this.#talked += LOOK_EVERY;
      const started = this.#page.workers.size > 0 ? this.#page.lastWorker : begun;
      const isNew = performance.now() - started < WORKER_START;
      quiet = !isNew && work.due === 0 && due === 0 && work.asked === asked ? quiet + 1 : 0;
      asked = work.asked;
      if (quiet === QUIET_LOOKS || (work.due === 0 && this.#talked > LONGEST_TALK)) {
        await this.#page.session.send('Runtime.evaluate', { expression: RELEASE });
        return waited;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY));
    }
    await stopHoldingTimers(this.#page);
    return false;
  }
}

/** Closes the event sources of the page, which end at no time that one could wait for. */
export async function endStreams({ session }: Page): Promise<void> {
  await session.send('Runtime.evaluate', { expression: END_STREAMS });
}

/** Timers run as they are due again, whatever else is. */
export async function stopHoldingTimers({ session }: Page): Promise<void> {
  await session.send('Runtime.evaluate', { expression: STOP });
}

async function lookAtWork({ session }: Page): Promise<Due | undefined> {
  const { result } = await session.send('Runtime.evaluate', { expression: LOOK, returnByValue: true });
  return result.value as Due | undefined;
}

/** Operations that are due in workers. One that computes answers when it is done. */
async function dueInWorkers({ workers }: Page, timeout: Timeout): Promise<number> {
  const counts = await Promise.all(
    [...workers].map(async (worker) => {
      const due = await timeout.wait(dueIn(worker), timeout.leftForRequests);
      if (due === undefined) workers.delete(worker);
      return due === TIMED_OUT || due === undefined ? 0 : due;
    }),
  );
  return counts.reduce((sum, due) => sum + due, 0);
}

/** @returns undefined when the worker has ended */
async function dueIn(worker: CdpSession): Promise<number | undefined> {
  try {
    const { result } = await worker.send('Runtime.evaluate', { expression: DUE, returnByValue: true });
    return Number(result.value ?? 0);
  } catch (error) {
    if (error instanceof CdpClosed || error instanceof CdpError) return undefined;
    throw error;
  }
}
