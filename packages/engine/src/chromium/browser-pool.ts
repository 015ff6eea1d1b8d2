import { setTimeout as sleep } from 'node:timers/promises';
import { CdpClosed } from '../cdp/connection.ts';
import type { EgressJob } from '../egress/job.ts';
import type { EgressProxy } from '../egress/proxy.ts';
import { EngineError } from '../errors.ts';
import type { Page } from '../page/page.ts';
import { SlotQueue } from '../slot-queue.ts';
import { Browser, BrowserLost, type Tab } from './browser.ts';
import { StartCircuit } from './circuit.ts';
import type { FoundBrowser } from './find.ts';
import type { Isolation } from './isolation.ts';
import { type BrowserProcess, BrowserStartFailed } from './launch.ts';
import { MainMemory } from './main-memory.ts';
import { WarmPages } from './warm-pages.ts';
import { Watchdog } from './watchdog.ts';

export interface BrowserPoolOptions {
  readonly found: FoundBrowser;
  readonly isolation: Isolation;
  /** A browser that runs already, and is the first one. Default: the first one is started too. */
  readonly first?: BrowserProcess | undefined;
  readonly proxy: EgressProxy;
  /** Jobs at the same time. */
  readonly slots: number;
  readonly queueLength: number;
  /** Longest wait for a slot in milliseconds. */
  readonly queueTimeout: number;
  /** Pages kept ready for the next jobs. */
  readonly warm: number;
  /** Whether pages are kept for the next job of the group that has used them. Default false. */
  readonly reuse?: boolean;
  /** Does what can be done ahead on a page that is kept ready; a page on which it fails is thrown away. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Bytes that one renderer may hold. */
  readonly rendererMemory: number;
  readonly onEvent: (name: string, fields?: Readonly<Record<string, string | number | boolean>>) => void;
}

/** What a job is lent: a page of its own, and the record of its traffic. */
export interface Lease {
  readonly page: Page;
  readonly egress: EgressJob;
  /** Tells that the page is ready and only rendered from now on: the page of the next job may be made beside it. */
  readonly rendering: () => void;
  /** Tells that nothing is wrong with giving the page to the next job of the group. */
  readonly keep: () => void;
}

export interface RunOptions {
  /** Group of a job that may have a page which others of the group have used. */
  readonly reuse?: string | undefined;
}

/** A browser with everything that belongs to it. */
interface Instance {
  readonly browser: Browser;
  readonly watchdog: Watchdog;
  readonly mainMemory: MainMemory;
  readonly pages: WarmPages;
  active: number;
  retired: boolean;
}

/** Contexts opened by one browser, and milliseconds of its life, after which another takes its place. */
const MOST_TABS = 1_000;
const LONGEST_LIFE = 60 * 60_000;
const BROWSER_MEMORY = 1024 ** 3;
/** Bytes that pages may make a browser's main process hold; it needs a tenth of that by itself. */
const STORED_MEMORY = 768 * 1024 ** 2;
/** A browser that ends sooner than this many milliseconds after its start counts as one that did not start. */
const SHORTEST_LIFE = 2_000;

/** Slots over one browser, which is started when it is needed and replaced when it has ended or grown old. */
export class BrowserPool {
  readonly queue: SlotQueue;
  readonly #options: BrowserPoolOptions;
  readonly #circuit = new StartCircuit();
  readonly #retired = new Set<Instance>();
  #first: BrowserProcess | undefined;
  #current: Instance | undefined;
  #starting: Promise<Instance> | undefined;
  readonly #closing = new AbortController();
  #restoring: NodeJS.Timeout | undefined;
  #lentAgain = 0;
  #closed = false;

  constructor(options: BrowserPoolOptions) {
    this.#options = options;
    this.#first = options.first;
    this.queue = new SlotQueue({ slots: options.slots, length: options.queueLength, timeout: options.queueTimeout });
  }

  get product(): string | undefined {
    return this.#current?.browser.process.product;
  }

  /** Jobs that had a page which another of their group had used. */
  get lentAgain(): number {
    return this.#lentAgain;
  }

