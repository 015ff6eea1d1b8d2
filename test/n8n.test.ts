import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { type Service, startService } from '@platen/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlatenApi } from '../clients/n8n/src/credentials/PlatenApi.credentials.ts';
import type { Field, HttpRequest, Item, Json, WebhookAnswer } from '../clients/n8n/src/n8n.ts';
import { pdfText } from '../packages/engine/src/testing/judge.ts';
import { createLog } from '../packages/server/src/log/log.ts';
import { readConfigAnyIsolation } from '../packages/server/src/testing/any-isolation.ts';
import { usePostgres } from '../packages/server/src/testing/use-postgres.ts';
import { EVENT_TYPES } from '../packages/server/src/webhooks/event-types.ts';

/**
 * The built node, loaded as n8n loads it (by the names in its package.json) and given what n8n's documentation says that
 * a node is given: parameters, credentials, an HTTP request with the authentication of the credential, binary data.
 */

const ROOT = path.join(import.meta.dirname, '..');
const KEY = 'key-of-the-n8n-tests-0123456789';
const folder = mkdtempSync(path.join(tmpdir(), 'platen-n8n-'));
const INVOICE = `Halden & Roe Ltd
INVOICE
Invoice number: INV-2041
Invoice date: 14 March 2026
Description            Qty   Unit price    Amount
Oak boards               4        25.00    100.00
Subtotal                                   100.00
VAT 20 %                                    20.00
Total EUR                                  120.00
`;
const database = usePostgres();
let service: Service;
let node: { readonly description: { readonly properties: readonly Field[] }; execute: () => Promise<Item[][]> };
let credential: PlatenApi;

/** The trigger, whose functions n8n calls when a workflow is switched on and off, and when something arrives. */
interface Trigger {
  readonly description: { readonly properties: readonly [{ readonly options: readonly { readonly value: string }[] }] };
  readonly webhookMethods: { readonly default: Record<'checkExists' | 'create' | 'delete', () => Promise<boolean>> };
  readonly webhook: () => Promise<WebhookAnswer>;
}
let trigger: Trigger;
/** What n8n keeps with the workflow. */
const kept: { endpoint?: string } = {};
let events: readonly string[] = ['conversion.succeeded'];
const started: Json[] = [];
/** As n8n does: the node is asked what becomes of a request to its address. */
const receiver = createServer(async (request, response) => {
  let status = 200;
  const rawBody = await buffer(request);
  const sender = { status: (code: number) => ({ send: () => (status = code) }) };
  const context = {
    ...asker(),
    getRequestObject: () => ({ headers: request.headers, rawBody }),
    getResponseObject: () => sender,
  };
  const answer = await trigger.webhook.call(context as never);
  if ('workflowData' in answer) started.push(...answer.workflowData.flat().map(({ json }) => json));
  response.writeHead(status).end();
}).listen(0, '127.0.0.1');
const hookUrl = () => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
const asker = () => ({ ...contextOf(KEY), getWorkflowStaticData: () => kept });
const hook = (name: 'checkExists' | 'create' | 'delete') =>
  trigger.webhookMethods.default[name].call({
    ...asker(),
    getNodeWebhookUrl: hookUrl,
    getNodeParameter: () => events,
  } as never);

/** n8n's own classes: the node has them of whoever runs it. */
const ERRORS = `
class NodeError extends Error {
  constructor(node, answer, words = {}) {
    super(words.message ?? (typeof answer === 'string' ? answer : ''));
    Object.assign(this, { name: new.target.name, node, description: words.description, httpCode: words.httpCode });
  }
}
exports.NodeApiError = class NodeApiError extends NodeError {};
exports.NodeOperationError = class NodeOperationError extends NodeError {};`;

beforeAll(async () => {
  const installed = path.join(folder, 'node_modules/n8n-nodes-platen');
  const provided = path.join(folder, 'node_modules/n8n-workflow');
  for (const place of [installed, provided]) mkdirSync(place, { recursive: true });
  writeFileSync(path.join(provided, 'index.js'), ERRORS);
  if (!receiver.listening) await once(receiver, 'listening');
  service = await startService(
    readConfigAnyIsolation({
      PORT: '0',
      PLATEN_DATA: path.join(folder, 'data'),
      ...database(),
      PLATEN_BOOTSTRAP_KEY: KEY,
      PLATEN_CONCURRENCY: '1',
      PLATEN_EGRESS_ALLOW: new URL(hookUrl()).host,
    }),
    { log: createLog('error', { write: () => {} }) },
  );
  const { stdout } = await promisify(execFile)(path.join(ROOT, 'script/n8n'), [folder]);
  await promisify(execFile)('tar', ['-xzf', path.join(folder, stdout.trim()), '--strip-components=1', '-C', installed]);
  const { n8n } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
  const load = (file: string) => {
    const name = path.basename(file).split('.')[0] as string;
    return new (createRequire(path.join(installed, 'package.json'))(`./${file}`)[name])();
  };
  node = load(n8n.nodes[0]);
  trigger = load(n8n.nodes[1]);
  credential = load(n8n.credentials[0]);
});
afterAll(async () => {
  await service.stop();
  receiver.close();
  rmSync(folder, { recursive: true });
});

