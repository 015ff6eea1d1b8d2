import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfFonts, pdfPixels, pdfText } from '../testing/judge.ts';
import { type Site, startSite } from '../testing/site.ts';

const FONT = readFileSync(new URL('../../../../examples/report/fonts/Caladea-Regular.ttf', import.meta.url));
const DATA_FONT = `data:font/ttf;base64,${FONT.toString('base64')}`;
const LIME = [0, 255, 0] as const;
const RED = [255, 0, 0] as const;
const square =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="lime"/></svg>';

let site: Site;
let elsewhere: Site;
const files = {
  '/css/own.css': [
    'text/css',
    '@import "more.css";@font-face{font-family:Linked;src:url(../never.eot) format("embedded-opentype"),url(../own.ttf) format("truetype"),url(../later.woff2) format("woff2")}.font{font-family:Linked}',
  ],
  '/css/more.css': ['text/css', '.box{background:url("../dot.svg");width:40px;height:40px}'],
  '/dot.svg': ['image/svg+xml', square],
  '/own.ttf': ['font/ttf', FONT],
} as const;
beforeAll(async () => {
  const routes = Object.fromEntries(
    Object.entries(files).map(([path, [type, body]]) => [
      path,
      (_: unknown, response: import('node:http').ServerResponse) =>
        void response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(body),
    ]),
  );
  [site, elsewhere] = [await startSite(routes), await startSite(routes)];
});
afterAll(async () => {
  await site.close();
  await elsewhere.close();
});
beforeEach(() => {
  site.hits.length = 0;
});
const { convert } = useSharedEngine();

