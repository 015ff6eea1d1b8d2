import { BlockList } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { RawClient } from '../testing/raw-client.ts';
import { KEY, startTestService, type TestService } from '../testing/service.ts';

const TOKEN = 'metrics-token-of-some-length';
let service: TestService;
afterEach(() => service.close());

const get = (headers: Record<string, string> = {}, path = '/metrics') => fetch(service.url + path, { headers });

/** Asks with headers that `fetch` does not let through. */
async function statusFor(...headers: string[]): Promise<string | undefined> {
  const client = await RawClient.open(service.port);
  client.send(['GET /metrics HTTP/1.1', ...headers, 'Connection: close', '', ''].join('\r\n'));
  return /^HTTP\/1\.1 (\d+)/.exec(await client.untilClosed())?.[1];
}

describe('GET /metrics', () => {
  it('answers a program on this machine in the format of Prometheus', async () => {
    service = await startTestService();
    const response = await get();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toMatch(/^# TYPE platen_conversions_running gauge$/m);
    for (const host of ['localhost', 'LOCALHOST:3000', '127.0.0.2:9', '[::1]:3000']) {
      expect(await statusFor(`Host: ${host}`)).toBe('200');
    }
  });

  it.each(['X-Forwarded-For: 127.0.0.1', 'Forwarded: for=127.0.0.1', 'Via: 1.1 proxy', 'X-Real-IP: 127.0.0.1'])(
    'does not answer what a proxy on this machine passes on with %s',
    async (header) => {
      const trustedProxies = new BlockList();
      trustedProxies.addSubnet('127.0.0.0', 8);
      for (const config of [{}, { trustedProxies }]) {
        service = await startTestService({ config });
        expect(await statusFor('Host: localhost', header)).toBe('404');
        await service.close();
      }
    },
  );

  it.each(['pdf.example.com', 'localhost.example.com', '127.0.0.1.example.com', '10.0.0.1', '[::2]'])(
    'does not answer who asks for %s',
    async (host) => {
      service = await startTestService();
      expect(await statusFor(`Host: ${host}`)).toBe('404');
    },
  );

  it('needs the token once there is one, from this machine as well', async () => {
    service = await startTestService({ config: { metricsToken: TOKEN } });
    const forwarded = { 'x-forwarded-for': '203.0.113.7' };
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const answers = [
      await get(bearer(TOKEN)),
      await get({ ...bearer(TOKEN), ...forwarded }),
      await get(),
      await get(bearer(KEY)),
      await get(bearer(`${TOKEN}x`)),
      await get(bearer(TOKEN.slice(1))),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404, 404, 404]);
  });

  it('does not read the token from a line that is open', async () => {
    const trustedProxies = new BlockList();
    trustedProxies.addAddress('127.0.0.1');
    const open = { authorization: `Bearer ${TOKEN}`, 'x-forwarded-proto': 'http', 'x-forwarded-for': '203.0.113.7' };
    const config = { metricsToken: TOKEN, trustedProxies };
    service = await startTestService({ config });
    expect((await get(open)).status).toBe(404);
    expect((await get({ ...open, 'x-forwarded-proto': 'https' })).status).toBe(200);
    await service.close();
    service = await startTestService({ config: { ...config, allowHttp: true } });
    expect((await get(open)).status).toBe(200);
  });

  it('refuses as a path that does not exist does', async () => {
    service = await startTestService({ config: { metricsToken: TOKEN } });
    const headers = { 'x-request-id': 'the-same-id' };
    const [refused, unknown] = [await get(headers), await get(headers, '/metricz')];
    expect(await refused.text()).toBe(await unknown.text());
    const names = (response: Response) => [...response.headers].filter(([name]) => name !== 'date');
    expect(names(refused)).toEqual(names(unknown));
  });
});
