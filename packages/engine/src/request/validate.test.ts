import { describe, expect, it } from 'vitest';
import { EngineError } from '../errors.ts';
import type { OutputKind } from './request.ts';
import { validateRequest } from './validate.ts';

const html = { html: '<p>x' };
const refusal = (body: unknown, kind: OutputKind = 'pdf') => {
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

describe('files', () => {
  const content = Buffer.from('body{}').toString('base64');
  const withFile = (name: string, bytes: string = content) => ({ source: { ...html, files: { [name]: bytes } } });

  it.each([
    'a.css',
    'img/a.svg',
    './img/a.svg',
    'a b.png',
    'ünïcode-文字.png',
    'a%20b.png',
    'a..b.png',
    '...',
    '.hidden',
    'logo (1)*.png',
    "it's.png",
    'constructor',
  ])('may be called %s', (name) => {
    const { input } = validateRequest(withFile(name), 'text');
    expect(input).toMatchObject({ files: [{ name, bytes: Buffer.from('body{}') }] });
  });

  it.each([
    '',
    '..',
    '../a.css',
    'a/../../b.css',
    'a/..',
    '%2e%2e/a.css',
    '.%2E/a.css',
    'img/%2E./a.css',
    '/etc/passwd',
    '//other.test/a.css',
    ' //other.test/a.css',
    ' http://other.test/a.css',
    'a.css ',
    'http://other.test/a.css',
    'HTTP:a.css',
    'file:///etc/passwd',
    'data:text/css,x',
    'c:\\a.css',
    'C:a.css',
    '\\a.css',
    'img\\a.css',
    '..\\a.css',
    'a.css?v=1',
    'a.svg#x',
    'a\nb.css',
    'a\u0000.css',
    '\u009f.css',
    'a\ud800.css',
    `${'x'.repeat(256)}`,
  ])('may not be called %j', (name) => {
    const refused = refusal(withFile(name));
    const pointer = `/source/files/${name.slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    expect(refused).toMatchObject({ code: 'invalid_request', pointer });
  });

  it.each(['body{}', 'YQ', 'YQ=', 'Y Q==', '-_-_', 'data:image/png;base64,YQ=='])(
    'are base64, which %j is not',
    (text) => {
      expect(refusal(withFile('a.css', text))).toMatchObject({
        code: 'invalid_request',
        pointer: '/source/files/a.css',
        message: expect.stringContaining('base64'),
      });
    },
  );

  it('may be empty, and are many, but not too many', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}.css`, '']));
    expect(validateRequest({ source: { ...html, files: many(200) } }, 'pdf').input).toMatchObject({
      files: expect.objectContaining({ length: 200 }),
    });
    expect(refusal({ source: { ...html, files: many(201) } })).toMatchObject({ pointer: '/source/files' });
  });

  it('may be large', () => {
    const bytes = Buffer.alloc(15_000_000, 'x');
    const { input } = validateRequest(withFile('a.bin', bytes.toString('base64')), 'pdf');
    expect(input.kind === 'html' && input.files?.[0]?.bytes.length).toBe(bytes.length);
  });

  it('belong to HTML', () => {
    const source = { url: 'http://a.test', files: { 'a.css': content } };
    expect(refusal({ source })).toMatchObject({ code: 'invalid_request', pointer: '/source/files' });
  });

  it('may come in another way too, but not twice with one name', () => {
    const files = [{ name: 'b.css', bytes: Buffer.from('x') }];
    const { input } = validateRequest(withFile('a.css'), 'pdf', { files });
    expect(input).toMatchObject({ files: [{ name: 'a.css' }, { name: 'b.css' }] });
    expect(() => validateRequest(withFile('b.css'), 'pdf', { files })).toThrow(/same name/);
    expect(() => validateRequest({ source: 'http://a.test' }, 'pdf', { files })).toThrow(/belong to "source.html"/);
  });
});

