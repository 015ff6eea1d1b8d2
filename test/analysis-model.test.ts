import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  type ScriptedAnswer,
  type ScriptedProvider,
  startProvider,
} from '../packages/analysis/src/testing/scripted-provider.ts';
import { type Database, openDatabase } from '../packages/server/src/data/database.ts';
import { type AccountsService, emptyDatabase, startAccountsService } from '../packages/server/src/testing/accounts.ts';
import { makeDatabase, type TestDatabase } from '../packages/server/src/testing/database.ts';

/** The analysis with a language model, over HTTP on both of its sides. */

const CANARY = 'CaNaRy7391';
const RECEIPT = `${CANARY} CAFE\n12/01/2030\nTea  2.50\nCake  4.00\nTOTAL  6.50`;
const SECRET_KEY = 'provider-key-of-many-letters';
const GERMAN = { sourceLanguage: 'English', translation: 'Die Eiche ist trocken: 17.' };

let made: TestDatabase;
let database: Database;
let service: AccountsService;
const providers: ScriptedProvider[] = [];

beforeAll(async () => {
  made = await makeDatabase('postgresql');
  database = await openDatabase(made.config);
});
afterEach(async () => {
  await service.close();
  for (const provider of providers.splice(0)) await provider.close();
  await emptyDatabase(database);
});
afterAll(async () => {
  await database.close();
  await made.remove();
});

async function start(
  script: (index: number) => ScriptedAnswer,
  fallback?: (index: number) => ScriptedAnswer,
  more: { readonly egressDeny?: readonly string[] } = {},
): Promise<ScriptedProvider> {
  const reached = async (answers: (index: number) => ScriptedAnswer, model: string) => {
    const provider = await startProvider((_request, index) => answers(index));
    providers.push(provider);
    return { provider, settings: { baseUrl: provider.baseUrl, apiKey: SECRET_KEY, model } };
  };
  const primary = await reached(script, 'one');
  const second = fallback && (await reached(fallback, 'two'));
  const aiModel = { primary: primary.settings, ...(second ? { fallback: second.settings } : {}) };
  service = await startAccountsService(database, { analysisConfig: { aiModel, ...more } });
  return primary.provider;
}

const ask = (type: string, body: object, options: { key?: string } = {}) =>
  service.ask('POST', `/api/pdf/${type}`, { body, ...options });
const translate = () => ask('translate', { text: 'The oak is dry: 17.', targetLanguage: 'German' });
const used = async () => (await service.ask('GET', '/api/user/ai-usage')).body.usage.used;

it('translates, and tells the tokens that it took', async () => {
  const provider = await start(() => ({ content: GERMAN }));
  const { status, body, headers } = await translate();
  expect([status, headers.get('x-ai-engine')]).toEqual([200, 'model']);
  expect(body).toMatchObject({
    success: true,
    translatedText: 'Die Eiche ist trocken: 17.',
    sourceLanguage: 'English',
    targetLanguage: 'German',
    tokensUsed: { input: 10, output: 5, total: 15 },
    verification: { status: 'unverified', engine: 'model' },
  });
  expect(provider.requests[0]?.headers.authorization).toBe(`Bearer ${SECRET_KEY}`);
  expect(provider.requests[0]?.body.tools).toBeUndefined();
  expect(await used()).toBe(1);
});

it('does not ask a model at an address that the operator denied', async () => {
  const provider = await start(() => ({ content: GERMAN }), undefined, { egressDeny: ['127.0.0.0/8'] });
  const { status, body } = await translate();
  expect([status, body.code]).toEqual([503, 'ai_unavailable']);
  expect(provider.requests).toEqual([]);
});

it('keeps line breaks, unless told otherwise', async () => {
  const provider = await start(() => ({ content: GERMAN }));
  await ask('translate', { text: 'The oak is dry: 17.', targetLanguage: 'German', preserveFormatting: false });
  expect(JSON.stringify(provider.requests[0]?.body)).toContain('line breaks inside of paragraphs need not be kept');
});

