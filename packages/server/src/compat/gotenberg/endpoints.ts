import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { OPEN_ERRORS } from '../../access/errors.ts';
import { type ConversionParts, convertOne, queueOne } from '../../conversions/convert.ts';
import { conversionAnswer } from '../../conversions/endpoints.ts';
import { CONVERSION_ERRORS } from '../../conversions/errors.ts';
import { endpointsOf, type HandledEndpoint, uncheckedBody } from '../../http/define-endpoint.ts';
import type { AnswerEntry, Example } from '../../http/endpoint.ts';
import { bodyOf } from '../../http/request-body.ts';
import { layerDocument } from '../../reference/endpoints.ts';
import { VERSION } from '../../version.ts';
import { absentEndpoint, TEXT_ANSWER } from '../open-endpoints.ts';
import { inWordsOf } from '../words.ts';
import { FORM_FIELDS, PAGE, type Source, wordsOfForm } from './fields.ts';
import { formOf } from './form.ts';
import { type Fields, type Kind, OUTPUT_NAME } from './form-field.ts';
import { headerOf, ownHeaders, refuseRepeated } from './header.ts';
import { requestOf } from './request.ts';
import { traceOf } from './trace.ts';
import { WEBHOOK_HEADERS, webhookOf } from './webhook.ts';

/** `POST /forms/chromium/{convert|screenshot}/{url|html|markdown}`, as Gotenberg has them. */

const endpoint = endpointsOf<ConversionParts>();

const EXAMPLES: Readonly<Record<Source, Example>> = {
  url: { name: 'url', summary: 'An address', value: { url: 'https://example.com/' } },
  html: { name: 'html', summary: 'A file', value: { 'index.html': '<h1>Hello</h1>' } },
  markdown: {
    name: 'markdown',
    summary: 'Markdown in a page',
    value: { 'index.html': '<body>{{ toHTML "a.md" }}</body>', 'a.md': '# Hello' },
  },
};

function schemaOf(kind: Kind, from: Source) {
  const fields = Object.entries(FORM_FIELDS).filter(([, field]) => field.kind === undefined || field.kind === kind);
  const texts = fields.map(([name, { note = '' }]) => [name, z.string().optional().describe(note)] as const);
  return z.looseObject({
    ...(from === 'url' ? { url: z.string() } : { [PAGE]: z.string().describe('A file.') }),
    ...Object.fromEntries(texts),
  });
}

const NAMES = { pdf: 'convert', image: 'screenshot' } as const;
const TYPES = { pdf: ['application/pdf'], image: ['image/png', 'image/jpeg', 'image/webp'] } as const;

const SENT_LATER: AnswerEntry = {
  status: 204,
  description: 'With `Gotenberg-Webhook-Url`: the result is sent there.',
  headers: [{ name: 'X-Job-Id', description: 'The job that makes it.' }],
};

const conversion = (kind: Kind, from: Source) =>
  endpoint({
    method: 'post',
    path: `/forms/chromium/${NAMES[kind]}/${from}`,
    layer: 'gotenberg',
    operation: `gotenberg_${NAMES[kind]}_${from}`,
    tag: 'Conversions',
    summary: kind === 'pdf' ? `Convert ${from} to PDF` : `Take a picture of ${from}`,
    description:
      'Fields, units and defaults are Gotenberg’s; docs/coming-from/gotenberg.md tells what is different. With `Gotenberg-Webhook-Url` the answer is 204 at once.',
    headers: WEBHOOK_HEADERS,
    variantOf: ({ headers }) => JSON.stringify(ownHeaders(headers)),
    access: { resource: 'convert', action: 'write' },
    scope: [`convert:${kind}`, 'convert:*'],
    countsAs: `/v1/convert/${kind}`,
    request: uncheckedBody({
      name: `Gotenberg${kind === 'pdf' ? 'Pdf' : 'Image'}From${from}`,
      schema: schemaOf(kind, from),
      required: [],
      multipart: true,
      form: true,
      examples: [EXAMPLES[from]],
    }),
    answer: conversionAnswer(kind, TYPES[kind]),
    otherAnswers: [SENT_LATER],
    errors: [...CONVERSION_ERRORS, 'not_supported'],
    async handle({ request, reply }, parts) {
      refuseRepeated(request.raw);
      const form = formOf(bodyOf(request).json);
      const { json, files } = requestOf(form, from, kind);
      const beside = webhookOf(request.headers, traceOf(request));
      const name = headerOf(request.headers, OUTPUT_NAME);
      const named = {
        download_name: request.id,
        ...withFormerHeaders(json as Fields, from, request.headers),
        ...(name === undefined ? {} : { download_name: name }),
      };
      const sent = (field: string) =>
        form.texts.has(field) ||
        form.files.some((file) => file.name === field) ||
        request.headers[field.toLowerCase()] !== undefined;
      const body = { json: named, files };
      return await inWordsOf(wordsOfForm(kind, from), sent, async () => {
        if (!beside) return await convertOne(request, reply, { kind, body }, parts);
        const id = await queueOne(request, { kind, body, beside }, parts);
        return reply.code(204).headers({ 'x-job-id': id, 'cache-control': 'no-store' }).send();
      });
    },
  });

