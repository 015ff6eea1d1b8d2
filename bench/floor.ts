import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { CdpConnection, CdpSession } from '../packages/engine/src/cdp/connection.ts';
import type { FoundBrowser } from '../packages/engine/src/chromium/find.ts';

/**
 * The floor: what bare Chromium needs for a page. One browser without sandbox, proxy or guard, driven over a pipe;
 * each job gets a fresh context that was made before the job came; the document is written, then printed at its load
 * event. No service that gives each job a context of its own can be faster than this.
 */

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--hide-scrollbars',
  '--mute-audio',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // The documents load their pictures and fonts from this machine.
  '--disable-features=LocalNetworkAccessChecks',
];
const ORIGIN = 'https://bench.invalid/';
const EMPTY_DOCUMENT = Buffer.from('<!doctype html><meta charset="utf-8">').toString('base64');
/** Margin that the service prints with when a request names none, in inches. */
const MARGIN = 0.4;
/** What the service prints with for `tagged: false, outline: false`: A4, backgrounds on. */
const PRINT_OPTIONS = {
  printBackground: true,
  preferCSSPageSize: true,
  paperWidth: 210 / 25.4,
  paperHeight: 297 / 25.4,
  marginTop: MARGIN,
  marginRight: MARGIN,
  marginBottom: MARGIN,
  marginLeft: MARGIN,
  generateTaggedPDF: false,
  generateDocumentOutline: false,
  transferMode: 'ReturnAsBase64',
} as const;
/** What `networkidle0` of Puppeteer means: no request for this many milliseconds. */
const NETWORK_IDLE = 500;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface FloorOptions {
  readonly browser: FoundBrowser;
  /** Contexts that are kept ready: as many as there are jobs at the same time. */
  readonly contexts: number;
  /** Size of the pages in CSS pixels; Chromium's own when left out. */
  readonly window?: Size;
}

interface WarmPage {
  readonly session: CdpSession;
  readonly contextId: string;
}

export class Floor {
  readonly #connection: CdpConnection;
  readonly #process: ChildProcess;
  readonly #profile: string;
  readonly #options: FloorOptions;
  readonly #warm: WarmPage[] = [];
  readonly #refills = new Set<Promise<void>>();

  private constructor(options: FloorOptions) {
    const { binary, environment } = options.browser;
    this.#options = options;
    this.#profile = mkdtempSync(path.join(tmpdir(), 'platen-floor-'));
    this.#process = spawn(
      binary,
      [...FLAGS, `--user-data-dir=${this.#profile}`, '--remote-debugging-pipe', 'about:blank'],
      { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], env: { ...process.env, ...environment } },
    );
    // A process that cannot be started closes its pipe, which ends what waits for an answer.
    this.#process.on('error', () => {});
    this.#connection = new CdpConnection(this.#process.stdio[3] as Writable, this.#process.stdio[4] as Readable);
  }

  /** Starts the browser and makes its contexts. */
  static async start(options: FloorOptions): Promise<Floor> {
    const floor = new Floor(options);
    try {
      while (floor.#warm.length < options.contexts) floor.#warm.push(await floor.#open());
      return floor;
    } catch (error) {
      await floor.close();
      throw error;
    }
  }

  /** Product and version of the browser. */
  async version(): Promise<string> {
    return (await this.#connection.send('Browser.getVersion')).product;
  }

  /** Process id of the browser: the root of its tree of processes. */
  get pid(): number {
    return this.#process.pid as number;
  }

  /** Writes the document and prints it at its load event. */
  printPdf(html: string): Promise<Buffer> {
    return this.#withPage(async (session) => {
      await write(session, html);
      return await print(session);
    });
  }

  /** Prints the document when the network has been idle and then `animation` milliseconds have passed. */
  printPdfWhenIdle(html: string, animation: number): Promise<Buffer> {
    return this.#withPage(async (session) => {
      const idle = networkIdle(session);
      await write(session, html);
      await idle();
      await pause(animation);
      return await print(session);
    });
  }

  /** Writes the document and takes a picture of the window at its load event. */
  capturePng(html: string, window: Size): Promise<Buffer> {
    return this.#withPage(async (session) => {
      await write(session, html);
      const { data } = await session.send('Page.captureScreenshot', {
        format: 'png',
        clip: { x: 0, y: 0, ...window, scale: 1 },
        captureBeyondViewport: true,
      });
      return Buffer.from(data, 'base64');
    });
  }

  /** Writes the document and asks for the words that it shows. */
  readText(html: string): Promise<string> {
    return this.#withPage(async (session) => {
      await write(session, html);
      const { result } = await session.send('Runtime.evaluate', {
        expression: 'document.body.innerText',
        returnByValue: true,
      });
      return String(result.value);
    });
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#refills);
    const { exitCode, signalCode, pid } = this.#process;
    if (pid !== undefined && exitCode === null && signalCode === null) {
      const exited = new Promise((resolve) => this.#process.once('exit', resolve));
      const timer = setTimeout(() => this.#process.kill('SIGKILL'), 5_000);
      await this.#connection.send('Browser.close').catch(() => {});
      await exited;
      clearTimeout(timer);
    }
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }

  async #withPage<T>(job: (session: CdpSession) => Promise<T>): Promise<T> {
    const page = this.#warm.shift() ?? (await this.#open());
    try {
      return await job(page.session);
    } finally {
      const refill = this.#replace(page);
      this.#refills.add(refill);
      void refill.finally(() => this.#refills.delete(refill));
    }
  }

  /** Ends a context and makes the next one, while the caller goes on. A failure shows when a job opens its own. */
  async #replace({ contextId }: WarmPage): Promise<void> {
    try {
      await this.#connection.send('Target.disposeBrowserContext', { browserContextId: contextId });
      if (this.#warm.length < this.#options.contexts) this.#warm.push(await this.#open());
    } catch {}
  }

  async #open(): Promise<WarmPage> {
    const connection = this.#connection;
    const { browserContextId } = await connection.send('Target.createBrowserContext', { disposeOnDetach: true });
    const { targetId } = await connection.send('Target.createTarget', { url: 'about:blank', browserContextId });
    const { sessionId } = await connection.send('Target.attachToTarget', { targetId, flatten: true });
    const session = new CdpSession(connection, sessionId);
    const { window } = this.#options;
    await Promise.all([
      session.send('Page.enable'),
      session.send('Network.enable'),
      // The medium that the service renders in by default: both have to lay out the same page.
      session.send('Emulation.setEmulatedMedia', { media: 'screen' }),
      ...(window
        ? [session.send('Emulation.setDeviceMetricsOverride', { ...window, deviceScaleFactor: 1, mobile: false })]
        : []),
    ]);
    await navigateToOrigin(session);
    return { session, contextId: browserContextId };
  }
}

