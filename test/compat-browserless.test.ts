import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig, type Service, startService } from '@platen/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfInfo, pdfPixels, pdfText, readPng } from '../packages/engine/src/testing/judge.ts';
import { type Site, startSite } from '../packages/engine/src/testing/site.ts';
import { usePostgres } from '../packages/server/src/testing/use-postgres.ts';

/** Browserless' REST API as its users call it: the address is changed, nothing else. */

const KEY = 'key-of-the-browserless-tests-0123456789';
const data = mkdtempSync(path.join(tmpdir(), 'platen-browserless-'));
const database = usePostgres();
let service: Service;
let site: Site;

const PAGE = `<title>Shop</title><body style="margin:0;background:red"><div id=box style="width:120px;height:80px;background:blue"></div>
  <h1>Page</h1><p id=seen></p><div style="height:2000px"></div>`;

beforeAll(async () => {
  site = await startSite({
    '/': (request, response) => {
      const { cookie, referer, 'x-shop': shop, 'user-agent': agent } = request.headers;
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`${PAGE}<pre>${JSON.stringify({ cookie, referer, shop, agent })}</pre>`);
    },
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

/** As their documentation has it: the key stands in the address. */
function post(route: string, body: unknown, { query = `?token=${KEY}`, headers = {} } = {}) {
  return fetch(`${service.url}/browserless/${route}${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}
const bytesOf = async (answer: Response): Promise<Buffer> => {
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`${answer.status}: ${bytes.toString().slice(0, 300)}`);
  return bytes;
};

describe('/pdf', () => {
  it('prints HTML with the defaults of Puppeteer', async () => {
    const pdf = await bytesOf(await post('pdf', { html: '<body style="background:red"><h1>Bill' }));
    expect(pdfInfo(pdf)['Page size']).toMatch(/^612 x 792 pts/);
    expect(pdfText(pdf)).toContain('Bill');
    expect(pdfPixels(pdf).count([255, 0, 0])).toBe(0);
  });

  it('lets the page have its own margins, as Chromium does', async () => {
    const html = '<style>@page{margin:2cm}body{margin:0}</style>here';
    const pdf = await bytesOf(await post('pdf', { html, options: { margin: { left: '1cm' } } }));
    expect(pdfText(pdf, '-bbox')).toMatch(/xMin="5[67]\.[^>]*>here/);
  });

  it('takes the options of Puppeteer, also below the name of a browser', async () => {
    const options = {
      displayHeaderFooter: true,
      headerTemplate: '<div style="font-size:10px">Shop</div>',
      footerTemplate:
        '<div style="font-size:10px"><span class="pageNumber"></span> of <span class="totalPages"></span></div>',
      printBackground: true,
      format: 'a5',
      landscape: true,
      margin: { top: '2cm', bottom: '2cm' },
      pageRanges: '1',
    };
    const html =
      '<style>@media screen{p{display:none}}</style><body style="background:red"><p>one<p style="break-before:page">two';
    const pdf = await bytesOf(await post('chromium/pdf', { html, options }));
    expect(pdfInfo(pdf)['Page size']).toMatch(/^595\.\d+ x 419\.\d+ pts/);
    expect(pdfText(pdf)).toMatch(/Shop[\s\S]*one[\s\S]*1 of 2/);
    expect(pdfText(pdf)).not.toContain('two');
    expect(pdfPixels(pdf).count([255, 0, 0])).toBeGreaterThan(1_000);
  });

  it('loads an address as asked, adds to it, and waits', async () => {
    const body = {
      url: `http://${site.host}`,
      cookies: [{ name: 'a', value: '1', domain: new URL(`http://${site.host}`).hostname, path: '/', sameSite: 'Lax' }],
      setExtraHTTPHeaders: { 'X-Shop': 'north' },
      userAgent: 'Agent/1',
      gotoOptions: { waitUntil: 'networkidle2', timeout: 20_000, referer: 'https://referrer.example/' },
      addStyleTag: [{ content: 'h1{display:none}' }],
      addScriptTag: [{ content: 'setTimeout(() => { seen.textContent = "added"; globalThis.done = true; }, 300)' }],
      waitForFunction: { fn: '() => globalThis.done === true', timeout: 5_000 },
      waitForSelector: { selector: '#box', visible: true, timeout: 1_000 },
      waitForTimeout: 10,
    };
    const text = pdfText(await bytesOf(await post('pdf', body)));
    expect(text.replaceAll(/\s+/g, '')).toContain(
      '{"cookie":"a=1","referer":"https://referrer.example/","shop":"north","agent":"Agent/1"}',
    );
    expect(text).toContain('added');
    expect(text).not.toContain('Page');
  });

  it('prints a page that answers with an error, as there', async () => {
    const url = `http://${site.host}/gone`;
    const printed = await post('pdf', { url });
    expect(pdfText(await bytesOf(printed))).toContain('Not here');
    for (const answer of [
      printed,
      await post('content', { url }),
      await post('scrape', { url, elements: [{ selector: 'h1' }] }),
    ])
      expect(answer.headers.get('x-response-code')).toBe('404');
  });
});

