import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SeveralResults } from '../result.ts';
import { useEngine } from '../testing/engine.ts';
import { pdfText, readPng } from '../testing/judge.ts';
import { type Site, startSite } from '../testing/site.ts';
import type { Warning } from '../warnings.ts';
import { AdFilter } from './ads.ts';

const RED =
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="250"><rect width="300" height="250" fill="red"/></svg>';

/** The hosts of advertising, and one of pictures, on one loopback address. */
let ads: Site;
/** A newspaper that carries their advertising. */
let news: Site;
let port = '';
const hitsOf = (site: Site, path: string) => site.hits.filter((hit) => hit.includes(path)).length;

const page = () => `<body style="margin:0"><h1>ARTICLE</h1>
  <div class="ad-container" style="height:250px;background:#ddd"><small>Advertisement</small>
    <iframe src="http://ad.doubleclick.net:${port}/frame.html" width=300 height=250></iframe></div>
  <a href="#"><img src="http://static.criteo.net:${port}/ad.svg"></a>
  <div id=script-slot></div><script src="http://pagead2.googlesyndication.com:${port}/show.js"></script>
  <ins class="adsbygoogle" style="display:block;width:300px;height:200px;background:red"></ins>
  <img src="http://www.histats.com:${port}/pixel.svg?v=1" width=1 height=1>
  <script>fetch('http://vars.hotjar.com:${port}/collect').catch(() => {})</script>
  <p class="ad-note">ADS-TEXT talks about advertising</p>
  <img src="http://pictures.test:${port}/picture.svg?from=doubleclick.net/x" style="width:10px;height:10px">
  <p>END`;

