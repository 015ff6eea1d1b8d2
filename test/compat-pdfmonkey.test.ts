import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig, type Service, startService } from '@platen/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfText } from '../packages/engine/src/testing/judge.ts';
import { usePostgres } from '../packages/server/src/testing/use-postgres.ts';

/** PDFMonkey's documents as its clients of Node.js and Ruby ask for them. (Its own package is not on npm.) */

const KEY = 'key-of-the-pdfmonkey-tests-0123456789';
/** A template keeps the id that it had there. */
const TEMPLATE = '96611e9e-ab03-4ac3-8551-1b485210c892';
const data = mkdtempSync(path.join(tmpdir(), 'platen-pdfmonkey-'));
const database = usePostgres();
let service: Service;

beforeAll(async () => {
  const environment = {
    PORT: '0',
    PLATEN_CONCURRENCY: '2',
    PLATEN_DATA: data,
    ...database(),
    PLATEN_BOOTSTRAP_KEY: KEY,
    LOG_LEVEL: 'silent',
  };
  service = await startService(readConfig(environment));
  const content =
    '<style>p{color:red}</style><p>For {{ clientName }}</p>{% if broken %}{{ a | divided_by: 0 }}{% endif %}';
  expect(await ask('POST', '/v1/templates', { slug: TEMPLATE, name: 'Invoice', content })).toMatchObject({
    status: 200,
  });
});
afterAll(async () => {
  await service.stop();
  rmSync(data, { recursive: true });
});

