import type { Page } from './page.ts';

/** The answer that the main document came from. */
export interface DocumentResponse {
  readonly url: string;
  readonly status: number;
  readonly mimeType: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface DocumentFailure {
  readonly url: string;
  /** Chromium's name of the network error, such as `net::ERR_CONNECTION_REFUSED`. */
  readonly error: string;
}

export interface NavigationRules {
  /** Requests for another document that are refused: they leave the page as it is. Default: none */
  readonly refused?: ReadonlySet<string>;
  /** Requests that were answered with the document that was given, which is no other: identifiers, or the address of the first. Default: none */
  readonly served?: ReadonlySet<string>;
  /**
   * Whether a document whose next one comes to nothing is kept, even if it is not parsed on for it; else that is a failure. Default false. One that
   * was parsed to its end is always kept.
   */
  readonly keepsUnparsed?: boolean;
}

/** Watches the main frame: where it is, what it was answered, and whether it is about to leave. */
export class Navigation {
  readonly #page: Page;
  readonly #stops: (() => void)[];
  readonly #waiters = new Set<() => void>();
  #requestUrl = '';
  #pending = false;
  #commits = 0;
  #again = 0;
  #redirects = 0;
  #request = '';
  #broken = false;
  #refused = false;
  #abandoned = false;
  #others = 0;
  #given = 0;
  #parsed = false;
  #checked = 0;
  #response: DocumentResponse | undefined;
  /** What was known of the document that is shown, before the next one was asked for. */
  #before: { readonly response: DocumentResponse | undefined; readonly redirects: number } | undefined;
  #failure: DocumentFailure | undefined;

  constructor(page: Page, { refused, served, keepsUnparsed = false }: NavigationRules = {}) {
    this.#page = page;
    const { session, mainFrame } = page;
    const isMain = (frameId?: string) => frameId === mainFrame;
    this.#stops = [
      session.on('Page.frameStartedNavigating', ({ frameId, loaderId, navigationType, url }) => {
        if (!isMain(frameId) || /same.?document/i.test(navigationType)) return;
        if (!this.#pending) this.#before = { response: this.#response, redirects: this.#redirects };
        this.#pending = true;
        // One that was begun before is given up for it, which counts as its failure.
        if (!this.#broken) this.#failure = undefined;
        // The request for a document has the identifier of its loader.
        this.#request = loaderId;
        this.#requestUrl = url;
      }),
      session.on('Network.requestWillBeSent', ({ requestId, type, frameId, request, redirectResponse }) => {
        if (type !== 'Document' || !isMain(frameId)) return;
        this.#request = requestId;
        this.#requestUrl = request.url;
        if (redirectResponse) this.#redirects += 1;
      }),
      session.on('Network.responseReceived', ({ type, frameId, response }) => {
        if (type !== 'Document' || !isMain(frameId)) return;
        const headers = Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]);
        this.#failure = undefined;
        this.#response = {
          url: response.url,
          status: response.status,
          mimeType: response.mimeType,
          headers: Object.fromEntries(headers),
        };
      }),
      session.on('Page.frameNavigated', ({ frame }) => {
        if (frame.parentId !== undefined) return;
        this.#commits += 1;
        if (served?.has(frame.loaderId) || (this.#commits === 1 && served?.has(frame.url))) this.#given += 1;
        else this.#others += 1;
        this.#pending = false;
        this.#abandoned = false;
        this.#parsed = false;
        this.#broken = false;
        if (frame.unreachableUrl) this.#failure ??= { url: frame.unreachableUrl, error: 'net::ERR_FAILED' };
        this.#wake();
      }),
      // Told of the main frame only.
      session.on('Page.domContentEventFired', () => {
        this.#parsed = true;
      }),
      session.on('Network.loadingFailed', ({ requestId, errorText, canceled }) => {
        if (requestId !== this.#request) return;
        const isKept = this.#parsed || (keepsUnparsed && this.#commits > 0);
        const toNothing = this.#pending && errorText === 'net::ERR_ABORTED' && isKept;
        if (refused?.has(requestId) || toNothing) {
          if (toNothing && !refused?.has(requestId)) this.#abandon();
          this.#pending = false;
          this.#refused = true;
          this.#wake();
          return;
        }
        // A document is shown before its last byte has come; when that never does, it has no load event.
        const broken = !this.#pending;
        if (broken && canceled) return;
        this.#failure = { url: this.#requestUrl, error: errorText };
        this.#broken = broken;
        this.#pending = false;
        this.#wake();
      }),
    ];
  }

  /** Documents that the main frame has shown since the watch began. */
  get commits(): number {
    return this.#commits - this.#again;
  }

  /**
   * Whether the document that the main frame shows was read to its end. One whose script begins to leave while it is parsed is not read on, even
   * where the request for the next one comes to nothing.
   */
  get parsed(): boolean {
    return this.#parsed;
  }

  /** Whether what the main frame shows has to be looked at: another document, or one that was not read on for one that did not come. */
  get unchecked(): boolean {
    return this.#commits > this.#checked || (!this.#parsed && this.#failure !== undefined);
  }

  /** The document that the main frame shows is one that may be converted. */
  checked(): void {
    this.#checked = this.#commits;
  }

  /** Documents that the main frame has shown and nobody has given: where it was led to. */
  get others(): number {
    return this.#others;
  }

  /** How often the main frame has shown the document that was given. */
  get given(): number {
    return this.#given;
  }

  /** Whether the document that the main frame shows asked for another that came to nothing: a program, a download, an answer without a document. */
  get abandoned(): boolean {
    return this.#abandoned;
  }

  /** Whether the main frame has asked for another document and has not got it. */
  get pending(): boolean {
    return this.#pending;
  }

  get redirects(): number {
    return this.#redirects;
  }

  get response(): DocumentResponse | undefined {
    return this.#response;
  }

  get failure(): DocumentFailure | undefined {
    return this.#failure;
  }

  /** Address that the main frame asked for last. */
  get requestUrl(): string {
    return this.#requestUrl;
  }

  /** Resolves when no navigation of the main frame is pending. */
  async settled(): Promise<void> {
    while (this.#pending) {
      await Promise.race([new Promise<void>((resolve) => this.#waiters.add(resolve)), this.#page.crashed]);
    }
  }

  /** Resolves when the document that the main frame shows breaks off before its end; `failure` tells why. */
  async broken(): Promise<void> {
    while (!this.#broken) {
      await Promise.race([new Promise<void>((resolve) => this.#waiters.add(resolve)), this.#page.crashed]);
    }
  }

  /** Resolves when the document was to be replaced, and that was refused: if it was loading, it may have no load event. */
  async refused(): Promise<void> {
    while (!this.#refused) {
      await Promise.race([new Promise<void>((resolve) => this.#waiters.add(resolve)), this.#page.crashed]);
    }
  }

  /** The document that the main frame shows has replaced itself, for our sake: it does not count as another. */
  loadedAgain(): void {
    this.#again += 1;
  }

  stop(): void {
    for (const stop of this.#stops) stop();
  }

  /** What is shown is what was there before. */
  #abandon(): void {
    this.#abandoned = true;
    this.#response = this.#before?.response;
    this.#redirects = this.#before?.redirects ?? 0;
  }

  #wake(): void {
    for (const waiter of this.#waiters) waiter();
    this.#waiters.clear();
  }
}
