import { z } from 'zod';
import { type ConversionParts, convertOne, convertSeveral } from '../../conversions/convert.ts';
import { conversionAnswer } from '../../conversions/endpoints.ts';
import { CONVERSION_ERRORS } from '../../conversions/errors.ts';
import { ApiError, toApiError } from '../../errors.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer, jsonBody, uncheckedBody } from '../../http/define-endpoint.ts';
import type { AnswerEntry } from '../../http/endpoint.ts';
import { bodyOf } from '../../http/request-body.ts';
import { layerDocument } from '../../reference/endpoints.ts';
import { absentEndpoint, TEXT_ANSWER } from '../open-endpoints.ts';
import { unsupported } from '../values.ts';
import { inWordsOf, sentIn } from '../words.ts';
import { sendContent, sendElements } from './answer.ts';
import { WORDS } from './fields.ts';
import { type Kind, requestOf } from './request.ts';

/**
 * `POST /browserless/pdf`, `/browserless/screenshot`, `/browserless/content` and `/browserless/scrape`, as Browserless has
 * them, also below the name of a browser.
 */

const endpoint = endpointsOf<ConversionParts>();

const NAMES = { pdf: 'pdf', image: 'screenshot', content: 'content', scrape: 'scrape' } as const;
const OPTIONS = { pdf: { format: 'A4' }, image: { fullPage: true } };
const TYPES = { pdf: ['application/pdf'], image: ['image/png', 'image/jpeg', 'image/webp'] } as const;

/** Parameters about the browser, and why they are not here. */
const OF_BROWSER: Readonly<Record<string, string>> = {
  launch: 'the browser is started by the service.',
  headless: 'the browser has no window.',
  stealth: 'the browser names itself as it is.',
  proxy: 'pages are asked for from where this service is.',
  proxyCountry: 'pages are asked for from where this service is.',
  proxySticky: 'pages are asked for from where this service is.',
  externalProxyServer: 'pages are asked for from where this service is.',
};

const query = z.strictObject({
  token: z.string().optional().describe('The key. A header is better: addresses are written into logs.'),
  timeout: z.coerce
    .number()
    .min(0)
    .max(900_000)
    .optional()
    .describe('Milliseconds; a page that is not ready is captured as it is then.'),
  blockAds: z.enum(['true', 'false', '']).optional().describe('Ask nothing of hosts of advertising.'),
  ...Object.fromEntries(
    Object.entries(OF_BROWSER).map(([name, why]) => [name, z.string().optional().describe(`501: ${why}`)] as const),
  ),
});

const request = z
  .looseObject({
    url: z.string().optional(),
    html: z.string().optional(),
    options: z.looseObject({}).optional().describe('Options of Puppeteer.'),
  })
  .describe('Fields of Browserless; docs/coming-from/browserless.md tells what is different.');

type BrowserName = '' | 'chromium' | 'chrome';

/** What all of them have in common. */
const shared = (kind: Kind, browser: BrowserName) =>
  ({
    method: 'post',
    path: `/browserless/${browser === '' ? '' : `${browser}/`}${NAMES[kind]}`,
    layer: 'browserless',
    operation: `browserless_${browser === '' ? '' : `${browser}_`}${NAMES[kind]}`,
    tag: 'Conversions',
    description: 'Fields, units and defaults are Puppeteer’s; docs/coming-from/browserless.md tells what is different.',
    query,
    keyParameter: 'token',
    access: { resource: 'convert', action: 'write' },
    errors: [...CONVERSION_ERRORS, 'not_supported'],
  }) as const;

function queryOf({ timeout, blockAds, ...others }: z.output<typeof query>) {
  for (const [name, why] of Object.entries(OF_BROWSER)) if (Object.hasOwn(others, name)) throw unsupported(name, why);
  return {
    blockAds: blockAds === undefined ? undefined : blockAds !== 'false',
    // There, zero is none.
    timeout: timeout ? Math.max(1, Math.ceil(timeout / 1_000)) : undefined,
  };
}

const conversion = (kind: 'pdf' | 'image', browser: BrowserName) =>
  endpoint({
    ...shared(kind, browser),
    summary: kind === 'pdf' ? 'Print a page' : 'Take a picture of a page',
    scope: [`convert:${kind}`, 'convert:*'],
    countsAs: `/v1/convert/${kind}`,
    request: uncheckedBody({
      ...jsonBody(`Browserless${kind === 'pdf' ? 'Pdf' : 'Screenshot'}`, request, [
        { name: 'html', summary: 'HTML', value: { html: '<h1>Hello</h1>', options: OPTIONS[kind] } },
      ]),
    }),
    answer: conversionAnswer(kind, TYPES[kind]),
    handle({ request: asked, reply, query: given }, parts) {
      const { json, files } = bodyOf(asked);
      const own = requestOf(json, kind, queryOf(given));
      return inWordsOf(WORDS[kind], sentIn(json), () =>
        convertOne(asked, reply, { kind, body: { json: own, files } }, parts),
      );
    },
  });

