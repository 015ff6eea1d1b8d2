import { z } from 'zod';
import { type ConversionParts, convertOne, queueOne } from '../../conversions/convert.ts';
import { conversionAnswer } from '../../conversions/endpoints.ts';
import { CONVERSION_ERRORS } from '../../conversions/errors.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer, jsonBody, uncheckedBody } from '../../http/define-endpoint.ts';
import type { AnswerEntry } from '../../http/endpoint.ts';
import { bodyOf } from '../../http/request-body.ts';
import { layerDocument } from '../../reference/endpoints.ts';
import { absentEndpoint } from '../open-endpoints.ts';
import { type Fields, fromTexts } from '../values.ts';
import { inWordsOf, sentIn } from '../words.ts';
import { BODY_FIELDS } from './fields.ts';
import { requestOf } from './request.ts';

/** `POST /docraptor/docs` and `/docraptor/async_docs`, as DocRaptor has them. */

const endpoint = endpointsOf<ConversionParts>();

const request = z
  .looseObject({
    type: z.string().optional().describe('`pdf`.'),
    document_content: z.string().optional().describe('HTML.'),
    document_url: z.string().optional().describe('The address of HTML, in its place.'),
    test: z.boolean().optional().describe('With a watermark, and for no credit.'),
  })
  .describe('Fields of DocRaptor; docs/coming-from/docraptor.md tells what is different.');

const query = z.strictObject({
  user_credentials: z.string().optional().describe('The key. A header is better: addresses are written into logs.'),
});

const accepted = z.object({ status_id: z.string().describe('Its status is at `/docraptor/status/{id}`.') });

const conversion = (path: 'docs' | 'async_docs') => {
  const sync = conversionAnswer('pdf');
  const answer: AnswerEntry =
    path === 'docs'
      ? {
          ...sync,
          headers: [
            ...sync.headers,
            {
              name: 'X-DocRaptor-Num-Pages',
              description: 'Pages of the PDF.',
              schema: { type: 'integer' },
              optional: true,
            },
          ],
          json: accepted.describe('With `async`.'),
        }
      : jsonAnswer('It is accepted.', accepted);
  return endpoint({
    method: 'post',
    path: `/docraptor/${path}`,
    layer: 'docraptor',
    operation: `docraptor_${path}`,
    tag: 'Conversions',
    summary: path === 'docs' ? 'Make a document' : 'Make a document later',
    description: 'Fields and answers are DocRaptor’s; docs/coming-from/docraptor.md tells what is different.',
    query,
    keyParameter: 'user_credentials',
    access: { resource: 'convert', action: 'write' },
    scope: ['convert:pdf', 'convert:*'],
    countsAs: '/v1/convert/pdf',
    request: uncheckedBody({
      ...jsonBody('DocRaptorDoc', request, [
        { name: 'html', summary: 'HTML', value: { type: 'pdf', document_content: '<h1>Hello</h1>', test: true } },
      ]),
      encoded: true,
    }),
    answer,
    errors: [...CONVERSION_ERRORS, 'not_supported'],
    async handle({ request: asked, reply }, parts) {
      const { json: sent, files, encoded = false } = bodyOf(asked);
      const json = encoded ? fromTexts(sent as Fields, BODY_FIELDS) : sent;
      const wanted = requestOf(json);
      const body = { json: wanted.json, files };
      return await inWordsOf(wanted.words, sentIn(json), async () => {
        if (path === 'docs' && !wanted.isAsync) return await convertOne(asked, reply, { kind: 'pdf', body }, parts);
        return { status_id: await queueOne(asked, { kind: 'pdf', body }, parts) };
      });
    },
  });
};

export const DOCRAPTOR_CONVERSIONS: readonly HandledEndpoint<ConversionParts>[] = [
  conversion('docs'),
  conversion('async_docs'),
];

/** Paths of theirs that Platen has nothing for, and what there is instead. */
const ABSENT = [
  ['post', 'hosted_docs', 'give "filename" to POST /v1/convert/pdf, which answers with a link'],
  ['post', 'hosted_async_docs', 'give "filename" and "async" to POST /v1/convert/pdf, whose job has a link'],
  ['patch', 'expire/{id}', 'documents are not hosted. DELETE /v1/jobs/{id} removes one'],
  ['get', 'docs.json', 'GET /v1/jobs lists what was made'],
  ['get', 'docs', 'GET /v1/jobs lists what was made'],
] as const;

const params = z.strictObject({ id: z.string().describe('Whatever it is.') });

/** They need no key, and read nothing. */
export const DOCRAPTOR_OPEN = ABSENT.map(([method, at, why]) =>
  absentEndpoint({
    layer: 'docraptor',
    method,
    path: `/docraptor/${at}`,
    ...(at.endsWith('{id}') ? { params } : {}),
    operation: `docraptor_${method}_${at.replace(/\W/g, '_')}`,
    name: `/${at}`,
    why,
  }),
);

export const DOCRAPTOR_DOCUMENT = [layerDocument('docraptor', '/docraptor/openapi.json')];
