import { isUtf8 } from 'node:buffer';
import { lookup } from 'mrmime';
import { CdpError } from '../cdp/connection.ts';
import { AdFilter } from '../page/ads.ts';
import { ContentBlocking } from '../page/content-blocking.ts';
import { cookieBannerSelectors } from '../page/cookie-banner-rules.ts';
import {
  type InterceptRules,
  plainAddress,
  type ResourceType,
  type ServedFile,
  type ServedFiles,
} from '../page/intercept.ts';
import type { LoadContext } from '../page/load.ts';
import { DOCUMENT_ORIGIN, hidePage, runNoScript } from '../page/open.ts';
import { MOST_BYTES } from '../page/pictures.ts';
import { CONDITION_TIMEOUT, type ReadyOptions } from '../page/ready.ts';
import { startReports } from '../page/reports.ts';
import type { NetworkWait } from '../page/run-ahead.ts';
import { resetViewport, setViewport, type Viewport } from '../page/viewport.ts';
import { fault } from '../request/fault.ts';
import type { Input } from '../request/input.ts';
import type { BlockedResource } from '../request/load-fields.ts';
import type { ConversionRequest } from '../request/request.ts';
import type { SourceUrl } from '../request/url.ts';
import { emulate } from './emulation.ts';
import { hasOutput, type Job } from './job.ts';
import { isDefaultViewport } from './viewport.ts';

/** Default time to wait for a page in milliseconds; `timeout` of the request changes it. */
const TIMEOUT = 30_000;

export interface SetUp {
  /** The viewport that the document begins in; undefined: it is given one apart. */
  readonly viewport: Viewport | undefined;
  /** Whether the document was found to have no script: none runs, should it have some all the same. */
  readonly scriptless: boolean;
  /** Whether no frame of it has to be drawn. */
  readonly unseen: boolean;
}

/** Prepares a page for its document: viewport, medium, cookies, and which requests are reported and changed. */
export async function setUpPage(
  { page, interceptor }: LoadContext,
  job: Job,
  { viewport, scriptless, unseen }: SetUp,
): Promise<void> {
  const { options } = job.request;
  const { css, javascript, hide_selectors: hidden } = options;
  const injected = css !== undefined || javascript !== undefined || hidden !== undefined;
  // What is not drawn is looked at, for whether it stands still.
  const reports = startReports(page, job.input, { injected, pictures: unseen ? MOST_BYTES : 0 });
  const steps: Promise<unknown>[] = [interceptor.start(), ...reports];
  const { session } = page;
  // A used page may have the window of the document before.
  if (viewport) steps.push(isDefaultViewport(viewport) ? resetViewport(page, viewport) : setViewport(page, viewport));
  steps.push(...emulate(page, options));
  if (unseen) steps.push(hidePage(page));
  if (scriptless) steps.push(runNoScript(page));
  else if (options.disable_javascript)
    steps.push(session.send('Emulation.setScriptExecutionDisabled', { value: true }));
  const cookies = cookiesFor(job);
  if (cookies.length > 0) steps.push(session.send('Network.setCookies', { cookies }).catch(refuseCookies));
  await Promise.all(steps);
}

/** Milliseconds that the job waits for its page; conditions that the request names have their own time on top. */
export function timeoutFor(options: ConversionRequest): number {
  const { timeout, delay, wait_for: waitFor, wait_for_selector: selector } = options;
  if (timeout !== undefined) return timeout * 1_000;
  const conditions = [waitFor, selector].filter((condition) => condition !== undefined).length;
  return TIMEOUT + delay + conditions * CONDITION_TIMEOUT;
}

const addressOf = (input: Input): string | undefined => (input.kind === 'url' ? input.url : input.baseUrl);

function cookiesFor({ request, input }: Job) {
  const url = addressOf(input);
  if (url === undefined) return [];
  const { cookies = [] } = request.options;
  return cookies.map(({ name, value, secure, http_only: httpOnly }) => ({
    name,
    value,
    url,
    ...(secure === undefined ? {} : { secure }),
    ...(httpOnly === undefined ? {} : { httpOnly }),
  }));
}

function refuseCookies(error: unknown): never {
  if (!(error instanceof CdpError)) throw error;
  throw fault('invalid_request', '/cookies', 'A cookie cannot be set for this source. Check its name and "secure".');
}

