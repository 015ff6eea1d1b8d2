import type { RequestListener } from 'node:http';
import { expect, it } from 'vitest';
import { PUBLIC_ADDRESS, startCanary, startPeer, startSite } from '../testing/egress.ts';
import { FetchFailed } from './fetch-file.ts';
import { createGuardedSend, type GuardedSendOptions, type OutgoingRequest } from './guarded-send.ts';
import type { Lookup } from './lookup.ts';
import { EgressRefusal } from './resolve.ts';

const lookup: Lookup = async (name) => {
  const table: Record<string, string[]> = {
    'hook.test': [PUBLIC_ADDRESS],
    'inside.test': ['127.0.0.1'],
    'mixed.test': [PUBLIC_ADDRESS, '127.0.0.1'],
    'public.test': ['203.0.113.7'],
  };
  const addresses = table[name];
  if (!addresses) throw new Error('ENOTFOUND');
  return addresses.map((address) => ({ address, family: 4 as const }));
};

const guard = (port: number, options: GuardedSendOptions = {}) =>
  createGuardedSend({ egressAllow: [`hook.test:${port}`, `${PUBLIC_ADDRESS}:${port}`], lookup, ...options });

const sending = (url: string, over: Partial<OutgoingRequest> = {}): OutgoingRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{}'),
  timeout: 5_000,
  answerBytes: 4_096,
  ...over,
});

const outcome = async (work: Promise<unknown>): Promise<unknown> =>
  await work.then(
    (answer) => answer,
    (error: unknown) => (error instanceof FetchFailed ? error.failure : error),
  );

it('sends the request as it is, and gives status and beginning of the answer', async () => {
  const site = await startSite(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    response.writeHead(429, { 'retry-after': '120' });
    response.end(`${request.headers.host} ${request.headers['x-own']} ${Buffer.concat(chunks)}`);
  });
  const body = Buffer.from('{"é":1}');
  const headers = { 'x-own': 'a' };
  const answer = await guard(site.port).send(sending(`http://hook.test:${site.port}/in?x=1`, { body, headers }));
  expect({ ...answer, body: answer.body.toString() }).toEqual({
    status: 429,
    retryAfter: '120',
    body: `hook.test:${site.port} a {"é":1}`,
  });
  expect(site.requests).toEqual(['POST /in?x=1']);
  await expect.poll(site.open).toBe(0);
});

it('reaches nobody who is private, on another port, or asked in the clear, whatever a redirect says', async () => {
  const canary = await startCanary();
  const { port, requests } = await startSite(
    (_, response) => void response.writeHead(307, { location: `http://127.0.0.1:${canary.port}/` }).end(),
  );
  const { send, check } = guard(port);
  for (const url of [
    `http://127.0.0.1:${canary.port}/`,
    `https://127.0.0.1:${canary.port}/`,
    `https://[::ffff:127.0.0.1]:${canary.port}/`,
    `https://inside.test:${canary.port}/`,
    `https://mixed.test:${port}/`,
    'https://localhost/',
    'http://public.test/',
    'http://203.0.113.7/',
    'https://nowhere.test/',
    'ftp://hook.test/',
    'no address',
  ]) {
    expect(await outcome(send(sending(url))), url).toBeInstanceOf(EgressRefusal);
    if (!url.includes('nowhere'))
      expect(await outcome(check(url, { resolve: true })), url).toBeInstanceOf(EgressRefusal);
  }
  expect(await outcome(check(`http://hook.test:${port}/`, { resolve: true }))).toBeUndefined();
  // It may resolve later.
  expect(await outcome(check('https://nowhere.test/', { resolve: true }))).toBeUndefined();
  // Not looked up: the name may lead anywhere.
  expect(await outcome(check(`https://inside.test:443/`))).toBeUndefined();
  expect(await send(sending(`http://hook.test:${port}/`))).toMatchObject({ status: 307 });
  expect([canary.connections(), requests]).toEqual([0, ['POST /']]);
});

it('dials what it has checked: a second answer of the resolver has no effect', async () => {
  const site = await startSite((_, response) => void response.end());
  let asked = 0;
  const rebinding: Lookup = async () => {
    asked += 1;
    return [{ address: asked === 1 ? PUBLIC_ADDRESS : '127.0.0.1', family: 4 }];
  };
  const { send } = createGuardedSend({ egressAllow: [`hook.test:${site.port}`], lookup: rebinding });
  expect(await send(sending(`http://hook.test:${site.port}/`))).toMatchObject({ status: 200 });
  expect(asked).toBe(1);
});

it.each<[string, RequestListener, unknown]>([
  ['endless', (_, response) => void setInterval(() => response.write('x'.repeat(1_000)), 1).unref(), 4_096],
  [
    'cut',
    (_, response) => void response.writeHead(200, { 'content-length': 9 }).write('x', () => response.destroy()),
    1,
  ],
  ['slow', (_, response) => void response.writeHead(200, { 'content-length': 9 }).write('xy'), 2],
  ['empty', (_, response) => void response.writeHead(204).end(), 0],
])('takes the status of an answer that is %s, and the bytes that came', async (_, serve, length) => {
  const site = await startSite(serve);
  const answer = await guard(site.port).send(sending(`http://hook.test:${site.port}/`));
  expect([Math.floor(answer.status / 100), answer.body.length]).toEqual([2, length]);
  await expect.poll(site.open).toBe(0);
});

it('tells that no answer came in time, or at all', async () => {
  const silent = await startSite(() => {});
  expect(await outcome(guard(silent.port).send(sending(`http://hook.test:${silent.port}/`, { timeout: 200 })))).toBe(
    'timeout',
  );
  await expect.poll(silent.open).toBe(0);
  const rude = await startPeer((socket) => socket.end('220 mail\r\n'));
  expect(await outcome(guard(rude.port).send(sending(`http://hook.test:${rude.port}/`)))).toBe('connection');
  const closed = await startPeer((socket) => void socket.once('data', () => socket.destroy()));
  expect(await outcome(guard(closed.port).send(sending(`http://hook.test:${closed.port}/`)))).toBe('connection');
  const plain = await startPeer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
  expect(await outcome(guard(plain.port).send(sending(`https://hook.test:${plain.port}/`)))).toBe('tls');
});
