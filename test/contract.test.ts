import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ENDPOINTS, type Operation, openApiDocument, operationsOf, type Service, startService } from '@platen/server';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../packages/server/src/log/log.ts';
import { readConfigAnyIsolation } from '../packages/server/src/testing/any-isolation.ts';
import { type SmtpReceiver, startSmtpReceiver } from '../packages/server/src/testing/smtp-receiver.ts';
import { ContractPeople } from './contract-people.ts';

/** The OpenAPI document as a promise: every example in it is sent to a running service with a real browser. */

const KEY = 'contract-test-key-of-many-letters';
const folder = mkdtempSync(path.join(tmpdir(), 'platen-contract-'));
const document = openApiDocument(ENDPOINTS);
const logged: string[] = [];
let service: Service;
let receiver: SmtpReceiver;
let people: ContractPeople;
let setupCode = '';

beforeAll(async () => {
  receiver = await startSmtpReceiver();
  const environment = {
    PORT: '0',
    PLATEN_DATA: folder,
    PLATEN_BOOTSTRAP_KEY: KEY,
    PLATEN_SIGN_UP: 'open',
    PLATEN_ALLOW_HTTP: '1',
    PLATEN_METRICS_TOKEN: KEY,
    PLATEN_OPERATOR_TOKEN: KEY,
    SMTP_URL: `smtp://127.0.0.1:${receiver.port}`,
  };
  const log = createLog('trace', { write: (line) => logged.push(line) });
  service = await startService(readConfigAnyIsolation(environment), {
    log,
    onSetupCode: (code) => {
      setupCode = code;
    },
  });
  people = new ContractPeople({ url: service.url, receiver });
  await people.begin(setupCode);
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
  rmSync(folder, { recursive: true });
});

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'requests', components: document.components });
ajv.addSchema(closed({ $id: 'answers', components: document.components }));

/** The same schemas, in which objects have no members but those that are told: versions to come may add some, this one has none. */
function closed(node: unknown): object {
  if (Array.isArray(node)) return node.map((item) => (typeof item === 'object' && item !== null ? closed(item) : item));
  const entries = Object.entries(node ?? {}).map(([key, value]) => [
    key,
    typeof value === 'object' && value !== null ? closed(value) : value,
  ]);
  const schema = Object.fromEntries(entries);
  const isObject = schema.type === 'object' && schema.properties !== undefined;
  return isObject && schema.additionalProperties === undefined ? { ...schema, additionalProperties: false } : schema;
}

/** Faults of a request or an answer by a schema of the document. */
function faults(schema: object | false, value: unknown, of: 'requests' | 'answers' = 'answers'): unknown {
  const own = of === 'answers' ? closed(schema) : schema;
  const local = JSON.parse(JSON.stringify(own).replaceAll('"#/', `"${of}#/`));
  const validate = ajv.compile(local);
  return validate(value) ? [] : validate.errors;
}

interface Sendable {
  readonly method: string;
  readonly route: string;
  readonly operation: Operation;
  readonly name: string;
  readonly value: unknown;
}

const OPERATIONS = operationsOf(document).map(({ path: route, ...placed }) => ({ ...placed, route }));

const EXAMPLES: readonly Sendable[] = OPERATIONS.flatMap(({ method, route, operation }) =>
  Object.entries(operation.requestBody?.content['application/json']?.examples ?? {}).map(([name, { value }]) => ({
    method,
    route,
    operation,
    name,
    value,
  })),
);
/** One example of each operation that can be sent again with the same key. */
const REPEATABLE = OPERATIONS.filter(
  ({ operation }) =>
    statusOf(operation) === successOf(operation) &&
    operation.parameters?.some(({ name }) => name === 'Idempotency-Key'),
).map(({ method, route, operation }) => ({
  method,
  route,
  operation,
  value: EXAMPLES.find((example) => example.operation === operation)?.value ?? {},
}));
const BODILESS = OPERATIONS.filter(({ operation }) => operation.requestBody?.required !== true);

