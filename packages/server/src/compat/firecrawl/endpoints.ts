import { z } from 'zod';
import { type ConversionParts, convertSeveral, type SendSeveral } from '../../conversions/convert.ts';
import { CONVERSION_ERRORS } from '../../conversions/errors.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer, jsonBody, uncheckedBody } from '../../http/define-endpoint.ts';
import { bodyOf } from '../../http/request-body.ts';
import { layerDocument } from '../../reference/endpoints.ts';
import { absentEndpoint } from '../open-endpoints.ts';
import type { Fields } from '../values.ts';
import { inWordsOf, sentIn } from '../words.ts';
import { scrapeAnswer } from './answer.ts';
import { FIRECRAWL_BATCHES } from './batch-endpoints.ts';
import { wordsIn } from './fields.ts';
import { requestOf } from './request.ts';
import { told } from './told.ts';

/** `POST /firecrawl/v2/scrape` and `/firecrawl/v1/scrape`, as Firecrawl has them. */

const endpoint = endpointsOf<ConversionParts>();

const request = z
  .looseObject({
    url: z.string(),
    formats: z
      .array(z.unknown())
      .optional()
      .describe('markdown, html, rawHtml, links, images, attributes, screenshot, screenshot@fullPage.'),
  })
  .describe('Fields of Firecrawl; docs/coming-from/firecrawl.md tells what is different.');

const answer = z.object({
  success: z.literal(true),
  data: z.object({
    markdown: z.string().optional(),
    html: z.string().optional(),
    rawHtml: z.string().optional(),
    links: z.array(z.string()).optional(),
    images: z.array(z.string()).optional(),
    attributes: z
      .array(z.object({ selector: z.string(), attribute: z.string(), values: z.array(z.string()) }))
      .optional(),
    screenshot: z.string().optional().describe('A `data:` address.'),
    warning: z.string().optional(),
    metadata: z.record(z.string(), z.unknown()),
  }),
});

const scrape = (version: 'v1' | 'v2') =>
  endpoint({
    method: 'post',
    path: `/firecrawl/${version}/scrape`,
    layer: 'firecrawl',
    operation: `firecrawl_${version}_scrape`,
    tag: 'Conversions',
    summary: 'Read a page',
    description: 'Fields and answer are Firecrawl’s; docs/coming-from/firecrawl.md tells what is different.',
    access: { resource: 'convert', action: 'write' },
    scope: ['convert:*'],
    countsAs: '/v1/convert',
    request: uncheckedBody({
      ...jsonBody('FirecrawlScrape', request, [
        {
          name: 'markdown',
          summary: 'Markdown',
          value: { url: 'https://example.com/', formats: ['markdown', 'links'] },
        },
      ]),
      required: ['url'],
    }),
    answer: jsonAnswer('What was read.', answer),
    errors: [...CONVERSION_ERRORS, 'not_supported'],
    handle({ request: asked, reply }, parts) {
      const { json, files } = bodyOf(asked);
      const wanted = version === 'v1' ? told(() => requestOf(json)) : requestOf(json);
      const body = { json: wanted.json, files };
      const send: SendSeveral = (to, results) =>
        to.header('cache-control', 'no-store').send(scrapeAnswer(results, wanted));
      return inWordsOf(wordsIn(json as Fields), sentIn(json), () =>
        convertSeveral(asked, reply, { body, send }, parts),
      );
    },
  });

export const FIRECRAWL_CONVERSIONS: readonly HandledEndpoint<ConversionParts>[] = [
  scrape('v2'),
  scrape('v1'),
  ...FIRECRAWL_BATCHES,
];

const ONE_PAGE = (version: string) =>
  `pages are read by their addresses, by /${version}/scrape and /${version}/batch/scrape`;
const ACCOUNT = () => 'GET /v1/account and /v1/credits/usage tell what is left';
const DATA = () => 'POST /api/pdf/extract-data reads data out of text';
const NO_BROWSER = () =>
  'no browser is lent to callers; "javascript" of POST /v1/convert/markdown runs code in the page';
const SCHEDULES = () => 'POST /v1/schedules reads a page again and again';
const NOBODY = () => 'nobody reads it here';
const ALONE = (version: string) => `what is read is not written about. /${version}/scrape gives the text`;

/** Paths of theirs that Platen has nothing for, and what there is instead. */
const ABSENT: readonly (readonly [method: 'get' | 'post' | 'delete', at: string, why: (version: string) => string])[] =
  [
    ...['crawl', 'crawl/params-preview', 'map', 'search'].map((at) => ['post', at, ONE_PAGE] as const),
    ...['crawl/active', 'crawl/{id}', 'crawl/{id}/errors'].map((at) => ['get', at, ONE_PAGE] as const),
    ['delete', 'crawl/{id}', ONE_PAGE],
    ...['extract', 'agent', 'parse'].map((at) => ['post', at, DATA] as const),
    ...['extract/{id}', 'agent', 'agent/{id}'].map((at) => ['get', at, DATA] as const),
    ['delete', 'agent/{id}', DATA],
    ...['deep-research', 'llmstxt'].map((at) => ['post', at, ALONE] as const),
    ...['team/credit-usage/historical', 'team/token-usage/historical'].map((at) => ['get', at, ACCOUNT] as const),
    ...['team/token-usage', 'team/queue-status', 'concurrency-check'].map((at) => ['get', at, ACCOUNT] as const),
    ...['browser', 'scrape/{id}/interact'].map((at) => ['post', at, NO_BROWSER] as const),
    ['get', 'browser', NO_BROWSER],
    ...(['get', 'post'] as const).map((method) => [method, 'monitor', SCHEDULES] as const),
    ['post', 'feedback', NOBODY],
  ];

const params = z.strictObject({ id: z.string().describe('Whatever it is.') });

/** They need no key, and read nothing. */
export const FIRECRAWL_OPEN = ['v1', 'v2'].flatMap((version) =>
  ABSENT.filter(([method, at]) => `${method} ${version}/${at}` !== 'get v1/crawl/{id}').map(([method, at, why]) =>
    absentEndpoint({
      layer: 'firecrawl',
      method,
      path: `/firecrawl/${version}/${at}`,
      ...(at.includes('{id}') ? { params } : {}),
      operation: `firecrawl_${version}_${method === 'post' ? '' : `${method}_`}${at.replace(/\W+/g, '_')}`,
      name: `/${version}/${at}`,
      why: why(version),
    }),
  ),
);

export const FIRECRAWL_DOCUMENT = [layerDocument('firecrawl', '/firecrawl/openapi.json')];
