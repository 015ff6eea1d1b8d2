import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnalyst } from '../analyst.ts';
import type { AnalystRequest } from '../kinds.ts';
import { AnalysisError } from './failure.ts';
import { createModel } from './model.ts';

/** Whatever a model answers, the outcome is an answer from the text or one of the two errors. */

const TEXT = 'Corner Shop Ltd\nInvoice no. A-17\nDate 05/01/2024\nBread 4.34\nMilk 8.00\nTotal 12.34\nBalance 100.00';
const NAMES = [
  'merchant',
  'vendor',
  'date',
  'total',
  'subtotal',
  'tax',
  'items',
  'lineItems',
  'transactions',
  'line',
  'amount',
  'balance',
  'direction',
  'description',
  'sentences',
  'text',
  'quotes',
  'answer',
  'stated',
  'fields',
  'contacts',
  'name',
  'email',
  '1',
  'translation',
  'sourceLanguage',
  'openingBalance',
  'quote',
  'value',
  '__proto__',
  'constructor',
  'toString',
];
const WORDS = [
  '12.34',
  '4.34',
  '8.00',
  '-12.34',
  '1012.35',
  '05/01/2024',
  '2024-05-01',
  'Corner Shop Ltd',
  'Bread',
  'debit',
  'Evil Corp',
  '\u0000\u202e',
  '',
];

const { answer } = fc.letrec<{ answer: unknown; value: unknown; object: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(...WORDS),
    fc.constantFrom(12.34, -12.34, 1012.35, 4, 5, 1e308, 0.1 + 0.2),
    fc.constantFrom(null, true, false),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 8 }),
  answer: tie('object'),
}));

const REQUESTS: readonly AnalystRequest[] = [
  { kind: 'receipt-scanner', text: TEXT },
  { kind: 'invoice-extractor', text: TEXT },
  { kind: 'bank-statement', text: TEXT },
  { kind: 'extract-data', text: TEXT, options: { customFields: ['shop', 'total'] } },
  { kind: 'summarize', text: TEXT },
  { kind: 'chat', text: TEXT, options: { question: 'What did the milk cost?' } },
  { kind: 'translate', text: TEXT, options: { targetLanguage: 'German' } },
];

function analystWith(content: string) {
  const body = { choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] };
  const fetch = async () => Response.json(body);
  return createAnalyst({
    model: createModel({ primary: { baseUrl: 'http://127.0.0.1/v1', model: 'm' }, fetch, limits: { backoffMs: 0 } }),
  });
}

async function outcome(content: string, request: AnalystRequest): Promise<unknown> {
  try {
    return (await analystWith(content).run(request)).answer;
  } catch (error) {
    expect(error).toBeInstanceOf(AnalysisError);
    return null;
  }
}

/** Every number and text in an answer, apart from what is said about it. */
function leaves(value: unknown): (string | number)[] {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => (key === 'verification' ? [] : leaves(member)));
}

describe('any answer of a model', () => {
  it('ends in an answer or an error of the package', async () => {
    await fc.assert(
      fc.asyncProperty(answer, fc.constantFrom(...REQUESTS), async (value, request) => {
        await outcome(JSON.stringify(value), request);
      }),
      { numRuns: 120 },
    );
  });

  it('brings no invented value into a receipt, an invoice or a statement', async () => {
    await fc.assert(
      fc.asyncProperty(answer, fc.constantFrom(...REQUESTS.slice(0, 3)), async (value, request) => {
        const found = leaves(await outcome(JSON.stringify(value), request));
        for (const invented of ['Evil Corp', 1012.35, '2024-05-01', 1e308]) expect(found).not.toContain(invented);
      }),
      { numRuns: 120 },
    );
  });

  it('may be any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ maxLength: 200, unit: 'binary' }),
        fc.constantFrom(...REQUESTS),
        async (content, request) => {
          await outcome(content, request);
        },
      ),
      { numRuns: 60 },
    );
  });
});
