import { createHash } from 'node:crypto';
import { EngineError, type EngineErrorCode } from '@platen/engine';
import { afterEach, describe, expect, it } from 'vitest';
import { API_ERRORS } from '../errors.ts';
import { engineDouble, result } from '../testing/engine-double.ts';
import { HELLO, startTestService, type TestService } from '../testing/service.ts';

const PDF = '/v1/convert/pdf';
const IMAGE = '/v1/convert/image';
let service: TestService;
afterEach(() => service.close());

const problem = async (response: Response) => (await response.json()) as Record<string, unknown>;

describe('a conversion', () => {
  it('answers the bytes, and what there is to know about them', async () => {
    const bytes = Buffer.from('%PDF-1.7 some bytes');
    const warnings = [
      { code: 'resource_failed', message: 'A picture did not load.' },
      { code: 'resource_failed', message: 'A font did not load.' },
      { code: 'script_error', message: 'A script failed.' },
    ] as const;
    service = await startTestService({
      engine: engineDouble(async () => result({ bytes, pages: 3, sourceStatus: 203, warnings })),
    });
    const response = await service.post(
      PDF,
      { source: { url: 'http://pub.test/' } },
      { 'x-request-id': 'my-request-1' },
    );
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-digest': `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-request-id': 'my-request-1',
      'x-pages': '3',
      'x-response-status-code': '203',
      'x-response-duration': '20',
      'x-render-duration': '57',
      'x-warnings': '3; resource_failed, script_error',
      'server-timing': expect.stringMatching(
        /^gate;.*, body;.*, check;.*, prepare;.*, queue;dur=1.0, page;dur=3.0, load;dur=20.4, ready;dur=5.0, render;dur=30.0, finish;dur=2.0, .*answer;dur=[\d.]+$/,
      ),
    });
  });

  it('says only what is true of an image', async () => {
    service = await startTestService({
      engine: engineDouble(async () => result({ format: 'webp', contentType: 'image/webp', pages: undefined })),
    });
    const { headers } = await service.post(IMAGE, HELLO);
    expect(headers.get('content-type')).toBe('image/webp');
    expect(headers.get('vary')).toBe('accept');
    expect(headers.get('x-warnings')).toBe('0');
    expect(headers.has('x-pages')).toBe(false);
    expect(headers.has('x-response-status-code')).toBe(false);
  });

  it('takes the format from the path, the field or Accept', async () => {
    const engine = engineDouble();
    service = await startTestService({ engine });
    await service.post(PDF, HELLO, { accept: 'image/png' });
    await service.post(IMAGE, { ...HELLO, target_format: 'JPG' }, { accept: 'image/webp' });
    await service.post(IMAGE, HELLO, { accept: 'image/webp' });
    await service.post(IMAGE, HELLO);
    expect(engine.asked.map(({ conversion }) => conversion.format)).toEqual(['pdf', 'jpeg', 'webp', 'png']);
  });

  it('has 100 seconds from its arrival', async () => {
    const engine = engineDouble();
    service = await startTestService({ engine });
    await service.post(PDF, HELLO);
    const deadline = engine.asked[0]?.options.deadline ?? 0;
    expect(deadline).toBeGreaterThan(90_000);
    expect(deadline).toBeLessThanOrEqual(100_000);
  });
});

describe('a failed conversion', () => {
  it.each(Object.keys(API_ERRORS).filter((code) => code !== 'canceled'))('answers %s as catalogued', async (code) => {
    const known = code as EngineErrorCode;
    service = await startTestService({
      engine: engineDouble(async () => {
        throw new EngineError(known, 'The cause. The remedy.', { pointer: '/source/url' });
      }),
    });
    const response = await service.post(PDF, HELLO);
    const { status, retryable, retryAfter } = API_ERRORS[known];
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.has('retry-after')).toBe(retryAfter !== undefined);
    expect(await problem(response)).toMatchObject({
      success: false,
      error: 'The cause. The remedy.',
      error_code: code,
      code: status,
      retryable,
      request_id: response.headers.get('x-request-id'),
      errors: [{ pointer: '/source/url', code, detail: 'The cause. The remedy.' }],
    });
  });

  it('says nothing about a fault of ours, but where it was goes to the log', async () => {
    service = await startTestService({
      engine: engineDouble(async () => {
        throw new TypeError('canary-of-a-fault');
      }),
    });
    const response = await service.post(PDF, HELLO);
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).not.toMatch(/canary|TypeError|\.ts|at /);
    expect(service.logged()).toMatch(/"event":"internal_error".*"error_name":"TypeError","frames":\["at /);
    expect(service.logged()).not.toContain('canary');
  });
});

