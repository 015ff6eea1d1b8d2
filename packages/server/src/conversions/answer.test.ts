import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EngineDouble, engineDouble, result } from '../testing/engine-double.ts';
import { HELLO, KEY, startTestService, type TestService } from '../testing/service.ts';

const PDF = '/v1/convert/pdf';
const TEXT = 'Größe 文字\n';
const BYTES = Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 0xff, 0x0d, 0x0a]);
const WARNINGS = [{ code: 'resource_failed', message: 'A picture did not load.', detail: { count: 1 } }] as const;
let service: TestService;
let engine: EngineDouble;

beforeEach(async () => {
  engine = engineDouble(async ({ format }) =>
    format === 'pdf'
      ? result({ bytes: BYTES, pages: 2, warnings: WARNINGS, sourceStatus: 200 })
      : result({
          format,
          contentType: format === 'text' ? 'text/plain; charset=utf-8' : 'text/markdown; charset=utf-8; variant=GFM',
          bytes: Buffer.from(TEXT),
          pages: undefined,
          contentMode: 'main',
        }),
  );
  service = await startTestService({ engine });
});
afterEach(() => service.close());

const digest = (bytes: Uint8Array) => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;
const problem = async (response: Response) => (await response.json()) as Record<string, unknown>;

describe('the bytes', () => {
  it.each([[{}], [{ response_type: 'binary' }], [{ encode: false }], [{ response_type: 'binary', encode: false }]])(
    'are the answer to %j',
    async (fields) => {
      const response = await service.post(PDF, { ...HELLO, ...fields });
      expect(response.headers.get('content-type')).toBe('application/pdf');
      expect(response.headers.get('content-disposition')).toBe('inline; filename=document.pdf');
      expect(Buffer.from(await response.arrayBuffer())).toEqual(BYTES);
    },
  );

  it('are text in UTF-8, with the mode in a header', async () => {
    for (const [route, type] of [
      ['text', 'text/plain; charset=utf-8'],
      ['markdown', 'text/markdown; charset=utf-8; variant=GFM'],
    ]) {
      const response = await service.post(`/v1/convert/${route}`, HELLO);
      expect(response.headers.get('content-type')).toBe(type);
      expect(response.headers.get('x-content-mode')).toBe('main');
      expect(response.headers.has('x-pages')).toBe(false);
      expect(await response.text()).toBe(TEXT);
    }
  });
});

describe('base64', () => {
  it.each([[{ response_type: 'base64' }], [{ encode: true }], [{ response_type: 'base64', encode: true }]])(
    'is the answer to %j',
    async (fields) => {
      const response = await service.post(PDF, { ...HELLO, ...fields, download_name: 'a' });
      const text = await response.text();
      expect(response.headers.get('content-type')).toBe('text/plain; charset=us-ascii');
      expect(response.headers.get('content-length')).toBe(String(text.length));
      expect(response.headers.get('content-digest')).toBe(digest(Buffer.from(text)));
      expect(response.headers.get('x-pages')).toBe('2');
      expect(Buffer.from(text, 'base64')).toEqual(BYTES);
      expect(text).not.toMatch(/\s/);
    },
  );

  it.each([
    [{ encode: true, response_type: 'binary' }],
    [{ encode: true, response_type: 'json' }],
    [{ encode: false, response_type: 'base64' }],
  ])('is refused by %j, which contradicts itself', async (fields) => {
    const response = await service.post(PDF, { ...HELLO, ...fields });
    expect(response.status).toBe(400);
    expect(await problem(response)).toMatchObject({ error_code: 'invalid_request', errors: [{ pointer: '/encode' }] });
    expect(engine.asked).toEqual([]);
  });
});

describe('JSON', () => {
  it('has the result, and all that is known of it', async () => {
    const response = await service.post(PDF, { ...HELLO, response_type: 'json', download_name: '../Größe' });
    const text = await response.text();
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(response.headers.has('content-disposition')).toBe(false);
    expect(response.headers.get('content-digest')).toBe(digest(Buffer.from(text)));
    expect(response.headers.get('x-warnings')).toBe('1; resource_failed');
    expect(JSON.parse(text)).toEqual({
      success: true,
      format: 'pdf',
      content_type: 'application/pdf',
      filename: 'Größe.pdf',
      filesize: BYTES.length,
      encoding: 'base64',
      content: BYTES.toString('base64'),
      pdf_pages: 2,
      duration: 57,
      response: { duration: 20, 'status-code': 200 },
      warnings: WARNINGS,
    });
  });

  it('has text as text', async () => {
    const response = await service.post('/v1/convert/text', { ...HELLO, response_type: 'json', encode: false });
    expect(await response.json()).toMatchObject({
      filename: 'document.txt',
      filesize: Buffer.byteLength(TEXT),
      encoding: 'utf-8',
      content: TEXT,
      content_mode: 'main',
      response: { duration: 20 },
    });
  });
});

