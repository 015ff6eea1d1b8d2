import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig, type Service, startService } from '@platen/server';
import Firecrawl from 'firecrawl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPng } from '../packages/engine/src/testing/judge.ts';
import { type Site, startSite } from '../packages/engine/src/testing/site.ts';
import { usePostgres } from '../packages/server/src/testing/use-postgres.ts';

/** Firecrawl's scrape as its own client uses it: address and key are changed, nothing else. */

const KEY = 'key-of-the-firecrawl-tests-0123456789';
const data = mkdtempSync(path.join(tmpdir(), 'platen-firecrawl-'));
const database = usePostgres();
let service: Service;
let site: Site;

const ARTICLE = `<!doctype html><html lang=en><title>News of today</title><meta name=description content="What happened">
  <meta property="og:title" content="The news"><meta name=keywords content="town, windows"><link rel="shortcut icon" href="/i.png">
  <nav><a href="/elsewhere">Elsewhere</a></nav>
  <main><article><h1>A long day</h1>${'<p>Something happened in the town, and many people saw it from their windows. </p>'.repeat(8)}
  <p>More is <a href="/more">here</a>. <img src="/a.png" alt="A picture"></p><aside class=note>A note of the editors.</aside></article></main>
  <footer>All rights reserved</footer>`;

beforeAll(async () => {
  site = await startSite({
    '/': (request, response) => {
      const { cookie = '', 'x-shop': north = '' } = request.headers;
      const shop = `${north} ${cookie}`;
      response.writeHead(200, { 'content-type': 'text/html' }).end(ARTICLE.replace('A long day', `A long day ${shop}`));
    },
    '/slow': () => {},
    '/gone': (_, response) => void response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here'),
  });
  service = await startService(
    readConfig({
      PORT: '0',
      PLATEN_CONCURRENCY: '2',
      PLATEN_DATA: data,
      ...database(),
      PLATEN_BOOTSTRAP_KEY: KEY,
      PLATEN_EGRESS_ALLOW: site.host,
      LOG_LEVEL: 'silent',
    }),
  );
});
afterAll(async () => {
  await service.stop();
  site.close();
  rmSync(data, { recursive: true });
});

const client = (apiKey = KEY) => new Firecrawl({ apiUrl: `${service.url}/firecrawl`, apiKey });
const address = (at = '/') => `http://${site.host}${at}`;

