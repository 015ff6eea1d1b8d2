import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type EngineDouble, engineDouble, result } from '../testing/engine-double.ts';
import { HELLO, startTestService, type TestService } from '../testing/service.ts';

/** What stands beside text and Markdown: metadata, links, images and chunks, in answers that are JSON. */

const DETAILS = {
  metadata: { title: 'A', site_name: 'S' },
  links: [{ url: 'https://example.com/', text: 'x' }],
  images: [],
  chunks: [{ index: 0, heading_path: ['A'], content: '# A', tokens: 2, start: 0, end: 3 }],
};
let service: TestService;
let engine: EngineDouble;
beforeEach(async () => {
  engine = engineDouble(async ({ format }) =>
    result({
      format,
      bytes: Buffer.from('# A\n'),
      pages: undefined,
      ...(format === 'pdf' ? {} : { contentMode: 'full' as const, details: DETAILS }),
    }),
  );
  service = await startTestService({ engine });
});
afterEach(() => service.close());

const MARKDOWN = '/v1/convert/markdown';
const post = async (route: string, fields: Record<string, unknown>) => {
  const response = await service.post(route, { ...HELLO, ...fields });
  const type = response.headers.get('content-type') ?? '';
  const body = await response.text();
  return { status: response.status, type, body, json: type.includes('json') ? JSON.parse(body) : undefined };
};

describe('text and Markdown as JSON', () => {
  it.each([
    [{ chunking: 'headings' }],
    [{ include: ['links'] }],
    [{ elements: 'h1' }],
    [{ chunking: 'headings', response_type: 'json' }],
    [{ response_type: 'json' }],
    [{ chunking: 'headings', encode: false }],
  ])('are the answer to %j, with what is beside them', async (fields) => {
    for (const route of [MARKDOWN, '/v1/convert/text']) {
      const { status, json } = await post(route, fields);
      expect(status).toBe(200);
      expect(json).toMatchObject({ success: true, content: '# A\n', ...DETAILS });
    }
  });

  it('are not the answer to what needs none', async () => {
    for (const fields of [{}, { chunking: 'none' }, { include: [] }, { max_tokens: 100 }]) {
      expect(await post(MARKDOWN, fields)).toMatchObject({ status: 200, body: '# A\n' });
    }
  });

  it.each([
    [{ chunking: 'headings', response_type: 'binary' }, '/response_type', 'chunking'],
    [{ include: ['images'], response_type: 'base64' }, '/response_type', 'include'],
    [{ elements: ['h1'], response_type: 'binary' }, '/response_type', 'elements'],
    [{ chunking: 'headings', encode: true }, '/encode', 'chunking'],
  ])('cannot be bytes with %j', async (fields, pointer, option) => {
    const { status, json } = await post(MARKDOWN, fields);
    expect(status).toBe(400);
    expect(json).toMatchObject({ error_code: 'invalid_request', errors: [{ pointer }] });
    expect(json.detail).toContain(`"${option}"`);
    expect(engine.asked).toEqual([]);
  });

  it('are no matter for a PDF, which ignores these options', async () => {
    expect((await post('/v1/convert/pdf', { chunking: 'headings' })).type).toBe('application/pdf');
  });
});

describe('several results', () => {
  const outputs = [{ format: 'pdf' }, { format: 'markdown', options: { chunking: 'headings' } }];

  it('have it beside those that it belongs to', async () => {
    const { json } = await post('/v1/convert', { outputs });
    expect(json.outputs[0]).not.toHaveProperty('metadata');
    expect(json.outputs[1]).toMatchObject(DETAILS);
  });

  it('cannot be multipart then', async () => {
    const { status, json } = await post('/v1/convert', { outputs, response_type: 'multipart' });
    expect({ status, errors: json.errors }).toMatchObject({ status: 400, errors: [{ pointer: '/response_type' }] });
    const without = [{ format: 'pdf' }, { format: 'markdown' }];
    expect((await post('/v1/convert', { outputs: without, response_type: 'multipart' })).status).toBe(200);
  });
});
