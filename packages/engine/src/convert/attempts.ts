import { totalmem } from 'node:os';
import { CdpClosed } from '../cdp/connection.ts';
import { BrowserLost } from '../chromium/browser.ts';
import { BrowserPool, type BrowserPoolOptions, type Lease } from '../chromium/browser-pool.ts';
import { OutOfMemory } from '../chromium/watchdog.ts';
import { EngineError } from '../errors.ts';
import { CaptureStuck } from '../image/screenshot.ts';
import { FrameLimit } from '../page/frame-limit.ts';
import { PageCrashed } from '../page/page.ts';
import { StallWatch } from '../page/stall-watch.ts';
import { UnpackedLimit } from '../page/unpacked-limit.ts';
import { DocumentUnread, UnreadDocument } from '../page/unread-document.ts';
import { probeVirtualTime } from '../page/virtual-time.ts';
import { prepareWalk } from '../readable/walk.ts';
import type { OutputFormat } from '../request/request.ts';
import type { SeveralResults } from '../result.ts';
import { convertOnPage, DocumentTooLarge, NavigationAwayFailed } from './attempt.ts';
import type { Job } from './job.ts';
import { orAborted } from './or-aborted.ts';
import { isUnseen, mayReuse, wayOf } from './reuse.ts';

export interface AttemptsOptions extends Omit<BrowserPoolOptions, 'slots' | 'prepare' | 'rendererMemory'> {
  /** Whether documents of one group without script may follow one another in one page. */
  readonly reuse: boolean;
  /** Ordinary documents that are converted at the same time. */
  readonly concurrency: number;
}

/** For whom a job runs, and until when. */
export interface AttemptOptions {
  readonly signal: AbortSignal;
  /** Groups take turns in the queue. */
  readonly group: string;
}

const MIB = 1024 ** 2;
/** Memory that one renderer may hold in the pool of ordinary documents. */
const ORDINARY_MEMORY = 512 * MIB;
/** The same in the pool of large documents: never more than half of the machine. */
const LARGE_MEMORY = 3 * 1024 * MIB;
/** HTML longer than this goes to the pool of large documents at once. */
const LARGE_INPUT = 4 * MIB;

/**
 * Jobs in a row that read no text, after which pages are made ready without what reads it: to compile that takes as much as half an invoice. Those that are made
 * before the first job are ready without it as well: a command has but one.
 */
const UNREAD = 20;

/** Runs jobs on pages of two pools, for ordinary and for large documents, and runs them again where that may help. */
export class Attempts {
  readonly #ordinary: BrowserPool;
  readonly #large: BrowserPool;
  readonly #reuse: boolean;
  #product = '';
  #virtualTime = false;
  /** Jobs since the last one that read text. */
  #unread = UNREAD;