it('asks the model what was asked before', async () => {
  const provider = await start(() => ({ content: { answer: '6.50', quote: 'TOTAL  6.50' } }));
  const conversationHistory = [
    { role: 'user', content: 'Which cafe?' },
    { role: 'assistant', content: 'A cafe.' },
  ];
  await ask('chat', { documentText: RECEIPT, question: 'And the total?', conversationHistory });
  expect(JSON.stringify(provider.requests[0]?.body.messages)).toContain('Which cafe?');
});

it('F33: answers faults of the provider with 502 or 503, counts none of them, and tells nothing of the text', async () => {
  const body = JSON.stringify({ error: { message: `cannot read ${RECEIPT}` } });
  const faults: readonly (readonly [string, ScriptedAnswer, number, string])[] = [
    [
      'it is busy for an hour',
      { raw: { status: 429, headers: { 'retry-after': '3600' }, body } },
      503,
      'ai_unavailable',
    ],
    ['it wants another key', { raw: { status: 401, body } }, 503, 'ai_unavailable'],
    ['its answer is no JSON', { content: `${CANARY} and prose` }, 502, 'ai_bad_output'],
    ['it refuses', { refusal: `I will not read ${CANARY}`, content: null }, 502, 'ai_bad_output'],
  ];
  for (const [name, answer, status, code] of faults) {
    await start(() => answer);
    const refused = await ask('translate', { text: RECEIPT, targetLanguage: 'German' });
    expect([refused.status, refused.body.code], name).toEqual([status, code]);
    expect(refused.headers.get('retry-after'), name).not.toBeNull();
    expect(JSON.stringify(refused.body) + service.logged(), name).not.toContain(CANARY);
    expect(JSON.stringify(refused.body) + service.logged(), name).not.toContain(SECRET_KEY);
    expect(await used(), name).toBe(0);
    await service.close();
    await emptyDatabase(database);
  }
  await start(() => ({ content: GERMAN }));
});

it('asks the other provider when the first does not answer', async () => {
  await start(
    () => ({ raw: { status: 429, headers: { 'retry-after': '3600' }, body: '{}' } }),
    () => ({ content: GERMAN }),
  );
  expect((await translate()).status).toBe(200);
  expect(providers[1]?.requests[0]?.body.model).toBe('two');
});

it('ends the request to the provider when its client leaves, and counts nothing', async () => {
  const provider = await start(() => ({ broken: 'never' }));
  const controller = new AbortController();
  const { secret } = await service.makeKey();
  const leaving = fetch(`${service.url}/api/pdf/translate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'The oak is dry: 17.', targetLanguage: 'German' }),
    signal: controller.signal,
  }).catch(() => 'left');
  await expect.poll(() => provider.requests.length).toBe(1);
  controller.abort();
  expect(await leaving).toBe('left');
  await expect.poll(() => provider.abandoned()).toBe(1);
  await expect.poll(() => used()).toBe(0);
  const held = await database.system.selectFrom('credit_reservations').selectAll().execute();
  expect(held).toEqual([]);
});

it('S126: what a model makes up, or is told to by the text, does not reach the answer as a value', async () => {
  const made = { value: 'http://evil.example/?q=1', quote: 'http://evil.example/?q=1' };
  await start(() => ({ content: { merchant: made, total: { value: '9999.00', quote: '9999.00' }, tool: 'fetch' } }));
  const { status, body } = await ask('receipt-scanner', { documentText: RECEIPT });
  expect(status).toBe(200);
  expect(body.receiptData.total).toBe(6.5);
  expect(JSON.stringify(body.receiptData)).not.toContain('evil');
  expect(Object.keys(body).sort()).toEqual(['receiptData', 'success', 'tokensUsed', 'verification']);
});

it('answers test keys by rules', async () => {
  const provider = await start(() => ({ content: GERMAN }));
  const { secret: key } = await service.makeKey({ mode: 'test' });
  const { status, headers } = await ask('receipt-scanner', { documentText: RECEIPT }, { key });
  expect([status, headers.get('x-ai-engine'), provider.requests.length]).toEqual([200, 'rules', 0]);
});