describe('fields of the answer', () => {
  it.each([
    [{ response_type: 'xml' }, '/response_type'],
    [{ response_type: 'JSON' }, '/response_type'],
    [{ response_type: 'multipart' }, '/response_type'],
    [{ encode: 'true' }, '/encode'],
    [{ encode: [] }, '/encode'],
    [{ download_name: '' }, '/download_name'],
    [{ download_name: 5 }, '/download_name'],
    [{ download_name: 'x'.repeat(10_001) }, '/download_name'],
  ])('%j is refused', async (fields, pointer) => {
    const response = await service.post(PDF, { ...HELLO, ...fields });
    expect(response.status).toBe(400);
    expect(await problem(response)).toMatchObject({ error_code: 'invalid_request', errors: [{ pointer }] });
  });

  it('have near names, like those of the conversion', async () => {
    const response = await service.post(PDF, { ...HELLO, downloadname: 'x' });
    expect(await problem(response)).toMatchObject({
      error_code: 'unknown_field',
      errors: [{ pointer: '/downloadname', detail: expect.stringContaining('"download_name"') }],
    });
  });

  it.each([
    ['../../etc/x', 'attachment; filename=x.pdf'],
    ['C:\\x', 'attachment; filename=x.pdf'],
    ['a\r\nSet-Cookie: x=1', 'attachment; filename="aSet-Cookie_ x=1.pdf"'],
    ["\"; filename*=UTF-8''x", 'attachment; filename="__ filename_=UTF-8\'\'x.pdf"'],
    ['x'.repeat(5_000), `attachment; filename=${'x'.repeat(196)}.pdf`],
    ['invoice\u202efdp.exe', 'attachment; filename=invoicefdp.exe.pdf'],
    ['.htaccess', 'attachment; filename=htaccess.pdf'],
    ['con', 'attachment; filename=_con.pdf'],
    ['Größe', 'attachment; filename="Gr??e.pdf"; filename*=UTF-8\'\'Gr%C3%B6%C3%9Fe.pdf'],
  ])('a name %j is one safe header', async (name, header) => {
    const response = await service.post(PDF, { ...HELLO, download_name: name });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toBe(header);
    expect(response.headers.has('set-cookie')).toBe(false);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('do not reach the engine', async () => {
    await service.post(PDF, { ...HELLO, download_name: 'x', response_type: 'json', zoom: 0.5 });
    const { options, ignored } = engine.asked[0]!.conversion.request;
    expect(options).toMatchObject({ zoom: 0.5 });
    expect(options).not.toHaveProperty('download_name');
    expect(options).not.toHaveProperty('response_type');
    expect(ignored).toEqual([]);
  });
});

describe('a multipart form', () => {
  const send = (form: FormData | string, headers: Record<string, string> = {}) =>
    fetch(service.url + PDF, { method: 'POST', headers: { authorization: `Bearer ${KEY}`, ...headers }, body: form });

  it('brings a document and its files', async () => {
    const form = new FormData();
    form.append('request', '{"zoom":0.5,"download_name":"form"}');
    form.append('files', new File(['<link rel=stylesheet href=css/a.css>'], 'index.html'));
    form.append('files', new File([BYTES], 'css/a.css'));
    const response = await send(form);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename=form.pdf');
    expect(engine.asked[0]!.conversion.request).toMatchObject({
      options: { zoom: 0.5 },
      input: {
        kind: 'html',
        html: '<link rel=stylesheet href=css/a.css>',
        files: [{ name: 'css/a.css', bytes: BYTES }],
      },
    });
  });

  it('may fill a template', async () => {
    const form = new FormData();
    form.append('request', '{"data":{"a":1}}');
    form.append('files', new File(['<p>{{ a }}'], 'index.html'));
    expect((await send(form)).status).toBe(200);
    expect(engine.asked[0]!.conversion.request.input).toEqual({ kind: 'html', html: '<p>{{ a }}', data: { a: 1 } });
  });

  it('gets an error that says what is wrong, and the connection stays open', async () => {
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    const part = '--x\r\nContent-Disposition: form-data; ';
    const cases = [
      ['', 'cannot be read'],
      ['--x--\r\n', 'needs a part "request"'],
      [`${part}name="request"\r\n\r\n{"sorce":1}\r\n--x--\r\n`, 'Did you mean "source"'],
      [`${part}name="f"; filename="../a"\r\n\r\nx\r\n--x--\r\n`, 'relative path'],
      [`${part}x=y\r\n\r\nx\r\n--x--\r\n`, 'no file'],
    ] as const;
    for (const [body, detail] of cases) {
      const response = await send(body, type);
      expect(response.status).toBe(400);
      expect(response.headers.get('connection')).not.toBe('close');
      expect((await problem(response)).detail).toContain(detail);
    }
    expect(service.logged()).not.toContain('internal_error');
  });

  it('with files for an address is refused', async () => {
    const form = new FormData();
    form.append('request', '{"source":{"url":"http://pub.test/"}}');
    form.append('files', new File(['x'], 'a.css'));
    expect(await problem(await send(form))).toMatchObject({ errors: [{ pointer: '/source/files' }] });
  });

  it('is bound by the size of a body', async () => {
    await service.close();
    service = await startTestService({ engine, limits: { body: 2_000 } });
    const form = new FormData();
    form.append('files', new File(['x'.repeat(3_000)], 'index.html'));
    expect((await send(form)).status).toBe(413);
    expect(engine.asked).toEqual([]);
  });
});
