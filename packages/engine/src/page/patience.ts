/** The caller's patience ran out: waiting ends, the page is taken as it is. */
export const OUT_OF_PATIENCE = Symbol('out of patience');

/**
 * How long a job waits for its page. It is shorter than the deadline, which ends the job: when patience ends, the
 * page is captured as it is then.
 */
export class Patience {
  readonly #end: number;

  /** @param milliseconds from now */
  constructor(milliseconds: number) {
    this.#end = performance.now() + milliseconds;
  }

  /** Milliseconds left; never negative. */
  get left(): number {
    return Math.max(0, this.#end - performance.now());
  }

  /** The result of `work`, or `OUT_OF_PATIENCE`. Work that is given up goes on, and its failure is dropped. */
  async wait<T>(work: Promise<T>, most = Number.POSITIVE_INFINITY): Promise<T | typeof OUT_OF_PATIENCE> {
    let timer: NodeJS.Timeout | undefined;
    work.catch(() => {});
    const impatient = new Promise<typeof OUT_OF_PATIENCE>((resolve) => {
      timer = setTimeout(() => resolve(OUT_OF_PATIENCE), Math.min(this.left, most));
    });
    try {
      return await Promise.race([work, impatient]);
    } finally {
      clearTimeout(timer);
    }
  }
}
