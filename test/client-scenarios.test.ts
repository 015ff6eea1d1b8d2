import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Platen, PlatenError, PlatenFile } from '@platen/client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

/** Clients in all languages do the same: clients/scenarios.json says what. */

const CLIENTS = path.join(import.meta.dirname, '../clients');
const FILE = path.join(CLIENTS, 'scenarios.json');
const KEY = 'key-of-the-scenarios';

interface Scenario {
  readonly name: string;
  /** A method, by its names in the client. */
  readonly call: string;
  readonly with: readonly unknown[];
  readonly answers: readonly {
    readonly broken?: boolean;
    readonly status?: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
  }[];
  readonly requests: readonly Sent[];
  readonly file?: unknown;
  readonly json?: unknown;
  readonly error?: unknown;
}

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const { scenarios }: { readonly scenarios: readonly Scenario[] } = JSON.parse(readFileSync(FILE, 'utf8'));
const outcomes = scenarios.map(({ file, json, error }) => (file ? { file } : error ? { error } : { json }));

let server: Server;
let url: string;
/** By scenario, with the `Idempotency-Key`s that came. */
let received: { sent: Sent[]; keys: Set<string | undefined>; authorization: Set<string | undefined> }[];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const [, number = '', rest = ''] = /^\/(\d+)(\/.*)$/.exec(request.url ?? '') ?? [];
    const place = received[Number(number)];
    const answer = scenarios[Number(number)]?.answers[place?.sent.length ?? 0];
    if (!place || !answer) return void response.writeHead(418).end();
    place.sent.push(await sentBy(request, rest));
    place.keys.add(request.headers['idempotency-key'] as string | undefined);
    place.authorization.add(request.headers.authorization);
    if (answer.broken) return void request.socket.destroy();
    response.writeHead(answer.status ?? 200, answer.headers).end(answer.body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  received = scenarios.map(() => ({ sent: [], keys: new Set(), authorization: new Set() }));
});

async function sentBy(request: IncomingMessage, rest: string): Promise<Sent> {
  const body = await text(request);
  return { method: String(request.method), path: rest, ...(body === '' ? {} : { body: JSON.parse(body) }) };
}

/** What came of a call, in the words of the scenarios. */
async function outcomeOf(work: () => unknown): Promise<unknown> {
  try {
    const result = work();
    if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result) {
      return { json: await Array.fromAsync(result as AsyncIterable<unknown>) };
    }
    const value = await result;
    if (!(value instanceof PlatenFile)) return { json: value };
    const { contentType: content_type, pages = null, credits, warnings, requestId: request_id = null } = value;
    return { file: { content: await value.text(), content_type, pages, credits, warnings, request_id } };
  } catch (error) {
    if (!(error instanceof PlatenError)) throw error;
    const { message, status, code, retryable, pointer = null, requestId: request_id = null } = error;
    return { error: { message, status, code, retryable, pointer, request_id } };
  }
}

function expectSent(): void {
  expect(received.map(({ sent }) => sent)).toEqual(scenarios.map(({ requests }) => requests));
  for (const { sent, keys, authorization } of received) {
    // One for all tries of what may be charged, none for the rest.
    expect(keys.size).toBe(1);
    expect([...keys].every((key) => (key !== undefined) === (sent[0]?.method === 'POST'))).toBe(true);
    expect([...authorization]).toEqual([`Bearer ${KEY}`]);
  }
}

describe('the clients of TypeScript and Python', () => {
  it('do the same: TypeScript', async () => {
    const found = await Promise.all(
      scenarios.map(async (scenario, number) => {
        const names = scenario.call.split('.');
        const method = names.pop() as string;
        const start: unknown = new Platen({ key: KEY, url: `${url}/${number}` });
        const owner = names.reduce((own, name) => (own as Record<string, unknown>)[name], start);
        const call = (owner as Record<string, (...values: readonly unknown[]) => unknown>)[method];
        return await outcomeOf(() => call?.apply(owner, scenario.with as unknown[]));
      }),
    );
    expect(found).toEqual(outcomes);
    expectSent();
  });

  it.each([
    ['Python', []],
    ['Python with asyncio', ['--async']],
  ])('do the same: %s', async (_name, options) => {
    const { stdout } = await promisify(execFile)(
      '/usr/bin/python3',
      [path.join(CLIENTS, 'python/tests/scenarios.py'), url, FILE, ...options],
      { env: { ...process.env, PYTHONPATH: path.join(CLIENTS, 'python/src'), PYTHONDONTWRITEBYTECODE: '1' } },
    );
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(outcomes);
    expectSent();
  });
});
