import { describe, expect, it } from 'vitest';
import { useRange } from './range.ts';

/** What a request may make the browser send to its source. */
const range = useRange();

/** Answers with the request headers that came, as text. */
const echo = () => {
  range.pages['/echo'] = ({ headers, rawHeaders }, response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`cookies(${headers.cookie ?? ''}) names(${rawHeaders.filter((_, at) => at % 2 === 0).join(' ')})`);
  return { source: { url: `${range.pub}/echo` } };
};

describe('S67: headers', () => {
  it.each([
    'Host',
    'hOsT',
    'Content-Length',
    'Transfer-Encoding',
    'TE',
    'Trailer',
    'Connection',
    'Keep-Alive',
    'Upgrade',
    'Expect',
    'Proxy-Authorization',
    'Proxy-Connection',
    'Sec-Fetch-Site',
    'Cookie',
    'Via',
    '',
    ':authority',
    'X A',
    'X:A',
    'X\r\nA',
    'X\0',
    'Ü',
    'x'.repeat(101),
  ])('%j cannot be set', async (name) => {
    const { code, pointer } = await range.attack({ ...echo(), http_headers: { [name]: 'x' } });
    expect([code, pointer?.startsWith('/http_headers/')]).toEqual(['invalid_request', true]);
  });

  it.each(['a\r\nX-Evil: 1', 'a\nX-Evil: 1', 'a\rX-Evil: 1', 'a\0b', 'a\u2028b', '😀', 'a\x7fb', 'x'.repeat(8_193)])(
    'the value %j cannot be sent',
    async (value) => {
      const { code, pointer } = await range.attack({ ...echo(), http_headers: { 'X-A': value } });
      expect([code, pointer]).toEqual(['invalid_request', '/http_headers/X-A']);
    },
  );
});

describe('S68: cookies', () => {
  const cookie = (fields: Record<string, unknown>) => ({ cookies: [{ name: 'a', value: 'b', ...fields }] });

  it.each(['domain', 'url', 'path', 'partitionKey', 'sourcePort'])('cannot be aimed by "%s"', async (field) => {
    const { code, pointer } = await range.attack({ ...echo(), ...cookie({ [field]: 'http://private.test/' }) });
    expect([code, pointer]).toEqual(['unknown_field', `/cookies/0/${field}`]);
  });

  it.each([
    { name: '' },
    { name: 'a=b' },
    { name: 'a;b' },
    { name: 'a\r\nb' },
    { value: 'b;domain=private.test' },
    { value: 'b\r\nX-Evil: 1' },
    { value: 'b,c' },
  ])('%j are refused', async (fields) => {
    expect((await range.attack({ ...echo(), ...cookie(fields) })).code).toBe('invalid_request');
  });

  it.each([
    { name: '__Host-session' },
    { name: '__Host-session', secure: true },
    { name: '__Secure-session' },
    { name: '__Secure-session', secure: true },
    { name: '__host-session' },
    { name: 'a', secure: true },
  ])('%j, which promises https, is not sent without it', async (fields) => {
    const { code, text } = await range.attack({ ...echo(), ...cookie(fields) });
    expect(code ?? text).toMatch(/^invalid_request$|cookies\(\)/);
  });
});
