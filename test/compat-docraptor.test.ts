import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig, type Service, startService } from '@platen/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfJson, pdfPages, pdfText } from '../packages/engine/src/testing/judge.ts';
import { type Site, startSite } from '../packages/engine/src/testing/site.ts';
import { usePostgres } from '../packages/server/src/testing/use-postgres.ts';

/** DocRaptor's API as its clients ask it: key as user name, JSON, errors in XML. (Its npm package names no license.) */

const KEY = 'key-of-the-docraptor-tests-0123456789';
const data = mkdtempSync(path.join(tmpdir(), 'platen-docraptor-'));
const database = usePostgres();
let service: Service;
let site: Site;
const heard: (string | undefined)[] = [];

beforeAll(async () => {
  site = await startSite({
    '/page': ({ headers }, response) => {
      heard.push(headers.referer);
      response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>From afar</h1>');
    },
    '/in/a.css': (_, response) => void response.writeHead(200, { 'content-type': 'text/css' }).end('b{display:none}'),
  });
  const environment = {
    PLATEN_CONCURRENCY: '2',
    ...{ PORT: '0', PLATEN_DATA: data, PLATEN_BOOTSTRAP_KEY: KEY, PLATEN_EGRESS_ALLOW: site.host, LOG_LEVEL: 'silent' },
    ...database(),
  };
  service = await startService(readConfig(environment));
});
afterAll(async () => {
  await service.stop();
  site.close();
  rmSync(data, { recursive: true });
});

const basic = (key: string) => ({ authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` });
const get = (at: string) => fetch(`${service.url}/docraptor/${at}`, { headers: basic(KEY) });
const post = (at: string, body: unknown, headers: Record<string, string> = basic(KEY)) =>
  fetch(`${service.url}/docraptor/${at}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
async function made(doc: object): Promise<{ readonly text: string; readonly answer: Response; readonly pdf: Buffer }> {
  const answer = await post('docs', doc);
  const pdf = Buffer.from(await answer.arrayBuffer());
  expect(answer.status, pdf.toString('latin1').slice(0, 500)).toBe(200);
  return { text: pdfText(pdf), answer, pdf };
}

/** The status of a document, once it has ended. */
async function ended(id: string): Promise<Record<string, unknown>> {
  await fetch(`${service.url}/v1/jobs/${id}?wait=60`, { headers: basic(KEY) });
  return (await (await get(`status/${id}`)).json()) as Record<string, unknown>;
}

describe('a document', () => {
  it('is made as there: on Letter, for print, without its script, with its number of pages', async () => {
    const { answer, text, pdf } = await made({
      type: 'pdf',
      name: 'hello.pdf',
      test: true,
      document_content:
        '<style>@media screen{p{display:none}}</style><p>one<p style="break-before:page" id=a>two<script>a.textContent="three"</script>',
    });
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('x-docraptor-num-pages')).toBe('2');
    expect(answer.headers.get('content-disposition')).toContain('hello.pdf');
    expect(text).toMatch(/one[\s\S]*two/);
    expect(text).not.toContain('three');
    expect(pdfPages(pdf)[0]).toEqual({ width: 612, height: 792 });
  });

  it('may be wrapped in "doc", run its script, find files below its base address, and have fields of forms', async () => {
    const { text, pdf } = await made({
      doc: {
        document_type: 'pdf',
        javascript: true,
        document_content:
          '<link rel=stylesheet href=a.css><b>hidden</b><p id=a></p><input name=who><script>a.textContent="ran"</script>',
        prince_options: { baseurl: `http://${site.host}/in/`, media: 'screen', pdf_title: 'T', pdf_forms: true },
      },
    });
    expect(text).toContain('ran');
    expect(text).not.toContain('hidden');
    expect(pdfJson(pdf, 'acroform')).toMatchObject({ hasacroform: true, fields: [{ fullname: 'who' }] });
  });

  it('may have an address, which is sent the referrer, and the paper of the page', async () => {
    const { text } = await made({ document_url: `http://${site.host}/page`, referrer: 'http://shop.example/' });
    expect(text).toContain('From afar');
    expect(heard).toEqual(['http://shop.example/']);
    const { pdf } = await made({ document_content: '<style>@page{size:A5}</style>a' });
    expect(pdfPages(pdf)[0]?.width).toBeCloseTo(419.5, 0);
  });

  it('is encrypted when it is to be', async () => {
    const prince = { encrypt: true, key_bits: 128, owner_password: 'o', disallow_copy: true };
    const answer = await post('docs', { document_content: 'a', prince_options: prince });
    expect(Buffer.from(await answer.arrayBuffer()).toString('latin1')).toContain('/Encrypt');
  });

  it('takes the key after the question mark, as older code sends it', async () => {
    expect((await post(`docs?user_credentials=${KEY}`, { document_content: 'a', test: true }, {})).status).toBe(200);
  });
});

it.each(['/lost.png', 'http://10.0.0.1/lost.png', 'lost'])(
  'a file that does not load (%s) is an error when it may not be ignored',
  async (src) => {
    const at = src === 'lost' ? `http://${site.host}/lost.png` : src;
    const answer = await post('docs', { document_content: `<img src="${at}">`, ignore_resource_errors: false });
    expect([answer.status, await answer.text()]).toEqual([
      422,
      expect.stringContaining('or leave out "ignore_resource_errors".'),
    ]);
  },
);

describe('a form of texts', () => {
  const send = (form: string) =>
    fetch(`${service.url}/docraptor/docs`, { method: 'POST', headers: basic(KEY), body: new URLSearchParams(form) });

  it('is a document too, with its switches and options', async () => {
    const html = encodeURIComponent('<p id=a>Größe<script>a.append(" ran")</script>');
    const options = 'doc[prince_options][media]=screen&doc[prince_options][css_dpi]=96';
    const answer = await send(
      `user_credentials=x&doc[document_type]=pdf&doc[test]=true&doc[javascript]=1&${options}&doc[document_content]=${html}`,
    );
    const pdf = Buffer.from(await answer.arrayBuffer());
    expect(answer.status, pdf.toString('latin1').slice(0, 500)).toBe(200);
    expect(pdfText(pdf)).toContain('Größe ran');
    expect(answer.headers.get('x-sandbox')).toBe('true');
  });

  it('may be multipart, as PHP sends an array, and has no files', async () => {
    const form = new FormData();
    form.append('doc[document_content]', '<p>Größe');
    form.append('doc[test]', 'true');
    const ask = () => fetch(`${service.url}/docraptor/docs`, { method: 'POST', headers: basic(KEY), body: form });
    expect(pdfText(Buffer.from(await (await ask()).arrayBuffer()))).toContain('Größe');
    form.append('doc[name]', new Blob(['x']), 'x.html');
    const answer = await ask();
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('"doc[name]" is a file')]);
  });

  it.each([
    ['doc[test]=yes&doc[document_content]=a', 400, '"doc.test" has to be true or false'],
    ['doc[colour]=red&doc[document_content]=a', 400, '"doc.colour"'],
    ['doc[help]=true&doc[document_content]=a', 501, '"doc.help"'],
    ['doc[prince_options][css_dpi]=72&doc[document_content]=a', 501, '"doc.prince_options.css_dpi"'],
    ['document_content=a&document_content=b', 400, '"document_content" twice'],
  ])('is refused by name: %s', async (form, status, told) => {
    const answer = await send(form);
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(told)]);
  });
});

