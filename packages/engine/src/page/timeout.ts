/** The time to wait for a page is over: the page is taken as it is. */
export const TIMED_OUT = Symbol('timed out');

/** Work that has been given up stops: it would change the page under those who take it as it is. */
export class TimeIsUp extends Error {
  constructor() {
    super('the time to wait for the page is over');
    this.name = 'TimeIsUp';
  }
}

/**
 * How long a job waits for its page. It is shorter than the deadline, which ends the job: when the time is up, the
 * page is captured as it is then.
 */
export class Timeout {
  readonly #end: number;
  readonly #all: number;

  /** @param milliseconds from now */
  constructor(milliseconds: number) {
    this.#all = milliseconds;
    this.#end = performance.now() + milliseconds;
  }

  /** Milliseconds left; never negative. */
  get left(): number {
    return Math.max(0, this.#end - performance.now());
  }

  /** Milliseconds left for what the page waits for itself: the rest is for its answer to what came. */
  get leftForRequests(): number {
    return Math.max(0, this.left - this.#all / 6);
  }

  /** @throws TimeIsUp when the time is over */
  check(): void {
    if (this.left === 0) throw new TimeIsUp();
  }

  /** The result of `work`, or `TIMED_OUT`. Work that is given up goes on, and its failure is dropped. */
  async wait<T>(work: Promise<T>, most = Number.POSITIVE_INFINITY): Promise<T | typeof TIMED_OUT> {
    let timer: NodeJS.Timeout | undefined;
    work.catch(() => {});
    const timedOut = new Promise<typeof TIMED_OUT>((resolve) => {
      timer = setTimeout(() => resolve(TIMED_OUT), Math.min(this.left, most));
    });
    try {
      return await Promise.race([work, timedOut]);
    } finally {
      clearTimeout(timer);
    }
  }
}