describe('the npm package firecrawl', () => {
  it('reads the main content as Markdown, with what the page says of itself', async () => {
    const { markdown, metadata, links } = await client().scrape(address());
    expect(markdown).toContain('# A long day');
    expect(markdown).toContain(`[here](${address('/more')})`);
    expect(markdown).not.toMatch(/Elsewhere|All rights/);
    expect(metadata).toMatchObject({
      title: 'News of today',
      description: 'What happened',
      language: 'en',
      sourceURL: address(),
      statusCode: 200,
      ogTitle: 'The news',
      'og:title': 'The news',
      keywords: 'town, windows',
      favicon: address('/i.png'),
    });
    expect(links).toBeUndefined();
  });

  it('makes every format that it asks for of one page, with its options', async () => {
    const document = await client().scrape(address(), {
      formats: [
        'markdown',
        'links',
        'images',
        { type: 'screenshot', fullPage: false, viewport: { width: 500, height: 400 } },
      ],
      onlyMainContent: false,
      excludeTags: ['.note'],
      headers: { 'X-Shop': 'north', cookie: 'a=1; b=x=y' },
      parsers: ['pdf'],
      skipTlsVerification: true,
      waitFor: 10,
      timeout: 20_000,
      mobile: false,
    });
    expect(document.markdown).toMatch(/Elsewhere[\s\S]*A long day north a=1; b=x=y[\s\S]*All rights reserved/);
    expect(document.markdown).not.toContain('A note of the editors');
    expect(document.links).toEqual(expect.arrayContaining([address('/elsewhere'), address('/more')]));
    expect(document.images).toEqual([address('/a.png')]);
    const { width, height } = readPng(Buffer.from(String(document.screenshot).split(',')[1] ?? '', 'base64'));
    expect([width, height]).toEqual([500, 400]);
  });

  it('keeps only what includeTags names', async () => {
    const { markdown } = await client().scrape(address(), { includeTags: ['h1', '.note'] });
    expect(markdown).toMatch(/^# A long day\s+A note of the editors\.\s*$/);
  });

  it('has the content as HTML, the whole page, and attributes of elements', async () => {
    const document = await client().scrape(address(), {
      formats: ['html', 'rawHtml', { type: 'attributes', selectors: [{ selector: 'a', attribute: 'href' }] }],
    });
    expect(document.html).toMatch(/<h1>A long day ?<\/h1>[\s\S]*<a href="http:[^"]*\/more">here<\/a>/);
    expect(document.html).not.toMatch(/Elsewhere|class=/);
    expect(document.rawHtml).toMatch(/^<!DOCTYPE html><html lang="en">[\s\S]*Elsewhere[\s\S]*<aside class="note">/);
    expect(document.attributes).toEqual([{ selector: 'a', attribute: 'href', values: ['/elsewhere', '/more'] }]);
    expect(document.markdown).toBeUndefined();
  });

  it('reads a page that answers with an error, and says so', async () => {
    const { markdown, metadata } = await client().scrape(address('/gone'));
    expect([markdown?.trim(), metadata?.statusCode]).toEqual(['# Not here', 404]);
  });

  it('throws what is wrong, by its own errors', async () => {
    await expect(client('wrong').scrape(address())).rejects.toMatchObject({ status: 401 });
    await expect(client().scrape(address(), { formats: ['summary'] })).rejects.toThrow(/"formats\.0" is not supported/);
    await expect(client().scrape('http://169.254.169.254/')).rejects.toMatchObject({ status: 400 });
    await expect(client().search('anything')).rejects.toMatchObject({ status: 501 });
    await expect(client().getTokenUsage()).rejects.toThrow('GET /v1/account');
  });

  it('tells what is left', async () => {
    expect(await client().getCreditUsage()).toEqual({
      ...{ remainingCredits: expect.any(Number), planCredits: expect.any(Number) },
      ...{ billingPeriodStart: expect.stringMatching(/Z$/), billingPeriodEnd: expect.stringMatching(/Z$/) },
    });
    await expect(client('wrong').getCreditUsage()).rejects.toMatchObject({ status: 401 });
  });

  it('works with the first version of the API', async () => {
    const { v1 } = client();
    const answer = await v1.scrapeUrl(address(), { formats: ['markdown', 'screenshot@fullPage'] });
    if (!answer.success) throw new Error(answer.error);
    expect(answer.markdown).toContain('# A long day');
    expect(answer.screenshot).toMatch(/^data:image\/png;base64,/);
    await expect(v1.scrapeUrl(address(), { formats: ['summary' as 'markdown'] })).rejects.toThrow(
      '"formats.0" is not supported',
    );
  });
});

describe('several pages', () => {
  it('are read later, each as a scrape of it would be, and what could not be is told', async () => {
    const blocked = 'http://169.254.169.254/';
    const { status, total, completed, data, creditsUsed } = await client().batchScrape(
      [address(), 'nothing at all', address('/gone'), blocked],
      { options: { formats: ['markdown', 'links', 'html'], onlyMainContent: false }, pollInterval: 1, timeout: 60 },
    );
    expect({ status, total, completed, creditsUsed }).toEqual({
      ...{ status: 'completed', total: 3, completed: 2, creditsUsed: 2 },
    });
    const [one, gone] = data;
    expect(one).toEqual(
      await client().scrape(address(), { formats: ['markdown', 'links', 'html'], onlyMainContent: false }),
    );
    expect([gone?.markdown?.trim(), gone?.metadata?.statusCode]).toEqual(['# Not here', 404]);
  });

  it('are asked for by their id, in parts, and canceled', async () => {
    const { id, url, invalidURLs } = await client().startBatchScrape([
      address(),
      'no address',
      address('/gone'),
      'http://169.254.169.254/',
    ]);
    expect([url, invalidURLs]).toEqual([`${service.url}/firecrawl/v2/batch/scrape/${id}`, ['no address']]);
    await expect
      .poll(async () => (await client().getBatchScrapeStatus(id)).status, { timeout: 30_000 })
      .toBe('completed');
    const part = await fetch(`${url}?limit=1`, { headers: { authorization: `Bearer ${KEY}` } });
    const { data, next } = (await part.json()) as { data: object[]; next: string };
    expect(data).toHaveLength(1);
    const rest = (await (await fetch(next, { headers: { authorization: `Bearer ${KEY}` } })).json()) as object;
    expect(rest).toMatchObject({ data: [{ metadata: { statusCode: 404 } }] });
    expect(rest).not.toHaveProperty('next');
    const { errors } = await client().getBatchScrapeErrors(id);
    expect(errors).toMatchObject([
      { url: 'http://169.254.169.254/', code: 'url_not_allowed', error: expect.any(String) },
    ]);
    expect(await client().cancelBatchScrape(id)).toBe(false);
    await expect(client().getBatchScrapeStatus('job_00000000000000000000000000')).rejects.toMatchObject({
      status: 404,
    });
    const slow = await client().startBatchScrape(Array.from({ length: 20 }, () => address('/slow')));
    expect(await client().cancelBatchScrape(slow.id)).toBe(true);
    await expect
      .poll(async () => (await client().getBatchScrapeStatus(slow.id)).status, { timeout: 30_000 })
      .toBe('cancelled');
  });

  it('work with the first version of the API, which asks for them as for a crawl', async () => {
    const { v1 } = client();
    const answer = await v1.batchScrapeUrls([address()], { formats: ['markdown'] });
    if (!answer.success) throw new Error(answer.error);
    expect(answer.data[0]?.markdown).toContain('# A long day');
    await expect(v1.batchScrapeUrls(['no address'], {})).rejects.toThrow('"urls.0" is no address');
  });

  it.each([
    ['"urls"', 400, {}],
    ['"urls"', 400, { urls: [] }],
    ['"urls"', 400, { urls: Array(101).fill('https://example.com/') }],
    ['"url"', 400, { urls: ['https://example.com/'], url: 'https://example.com/' }],
    ['"urls.0"', 400, { urls: ['a b'] }],
    ['"urls.1"', 400, { urls: ['https://example.com/', 'a b'], ignoreInvalidURLs: false }],
    ['"colour"', 400, { urls: ['https://example.com/'], colour: 1 }],
    ['"waitFor"', 400, { urls: ['https://example.com/'], waitFor: 60_000 }],
    ['"webhook"', 501, { urls: ['https://example.com/'], webhook: 'https://example.com/' }],
    ['"appendToId"', 501, { urls: ['https://example.com/'], appendToId: 'x' }],
    ['"zeroDataRetention"', 501, { urls: ['https://example.com/'], zeroDataRetention: true }],
  ])('are refused by name: %s, %d', async (name, status, body) => {
    const answer = await post('v2/batch/scrape', body);
    expect([answer.status, await answer.json()]).toMatchObject([
      status,
      { success: false, error: expect.stringContaining(name) },
    ]);
  });
});

const post = (at: string, body: object) =>
  fetch(`${service.url}/firecrawl/${at}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

it('what is not here answers 501 with a sentence, and what nobody knows is told to be of Firecrawl', async () => {
  await expect(client().crawl(address())).rejects.toMatchObject({
    status: 501,
    message: expect.stringContaining('/v2/crawl'),
  });
  await expect(client().getCrawlStatus('x')).rejects.toMatchObject({ status: 501 });
  await expect(client().browser()).rejects.toMatchObject({ status: 501 });
  const unknown = await post('v3/scrape', {});
  expect([unknown.status, await unknown.json()]).toMatchObject([
    404,
    { error: expect.stringContaining('docs/coming-from/firecrawl.md') },
  ]);
});

describe('POST /firecrawl/v2/scrape', () => {
  it.each([
    [{}, 400, '"url"'],
    [{ url: 'https://example.com/', colour: 1 }, 400, '"colour"'],
    [{ url: 'https://example.com/', formats: [] }, 400, '"formats"'],
    [{ url: 'https://example.com/', waitFor: 60_000 }, 400, '"waitFor"'],
    [{ url: 'https://example.com/', excludeTags: 'nav' }, 400, '"excludeTags"'],
    [{ url: 'https://example.com/', excludeTags: [1] }, 400, '"excludeTags.0"'],
    [{ url: 'https://example.com/', actions: [{ type: 'click', selector: 'a' }] }, 501, '"actions"'],
    [{ url: 'https://example.com/', headers: { Cookie: 'session' } }, 400, '"headers.Cookie"'],
    [{ url: 'https://example.com/', parsers: ['docx'] }, 501, '"parsers.0"'],
    [{ url: 'https://example.com/', location: { country: 'DE' } }, 501, '"location.country"'],
    [{ url: 'https://example.com/', redactPII: true }, 501, '"redactPII"'],
    [{ url: 'https://example.com/', profile: { name: 'a' } }, 501, '"profile"'],
  ])('answers %j by %d and names it', async (body, status, name) => {
    const answer = await post('v2/scrape', body);
    expect([answer.status, await answer.json()]).toMatchObject([
      status,
      { success: false, error: expect.stringContaining(name) },
    ]);
  });
});
