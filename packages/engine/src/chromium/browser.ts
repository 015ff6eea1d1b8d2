import { CdpClosed } from '../cdp/connection.ts';
import type { EgressIdentity } from '../egress/identity.ts';
import type { EgressProxy } from '../egress/proxy.ts';
import { emptyPage, openPage, pauseNewPages, reopenPage, timeUsed } from '../page/open.ts';
import type { Page } from '../page/page.ts';
import { TIMED_OUT, Timeout } from '../page/timeout.ts';
import type { FoundBrowser } from './find.ts';
import { isBusySince, watchForHang } from './hang-watch.ts';
import type { Isolation } from './isolation.ts';
import { type BrowserProcess, launchBrowser } from './launch.ts';
import { listenInNamespace } from './namespace.ts';

/** A page in a context of its own, with the egress identity that its traffic goes through. */
export interface Tab {
  readonly page: Page;
  readonly identity: EgressIdentity;
  /** Connections of the identity before the page was opened. */
  readonly connections: number;
  /** Jobs that have had the page, the present one included. */
  readonly jobs: number;
  /** When the first of them began, on the clock of `performance.now()`. */
  readonly since: number;
  /** Milliseconds of the processor that they took, before the present one. */
  readonly used: number;
}

export interface BrowserOptions {
  readonly found: FoundBrowser;
  readonly isolation: Isolation;
  readonly proxy: EgressProxy;
  /** Contexts that may exist at the same time. */
  readonly tabs: number;
  /** One that runs already, with this isolation, and has had no page. Default: another is started. */
  readonly running?: BrowserProcess | undefined;
}

/** How the headless shell names itself. Chrome without windows is `Chrome/`. */
const HEADLESS_SHELL = 'HeadlessChrome/';
/** Longest time that the end of a context may take before the browser counts as hung, in milliseconds. */
const DISPOSE_TIMEOUT = 2_000;
/** The same for an empty page. It takes about 60 ms, and on a machine that is busy with other things much longer. */
const OPEN_TIMEOUT = 15_000;

/** Milliseconds within which a page is made empty for the next job, which may wait for it; else it is closed. It takes about 30. */
const RENEW_TIMEOUT = 2_000;

/** Milliseconds of the processor after which a page is not used again: from two seconds on, it has to give way to others. */
const MOST_USED = 1_200;

/** Documents that follow one another in one document of a page, which keeps a little of each until it ends: the worlds of our scripts. */
const MOST_IN_PLACE = 10;

/** The browser ended under a job; which of its jobs is to blame nobody knows. */
export class BrowserLost extends Error {
  constructor(cause: unknown) {
    super('the browser ended', { cause });
    this.name = 'BrowserLost';
  }
}

/** A running browser and its contexts. */
export class Browser {
  readonly process: BrowserProcess;
  readonly startedAt = performance.now();
  readonly #free: EgressIdentity[];
  readonly #identities: readonly EgressIdentity[];
  readonly #waiters: ((identity: EgressIdentity | undefined) => void)[] = [];
  #opened = 0;
  /** Whether new pages wait: see `pauseNewPages`. */
  readonly #isWaiting: boolean;

  private constructor(process: BrowserProcess, identities: readonly EgressIdentity[], isWaiting: boolean) {
    this.process = process;
    this.#isWaiting = isWaiting;
    this.#identities = identities;
    this.#free = [...identities];
    void process.exited.then(() => this.#release());
  }

  /** @throws BrowserStartFailed */
  static async start({ found, isolation, proxy, tabs, running }: BrowserOptions): Promise<Browser> {
    const process = running && !running.connection.closed ? running : await launchBrowser(found, isolation);
    try {
      const isWaiting = process.product.startsWith(HEADLESS_SHELL);
      if (isWaiting) await pauseNewPages(process.connection);
      const { namespacePid } = process;
      const identities =
        namespacePid === undefined
          ? await Promise.all(Array.from({ length: tabs }, () => proxy.listen()))
          : (await listenInNamespace(namespacePid, tabs)).map((server) => proxy.adopt(server));
      return new Browser(process, identities, isWaiting);
    } catch (error) {
      process.kill();
      throw error;
    }
  }

  get isGone(): boolean {
    return this.process.connection.closed;
  }

  /** Contexts opened since the start; a browser is replaced after many. */
  get opened(): number {
    return this.#opened;
  }

  /** Whether an identity is free for another context. */
  get hasFreeIdentity(): boolean {
    return this.#free.length > 0;
  }

  /** Opens an empty page. A browser that does not get it done is killed. */
  async openTab(): Promise<Tab> {
    const identity = await this.#takeIdentity();
    const { connections } = identity;
    try {
      const page = await this.#unlessHung(
        openPage(this.process.connection, { proxyPort: identity.port, isWaiting: this.#isWaiting }),
        OPEN_TIMEOUT,
      );
      this.#opened += 1;
      return { page, identity, connections, jobs: 0, since: 0, used: 0 };
    } catch (error) {
      this.#giveIdentity(identity);
      throw error;
    }
  }

  /** Makes a page empty for another job of those who had it. One on which that fails, or that has done its share, is closed. */
  async renewTab(tab: Tab): Promise<Tab> {
    try {
      // A document that keeps its page busy is no reason to end the browser of all others.
      const renewed = await new Timeout(RENEW_TIMEOUT).wait(renew(tab));
      if (renewed === TIMED_OUT) throw new Error('the page was not made empty in time');
      return renewed;
    } catch (error) {
      await this.closeTab(tab);
      throw error;
    }
  }

  /** Ends a context and everything in it. A browser that does not answer is killed. */
  async closeTab({ page, identity }: Tab): Promise<void> {
    const { connection } = this.process;
    const disposed = connection.send('Target.disposeBrowserContext', { browserContextId: page.contextId });
    connection.forget(page.session.id);
    try {
      await this.#unlessHung(disposed, DISPOSE_TIMEOUT);
      this.#giveIdentity(identity);
    } catch {
      // Gone together with its browser.
    }
  }

  /** Ends the browser. It keeps nothing that would have to be saved. */
  async close(): Promise<void> {
    this.process.kill();
    await this.process.exited;
  }

  #unlessHung<T>(answer: Promise<T>, timeout: number): Promise<T> {
    const { connection, kill, mainPid } = this.process;
    const isBusy = isBusySince(mainPid);
    return watchForHang(answer, { after: timeout, act: kill, excused: () => connection.isCapturing || isBusy() });
  }

  /** An identity comes back when its context has ended, which takes a moment after its job has. */
  async #takeIdentity(): Promise<EgressIdentity> {
    const identity =
      this.#free.pop() ??
      (await new Promise<EgressIdentity | undefined>((resolve) => {
        if (this.isGone) resolve(undefined);
        else this.#waiters.push(resolve);
      }));
    if (identity === undefined) throw new CdpClosed('Target.createBrowserContext');
    return identity;
  }

  #giveIdentity(identity: EgressIdentity): void {
    const waiter = this.#waiters.shift();
    if (waiter) waiter(identity);
    else this.#free.push(identity);
  }

  #release(): void {
    this.#free.length = 0;
    for (const waiter of this.#waiters.splice(0)) waiter(undefined);
    for (const identity of this.#identities) void identity.close();
  }
}

async function renew(tab: Tab): Promise<Tab> {
  await emptyPage(tab.page);
  const used = tab.used + (await timeUsed(tab.page));
  if (used > MOST_USED) throw new Error('the page has done its share');
  const inPlace = tab.page.leavesNothing && tab.jobs % MOST_IN_PLACE !== 0;
  return { ...tab, used, page: await reopenPage(tab.page, inPlace) };
}