describe('fields', () => {
  it.each([
    [{ formt: 'A4' }, '/formt', 'format'],
    [{ viewport: { widht: 1, height: 1, width: 1 } }, '/viewport/widht', 'width'],
    [{ cookies: [{ nmae: 'a', name: 'a', value: 'b' }] }, '/cookies/0/nmae', 'name'],
    [{ header: { source: 'x', heigth: 1 } }, '/header/heigth', 'height'],
  ])('%j is reported with the nearest name', (fields, pointer, nearest) => {
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
    [{ margin: '20 bananas' }, '/margin'],
    [{ margin: 'abc def' }, '/margin'],
    [{ margin: '1cm, , 2cm' }, '/margin'],
    [{ margin: '2cm -1cm' }, '/margin'],
    [{ margin: '999999in 1cm' }, '/margin'],
    [{ margin: { top: '20 bananas' } }, '/margin/top'],
    [{ margin: { top: '999999in' } }, '/margin/top'],
    [{ footer: { source: 'x', height: '2 metres' } }, '/footer/height'],
    [{ width: '1 2', height: 100 }, '/width'],
    [{ width: '1px', height: 100 }, '/width'],
    [{ width: 100, height: '90000px' }, '/height'],
    [{ format: '21 cm x 2 x 3' }, '/format'],
    [{ pages: '1-' }, '/pages'],
    [{ pages: '0' }, '/pages'],
    [{ pages: '3,0-2' }, '/pages'],
    [{ media: 'tv' }, '/media'],
    [{ media: 'screen', use_print: true }, '/use_print'],
    [{ wait_for: 'alert(1)' }, '/wait_for'],
    [{ http_headers: { Host: 'a' } }, '/http_headers/Host'],
    [{ http_headers: { 'X-A': 'a', 'x-a': 'b' } }, '/http_headers'],
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
    [{ content: 'everything' }, '/content'],
    [{ only_selector: '' }, '/only_selector'],
    [{ only_selector: ['p'] }, '/only_selector'],
    [{ exclude_selectors: ['p', ''] }, '/exclude_selectors/1'],
    [{ include_selectors: 5 }, '/include_selectors'],
    [{ include_selectors: Array.from({ length: 101 }, () => 'p') }, '/include_selectors'],
    [{ links: 'yes' }, '/links'],
    [{ wrap: 1.5 }, '/wrap'],
    [{ wrap: 1_001 }, '/wrap'],
    [{ heading_style: 'html' }, '/heading_style'],
    [{ bullet: '•' }, '/bullet'],
    [{ link_style: 'footnotes' }, '/link_style'],
    [{ tables: true }, '/tables'],
    [{ front_matter: 'yaml' }, '/front_matter'],
    [{ images: 'base64' }, '/images'],
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

  it.each([
    [{ delay: 1.5 }, '"delay" has to be a whole number.'],
    [{ delay: 1e30 }, '"delay" has to be at most 10000.'],
    [{ delay: -1e30 }, '"delay" has to be at least 0.'],
    [{ source: 5 }, '"source" has to be a string or an object.'],
    [{ source: ['<p>'] }, '"source" has to be a string or an object.'],
    [{ viewport: 300 }, '"viewport" has to be a string or an object.'],
    [{ margin: true }, '"margin" has to be'],
    [{ margin: { top: true } }, '"margin.top" has to be a number or a string.'],
    [{ watermark: { text: 'x', offset_x: 'far' } }, '"watermark.offset_x" has to be'],
    [{ watermark: { text: 'x', font_color: 'notacolor' } }, '"watermark.font_color" must be a color such as'],
    ...[
      'rgb(200 0)',
      'rgb(1, 2 3)',
      'rgb(1, 2, 3 / 4)',
      'rgb(10%, 2, 3)',
      'rgb(1., 2, 3)',
      'hsl(120, 50, 50)',
      'hsl(5%, 5%, 5%)',
    ].map((color): [object, string] => [
      { watermark: { text: 'x', font_color: color } },
      '"watermark.font_color" must be a color such as',
    ]),
    [{ css_selector: '' }, '"css_selector" must not be empty.'],
    [{ protection: { algorithm: 'rc4' } }, '"protection.algorithm" has to be "aes-256".'],
  ])('%j is told in plain words', (options, message) => {
    const told = refusal({ source: html, ...options })?.message;
    expect(told).toContain(message);
    expect(told).not.toContain('see the reference');
  });

  it.each(['#c00', 'RebeccaPurple', 'rgb(200, 0, 0)', 'rgb(10%,0%,0%,.5)', 'rgba(200 0 0 / .5)', 'hsl(120, 50%, 50%)'])(
    'a watermark may be %s',
    (color) => {
      expect(refusal({ source: html, watermark: { text: 'x', font_color: color } })).toBeUndefined();
    },
  );

  it('of another output are accepted and reported', () => {
    expect(validateRequest({ source: html, fullpage: true, zoom: 1 }, 'pdf').ignored).toEqual(['fullpage']);
    expect(validateRequest({ source: html, fullpage: true, zoom: 1 }, 'image').ignored).toEqual(['zoom']);
    expect(validateRequest({ source: html, http_headers: { a: 'b' } }, 'pdf').ignored).toEqual(['http_headers']);
    expect(validateRequest({ source: html, bullet: '*', wrap: 1, content: 'full' }, 'text').ignored).toEqual([
      'bullet',
    ]);
    expect(validateRequest({ source: html, bullet: '*', wrap: 1, zoom: 1 }, 'markdown').ignored).toEqual([
      'wrap',
      'zoom',
    ]);
  });

  it('of text and Markdown have the defaults of the reference, and one selector is a list', () => {
    const { options } = validateRequest({ source: html, exclude_selectors: '.x' }, 'markdown');
    expect(options).toMatchObject({
      content: 'auto',
      links: 'none',
      wrap: 0,
      heading_style: 'atx',
      bullet: '-',
      link_style: 'inline',
      tables: 'gfm',
      front_matter: false,
      images: 'link',
      exclude_selectors: ['.x'],
    });
    expect(options.include_selectors).toBeUndefined();
  });
});
