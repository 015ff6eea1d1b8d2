import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createGuardedFetch } from './guarded-fetch.ts';
import { EgressRefusal } from './resolve.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

it('asks a service that was named, and gives its answer', async () => {
  const origin = await serve(async (request, response) => {
    const body = await read(request);
    response.writeHead(201, { 'x-kind': 'echo' });
    response.end(
      JSON.stringify({ method: request.method, url: request.url, key: request.headers.authorization, body }),
    );
  });
  const ask = createGuardedFetch({ origins: [origin] });
  const response = await ask(`${origin}/v1/chat?x=1`, {
    method: 'POST',
    headers: { authorization: 'Bearer key' },
    body: '{"é":1}',
  });
  expect([response.status, response.headers.get('x-kind')]).toEqual([201, 'echo']);
  expect(await response.json()).toEqual({ method: 'POST', url: '/v1/chat?x=1', key: 'Bearer key', body: '{"é":1}' });
});

it('reaches nothing else, and resolves nothing for it', async () => {
  let asked = 0;
  const origin = await serve((_request, response) => {
    asked += 1;
    response.end();
  });
  const lookups: string[] = [];
  const ask = createGuardedFetch({
    origins: ['http://model.test:8080'],
    lookup: async (name) => {
      lookups.push(name);
      return [];
    },
  });
  await expect(ask(`${origin}/v1`)).rejects.toThrow(EgressRefusal);
  await expect(ask('http://other.test/v1')).rejects.toThrow(EgressRefusal);
  await expect(ask('https://model.test:8080/v1')).rejects.toThrow(EgressRefusal);
  expect([asked, lookups]).toEqual([0, []]);
});

it('does not reach what the operator denied, by address, by name, or through a translator of this network', async () => {
  let asked = 0;
  const origin = await serve((_request, response) => {
    asked += 1;
    response.end();
  });
  const { port } = new URL(origin);
  await expect(createGuardedFetch({ origins: [origin], deny: ['127.0.0.0/8'] })(origin)).rejects.toThrow(EgressRefusal);
  // The network translates 2001:67c:2b0:db32:0:1::/96: the last four bytes are the address that is reached.
  const lookup = async (name: string) =>
    name === 'ipv4only.arpa'
      ? [{ address: '2001:67c:2b0:db32:0:1:c000:aa', family: 6 as const }]
      : [{ address: name === 'model.test' ? '127.0.0.1' : '2001:67c:2b0:db32:0:1:7f00:1', family: 4 as const }];
  for (const [name, deny] of [
    ['model.test', 'model.test'],
    ['model.test', '127.0.0.1'],
    ['translated.test', '127.0.0.1'],
  ] as const) {
    const named = `http://${name}:${port}`;
    const denied = createGuardedFetch({ origins: [named], deny: [deny], lookup })(named);
    await expect(denied, `${name} ${deny}`).rejects.toThrow(EgressRefusal);
  }
  expect(asked).toBe(0);
  // The name alone is no reason.
  const named = `http://model.test:${port}`;
  expect((await createGuardedFetch({ origins: [named], deny: ['10.0.0.0/8'], lookup })(named)).status).toBe(200);
});

it('does not follow a redirect', async () => {
  let elsewhere = 0;
  const other = await serve((_request, response) => {
    elsewhere += 1;
    response.end();
  });
  const origin = await serve((_request, response) => response.writeHead(307, { location: other }).end());
  const response = await createGuardedFetch({ origins: [origin, other] })(origin, { method: 'POST', body: 'x' });
  expect([response.status, elsewhere]).toEqual([307, 0]);
});

it('ends with its signal, before the answer and in the middle of it', async () => {
  const closed: string[] = [];
  const origin = await serve((request, response) => {
    response.on('close', () => closed.push(request.url ?? ''));
    if (request.url === '/middle') response.write('some');
  });
  const ask = createGuardedFetch({ origins: [origin] });
  const before = new AbortController();
  const waiting = ask(`${origin}/before`, { signal: before.signal });
  setTimeout(() => before.abort(), 50);
  await expect(waiting).rejects.toThrow(/abort/i);
  const middle = new AbortController();
  const response = await ask(`${origin}/middle`, { signal: middle.signal });
  middle.abort();
  await expect(response.text()).rejects.toThrow();
  await expect.poll(() => closed.sort()).toEqual(['/before', '/middle']);
});
