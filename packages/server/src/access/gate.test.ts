import { BlockList } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { engineDouble } from '../testing/engine-double.ts';
import { RawClient } from '../testing/raw-client.ts';
import { HELLO, KEY, startTestService, type TestService } from '../testing/service.ts';

const PDF = '/v1/convert/pdf';
let service: TestService;
afterEach(() => service.close());

async function answer(headers: Record<string, string>) {
  const response = await service.post(PDF, HELLO, headers);
  const body = response.ok ? undefined : ((await response.json()) as { error_code: string });
  return { status: response.status, headers: response.headers, code: body?.error_code, body };
}

const fromProxy = (...addresses: string[]) => {
  const list = new BlockList();
  for (const address of addresses) list.addAddress(address);
  return list;
};

describe('keys', () => {
  it('are taken as Bearer, X-API-Key and Basic', async () => {
    service = await startTestService();
    const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
    expect((await answer({})).status).toBe(200);
    expect((await answer({ authorization: '', 'x-api-key': KEY })).status).toBe(200);
    expect((await answer({ authorization: basic(`api:${KEY}`) })).status).toBe(200);
    expect((await answer({ authorization: basic(`${KEY}:`) })).status).toBe(200);
  });

  it('are asked for', async () => {
    service = await startTestService();
    const { status, code, headers } = await answer({ authorization: '' });
    expect([status, code]).toEqual([401, 'missing_key']);
    expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
  });

  it('are not looked for in the address, a cookie or the body', async () => {
    service = await startTestService();
    const response = await service.post(
      `${PDF}?api_key=${KEY}`,
      { ...HELLO, key: KEY },
      {
        authorization: '',
        cookie: `key=${KEY}`,
      },
    );
    expect(response.status).toBe(401);
  });

  it('get one answer when they are unknown, malformed or contradict each other', async () => {
    service = await startTestService();
    const answers = await Promise.all([
      answer({ authorization: 'Bearer x' }),
      answer({ authorization: `Bearer plk_live_${'a'.repeat(36)}` }),
      answer({ authorization: 'Basic nonsense' }),
      answer({ 'x-api-key': 'another' }),
    ]);
    for (const { status, headers, body } of answers) {
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer/);
      expect(body).toMatchObject({ error_code: 'invalid_key', retryable: false });
    }
    const bodies = answers.map(({ body }) => JSON.stringify({ ...body, request_id: '', instance: '' }));
    expect(new Set(bodies).size).toBe(1);
  });

  it('without a scheme are told the scheme', async () => {
    service = await startTestService();
    for (const authorization of [KEY, `Token ${KEY}`]) {
      const { status, body } = await answer({ authorization });
      expect(status).toBe(401);
      expect(body).toMatchObject({ detail: expect.stringContaining('has to begin with "Bearer"') });
    }
  });

  it('are refused when a header is sent twice', async () => {
    service = await startTestService();
    const client = await RawClient.open(service.port);
    const line = `Authorization: Bearer ${KEY}\r\n`;
    client.send(`POST ${PDF} HTTP/1.1\r\nHost: x\r\n${line}${line}Content-Length: 0\r\n\r\n`);
    expect(await client.untilReceived(/\}$/)).toContain('"error_code":"invalid_key"');
    client.close();
  });

  it('are checked before the body is read and before its type', async () => {
    const engine = engineDouble();
    service = await startTestService({ engine });
    const client = await RawClient.open(service.port);
    client.send(`POST ${PDF} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n`);
    expect(await client.untilClosed()).toMatch(/^HTTP\/1\.1 401 /);
    expect(engine.asked).toEqual([]);
  });
});

describe('locks', () => {
  const wrong = { authorization: 'Bearer wrong' };
  const proxy = () => startTestService({ config: { trustedProxies: fromProxy('127.0.0.1'), allowHttp: true } });
  const from = (address: string) => ({ 'x-forwarded-for': address, 'x-forwarded-proto': 'https' });

  it('refuse guesses from a source, but not clients with a proven key, nor other sources', async () => {
    const clock = { time: 0, now: () => clock.time };
    service = await startTestService({ clock, config: { trustedProxies: fromProxy('127.0.0.1'), allowHttp: true } });
    expect((await answer(from('198.51.100.1'))).status).toBe(200);
    for (let guess = 0; guess < 20; guess += 1) {
      expect((await answer({ ...wrong, ...from('198.51.100.1') })).status).toBe(401);
      expect((await answer({ ...wrong, ...from('198.51.100.2') })).status).toBe(401);
    }
    const locked = await answer({ ...wrong, ...from('198.51.100.1') });
    expect([locked.status, locked.code]).toEqual([429, 'locked']);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThanOrEqual(60);
    expect((await answer(from('198.51.100.1'))).status).toBe(200);
    expect((await answer(from('198.51.100.2'))).code).toBe('locked');
    expect((await answer(from('198.51.100.3'))).status).toBe(200);
    clock.time += 60_000;
    expect((await answer(from('198.51.100.2'))).status).toBe(200);
    expect(service.logged().match(/"event":"source_locked"/g)).toHaveLength(2);
  });

  it('count an IPv6 /64 as one source', async () => {
    service = await proxy();
    for (let guess = 0; guess < 20; guess += 1) await answer({ ...wrong, ...from(`2001:db8::${guess}`) });
    expect((await answer(from('2001:db8::ffff'))).code).toBe('locked');
    expect((await answer(from('2001:db8:0:1::1'))).status).toBe(200);
  });

  it('do not count missing keys', async () => {
    service = await startTestService();
    for (let request = 0; request < 25; request += 1) {
      expect((await answer({ authorization: '' })).code).toBe('missing_key');
    }
    expect((await answer({})).status).toBe(200);
  });

  it('cannot be escaped or aimed at others with forwarding headers', async () => {
    service = await startTestService();
    for (let guess = 0; guess < 20; guess += 1) {
      const header = guess % 2 === 0 ? 'x-forwarded-for' : 'forwarded';
      await answer({ ...wrong, [header]: `198.51.100.${guess}`, 'x-real-ip': `198.51.100.${guess}` });
    }
    expect((await answer({ 'x-forwarded-for': '198.51.100.99' })).code).toBe('locked');
  });
});

describe('https', () => {
  const plain = { 'x-forwarded-for': '198.51.100.1', 'x-forwarded-proto': 'http' };

  it('is required behind a trusted proxy, before the key is read', async () => {
    service = await startTestService({ config: { trustedProxies: fromProxy('127.0.0.1') } });
    for (const authorization of [`Bearer ${KEY}`, 'Bearer wrong', '']) {
      const { status, code } = await answer({ ...plain, authorization });
      expect([status, code]).toEqual([403, 'https_required']);
    }
    expect((await answer({ ...plain, 'x-forwarded-proto': 'https' })).status).toBe(200);
  });

  it('is not required where the operator allows plain http', async () => {
    service = await startTestService({
      config: { trustedProxies: fromProxy('127.0.0.1'), allowHttp: true },
    });
    expect((await answer(plain)).status).toBe(200);
  });

  it('is not proven by a header of an untrusted peer, nor by coming from this machine where the service is for others', async () => {
    service = await startTestService({ config: { trustedProxies: fromProxy('192.0.2.1') } });
    const https = { ...plain, 'x-forwarded-proto': 'https' };
    for (const headers of [https, { authorization: `Bearer ${KEY}` }]) {
      expect((await answer(headers)).code).toBe('https_required');
    }
  });
});