type Parameters = Readonly<Record<string, unknown>>;

/** What every node is given. */
function contextOf(key: string, files: readonly Buffer[] = []) {
  const credentials: Record<string, string> = { url: `${service.url}/`, key };
  return {
    getCredentials: async () => credentials,
    getNode: () => ({ name: 'Platen' }),
    helpers: {
      httpRequestWithAuthentication: async (_name: string, { method, url, headers, body }: HttpRequest) => {
        const filled = Object.entries(credential.authenticate.properties.headers).map(([name, text]) => [
          name,
          text.slice(1).replace(/\{\{\$credentials\.(\w+)\}\}/g, (_, member: string) => credentials[member] as string),
        ]);
        const answer = await fetch(url, {
          method,
          headers: { ...headers, ...Object.fromEntries(filled) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        return {
          statusCode: answer.status,
          headers: Object.fromEntries(answer.headers),
          body: Buffer.from(await answer.arrayBuffer()),
        };
      },
      prepareBinaryData: async (bytes: Buffer, fileName: string, mimeType: string) => ({
        ...{ data: bytes.toString('base64'), fileName, mimeType },
      }),
      getBinaryDataBuffer: async (item: number) => files[item] as Buffer,
    },
  };
}

/** Runs the node once for each set of parameters, an item each. */
async function run(
  parameters: readonly Parameters[],
  { key = KEY, files = [], continues = false }: { key?: string; files?: readonly Buffer[]; continues?: boolean } = {},
): Promise<readonly (Item & { readonly binary?: { readonly data: { data: string; fileName: string } } })[]> {
  const defaults = Object.fromEntries(node.description.properties.map(({ name, default: value }) => [name, value]));
  const context = {
    ...contextOf(key, files),
    getInputData: () => parameters.map(() => ({ json: {} })),
    getNodeParameter: (name: string, item: number) => ({ ...defaults, ...parameters[item] })[name],
    continueOnFail: () => continues,
  };
  const [items = []] = await node.execute.call(context as never);
  return items as never;
}

const bytesOf = (item?: { readonly binary?: { readonly data: { data: string } } }): Buffer =>
  Buffer.from(item?.binary?.data.data ?? '', 'base64');

it('converts HTML with data, each item by itself, to a file', async () => {
  const items = await run([
    { html: '<p>Hello {{ name }}', data: '{"name": "Ada"}', options: { format: 'A5', download_name: 'für Ada.pdf' } },
    { html: '<p>Hello {{ name }}', data: { name: 'Bob' }, format: 'markdown' },
    { html: '<p>x', format: 'webp', options: '{"viewport": {"width": 40, "height": 30}}' },
  ]);
  expect(items.map(({ json, pairedItem }) => [json.type, json.pages, pairedItem])).toEqual([
    ['application/pdf', 1, { item: 0 }],
    ['text/markdown', undefined, { item: 1 }],
    ['image/webp', undefined, { item: 2 }],
  ]);
  expect(pdfText(bytesOf(items[0]))).toContain('Hello Ada');
  expect(items[0]?.binary?.data.fileName).toBe('für Ada.pdf');
  expect(bytesOf(items[1]).toString()).toContain('Hello Bob');
  expect(items[2]?.binary?.data.fileName).toBe('document.webp');
});

it('makes a job, and waits for its result', async () => {
  const [made] = await run([{ html: '<p>Later', format: 'text', later: true }]);
  expect(made?.json).toMatchObject({ success: true, id: expect.stringMatching(/^job_/) });
  const [result] = await run([{ operation: 'result', job: made?.json.id }]);
  expect(bytesOf(result).toString()).toContain('Later');
});

it('gives the answer itself where options have the result kept: it is no file', async () => {
  const [kept, made] = await run([
    { html: '<p>Kept', format: 'text', options: '{"filename": "kept.txt"}' },
    { html: '<p>Later', format: 'text', options: '{"async": true}' },
  ]);
  expect(kept).toMatchObject({ json: { success: true, url: expect.any(String) } });
  expect(made).toMatchObject({ json: { success: true, id: expect.stringMatching(/^job_/) } });
  expect([kept?.binary, made?.binary]).toEqual([undefined, undefined]);
});

it('reads an invoice, as text and as a PDF file', async () => {
  const page = `<pre>${INVOICE.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`;
  const [pdf] = await run([{ html: page }]);
  const items = await run(
    [
      { operation: 'analyze', document: 'text', text: INVOICE },
      { operation: 'analyze', document: 'binary' },
    ],
    { files: [Buffer.alloc(0), bytesOf(pdf)] },
  );
  const totals = items.map(({ json }) => (json.invoiceData as Json | undefined)?.total);
  expect(totals[0]).toBeGreaterThan(0);
  expect(totals[1]).toBe(totals[0]);
});

it('says what the service says of what it refuses, and goes on when it is told to', async () => {
  const wrong = { html: '<p>x', options: '{"fromat": "A4"}' };
  await expect(run([wrong])).rejects.toMatchObject({
    name: 'NodeApiError',
    httpCode: '400',
    description: expect.stringMatching(/"fromat".*Did you mean "format".*\(unknown_field\)/),
  });
  await expect(run([{ html: 'x' }], { key: 'plk_live_wrong' })).rejects.toMatchObject({
    name: 'NodeApiError',
    httpCode: '401',
  });
  await expect(run([{ source: 'template', template: 'none' }])).rejects.toMatchObject({ httpCode: '404' });
  await expect(run([{ html: 'x', data: '[1]' }])).rejects.toMatchObject({
    name: 'NodeOperationError',
    message: '"Data" has to be a JSON object.',
  });
  const items = await run([wrong, { html: '<p>Right', format: 'text' }], { continues: true });
  expect(items[0]?.json).toMatchObject({ status: '400', error: expect.any(String) });
  expect(bytesOf(items[1]).toString()).toContain('Right');
});

it('tries a credential by a path that is there', async () => {
  const { url } = credential.test.request;
  const answer = await fetch(service.url + url, { headers: { authorization: `Bearer ${KEY}` } });
  expect(answer.status).toBe(200);
});

describe('the trigger', () => {
  const state = async () => {
    const answer = await fetch(`${service.url}/v1/webhooks`, { headers: { authorization: `Bearer ${KEY}` } });
    return ((await answer.json()) as { data: Json[] }).data;
  };
  const came = async (count: number) => {
    await expect.poll(() => started.length).toBe(count);
    return started[count - 1] as Json & { data: Json };
  };

  it('knows every event that there is', () => {
    const values = trigger.description.properties[0].options.map(({ value }) => value);
    expect([...values, 'webhook.test'].sort()).toEqual(Object.keys(EVENT_TYPES).sort());
  });

  it('makes an endpoint when its workflow is switched on, and starts the workflow by what arrives there', async () => {
    expect(await hook('checkExists')).toBe(false);
    expect(await hook('create')).toBe(true);
    expect(await state()).toMatchObject([{ id: kept.endpoint, url: hookUrl(), events }]);
    const [made] = await run([{ html: '<p>Later', format: 'text', later: true }]);
    const event = await came(1);
    expect(event).toMatchObject({
      id: expect.stringMatching(/^evt_/),
      type: 'conversion.succeeded',
      data: { job_id: made?.json.id },
    });
    const [result] = await run([{ operation: 'result', job: event.data.job_id }]);
    expect(bytesOf(result).toString()).toContain('Later');
  });

  it('follows what is chosen, and goes on after its secret was replaced', async () => {
    events = ['template.published'];
    expect(await hook('checkExists')).toBe(true);
    expect(await state()).toMatchObject([{ id: kept.endpoint, events }]);
    const ask = { method: 'POST', headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' } };
    const rotated = await fetch(`${service.url}/v1/webhooks/${kept.endpoint}/secret/rotate`, { ...ask, body: '{}' });
    expect(rotated.status).toBe(200);
    const template = JSON.stringify({ slug: 'bill', name: 'Bill', content: 'x' });
    await fetch(`${service.url}/v1/templates`, { ...ask, body: template });
    expect((await came(2)).type).toBe('template.published');
  });

  it('starts nothing by what somebody else sends', async () => {
    const now = String(Math.floor(Date.now() / 1_000));
    const forged = { 'webhook-id': 'evt_1', 'webhook-timestamp': now, 'webhook-signature': `v1,${'A'.repeat(43)}=` };
    for (const headers of [{}, forged, { ...forged, 'webhook-timestamp': '1' }])
      expect((await fetch(hookUrl(), { method: 'POST', headers, body: '{}' })).status).toBe(401);
    expect(started).toHaveLength(2);
  });

  it('removes its endpoint when its workflow is switched off, though somebody did before', async () => {
    const { endpoint } = kept;
    expect(await hook('delete')).toBe(true);
    expect([await state(), kept]).toEqual([[], {}]);
    Object.assign(kept, { endpoint });
    expect([await hook('checkExists'), kept]).toEqual([false, {}]);
    Object.assign(kept, { endpoint });
    expect([await hook('delete'), kept]).toEqual([true, {}]);
  });
});
