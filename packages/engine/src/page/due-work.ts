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

const NAME = 'globalThis[Symbol.for("platen.work")]';

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
        await this.#page.session.send('Runtime.evaluate', { expression: `${NAME}.workers = false, ${NAME}.release()` });
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
  await session.send('Runtime.evaluate', { expression: `${NAME}?.endStreams()` });
}

/** Timers run as they are due again, whatever else is. */
export async function stopHoldingTimers({ session }: Page): Promise<void> {
  const expression = `(w => { if (w) { w.active = false; w.release() } })(${NAME})`;
  await session.send('Runtime.evaluate', { expression });
}

async function lookAtWork({ session }: Page): Promise<Due | undefined> {
  const expression = `(w => w && (w.active = true, { due: w.due, asked: w.asked, workers: w.workers }))(${NAME})`;
  const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
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
    const { result } = await worker.send('Runtime.evaluate', { expression: `${NAME}?.due ?? 0`, returnByValue: true });
    return Number(result.value ?? 0);
  } catch (error) {
    if (error instanceof CdpClosed || error instanceof CdpError) return undefined;
    throw error;
  }
}