/** Brings the page to an https origin, where a document can have relative links and storage. */
async function navigateToOrigin(session: CdpSession): Promise<void> {
  const loaded = new Promise<void>((resolve) => session.on('Page.loadEventFired', () => resolve()));
  const stop = session.on('Fetch.requestPaused', ({ requestId }) => {
    const responseHeaders = [{ name: 'content-type', value: 'text/html; charset=utf-8' }];
    session
      .send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body: EMPTY_DOCUMENT })
      .catch(() => {});
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${ORIGIN}*` }] });
  await session.send('Page.navigate', { url: ORIGIN });
  await loaded;
  stop();
  await session.send('Fetch.disable');
}

/** Runs in the page: writes the document and resolves at its load event. */
function writeAndLoad(html: string): Promise<void> {
  document.open();
  document.write(html);
  document.close();
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => window.addEventListener('load', () => resolve(), { once: true }));
}

async function write(session: CdpSession, html: string): Promise<void> {
  const expression = `(${writeAndLoad.toString()})(${JSON.stringify(html)})`;
  await session.send('Runtime.evaluate', { expression, awaitPromise: true });
}

async function print(session: CdpSession): Promise<Buffer> {
  const { data } = await session.send('Page.printToPDF', PRINT_OPTIONS);
  return Buffer.from(data, 'base64');
}

/** Watches the requests from now on; the returned function resolves when there has been none for a while. */
function networkIdle(session: CdpSession): () => Promise<void> {
  const open = new Set<string>();
  let quietSince = performance.now();
  const end = ({ requestId }: { requestId: string }) => {
    open.delete(requestId);
    quietSince = performance.now();
  };
  const stops = [
    session.on('Network.requestWillBeSent', ({ requestId }) => void open.add(requestId)),
    session.on('Network.loadingFinished', end),
    session.on('Network.loadingFailed', end),
  ];
  return async () => {
    // The clock of the idle time starts at the load event, as it does in Puppeteer.
    quietSince = performance.now();
    for (;;) {
      const left = NETWORK_IDLE - (performance.now() - quietSince);
      if (open.size === 0 && left <= 0) break;
      await pause(Math.max(10, open.size === 0 ? left : 10));
    }
    for (const stop of stops) stop();
  };
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