describe('requests that are refused', () => {
  it.each([
    ['text/plain', undefined],
    ['multipart/form-data', undefined],
    ['multipart/mixed; boundary=x', undefined],
    ['application/json; charset=utf-16', undefined],
    ['application/json; charset=latin1', undefined],
    ['application/jsonp', undefined],
    ['application/xml', undefined],
    ['nonsense', undefined],
    ['', undefined],
    ['application/json', 'gzip'],
    ['application/json', 'br, identity'],
  ])('for the type %j with encoding %s: 415', async (type, encoding) => {
    const engine = engineDouble();
    service = await startTestService({ engine });
    const response = await service.post(PDF, HELLO, {
      'content-type': type,
      ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
    });
    expect(response.status).toBe(415);
    expect(await problem(response)).toMatchObject({ error_code: 'unsupported_media_type' });
    expect(engine.asked).toEqual([]);
  });

  it.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('but not for the type %s', async (type) => {
    service = await startTestService();
    expect((await service.post(PDF, HELLO, { 'content-type': type })).status).toBe(200);
  });

  it.each([
    ['a missing input', {}, 'exactly_one_input', '/source'],
    ['two inputs', { source: { url: 'http://pub.test/', html: 'x' } }, 'exactly_one_input', '/source'],
    ['a misspelled field', { ...HELLO, landscpe: true }, 'unknown_field', '/landscpe'],
    ['a browser flag', { ...HELLO, args: ['--no-sandbox'] }, 'unknown_field', '/args'],
    ['a wrong type', { ...HELLO, zoom: 'big' }, 'invalid_request', '/zoom'],
    ['a list', [HELLO], 'invalid_request', ''],
    ['null', null, 'invalid_request', ''],
    ['broken JSON', '{"source":', 'invalid_request', ''],
    ['deep JSON', '['.repeat(100_000), 'invalid_request', ''],
    ['a prototype', '{"__proto__":{"a":1}}', 'invalid_request', ''],
  ])('for %s: 400 with a pointer', async (_name, body, code, pointer) => {
    const engine = engineDouble();
    service = await startTestService({ engine });
    const response = await service.post(PDF, body);
    expect(response.status).toBe(400);
    expect(await problem(response)).toMatchObject({ error_code: code, errors: [{ pointer }] });
    expect(engine.asked).toEqual([]);
  });

  it('with what to send instead', async () => {
    service = await startTestService();
    const about = async (body: unknown, type = 'application/json') =>
      JSON.stringify(await problem(await service.post(PDF, body, { 'content-type': type })));
    expect(await about({})).toContain('template_id');
    expect(await about({ source: { html: 'x' }, template_id: 'bill' })).toContain('template_id');
    expect(await about('%PDF-1.7', 'application/pdf')).toContain('multipart/form-data');
    const form =
      '--x\r\nContent-Disposition: form-data; name="request"\r\n\r\n{}\r\n--x\r\nContent-Disposition: form-data; name="files"; filename="a.css"\r\n\r\nx\r\n--x--\r\n';
    expect(await about(form, 'multipart/form-data; boundary=x')).toContain('index.html');
    expect(await about({ html: '<p>x' })).toContain('source.html');
  });

  it('while there is no room, before their body is read, with a time to come back', async () => {
    const engine = engineDouble();
    engine.hasCapacity = false;
    service = await startTestService({ engine });
    const response = await service.post(PDF, 'no JSON at all', { 'content-type': 'text/plain' });
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    expect(await problem(response)).toMatchObject({ error_code: 'capacity', retryable: true });
    const stranger = await service.post(PDF, HELLO, { authorization: 'Bearer wrong' });
    expect(stranger.status).toBe(401);
  });
});