const send = (
  method: string,
  route: string,
  options: { readonly body?: unknown; readonly headers?: Record<string, string> } = {},
): Promise<Response> =>
  fetch(service.url + route, {
    method: method.toUpperCase(),
    headers: {
      authorization: `Bearer ${KEY}`,
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
  });

const post = (route: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  send('post', route, { body, headers });

/** What an operation is sent with; what its path names, and whoever has to be signed in, is made for it. */
async function requestOf({ route, operation }: Pick<Sendable, 'route' | 'operation'>) {
  const ofPeople = /^\/v1\/(?:auth|organisations|members|invitations)(?:\/|$)/.test(route);
  if (ofPeople) {
    const { id = '', cookie, body } = await people.prepare(operation.operationId);
    const headers: Record<string, string> = { authorization: '', 'sec-fetch-site': 'same-origin' };
    return { path: route.replace('{id}', id), body, headers: { ...headers, ...(cookie ? { cookie } : {}) } };
  }
  const headers: Record<string, string> = operation.security ? { authorization: '' } : {};
  if (/^\/v1\/(?:templates|snippets)(?:\/|$)/.test(route)) {
    return { path: await prepareTemplate(route, operation.operationId), headers };
  }
  if (/^\/v1\/batches\/\{/.test(route)) return { path: await prepareBatch(route), headers };
  if (/^\/v1\/webhook.*\{/.test(route)) return { path: await prepareWebhook(route), headers };
  if (/^\/v1\/connections\/\{/.test(route)) {
    const settings = { url: 'https://files.example.com/x' };
    const made = await post('/v1/connections', { name: 'x', kind: 'http_put', settings });
    const { connection } = (await made.json()) as { readonly connection: { readonly id: string } };
    return { path: route.replace('{id}', connection.id), headers };
  }
  if (/^\/v1\/schedules\/\{/.test(route)) {
    const made = await post('/v1/schedules', { name: 'x', cron: '@daily', request: { source: { html: '<p>x' } } });
    const { schedule } = (await made.json()) as { readonly schedule: { readonly id: string } };
    return { path: route.replace('{id}', schedule.id), headers };
  }
  // The token of the operator is the key of these tests.
  if (route === '/metrics' || route.startsWith('/v1/operator')) return { path: route, headers: {} };
  if (/^\/v1\/(?:jobs\/\{|results)/.test(route)) return { path: await prepareJob(route), headers };
  if (!route.includes('{id}')) return { path: route, headers };
  const made = await post('/v1/keys', { name: 'x', scopes: ['convert:pdf'] });
  return { path: route.replace('{id}', ((await made.json()) as { key: { id: string } }).key.id), headers };
}

/** The path of an operation, with a job that was done for it. */
async function prepareJob(route: string): Promise<string> {
  const made = await post('/v1/convert/pdf', { source: { html: '<p>x' }, filename: 'x' });
  const { id, url } = (await made.json()) as { readonly id: string; readonly url: string };
  return route.startsWith('/v1/results') ? new URL(url).pathname : route.replace('{id}', id);
}

/** The path of an operation, with a batch that was done for it: an item of it failed, so that there is what to retry. */
async function prepareBatch(route: string): Promise<string> {
  const source = { html: '{{ name | no_such_filter }}' };
  const body = {
    source: route.endsWith('/retry') ? source : { html: '{{ name }}' },
    items: [{ data: { name: 'a' } }],
    result: 'merged',
  };
  const made = await post('/v1/batches', { ...body, format: 'pdf' });
  const { id } = (await made.json()) as { readonly id: string };
  await send('get', `/v1/batches/${id}?wait=50`);
  return route.replace('{id}', id);
}

/** The path of an operation, with an endpoint that was added for it, or a delivery to it. Nobody is there. */
async function prepareWebhook(route: string): Promise<string> {
  const added = await post('/v1/webhooks', { url: 'https://hooks.example.com/', events: ['webhook.test'] });
  const { webhook } = (await added.json()) as { readonly webhook: { readonly id: string } };
  if (!route.includes('-deliveries')) return route.replace('{id}', webhook.id);
  const tested = await post(`/v1/webhooks/${webhook.id}/test`, undefined);
  const { delivery } = (await tested.json()) as { readonly delivery: { readonly id: string } };
  return route.replace('{id}', delivery.id);
}

let stored = 0;

/** The path of an operation, with a template or snippet that was made for it; what its examples create is not there. */
async function prepareTemplate(route: string, operation: string): Promise<string> {
  if (operation === 'create_template') {
    for (const slug of ['invoice', 'receipt']) await send('delete', `/v1/templates/${slug}`);
  }
  if (operation === 'create_snippet') await send('delete', '/v1/snippets/line');
  if (!route.includes('{')) return route;
  stored += 1;
  const slug = `stored-${stored}`;
  if (route.startsWith('/v1/snippets')) await post('/v1/snippets', { name: slug, content: 'x' });
  else await post('/v1/templates', { slug, name: 'x', content: '<p>{{ number }}', assets: { 'a.png': 'AA==' } });
  return route.replace(/\{\w+\}/, slug) + (operation === 'get_template_asset' ? '?name=a.png' : '');
}

function successOf(operation: Operation): string {
  return Object.keys(operation.responses)[0] ?? '';
}

/** The service of this test has no language model, and bills nobody. */
function statusOf(operation: Operation): string {
  if (operation.operationId === 'translate') return '503';
  // An owner does who has signed in, not a key.
  if (operation.operationId === 'accept_agreement') return '403';
  if (['get_bill', 'get_bill_pdf', 'get_agreement_pdf'].includes(operation.operationId)) return '404';
  const { errors = [] } = ENDPOINTS.find((endpoint) => endpoint.operation === operation.operationId) ?? {};
  return errors.includes('billing_off') ? '409' : successOf(operation);
}

describe('the OpenAPI document', () => {
  it('is valid', async () => {
    expect(
      await new Validator().validate(structuredClone<unknown>(document) as Parameters<Validator['validate']>[0]),
    ).toEqual({
      valid: true,
    });
  });

  it('is the one that is served, and the one in docs', async () => {
    const served = await (await fetch(`${service.url}/openapi.json`)).json();
    const written = JSON.parse(
      readFileSync(new URL('../docs/reference/openapi.json', import.meta.url), 'utf8'),
    ) as unknown;
    expect(served).toEqual(written);
  });

  it.each(EXAMPLES)('$method $route, example $name, is answered as it says', async (example) => {
    const { method, route, operation, value } = example;
    const schema = operation.requestBody?.content['application/json']?.schema ?? {};
    expect(faults(schema, value, 'requests')).toEqual([]);
    if (route.startsWith('/v1/convert')) {
      expect(faults(schema, { ...(value as object), zoomm: 1 }, 'requests')).not.toEqual([]);
    }
    const { path: at, body = value, headers } = await requestOf({ route, operation });
    const response = await send(method, at, { body, headers });
    expect(String(response.status)).toBe(statusOf(operation));
    await expectAsDocumented(response, operation);
  });

  it.each(REPEATABLE)('$method $route is answered once for a key', async ({ method, route, operation, value }) => {
    const { path: at, body = value, headers } = await requestOf({ route, operation });
    const sent = { body, headers: { ...headers, 'idempotency-key': `"${operation.operationId}"` } };
    const [first, again] = [await send(method, at, sent), await send(method, at, sent)];
    expect(String(first.status)).toBe(successOf(operation));
    if (Object.hasOwn(operation.responses[first.status]?.headers ?? {}, 'Idempotency-Replayed')) {
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([first.status, 'true']);
      await expectAsDocumented(again.clone(), operation);
      expect(await again.bytes()).toEqual(await first.bytes());
    } else {
      expect([again.status, ((await again.json()) as { error_code: string }).error_code]).toEqual([
        409,
        'idempotency_result_gone',
      ]);
    }
    const other = await send(method, at, { ...sent, body: { other: true } });
    const problem = (await other.json()) as { error_code?: string; code: unknown };
    expect([other.status, problem.error_code ?? problem.code]).toEqual([422, 'idempotency_mismatch']);
    expectProblem(problem, operation, other);
  });

  it.each(BODILESS)('$method $route answers', async ({ method, route, operation }) => {
    const { path: at, headers } = await requestOf({ route, operation });
    const response = await send(method, at, { headers });
    expect(String(response.status)).toBe(statusOf(operation));
    await expectAsDocumented(response, operation);
  });

  it('and none of their words came to the log', () => {
    const log = logged.join('');
    expect(log.match(/"event":"request_finished"/g)?.length).toBeGreaterThan(EXAMPLES.length);
    const words =
      JSON.stringify(EXAMPLES.map(({ value }) => value)).match(/[A-Z][a-z]{4,}|[a-z]+\.(?:com|css|pdf)/g) ?? [];
    expect(words).toEqual(expect.arrayContaining(['Hello', 'Wayfinding', 'example.com', 'style.css']));
    expect([...new Set([...words, KEY])].filter((word) => log.includes(word))).toEqual([]);
  });

  const faulty: readonly (readonly [string, unknown, Record<string, string>, number])[] = [
    ['no key', {}, { authorization: '' }, 401],
    ['a wrong key', {}, { authorization: 'Bearer wrong' }, 401],
    ['no input', {}, {}, 400],
    ['an unknown field', { source: '<p>x', zoomm: 1 }, {}, 400],
    ['a type that is not read', {}, { 'content-type': 'text/plain' }, 415],
    ['an address that is not allowed', { source: { url: 'http://127.0.0.1:1/' } }, {}, 422],
    ['a faulty template', { source: { html: '{% if %}' }, data: {} }, {}, 422],
  ];
  it.each(faulty)('an error is documented: %s', async (_name, body, headers, status) => {
    for (const { route, operation } of EXAMPLES.filter(({ name }) => name === 'html')) {
      const response = await post(route, body, headers);
      expect(response.status).toBe(status);
      expectProblem(await response.json(), operation, response);
    }
  });
});

/** Checks the body of an error: its schema is that of the class of its status, its code is one of the operation's. */
function expectProblem(body: unknown, operation: Operation, { status, headers }: Response): void {
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  expect(faults(operation.responses[`${Math.floor(status / 100)}XX`]?.content?.[type]?.schema ?? false, body)).toEqual(
    [],
  );
  const { errors = [] } = ENDPOINTS.find((endpoint) => endpoint.operation === operation.operationId) ?? {};
  const { error_code, code } = body as { error_code?: string; code: unknown };
  expect([...errors, 'unauthorized']).toContain(error_code ?? code);
}

/** Checks an answer against what the document says of its operation. */
async function expectAsDocumented(response: Response, operation: Operation): Promise<void> {
  const { headers = {}, content = {} } =
    operation.responses[String(response.status)] ?? operation.responses[`${String(response.status)[0]}XX`] ?? {};
  const type = (response.headers.get('content-type') ?? '').split(';')[0] ?? '';
  expect(Object.keys(content)).toContain(type);
  for (const [name, { required, schema }] of Object.entries(headers)) {
    const value = response.headers.get(name);
    if (required) expect(value, name).not.toBeNull();
    if (value !== null) expect(faults(schema, schema.type === 'integer' ? Number(value) : value), name).toEqual([]);
  }
  const bytes = await response.bytes();
  expect(bytes.byteLength).toBeGreaterThan(0);
  const schema = content[type]?.schema;
  if (type === 'application/json' && schema) {
    expect(faults(schema, JSON.parse(Buffer.from(bytes).toString('utf8')))).toEqual([]);
  }
}
