import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type ConversionParts, queueSeveral } from '../../conversions/convert.ts';
import { CONVERSION_ERRORS } from '../../conversions/errors.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer, jsonBody, uncheckedBody } from '../../http/define-endpoint.ts';
import { bodyOf } from '../../http/request-body.ts';
import type { Fields } from '../values.ts';
import { inWordsOf, sentIn } from '../words.ts';
import { batchOf, type PageNote } from './batch.ts';
import { wordsIn } from './fields.ts';
import { told } from './told.ts';

/** `POST /firecrawl/v2/batch/scrape` and `/firecrawl/v1/batch/scrape`: each page is a job, and the first of them names the batch. */

const endpoint = endpointsOf<ConversionParts>();

/** Begins the tag of the jobs of a batch. */
export const BATCH_TAG = 'firecrawl-';

const request = z
  .looseObject({ urls: z.array(z.string()).describe('100 at most.'), formats: z.array(z.unknown()).optional() })
  .describe('`urls`, and the fields of a scrape; docs/coming-from/firecrawl.md tells what is different.');

const accepted = z.object({
  success: z.literal(true),
  id: z.string(),
  url: z.string().describe('Where its status is.'),
  invalidURLs: z.array(z.string()).optional().describe('What is no address, and is left out.'),
});

const begin = (version: 'v1' | 'v2') =>
  endpoint({
    method: 'post',
    path: `/firecrawl/${version}/batch/scrape`,
    layer: 'firecrawl',
    operation: `firecrawl_${version}_batch_scrape`,
    tag: 'Conversions',
    summary: 'Read several pages later',
    description: 'Each is a job, charged by itself. All are checked before the first is accepted.',
    access: { resource: 'convert', action: 'write' },
    scope: ['convert:*'],
    countsAs: '/v1/convert',
    request: uncheckedBody({
      ...jsonBody('FirecrawlBatch', request, [
        { name: 'two', summary: 'Two pages', value: { urls: ['https://example.com/', 'https://example.com/a'] } },
      ]),
      required: ['urls'],
    }),
    answer: jsonAnswer('They wait.', accepted),
    errors: [...CONVERSION_ERRORS, 'not_supported'],
    async handle({ request: asked }, parts) {
      const { json } = bodyOf(asked);
      const { pages, invalid } = version === 'v1' ? told(() => batchOf(json, version)) : batchOf(json, version);
      const tag = `${BATCH_TAG}${randomUUID()}`;
      const work = pages.map(({ json: page, url, formats }) => ({
        kind: 'several' as const,
        body: { json: { ...page, tag }, files: [] },
        note: JSON.stringify({ url, formats } satisfies PageNote),
      }));
      const words = wordsIn(json as Fields, 'urls');
      const [id = ''] = await inWordsOf(words, sentIn(json), () => queueSeveral(asked, work, parts));
      return {
        success: true,
        id,
        url: parts.jobs?.addressOf(`/firecrawl/${version}/batch/scrape/${id}`) ?? '',
        ...(version === 'v2' || invalid.length > 0 ? { invalidURLs: [...invalid] } : {}),
      };
    },
  });

export const FIRECRAWL_BATCHES: readonly HandledEndpoint<ConversionParts>[] = [begin('v2'), begin('v1')];