  get status(): 'ok' | 'starting' | 'unavailable' {
    if (this.#current && !this.#current.browser.isGone) return 'ok';
    return this.#circuit.isOpen ? 'unavailable' : 'starting';
  }

  /** Starts the browser before the first job needs it. */
  async start(): Promise<void> {
    const instance = await this.#instance();
    await instance.pages.refill();
  }

  /**
   * Runs a job on a page that no other has at the same time. The page is thrown away when the job has ended, however it ended,
   * unless the job says that it may be kept for the next one of its group.
   * @throws what the job throws; `BrowserLost` when the browser ended under it; `OutOfMemory` instead of a crash when the watchdog killed the page; EngineError
   *   `capacity` when the browser does not start
   */
  async run<T>(job: (lease: Lease) => Promise<T>, { reuse }: RunOptions = {}): Promise<T> {
    const instance = await this.#instance();
    let keeper: string | undefined;
    instance.active += 1;
    instance.watchdog.jobStarted();
    instance.pages.jobStarted();
    let tab: Tab | undefined;
    let egress: EgressJob | undefined;
    try {
      tab = await instance.pages.take(reuse);
      egress = tab.identity.begin();
      if (tab.jobs > 1) this.#lentAgain += 1;
      const rendering = () => instance.pages.refillBeside();
      const keep = () => {
        keeper = reuse;
      };
      return await instance.mainMemory.bound(tab.page, job({ page: tab.page, egress, rendering, keep }));
    } catch (error) {
      keeper = undefined;
      const crashed = tab?.page.isCrashed === true;
      // What ended this renderer may have ended those of the warm pages: another attempt gets a fresh one.
      if (crashed) instance.pages.discard();
      if (error instanceof CdpClosed && !crashed && instance.browser.isGone) throw new BrowserLost(error);
      throw instance.watchdog.explain(error, crashed);
    } finally {
      instance.watchdog.jobEnded();
      instance.pages.jobEnded();
      instance.active -= 1;
      if (tab) void this.#giveBack(instance, tab, egress, keeper);
      else this.#endIfDrained(instance);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#closing.abort();
    clearTimeout(this.#restoring);
    this.queue.close();
    const starting = await this.#starting?.catch(() => undefined);
    const instances = new Set([this.#current, starting, ...this.#retired]);
    for (const instance of instances) instance?.pages.stop();
    await Promise.all([...instances].map((instance) => instance?.browser.close()));
  }

  async #giveBack(instance: Instance, tab: Tab, egress: EgressJob | undefined, group?: string): Promise<void> {
    await instance.pages.giveBack(tab, egress, instance.retired ? undefined : group);
    this.#endIfDrained(instance);
  }

  async #instance(): Promise<Instance> {
    const current = this.#current;
    if (current && !current.browser.isGone) {
      if (!this.#isOld(current)) return current;
      // The old browser serves until its successor runs; then it ends after its last job.
      if (!this.#starting && this.#circuit.wait === 0)
        this.#begin().then(
          () => this.#retire(current),
          () => {},
        );
      return current;
    }
    if (current) this.#drop(current);
    return await (this.#starting ?? this.#begin());
  }

  #isOld({ browser, watchdog }: Instance): boolean {
    return (
      browser.opened >= MOST_TABS || performance.now() - browser.startedAt > LONGEST_LIFE || watchdog.wantsReplacement
    );
  }

  #retire(instance: Instance): void {
    if (instance.retired) return;
    instance.retired = true;
    this.#retired.add(instance);
    instance.pages.stop();
    instance.pages.discard();
    this.#options.onEvent('browser_recycled', { tabs: instance.browser.opened });
    this.#endIfDrained(instance);
  }

  #endIfDrained(instance: Instance): void {
    if (!instance.retired || instance.active > 0) return;
    this.#retired.delete(instance);
    void instance.browser.close();
  }

  #begin(): Promise<Instance> {
    if (this.#closed) return Promise.reject(shuttingDown());
    if (this.#circuit.wait > 0 && this.#circuit.isOpen) return Promise.reject(unavailable(this.#circuit.wait));
    this.#starting = this.#afterPause(() => this.#launch()).finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  /** After a failure or two, who waits for the browser waits for the pause as well. */
  async #afterPause<T>(start: () => Promise<T>): Promise<T> {
    const { wait } = this.#circuit;
    if (wait > 0) await sleep(wait, undefined, { signal: this.#closing.signal }).catch(() => {});
    if (this.#closed) throw shuttingDown();
    return await start();
  }

  async #launch(): Promise<Instance> {
    const { found, isolation, proxy, slots, warm, reuse = false, prepare, rendererMemory, onEvent } = this.#options;
    const kept = reuse ? slots + 1 : 0;
    try {
      // A job's context may still be ending while the next one runs.
      const running = this.#first;
      this.#first = undefined;
      const browser = await Browser.start({ found, isolation, proxy, tabs: 2 * slots + warm + kept + 2, running });
      const watchdog = new Watchdog(browser, {
        rendererMemory,
        totalMemory: rendererMemory * (slots + 1),
        browserMemory: BROWSER_MEMORY,
      });
      const pages = new WarmPages({ browser, count: warm, kept, prepare, onDefect: () => this.#giveUp(instance) });
      const mainMemory = new MainMemory(browser, { limit: STORED_MEMORY });
      const instance: Instance = { browser, watchdog, mainMemory, pages, active: 0, retired: false };
      this.#circuit.succeeded();
      this.#current = instance;
      onEvent('browser_started', { product: browser.process.product });
      void browser.process.exited.then(() => this.#lost(instance));
      return instance;
    } catch (error) {
      this.#circuit.failed();
      onEvent('browser_start_failed', { reason: error instanceof BrowserStartFailed ? error.message : 'unexpected' });
      throw error instanceof BrowserStartFailed ? unavailable(this.#circuit.wait) : error;
    }
  }

  #lost(instance: Instance): void {
    instance.pages.discard();
    if (this.#closed || instance.retired) return;
    this.#options.onEvent('browser_lost');
    this.#drop(instance);
  }

  /** Replaces a browser that is of no use any more. What still runs in it may come to its end. */
  #giveUp(instance: Instance): void {
    if (this.#closed || instance.browser.isGone || this.#current !== instance) return;
    this.#retire(instance);
    this.#drop(instance);
  }

  #drop(instance: Instance): void {
    if (this.#current !== instance) return;
    this.#current = undefined;
    if (performance.now() - instance.browser.startedAt < SHORTEST_LIFE) this.#circuit.failed();
    this.#restore();
  }

  /**
   * Has a browser running again before a job needs it: no job comes to a service that says it is not ready. A pool
   * without warm pages starts its browser for the job that needs it.
   */
  #restore(): void {
    if (this.#closed || this.#options.warm === 0) return;
    this.start().catch(() => {
      clearTimeout(this.#restoring);
      this.#restoring = setTimeout(() => this.#restore(), Math.max(this.#circuit.wait, 100)).unref();
    });
  }
}

const shuttingDown = (): EngineError =>
  new EngineError('capacity', 'The service is shutting down. Try again later.', { retryAfterSeconds: 5 });

function unavailable(wait: number): EngineError {
  const retryAfterSeconds = Math.max(1, Math.ceil(wait / 1000));
  return new EngineError('capacity', 'The browser cannot be started at the moment. Try again later.', {
    retryAfterSeconds,
  });
}