async function ask(method: string, at: string, body?: unknown) {
  const answer = await fetch(service.url + at, {
    method,
    headers: { authorization: `Bearer ${KEY}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}
const create = (document: object, at = 'documents') => ask('POST', `/api/v1/${at}`, { document });

/** A card, once its document has ended. */
async function ended(id: string) {
  await ask('GET', `/v1/jobs/${id}?wait=60`);
  return (await ask('GET', `/api/v1/document_cards/${id}`)).body.document_card;
}
const download = async (url: string) => {
  const answer = await fetch(url);
  return { answer, pdf: Buffer.from(await answer.arrayBuffer()) };
};

describe('a document', () => {
  it('is made later, as the client of Ruby asks: JSON in texts, and null for all that it does not know', async () => {
    const { status, body } = await create({
      ...{ app_id: null, checksum: null, created_at: null, download_url: null, id: null, preview_url: null },
      document_template_id: TEMPLATE,
      payload: '{"clientName":"Peter"}',
      meta: '{"_filename":"2026-03-14 Peter.pdf","clientRef":"616"}',
      status: 'pending',
    });
    expect(status).toBe(201);
    expect(body.document).toMatchObject({
      document_template_id: TEMPLATE,
      download_url: null,
      meta: '{"_filename":"2026-03-14 Peter.pdf","clientRef":"616"}',
      payload: '{"clientName":"Peter"}',
      status: expect.stringMatching(/^(?:pending|generating)$/),
    });
    const card = await ended(body.document.id);
    expect(card).toMatchObject({
      document_template_id: TEMPLATE,
      failure_cause: null,
      filename: '2026-03-14 Peter.pdf',
      meta: body.document.meta,
      output_type: 'pdf',
      status: 'success',
    });
    const { answer, pdf } = await download(card.download_url);
    expect(answer.headers.get('content-disposition')).toContain('2026-03-14 Peter.pdf');
    expect(pdfText(pdf)).toContain('For Peter');
    const { document } = (await ask('GET', `/api/v1/documents/${card.id}`)).body;
    expect(document).toEqual({
      ...card,
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
      generation_logs: [],
      payload: null,
    });
  });

  it('is made at once by "sync", as the client of Node.js asks: objects, and a password that no answer has', async () => {
    const meta = { _password: 'secret-616', order: 7 };
    const { status, body } = await create(
      { document_template_id: TEMPLATE, payload: { clientName: 'Ann' }, meta, status: 'pending' },
      'documents/sync',
    );
    expect(status).toBe(200);
    expect(body.document_card).toMatchObject({ status: 'success', meta: '{"order":7}' });
    expect(JSON.stringify(body)).not.toContain('secret-616');
    expect((await download(body.document_card.download_url)).pdf.toString('latin1')).toContain('/Encrypt');
  });

  it('says why it failed, and keeps its meta', async () => {
    const { body } = await create(
      { document_template_id: TEMPLATE, payload: { broken: true, a: 1 }, meta: { ref: 'x' } },
      'documents/sync',
    );
    expect(body.document_card).toMatchObject({
      download_url: null,
      failure_cause: expect.stringContaining('cannot divide by 0'),
      meta: '{"ref":"x"}',
      status: 'failure',
    });
    const { document } = (await ask('GET', `/api/v1/documents/${body.document_card.id}`)).body;
    expect(document.generation_logs).toMatchObject([{ type: 'error', message: body.document_card.failure_cause }]);
  });

  it('is removed with what it has made', async () => {
    const { body } = await create({ document_template_id: TEMPLATE }, 'documents/sync');
    const { id, download_url: url } = body.document_card;
    expect(await ask('DELETE', `/api/v1/documents/${id}`)).toEqual({ status: 204, body: undefined });
    expect((await fetch(url)).status).toBe(410);
    for (const at of ['document_cards', 'documents'])
      expect(await ask('GET', `/api/v1/${at}/${id}`)).toMatchObject({
        status: 404,
        body: { errors: [{ detail: 'This document was removed.' }] },
      });
  });
});

it('lists templates by page, whose ids make documents', async () => {
  const { body } = await ask('GET', '/api/v1/document_template_cards?page[number]=1&q[workspace_id]=w');
  expect(body).toMatchObject({
    document_template_cards: [{ id: TEMPLATE, identifier: 'Invoice', is_draft: false }],
    meta: { current_page: 1, next_page: null, prev_page: null, total_pages: 1 },
  });
});

describe('what is refused', () => {
  it.each([
    ['a draft', { document_template_id: TEMPLATE }, 501, '/document/status', 'Give "pending"'],
    [
      'a draft that says so',
      { document_template_id: TEMPLATE, status: 'draft' },
      501,
      '/document/status',
      'Give "pending"',
    ],
    ['no template', { status: 'pending' }, 422, '/document/document_template_id', 'a template'],
    [
      'an empty password',
      { document_template_id: 'a', status: 'pending', meta: { _password: '' } },
      422,
      '/document/meta/_password',
      'empty',
    ],
    ['a payload that is a list', { payload: [1] }, 422, '/document/payload', 'an object'],
    ['a payload that is no JSON', { payload: '{a' }, 422, '/document/payload', 'its JSON'],
    ['a payload without an end', { payload: `{"a":${'['.repeat(5_000)}` }, 422, '/document/payload', 'nests deeper'],
    ['a name that is there twice', { meta: '{"a":1,"a":2}' }, 422, '/document/meta', 'the same name'],
    [
      'a name that is none',
      { meta: { _filename: 1 }, document_template_id: 'x', status: 'pending' },
      422,
      '/document/meta/_filename',
      'text',
    ],
    [
      'a long meta',
      { meta: { a: 'x'.repeat(10_000) }, document_template_id: 'x', status: 'pending' },
      422,
      '/document/meta',
      '10000',
    ],
    ['a field of nobody', { color: 'red' }, 422, '/document/color', 'none of the fields'],
  ])('%s', async (_name, document, status, pointer, told) => {
    const answer = await create(document);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toContain(told);
    expect(answer.body.errors).toMatchObject([
      { status: String(status), source: { pointer }, detail: answer.body.error },
    ]);
  });

  it('a template that is not there, a key that is wrong, and a document of nobody', async () => {
    const missing = await create({ document_template_id: 'nowhere', status: 'pending' });
    expect([missing.status, missing.body.errors[0].detail]).toEqual([404, expect.stringContaining('template')]);
    expect((await fetch(`${service.url}/api/v1/documents/x`, { headers: { authorization: 'Bearer no' } })).status).toBe(
      401,
    );
    expect((await ask('GET', '/api/v1/documents/11475e57-0334-4ad5-8896-9462a2243957')).status).toBe(404);
  });

  it.each([
    ['PUT', 'documents/1'],
    ['GET', 'document_cards'],
    ['POST', 'rest_hooks'],
    ['DELETE', 'document_templates/1'],
  ])('%s /%s, with what there is instead', async (method, at) => {
    const { status, body } = await ask(method, `/api/v1/${at}`, method === 'GET' ? undefined : { document: {} });
    expect(status).toBe(501);
    expect(body.error).toMatch(/^\w+ \/api\/v1\/\S+ is not supported: .+\.$/);
  });
});
