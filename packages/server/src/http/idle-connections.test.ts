import { once } from 'node:events';
import { BlockList, connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { HELLO, KEY, startTestService, type TestService } from '../testing/service.ts';

let service: TestService;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await service.close();
});

/** A connection from an address of this machine's own network. */
async function open(localAddress: string): Promise<Socket> {
  const socket = connect({ port: service.port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

const ASK = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n';

async function answered(socket: Socket): Promise<string> {
  socket.write(ASK);
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  return bytes.toString().slice(0, 12);
}

const stillOpen = (these: readonly Socket[]) => these.filter((socket) => !socket.destroyed).length;

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 10));
}

it('3,000 connections of one source keep nobody else out, and most of them are closed', async () => {
  // Without these, those that never send anything are ended after five seconds.
  service = await startTestService({ limits: { headersTimeout: 100_000, requestTimeout: 100_000 } });
  const other = await open('127.0.0.3');
  for (let count = 0; count < 30; count += 1) {
    await Promise.all(Array.from({ length: 100 }, () => open('127.0.0.2')));
  }
  expect((await service.post('/v1/convert/pdf', HELLO)).status).toBe(200);
  expect(await answered(other)).toBe('HTTP/1.1 200');
  const [, ...flood] = sockets;
  await until(() => stillOpen(flood) <= 256);
  expect(stillOpen(flood)).toBe(256);
  // The latest ones can be used.
  expect(await answered(flood.at(-1) as Socket)).toBe('HTTP/1.1 200');
  // In rounds: who comes back for each that is closed does not come as fast as the machine goes.
  const [, closed] = /"event":"idle_connections_closed","count":(\d+)/.exec(service.logged()) ?? [];
  // How many had come by the first round is a matter of the machine.
  expect(Number(closed)).toBeGreaterThan(0);
  expect(Number(closed)).toBeLessThanOrEqual(256);
});

it('those beyond the limit are closed a few at a time, unless too many wait for that', async () => {
  service = await startTestService({
    config: { idleConnections: 1 },
    limits: { headersTimeout: 100_000, requestTimeout: 100_000 },
  });
  for (let count = 0; count < 33; count += 1) {
    await Promise.all(Array.from({ length: 100 }, () => open('127.0.0.2')));
  }
  await until(() => stillOpen(sockets) <= 3_073);
  // One in a quarter of a second.
  expect(stillOpen(sockets)).toBeGreaterThan(2_500);
  expect(sockets.at(-1)?.destroyed).toBe(false);
});

it('one with a request under way is not idle, and waits again after it', async () => {
  service = await startTestService({ config: { idleConnections: 2 } });
  const busy = await open('127.0.0.2');
  busy.write(`POST /v1/convert/pdf HTTP/1.1\r\nHost: x\r\nX-API-Key: ${KEY}\r\nContent-Type: application/json\r\n`);
  busy.write(`Expect: 100-continue\r\nContent-Length: ${JSON.stringify(HELLO).length}\r\n\r\n`);
  expect(String(await once(busy, 'data'))).toMatch(/^HTTP\/1.1 100/);
  const idle = [await open('127.0.0.2'), await open('127.0.0.2'), await open('127.0.0.2')];
  await until(() => stillOpen(idle) === 2);
  expect(idle[0]?.destroyed).toBe(true);
  busy.write(JSON.stringify(HELLO));
  expect(String(await once(busy, 'data'))).toMatch(/^HTTP\/1.1 200/);
  await until(() => stillOpen(idle) === 1);
  expect([busy.destroyed, idle[1]?.destroyed]).toEqual([false, true]);
});

it.each([
  ['of a trusted proxy', { idleConnections: 1, trustedProxies: proxies() }],
  ['without a limit', { idleConnections: 0 }],
])('all of them stay: %s', async (_case, config) => {
  service = await startTestService({ config });
  const idle = [await open('127.0.0.2'), await open('127.0.0.2'), await open('127.0.0.2')];
  for (const socket of idle) expect(await answered(socket)).toBe('HTTP/1.1 200');
});

function proxies(): BlockList {
  const list = new BlockList();
  list.addAddress('127.0.0.2');
  return list;
}
