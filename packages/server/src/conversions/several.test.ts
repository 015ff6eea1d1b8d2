import { createHash } from 'node:crypto';
import { EngineError, type OutputFormat } from '@platen/engine';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EngineDouble, engineDouble, result } from '../testing/engine-double.ts';
import { HELLO, startTestService, type TestService } from '../testing/service.ts';

const ROUTE = '/v1/convert';
/** Bytes that look like the frame of a multipart answer. */
const HOSTILE = Buffer.from('\r\n--platen-\r\nContent-Type: text/html\r\n\r\n\u0000--\r\n', 'latin1');
const CONTENT_TYPES: Readonly<Record<OutputFormat, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  text: 'text/plain; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8; variant=GFM',
};
let service: TestService;
let engine: EngineDouble;

beforeEach(async () => {
  engine = engineDouble(async ({ format }) =>
    result({
      format,
      contentType: CONTENT_TYPES[format],
      bytes: format === 'text' ? Buffer.from('') : Buffer.concat([HOSTILE, Buffer.from(`${format} ä`)]),
      pages: format === 'pdf' ? 3 : undefined,
      contentMode: format === 'text' || format === 'markdown' ? 'full' : undefined,
      warnings: [{ code: 'script_error', message: 'A script failed.' }],
    }),
  );
  service = await startTestService({ engine });
});
afterEach(() => service.close());

const ask = (outputs: unknown, fields: Record<string, unknown> = {}) =>
  service.post(ROUTE, { ...HELLO, outputs, ...fields });
const formats = (...list: string[]) => list.map((format) => ({ format }));

interface Part {
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** Reads multipart/mixed as RFC 2046, section 5.1.1 has it. */
function readParts(response: Response, body: Buffer): Part[] {
  const boundary = /^multipart\/mixed; boundary=([\w-]{1,70})$/.exec(response.headers.get('content-type') ?? '')?.[1];
  expect(boundary).toBeDefined();
  const text = `\r\n${body.toString('latin1')}`;
  const pieces = text.split(`\r\n--${boundary}`);
  expect(pieces[0]).toBe('');
  expect(pieces.at(-1)).toBe('--\r\n');
  return pieces.slice(1, -1).map((piece) => {
    const end = piece.indexOf('\r\n\r\n');
    const lines = piece.slice(2, end).split('\r\n');
    const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
    return { headers, bytes: Buffer.from(piece.slice(end + 4), 'latin1') };
  });
}

describe('several results as JSON', () => {
  it('come in order, with what is known of each and of the page', async () => {
    const response = await ask(formats('markdown', 'pdf', 'text'), { download_name: 'Größe' });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/json',
      'x-warnings': '1; script_error',
      'cache-control': 'no-store',
    });
    for (const name of ['x-pages', 'x-content-mode', 'content-disposition'])
      expect(response.headers.has(name)).toBe(false);
    const markdown = `${HOSTILE.toString('latin1')}markdown ä`;
    expect(await response.json()).toEqual({
      success: true,
      duration: 57,
      response: { duration: 20 },
      warnings: [{ code: 'script_error', message: 'A script failed.' }],
      outputs: [
        {
          format: 'markdown',
          content_type: 'text/markdown; charset=utf-8; variant=GFM',
          filename: 'Größe.md',
          filesize: Buffer.byteLength(markdown),
          encoding: 'utf-8',
          content: markdown,
          content_mode: 'full',
        },
        {
          format: 'pdf',
          content_type: 'application/pdf',
          filename: 'Größe.pdf',
          filesize: HOSTILE.length + 6,
          encoding: 'base64',
          content: Buffer.concat([HOSTILE, Buffer.from('pdf ä')]).toString('base64'),
          pdf_pages: 3,
        },
        {
          format: 'text',
          content_type: 'text/plain; charset=utf-8',
          filename: 'Größe.txt',
          filesize: 0,
          encoding: 'utf-8',
          content: '',
          content_mode: 'full',
        },
      ],
    });
  });

  it('have distinct names', async () => {
    const response = await ask(formats('png', 'jpg', 'PNG', 'jpeg'), { download_name: 'shot.png' });
    const { outputs } = (await response.json()) as { outputs: { filename: string }[] };
    expect(outputs.map(({ filename }) => filename)).toEqual([
      'shot.png',
      'shot.png.jpg',
      'shot-2.png',
      'shot.png-2.jpg',
    ]);
    const long = await ask(formats('png', 'png'), { download_name: 'x'.repeat(5_000) });
    const [first, second] = ((await long.json()) as { outputs: { filename: string }[] }).outputs;
    expect(first!.filename).not.toBe(second!.filename);
  });
});

