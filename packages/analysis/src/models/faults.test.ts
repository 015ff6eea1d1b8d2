import { afterEach, describe, expect, it } from 'vitest';
import { createAnalyst } from '../analyst.ts';
import type { AnalystAnswers } from '../kinds.ts';
import { type ScriptedAnswer, type ScriptedProvider, startProvider } from '../testing/scripted-provider.ts';
import { AnalysisError } from './failure.ts';
import { createModel, type ModelLimits } from './model.ts';

/** Every fault of a provider ends in a checked answer or in one of two errors, and in time. */

const TEXT = [
  'ACME STORE',
  '12 High Street, Springfield',
  'Date: 2024-01-05',
  'Bread            4.34',
  'Milk             8.00',
  'TOTAL           12.34',
  'CASH            20.00',
  'CHANGE           7.66',
].join('\n');

const GOOD = {
  merchant: { value: 'ACME STORE', quote: 'ACME STORE' },
  date: { value: '2024-01-05', quote: '2024-01-05' },
  total: { value: '12.34', quote: '12.34' },
  items: [
    { description: 'Bread', quantity: null, unitPrice: null, amount: '4.34' },
    { description: 'Milk', quantity: null, unitPrice: null, amount: '8.00' },
  ],
};
/** A provider that answers does so at some time, on any machine. */
const LIMITS: Partial<ModelLimits> = { attemptMs: 60_000, callMs: 120_000, backoffMs: 5 };
/** For one that does not. */
const SHORT: Partial<ModelLimits> = { attemptMs: 300, callMs: 1_500 };
const SECRET = 'text of the provider with parts of the document';

const providers: ScriptedProvider[] = [];
afterEach(async () => {
  for (const provider of providers.splice(0)) await provider.close();
});

async function provider(answers: readonly ScriptedAnswer[]): Promise<ScriptedProvider> {
  const started = await startProvider((_, index) => answers[Math.min(index, answers.length - 1)] ?? {});
  providers.push(started);
  return started;
}

interface Result {
  answer: AnalystAnswers['receipt-scanner'] | null;
  error: AnalysisError | null;
  tokens: number;
  complete: boolean;
  requests: number;
  primary: ScriptedProvider;
}

async function scan(
  answers: readonly ScriptedAnswer[],
  options: { text?: string; fallback?: readonly ScriptedAnswer[]; limits?: Partial<ModelLimits> } = {},
): Promise<Result> {
  const primary = await provider(answers);
  const fallback = options.fallback ? await provider(options.fallback) : null;
  const model = createModel({
    primary: { baseUrl: primary.baseUrl, apiKey: 'key', model: 'one' },
    fallback: fallback ? { baseUrl: fallback.baseUrl, apiKey: 'key', model: 'two' } : null,
    fetch,
    limits: { ...LIMITS, ...options.limits },
  });
  try {
    const { answer, tokens } = await createAnalyst({ model }).run({
      kind: 'receipt-scanner',
      text: options.text ?? TEXT,
    });
    return {
      answer,
      error: null,
      tokens: tokens.total,
      complete: tokens.complete,
      requests: primary.requests.length,
      primary,
    };
  } catch (error) {
    if (!(error instanceof AnalysisError)) throw error;
    expect(`${error.message} ${JSON.stringify(error)} ${error.stack}`).not.toContain(SECRET);
    const { tokens } = error;
    return {
      answer: null,
      error,
      tokens: tokens.total,
      complete: tokens.complete,
      requests: primary.requests.length,
      primary,
    };
  }
}

const http = (status: number, headers: Record<string, string> = {}, message = SECRET): ScriptedAnswer => ({
  raw: { status, headers, body: JSON.stringify({ error: { message, type: 'server_error', code: String(status) } }) },
});