  constructor({ concurrency, first, ...common }: AttemptsOptions) {
    this.#reuse = common.reuse;
    this.#ordinary = new BrowserPool({
      ...common,
      first,
      slots: concurrency,
      prepare: async (page) => {
        if (this.#unread < UNREAD) await prepareWalk(page);
      },
      rendererMemory: ORDINARY_MEMORY,
    });
    const rendererMemory = Math.min(LARGE_MEMORY, totalmem() / 2);
    this.#large = new BrowserPool({ ...common, slots: 1, warm: 0, reuse: false, rendererMemory });
  }

  /** Has the browser for ordinary documents running, and finds out what it can do. */
  async start(): Promise<void> {
    await this.#ordinary.start();
    this.#virtualTime = await this.#ordinary.run(({ page }) => probeVirtualTime(page));
    this.#product = this.#ordinary.product ?? '';
  }

  /** Whether another job would run or wait, rather than be refused. */
  get hasCapacity(): boolean {
    return this.#ordinary.queue.hasCapacity;
  }

  health() {
    return {
      status: this.#ordinary.status,
      browser: this.#ordinary.product ?? this.#product,
      running: this.#ordinary.queue.running + this.#large.queue.running,
      queued: this.#ordinary.queue.waiting + this.#large.queue.waiting,
      virtualTime: this.#virtualTime,
      pageReuse: this.#reuse,
      reusedPages: this.#ordinary.lentAgain,
    };
  }

  /**
   * A crash is tried once more on a fresh page; a page killed for its memory once in the pool of large documents. When
   * a second browser ends under a job, nobody knows whether the job is to blame or one beside it: there it is tried
   * alone. A page that draws no frame for a picture is tried once more; so is one that is kept busy by a packed document,
   * which is counted first.
   * @throws EngineError; the reason of the signal
   */
  async run(job: Job, options: AttemptOptions): Promise<SeveralResults> {
    let pool = isLarge(job) ? this.#large : this.#ordinary;
    let crashes = 0;
    let losses = 0;
    let stay = false;
    let stuck = false;
    this.#unread = job.request.outputs.some(({ format }) => READ.has(format)) ? 0 : this.#unread + 1;
    const still = mayReuse(job);
    const unseen = still && isUnseen(job);
    const way = wayOf(job, unseen);
    let reuse = still && this.#reuse && options.group !== '' && way !== undefined;
    let count = false;
    const start = performance.now();
    for (;;) {
      try {
        return await this.#runOn(pool, job, {
          ...options,
          stay,
          reuse,
          unseen,
          way,
          count,
          retry: performance.now() - start,
        });
      } catch (error) {
        if (options.signal.aborted) throw error;
        // Whatever is tried again has a page to itself.
        reuse = false;
        if (error instanceof OutOfMemory || error instanceof DocumentTooLarge) {
          if (pool === this.#large) throw outOfMemory();
          pool = this.#large;
        } else if (error instanceof NavigationAwayFailed) {
          stay = true;
        } else if (error instanceof CaptureStuck) {
          if (stuck) throw undrawn();
          stuck = true;
        } else if (error instanceof DocumentUnread) {
          count = true;
        } else if (error instanceof BrowserLost) {
          losses += 1;
          if (losses > 1 && pool === this.#large) throw crashed();
          if (losses > 1) pool = this.#large;
        } else if (error instanceof PageCrashed || error instanceof CdpClosed) {
          crashes += 1;
          if (crashes > 1) throw crashed();
        } else {
          throw error;
        }
      }
    }
  }

  /** Refuses what waits; what runs goes on. */
  refuseWaiting(): void {
    this.#ordinary.queue.close();
    this.#large.queue.close();
  }

  async close(): Promise<void> {
    await Promise.all([this.#ordinary.close(), this.#large.close()]);
  }

  async #runOn(
    pool: BrowserPool,
    job: Job,
    { signal, group, stay, reuse, unseen, way, count, retry }: OneAttempt,
  ): Promise<SeveralResults> {
    const start = performance.now();
    const release = await pool.queue.acquire(group, signal);
    const begun = performance.now();
    const queue = begun - start;
    const large = pool === this.#large;
    const othersWait = () => pool.queue.othersWait(group);
    try {
      const work = (lease: Lease) => {
        const page = performance.now() - begun;
        const stalls = new StallWatch({ page: lease.page, othersWait, large });
        const ready = () => {
          stalls.becameReady();
          lease.rendering();
        };
        const limit = new UnpackedLimit(lease.page);
        const unread = count ? undefined : new UnreadDocument(lease.page);
        const converted = convertOnPage(job, lease, {
          ...{ before: { retry, queue, page }, large, virtualTime: this.#virtualTime, stay, reuse, unseen, ready },
          counted: count ? limit : undefined,
        });
        const bounded = limit.bound(new FrameLimit(lease.page).bound(converted));
        return orAborted(stalls.bound(unread?.bound(bounded) ?? bounded), signal);
      };
      return await pool.run(work, { reuse: reuse ? `${way} ${group}` : undefined });
    } catch (error) {
      if (error instanceof EngineError && error.code === 'render_timeout') pool.queue.timedOut(group);
      throw error;
    } finally {
      release();
    }
  }
}

interface OneAttempt extends AttemptOptions {
  /** Whether the document is kept where it is, since what it leads to did not answer with a page. */
  readonly stay: boolean;
  /** Whether the page may be one that others of the group have used, and left to others. */
  readonly reuse: boolean;
  /** Whether no frame of the page has to be drawn. */
  readonly unseen: boolean;
  /** Which pages of the group it may be. */
  readonly way: ReturnType<typeof wayOf>;
  /** Whether packed documents are counted before the page gets them. */
  readonly count: boolean;
  /** Milliseconds that the attempts before it took. */
  readonly retry: number;
}

/** Formats that are read of the page. */
const READ: ReadonlySet<OutputFormat> = new Set(['text', 'markdown']);

const isLarge = ({ input }: Job): boolean => input.kind === 'html' && input.html.length > LARGE_INPUT;

const undrawn = () =>
  new EngineError('render_timeout', 'The browser drew no frame of the page for its picture, in two tries.');
const crashed = () => new EngineError('render_crashed', 'The browser crashed twice while rendering this page.');
const outOfMemory = () =>
  new EngineError(
    'render_out_of_memory',
    'The page needed more memory than a conversion may use. Make it smaller, or split it.',
  );
