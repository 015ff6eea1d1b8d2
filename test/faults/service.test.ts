import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConnection } from './load.ts';
import { BENIGN, busyFor } from './pages.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { until } from './until.ts';

const MEGABYTE = 1024 * 1024;
const body = (html: string) => ({ source: { html } });
const connections = (service: ServiceProcess, count: number) =>
  Promise.all(Array.from({ length: count }, () => openConnection(service.port)));

describe('hostile clients', () => {
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await startServiceProcess();
  });
  afterAll(() => service.end());

  const works = async () => {
    const answer = await service.convert(body(BENIGN));
    expect(answer.status).toBe(200);
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  };
  const idle = () =>
    until('no conversion runs or waits', async () => {
      const { running, queued } = await service.health();
      return running + queued === 0;
    });

  it('that send one header after another are dropped (F19)', async () => {
    const slow = await connections(service, 100);
    for (const { socket } of slow) socket.write('POST /v1/convert/pdf HTTP/1.1\r\nHost: x\r\n');
    const drip = setInterval(() => {
      for (const { socket } of slow) if (socket.writable) socket.write('X-A: b\r\n');
    }, 900);
    try {
      await works();
      let open = slow.length;
      for (const { ended } of slow) ended.then(() => (open -= 1));
      await until('all are closed', () => open === 0);
    } finally {
      clearInterval(drip);
    }
    const answers = slow.flatMap((connection) => connection.answers().map(({ status }) => status));
    expect(answers).toEqual(Array(100).fill(408));
    await works();
  });

  it.each([
    ['an honest length', (size: number) => [`Content-Length: ${size}`], (piece: Buffer) => piece, [413]],
    ['no length', () => ['Transfer-Encoding: chunked'], chunk, [413, 503]],
    ['a length that is a lie', () => ['Content-Length: 1000'], (piece: Buffer) => piece, [400]],
  ])('that send eight bodies of 100 MB with %s cost little memory (F20)', async (_name, lengthOf, wrap, expected) => {
    const before = service.residentMemory();
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, service.residentMemory());
    }, 20);
    const clients = await connections(service, 8);
    try {
      const piece = wrap(Buffer.alloc(MEGABYTE, ' '));
      await Promise.all(
        clients.map(async ({ socket, ended }) => {
          socket.write(`${service.head(...lengthOf(100 * MEGABYTE))}\r\n`);
          for (let sent = 0; sent < 100 && socket.writable; sent += 1) {
            if (socket.write(piece)) continue;
            await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), ended]);
          }
          await ended;
        }),
      );
    } finally {
      clearInterval(watch);
    }
    for (const client of clients) {
      const [first] = client.answers();
      // The answer may be lost when the client is still sending at the moment the connection ends.
      if (first) expect(expected).toContain(first.status);
    }
    expect(clients.some((client) => client.answers().length > 0)).toBe(true);
    expect(most - before).toBeLessThan(200 * MEGABYTE);
    await works();
  });

  it('that ask 2,000 times at once get a document or the time to come back (F21)', async () => {
    const json = JSON.stringify(body(BENIGN));
    const one = `${service.head(`Content-Length: ${json.length}`)}\r\n${json}`;
    const clients = await connections(service, 100);
    for (const { socket } of clients) socket.write(one.repeat(20));
    for (let asked = 0; asked < 5; asked += 1) {
      expect((await fetch(`${service.url}/health`)).status).toBe(200);
      await sleep(200);
    }
    await until('every client has an answer', () => clients.every((client) => client.answers().length > 0));
    for (const { socket } of clients) socket.destroy();
    const answers = clients.flatMap((client) => client.answers());
    const refused = answers.filter(({ status }) => status !== 200);
    expect(answers.length - refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeGreaterThan(0);
    for (const { status, retryAfter } of refused) {
      expect([429, 503]).toContain(status);
      expect(retryAfter).toMatch(/^[1-9]\d*$/);
    }
    await idle();
    await works();
  });

  it('that leave while their pages are rendered free the slots (F23)', async () => {
    const codes = new Set<unknown>();
    for (let wave = 0; wave < 3; wave += 1) {
      const leave = new AbortController();
      const left = Array.from({ length: 4 }, () =>
        service.convert(body(busyFor(60_000)), leave.signal).catch((error) => codes.add(error.name)),
      );
      await until('pages are rendered', async () => (await service.health()).running === 2);
      await sleep(100);
      leave.abort();
      await Promise.all(left);
    }
    expect(codes).toEqual(new Set(['AbortError']));
    await idle();
    await works();
  });
});

function chunk(piece: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')]);
}
