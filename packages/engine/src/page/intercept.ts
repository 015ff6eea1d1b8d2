import { isUtf8 } from 'node:buffer';
import type { Protocol } from 'devtools-protocol';
import type { CdpEvent } from '../cdp/connection.ts';
import type { AdFilter } from './ads.ts';
import { readDocument } from './counted-document.ts';
import type { Page } from './page.ts';
import { isPacked } from './unread-document.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface ServedFile {
  readonly bytes: Uint8Array;
  /** Media type. */
  readonly type: string;
}

export interface ServedFiles {
  /** Address that all their addresses begin with. */
  readonly folder: string;
  /** By absolute address, as `plainAddress` writes it. */
  readonly byAddress: ReadonlyMap<string, ServedFile>;
}

export interface InterceptRules {
  /** HTML that is the document at `url`, which the network is not asked for: when it is loaded first, and when it loads itself again. */
  readonly serve?: { readonly url: string; readonly html: string };
  /** Files that came with the document; the network is not asked for them. */
  readonly files?: ServedFiles;
  /** Kinds of files that are left out. Images are answered, so that what waits for them goes on. */
  readonly skip?: ReadonlySet<ResourceType>;
  /** Requests that are left out because of where they go. */
  readonly ads?: AdFilter;
  /** Request headers and credentials for one origin; nothing of them goes anywhere else, redirects included. */
  readonly origin?: {
    readonly origin: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly credentials?: Credentials;
  };
}

export type ResourceType = Protocol.Network.ResourceType;

/** Nothing to see, in the default size of a replaced element: a single pixel would look like a visitor counter. */
const EMPTY_IMAGE: ServedFile = {
  bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  type: 'image/svg+xml',
};

const EMPTY_DOCUMENT: ServedFile = { bytes: Buffer.from('<!doctype html>'), type: 'text/html' };

/** Fields of an answer that are not true of its body once it is unpacked. */
const UNPACKED = /^(?:content-length|content-encoding|transfer-encoding)$/i;
/** Fields of an answer that are not true of what is put in its place. */
const REPLACED = /^(?:content-type|content-length|content-encoding|transfer-encoding)$/i;

/** Media types that Chromium shows as a page of its own text; others it downloads or shows as they are. */
const MARKUP = /^(?:text\/|application\/xhtml|application\/xml)/i;

type Paused = CdpEvent<'Fetch.requestPaused'>;

/**
 * Changes requests of a page on their way out. Chromium's own header override would send a customer's credentials
 * to every host that the page asks, so the headers are added here, request by request.
 */
export class Interceptor {
  readonly #page: Page;
  readonly #rules: InterceptRules;
  readonly #challenged = new Set<string>();
  /** Requests for another document that were refused, by the identifier that the network's events have for them. */
  readonly refused = new Set<string>();
  /** Requests that were answered with the document that was given: by their identifier; the first may have none yet, and is there by its address. */
  readonly served = new Set<string>();
  #held = false;
  #ads = 0;
  #refuseNavigation = false;
  /** Addresses of documents that are read again as UTF-8, if that is what they are. */
  #unnamed: readonly string[] = [];
  #onTooLarge: (() => void) | undefined;

