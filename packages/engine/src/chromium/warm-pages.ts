import { availableParallelism } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { CdpClosed } from '../cdp/connection.ts';
import type { EgressJob } from '../egress/job.ts';
import { type Page, PageCrashed } from '../page/page.ts';
import type { Browser, Tab } from './browser.ts';
import { KeptPages } from './kept-pages.ts';

export interface WarmPagesOptions {
  readonly browser: Browser;
  /** Pages kept ready while no job runs. */
  readonly count: number;
  /** Pages that may wait for another job of the group that has used them. */
  readonly kept: number;
  /** Does what can be done ahead on a page that is kept ready; a page on which it fails is thrown away. */
  readonly prepare?: ((page: Page) => Promise<void>) | undefined;
  /** Called when several empty pages in a row could not be opened: the browser is of no use any more. */
  readonly onDefect: () => void;
}

/** Empty pages in a row that cannot be opened, after which a browser is given up. */
const MOST_FAILURES = 2;
/** Milliseconds without a job that starts or ends, after which pages are made ready. */
const QUIET = 100;

/** The pages of one browser: opened for a job, made ready before it comes, or kept for the next job of a group. */
export class WarmPages {
  readonly #options: WarmPagesOptions;
  readonly #ready: Tab[] = [];
  readonly #kept: KeptPages;
  /** Whether pages are being made ready. */
  #filling = false;
  /** Fires when no job has started or ended for a moment. */
  #quiet: NodeJS.Timeout | undefined;
  /** Jobs that run now, and jobs that were started, ever. */
  #active = 0;
  #started = 0;
  #failures = 0;
  #stopped = false;

  constructor(options: WarmPagesOptions) {
    this.#options = options;
    const { browser, kept } = options;
    // What is done ahead on pages that are ready is not done on these: the next job waits for them.
    this.#kept = new KeptPages({ browser, most: kept, renew: renewLater(browser) });
  }

  jobStarted(): void {
    this.#active += 1;
    this.#started += 1;
    this.#refillWhenQuiet();
  }

  jobEnded(): void {
    this.#active -= 1;
  }

  /**
   * A page for a job: one that is ready, or a new one.
   * @param group of a job that may have a page which others of the group have used
   */
  async take(group?: string): Promise<Tab> {
    const spare = this.#ready.length > 0;
    const kept = group === undefined ? undefined : await this.#kept.take(group, spare);
    const tab = kept ?? this.#takeReady() ?? (await this.#open());
    return { ...tab, jobs: tab.jobs + 1, since: tab.jobs === 0 ? performance.now() : tab.since };
  }

  /**
   * Takes a page back when its job has ended, and throws it away.
   * @param group for whose next job it is kept instead, if that may be
   */
  async giveBack(tab: Tab, egress: EgressJob | undefined, group?: string): Promise<void> {
    if (group !== undefined && !this.#stopped && this.#kept.put(group, tab)) {
      // Nothing of the page was ever connected, so that nothing comes from it when its document is gone.
      egress?.end();
      return;
    }
    await this.#options.browser.closeTab(tab);
    egress?.end();
    this.#refillWhenQuiet();
  }

  /** Throws away what is ready, and what is kept. */
  discard(): void {
    this.#kept.discard();
    for (const tab of this.#ready.splice(0)) void this.#options.browser.closeTab(tab);
  }

  /** No more pages are made ready. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#quiet);
  }

  /**
   * Makes the page of the next job while one is rendered: a client that sends its requests one after the other does not
   * wait for it. Printing keeps one core busy; making a page needs another.
   */
  refillBeside(): void {
    if (!this.#stopped) void this.refill();
  }

  /** Opens pages one after another until there are enough or a job comes; failures show when a job opens its own. */
  async refill(): Promise<void> {
    if (this.#filling || this.#active >= availableParallelism()) return;
    this.#filling = true;
    const started = this.#started;
    try {
      while (this.#wantsPage() && this.#started === started) this.#ready.push(await this.#makeReady());
    } catch {
      if (!this.#options.browser.isGone) this.#refillWhenQuiet();
    } finally {
      this.#filling = false;
    }
  }

  /** A page that is ready. One whose renderer has ended meanwhile is of no use to anyone. */
  #takeReady(): Tab | undefined {
    for (let tab = this.#ready.shift(); tab; tab = this.#ready.shift()) {
      if (!tab.page.isCrashed) return tab;
      void this.#options.browser.closeTab(tab);
    }
    return undefined;
  }

  async #open(): Promise<Tab> {
    try {
      const tab = await this.#options.browser.openTab();
      this.#failures = 0;
      return tab;
    } catch (error) {
      // An empty page is not to blame: without its zygote, for one, a browser lives on and never opens a page again.
      if (error instanceof CdpClosed || error instanceof PageCrashed) this.#failures += 1;
      if (this.#failures >= MOST_FAILURES) this.#options.onDefect();
      throw error;
    }
  }

  /**
   * Makes pages ready once no job has started or ended for a moment and a core is free: while a page loads and runs
   * its scripts, one made beside it costs the job as much time as it saves the next one.
   */
  #refillWhenQuiet(): void {
    clearTimeout(this.#quiet);
    if (this.#stopped) return;
    this.#quiet = setTimeout(() => void this.refill(), QUIET).unref();
  }

  async #makeReady(): Promise<Tab> {
    const tab = await this.#open();
    try {
      if (this.#active === 0) await this.#options.prepare?.(tab.page);
      return tab;
    } catch (error) {
      void this.#options.browser.closeTab(tab);
      throw error;
    }
  }

  #wantsPage(): boolean {
    const { browser, count } = this.#options;
    // While a job runs, no more than the next one needs: making a page takes a third of the time of a long job.
    const enough = this.#active > 0 ? Math.min(1, count) : count - this.#kept.count;
    return !this.#stopped && !browser.isGone && browser.hasFreeIdentity && this.#ready.length < enough;
  }
}

/** Makes a page empty a turn after its job has ended: what remains to be done for the answer to a short one is done in that turn, and waking the page's processes would hold it up. */
const renewLater =
  (browser: Browser) =>
  async (tab: Tab): Promise<Tab> => {
    await nextTurn();
    return await browser.renewTab(tab);
  };