/** Clients of Gotenberg 6 name a header for the page by this and its own name. */
const FORMER_HEADER = 'gotenberg-remoteurl-';

function withFormerHeaders(json: Fields, from: Source, headers: IncomingHttpHeaders): Fields {
  const former = Object.entries(headers).filter(([name]) => from === 'url' && name.startsWith(FORMER_HEADER));
  if (former.length === 0) return json;
  const own = Object.fromEntries(former.map(([name, value]) => [name.slice(FORMER_HEADER.length), value]));
  return { ...json, http_headers: { ...own, ...(json.http_headers as Fields | undefined) } };
}

const SOURCES = ['url', 'html', 'markdown'] as const;
export const GOTENBERG_CONVERSIONS: readonly HandledEndpoint<ConversionParts>[] = [
  ...SOURCES.map((from) => conversion('pdf', from)),
  ...SOURCES.map((from) => conversion('image', from)),
];

/** Routes of theirs that work on files which Platen does not read. */
const ABSENT = [
  'libreoffice/convert',
  // As clients of Gotenberg 6 ask for them.
  'chromium/convert/office',
  'chromium/merge',
  ...['merge', 'split', 'flatten', 'convert', 'encrypt', 'embed', 'watermark', 'stamp', 'rotate', 'factur-x'].map(
    (route) => `pdfengines/${route}`,
  ),
  // Of Gotenberg 9.
  'pdf/{stage}',
  ...['metadata', 'bookmarks'].flatMap((what) => [`pdfengines/${what}/read`, `pdfengines/${what}/write`]),
];

const params = z.strictObject({ stage: z.string().describe('Whatever it is.') });

const openEndpoint = endpointsOf<unknown>();

/** Those that need no key. */
export const GOTENBERG_OPEN: readonly HandledEndpoint<unknown>[] = [
  openEndpoint({
    layer: 'gotenberg',
    tag: 'Service',
    access: 'open',
    answer: TEXT_ANSWER,
    method: 'get',
    path: '/version',
    operation: 'gotenberg_version',
    summary: 'Version',
    // Theirs would be a promise about features.
    description: 'Of Platen.',
    errors: OPEN_ERRORS,
    handle: ({ reply }) => reply.type('text/plain').send(VERSION),
  }),
  absentEndpoint({
    layer: 'gotenberg',
    method: 'get',
    path: '/prometheus/metrics',
    operation: 'gotenberg_prometheus_metrics',
    answer: TEXT_ANSWER,
    why: 'its figures are of Gotenberg. GET /metrics has those of Platen',
  }),
  absentEndpoint({
    layer: 'gotenberg',
    method: 'get',
    path: '/debug',
    operation: 'gotenberg_debug',
    answer: TEXT_ANSWER,
    why: '"platen doctor" tells how an installation is',
  }),
  ...ABSENT.map((route) =>
    absentEndpoint({
      layer: 'gotenberg',
      path: `/forms/${route}`,
      ...(route.endsWith('{stage}') ? { params } : {}),
      operation: `gotenberg_${route.replace(/\W+/g, '_')}`,
      answer: TEXT_ANSWER,
      why: 'Platen prints web pages. Keep Gotenberg for this route',
    }),
  ),
];

export const GOTENBERG_DOCUMENT = [layerDocument('gotenberg', '/forms/openapi.json')];