describe('what is waited for', () => {
  const never = { selector: '#never', timeout: 300 };

  it('is an error when it does not come in its time', async () => {
    const answer = await post('content', { html: '<p>here', waitForSelector: never });
    expect([answer.status, await answer.text()]).toEqual([
      408,
      'No element for "waitForSelector" became attached within 0.3 s.',
    ]);
  });

  it('is done without by the best attempt, which still waits for what comes', async () => {
    const html =
      '<p id=a>here<script>setTimeout(() => { a.textContent = "come"; globalThis.come = true; }, 200)</script>';
    const waitForFunction = { fn: '() => globalThis.come', timeout: 20_000 };
    const answer = await post('content', { html, bestAttempt: true, waitForSelector: never, waitForFunction });
    expect(await answer.text()).toContain('<p id="a">come<');
    const hidden = { bestAttempt: true, waitForSelector: { selector: '#a', hidden: true, timeout: 100 } };
    expect((await post('content', { html, ...hidden })).status).toBe(200);
  });
});

describe('/screenshot', () => {
  it('takes the window, the whole page, an element or a part', async () => {
    const size = async (body: object) => {
      const { width, height } = readPng(await bytesOf(await post('screenshot', { html: PAGE, ...body })));
      return [width, height];
    };
    expect(await size({})).toEqual([800, 600]);
    expect(await size({ viewport: { width: 300, height: 200, deviceScaleFactor: 2 } })).toEqual([600, 400]);
    expect(await size({ selector: '#box' })).toEqual([120, 80]);
    expect(await size({ options: { clip: { x: 0, y: 0, width: 50, height: 40 } } })).toEqual([50, 40]);
    const [width, height] = await size({ options: { fullPage: true } });
    expect([width, (height ?? 0) > 2_000]).toEqual([800, true]);
  });

  it('is a JPEG, or base64, when asked', async () => {
    const jpeg = await post('screenshot', { html: PAGE, options: { type: 'jpeg', quality: 40 } });
    expect(jpeg.headers.get('content-type')).toBe('image/jpeg');
    const encoded = await bytesOf(await post('screenshot', { html: PAGE, options: { encoding: 'base64' } }));
    expect(readPng(Buffer.from(encoded.toString(), 'base64')).width).toBe(800);
  });
});

describe('/content', () => {
  it('is the page as its scripts left it, and does nothing at our own address', async () => {
    const html =
      '<!DOCTYPE html><html><head></head><body><p id="p"></p><script>p.textContent = 1 + 1</script></body></html>';
    const answer = await post('content', { html });
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect(await answer.text()).toBe(html.replace('<p id="p">', '<p id="p">2'));
  });

  it('takes the fields of a page, also below the name of a browser', async () => {
    const body = {
      url: `http://${site.host}`,
      setExtraHTTPHeaders: { 'X-Shop': 'north' },
      gotoOptions: { waitUntil: 'networkidle2' },
      addScriptTag: [{ content: 'document.title = "Changed"' }],
      rejectResourceTypes: ['image'],
      viewport: { width: 500, height: 400 },
    };
    const text = (await bytesOf(await post('chrome/content', body))).toString();
    expect(text).toMatch(/<title>Changed<\/title>[\s\S]*"shop":"north"/);
  });

  it('is refused, and not cut, when it is too long', async () => {
    const answer = await post('content', { html: `<p>${'x'.repeat(5_100_000)}` });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('more HTML than an answer holds'),
    ]);
  });
});