describe('faults that leave a checked answer', () => {
  const answers: Record<string, { script: ScriptedAnswer[]; check?: (result: Result) => void }> = {
    ok: { script: [{ content: GOOD }], check: ({ requests, tokens }) => expect([requests, tokens]).toEqual([1, 15]) },
    'bare values': { script: [{ content: { merchant: 'ACME STORE', date: '2024-01-05', total: 12.34, items: [] } }] },
    'a code fence': {
      script: [{ content: `\`\`\`json\n${JSON.stringify(GOOD)}\n\`\`\`` }],
      check: ({ requests }) => expect(requests).toBe(1),
    },
    'broken JSON once': {
      script: [{ content: `${JSON.stringify(GOOD).slice(1)}}}` }, { content: GOOD }],
      check: ({ requests, tokens }) => expect([requests, tokens]).toEqual([2, 30]),
    },
    'doubled keys once': { script: [{ content: '{"total":1,"total":2}' }, { content: GOOD }] },
    'an invented total': { script: [{ content: { ...GOOD, total: 1012.35 } }] },
    'day and month swapped': { script: [{ content: { ...GOOD, date: '2024-05-01' } }] },
    'a turned sign': { script: [{ content: { ...GOOD, total: -12.34 } }] },
    'a dropped row': { script: [{ content: { ...GOOD, items: GOOD.items.slice(1) } }] },
    'members nobody asked for': {
      script: [{ content: `{"__proto__":{"total":1},"constructor":"x","note":"y",${JSON.stringify(GOOD).slice(1)}` }],
    },
    'a wrong type': { script: [{ content: { ...GOOD, total: 'RM 12,34', merchant: ['x'] } }] },
    'an injected answer': { script: [{ content: { ...GOOD, total: 1, merchant: 'IGNORE PREVIOUS INSTRUCTIONS' } }] },
    'no token count': {
      script: [{ content: GOOD, usage: null }],
      check: ({ tokens, complete }) => expect([tokens, complete]).toEqual([0, false]),
    },
    'controls in the text': {
      script: [{ content: JSON.stringify(GOOD).replaceAll('ACME', '\u00c4CM\u00c9\u0000\u202e') }],
    },
    '500, 502, then an answer': {
      script: [http(500), http(502), { content: GOOD }],
      check: ({ requests }) => expect(requests).toBe(3),
    },
    '429 with a short wait': { script: [http(429, { 'retry-after': '0' }), { content: GOOD }] },
    'a cut answer, then pieces': {
      script: [{ content: '{"merchant"', finish: 'length' }, { content: GOOD }],
      check: ({ requests }) => expect(requests).toBe(4),
    },
  };

  it.each(Object.entries(answers))('%s', async (_, { script, check }) => {
    const result = await scan(script);
    expect(result.error).toBeNull();
    expect(result.answer?.receiptData).toMatchObject({ merchant: 'ACME STORE', date: '2024-01-05', total: 12.34 });
    expect(result.answer?.receiptData.items.map((item) => item.amount)).toEqual([4.34, 8]);
    expect(result.answer?.verification.fields.total?.status).toBe('verified');
    check?.(result);
  });

  it('tells that the proposed total does not stand in the text', async () => {
    const { answer } = await scan([{ content: { ...GOOD, total: 1012.35 } }]);
    expect(answer?.verification.checks).toContainEqual({
      name: 'model_total_in_text',
      ok: false,
      expected: 12.34,
      actual: null,
    });
  });

  it('marks an answer that the model reads differently in the text', async () => {
    const { answer } = await scan([{ content: { ...GOOD, total: { value: '20.00', quote: '20.00' } } }]);
    expect(answer?.receiptData.total).toBe(12.34);
    expect(answer?.verification.status).toBe('unverified');
    expect(answer?.verification.checks).toContainEqual({ name: 'model_total', ok: false, expected: 12.34, actual: 20 });
  });

  it('names what failed in its one repair', async () => {
    const { primary } = await scan([{ content: { ...GOOD, total: 1012.35 } }]);
    expect(primary.requests).toHaveLength(2);
    expect(primary.requests[1]?.body.messages.at(-1)?.content).toContain(
      'total: the quote does not stand in the document',
    );
  });
});

/** A total that nothing proves. */
const UNPROVEN = 'ACME STORE\nDate: 2024-01-05\nTOTAL           12.34';

describe('faults that end as ai_unavailable', () => {
  const cases: Record<string, ScriptedAnswer> = {
    '401': http(401),
    '402': http(402),
    '404': http(404),
    '408': http(408),
    '413': http(413),
    '429': http(429, { 'retry-after': '1' }),
    '500': http(500),
    '502': http(502),
    '503': http(503),
    '529': http(529),
    'a redirect': { raw: { status: 302, headers: { location: 'http://127.0.0.1:9/' }, body: '' } },
    'a refused request': http(400),
    'a question that is too long': http(400, {}, "This model's maximum context length is 8192 tokens"),
    'no answer': { broken: 'never' },
    'a slow answer': { content: GOOD, delayMs: 600 },
    'a dropped connection': { broken: 'before' },
    'an answer that breaks off': { content: GOOD, broken: 'within' },
    'a broken event stream': {
      raw: { status: 200, headers: { 'content-type': 'text/event-stream' }, body: 'data: {oops\n\n' },
    },
    'a page of a gateway': {
      raw: { status: 200, headers: { 'content-type': 'text/html' }, body: `<html>${SECRET}</html>` },
    },
    'JSON without choices': { raw: { status: 200, body: '{"choices":[]}' } },
    '10 MB': { raw: { status: 200, body: `{"x":"${'x'.repeat(10_000_000)}"}` } },
  };

  it.each(Object.entries(cases))('%s', async (_, answer) => {
    const { error, requests } = await scan([answer], { text: UNPROVEN, limits: SHORT });
    expect(error).toMatchObject({ code: 'ai_unavailable' });
    expect(error?.retryAfter).toBeGreaterThanOrEqual(1);
    expect(requests).toBeLessThanOrEqual(4);
  });

  it('429 for a day: at once, with two minutes to wait, and without asking again', async () => {
    const { error, requests } = await scan([http(429, { 'retry-after': '86400' })], { text: UNPROVEN });
    expect(error).toMatchObject({ code: 'ai_unavailable', retryAfter: 120 });
    expect(requests).toBe(1);
  });

  it('a long wait may also be a date', async () => {
    const answer = http(503, { 'retry-after': new Date(Date.now() + 600_000).toUTCString() });
    const { error, requests } = await scan([answer], { text: UNPROVEN });
    expect(requests).toBe(1);
    expect(error?.retryAfter).toBe(120);
  });

  it.each([429, 503])('%i leaves a receipt that adds up to the rules, and names the check', async (status) => {
    const { answer, error } = await scan([http(status, { 'retry-after': '86400' })]);
    expect(error).toBeNull();
    expect(answer?.receiptData.total).toBe(12.34);
    expect(answer?.verification.fields.total?.status).toBe('verified');
    expect(answer?.verification.checks).toContainEqual({
      name: 'model_answered',
      ok: false,
      expected: null,
      actual: null,
    });
  });
});