/** What the request wants to be taken off the page. */
export function contentBlockingOf({ request, input }: Job): ContentBlocking {
  const { block_ads: ads, block_cookie_banners: banners } = request.options;
  const address = addressOf(input);
  return new ContentBlocking({
    ...(ads ? { ads: new AdFilter(address) } : {}),
    ...(banners ? { banners: cookieBannerSelectors(address) } : {}),
  });
}

/** A document that stays where it is needs an address, so that what keeps it there is in its page before it. */
export function inputOf({ input }: Job, stay: boolean): Input {
  if (!stay || input.kind === 'url' || input.baseUrl !== undefined) return input;
  return { ...input, baseUrl: `${DOCUMENT_ORIGIN}/` as SourceUrl };
}

/**
 * What is changed of the page's requests on their way out.
 * @param input that of the job, or the same at an address
 */
export function interceptRules(job: Job, input: Input, { ads }: ContentBlocking): InterceptRules {
  return {
    ...(input.kind === 'html' && input.baseUrl !== undefined
      ? { serve: { url: input.baseUrl, html: input.html } }
      : {}),
    ...(input.kind === 'html' && input.files ? { files: filesOf(input, input.files) } : {}),
    ...originRules(job),
    ...(ads ? { ads } : {}),
    skip: skippedKinds(job),
  };
}

const KINDS: Readonly<Record<BlockedResource, readonly ResourceType[]>> = {
  image: ['Image'],
  media: ['Media'],
  font: ['Font'],
  stylesheet: ['Stylesheet'],
  script: ['Script'],
  fetch: ['XHR', 'Fetch', 'EventSource'],
};

/** Whether a document names nothing that could be loaded: having its requests held costs time, too. */
const isAlone = (input: Input): boolean =>
  input.kind === 'html' && input.baseUrl === undefined && !input.files && !/\/\/|https?:|<script/i.test(input.html);

function skippedKinds(job: Job): ReadonlySet<ResourceType> {
  const { block_resources: blocked = [], disable_images: noImages } = job.request.options;
  const unseen = hasOutput(job, 'pdf', 'image') || isAlone(job.input) ? [] : (['image', 'media', 'font'] as const);
  const images = noImages ? (['image'] as const) : [];
  return new Set([...blocked, ...unseen, ...images].flatMap((kind) => KINDS[kind]));
}

function originRules({ request, input }: Job): Pick<InterceptRules, 'origin'> {
  const { http_headers: headers, auth } = request.options;
  const url = addressOf(input);
  if (url === undefined || (!headers && !auth)) return {};
  const authorization = auth && `Basic ${Buffer.from(`${auth.username}:${auth.password}`).toString('base64')}`;
  return {
    origin: {
      origin: new URL(url).origin,
      headers: { ...headers, ...(authorization ? { Authorization: authorization } : {}) },
      ...(auth ? { credentials: auth } : {}),
    },
  };
}

/** Files by the address that the document's relative links to them have. */
function filesOf(
  { baseUrl = `${DOCUMENT_ORIGIN}/` }: { readonly baseUrl?: string },
  files: NonNullable<Extract<Input, { kind: 'html' }>['files']>,
): ServedFiles {
  const served = files.map(({ name, bytes }): [string, ServedFile] => {
    const type = lookup(name) ?? 'application/octet-stream';
    const address = plainAddress(new URL(name, baseUrl).href);
    return [address, { bytes, type: type.startsWith('text/') && isUtf8(bytes) ? `${type}; charset=utf-8` : type }];
  });
  return { folder: new URL('.', baseUrl).href, byAddress: new Map(served) };
}

type Surroundings = Pick<
  ReadyOptions,
  'viewport' | 'style' | 'expand' | 'virtualTime' | 'contentBlocking' | 'scriptFailed'
>;

export function readyOptions(options: ConversionRequest, { virtualTime, ...surroundings }: Surroundings): ReadyOptions {
  const selector = options.wait_for_selector;
  return {
    ...surroundings,
    css: options.css,
    javascript: options.javascript,
    hidden: options.hide_selectors ?? [],
    delay: options.delay,
    waitFor: options.wait_for,
    waitForSelector: typeof selector === 'string' ? { selector, state: 'visible' } : selector,
    virtualTime: virtualTime && options.virtual_time,
    lazy: options.lazy_load_images,
    network: networkWait(options),
    scripts: !options.disable_javascript,
  };
}

function networkWait({ wait_for_network: waits, ignore_long_polling: ignores }: ConversionRequest): NetworkWait {
  if (!waits) return 'none';
  return ignores ? 'short' : 'full';
}
