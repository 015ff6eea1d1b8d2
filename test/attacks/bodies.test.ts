import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engineDouble } from '../../packages/server/src/testing/engine-double.ts';
import { HELLO, startTestService, type TestService } from '../../packages/server/src/testing/service.ts';

const PDF = '/v1/convert/pdf';
const engine = engineDouble();
let service: TestService;
beforeEach(async () => {
  engine.asked.length = 0;
  service = await startTestService({ engine });
});
afterEach(() => service.close());

const pollution = () => ({}) as { polluted?: unknown };

async function refusal(body: unknown, headers?: Record<string, string>) {
  const response = await service.post(PDF, body, headers);
  const { error_code, errors } = (await response.json()) as {
    error_code?: string;
    errors?: readonly { readonly pointer: string }[];
  };
  expect(engine.asked).toEqual([]);
  return { status: response.status, code: error_code, pointers: errors?.map(({ pointer }) => pointer) };
}

describe('S63: members with names that every object has', () => {
  const names = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', '__defineGetter__', 'length'];

  it.each(names)('%s is a field like any other that is not known', async (name) => {
    expect(await refusal({ ...HELLO, [name]: 'x' })).toEqual({
      status: 400,
      code: 'unknown_field',
      pointers: [`/${name}`],
    });
    const nested = { viewport: { width: 100, height: 100, [name]: 1 } };
    expect((await refusal({ ...HELLO, ...nested })).pointers).toEqual([`/viewport/${name}`]);
  });

  it.each([
    '{"source":{"html":"x","__proto__":{"polluted":1}}}',
    '{"source":{"html":"x"},"data":{"a":[{"__proto__":{"polluted":1}}]}}',
    '{"source":{"html":"x"},"http_headers":{"__proto__":"x"}}',
    '{"source":{"html":"x","files":{"__proto__":"eA=="}}}',
    '{"source":{"html":"x"},"data":{"constructor":{"prototype":{"polluted":1}}}}',
  ])('%s changes no prototype', async (body) => {
    expect((await refusal(body)).status).toBe(400);
    expect(pollution().polluted).toBeUndefined();
  });

  it.each([
    ['a million members', `{${'"a":1,'.repeat(1_000_000)}"b":1}`],
    ['a million elements', `{"source":{"html":"x"},"data":{"a":[${'0,'.repeat(1_000_001)}0]}}`],
    ['a number that is no double', '{"source":{"html":"x"},"zoom":1e400}'],
    ['half of a pair in HTML', '{"source":{"html":"\\ud800"}}'],
    ['two sources, one after the other', '{"source":{"html":"x"},"source":{"url":"http://127.0.0.1/"}}'],
  ])('%s: 400', async (_name, body) => {
    expect(await refusal(body)).toMatchObject({ status: 400, code: 'invalid_request' });
  });
});

describe('S65: more than one input', () => {
  it.each([
    [{ source: { url: 'http://pub.test/', html: 'x' }, data: {} }, 'exactly_one_input'],
    [{ source: { url: 'http://pub.test/' }, template_id: 'invoice' }, 'exactly_one_input'],
    [{ source: [{ html: 'x' }, { url: 'http://pub.test/' }] }, 'invalid_request'],
    [{ source: { html: ['x'] } }, 'invalid_request'],
    [{ source: { html: null } }, 'exactly_one_input'],
    [{ source: { url: { href: 'http://pub.test/' } } }, 'invalid_request'],
    [{ source: '' }, 'invalid_request'],
    [{ source: {} }, 'exactly_one_input'],
  ])('%j is refused and names the field', async (body, code) => {
    const refused = await refusal(body);
    expect(refused).toMatchObject({ status: 400, code });
    expect(refused.pointers?.[0]).toMatch(/^\/(source|template_id)/);
  });
});

describe('S64: multipart bodies', () => {
  const type = 'multipart/form-data; boundary=x';
  const json = `--x\r\nContent-Disposition: form-data; name="request"\r\n\r\n${JSON.stringify(HELLO)}\r\n`;
  const file = (name: string, content = 'x', headers = '') =>
    `--x\r\nContent-Disposition: form-data; name="f"; filename="${name}"\r\n${headers}\r\n${content}\r\n`;
  const end = '--x--\r\n';

  it.each([
    ['that are empty', ''],
    ['that break off in a header', `${json}--x\r\nContent-Disposition: form-da`],
    ['that break off in a file', `${json}${file('a.png').slice(0, -2)}`],
    ['that never close', json],
    ['with two requests', json + json + end],
    ['with a request that is no JSON', `--x\r\nContent-Disposition: form-data; name="request"\r\n\r\n{\r\n${end}`],
    ['with 100,000 files', json + file('a.png').repeat(100_000) + end],
    ['with a name of 100,000 characters', json + file('a'.repeat(100_000)) + end],
    ['with a file above the document', json + file('../../etc/cron.d/x') + end],
    ['with a file in the middle of a path above', json + file('a/../../x') + end],
    ['with an absolute file', json + file('/etc/passwd') + end],
    ['with a file of another drive', json + file('C:\\x') + end],
    ['with a file that has a scheme', json + file('file:x') + end],
    ['with a NUL in a name', json + file('a.png\0.html') + end],
    ['with two files of one name', json + file('a.png') + file('a.png') + end],
    [
      'with parts within a part',
      `${json}--x\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n--y\r\n\r\nz\r\n--y--\r\n${end}`,
    ],
    [
      'with a field that is no file',
      `${json}--x\r\nContent-Disposition: form-data; name="args"\r\n\r\n--no-sandbox\r\n${end}`,
    ],
  ])('%s are refused', async (_name, body) => {
    expect(await refusal(body, { 'content-type': type })).toMatchObject({ status: 400, code: 'invalid_request' });
  });

  it.each([
    ['a header of a megabyte', file('a.png', 'x', `X-A: ${'a'.repeat(1_000_000)}\r\n`), ['a.png']],
    ['10,000 headers', file('a.png', 'x', 'X-A: b\r\n'.repeat(10_000)), ['a.png']],
    [
      'a type that is a lie',
      file('a.png', '<script>', 'Content-Type: image/png\r\nContent-Encoding: gzip\r\n'),
      ['a.png'],
    ],
  ])('with %s are read without it', async (_name, parts, names) => {
    expect((await service.post(PDF, json + parts + end, { 'content-type': type })).status).toBe(200);
    const input = engine.asked[0]?.conversion.request.input;
    expect(input?.kind === 'html' && (input.files ?? []).map(({ name }) => name)).toEqual(names);
  });

  it.each(['', `; boundary=${'x'.repeat(10_000)}`, '; boundary=""', '; charset=utf-8'])(
    'with the parameters "%s" are answered',
    async (parameters) => {
      const response = await service.post(PDF, json + end, { 'content-type': `multipart/form-data${parameters}` });
      expect([400, 415, 431]).toContain(response.status);
      expect(engine.asked).toEqual([]);
    },
  );
});
