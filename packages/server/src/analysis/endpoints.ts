import type { KindName } from '@platen/analysis';
import { GATE_ERRORS } from '../access/errors.ts';
import { CONVERSION_ERRORS } from '../conversions/errors.ts';
import type { ApiErrorCode } from '../errors.ts';
import { endpointsOf, type HandledEndpoint, uncheckedBody } from '../http/define-endpoint.ts';
import type { Example, HeaderEntry } from '../http/endpoint.ts';
import { type AnalysisParts, analyze } from './analyze.ts';
import { SERVED_KINDS, type ServedKind } from './kinds.ts';

/** `POST /api/pdf/…`: text or a PDF in, an answer out. */

const endpoint = endpointsOf<AnalysisParts>();

const ANSWER_HEADERS: readonly HeaderEntry[] = [
  {
    name: 'X-AI-Engine',
    description: 'What answered.',
    schema: { type: 'string', enum: ['rules', 'model', 'model+rules'] },
  },
  {
    name: 'Idempotency-Replayed',
    description: '`true` if an earlier request with the same `Idempotency-Key` was counted, and this one is not.',
    schema: { type: 'string', const: 'true' },
    optional: true,
  },
];

const IDEMPOTENCY_KEY: HeaderEntry = {
  name: 'Idempotency-Key',
  description:
    'Names this request, so that it can be sent again without being counted again: 1 to 128 printable characters, in quotes or without. Neither text nor answer is kept: a repeat within 24 hours is computed anew.',
  schema: { type: 'string', minLength: 1, maxLength: 258 },
};

const REPLACED: ReadonlySet<ApiErrorCode> = new Set([
  'payload_too_large',
  'credits_exhausted',
  'idempotency_result_gone',
]);

/** Errors that a request for an analysis may be answered with. */
export const ANALYSIS_ERRORS: readonly ApiErrorCode[] = [
  ...new Set<ApiErrorCode>([
    ...CONVERSION_ERRORS.filter((code) => !REPLACED.has(code)),
    ...GATE_ERRORS,
    'not_found',
    'payment_required',
    'ai_waitlist',
    'unreadable_pdf',
    'text_too_long',
    'idempotency_in_progress',
    'idempotency_mismatch',
    'ai_limit_exceeded',
    'ai_bad_output',
    'ai_unavailable',
  ]),
];

/** Requests that name a page in place of the text. */
const PAGE_EXAMPLES: Readonly<Partial<Record<KindName, Example>>> = {
  'invoice-extractor': {
    name: 'page',
    summary: 'An invoice as HTML',
    value: { source: { html: '<p>Invoice No. 2030-17</p><p>Total EUR 120.00</p>' } },
  },
};

const NEEDS_MODEL = 'It needs a language model: `AI_BASE_URL` and `AI_MODEL`.';
const TAKES_PAGES =
  'It takes one operation, and one page of the bank pages for each page of the text: those that form feeds separate, else one for each started 3,000 characters.';
const PREVIEW = 'This API is a preview.';

function endpointOf(kind: ServedKind): HandledEndpoint<AnalysisParts> {
  const { name, title, needsModel = false, takesPages } = kind;
  const page = PAGE_EXAMPLES[name];
  const sentences = [
    needsModel ? NEEDS_MODEL : '',
    kind.description,
    takesPages ? TAKES_PAGES : '',
    PREVIEW,
    'Unknown members are ignored.',
  ];
  return endpoint({
    method: 'post',
    path: kind.path,
    operation: kind.operation,
    tag: 'Analysis',
    summary: title,
    description: sentences.filter(Boolean).join(' '),
    headers: [IDEMPOTENCY_KEY],
    access: { resource: 'convert', action: 'write' },
    scope: [`ai:${name}`, 'ai:*'],
    // Checked by the handler: a key that was used for another request is refused first.
    request: uncheckedBody({
      name: kind.requestName,
      schema: kind.requestSchema,
      required: [],
      multipart: true,
      file: 'A PDF.',
      examples: [...kind.examples, ...(page ? [page] : [])],
    }),
    answer: { description: 'The answer.', json: kind.answerSchema, headers: ANSWER_HEADERS },
    errors: [
      ...ANALYSIS_ERRORS,
      ...(needsModel ? (['ai_not_configured'] as const) : []),
      ...(takesPages ? (['bank_pages_exceeded'] as const) : []),
    ],
    handle: (call, parts) => analyze(kind, call, parts),
  });
}

/** One for each kind of analysis. */
export const ANALYSIS_ENDPOINTS: readonly HandledEndpoint<AnalysisParts>[] = SERVED_KINDS.map(endpointOf);