  constructor(page: Page, rules: InterceptRules) {
    this.#page = page;
    this.#rules = rules;
    page.session.on('Fetch.requestPaused', (paused) => void this.#decide(paused).catch(() => {}));
    page.session.on('Fetch.authRequired', (paused) => void this.#authenticate(paused).catch(() => {}));
  }

  async start(): Promise<void> {
    const { serve, files, skip, ads, origin } = this.#rules;
    if (serve || files || skip?.size || ads || origin) await this.#enable();
  }

  /** Whether a request of the page was held, whatever became of it. */
  get heldRequests(): boolean {
    return this.#held;
  }

  /** Requests for advertising and measurement that were left out. */
  get adRequests(): number {
    return this.#ads;
  }

  /** From now on the main frame stays at its document: a page that leaves later would leave us with another one. */
  async refuseNavigation(): Promise<void> {
    this.#refuseNavigation = true;
    await this.#enable();
  }

  /** Documents whose answers name no encoding, and are to be read as UTF-8 if they are that when they come again. */
  async readAsUtf8(addresses: readonly string[]): Promise<void> {
    this.#unnamed = addresses;
    await this.#enable();
  }

  /**
   * Has packed documents read before the page gets them. The page sees nothing of a document until all of it is there.
   * @param onTooLarge called when one is larger than a document may be
   */
  async countDocuments(onTooLarge: () => void): Promise<void> {
    this.#onTooLarge = onTooLarge;
    await this.#enable();
  }

  async #enable(): Promise<void> {
    const { serve, files, skip = [], ads, origin } = this.#rules;
    const patterns = [
      ...[...skip].map((resourceType) => ({ urlPattern: '*', resourceType })),
      ...(files ? [{ urlPattern: `${literal(files.folder)}*` }] : []),
      ...(serve ? [{ urlPattern: literal(serve.url), resourceType: 'Document' as const }] : []),
      ...(ads?.patterns() ?? []).map((urlPattern) => ({ urlPattern })),
      ...(origin ? [{ urlPattern: `${literal(origin.origin)}/*` }] : []),
      ...this.#unnamed.map((url) => ({
        ...{ urlPattern: literal(url), resourceType: 'Document' as const },
        requestStage: 'Response' as const,
      })),
      ...(this.#onTooLarge
        ? [{ urlPattern: '*', resourceType: 'Document' as const, requestStage: 'Response' as const }]
        : []),
      ...(this.#refuseNavigation ? [{ urlPattern: '*', resourceType: 'Document' as const }] : []),
    ];
    // Without a pattern Chromium would hold every request.
    if (patterns.length === 0) await this.#page.session.send('Fetch.disable');
    else
      await this.#page.session.send('Fetch.enable', {
        patterns,
        handleAuthRequests: origin?.credentials !== undefined,
      });
  }

  async #decide(paused: Paused): Promise<void> {
    this.#held = true;
    const { requestId, networkId, request, resourceType, frameId } = paused;
    if (paused.responseStatusCode !== undefined || paused.responseErrorReason !== undefined) {
      if (this.#unnamed.includes(paused.request.url)) await this.#nameUtf8(paused);
      else await this.#countDocument(paused);
      return;
    }
    const { session, mainFrame } = this.#page;
    const { serve, files, skip, ads, origin } = this.#rules;
    const isMainDocument = resourceType === 'Document' && frameId === mainFrame;
    if (serve && isMainDocument && this.#isServed(request, serve.url)) {
      this.served.add(networkId ?? request.url);
      await this.#answer(requestId, request, {
        bytes: Buffer.from(serve.html, 'utf8'),
        type: 'text/html; charset=utf-8',
      });
      return;
    }
    if (this.#refuseNavigation && isMainDocument) {
      if (networkId !== undefined) this.refused.add(networkId);
      await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      return;
    }
    if (!isMainDocument && ads?.matches(request.url)) {
      this.#ads += 1;
      await this.#leaveOut(requestId, request, resourceType);
      return;
    }
    if (skip?.has(resourceType)) {
      await this.#leaveOut(requestId, request, resourceType);
      return;
    }
    const file = files?.byAddress.get(plainAddress(request.url));
    if (file) {
      await this.#answer(requestId, request, file);
      return;
    }
    if (!origin || originOf(request.url) !== origin.origin) {
      await session.send('Fetch.continueRequest', { requestId });
      return;
    }
    const headers = { ...request.headers, ...origin.headers };
    await session.send('Fetch.continueRequest', {
      requestId,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    });
  }

  /** The first document, and that again; what a form is sent to is for the server. */
  #isServed({ url, method }: Protocol.Network.Request, served: string): boolean {
    if (this.served.size === 0) return true;
    return !this.#refuseNavigation && method === 'GET' && url === served.replace(/#.*/s, '');
  }

  /** What is no UTF-8, or does not come a second time, leaves the document as it is. */
  async #nameUtf8({ requestId, networkId, responseStatusCode, responseHeaders = [] }: Paused): Promise<void> {
    const { session } = this.#page;
    const body = responseStatusCode === 200 ? await this.#bodyOf(requestId) : undefined;
    if (body && isUtf8(body)) {
      // Not continued: Chromium has read the type of the answer by now.
      const others = responseHeaders.filter(({ name }) => !REPLACED.test(name));
      const type = { name: 'content-type', value: 'text/html; charset=utf-8' };
      await session.send('Fetch.fulfillRequest', {
        ...{ requestId, responseCode: 200, responseHeaders: [...others, type], body: body.toString('base64') },
      });
      return;
    }
    if (networkId !== undefined) this.refused.add(networkId);
    await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
  }

  /** Of a page or a frame; whatever else an answer is, and its end before its time, is for the page. */
  async #countDocument({ requestId, responseStatusCode = 0, responseHeaders = [] }: Paused): Promise<void> {
    const { session } = this.#page;
    const headers = Object.fromEntries(responseHeaders.map(({ name, value }) => [name.toLowerCase(), value]));
    const isRedirect = responseStatusCode >= 300 && responseStatusCode < 400;
    if (isRedirect || !isPacked(headers) || !MARKUP.test(headers['content-type'] ?? 'text/html')) {
      await session.send('Fetch.continueRequest', { requestId });
      return;
    }
    const failed = () => session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionClosed' });
    const body = await readDocument(this.#page, requestId).catch(async (error) => {
      await failed();
      throw error;
    });
    if (!body) {
      this.#onTooLarge?.();
      await failed();
      return;
    }
    await session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: responseStatusCode,
      responseHeaders: responseHeaders.filter(({ name }) => !UNPACKED.test(name)),
      body: body.toString('base64'),
    });
  }

  async #bodyOf(requestId: string): Promise<Buffer> {
    const { body, base64Encoded } = await this.#page.session.send('Fetch.getResponseBody', { requestId });
    return Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
  }

  /** A picture that fails shows a sign of that, and a frame a page of Chromium's. */
  async #leaveOut(requestId: string, request: Protocol.Network.Request, type: ResourceType): Promise<void> {
    if (type === 'Image') await this.#answer(requestId, request, EMPTY_IMAGE);
    else if (type === 'Document') await this.#answer(requestId, request, EMPTY_DOCUMENT);
    else await this.#page.session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
  }

  async #answer(requestId: string, { headers }: Protocol.Network.Request, { bytes, type }: ServedFile): Promise<void> {
    await this.#page.session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: [
        { name: 'content-type', value: type },
        // Fonts and modules are asked for across origins when the document's is opaque or another.
        { name: 'access-control-allow-origin', value: headers.Origin ?? '*' },
        { name: 'access-control-allow-credentials', value: 'true' },
      ],
      body: Buffer.from(bytes).toString('base64'),
    });
  }

  async #authenticate({ requestId, authChallenge }: CdpEvent<'Fetch.authRequired'>): Promise<void> {
    const { origin } = this.#rules;
    const credentials = origin?.credentials;
    const ours = authChallenge.source === 'Server' && originOf(authChallenge.origin) === origin?.origin;
    // The same challenge again means that the credentials are wrong; another answer would loop.
    const again = this.#challenged.has(requestId);
    this.#challenged.add(requestId);
    const response =
      credentials && ours && !again
        ? { response: 'ProvideCredentials' as const, ...credentials }
        : { response: 'CancelAuth' as const };
    await this.#page.session.send('Fetch.continueWithAuth', { requestId, authChallengeResponse: response });
  }
}

/** Escapes what Fetch patterns give a meaning to. */
function literal(url: string): string {
  return url.replace(/[*?\\]/g, '\\$&');
}

/**
 * One text for all addresses of a file: whatever follows the path (`style.css?v=2`, `icons.svg#cart`), and whichever
 * characters of it are percent-encoded (`a%2Cb.png`).
 */
export function plainAddress(url: string): string {
  const path = url.replace(/[?#].*/s, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : '';
}
