import { platform } from 'node:os';
import type { Browser } from './browser.ts';
import { isBusySince, watchForHang } from './hang-watch.ts';
import { LongRenderers } from './long-renderers.ts';
import { type BrowserChild, BrowserChildren, residentMemory } from './processes.ts';

export interface WatchdogOptions {
  /** Bytes that one renderer may hold. */
  readonly rendererMemory: number;
  /** Bytes that all renderers may hold together. */
  readonly totalMemory: number;
  /** Bytes after which the browser process itself asks to be replaced. */
  readonly browserMemory: number;
}

/** The page was killed because it held too much memory. */
export class OutOfMemory extends Error {
  constructor() {
    super('the page held too much memory');
    this.name = 'OutOfMemory';
  }
}

const SAMPLE_INTERVAL = 100;
/** WebGL fills memory by the gigabyte a second, and the process that holds it is one file to read. */
const GRAPHICS_INTERVAL = 20;
const PING_INTERVAL = 1_000;
/** A browser that does not answer a trivial command for so long is hung. */
const PING_TIMEOUT = 5_000;
/** Samples in a row without any renderer, while jobs run, after which the browser counts as broken: three seconds. */
const MOST_EMPTY_SAMPLES = 30;
/** How long after a kill a crash of a page is put down to it. */
const CLAIM_WINDOW = 3_000;

/**
 * Watches one browser. Chromium's own heap limits do not stop array buffers or canvases, so that the memory of each
 * renderer is read from the system; the one that holds too much is killed, alone. One that computes for long gives way to
 * others.
 */
export class Watchdog {
  readonly #browser: Browser;
  readonly #options: WatchdogOptions;
  readonly #children: BrowserChildren;
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #kills: number[] = [];
  readonly #long = new LongRenderers();
  #killed = new Set<number>();
  #emptySamples = 0;
  #active = 0;
  #wantsReplacement = false;

  constructor(browser: Browser, options: WatchdogOptions) {
    this.#browser = browser;
    this.#options = options;
    this.#children = new BrowserChildren(browser.process.pid);
    this.#timers = [
      setInterval(() => this.#sample(), SAMPLE_INTERVAL),
      setInterval(() => this.#boundGraphics(), GRAPHICS_INTERVAL),
      setInterval(() => void this.#ping(), PING_INTERVAL),
    ];
    for (const timer of this.#timers) timer.unref();
    void browser.process.exited.then(() => this.stop());
  }

  /** Memory is read only while jobs run. */
  jobStarted(): void {
    this.#active += 1;
    if (this.#active > 1) return;
    this.#emptySamples = 0;
    this.#children.forget();
  }

  jobEnded(): void {
    this.#active -= 1;
  }

  /** Whether the browser has grown so large that another should take its place. */
  get wantsReplacement(): boolean {
    return this.#wantsReplacement;
  }

  /**
   * The error of a job, seen with what the watchdog did: a crash right after a kill was the page's memory. A kill
   * explains one crash, since Chromium does not tell which page a process belongs to.
   */
  explain(error: unknown, crashed: boolean): unknown {
    if (!crashed) return error;
    const at = this.#kills.shift();
    return at !== undefined && performance.now() - at < CLAIM_WINDOW ? new OutOfMemory() : error;
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  #sample(): void {
    if (this.#active === 0) return;
    const { rendererMemory, totalMemory } = this.#options;
    const all = this.#children.list().filter(({ type }) => type === 'renderer');
    this.#checkRenderers(all.length);
    this.#long.check(all.map(({ pid }) => pid));
    // A process that was killed gives its memory back in its own time: it must not be killed, and counted, twice.
    this.#killed = new Set(all.map(({ pid }) => pid).filter((pid) => this.#killed.has(pid)));
    const living = all.filter(({ pid }) => !this.#killed.has(pid));
    const rest = living.filter(({ resident }) => resident <= rendererMemory);
    for (const renderer of living) if (renderer.resident > rendererMemory) this.#kill(renderer);
    if (rest.reduce((total, { resident }) => total + resident, 0) > totalMemory) this.#kill(largest(rest));
  }

  /**
   * What pages draw with WebGL is held by one process for all of them. The browser starts another, and pages see their
   * contexts lost; but after a few times it does without WebGL, so that it is replaced.
   */
  #boundGraphics(): void {
    const pid = this.#children.graphics;
    if (this.#active === 0 || pid === undefined || residentMemory(pid) <= this.#options.rendererMemory) return;
    kill(pid);
    this.#wantsReplacement = true;
  }

  /** A browser that has lost its zygote lives on, and never tells that its pages are gone. */
  #checkRenderers(count: number): void {
    this.#emptySamples = count === 0 && platform() === 'linux' ? this.#emptySamples + 1 : 0;
    if (this.#emptySamples > MOST_EMPTY_SAMPLES) this.#browser.process.kill();
  }

  #kill({ pid }: BrowserChild): void {
    this.#killed.add(pid);
    while (this.#kills[0] !== undefined && performance.now() - this.#kills[0] > CLAIM_WINDOW) this.#kills.shift();
    if (kill(pid)) this.#kills.push(performance.now());
  }

  async #ping(): Promise<void> {
    if (this.#browser.isGone) return;
    this.#wantsReplacement ||= residentMemory(this.#browser.process.mainPid) > this.#options.browserMemory;
    const { process } = this.#browser;
    const { connection, kill, mainPid } = process;
    const answer = connection.send('Browser.getVersion').catch(() => {});
    const isBusy = isBusySince(mainPid);
    await watchForHang(answer, { after: PING_TIMEOUT, act: kill, excused: () => connection.isCapturing || isBusy() });
  }
}

/** @returns whether the process was there */
function kill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

const largest = (renderers: readonly BrowserChild[]): BrowserChild =>
  renderers.reduce((most, renderer) => (renderer.resident > most.resident ? renderer : most));