beforeAll(async () => {
  ads = await startSite(
    {
      '/ad.svg': RED,
      '/picture.svg': RED,
      '/pixel.svg': RED,
      '/frame.html': '<body style="background:red">AD-FRAME',
      '/show.js': 'document.querySelector("#script-slot").innerHTML = "<p style=background:red>AD-SCRIPT"',
      '/collect': 'ok',
      '/about.html': '<p>PAGE<script src="/own.js"></script>',
      '/own.js': 'document.body.append("OWN")',
    },
    '127.0.77.2',
  );
  port = ads.host.split(':')[1] as string;
  news = await startSite({
    '/': (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(page()),
    '/late.html': (_, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>ARTICLE<script>
        setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<div class="ad-slot" style="background:red;height:90px">' +
          '<iframe src="http://ad.doubleclick.net:${port}/frame.html"></iframe></div>'), 1000)</script>`),
  });
});
afterAll(() => {
  ads.close();
  news.close();
});
beforeEach(() => {
  ads.hits.length = 0;
});

const { convert, convertSeveral } = useEngine(() => ({
  egressAllow: [ads.host, news.host],
  lookup: async (name) => [{ address: name === 'news.test' ? '127.0.77.1' : '127.0.77.2', family: 4 as const }],
}));
const source = (path = '/') => ({ url: `http://news.test:${news.host.split(':')[1]}${path}` });

describe('block_ads', () => {
  it('leaves out requests and slots, and gives back their room, in all results of one page', async () => {
    const outputs = [
      { format: 'pdf' },
      { format: 'png', options: { viewport: '500x1000' } },
      { format: 'png', options: { viewport: '600x100', fullpage: true } },
      // Everything visible, so that what is missing was not left out by the reader.
      { format: 'text', options: { content: 'full' } },
      { format: 'markdown', options: { content: 'full' } },
    ];
    const loud = await convertSeveral({ source: source(), outputs });
    expect(loud.warnings).toEqual([]);
    expect(hitsOf(ads, '/show.js') + hitsOf(ads, '/collect') + hitsOf(ads, '/frame.html')).toBe(3);
    ads.hits.length = 0;
    const quiet = await convertSeveral({ source: source(), outputs, block_ads: true });
    expectQuiet(quiet.warnings);
    const [before, after] = [seenIn(loud), seenIn(quiet)];
    // One small picture of the page's own is as red.
    expect(after.red).toBeLessThanOrEqual(100);
    expect(before.red).toBeGreaterThan(10_000);
    expect(before.height).toBeGreaterThan(after.height + 500);
    for (const text of before.texts) expect(text).toContain('AD-SCRIPT');
    for (const text of after.texts) expectArticle(text);
  });

  it('leaves them out of a text alone, which asks for no pictures', async () => {
    const { bytes, warnings } = await convert({ source: source(), content: 'full', block_ads: true }, 'text');
    expectQuiet(warnings);
    expectArticle(Buffer.from(bytes).toString());
  });

  it('hides a slot that comes late', async () => {
    const red = async (options: object) =>
      readPng((await convert({ source: source('/late.html'), ...options }, 'png')).bytes).count([255, 0, 0]);
    expect(await red({})).toBeGreaterThan(1_000);
    ads.hits.length = 0;
    expect(await red({ block_ads: true })).toBe(0);
    expect(ads.hits).toEqual([]);
  });

  it('reaches into frames of other hosts', async () => {
    const html = `<p>ARTICLE<iframe src="http://news.test:${news.host.split(':')[1]}/"></iframe>`;
    await convert({ source: { html, base_url: `http://${ads.host}/` }, block_ads: true });
    expect(hitsOf(ads, '/picture.svg')).toBe(1);
    expect(ads.hits.filter((hit) => !hit.includes('/picture.svg'))).toEqual([]);
  });

  it('takes nothing from a page of such a host itself', async () => {
    const url = `http://www.taboola.com:${port}/about.html`;
    const { bytes, warnings } = await convert({ source: { url }, block_ads: true, content: 'full' }, 'text');
    expect(Buffer.from(bytes).toString()).toContain('OWN');
    expect(warnings).toEqual([]);
  });

  it('leaves alone what is called advertising and has content', async () => {
    const html = `<div class="ads-list"><p>Two rooms, 80 m²</p></div><div id="ad-banner"><svg width=100 height=100>
      <rect width=100 height=100 fill=lime /></svg></div><div class="header-ad shadow badge loading">HEADING</div>`;
    const { bytes } = await convert({ source: { html }, block_ads: true }, 'png');
    expect(readPng(bytes).count([0, 255, 0])).toBe(10_000);
    const read = await convert({ source: { html }, block_ads: true });
    expect(pdfText(read.bytes)).toMatch(/Two rooms[\s\S]*HEADING/);
  });

  it('shows a page that hides itself until a script of experiments has come', async () => {
    const html = `<html class="async-hide"><style>.async-hide{opacity:0!important}</style>
      <svg width=100 height=100><rect width=100 height=100 fill=lime /></svg>`;
    const { bytes } = await convert({ source: { html }, block_ads: true }, 'png');
    expect(readPng(bytes).count([0, 255, 0])).toBe(10_000);
  });

  it('works together with headers and blocked kinds of files', async () => {
    const { bytes } = await convert({
      source: source(),
      http_headers: { 'x-a': 'b' },
      block_resources: ['font'],
      block_ads: true,
    });
    expect(pdfText(bytes)).toContain('ARTICLE');
    expect(ads.hits.filter((hit) => !hit.includes('/picture.svg'))).toEqual([]);
  });
});

type Five = [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];

function seenIn({ outputs }: SeveralResults) {
  const [pdf, picture, tall, text, markdown] = outputs.map(({ bytes }) => bytes) as Five;
  return {
    texts: [pdfText(pdf), ...[text, markdown].map((bytes) => Buffer.from(bytes).toString())],
    red: readPng(picture).count([255, 0, 0]),
    height: readPng(tall).height,
  };
}

/** Nothing of advertising was asked for, and that is told. */
function expectQuiet(warnings: readonly Warning[]): void {
  expect(ads.hits.filter((hit) => !hit.includes('/picture.svg'))).toEqual([]);
  expect(warnings.map(({ code }) => code)).toEqual(['ads_blocked']);
  expect(warnings[0]?.detail?.count).toBeGreaterThanOrEqual(3);
}

function expectArticle(text: string): void {
  expect(text).toMatch(/ARTICLE[\s\S]*ADS-TEXT talks about advertising[\s\S]*END/);
  expect(text).not.toMatch(/AD-FRAME|AD-SCRIPT|Advertisement/);
}

describe('the filter', () => {
  const filter = new AdFilter('https://www.outbrain.com/about');

  it.each([
    ['https://ad.doubleclick.net/x', true],
    ['http://doubleclick.net:8080/', true],
    ['https://www.google-analytics.com/g/collect?v=2', true],
    ['https://www.facebook.com/tr?id=1', true],
    ['https://www.facebook.com/about', false],
    ['https://notdoubleclick.net/', false],
    ['https://doubleclick.net.example.com/', false],
    ['https://example.com/?to=https://doubleclick.net/', false],
    ['https://images.outbrain.com/a.png', false],
    ['https://fonts.googleapis.com/css', false],
    ['data:text/plain,doubleclick.net', false],
    ['nonsense', false],
  ])('says of %s: %s', (address, expected) => {
    expect(filter.matches(address)).toBe(expected);
  });

  it('has a host once only, in lower case, and none that covers a whole suffix', () => {
    expect(new Set(filter.hosts).size).toBe(filter.hosts.length);
    for (const host of filter.hosts) {
      expect(host).toMatch(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/);
      expect(filter.hosts.some((other) => host.endsWith(`.${other}`))).toBe(false);
    }
  });
});
