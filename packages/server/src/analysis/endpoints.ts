import type { z } from 'zod';
import { GATE_ERRORS } from '../access/errors.ts';
import { CONVERSION_ERRORS } from '../conversions/errors.ts';
import type { ApiErrorCode } from '../errors.ts';
import type { Endpoint, Example, HeaderEntry } from '../http/endpoint.ts';
import { ANALYSIS_KINDS } from './analyses.ts';
import {
  chatAnswer,
  extractionAnswer,
  invoiceAnswer,
  receiptAnswer,
  statementAnswer,
  summaryAnswer,
  translationAnswer,
  usageAnswer,
  waitlistAnswer,
} from './answer-schema.ts';
import type { AnalysisType } from './types.ts';

/** What the reference says of the analysis; the fields are those that requests are checked by. */

const TAG = 'Analysis';

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

const ERRORS: readonly ApiErrorCode[] = [
  ...new Set<ApiErrorCode>([
    ...CONVERSION_ERRORS.filter((code) => !REPLACED.has(code)),
    ...GATE_ERRORS,
    'not_found',
    'payment_required',
    'ai_waitlist',
    'text_too_long',
    'idempotency_in_progress',
    'idempotency_mismatch',
    'ai_limit_exceeded',
    'ai_bad_output',
    'ai_unavailable',
  ]),
];

interface Told {
  readonly operation: string;
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly answer: z.ZodType;
  readonly examples: readonly Example[];
  readonly errors?: readonly ApiErrorCode[];
}

const INVOICE =
  'Mill & Sons Ltd\nInvoice No. 2030-17\nDate: 2030-01-12\nOak boards  4  25.00  100.00\nSubtotal  100.00\nVAT 20 %  20.00\nTotal EUR  120.00';

const TOLD: Readonly<Record<AnalysisType, Told>> = {
  summarize: {
    operation: 'summarize',
    name: 'SummarizeRequest',
    summary: 'Summarize a text',
    description: 'Without a language model the summary has the sentences of the text that say most, word for word.',
    answer: summaryAnswer,
    examples: [
      {
        name: 'brief',
        summary: 'A short summary',
        value: { text: 'Oak is hard. Oak is heavy too. It is sold by the mill.', summaryType: 'brief' },
      },
    ],
  },
  chat: {
    operation: 'chat',
    name: 'ChatRequest',
    summary: 'Ask a document',
    description: 'The answer stands in the document, or says that the document does not state it.',
    answer: chatAnswer,
    examples: [
      {
        name: 'question',
        summary: 'A question about an invoice',
        value: { documentText: INVOICE, question: 'What is the total?', conversationHistory: [] },
      },
    ],
  },
  translate: {
    operation: 'translate',
    name: 'TranslateRequest',
    summary: 'Translate a text',
    description: 'It needs a language model: `AI_BASE_URL` and `AI_MODEL`. At most 200,000 characters.',
    answer: translationAnswer,
    examples: [{ name: 'german', summary: 'To German', value: { text: 'The oak is dry.', targetLanguage: 'German' } }],
    errors: ['ai_not_configured'],
  },
  'extract-data': {
    operation: 'extract_data',
    name: 'ExtractDataRequest',
    summary: 'Extract data',
    description: 'Contacts, tables, dates, amounts, or values by their names.',
    answer: extractionAnswer,
    examples: [
      {
        name: 'custom',
        summary: 'Values by their names',
        value: { documentText: INVOICE, extractionType: 'custom', customFields: ['Date', 'Total EUR'] },
      },
      { name: 'auto', summary: 'All there is', value: { documentText: INVOICE } },
    ],
  },
  'invoice-extractor': {
    operation: 'extract_invoice',
    name: 'InvoiceExtractorRequest',
    summary: 'Read an invoice',
    description: 'Items, subtotal, tax and total are checked against each other: see `verification`.',
    answer: invoiceAnswer,
    examples: [
      {
        name: 'invoice',
        summary: 'An invoice, with the places of its values',
        value: { documentText: INVOICE, includeEvidence: true },
      },
      {
        name: 'page',
        summary: 'An invoice as HTML',
        value: { source: { html: '<p>Invoice No. 2030-17</p><p>Total EUR 120.00</p>' } },
      },
    ],
  },
  'receipt-scanner': {
    operation: 'scan_receipt',
    name: 'ReceiptScannerRequest',
    summary: 'Read a receipt',
    description: 'Items are checked against the total: see `verification`.',
    answer: receiptAnswer,
    examples: [
      {
        name: 'receipt',
        summary: 'A receipt',
        value: { documentText: 'CORNER CAFE\n12/01/2030\nTea  2.50\nCake  4.00\nTOTAL  6.50' },
      },
    ],
  },
  'bank-statement': {
    operation: 'read_bank_statement',
    name: 'BankStatementRequest',
    summary: 'Read a bank statement',
    description:
      'Amounts and balances are checked against each other, row by row where balances are printed. It takes one operation, and one page of the bank pages for each page of the text: those that form feeds separate, else one for each started 3,000 characters.',
    answer: statementAnswer,
    examples: [
      {
        name: 'statement',
        summary: 'Two transactions',
        value: {
          documentText:
            'Account number 1234567\nOpening balance  10.00\n2030-01-02  Rent  -4.00  6.00\n2030-01-03  Wages  20.00  26.00\nClosing balance  26.00',
          bankName: 'Harbour Bank',
        },
      },
    ],
    errors: ['bank_pages_exceeded'],
  },
};

const PREVIEW = 'This API is a preview.';

export const ANALYSIS_ENDPOINTS: readonly Endpoint[] = [
  ...ANALYSIS_KINDS.map(({ type, schema }): Endpoint => {
    const { operation, name, summary, description, answer, examples, errors = [] } = TOLD[type];
    return {
      method: 'post',
      path: `/api/pdf/${type}`,
      operation,
      tag: TAG,
      summary,
      description: `${description} ${PREVIEW} Unknown members are ignored.`,
      headers: [IDEMPOTENCY_KEY],
      request: { name, schema, required: [], multipart: false, examples },
      answer: { description: 'The answer.', json: answer, headers: ANSWER_HEADERS },
      errors: [...ERRORS, ...errors],
    };
  }),
  {
    method: 'get',
    path: '/api/user/ai-usage',
    operation: 'ai_usage',
    tag: TAG,
    summary: 'AI operations of this month',
    description: 'Each analysis that went well counts as one; what failed does not, nor what test keys asked for.',
    answer: { description: 'The usage record.', json: usageAnswer, headers: [] },
    errors: GATE_ERRORS,
  },
  {
    method: 'post',
    path: '/api/waitlist',
    operation: 'join_waitlist',
    tag: TAG,
    summary: 'Ask for access to the analysis',
    description: 'Where the operator gives access by waitlist (`AI_ACCESS=waitlist`). Asking again changes nothing.',
    answer: { description: 'Where your organisation stands.', json: waitlistAnswer, headers: [] },
    errors: GATE_ERRORS,
  },
];