describe('/scrape', () => {
  it('answers what elements are, of each selector', async () => {
    const answer = await post('scrape', {
      url: `http://${site.host}`,
      elements: [{ selector: '#box' }, { selector: 'h1', timeout: 1_000 }, { selector: '.none' }],
    });
    expect(await answer.json()).toEqual({
      data: [
        {
          selector: '#box',
          results: [
            {
              ...{ text: '', html: '', left: 0, top: 0, width: 120, height: 80 },
              attributes: [
                { name: 'id', value: 'box' },
                { name: 'style', value: 'width:120px;height:80px;background:blue' },
              ],
            },
          ],
        },
        { selector: 'h1', results: [expect.objectContaining({ text: 'Page', html: 'Page', attributes: [] })] },
        { selector: '.none', results: [] },
      ],
    });
  });

  it('is refused, and not cut, when there are too many', async () => {
    const answer = await post('scrape', { html: '<p>x'.repeat(1_001), elements: [{ selector: 'p' }] });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('More elements match')]);
  });

  it.each([
    [{ html: 'a' }, 400, '"elements"'],
    [{ html: 'a', elements: [] }, 400, '"elements"'],
    [{ html: 'a', elements: [{ selector: 'p[[' }] }, 400, '"elements.0'],
    [{ html: 'a', elements: [{ selector: 'p', wait: 1 }] }, 501, '"elements.0.wait"'],
    [{ html: 'a', elements: [{ selector: 'p' }], debugOpts: { html: true } }, 501, '"debugOpts"'],
  ])('%j is answered %d with a text that names it', async (body, status, name) => {
    const answer = await post('scrape', body);
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(name)]);
  });
});

describe('what is refused', () => {
  const refusal = async (answer: Response) => [answer.status, answer.headers.get('content-type'), await answer.text()];
  const TEXT = 'text/plain; charset=utf-8';

  it.each([
    [{ html: 'a', url: 'https://example.com/' }, 400, '"url"'],
    [{}, 400, '"url"'],
    [{ html: 'a', colour: 1 }, 400, '"colour"'],
    [{ html: 'a', options: { constructor: 1 } }, 400, '"options.constructor"'],
    [{ html: 'a', options: { printBackground: 'yes' } }, 400, '"options.printBackground"'],
    [{ html: 'a', options: { scale: 9 } }, 400, '"options.scale"'],
    [{ html: 'a', waitForTimeout: 60_000 }, 400, '"waitForTimeout"'],
    [{ html: 'a', addScriptTag: [{ url: 'file:///etc/passwd' }] }, 400, '"addScriptTag.0.url"'],
    [{ html: 'a', addStyleTag: [{ url: '/style.css' }] }, 400, '"addStyleTag.0.url"'],
    [{ html: 'a', waitForEvent: { event: 'ready' } }, 501, '"waitForEvent"'],
    [{ html: 'a', viewport: { width: 9, height: 9, isMobile: true } }, 501, '"viewport.isMobile"'],
    [{ html: 'a', cookies: [{ name: 'a', value: 'b', domain: 'other.example' }] }, 501, '"cookies.0.domain"'],
    [{ url: 'http://169.254.169.254/' }, 400, 'address'],
  ])('%j is answered %d with a text that names it', async (body, status, name) => {
    expect(await refusal(await post('pdf', body))).toEqual([status, TEXT, expect.stringContaining(name)]);
  });

  it('names what is not here', async () => {
    // What `puppeteer.connect({ browserURL })` asks first.
    const version = await refusal(await fetch(`${service.url}/browserless/json/version`));
    expect(version).toEqual([501, TEXT, expect.stringContaining('no browser is lent')]);
    const answer = await refusal(await post('function', { code: 'export default () => 1' }, { query: '' }));
    expect(answer).toEqual([501, TEXT, expect.stringContaining('addScriptTag')]);
    const stealth = await refusal(await post('stealth/pdf', { html: 'a' }));
    expect(stealth).toEqual([501, TEXT, expect.stringContaining('Ask /pdf')]);
    for (const name of ['launch', 'stealth', 'proxyCountry']) {
      const browser = await refusal(await post('pdf', { html: 'a' }, { query: `?token=${KEY}&${name}=x` }));
      expect(browser).toEqual([501, TEXT, expect.stringContaining(`"${name}" is not supported`)]);
    }
  });

  it('takes the key from the address or a header, one of them only, and elsewhere from headers alone', async () => {
    const body = { html: '<p>x' };
    const status = async (query: string, headers = {}) => (await post('pdf', body, { query, headers })).status;
    const bearer = { authorization: `Bearer ${KEY}` };
    expect(await status('', bearer)).toBe(200);
    expect(await status(`?token=${KEY}`, bearer)).toBe(200);
    expect(await status('')).toBe(401);
    expect(await status('?token=')).toBe(401);
    expect(await status(`?token=${KEY}x`)).toBe(401);
    expect(await status(`?token=${KEY}&token=${KEY}`)).toBe(401);
    expect(await status('?token=another-key', bearer)).toBe(401);
    expect(await status(`?token=${KEY}&colour=1`)).toBe(400);
    const own = await fetch(`${service.url}/v1/convert/pdf?token=${KEY}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ source: body }),
    });
    expect(own.status).toBe(401);
  });
});
