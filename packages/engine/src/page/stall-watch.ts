import { EngineError } from '../errors.ts';
import type { Page } from './page.ts';

/** How often a page is asked whether it answers, in milliseconds, while others wait for its slot. */
const ASK_EVERY = 500;
/** Milliseconds without an answer before the page is ready, after which its script counts as one without an end. */
const LONGEST_STALL = 5_000;
/** The same while it is laid out and printed, which keeps a page of many thousand elements busy. */
const LONGEST_RENDER_STALL = 20_000;
/** In the pool of large documents all takes longer. */
const LARGE = 2;

export interface StallWatchOptions {
  readonly page: Page;
  /** Whether other groups wait for a slot. While nobody waits, a page may compute until its time is over. */
  readonly othersWait: () => boolean;
  readonly large: boolean;
}

/**
 * Ends a job whose page computes without answering while others wait for its slot: script without an end would hold it
 * until the time-out. A page that waits, or works in steps, answers.
 */
export class StallWatch {
  readonly #options: StallWatchOptions;
  readonly #stalled = Promise.withResolvers<never>();
  readonly #timer: NodeJS.Timeout;
  #askedAt: number | undefined;
  #ready = false;

  constructor(options: StallWatchOptions) {
    this.#options = options;
    this.#stalled.promise.catch(() => {});
    this.#timer = setInterval(() => this.#look(), ASK_EVERY).unref();
  }

  /** The page is ready: what keeps it busy from now on is mostly our own doing. */
  becameReady(): void {
    this.#ready = true;
  }

  /** @throws EngineError `render_timeout` */
  async bound<T>(work: Promise<T>): Promise<T> {
    try {
      return await Promise.race([work, this.#stalled.promise]);
    } finally {
      clearInterval(this.#timer);
    }
  }

  #look(): void {
    const { page, othersWait, large } = this.#options;
    if (!othersWait()) return;
    if (this.#askedAt === undefined) {
      this.#askedAt = performance.now();
      const answered = () => {
        this.#askedAt = undefined;
      };
      page.session.send('Runtime.evaluate', { expression: '0' }).then(answered, answered);
      return;
    }
    const longest = (this.#ready ? LONGEST_RENDER_STALL : LONGEST_STALL) * (large ? LARGE : 1);
    if (performance.now() - this.#askedAt > longest) this.#stalled.reject(stalled());
  }
}

const stalled = (): EngineError =>
  new EngineError(
    'render_timeout',
    'The script of the page computed for seconds without an answer while others waited. Make the page lighter.',
  );
