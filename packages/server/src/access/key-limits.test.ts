import { afterEach, describe, expect, it } from 'vitest';
import { engineDouble, result } from '../testing/engine-double.ts';
import { RawClient, statuses } from '../testing/raw-client.ts';
import { HELLO, KEY, startTestService, type TestService } from '../testing/service.ts';

const PDF = '/v1/convert/pdf';
const QUOTA_EXCEEDED = 'https://iana.org/assignments/http-problem-types#quota-exceeded';
let service: TestService;
afterEach(() => service.close());

const stoppedClock = () => {
  const clock = { time: 1_700_000_000_500, now: () => clock.time };
  return clock;
};
const quotas = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.includes('ratelimit')));

/** An engine whose conversions end when the test says so. */
function heldEngine() {
  const open: (() => void)[] = [];
  const engine = engineDouble(
    (_conversion, { signal }) =>
      new Promise((resolve, reject) => {
        open.push(() => resolve(result()));
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
  );
  const until = async (count: number) => {
    while (engine.asked.length < count) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { engine, open, until };
}

describe('requests a minute', () => {
  it('are in every answer to a valid key, and only there', async () => {
    const clock = stoppedClock();
    service = await startTestService({ clock });
    expect(quotas(await service.post(PDF, HELLO))).toEqual({
      'ratelimit-policy': '"default";q=250;w=60, "concurrent";q=50;qu="concurrent-requests"',
      ratelimit: '"default";r=249;t=1, "concurrent";r=49',
      'x-ratelimit-limit': '250',
      'x-ratelimit-remaining': '249',
      'x-ratelimit-reset': '1700000001',
    });
    const refused = await service.post(PDF, { ...HELLO, landscpe: true });
    expect([refused.status, refused.headers.get('ratelimit')]).toEqual([400, '"default";r=248;t=1, "concurrent";r=49']);
    const unread = await service.post(PDF, HELLO, { 'content-type': 'text/plain' });
    expect([unread.status, unread.headers.get('x-ratelimit-remaining')]).toEqual([415, '247']);
    expect(quotas(await service.post(PDF, HELLO, { authorization: 'Bearer wrong' }))).toEqual({});
    expect(quotas(await fetch(`${service.url}/livez`))).toEqual({});
  });

  it('are refused beyond the quota, before the body is read, until more comes back', async () => {
    const clock = stoppedClock();
    const engine = engineDouble();
    service = await startTestService({ clock, engine, config: { rateLimit: 3 } });
    for (let request = 0; request < 3; request += 1) expect((await service.post(PDF, HELLO)).status).toBe(200);

    const client = await RawClient.open(service.port);
    client.send(`POST ${PDF} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${KEY}\r\nContent-Length: 1000000\r\n\r\n`);
    expect(statuses(await client.untilClosed())).toEqual([429]);

    const response = await service.post(PDF, HELLO);
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(20);
    expect(seconds).toBeLessThanOrEqual(30);
    expect(response.headers.get('ratelimit')).toBe('"default";r=0;t=20, "concurrent";r=50');
    expect(await response.json()).toMatchObject({
      type: QUOTA_EXCEEDED,
      status: 429,
      error_code: 'rate_limited',
      retryable: true,
      'violated-policies': ['default'],
    });
    expect(engine.asked).toHaveLength(3);
    clock.time += 20_000;
    expect((await service.post(PDF, HELLO)).status).toBe(200);
  });

  it('have no limit where the operator sets none', async () => {
    service = await startTestService({ clock: stoppedClock(), config: { rateLimit: 0, concurrencyPerKey: 0 } });
    for (let request = 0; request < 300; request += 1) {
      const response = await service.post(PDF, HELLO);
      expect([response.status, quotas(response)]).toEqual([200, {}]);
    }
  });
});

describe('conversions at once', () => {
  const config = { concurrencyPerKey: 2 };

  it('are refused beyond the limit, do not use up the minute, and are taken again when one has ended', async () => {
    const { engine, open, until } = heldEngine();
    service = await startTestService({ clock: stoppedClock(), engine, config });
    const running = [service.post(PDF, HELLO), service.post(PDF, HELLO)];
    await until(2);
    const response = await service.post(PDF, HELLO);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(response.headers.get('ratelimit')).toBe('"default";r=248;t=1, "concurrent";r=0');
    expect(await response.json()).toMatchObject({
      type: QUOTA_EXCEEDED,
      status: 429,
      error_code: 'concurrency_limited',
      'violated-policies': ['concurrent'],
    });
    open[0]?.();
    await Promise.race(running);
    const next = service.post(PDF, HELLO);
    await until(3);
    for (const end of open) end();
    expect((await next).status).toBe(200);
    for (const each of running) expect((await each).status).toBe(200);
  });

  it('are freed once by every end: an answer, a refusal, a client that leaves', async () => {
    const { engine, open, until } = heldEngine();
    service = await startTestService({ engine, config: { ...config, rateLimit: 0 } });
    const free = async () => (await service.post(PDF, 'no JSON')).headers.get('ratelimit')?.replace(/^.*r=/, '');
    expect(await free()).toBe('1');

    const answered = service.post(PDF, HELLO);
    await until(1);
    expect(await free()).toBe('0');
    open[0]?.();
    await (await answered).arrayBuffer();
    expect(await free()).toBe('1');

    const body = JSON.stringify(HELLO);
    const head = `POST ${PDF} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${KEY}\r\nContent-Type: application/json\r\n`;
    const rendering = await RawClient.open(service.port);
    rendering.send(`${head}Content-Length: ${body.length}\r\n\r\n${body}`);
    await until(2);
    const sending = await RawClient.open(service.port);
    sending.send(`${head}Content-Length: ${body.length}\r\n\r\n{`);
    while ((await service.post(PDF, 'no JSON')).status !== 429) await new Promise((resolve) => setTimeout(resolve, 5));
    rendering.close();
    sending.close();
    while ((await free()) !== '1') await new Promise((resolve) => setTimeout(resolve, 5));
  });

  it('of one organisation are a group of their own in the queue of the engine', async () => {
    const engine = engineDouble();
    service = await startTestService({ engine });
    await service.post(PDF, HELLO);
    await service.post('/v1/convert', { ...HELLO, outputs: [{ format: 'text' }] });
    expect(engine.asked.map(({ options }) => options.group)).toEqual(['org_test', 'org_test']);
  });
});
