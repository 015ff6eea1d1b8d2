import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConnection } from './load.ts';
import { BENIGN } from './pages.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { until } from './until.ts';

describe('a flood', () => {
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await startServiceProcess();
  });
  afterAll(() => service.end());

  const open = (count: number) => Promise.all(Array.from({ length: count }, () => openConnection(service.port)));
  const works = async () => expect((await service.convert({ source: { html: BENIGN } })).status).toBe(200);

  it('of 10,000 requests is answered with documents or with the time to come back (F21)', async () => {
    const json = JSON.stringify({ source: { html: BENIGN } });
    const one = `${service.head(`Content-Length: ${json.length}`)}\r\n${json}`;
    const clients = await open(500);
    for (const { socket } of clients) socket.write(one.repeat(20));
    for (const end = performance.now() + 20_000; performance.now() < end; await sleep(200)) {
      expect((await fetch(`${service.url}/health`)).status).toBe(200);
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
    expect(new Set(refused.map(({ retryAfter }) => retryAfter)).size).toBeGreaterThan(1);
    await until('nothing runs or waits', async () => {
      const { running, queued } = await service.health();
      return running + queued === 0;
    });
    await works();
  });

  it('of 500 slow connections is dropped, whether headers or bodies are slow (F19)', async () => {
    const clients = await open(500);
    const slowBody = service.head('Content-Length: 1000');
    for (const [index, { socket }] of clients.entries()) {
      socket.write(index % 2 ? 'GET /livez HTTP/1.1\r\nHost: x\r\n' : `${slowBody}\r\n`);
    }
    const drip = setInterval(() => {
      for (const [index, { socket }] of clients.entries()) {
        if (socket.writable) socket.write(index % 2 ? 'X-A: b\r\n' : '[');
      }
    }, 900);
    let left = clients.length;
    for (const { ended } of clients) ended.then(() => (left -= 1));
    try {
      await works();
      await until('all are closed', () => left === 0);
    } finally {
      clearInterval(drip);
    }
    expect(clients.flatMap((client) => client.answers().map(({ status }) => status))).toEqual(Array(500).fill(408));
    await works();
  });
});