describe('several results as multipart/mixed', () => {
  it('are the bytes of each, whatever is in them', async () => {
    const response = await ask(formats('png', 'pdf', 'text', 'png'), {
      response_type: 'multipart',
      download_name: 'ä',
    });
    const body = Buffer.from(await response.arrayBuffer());
    const parts = readParts(response, body);
    expect(response.headers.get('content-length')).toBe(String(body.length));
    expect(response.headers.get('content-digest')).toBe(
      `sha-256=:${createHash('sha256').update(body).digest('base64')}:`,
    );
    expect(parts.map(({ headers }) => headers.get('content-type'))).toEqual([
      'image/png',
      'application/pdf',
      'text/plain; charset=utf-8',
      'image/png',
    ]);
    expect(
      parts.map(({ headers }) => /filename\*=UTF-8''(.*)/.exec(headers.get('content-disposition') ?? '')?.[1]),
    ).toEqual(['%C3%A4.png', '%C3%A4.pdf', '%C3%A4.txt', '%C3%A4-2.png']);
    expect(parts[1]!.bytes).toEqual(Buffer.concat([HOSTILE, Buffer.from('pdf ä')]));
    expect(parts[1]!.headers.get('x-pages')).toBe('3');
    expect(parts[2]!.bytes).toHaveLength(0);
    expect(parts[2]!.headers.get('x-content-mode')).toBe('full');
    for (const { headers, bytes } of parts) {
      expect(headers.get('content-digest')).toBe(`sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`);
    }
  });

  it('have a boundary of their own each time', async () => {
    const boundary = async () =>
      (await ask(formats('png'), { response_type: 'multipart' })).headers.get('content-type');
    expect(await boundary()).not.toBe(await boundary());
  });
});

describe('a request for several results', () => {
  it('gives each output its own options', async () => {
    await ask([{ format: 'png', options: { dpi: 2 } }, { format: 'pdf' }], { delay: 3, zoom: 0.5 });
    expect(
      engine.asked.map(({ conversion: { format, request } }) => [format, request.options.dpi, request.options.delay]),
    ).toEqual([
      ['png', 2, 3],
      ['pdf', undefined, 3],
    ]);
  });

  it.each([
    [{}, 'invalid_request', '/outputs'],
    [{ outputs: [] }, 'invalid_request', '/outputs'],
    [{ outputs: Array.from({ length: 11 }, () => ({ format: 'png' })) }, 'invalid_request', '/outputs'],
    [{ outputs: formats('pdf', 'gif') }, 'invalid_request', '/outputs/1/format'],
    [{ outputs: formats('pdf', 'pdf') }, 'invalid_request', '/outputs/1/format'],
    [{ outputs: [{ format: 'pdf', options: { zoom: 9 } }] }, 'invalid_request', '/outputs/0/options/zoom'],
    [{ outputs: [{ format: 'pdf', options: { zom: 1 } }] }, 'unknown_field', '/outputs/0/options/zom'],
    [{ outputs: formats('pdf'), response_type: 'base64' }, 'invalid_request', '/response_type'],
    [{ outputs: formats('pdf'), encode: true }, 'unknown_field', '/encode'],
  ])('%j is refused with a pointer', async (fields, code, pointer) => {
    const response = await service.post(ROUTE, { ...HELLO, ...fields });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error_code: code, errors: [{ pointer }] });
    expect(engine.asked).toEqual([]);
  });

  it('has no outputs where one result is made', async () => {
    const response = await service.post('/v1/convert/pdf', { ...HELLO, outputs: formats('pdf') });
    expect(await response.json()).toMatchObject({ error_code: 'unknown_field', errors: [{ pointer: '/outputs' }] });
  });

  it('fails as a whole', async () => {
    await service.close();
    service = await startTestService({
      engine: engineDouble(async ({ format }) => {
        if (format === 'png') throw new EngineError('image_too_large', 'The image would be too large.');
        return result();
      }),
    });
    const response = await ask(formats('pdf', 'png'), { response_type: 'multipart' });
    expect(response.status).toBe(422);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ error_code: 'image_too_large' });
  });
});
