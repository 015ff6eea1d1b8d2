import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '../page/page.ts';
import type { Browser } from './browser.ts';
import { residentMemory } from './processes.ts';
import { OutOfMemory } from './watchdog.ts';

/** Bytes that the main process may hold while it takes a picture: bitmaps of the largest that can be asked for. */
const PICTURE = 1024 ** 3;
const INTERVAL = 100;
/** How long a context takes to give back what it stored, in milliseconds, and how long pages may take to tell it. */
const SETTLING = 1_000;
const ASKING = 300;
/** Growth in bytes, after a page was ended, that another page is to blame for. */
const STEP = 64 * 1024 ** 2;
/** Bytes in storage that are worth mentioning: below it, a page is not what fills the process. */
const WORTH_MENTIONING = 32 * 1024 ** 2;
/** Origins of a page that are asked. */
const MOST_ORIGINS = 20;

/**
 * What pages store (IndexedDB, Cache, files, blobs) is held by the browser's main process, for all of them. Chromium
 * bounds it for each origin only, and by a fifth of the machine's memory: a page with two origins has twice as much.
 * Here the process has a limit; past it, the page that stored most is ended as one that held too much memory.
 */
export class MainMemory {
  readonly #browser: Browser;
  readonly #limit: number;
  /** Ends the job of a page; the oldest first. */
  readonly #pages = new Map<Page, (error: Error) => void>();
  readonly #timer: NodeJS.Timeout;
  /** Bytes that are borne: what was not given back is no longer anybody's. */
  #borne: number;
  #busy = false;

  constructor(browser: Browser, { limit }: { readonly limit: number }) {
    this.#browser = browser;
    this.#limit = limit;
    this.#borne = limit;
    this.#timer = setInterval(() => void this.#sample(), INTERVAL).unref();
    void browser.process.exited.then(() => clearInterval(this.#timer));
  }

  /** @throws OutOfMemory when the page was ended; what the work throws */
  async bound<T>(page: Page, work: Promise<T>): Promise<T> {
    const ended = Promise.withResolvers<never>();
    ended.promise.catch(() => {});
    this.#pages.set(page, ended.reject);
    try {
      return await Promise.race([work, ended.promise]);
    } finally {
      this.#pages.delete(page);
    }
  }

  async #sample(): Promise<void> {
    if (this.#busy || this.#pages.size === 0) return;
    const { mainPid, connection, kill } = this.#browser.process;
    const held = residentMemory(mainPid);
    if (held <= this.#limit) this.#borne = this.#limit;
    if (held <= this.#borne + (connection.isCapturing ? PICTURE : 0)) return;
    // Faster than pages can be ended: what runs is tried again in another browser.
    if (held > 3 * this.#limit + (connection.isCapturing ? PICTURE : 0)) return kill();
    this.#busy = true;
    try {
      const page = await this.#greediest();
      if (page) this.#pages.get(page)?.(new OutOfMemory());
      await sleep(SETTLING, undefined, { ref: false });
      this.#borne = Math.max(this.#limit, residentMemory(mainPid) + STEP);
    } finally {
      this.#busy = false;
    }
  }

  /**
   * The page that stored most. Blobs, and what frames of other sites store, are told by nobody: where no page stored
   * much, it is the one that has run longest, since others came while the process was large already.
   */
  async #greediest(): Promise<Page | undefined> {
    const pages = [...this.#pages.keys()];
    const stored = await Promise.all(
      pages.map(async (page) => await Promise.race([storedBytes(page), sleep(ASKING, 0, { ref: false })])),
    );
    const most = Math.max(...stored);
    return most < WORTH_MENTIONING ? pages[0] : pages[stored.indexOf(most)];
  }
}

/** Bytes that the origins of a page have in storage; 0 when it does not tell. */
async function storedBytes({ session }: Page): Promise<number> {
  try {
    const { frameTree } = await session.send('Page.getFrameTree');
    const origins = [...new Set(originsOf(frameTree))].slice(0, MOST_ORIGINS);
    const usages = origins.map((origin) => session.send('Storage.getUsageAndQuota', { origin }));
    return (await Promise.all(usages)).reduce((total, { usage }) => total + usage, 0);
  } catch {
    return 0;
  }
}

interface FrameTree {
  readonly frame: { readonly securityOrigin: string };
  readonly childFrames?: readonly FrameTree[];
}

function originsOf({ frame, childFrames = [] }: FrameTree): readonly string[] {
  const own = /^https?:/.test(frame.securityOrigin) ? [frame.securityOrigin] : [];
  return [...own, ...childFrames.flatMap(originsOf)];
}
