import type { Protocol } from 'devtools-protocol';
import type { CdpEvent } from '../chromium/cdp.ts';
import type { Page } from './page.ts';

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
  /** HTML to answer the first request for `url` with, instead of asking the network. */
  readonly serve?: { readonly url: string; readonly html: string };
  /** Files that came with the document; the network is not asked for them. */
  readonly files?: ServedFiles;
  /** Kinds of files that are left out. Images are answered, so that what waits for them goes on. */
  readonly skip?: ReadonlySet<ResourceType>;
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
  #served = false;
  #refuseNavigation = false;

  constructor(page: Page, rules: InterceptRules) {
    this.#page = page;
    this.#rules = rules;
    page.session.on('Fetch.requestPaused', (paused) => void this.#decide(paused).catch(() => {}));
    page.session.on('Fetch.authRequired', (paused) => void this.#authenticate(paused).catch(() => {}));
  }

  async start(): Promise<void> {
    const { serve, files, skip, origin } = this.#rules;
    if (serve || files || skip?.size || origin) await this.#enable();
  }

  /** From now on the main frame stays at its document: a page that leaves later would leave us with another one. */
  async refuseNavigation(): Promise<void> {
    this.#refuseNavigation = true;
    await this.#enable();
  }

  async #enable(): Promise<void> {
    const { serve, files, skip = [], origin } = this.#rules;
    const patterns = [
      ...[...skip].map((resourceType) => ({ urlPattern: '*', resourceType })),
      ...(files ? [{ urlPattern: `${literal(files.folder)}*` }] : []),
      ...(serve && !this.#served ? [{ urlPattern: literal(serve.url), resourceType: 'Document' as const }] : []),
      ...(origin ? [{ urlPattern: `${literal(origin.origin)}/*` }] : []),
      ...(this.#refuseNavigation ? [{ urlPattern: '*', resourceType: 'Document' as const }] : []),
    ];
    await this.#page.session.send('Fetch.enable', { patterns, handleAuthRequests: origin?.credentials !== undefined });
  }

  async #decide({ requestId, networkId, request, resourceType, frameId }: Paused): Promise<void> {
    const { session, mainFrame } = this.#page;
    const { serve, files, skip, origin } = this.#rules;
    const isMainDocument = resourceType === 'Document' && frameId === mainFrame;
    if (serve && !this.#served && isMainDocument) {
      this.#served = true;
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
    if (skip?.has(resourceType)) {
      if (resourceType === 'Image') await this.#answer(requestId, request, EMPTY_IMAGE);
      else await session.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
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
