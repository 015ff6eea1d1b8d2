import { hash } from 'node:crypto';
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineDouble, result } from '../testing/engine-double.ts';
import { HELLO, KEY, startTestService, type TestService } from '../testing/service.ts';

const WORDS = 'The same words, again and again. '.repeat(200);
const TYPES: Readonly<Record<string, string>> = {
  text: 'text/plain; charset=utf-8',
  pdf: 'application/pdf',
  image: 'image/png',
  png: 'image/png',
};
let service: TestService;

beforeAll(async () => {
  service = await startTestService({
    config: { allowHttp: true },
    engine: engineDouble(async ({ format }) =>
      result({ format, contentType: TYPES[format] ?? '', bytes: Buffer.from(WORDS) }),
    ),
  });
});
afterAll(() => service.close());

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** As it comes over the wire: `fetch` would decode it. */
function send(method: string, path: string, headers: Record<string, string>, body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(service.url + path, { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers as Record<string, string>,
          body: Buffer.concat(chunks),
        }),
      );
    });
    sent.on('error', reject).end(body);
  });
}

const get = (path: string, headers: Record<string, string> = {}) => send('GET', path, headers);
const convert = (format: string, headers: Record<string, string>, fields: object = {}) =>
  send(
    'POST',
    `/v1/convert/${format}`,
    { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...headers },
    JSON.stringify({ ...HELLO, ...fields }),
  );
const digestOf = (bytes: Buffer): string => `sha-256=:${hash('sha256', bytes, 'base64')}:`;

describe('a text', () => {
  it.each([
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip'],
    ['gzip', 'br;q=0.2, gzip;q=0.8'],
    ['br', '*'],
    [undefined, ''],
    [undefined, 'identity, gzip;q=0.5'],
    [undefined, 'br;q=0, gzip;q=0'],
    [undefined, 'zstd'],
  ])('is sent as %s to who accepts "%s"', async (coding, accepted) => {
    const { headers, body } = await get('/openapi.json', { 'accept-encoding': accepted });
    expect(headers['content-encoding']).toBe(coding);
    expect(headers.vary).toContain('accept-encoding');
    expect(headers['content-length']).toBe(String(body.length));
    const decoded = coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body;
    expect(JSON.parse(decoded.toString())).toMatchObject({ openapi: '3.1.1' });
    if (coding) expect(body.length).toBeLessThan(60_000);
  });

  it('is answered 304 to who has it, however it was encoded', async () => {
    const { headers } = await get('/openapi.json', { 'accept-encoding': 'br' });
    const etag = headers.etag ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{20,}"$/);
    for (const known of [etag, `"other", ${etag}`, '*', etag.slice(2)]) {
      const again = await get('/openapi.json', { 'if-none-match': known });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
    }
    expect((await get('/openapi.json', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('is described by HEAD as by GET', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const [head, read] = [await send('HEAD', '/openapi.json', headers), await get('/openapi.json', headers)];
    expect(head.body).toHaveLength(0);
    for (const name of ['content-encoding', 'content-length', 'etag', 'vary']) {
      expect(head.headers[name], name).toBe(read.headers[name]);
    }
  });

  it('has the digest of what is sent, and of what was encoded', async () => {
    const { headers, body } = await convert('text', { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(body).toString()).toBe(WORDS);
    expect(headers['content-digest']).toBe(digestOf(body));
    expect(headers['unencoded-digest']).toBe(digestOf(Buffer.from(WORDS)));
    const plain = await convert('text', { 'accept-encoding': 'identity' });
    expect(plain.headers['content-digest']).toBe(digestOf(plain.body));
    expect(plain.headers['unencoded-digest']).toBeUndefined();
  });
});

describe('what is sent as it is', () => {
  const accepting = { 'accept-encoding': 'br, gzip' };

  it('PDFs and images, also as base64', async () => {
    for (const [format, fields] of [
      ['pdf', {}],
      ['image', {}],
      ['pdf', { response_type: 'json' }],
      ['pdf', { response_type: 'base64' }],
    ] as const) {
      const { status, headers } = await convert(format, accepting, fields);
      expect([status, headers['content-encoding']]).toEqual([200, undefined]);
    }
  });

  it('errors, which repeat what was sent', async () => {
    const { status, headers } = await convert('pdf', accepting, { [`unknown${'x'.repeat(200)}`]: 'x'.repeat(2_000) });
    expect([status, headers['content-encoding']]).toEqual([400, undefined]);
  });

  it.each([
    ['from another site', { 'sec-fetch-site': 'cross-site' }, undefined],
    ['that does not say from where', {}, undefined],
    ['from here', { 'sec-fetch-site': 'same-origin' }, 'br'],
  ])('what a browser with a cookie asks for %s', async (_name, headers, coding) => {
    const answer = await get('/openapi.json', { ...accepting, ...headers, cookie: 'session=x' });
    expect(answer.headers['content-encoding']).toBe(coding);
  });
});
