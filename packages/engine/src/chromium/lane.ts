import type { EgressJob } from '../egress/job.ts';
import type { EgressProxy } from '../egress/proxy.ts';
import { EngineError } from '../errors.ts';
import type { Page } from '../page/page.ts';
import { Browser, type Tab } from './browser.ts';
import { StartCircuit } from './circuit.ts';
import type { FoundBrowser } from './find.ts';
import type { Isolation } from './isolation.ts';
import { BrowserStartFailed } from './launch.ts';
import { SlotQueue } from './queue.ts';
import { Watchdog } from './watchdog.ts';

export interface LaneOptions {
  readonly found: FoundBrowser;
  readonly isolation: Isolation;
  readonly proxy: EgressProxy;
  /** Jobs at the same time. */
  readonly slots: number;
  readonly queueLength: number;
  /** Longest wait for a slot in milliseconds. */
  readonly queueTimeout: number;
  /** Pages kept ready for the next jobs. */
  readonly warm: number;
  /** Bytes that one renderer may hold. */
  readonly rendererMemory: number;
  readonly onEvent: (name: string, fields?: Readonly<Record<string, string | number | boolean>>) => void;
}

/** What a job is lent: a page of its own, and the record of its traffic. */
export interface Lease {
  readonly page: Page;
  readonly egress: EgressJob;
}

/** A browser with everything that belongs to it. */
interface Instance {
  readonly browser: Browser;
  readonly watchdog: Watchdog;
  readonly warm: Tab[];
  readonly warming: { count: number };
  active: number;
  retired: boolean;
}

/** Contexts opened by one browser, and milliseconds of its life, after which another takes its place. */
const MOST_TABS = 1_000;
const LONGEST_LIFE = 60 * 60_000;
const BROWSER_MEMORY = 1024 ** 3;

/** Slots over one browser, which is started when it is needed and replaced when it has ended or grown old. */
export class Lane {
  readonly queue: SlotQueue;
  readonly #options: LaneOptions;
  readonly #circuit = new StartCircuit();
  readonly #retired = new Set<Instance>();
  #current: Instance | undefined;
  #starting: Promise<Instance> | undefined;
  #closed = false;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.queue = new SlotQueue({ slots: options.slots, length: options.queueLength, timeout: options.queueTimeout });
  }

  get product(): string | undefined {
    return this.#current?.browser.process.product;
  }

  get status(): 'ok' | 'starting' | 'unavailable' {
    if (this.#current && !this.#current.browser.isGone) return 'ok';
    return this.#circuit.isOpen ? 'unavailable' : 'starting';
  }

  /** Starts the browser before the first job needs it. */
  async start(): Promise<void> {
    const instance = await this.#instance();
    await this.#refill(instance);
  }

  /**
   * Runs a job on a page of its own. The page is thrown away when the job has ended, however it ended.
   * @throws what the job throws; `OutOfMemory` instead of a crash when the watchdog killed the page; EngineError
   *   `capacity` when the browser does not start
   */
  async run<T>(job: (lease: Lease) => Promise<T>): Promise<T> {
    const instance = await this.#instance();
    instance.active += 1;
    instance.watchdog.jobStarted();
    let tab: Tab | undefined;
    let egress: EgressJob | undefined;
    try {
      tab = instance.warm.shift() ?? (await instance.browser.openTab());
      egress = tab.identity.begin();
      return await job({ page: tab.page, egress });
    } catch (error) {
      throw instance.watchdog.explain(error, tab?.page.isCrashed === true);
    } finally {
      instance.watchdog.jobEnded();
      instance.active -= 1;
      if (tab) void this.#dispose(instance, tab, egress);
      else this.#endIfDrained(instance);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.queue.close();
    const starting = await this.#starting?.catch(() => undefined);
    const instances = new Set([this.#current, starting, ...this.#retired]);
    await Promise.all([...instances].map((instance) => instance?.browser.close()));
  }

  async #dispose(instance: Instance, tab: Tab, egress: EgressJob | undefined): Promise<void> {
    await instance.browser.closeTab(tab);
    egress?.end();
    this.#endIfDrained(instance);
    await this.#refill(instance);
  }

  /** Makes pages ready for the next jobs; failures show when a job opens its own. */
  async #refill(instance: Instance): Promise<void> {
    const { browser, warm, warming } = instance;
    while (
      !this.#closed &&
      !instance.retired &&
      !browser.isGone &&
      browser.hasRoom &&
      warm.length + warming.count < this.#options.warm
    ) {
      warming.count += 1;
      try {
        warm.push(await browser.openTab());
      } catch {
        return;
      } finally {
        warming.count -= 1;
      }
    }
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
    this.#current = undefined;
    return await (this.#starting ?? this.#begin());
  }

  #isOld({ browser, watchdog }: Instance): boolean {
    return (
      browser.opened >= MOST_TABS || performance.now() - browser.startedAt > LONGEST_LIFE || watchdog.wantsReplacement
    );
  }

  #retire(instance: Instance): void {
    instance.retired = true;
    this.#retired.add(instance);
    for (const tab of instance.warm.splice(0)) void instance.browser.closeTab(tab);
    this.#options.onEvent('browser_recycled', { tabs: instance.browser.opened });
    this.#endIfDrained(instance);
  }

  #endIfDrained(instance: Instance): void {
    if (!instance.retired || instance.active > 0) return;
    this.#retired.delete(instance);
    void instance.browser.close();
  }

  #begin(): Promise<Instance> {
    if (this.#closed)
      return Promise.reject(
        new EngineError('capacity', 'The service is shutting down. Try again later.', { retryAfterSeconds: 5 }),
      );
    const wait = this.#circuit.wait;
    if (wait > 0) return Promise.reject(unavailable(wait));
    this.#starting = this.#launch().finally(() => {
      this.#starting = undefined;
    });
    return this.#starting;
  }

  async #launch(): Promise<Instance> {
    const { found, isolation, proxy, slots, warm, rendererMemory, onEvent } = this.#options;
    try {
      // A job's context may still be ending while the next one runs.
      const browser = await Browser.start({ found, isolation, proxy, tabs: 2 * slots + warm + 2 });
      const watchdog = new Watchdog(browser, {
        rendererMemory,
        totalMemory: rendererMemory * (slots + 1),
        browserMemory: BROWSER_MEMORY,
      });
      const instance: Instance = { browser, watchdog, warm: [], warming: { count: 0 }, active: 0, retired: false };
      this.#circuit.succeeded();
      this.#current = instance;
      onEvent('browser_started', { product: browser.process.product });
      void browser.process.exited.then(() => this.#lost(instance));
      return instance;
    } catch (error) {
      this.#circuit.failed();
      onEvent('browser_start_failed');
      throw error instanceof BrowserStartFailed ? unavailable(this.#circuit.wait) : error;
    }
  }

  #lost(instance: Instance): void {
    instance.warm.length = 0;
    if (this.#closed || instance.retired) return;
    this.#options.onEvent('browser_lost');
    if (this.#current !== instance) return;
    this.#current = undefined;
    // The next job should not have to wait for the start.
    this.start().catch(() => {});
  }
}

function unavailable(wait: number): EngineError {
  const retryAfterSeconds = Math.max(1, Math.ceil(wait / 1000));
  return new EngineError('capacity', 'The browser cannot be started at the moment. Try again later.', {
    retryAfterSeconds,
  });
}