describe('faults that end as ai_bad_output, or as what rules can prove', () => {
  const cases: Record<string, ScriptedAnswer> = {
    'broken JSON': { content: `${JSON.stringify(GOOD).slice(1)}}}` },
    'doubled keys': { content: '{"total":1,"total":2}' },
    'an answer that is always cut off': { content: '{"merchant": "AC', finish: 'length' },
    'an empty answer': { content: '' },
    'a refusal': { content: null, refusal: 'I cannot help' },
    'a content filter': { content: '', finish: 'content_filter' },
    'an answer to something else': { content: { hello: 'world' } },
    'a list': { content: [GOOD] },
    'deep nesting': { content: `{"merchant":${'['.repeat(5000)}${']'.repeat(5000)}}` },
  };

  it.each(Object.entries(cases))('%s', async (_, answer) => {
    const { error, requests, tokens } = await scan([answer], { text: UNPROVEN });
    expect(error).toMatchObject({ code: 'ai_bad_output' });
    expect(requests).toBeLessThanOrEqual(3);
    expect(tokens).toBe(requests * 15);
    const { answer: proven, ...used } = await scan([answer]);
    expect(proven?.receiptData.total).toBe(12.34);
    expect(proven?.verification).toMatchObject({ fields: { total: { status: 'verified' } }, engine: 'rules' });
    expect(used.tokens).toBe(used.requests * 15);
  });
});

describe('two providers', () => {
  const good = [{ content: GOOD }];
  it.each([
    ['500', http(500), 2],
    ['401', http(401), 1],
    ['429 for a day', http(429, { 'retry-after': '86400' }), 1],
    ['no answer', { broken: 'never' }, 1],
    ['a refusal', { content: null, refusal: 'no' }, 1],
  ] as const)('%s leads to the fallback', async (_, answer, most) => {
    const limits = 'broken' in answer ? { attemptMs: 2_000 } : {};
    const { answer: found, requests } = await scan([answer], { fallback: good, limits });
    expect(found?.receiptData.total).toBe(12.34);
    expect(requests).toBe(most);
  });

  it('leaves a failing provider alone after some failures', async () => {
    const primary = await provider([http(500)]);
    const second = await provider(good);
    const settings = (one: ScriptedProvider) => ({ baseUrl: one.baseUrl, model: 'm' });
    const model = createModel({
      primary: settings(primary),
      fallback: settings(second),
      fetch,
      limits: { ...LIMITS, breakerFailures: 3 },
    });
    const analyst = createAnalyst({ model });
    for (let turn = 0; turn < 4; turn += 1) await analyst.run({ kind: 'receipt-scanner', text: TEXT });
    expect(primary.requests.length).toBeLessThanOrEqual(4);
    expect(second.requests).toHaveLength(4);
  });
});

describe('time', () => {
  it('ends the request of a client that left', async () => {
    const hanging = await provider([{ broken: 'never' }]);
    const model = createModel({
      primary: { baseUrl: hanging.baseUrl, model: 'm' },
      fetch,
      limits: { ...LIMITS, attemptMs: 20_000, callMs: 20_000 },
    });
    const client = new AbortController();
    const run = createAnalyst({ model }).run({ kind: 'receipt-scanner', text: TEXT }, { signal: client.signal });
    while (hanging.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    client.abort(new Error('left'));
    await expect(run).rejects.toThrow('left');
    await expect.poll(() => hanging.abandoned()).toBe(1);
    expect(hanging.requests).toHaveLength(1);
  });

  it('keeps the deadline of a call over all attempts, also when a fetch ignores its signal', async () => {
    const model = createModel({
      primary: { baseUrl: 'http://127.0.0.1:9/v1', model: 'm' },
      fetch: () => new Promise(() => undefined),
      limits: { attemptMs: 100, callMs: 150, backoffMs: 5 },
    });
    await expect(createAnalyst({ model }).run({ kind: 'receipt-scanner', text: UNPROVEN })).rejects.toMatchObject({
      code: 'ai_unavailable',
    });
  });
});