describe('a document that is made later', () => {
  it.each([
    ['async_docs', {}],
    ['docs', { async: true }],
  ])('by /%s is followed and downloaded, with the key and by its link', async (at, more) => {
    const accepted = await post(at, { document_content: 'later', test: true, ...more });
    expect(accepted.status).toBe(200);
    const { status_id: id } = (await accepted.json()) as { status_id: string };
    const status = await ended(id);
    expect(status).toMatchObject({ status: 'completed', download_id: id, number_of_pages: 1 });
    for (const answer of [await get(`download/${status.download_id}`), await fetch(String(status.download_url))])
      expect(pdfText(Buffer.from(await answer.arrayBuffer()))).toContain('later');
  });

  it('says what was wrong', async () => {
    const body = { document_url: `http://${site.host}/nowhere` };
    const { status_id: id } = (await (await post('async_docs', body)).json()) as { status_id: string };
    const status = await ended(id);
    expect(status.status).toBe('failed');
    // Without a remedy that has no name there.
    expect(status.validation_errors).toBe('The source answered with status 404. Correct the address.');
    expect((await get(`download/${id}`)).status).toBe(422);
  });
});

describe('a request that is refused', () => {
  it.each<[string, object, number, string]>([
    ['without a document', {}, 400, '"document_content" or "document_url"'],
    [
      'with a margin that is none',
      { document_content: 'a', prince_options: { page_margin: 'far' } },
      400,
      '"prince_options.page_margin"',
    ],
    ['with two documents', { document_content: 'a', document_url: 'http://a.example/' }, 400, 'and not both'],
    ['with a field that nobody knows', { document_content: 'a', colour: 'red' }, 400, '"colour"'],
    ['for a spreadsheet', { type: 'xlsx', document_content: 'a' }, 501, '"type" is not supported'],
    ['with an end of hosting', { document_content: 'a', hosted_expires_at: '2026-12-24' }, 501, '"hosted_expires_at"'],
    ['with a callback', { document_content: 'a', callback_url: 'http://a.example/' }, 501, '"callback_url"'],
    [
      'with a profile',
      { document_content: 'a', prince_options: { profile: 'PDF/A-1b' } },
      501,
      '"prince_options.profile"',
    ],
    [
      'with a password and no encryption',
      { document_content: 'a', prince_options: { user_password: 'x' } },
      400,
      'encrypt',
    ],
    ['in "doc", with markup', { doc: { document_content: 'a', '<b>&': 1 } }, 400, '"doc.&lt;b&gt;&amp;"'],
  ])('%s is told so in XML', async (_, doc, status, told) => {
    const answer = await post('docs', doc);
    const text = await answer.text();
    expect(answer.status, text).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/xml');
    expect(text).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<errors>\n {2}<error code="\w+">[^<>]+<\/error>\n<\/errors>\n$/,
    );
    expect(text).toContain(told);
  });

  it('with another key, for hosting, and for what is not there', async () => {
    expect((await post('docs', { document_content: 'a' }, basic('wrong'))).status).toBe(401);
    expect((await post('hosted_docs', { document_content: 'a' })).status).toBe(501);
    expect((await get('status/job_none')).status).toBe(404);
  });
});