const print = async (html: string, header: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  await convert({ source: { html, base_url: `${site.origin}/` }, header: { inherit_css: true, ...header }, ...more });
/** Height of a word in points. */
const height = (pdf: Uint8Array, word: string) => {
  const pattern = new RegExp(`yMin="([\\d.]+)"[^>]*yMax="([\\d.]+)"[^>]*>${word}<`);
  const [, top, bottom] = pattern.exec(pdfText(pdf, '-bbox')) ?? [];
  return Number(bottom) - Number(top);
};
const BOX = '<div class="box" style="height:40px"></div>';

describe('a header inherits', () => {
  it('nothing by default', async () => {
    const html = '<style>.box{background:#0f0}</style><p>x';
    const { bytes } = await print(html, { source: BOX, inherit_css: false });
    expect(pdfPixels(bytes).count(LIME)).toBe(0);
  });

  it.each([
    ['a style element', '<style>.box{background:#0f0}</style>', {}],
    ['the option css', '', { css: '.box{background:#0f0}' }],
    [
      'the medium of the document',
      '<style>@media print{.box{background:#f00}}@media screen{.box{background:#0f0}}</style>',
      {},
    ],
    ['the medium print, if asked for', '<style>@media print{.box{background:#0f0}}</style>', { media: 'print' }],
    [
      'layers in their order',
      '<style>@layer a,b;@layer b{.box{background:#0f0}}@layer a{.box{background:#f00}}</style>',
      {},
    ],
    ['custom properties', '<style>:root{--mark:#0f0}.box{background:var(--mark)}</style>', {}],
    [
      'pseudo-elements and combinations',
      '<style>body div.box:first-child::before{content:"";display:block;height:40px;background:#0f0}</style>',
      {},
    ],
    ['what is supported', '<style>@supports (display:grid){.box{background:#0f0}}</style>', {}],
  ])('%s', async (_, style, options) => {
    const { bytes, warnings } = await print(`${style}<p>x`, { source: BOX }, options);
    expect(pdfPixels(bytes).count(LIME)).toBeGreaterThan(10_000);
    expect(pdfPixels(bytes).count(RED)).toBe(0);
    expect(warnings.map(({ code }) => code)).not.toContain('resource_failed');
  });

  it('pictures of custom properties', async () => {
    const html = '<style>body{--dot:url(/dot.svg)}.box{background:var(--dot)}</style><p>x';
    const { bytes } = await print(html, { source: BOX });
    expect(pdfPixels(bytes).count(LIME)).toBeGreaterThan(800);
  });

  it.each([
    ['of the same origin', () => '/css/own.css'],
    ['of another', () => `${elsewhere.origin}/css/own.css`],
  ])('linked style sheets %s, with their pictures and fonts', async (_, address) => {
    const source = '<div class="box"></div><b class="font" style="font-weight:400">Head</b>';
    const { bytes } = await print(`<link rel=stylesheet href="${address()}"><p>x`, { source });
    expect(pdfPixels(bytes).count(LIME)).toBeGreaterThan(800);
    expect(pdfFonts(bytes).join()).toContain('Caladea');
    expect(pdfText(bytes)).toContain('Head');
  });

  it('what the body hands down: font, size and colour', async () => {
    const html = `<style>@font-face{font-family:Own;src:url(${DATA_FONT})}html{font-size:10px}
      body{font:2rem Own;color:#f00;margin:9cm;background:#0f0;width:10px}</style>`;
    const { bytes } = await print(`${html}<p style="font:10px Arial">x`, { source: 'Headline {{page}}' });
    expect(pdfFonts(bytes).join()).toContain('Caladea');
    expect(height(bytes, 'Headline')).toBeGreaterThan(height(bytes, 'x') * 1.8);
    expect(pdfPixels(bytes, 1, 150).count(RED, 60)).toBeGreaterThan(100);
  });

  it('and stays readable where the document says nothing', async () => {
    const { bytes } = await print('<p>x', { source: 'Head' });
    expect(pdfFonts(bytes).join()).toContain('LiberationSans');
    expect(height(bytes, 'Head')).toBeGreaterThan(7);
  });

  it('no rules for the page around it', async () => {
    const html = `<style>#header,#footer,body>div{display:none;background:#f00;height:400px}html,body{background:#f00;transform:scale(2)}
      *{box-sizing:border-box;margin:0;padding:0}@page{margin:3cm}</style>`;
    const { bytes } = await print(
      `${html}<p style="height:2px;width:2px">`,
      { source: '<p>Head {{page}}</p>' },
      { css: 'html,body{background:none}' },
    );
    expect(pdfText(bytes)).toContain('Head 1');
    expect(pdfPixels(bytes).count(RED)).toBe(0);
  });

  it('no more than a template can hold', async () => {
    const html = `<style>.box::before{content:"${'x'.repeat(1_100_000)}";display:none}</style><p>x`;
    await expect(print(html, { source: BOX })).rejects.toMatchObject({
      code: 'invalid_header',
      details: { pointer: '/header/inherit_css' },
    });
  });

  it('and begins on a later page', async () => {
    const html =
      '<style>body::before,*::after{content:"";opacity:.5}.box{background:#0f0}body{opacity:.9}</style><p>x<p style="break-before:page">y';
    const { bytes } = await print(html, { source: BOX, start_at: 2 });
    expect([1, 2].map((page) => pdfPixels(bytes, page).count(LIME) > 10_000)).toEqual([false, true]);
  });
});

describe('fonts', () => {
  it('and pictures come while the clock of the document stands', async () => {
    const script = '<script>setTimeout(() => document.body.append("late"), 300)</script>';
    const html = `${script}<link rel=stylesheet href="/css/own.css"><p style="font-family:Arial">x`;
    const own = `<style>@font-face{font-family:Mine;src:url('${DATA_FONT}')}</style>`;
    const source = `${own}<div class="box"></div><b style="font:20px Mine">\u0416</b><i class="font" style="font-style:normal">Head</i>`;
    const { bytes, warnings } = await print(html, { source });
    expect(pdfPixels(bytes).count(LIME)).toBeGreaterThan(800);
    expect(pdfFonts(bytes).join()).toContain('Caladea');
    expect(warnings).toEqual([]);
  });

  it('that a header brings along as data are its own', async () => {
    const source = `<style>@font-face{font-family:Mine;src:url('${DATA_FONT}')}</style><b style="font:20px Mine">Head</b>`;
    const { bytes } = await print('<p style="font-family:Arial">x', { source, inherit_css: false });
    expect(pdfFonts(bytes).join()).toContain('Caladea');
  });

  it('that only the header needs are loaded with the document', async () => {
    const html = '<style>@font-face{font-family:Far;src:url(/own.ttf)}.far{font-family:Far}</style><p>x';
    const { bytes } = await print(html, { source: '<span class="far">{{page}}</span>' });
    expect(pdfFonts(bytes).join()).toContain('Caladea');
  });
});

it('asks for nothing that the document may not have', async () => {
  const html = '<style>.box{background:url(http://127.0.0.1:8080/x.png)}</style><p>x';
  const { warnings, bytes } = await print(html, { source: BOX });
  expect(warnings.map(({ code }) => code)).toEqual(['resource_blocked']);
  expect(bytes.length).toBeGreaterThan(1_000);
});

it.each([['yes'], [1], [null]])('%j is no answer', async (answer) => {
  await expect(print('<p>x', { source: 'x', inherit_css: answer })).rejects.toMatchObject({
    code: 'invalid_request',
    details: { pointer: '/header/inherit_css' },
  });
});
