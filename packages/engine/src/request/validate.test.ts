import { describe, expect, it } from 'vitest';
import { EngineError } from '../errors.ts';
import { validateRequest } from './validate.ts';

const html = { html: '<p>x' };
const refusal = (body: unknown, kind: 'pdf' | 'image' = 'pdf') => {
  try {
    validateRequest(body, kind);
  } catch (error) {
    if (error instanceof EngineError)
      return { code: error.code, pointer: error.details.pointer, message: error.message };
    throw error;
  }
  return undefined;
};

describe('input', () => {
  it.each([
    ['HTML in text', { source: '<p>x' }, { kind: 'html', html: '<p>x' }],
    ['a URL in text, in any case', { source: 'HTTPS://Example.com' }, { kind: 'url', url: 'https://example.com/' }],
    ['a URL', { source: { url: 'http://example.com/a' } }, { kind: 'url', url: 'http://example.com/a' }],
    ['a template', { source: html, data: { a: 1 } }, { kind: 'html', html: '<p>x', data: { a: 1 } }],
  ])('is %s', (_, body, input) => {
    expect(validateRequest(body, 'pdf').input).toEqual(input);
  });

  it.each([
    [{}, '/source'],
    [{ source: {} }, '/source'],
    [{ source: { url: 'http://a.test', html: 'x' } }, '/source'],
    [{ source: { url: 'http://a.test' }, data: {} }, '/data'],
  ])('%j is not exactly one', (body, pointer) => {
    expect(refusal(body)).toMatchObject({ code: 'exactly_one_input', pointer });
  });

  it.each([
    'file:///etc/passwd',
    'FiLe:/etc/passwd',
    'chrome://version',
    'view-source:http://a.test',
    'data:text/html,x',
    'javascript:1',
    'ftp://a.test',
    'about:blank',
  ])('%s has a scheme that is refused', (url) => {
    expect(refusal({ source: { url } })).toMatchObject({ code: 'unsupported_scheme', pointer: '/source/url' });
  });

  it.each([
    '',
    'example.com',
    '//a.test',
    'http://',
    'http://a b',
    'http://a\n.test',
    'http://u:p@a.test',
    'http://u@a.test',
    `http://a.test/${'x'.repeat(9_000)}`,
    'http://a\ud800.test',
    '\\\\localhost\\x',
  ])('%j is no address', (url) => {
    expect(refusal({ source: { url } })).toMatchObject({ code: 'invalid_request', pointer: '/source/url' });
  });

  it.each([null, [], 'text', 5])('%j is no request', (body) => {
    expect(refusal(body)).toMatchObject({ code: 'invalid_request', pointer: '' });
  });
});

describe('fields', () => {
  it.each([
    [{ formt: 'A4' }, '/formt', 'format'],
    [{ viewport: { widht: 1, height: 1, width: 1 } }, '/viewport/widht', 'width'],
    [{ cookies: [{ nmae: 'a', name: 'a', value: 'b' }] }, '/cookies/0/nmae', 'name'],
    [{ header: { source: 'x', heigth: 1 } }, '/header/heigth', 'height'],
  ])('%j is told with the nearest name', (fields, pointer, nearest) => {
    const refused = refusal({ source: html, ...fields });
    expect(refused).toMatchObject({ code: 'unknown_field', pointer });
    expect(refused?.message).toContain(`"${nearest}"`);
  });

  it("are not matched with far names, and nothing reaches the browser's command line", () => {
    for (const field of ['args', 'executablePath', 'userDataDir', 'launch']) {
      expect(refusal({ source: html, [field]: 'x' })).toMatchObject({ code: 'unknown_field', pointer: `/${field}` });
    }
  });

  it.each([
    [{ zoom: 3 }, '/zoom'],
    [{ delay: -1 }, '/delay'],
    [{ delay: 1.5 }, '/delay'],
    [{ timeout: 0 }, '/timeout'],
    [{ format: 'A9' }, '/format'],
    [{ format: '1pxx1px' }, '/format'],
    [{ width: 100 }, '/height'],
    [{ format: 'A4', width: 1, height: 1 }, '/format'],
    [{ margin: '1 2 3 4 5' }, '/margin'],
    [{ pages: '1-' }, '/pages'],
    [{ media: 'tv' }, '/media'],
    [{ media: 'screen', use_print: true }, '/use_print'],
    [{ wait_for: 'alert(1)' }, '/wait_for'],
    [{ http_headers: { Host: 'a' } }, '/http_headers/Host'],
    [{ http_headers: { 'X-A': 'a\r\nX-B: c' } }, '/http_headers/X-A'],
    [{ cookies: [{ name: 'a', value: 'b;c' }] }, '/cookies/0/value'],
    [{ viewport: { width: 1e9, height: 1 } }, '/viewport/width'],
    [{ viewport: { width: '800', height: 1 } }, '/viewport/width'],
    [{ viewport: { width: 1, height: 0 } }, '/viewport/height'],
    [{ viewport: { width: 1, height: 1, device_scale_factor: 1000 } }, '/viewport/device_scale_factor'],
    [{ viewport: '99999x1' }, '/viewport'],
    [{ dpi: 2, viewport: { width: 1, height: 1, device_scale_factor: 3 } }, '/dpi'],
    [{ fullpage: true, css_selector: 'p' }, '/css_selector'],
    [{ tagged: 'yes' }, '/tagged'],
    [{ data: [] }, '/data'],
    [{ target_format: 'gif' }, '/target_format'],
  ])('%j is refused with a pointer', (fields, pointer) => {
    expect(refusal({ source: html, ...fields })).toMatchObject({ code: 'invalid_request', pointer });
  });

  it('tells every fault of a request at once', () => {
    try {
      validateRequest({ source: html, zoom: 9, delay: -1, formt: 'A4' }, 'pdf');
      expect.unreachable();
    } catch (error) {
      const { details } = error as EngineError;
      expect(details.issues?.map(({ pointer }) => pointer).sort()).toEqual(['/delay', '/formt', '/zoom']);
    }
  });

  it('of another output are accepted and told', () => {
    expect(validateRequest({ source: html, fullpage: true, zoom: 1 }, 'pdf').ignored).toEqual(['fullpage']);
    expect(validateRequest({ source: html, fullpage: true, zoom: 1 }, 'image').ignored).toEqual(['zoom']);
    expect(validateRequest({ source: html, http_headers: { a: 'b' } }, 'pdf').ignored).toEqual(['http_headers']);
  });
});
