import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { readConfig, type Service, startService } from '@platen/server';
import PDFShift from 'pdfshift';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfInfo, pdfText, readPng } from '../packages/engine/src/testing/judge.ts';
import { type Site, startSite } from '../packages/engine/src/testing/site.ts';
import { usePostgres } from '../packages/server/src/testing/use-postgres.ts';

/** PDFShift's API as its clients use it: host and key are changed, nothing else. */

const KEY = 'key-of-the-pdfshift-tests-0123456789';
const data = mkdtempSync(path.join(tmpdir(), 'platen-pdfshift-'));
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const database = usePostgres();
let service: Service;
let site: Site;
let receiver: Server;
const received: Record<string, unknown>[] = [];

beforeAll(async () => {
  site = await startSite({
    '/cookies': ({ headers }, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${headers.cookie}`),
    '/logo.png': (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(LOGO),
    '/': '<title>Home</title><h1>A page of the web</h1>',
    '/gone': (_, response) => void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here'),
  });
  receiver = createServer(async (request, response) => {
    received.push(JSON.parse((await buffer(request)).toString('utf8')));
    response.end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.once('listening', resolve));
  service = await startService(
    readConfig({
      PORT: '0',
      PLATEN_DATA: data,
      ...database(),
      PLATEN_BOOTSTRAP_KEY: KEY,
      PLATEN_EGRESS_ALLOW: `${site.host},${hostOf(receiver)}`,
      PLATEN_CONCURRENCY: '2',
      LOG_LEVEL: 'silent',
    }),
  );
  // One of those that customers have, with limits.
  const [, made] = await json(ask('POST', '/v1/keys', { name: 'Shop', scopes: ['*'] }));
  key = String(made.secret);
  keyId = (made.key as { id: string }).id;
});
afterAll(async () => {
  await service.stop();
  site.close();
  receiver.close();
  rmSync(data, { recursive: true });
});

const hostOf = (server: Server) => `127.0.0.1:${(server.address() as { port: number }).port}`;
let key = KEY;
let keyId = '';
const ask = (method: string, at: string, body?: unknown, headers: Record<string, string> = { 'x-api-key': key }) =>
  fetch(`${service.url}${at}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const convert = (format: string, body: unknown) => ask('POST', `/v3/convert/${format}`, body);
const json = async (response: Promise<Response>) => {
  const answer = await response;
  return [answer.status, (await answer.json()) as Record<string, unknown>] as const;
};

describe('the client `pdfshift` of npm', () => {
  const client = () => {
    PDFShift.apiBaseUrl = `${service.url}/v3`;
    return new PDFShift(key);
  };

  it('converts with what it knows', async () => {
    const prepared = client()
      .prepare('<title>Bill</title><p>Content', { sandbox: false })
      .margin({ top: '3cm' })
      .header({ source: '<p>Top of {{page}}', spacing: '2cm' })
      .protect({ author: 'Ada', no_print: true });
    const pdf = await prepared.convert();
    expect(pdfText(pdf)).toMatch(/Top of 1[\s\S]*Content/);
  });

  it('adds cookies and a watermark as its README does', async () => {
    const prepared = client().prepare(`${site.origin}/cookies`).addCookie({ name: 'session', value: '4cb496a8' });
    expect(pdfText(await prepared.convert())).toContain('session=4cb496a8');
    const image = `${site.origin}/logo.png`;
    const stamped = await client().convert('<p>x', {
      watermark: { image, offset_x: 50, offset_y: '100px', rotate: 45 },
    });
    expect(pdfText(stamped as unknown as Buffer)).toContain('x');
  });

  it('reads the address of a kept result, and what is left', async () => {
    const kept = await client().convert('<p>Kept', { filename: 'invoice-1' });
    expect(kept).toMatchObject({ success: true, filesize: expect.any(Number), pdf_pages: 1 });
    expect(pdfText(await (await fetch(String(kept.url))).bytes())).toContain('Kept');
    expect(await client().credits()).toMatchObject({ success: true, credits: { used: expect.any(Number) } });
  });
});

describe('POST /v3/convert', () => {
  it('answers with headers that clients read', async () => {
    const answer = await convert('pdf', { source: `${site.origin}/`, wait_for_network: true, use_print: true });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'x-response-status-code': '200',
      'x-credits-cost': '1',
      'x-credits-used': '1',
      'x-response-duration': expect.stringMatching(/^\d+$/),
      'x-pdfshift-duration': expect.stringMatching(/^\d+$/),
      'x-pdfshift-processor': expect.stringContaining('Chrome'),
      'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
    });
    expect(pdfInfo(await answer.bytes())).toMatchObject({ Title: 'Home' });
  });

  it('prints a page that is not found, unless told otherwise', async () => {
    const source = `${site.origin}/gone`;
    const printed = await convert('pdf', { source });
    expect([printed.status, printed.headers.get('x-response-status-code')]).toEqual([200, '404']);
    const [status, refused] = await json(convert('pdf', { source, raise_for_status: true }));
    expect([status, refused.code, refused.error_code]).toEqual([400, 400, 'source_status']);
    const told = 'The source answered with status 404. Correct the address, or leave out "raise_for_status".';
    expect(refused).toMatchObject({ error: told, errors: { source: told } });
  });

  it.each(['png', 'jpeg', 'webp'])('makes %s', async (format) => {
    const answer = await convert(format, { source: '<p>x', viewport: '300x200' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `image/${format}`]);
    if (format === 'png') expect(readPng(await answer.bytes())).toMatchObject({ width: 300, height: 200 });
  });

  it('sends each of several documents to the webhook', async () => {
    const webhook = `http://${hostOf(receiver)}/`;
    const [status, queued] = await json(convert('pdf', { source: ['<p>One', '<p>Two'], webhook }));
    expect([status, queued]).toEqual([
      202,
      { success: true, queued: true, ids: [expect.any(String), expect.any(String)] },
    ]);
    await expect.poll(() => received.length).toBe(2);
    for (const body of received)
      expect(body).toMatchObject({ success: true, url: expect.stringContaining('/v1/results/'), pdf_pages: 1 });
  });
});

describe('errors under /v3', () => {
  it.each([
    ['a field', convert, { source: '<p>', zoom: 9 }, 400, { errors: { zoom: expect.any(String) } }],
    ['no source', convert, {}, 400, { errors: { source: expect.any(String) } }],
    ['an address that is none', convert, { source: 'https://' }, 400, { errors: { source: expect.any(String) } }],
    ['what is not done', convert, { source: '<p>', log_request: true }, 501, { error_code: 'not_supported' }],
    [
      'a bucket without a connection',
      convert,
      { source: '<p>', s3_destination: 's3://my-bucket/b' },
      400,
      { error_code: 'invalid_request' },
    ],
  ] as const)('have the shape that clients read: %s', async (_name, send, body, status, expected) => {
    const [code, answer] = await json(send('pdf', body));
    expect(code).toBe(status);
    expect(answer).toMatchObject({ success: false, error: expect.any(String), code: status, ...expected });
    expect(answer).not.toHaveProperty('type');
  });

  it('of keys and paths, too', async () => {
    expect(await json(ask('GET', '/v3/account', undefined, { 'x-api-key': 'sk_wrong' }))).toEqual([
      401,
      expect.objectContaining({ success: false, code: 401, error: expect.any(String) }),
    ]);
    expect(await json(ask('GET', '/v3/nothing'))).toEqual([
      404,
      expect.objectContaining({ success: false, code: 404 }),
    ]);
  });
});

describe('records and templates under /v3', () => {
  it('are those of the organization', async () => {
    const id = (await convert('pdf', { source: '<p>logged' })).headers.get('x-request-id');
    expect(await json(ask('GET', `/v3/logs/${id}`))).toEqual([
      200,
      { success: true, data: expect.objectContaining({ request_id: id, route: '/v3/convert/pdf', credits: 1 }) },
    ]);
    expect((await json(ask('GET', '/v3/logs/req_nothing')))[0]).toBe(404);
    expect((await json(ask('GET', '/v3/logs/%00')))[0]).toBe(400);
    const [, before] = await json(ask('GET', '/v3/logs?before=2020-01-01T00:00:00Z'));
    expect(before.data).toEqual([]);
    const [, mine] = await json(ask('GET', `/v3/logs?key=${keyId}&limit=5`));
    expect(mine.data).toEqual(expect.arrayContaining([expect.objectContaining({ key_id: keyId })]));
    expect((await json(ask('GET', '/v3/logs?key=key_of_nobody')))[1].data).toEqual([]);
    expect((await json(ask('GET', `/v3/logs?key=${keyId}&key_id=${keyId}`)))[0]).toBe(400);
    for (const at of ['/v3/account', '/v3/credits/usage', '/v3/invoices', '/v3/logs?limit=5&status=error'])
      expect([at, (await ask('GET', at)).status]).toEqual([at, 200]);
  });

  it('are made, filled, changed and deleted', async () => {
    const made = await json(
      ask('POST', '/v3/templates', { slug: 'bill', name: 'Bill', content: '<p>Hello {{ name }}' }),
    );
    expect(made).toEqual([
      200,
      expect.objectContaining({ success: true, template: expect.objectContaining({ slug: 'bill' }) }),
    ]);
    const [, list] = await json(ask('GET', '/v3/templates'));
    expect(list).toMatchObject({
      success: true,
      templates: { total: 1, page: 0, data: [{ slug: 'bill', name: 'Bill' }] },
    });
    const pdf = await ask('POST', '/v3/templates/bill.pdf', { data: { name: 'Ada' } });
    expect(pdfText(await pdf.bytes())).toContain('Hello Ada');
    expect((await ask('PUT', '/v3/templates/bill', { content: '<p>Bye' })).status).toBe(200);
    expect(await (await ask('GET', '/v3/templates/bill.html')).text()).toBe('<p>Bye');
    expect(await json(ask('DELETE', '/v3/templates/bill'))).toEqual([200, { success: true }]);
    expect((await json(ask('POST', '/v3/templates/bill.png', {})))[0]).toBe(404);
  });
});
