import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { readConfig, type Service, startService } from '@platen/server';
import { Chromiumly, HtmlConverter, HtmlScreenshot, MarkdownConverter, UrlConverter, UrlScreenshot } from 'chromiumly';
import {
  a4,
  add,
  adjust,
  convert,
  delay,
  filename,
  gotenberg,
  header,
  html as html6,
  landscape,
  markdown as markdown6,
  office,
  pipe,
  please,
  range,
  type Source,
  set,
  timeout,
  to,
  url as url6,
} from 'gotenberg-js-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pdfInfo, pdfJson, pdfText, readPng } from '../packages/engine/src/testing/judge.ts';
import { type Site, startSite } from '../packages/engine/src/testing/site.ts';
import { usePostgres } from '../packages/server/src/testing/use-postgres.ts';

/** Gotenberg's routes as its clients use them: host and key are changed, nothing else. */

const KEY = 'key-of-the-gotenberg-tests-0123456789';
const data = mkdtempSync(path.join(tmpdir(), 'platen-gotenberg-'));
const database = usePostgres();
let service: Service;
let site: Site;
/** What was sent to `/hook`, and the statuses that it answers, before 200. */
const sent: { method: string; to: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
const answers: number[] = [];
const seen: { readonly cookie?: string; readonly 'x-shop'?: string }[] = [];

beforeAll(async () => {
  site = await startSite({
    '/': (request, response) => {
      seen.push(request.headers as (typeof seen)[number]);
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Home</title><h1>A page of the web</h1>');
    },
    '/hook': (request, response) =>
      void buffer(request).then((body) => {
        const { method = '', url = '', headers } = request;
        sent.push({ method, to: new URL(url, site.origin).searchParams.get('to') ?? '', headers, body });
        response.writeHead(answers.shift() ?? 200).end();
      }),
    '/gone': (_, response) => void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here'),
  });
  service = await startService(
    readConfig({
      PORT: '0',
      PLATEN_DATA: data,
      ...database(),
      PLATEN_BOOTSTRAP_KEY: KEY,
      PLATEN_EGRESS_ALLOW: site.host,
      PLATEN_CONCURRENCY: '2',
      LOG_LEVEL: 'silent',
    }),
  );
  // As their documentation says: the address of the service, and the credentials of basic authentication.
  Chromiumly.configure({ endpoint: service.url, username: 'api', password: KEY });
});
afterAll(async () => {
  await service.stop();
  site.close();
  rmSync(data, { recursive: true });
});

const html = (text: string) => Buffer.from(text);

/** A form as curl sends it: fields, and files by their names. */
function post(route: string, fields: Record<string, string>, files: Record<string, string> = {}, headers = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, text] of Object.entries(files)) form.append('files', new Blob([text]), name);
  return fetch(`${service.url}/forms/${route}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, ...headers },
    body: form,
  });
}

/** A request with fields of headers as they are: `fetch` joins those of one name. @returns status and text */
async function ask(headers: OutgoingHttpHeaders): Promise<readonly [number | undefined, string]> {
  const at = `${service.url}/forms/chromium/convert/html`;
  const asked = request(at, { method: 'POST', headers: { authorization: `Bearer ${KEY}`, ...headers } });
  asked.end('--x\r\nContent-Disposition: form-data; name=files; filename=index.html\r\n\r\nx\r\n--x--\r\n');
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return [answer.statusCode, await text(answer)];
}

describe('the npm package chromiumly', () => {
  it('prints a page with its files, a header and a footer, on the paper that it asks for', async () => {
    const pdf = await new HtmlConverter().convert({
      html: html('<link rel="stylesheet" href="style.css"><h1>Bill</h1><p class="gone">gone</p>'),
      assets: [{ file: html('.gone { display: none }'), name: 'style.css' }],
      header: html('<div style="font-size: 10px">Shop</div>'),
      footer: html(
        '<div style="font-size: 10px"><span class="pageNumber"></span> of <span class="totalPages"></span></div>',
      ),
      properties: {
        size: { width: 5.83, height: '8.27in' },
        margins: { top: 1, bottom: '2cm', left: 0.5, right: 0.5 },
      },
      metadata: { Author: 'Ada', Keywords: ['a', 'b'] },
    });
    const info = await pdfInfo(pdf);
    expect(info['Page size']).toMatch(/^419\.\d+ x 595\.\d+ pts/);
    expect([info.Author, info.Keywords]).toEqual(['Ada', 'a, b']);
    const text = await pdfText(pdf);
    expect(text).toMatch(/Shop[\s\S]*Bill[\s\S]*1 of 1/);
    expect(text).not.toContain('gone');
  });

  it('prints an address in the medium of print, with its cookies and headers', async () => {
    const pdf = await new UrlConverter().convert({
      url: site.origin,
      cookies: [{ name: 'session', value: 'c1', domain: new URL(site.origin).hostname }],
      extraHttpHeaders: { 'X-Shop': 'two' },
    });
    expect(await pdfText(pdf)).toContain('A page of the web');
    expect((await pdfInfo(pdf))['Page size']).toMatch(/^612 x 792 pts/);
    expect(seen.at(-1)).toMatchObject({ cookie: 'session=c1', 'x-shop': 'two' });
  });

  it('puts Markdown into a page, and runs no code of either', async () => {
    const pdf = await new MarkdownConverter().convert({
      html: html('<body>{{ 1 | plus: 1 }} {{ toHTML "file.md" }}</body>'),
      markdown: html('# Title\n\n{{ 2 | plus: 2 }} *word*'),
    } as never);
    const text = await pdfText(pdf);
    expect(text).toContain('{{ 1 | plus: 1 }}');
    expect(text).toMatch(/Title\s+\{\{ 2 \| plus: 2 \}\} word/);
  });

  it('lets the page have its own margins, as Chromium does', async () => {
    const own = '<style>@page{margin:2cm}body{margin:0}</style>here';
    const pdf = await new HtmlConverter().convert({ html: html(own), properties: { margins: { left: 1 } } });
    expect(await pdfText(pdf, '-bbox')).toMatch(/xMin="5[67]\.[^>]*>here/);
    const plain = await new HtmlConverter().convert({ html: html('<style>body{margin:0}</style>here') });
    expect(await pdfText(plain, '-bbox')).toMatch(/xMin="2[78]\.[^>]*>here/);
  });

  it('takes pictures of a window and of a whole page', async () => {
    const tall = '<body style="margin: 0"><div style="height: 900px; background: red">';
    const window = await new HtmlScreenshot().capture({ html: html(tall), properties: { format: 'png', clip: true } });
    const [clipped, whole] = [
      readPng(window),
      readPng(await new HtmlScreenshot().capture({ html: html(tall), properties: { format: 'png', width: 400 } })),
    ];
    expect([clipped.width, clipped.height]).toEqual([800, 600]);
    expect([whole.width, whole.height]).toEqual([400, 900]);
    const jpeg = await new UrlScreenshot().capture({ url: site.origin, properties: { format: 'jpeg', quality: 50 } });
    expect(jpeg.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  });

  it('forbids readers what it says, and takes pictures for dense screens', async () => {
    const pdf = await new HtmlConverter().convert({ html: html('x'), allowPrinting: false, allowCopying: true });
    expect((await pdfInfo(pdf)).Encrypted).toMatch(/^yes \(print:no copy:yes/);
    const properties = { format: 'png', width: 300, height: 200, clip: true, deviceScaleFactor: 2 } as const;
    const dense = readPng(await new HtmlScreenshot().capture({ html: html('x'), properties }));
    expect([dense.width, dense.height]).toEqual([600, 400]);
  });

  it('is told that a file to attach is not attached', async () => {
    const attaching = new HtmlConverter().convert({
      html: html('x'),
      embeds: [path.join(import.meta.dirname, 'cli.test.ts')],
    });
    await expect(attaching).rejects.toThrow(/Status: 501[\s\S]*'embeds' is not supported/);
  });

  it('is told of errors by status and sentence', async () => {
    const convert = new UrlConverter().convert({ url: `${site.origin}/gone` });
    await expect(convert).rejects.toThrow(/Status: 409 [\s\S]*Body: [^{]*404/);
    expect(
      await pdfText(await new UrlConverter().convert({ url: `${site.origin}/gone`, failOnHttpStatusCodes: [] })),
    ).toContain('Not here');
  });
});

describe('the npm package gotenberg-js-client, of Gotenberg 6', () => {
  /** As its README has it, with the key beside it. */
  async function made(source: Source, ...steps: readonly ((request: never) => unknown)[]): Promise<Buffer> {
    const at = gotenberg(`${service.url}/forms/chromium`);
    const key = adjust({ headers: { authorization: `Bearer ${KEY}` } });
    const piped = pipe as unknown as (...all: readonly unknown[]) => (source: Source) => Promise<Readable>;
    return await buffer(await piped(at, convert, ...steps, key, please)(source));
  }

  it('prints a page with its files, on the paper and the pages that it names', async () => {
    const page = {
      'index.html': '<link rel=stylesheet href=s.css><p>one<p class=b>two',
      's.css': '.b{break-before:page}',
    };
    const pdf = await made(
      page,
      html6,
      to(a4, landscape),
      set(filename('foo.pdf'), timeout(2.5), delay(0.1), range('2-2')),
    );
    expect(pdfInfo(pdf)['Page size']).toMatch(/^842\.\d+ x 595/);
    expect(pdfText(pdf).trim()).toBe('two');
  });

  it('prints an address with its headers, and Markdown in a page', async () => {
    expect(pdfText(await made(`${site.origin}/`, url6, add(header('X-Shop', 'six'))))).toContain('A page of the web');
    expect(seen.at(-1)).toMatchObject({ 'x-shop': 'six' });
    const page = { 'index.html': '<body>{{ toHTML .DirPath "content.md" }}', 'content.md': '# My *title*' };
    expect(pdfText(await made(page, markdown6)).trim()).toBe('My title');
  });

  it('is told what other programs are for', async () => {
    await expect(made({ 'a.docx': 'x' }, office)).rejects.toThrow('501');
  });
});

/** Requests as their documentation has them, with what a client relies on: status, and what the text names. */
const REPLAYED: readonly [string, string, Record<string, string>, Record<string, string>, number, RegExp][] = [
  ['a page', 'convert/html', {}, { 'index.html': '<p>x' }, 200, /^%PDF-/],
  ['no address', 'convert/url', {}, {}, 400, /^Invalid form data: form field 'url' is required$/],
  ['an address by its old name', 'convert/url', { remoteURL: 'x' }, {}, 400, /"remoteURL"/],
  ['two addresses', 'convert/url', { remoteURL: 'http://a.test', url: 'http://b.test' }, {}, 400, /'remoteURL'/],
  ['a webhook by its old name', 'convert/html', { webhookURL: 'x' }, { 'index.html': 'x' }, 501, /'webhookURL'/],
  [
    'no page',
    'convert/html',
    {},
    { 'page.html': '<p>x' },
    400,
    /^Invalid form data: form file 'index.html' is required$/,
  ],
  ['no Markdown', 'convert/markdown', {}, { 'index.html': 'x' }, 400, /form file '\*\.md' is required$/],
  [
    'Markdown that is not there',
    'convert/markdown',
    {},
    { 'index.html': '{{ toHTML "b.md" }}', 'a.md': 'x' },
    400,
    /^Markdown file\(s\) not found: 'b\.md'$/,
  ],
  [
    'a margin of words',
    'convert/html',
    { marginTop: 'wide' },
    { 'index.html': 'x' },
    400,
    /form field 'marginTop' is invalid/,
  ],
  ['a scale of 3', 'convert/html', { scale: '3' }, { 'index.html': 'x' }, 400, /form field 'scale' is invalid/],
  ['a switch of words', 'convert/html', { landscape: 'yes' }, { 'index.html': 'x' }, 400, /'landscape' is invalid/],
  ['fields that are empty', 'convert/html', { scale: '', pdfa: '', cookies: '' }, { 'index.html': 'x' }, 200, /^%PDF-/],
  ['cookies that are no JSON', 'convert/html', { cookies: '{' }, { 'index.html': 'x' }, 400, /'cookies' is invalid/],
  [
    'metadata with a name twice',
    'convert/html',
    { metadata: '{"A":1,"A":2}' },
    { 'index.html': 'x' },
    400,
    /same name/,
  ],
  [
    'no background to leave out',
    'convert/html',
    { omitBackground: 'true' },
    { 'index.html': 'x' },
    400,
    /printBackground/,
  ],
  [
    'what a reader may not do',
    'convert/html',
    { allowPrinting: 'false', allowCopying: 'true' },
    { 'index.html': 'x' },
    200,
    /^%PDF-[\s\S]*/,
  ],
  ['a permission of words', 'convert/html', { allowPrinting: 'no' }, { 'index.html': 'x' }, 400, /'allowPrinting'/],
  [
    'a watermark of the PDF engines',
    'convert/html',
    { watermarkSource: 'text' },
    { 'index.html': 'x' },
    501,
    /'watermarkSource' is not supported: POST \/v1\/convert\/pdf has "watermark"\./,
  ],
  [
    'a scale that is none',
    'screenshot/html',
    { deviceScaleFactor: '99' },
    { 'index.html': 'x' },
    400,
    /"deviceScaleFactor"/,
  ],
  ['PDF/A', 'convert/html', { pdfa: 'PDF/A-2b' }, { 'index.html': 'x' }, 501, /'pdfa' is not supported: /],
  ['files for each page', 'convert/html', { splitMode: 'pages' }, { 'index.html': 'x' }, 501, /'splitMode'/],
  [
    'a field of another day',
    'convert/html',
    { tomorrow: '1' },
    { 'index.html': 'x' },
    501,
    /'tomorrow' is not supported/,
  ],
  ['an image option for a PDF', 'convert/html', { quality: '5' }, { 'index.html': 'x' }, 501, /'quality'/],
  ['an address of this machine', 'convert/url', { url: 'http://127.0.0.2:1/' }, {}, 403, /\S/],
  ['an address that is none', 'convert/url', { url: 'nothing' }, {}, 400, /"url"/],
  [
    'an expression that comes true',
    'convert/html',
    { waitForExpression: "window.ready === 'yes'", waitDelay: '10ms' },
    {
      'index.html': '<p id="p">early<script>setTimeout(() => { p.textContent = "late"; ready = "yes" }, 300)</script>',
    },
    200,
    /^%PDF-/,
  ],
  [
    'a script that fails',
    'convert/html',
    { failOnConsoleExceptions: 'true' },
    { 'index.html': '<script>throw new Error("broken")</script>' },
    409,
    /\S/,
  ],
  [
    'a picture that is not there',
    'convert/html',
    { failOnResourceHttpStatusCodes: '[499,599]', failOnResourceLoadingFailed: 'true' },
    { 'index.html': '<img src="none.png">' },
    409,
    /\S/,
  ],
  ['a window', 'screenshot/html', { width: '300', height: '200', clip: 'true' }, { 'index.html': 'x' }, 200, /PNG/],
  [
    'a header of an image',
    'screenshot/html',
    {},
    { 'index.html': 'x', 'header.html': 'y' },
    501,
    /'header\.html' is not/,
  ],
  [
    'a file beside an address',
    'convert/url',
    { url: 'http://a.test' },
    { 'a.css': 'x' },
    501,
    /'a\.css' is not supported/,
  ],
  ['a quality of 101', 'screenshot/html', { quality: '101' }, { 'index.html': 'x' }, 400, /'quality' is invalid/],
  [
    'a header beyond Latin-1',
    'convert/url',
    { url: 'http://a.test', extraHttpHeaders: '{"X-A":"\u65e5"}' },
    {},
    400,
    /^"extraHttpHeaders\.X-A" must be visible/,
  ],
  [
    'a header twice',
    'convert/url',
    { url: 'http://a.test', extraHttpHeaders: '{"X-A":"1","x-a":"2"}' },
    {},
    400,
    /"extraHttpHeaders"/,
  ],
  [
    'a cookie that ends',
    'convert/url',
    { url: 'http://a.test', cookies: '[{"name":"a","value":"b","domain":"a.test","expires":3}]' },
    {},
    501,
    /"expires"/,
  ],
  [
    'stages of Gotenberg 9',
    'convert/html',
    { stages: '[{"op":"merge"}]' },
    { 'index.html': 'x' },
    501,
    /'stages' is not/,
  ],
  ['a GIF', 'screenshot/html', { format: 'gif' }, { 'index.html': 'x' }, 400, /'format' is invalid/],
];

describe('requests to /forms/chromium', () => {
  it.each(REPLAYED)('with %s', async (_name, route, fields, files, status, text) => {
    const answer = await post(`chromium/${route}`, fields, files, { 'gotenberg-trace': 'trace-1' });
    const body = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, body.subarray(0, 400).toString('latin1')]).toEqual([status, expect.stringMatching(text)]);
    expect(answer.headers.get('gotenberg-trace')).toBe('trace-1');
    if (status !== 200) expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it('give the file the name of Gotenberg-Output-Filename, or one of its own', async () => {
    const named = await post(
      'chromium/convert/html',
      {},
      { 'index.html': 'x' },
      { 'gotenberg-output-filename': 'bill' },
    );
    expect(named.headers.get('content-disposition')).toBe('attachment; filename=bill.pdf');
    const unnamed = await post('chromium/convert/html', {}, { 'index.html': 'x' });
    expect(unnamed.headers.get('content-disposition')).toMatch(/^attachment; filename=[\w-]+\.pdf$/);
  });

  it('are refused in the same words without a key, in JSON, and for what other programs are for', async () => {
    const body = new FormData();
    body.append('files', new Blob(['x']), 'index.html');
    const at = `${service.url}/forms/chromium/convert/html`;
    const without = await fetch(at, { method: 'POST', body });
    expect([without.status, await without.text()]).toEqual([401, expect.stringMatching(/^[^{]/)]);
    const json = await fetch(at, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect([json.status, await json.text()]).toEqual([
      415,
      expect.stringContaining('Send the fields and files as "multipart/form-data"'),
    ]);
    const office = await post('libreoffice/convert', {}, { 'a.docx': 'x' });
    expect([office.status, await office.text()]).toEqual([501, expect.stringContaining('/forms/libreoffice/convert')]);
  });
});

it('a header of Gotenberg that comes twice is refused: Node.js would join both', async () => {
  const answer = await ask({
    'Gotenberg-Output-Filename': ['a', 'b'],
    'content-type': 'multipart/form-data; boundary=x',
  });
  expect(answer).toEqual([400, "Invalid 'Gotenberg-Output-Filename' header: send it once."]);
});

it('takes a picture of an element, and bookmarks as Gotenberg 9 calls them', async () => {
  const page = {
    'index.html':
      '<body style="height: 2000px"><h1>A</h1><p id=p style="width: 70px; height: 30px; margin-top: 900px">x',
  };
  const picture = await post('chromium/screenshot/html', { selector: '#p', clip: 'true' }, page);
  const { width, height } = readPng(Buffer.from(await picture.arrayBuffer()));
  expect([width, height]).toEqual([70, 30]);
  const pdf = await post('chromium/convert/html', { nativeBookmarks: 'true' }, page);
  expect(pdfJson(Buffer.from(await pdf.arrayBuffer()), 'outlines')).toMatchObject([{ title: 'A' }]);
});

it.each(['pdf/merge', 'pdf/pipe', 'pdfengines/merge'])('POST /forms/%s answers 501 with a sentence', async (at) => {
  const answer = await post(at, {}, { 'a.pdf': 'x' });
  expect([answer.status, await answer.text()]).toEqual([501, expect.stringContaining('Keep Gotenberg for this route')]);
});

it('a field that comes twice with two values is refused', async () => {
  const body = new FormData();
  for (const width of ['5', '6']) body.append('paperWidth', width);
  body.append('files', new Blob(['x']), 'index.html');
  const at = `${service.url}/forms/chromium/convert/html`;
  const answer = await fetch(at, { method: 'POST', headers: { authorization: `Bearer ${KEY}` }, body });
  expect([answer.status, await answer.text()]).toEqual([
    400,
    expect.stringMatching(/'paperWidth' is invalid: it was sent twice/),
  ]);
});

it.each(['/prometheus/metrics', '/debug'])('GET %s answers 501 with a sentence', async (at) => {
  const answer = await fetch(service.url + at);
  expect([answer.status, await answer.text()]).toEqual([501, expect.stringContaining(`${at} is not supported: `)]);
});

it('a path that nobody knows is told to be of Gotenberg, not of this service', async () => {
  const answer = await post('chromium/convert/pptx', {});
  expect([answer.status, await answer.text()]).toEqual([
    404,
    expect.stringContaining('Nothing of Gotenberg is at this path'),
  ]);
});

describe('the headers of webhooks', () => {
  const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const hook = (to: string) => `${site.origin}/hook?to=${to}`;
  const told = () => ({ 'gotenberg-webhook-url': hook('file'), 'gotenberg-webhook-error-url': hook('error') });
  const jobOf = async (id: string | null) => {
    const answer = await fetch(`${service.url}/v1/jobs/${id}`, { headers: { authorization: `Bearer ${KEY}` } });
    return ((await answer.json()) as { job: { status: string; deliveries: object[] } }).job;
  };
  beforeEach(() => {
    sent.length = 0;
    answers.length = 0;
  });

  it('send the file as they say, again after a failure of the receiver, and answer before', async () => {
    answers.push(503);
    const answer = await post(
      'chromium/convert/html',
      {},
      { 'index.html': '<p>For the receiver' },
      {
        ...told(),
        'gotenberg-webhook-method': 'put',
        'gotenberg-webhook-extra-http-headers': '{"X-Shop":"7","Content-Type":"text/plain","User-Agent":"Shop"}',
        'gotenberg-output-filename': 'bill',
        'gotenberg-trace': 'trace-7',
        traceparent: TRACEPARENT,
      },
    );
    expect([answer.status, await answer.text(), answer.headers.get('gotenberg-trace')]).toEqual([204, '', 'trace-7']);
    await expect.poll(() => sent.length, { timeout: 20_000 }).toBe(2);
    const [, { method, to, headers, body }] = sent as [unknown, (typeof sent)[number]];
    expect([method, to, headers]).toEqual([
      'PUT',
      'file',
      expect.objectContaining({
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename=bill.pdf',
        'content-length': String(body.length),
        'gotenberg-trace': 'trace-7',
        traceparent: TRACEPARENT,
        'user-agent': 'Shop',
        'x-shop': '7',
      }),
    ]);
    expect(pdfText(body)).toContain('For the receiver');
    const id = answer.headers.get('x-job-id');
    await expect
      .poll(() => jobOf(id))
      .toMatchObject({
        status: 'succeeded',
        deliveries: [{ kind: 'gotenberg_webhook', state: 'delivered', attempts: 2 }],
      });
  });

  it('tell what failed', async () => {
    const headers = {
      ...told(),
      'gotenberg-webhook-error-method': 'PATCH',
      'gotenberg-webhook-extra-http-headers': '{"X-Shop":"7","User-Agent":"Shop"}',
      'gotenberg-trace': 'trace-8',
      traceparent: TRACEPARENT,
    };
    const answer = await post('chromium/convert/url', { url: `${site.origin}/gone` }, {}, headers);
    expect(answer.status).toBe(204);
    await expect.poll(() => sent.length, { timeout: 20_000 }).toBe(1);
    expect(sent[0]).toMatchObject({
      method: 'PATCH',
      to: 'error',
      headers: {
        ...{ 'content-type': 'application/json', 'gotenberg-trace': 'trace-8', 'x-shop': '7' },
        traceparent: TRACEPARENT,
      },
    });
    expect(JSON.parse(String(sent[0]?.body))).toEqual({ status: 409, message: expect.stringMatching(/source_status/) });
  });

  it('tell that the file was not taken, after one try where another one would be in vain', async () => {
    answers.push(404);
    expect((await post('chromium/convert/html', {}, { 'index.html': 'x' }, told())).status).toBe(204);
    await expect.poll(() => sent.map(({ to }) => to), { timeout: 20_000 }).toEqual(['file', 'error']);
    expect(JSON.parse(String(sent[1]?.body))).toEqual({ status: 500, message: expect.stringMatching(/not_found/) });
  });

  it('tell of what went well where events are asked for, and of each of several that wait for each other', async () => {
    const headers = { 'gotenberg-webhook-url': hook('file'), 'gotenberg-webhook-events-url': hook('events') };
    const pages = ['One', 'Two', 'Three', 'Four', 'gone'];
    const answered = pages.map((name) =>
      name === 'gone'
        ? post('chromium/convert/url', { url: `${site.origin}/gone` }, {}, { ...headers, 'gotenberg-trace': name })
        : post('chromium/convert/html', {}, { 'index.html': name }, { ...headers, 'gotenberg-trace': name }),
    );
    expect((await Promise.all(answered)).map(({ status }) => status)).toEqual(pages.map(() => 204));
    await expect.poll(() => sent.length, { timeout: 30_000 }).toBe(9);
    const files = sent.filter(({ to }) => to === 'file');
    expect(
      files.map(({ body, headers: { 'gotenberg-trace': trace } }) => [trace, pdfText(body).trim()]).sort(),
    ).toEqual(['Four', 'One', 'Three', 'Two'].map((name) => [name, name]));
    const events = sent.filter(({ to }) => to === 'events').map(({ body }) => JSON.parse(String(body)));
    const timestamp = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(events).toHaveLength(5);
    expect(events).toContainEqual({ event: 'webhook.success', correlationId: 'Two', timestamp });
    const error = { status: 409, message: expect.any(String) };
    expect(events).toContainEqual({ event: 'webhook.error', correlationId: 'gone', timestamp, error });
  });

  it.each([
    ['nobody who is told of a failure', { 'error-url': '' }, 400, /'Gotenberg-Webhook-Error-Url'/],
    ['no address of a file', { url: '' }, 400, /'Gotenberg-Webhook-Url'/],
    ['both who are told', { 'events-url': 'https://example.com/' }, 501, /'Gotenberg-Webhook-Events-Url'/],
    ['a method that sends nothing', { method: 'GET' }, 400, /'Gotenberg-Webhook-Method'/],
    ['another for failures', { 'error-method': 'DELETE' }, 400, /'Gotenberg-Webhook-Error-Method'/],
    ['headers that are no JSON', { 'extra-http-headers': 'X-Shop: 7' }, 400, /'Gotenberg-Webhook-Extra-Http-Headers'/],
    ['a header that is none', { 'extra-http-headers': '{"a b":"1"}' }, 400, /'Gotenberg-Webhook-Extra-Http-Headers'/],
    [
      'a header of the service',
      { 'extra-http-headers': '{"Host":"a"}' },
      400,
      /'Gotenberg-Webhook-Extra-Http-Headers'/,
    ],
    ['a header twice', { 'extra-http-headers': '{"X-A":"1","x-a":"2"}' }, 400, /must have each header once/],
    ['a value beyond Latin-1', { 'extra-http-headers': '{"X-A":"\\u65e5"}' }, 400, /'X-A' must be/],
    ['no address', { url: 'example' }, 400, /'Gotenberg-Webhook-Url'/],
    ['one that may not be reached', { url: 'https://10.0.0.1/' }, 403, /"Gotenberg-Webhook-Url"/],
    ['a service of the host', { 'error-url': 'http://127.0.0.1:1/' }, 403, /"Gotenberg-Webhook-Error-Url"/],
  ])('are refused by name: %s', async (_name, changes, status, sentence) => {
    const changed = Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [`gotenberg-webhook-${name}`, value]),
    );
    const answer = await post('chromium/convert/html', {}, { 'index.html': 'x' }, { ...told(), ...changed });
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringMatching(sentence)]);
  });
});
