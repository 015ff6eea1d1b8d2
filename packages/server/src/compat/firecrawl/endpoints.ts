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
import { wordsIn } from './fields.ts';
import { requestOf } from './request.ts';

/** `POST /firecrawl/v2/scrape` and `/firecrawl/v1/scrape`, as Firecrawl has them. */

const endpoint = endpointsOf<ConversionParts>();

const request = z
  .looseObject({
    url: z.string(),
    formats: z.array(z.unknown()).optional().describe('markdown, links, images, screenshot, screenshot@fullPage.'),
  })
  .describe('Fields of Firecrawl; docs/coming-from/firecrawl.md tells what is different.');

const answer = z.object({
  success: z.literal(true),
  data: z.object({
    markdown: z.string().optional(),
    links: z.array(z.string()).optional(),
    images: z.array(z.string()).optional(),
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
      const wanted = requestOf(json);
      const body = { json: wanted.json, files };
      const send: SendSeveral = (to, results) =>
        to.header('cache-control', 'no-store').send(scrapeAnswer(results, wanted));
      return inWordsOf(wordsIn(json as Fields), sentIn(json), () =>
        convertSeveral(asked, reply, { body, send }, parts),
      );
    },
  });

export const FIRECRAWL_CONVERSIONS: readonly HandledEndpoint<ConversionParts>[] = [scrape('v2'), scrape('v1')];

/** Paths of theirs that Platen has nothing for: it reads one page at a time. */
const ABSENT = ['batch/scrape', 'crawl', 'map', 'search', 'extract'];

/** They need no key, and read nothing. */
export const FIRECRAWL_OPEN = ['v1', 'v2'].flatMap((version) =>
  ABSENT.map((name) =>
    absentEndpoint({
      layer: 'firecrawl',
      path: `/firecrawl/${version}/${name}`,
      operation: `firecrawl_${version}_${name.replace('/', '_')}`,
      name: `/${version}/${name}`,
      why: `one page is read at a time, by /${version}/scrape. POST /v1/batches converts many`,
    }),
  ),
);

export const FIRECRAWL_DOCUMENT = [layerDocument('firecrawl', '/firecrawl/openapi.json')];
