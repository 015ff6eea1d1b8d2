import type { EgressJob } from '../egress/job.ts';
import type { Warning } from '../warnings.ts';
import { FaultList, plainReason } from './fault-list.ts';
import type { Page } from './page.ts';

/** Script errors after which they are no longer reported: a page may throw one in every turn of a loop. */
const MOST_SCRIPT_ERRORS = 100;
/** Requests whose address is remembered until they end. */
const MOST_REQUESTS = 5_000;

/** What a page does not come to be without. */
const MAKES_THE_PAGE: ReadonlySet<string> = new Set(['Script', 'Stylesheet']);

/**
 * Types with which a file that came is not used: of a script, Fetch, "should response to request be blocked due to its MIME type?"; a
 * style sheet of these is none in any mode (one that says that it is plain text is, where it is of the page's own origin in quirks mode).
 */
const REFUSED_TYPES: Readonly<Record<string, RegExp>> = {
  Script: /^(?:audio|image|video)\/|^text\/csv$/,
  Stylesheet: /^(?:audio|image|video|font)\/|^text\/html$|^application\/json$/,
};
/** Types that a style sheet may have in any mode; in quirks mode one of the page's own origin may have others. */
const SHEET_TYPES = /^\s*(?:text\/css|application\/x-unknown-content-type)\s*(?:;|$)|^\s*$/i;
const WORDS: Readonly<Record<string, string>> = { Script: 'script', Stylesheet: 'style sheet' };

/** Collects what goes wrong in a page while it is converted, for the person who made the request. */
export class PageFaults {
  readonly #egress: EgressJob;
  readonly #requests = new Map<string, string>();
  /** Requests of files that came, with a type that is not used. */
  readonly #refusedTypes = new Set<string>();
  /** Their addresses. */
  readonly #unused = new Set<string>();
  /** Addresses of style sheets that came with a type which only some pages take, with that type. */
  readonly #doubtful = new Map<string, string>();
  readonly #stops: (() => void)[];
  readonly #files = new FaultList();
  readonly #refused = new FaultList();
  readonly #errors = new FaultList();
  #failed = 0;
  #broken = false;
  #scriptErrors = 0;

  constructor(page: Page, egress: EgressJob) {
    this.#egress = egress;
    const { session, mainFrame } = page;
    this.#stops = [
      session.on('Network.requestWillBeSent', ({ requestId, request }) => {
        if (this.#requests.size < MOST_REQUESTS) this.#requests.set(requestId, request.url);
      }),
      session.on('Network.responseReceived', ({ requestId, type, frameId, response }) => {
        if (type === 'Document' && frameId === mainFrame) return;
        const { url, status, mimeType } = response;
        if (status >= 400) this.#lost(url, { status });
        else if (REFUSED_TYPES[type]?.test(mimeType)) {
          this.#refusedTypes.add(requestId);
          // A script that is refused is asked for once more.
          if (this.#unused.has(url)) return;
          if (this.#unused.size < MOST_REQUESTS) this.#unused.add(url);
          this.#lost(url, { reason: `not a ${WORDS[type]}: ${mimeType}` });
        } else {
          const named = type === 'Stylesheet' && frameId === mainFrame ? contentTypeOf(response.headers) : '';
          if (!SHEET_TYPES.test(named) && this.#doubtful.size < MOST_REQUESTS) this.#doubtful.set(url, named);
          return;
        }
        this.#broken ||= MAKES_THE_PAGE.has(type);
      }),
      session.on('Network.loadingFailed', ({ requestId, type, canceled, blockedReason, errorText }) => {
        const url = this.#requests.get(requestId);
        this.#requests.delete(requestId);
        // What our own interception left out is nobody's fault.
        if (blockedReason === 'inspector') return;
        // Told already.
        if (this.#refusedTypes.delete(requestId)) return;
        // Reading the content of a file that the page has asks the cache, which is off.
        if (type === 'Other' && errorText === 'net::ERR_CACHE_MISS') return;
        if (!canceled && type) this.#broken ||= MAKES_THE_PAGE.has(type);
        if (canceled || type === 'Document') return;
        this.#lost(url, { reason: plainReason(errorText, blockedReason) });
      }),
      session.on('Network.loadingFinished', ({ requestId }) => {
        this.#requests.delete(requestId);
        this.#refusedTypes.delete(requestId);
      }),
      session.on('Runtime.exceptionThrown', ({ exceptionDetails: { text, exception, url, lineNumber } }) => {
        this.#scriptErrors += 1;
        const message = exception?.description?.split('\n', 1)[0] ?? text;
        this.#errors.add({ message, ...(url ? { address: url } : {}), line: lineNumber + 1 });
        if (this.#scriptErrors === MOST_SCRIPT_ERRORS) session.send('Runtime.disable').catch(() => {});
      }),
    ];
  }

  /** Whether a script or a style sheet of the page did not load: it may be far from what it was to be. */
  get broken(): boolean {
    return this.#broken;
  }

  /** Finds out which style sheets the page did not take for their type: that depends on its mode, which is known once it has loaded. */
  async judgeStyleSheets(page: Page): Promise<void> {
    if (this.#doubtful.size === 0) return;
    const refused = await page.call(refusedSheets, [...this.#doubtful.keys()]);
    for (const url of refused) {
      this.#lost(url, { reason: `not a style sheet: ${this.#doubtful.get(url)?.split(';')[0]?.trim()}` });
      this.#broken = true;
    }
    this.#doubtful.clear();
  }

  /** A script of the request, which runs in the page, threw. */
  scriptFailed(): void {
    this.#scriptErrors += 1;
  }

  warnings(): readonly Warning[] {
    const warnings: Warning[] = [];
    const blocked = this.#egress.blockedCount;
    if (this.#failed > 0) {
      const message = `${count(this.#failed, 'file')} of the page (image, font, style sheet or script) did not load.`;
      warnings.push({ code: 'resource_failed', message, detail: this.#files.detail(this.#failed) });
    }
    if (blocked > 0) {
      const message = `${count(blocked, 'request')} of the page went to addresses that cannot be reached from here.`;
      warnings.push({ code: 'resource_blocked', message, detail: this.#refused.detail(blocked) });
    }
    if (this.#scriptErrors > 0) {
      const message = `The script of the page threw ${count(this.#scriptErrors, 'error')} that nothing caught.`;
      warnings.push({ code: 'script_error', message, detail: this.#errors.detail(this.#scriptErrors) });
    }
    return warnings;
  }

  stop(): void {
    for (const stop of this.#stops) stop();
    this.#requests.clear();
  }

  /** A file did not come. Why one was refused is not told: that would make a scanner of ports. */
  #lost(url: string | undefined, why: { readonly status: number } | { readonly reason: string }): void {
    if (url !== undefined && this.#isRefused(url)) {
      this.#refused.add({ address: url, reason: 'not reachable from here' });
      return;
    }
    this.#failed += 1;
    if (url !== undefined) this.#files.add({ address: url, ...why });
  }

  #isRefused(url: string): boolean {
    if (!URL.canParse(url)) return false;
    const { hostname, port, protocol } = new URL(url);
    const secure = protocol === 'https:' || protocol === 'wss:';
    return this.#egress.refusedFor(hostname, Number(port) || (secure ? 443 : 80));
  }
}

/** Runs in the page. @returns those of some style sheets that it takes not, though they came */
function refusedSheets(addresses: readonly string[]): string[] {
  if (document.compatMode === 'CSS1Compat') return [...addresses];
  // Not that of `<base>`, which changes addresses only.
  return addresses.filter((address) => new URL(address).origin !== globalThis.origin);
}

const contentTypeOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