const found = z.object({
  data: z.array(
    z.object({
      selector: z.string(),
      results: z.array(
        z.object({
          text: z.string(),
          html: z.string().describe('HTML inside of the element.'),
          attributes: z.array(z.object({ name: z.string(), value: z.string() })),
          left: z.number(),
          top: z.number(),
          width: z.number(),
          height: z.number(),
        }),
      ),
    }),
  ),
});

const ELEMENTS = { html: '<h1>Hello</h1>', elements: [{ selector: 'h1' }] };
const READINGS = {
  content: {
    summary: 'Read a page as HTML',
    answer: { description: 'The page as its scripts left it.', binary: ['text/html'], headers: [] } as AnswerEntry,
    value: { html: '<h1>Hello</h1>' },
    tooLong: 'The page has more HTML than an answer holds.',
    send: sendContent,
  },
  scrape: {
    summary: 'Read elements of a page',
    answer: jsonAnswer('Elements that match, of each selector.', found),
    value: ELEMENTS,
    tooLong: 'More elements match than an answer holds, or they are longer. Give selectors of fewer.',
    send: sendElements,
  },
};

/** The one warning that a request of these fails on. */
const tooLong = (detail: string) => (error: unknown) => {
  throw toApiError(error).code === 'warning_refused' ? new ApiError('result_too_large', { detail }) : error;
};

const reading = (kind: 'content' | 'scrape', browser: BrowserName) => {
  const { summary, answer, value, tooLong: detail, send } = READINGS[kind];
  return endpoint({
    ...shared(kind, browser),
    summary,
    scope: ['convert:*'],
    countsAs: '/v1/convert',
    request: uncheckedBody({
      ...jsonBody(`Browserless${kind === 'content' ? 'Content' : 'Scrape'}`, request, [
        { name: 'html', summary: 'HTML', value },
      ]),
    }),
    answer,
    handle({ request: asked, reply, query: given }, parts) {
      const { json, files } = bodyOf(asked);
      const body = { json: requestOf(json, kind, queryOf(given)), files };
      return inWordsOf(WORDS[kind], sentIn(json), () =>
        convertSeveral(asked, reply, { body, send }, parts).catch(tooLong(detail)),
      );
    },
  });
};

const BROWSERS = ['', 'chromium', 'chrome'] as const;
export const BROWSERLESS_CONVERSIONS: readonly HandledEndpoint<ConversionParts>[] = [
  ...BROWSERS.map((browser) => conversion('pdf', browser)),
  ...BROWSERS.map((browser) => conversion('image', browser)),
  ...BROWSERS.map((browser) => reading('content', browser)),
  ...BROWSERS.map((browser) => reading('scrape', browser)),
];

const NO_BROWSER = 'no browser is lent to callers; "javascript" of POST /v1/convert/pdf runs code in the page';

const NO_CODE = 'code of callers is never run outside of a page; "addScriptTag" runs it in the page';

/** Paths of theirs that Platen has nothing for, and what there is instead. */
const ABSENT: readonly (readonly [method: 'get' | 'post', at: string, why: string])[] = [
  ['post', 'smart-scrape', 'POST /v1/convert/markdown reads a page'],
  ['post', 'function', NO_CODE],
  ['post', 'download', 'pages download nothing'],
  ['post', 'export', 'POST /v1/convert/pdf and /v1/convert/image have what a page shows'],
  ...(['chromium', 'chrome'] as const).flatMap((browser) =>
    (['function', 'download'] as const).map((at) => ['post', `${browser}/${at}`, NO_CODE] as const),
  ),
  ...(['pdf', 'screenshot', 'content', 'scrape'] as const).map(
    (at) => ['post', `stealth/${at}`, `the browser names itself as it is. Ask /${at}`] as const,
  ),
  ['post', 'performance', 'use Lighthouse'],
  ['post', 'unblock', 'pages are asked for as they are'],
  ...(['map', 'search', 'crawl', 'batch-scrape'] as const).map(
    (at) => ['post', at, 'one page is read at a time'] as const,
  ),
  ...(['chromium/bql', 'chrome/bql', 'stealth/bql'] as const).map((at) => ['post', at, NO_BROWSER] as const),
  // What "puppeteer.connect" asks first.
  ['get', 'json/version', NO_BROWSER],
  ['get', 'sessions', NO_BROWSER],
  ...(['pressure', 'active'] as const).map((at) => ['get', at, 'GET /health tells how the service is'] as const),
  ['get', 'config', 'docs/settings.md tells what can be set'],
  ['get', 'meta', 'GET /version tells what runs'],
];

/** They need no key, and read nothing. */
export const BROWSERLESS_OPEN = ABSENT.map(([method, at, why]) =>
  absentEndpoint({
    layer: 'browserless',
    method,
    path: `/browserless/${at}`,
    operation: `browserless_${at.replace(/\W/g, '_')}`,
    answer: TEXT_ANSWER,
    name: `/${at}`,
    why,
  }),
);

export const BROWSERLESS_DOCUMENT = [layerDocument('browserless', '/browserless/openapi.json')];
