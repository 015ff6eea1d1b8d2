import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutputFormat } from '../request/request.ts';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfPixels, pdfText } from '../testing/judge.ts';
import { type Site, startSite } from '../testing/site.ts';
import type { Job } from './job.ts';
import { isUnseen } from './reuse.ts';

const PICTURE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="#c30"/></svg>';
/** Drawings that are red once they have been drawn for a millisecond, and invisible before. */
const MOVES = PICTURE.replace('<rect', '<style>@keyframes k{from{opacity:0}}rect{animation:k 1ms both}</style><rect');
const SHIFTS = PICTURE.replace(
  '/></svg>',
  ' opacity="0"><set attributeName="opacity" to="1" begin="1ms"/></rect></svg>',
);
const drawing = (content: string) => (_: unknown, response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(content);
let site: Site;
beforeAll(async () => {
  const sent = (response: ServerResponse) => response.writeHead(200, { 'access-control-allow-origin': '*' }).end(FONT);
  site = await startSite({
    '/font.ttf': FONT,
    '/red.svg': drawing(PICTURE),
    '/moves.svg': drawing(MOVES),
    '/shifts.svg': drawing(SHIFTS),
    '/dot.gif': Buffer.from(DOT.slice(DOT.indexOf(',') + 1), 'base64'),
    '/late.ttf': (_, response) => void setTimeout(sent, 700, response),
  });
});
afterAll(() => site.close());
const test = useSharedEngine();

const FONT = readFileSync(path.join(import.meta.dirname, '../../../../examples/report/fonts/Caladea-Regular.ttf'));
const fontFrom = (address: string) => `<style>@font-face{font-family:F;src:url(${address})}p{font:20px F}</style>`;
const fontFace = fontFrom(`data:font/ttf;base64,${FONT.toString('base64')}`);
const PRINTED = '<style>p{display:none}@media print{p{display:block}}</style>';
/** The site with the fonts, in cases that are written before it has an address. */
const SITE = 'http://site.example';
/** A red picture of one pixel. */
const DOT = 'data:image/gif;base64,R0lGODlhAQABAIAAAP8AAP8AACwAAAAAAQABAAACAkQBADs=';
/** A word for which a document is drawn. It is in no text, so that nothing else is different. */
const DRAWN = '<!-- animation: none -->';

const jobOf = (html: string, format: OutputFormat, options: Record<string, unknown>): Job =>
  ({ input: { kind: 'html', html }, request: { options, outputs: [{ format, options }] } }) as unknown as Job;

describe('a document is drawn', () => {
  it.each<[string, string]>([
    ['that moves', '<style>@keyframes k{from{opacity:0}}p{animation:k 1s}</style><p>a'],
    ['with a picture that may move', `<img src="data:image/svg+xml;base64,${btoa(PICTURE)}">`],
    ['with a table whose background may move', '<table background="data:image/svg+xml,%3Csvg/%3E"><tr><td>a</table>'],
    ['with a background that may move', `<p style="background:url('data:image/svg+xml,%3Csvg/%3E')">a`],
    ['with an address of a picture that is written in numbers', `<img src="&#100;ata:image/svg+xml,%3Csvg/%3E">`],
    ['with one that is written by names', `<img src="data&colon;image/svg+xml,%3Csvg/%3E">`],
    ['with one that is broken into lines', `<img src="da\nta:image/svg+xml,%3Csvg/%3E">`],
    ['with one of no known kind', '<img src="blob:https://a.example/1">'],
    ['with a picture of several sizes', '<img srcset="http://a.example/fade.svg 2x">'],
    [
      'with a background whose question ends as a font',
      '<style>p{background:url(//a.example/a.svg?as=b.ttf)}</style><p>a',
    ],
    ['with a background by address', '<style>p{background:url(//a.example/fade.svg)}</style><p>a'],
    ['with a style sheet of its own', '<style>@import "data:text/css,p{color:red}";</style><p>a'],
    ['in which something has the focus', '<p tabindex=0 autofocus>a'],
    ['of which a part is laid out when it is seen', '<p style="content-visibility:auto">a'],
    ['that hides what sticks to something out of sight', '<p style="position-visibility:anchors-visible">a'],
  ])('%s', (_, html) => {
    expect(isUnseen(jobOf(html, 'pdf', {}))).toBe(false);
  });

  it('for a picture, and for what its header has', () => {
    expect(isUnseen(jobOf('<p>a', 'png', {}))).toBe(false);
    expect(isUnseen(jobOf('<p>a', 'pdf', { header: { source: '<img src="http://a.example/b.svg">' } }))).toBe(false);
    expect(isUnseen(jobOf('<p>a', 'pdf', {}))).toBe(true);
  });

  it('not because its text has the words', () => {
    expect(isUnseen(jobOf('<p>Animals and the energy transition, an animation', 'pdf', {}))).toBe(true);
  });
});

describe('pictures by address', () => {
  it.each([
    ['"http://a.example/a.svg"'],
    ["'//a.example/a'"],
    ['https://a.example/a?b=c:d'],
    ['"images/a%20b.png"'],
    ['a.png'],
  ])('are looked at when they have come: %s', (address) => {
    expect(isUnseen(jobOf(`<img src=${address}>`, 'pdf', {}))).toBe(true);
  });

  it.each(['/moves.svg', '/shifts.svg'])('that move are drawn: %s', async (file) => {
    const { bytes } = await test.convert({ source: { html: `<img src="${site.origin}${file}">` } });
    expect(pdfPixels(bytes).count([204, 51, 0], 16)).toBeGreaterThan(1_000);
  });

  it('are not waited for where they do not come, and the rest is printed', async () => {
    const { bytes, warnings } = await test.convert({ source: { html: `<img src="${site.origin}/none.png"><p>rest` } });
    expect(pdfText(bytes)).toContain('rest');
    expect(warnings.map(({ code }) => code)).toEqual(['resource_failed']);
  });
});

describe('a document that is not drawn while it is printed or read', () => {
  const cases: [string, string, Record<string, unknown>?, OutputFormat?][] = [
    ['text, tables and links', '<h1>Bill</h1><table><tr><th>a<td>b</table><a href="https://x.example/">c</a>'],
    ['a font of its own', `${fontFace}<p>Wil`],
    ['a font that only its print has', `${fontFace}${PRINTED}<p>Wil`, { media: 'print' }],
    ['a font by address', `${fontFrom(`'${SITE}/font.ttf?v=1'`)}<p>Wil`],
    [
      'fonts by address of which some are not used',
      `${fontFrom(`${SITE}/font.ttf?v=2`)}<style>@font-face{font-family:F;font-weight:700;src:url(${SITE}/font.ttf?v=3)}@font-face{font-family:G;src:url(${SITE}/unused.ttf)}i{display:none;font-family:G}</style><i>x</i><p>Wil<b>iam</b>`,
    ],
    [
      'a font by address of which nothing is shown',
      `${fontFrom(`${SITE}/font.ttf?v=4`)}<p style="display:none">Wil<div>a`,
    ],
    ['a font that comes late', `${fontFrom(`${SITE}/late.ttf`)}<p>Wil`],
    [
      'a font by address that only its print has',
      `${fontFrom(`${SITE}/late.ttf`)}${PRINTED}<p>Wil`,
      { media: 'print' },
    ],
    ['a picture in it', `<img width=60 src="${DOT}"><p style="background:url(${DOT})">a`],
    ['pictures by address', `<img src="${SITE}/red.svg"><p>a<img width=60 src='${SITE}/dot.gif'>`],
    ['a picture by address that is wider than the paper', `<img style="width:900px" src="${SITE}/red.svg"><p>a`],
    ['a picture that does not come', `<img src="${SITE}/none.png" alt="none" width=50 height=50><p>a`],
    [
      'a reading beside a picture',
      `<main><h1>A</h1><p>text that is read<img src="${SITE}/red.svg" alt=red></main>`,
      {},
      'markdown',
    ],
    ['a picture without a size, wider than the paper', `${PICTURE.replace('60', '3000')}<p>a`],
    ['sizes of the window', '<div style="height:50vh;width:50vw;background:#ccc">a</div><p>b'],
    ['content that is shrunk', '<div style="width:1400px;background:#cde">wide</div>'],
    ['columns and breaks', `<div style="columns:2">${'<p>word word word'.repeat(90)}</div>`],
    [
      'rules by the width of its container',
      '<style>div{container:c/inline-size}@container (width>300px){p{color:red}}</style><div><p>a</div>',
    ],
    [
      'header and footer',
      '<p>a',
      { header: { source: '<b>head</b>' }, footer: { source: '<span class="pageNumber"></span>' } },
    ],
    ['lines from top to bottom', `<style>html{writing-mode:vertical-rl}</style>${'<p>word word'.repeat(200)}`],
    [
      'columns that stick out below',
      '<style>html{writing-mode:vertical-lr}</style><div style="height:2000px">tall</div>',
    ],
    ['boxes that are made larger', '<div style="height:50px;overflow:auto"><p>a<p>b<p>c<p>d</div>', { expand: true }],
    ['a window of another size', '<div style="width:100%;background:#cde">a</div>', { viewport: '400x300' }],
    ['the whole on one page', `<style>p{margin:40px}</style>${'<p>a'.repeat(60)}`, { format: 'auto' }],
    ['margins of its own', '<style>@page{margin:2cm}</style><p>a'],
    [
      'margins of its own, and content by the width of the window',
      '<style>@page{size:A5;margin:1cm 2cm}div{width:50vw;background:#cde}@media (min-width:400px){p{color:red}}</style><div>a</div><p>b',
    ],
    ['margins that hold on paper only', '<style media=print>@page{margin:4cm}</style><p style="width:50vw">a'],
    ['margins, and content wider than them', '<style>@page{margin:3cm}</style><div style="width:1400px">wide</div>'],
    [
      'margins, content wider than them, and a font for wide windows',
      `<style>@font-face{font-family:F;src:url(${SITE}/late.ttf?v=2)}@page{margin:3cm}@media (min-width:700px){p{font-family:F}}</style><p>William<div style="width:1400px">wide</div>`,
    ],
    ['margins, and a box wider than its own', '<style>@page{margin:3cm}</style><div style="width:150%">a</div>'],
    ['margins, and a word without an end', `<style>@page{margin:3cm}</style><p>${'w'.repeat(3_000)}`],
    [
      'margins, and lines from top to bottom',
      `<style>@page{margin:3cm}html{writing-mode:vertical-rl}</style>${'<p>word word'.repeat(200)}`,
    ],
    [
      'margins, and footnotes',
      '<style>@page{margin:3cm}i{float:footnote}div{width:50vw}</style><div>a<i>note</i></div><p>b',
    ],
    ['margins, and a box that scrolls', `<style>@page{margin:3cm}pre{overflow:auto}</style><pre>${'w'.repeat(500)}`],
    ['margins, and a length that is calculated', '<style>@page{margin:3cm}p{height:calc(1000px*9)}</style><p>a'],
    ['another paper', '<style>@page{size:A6 landscape}</style><p>a', { zoom: 1.5 }],
    ['tags and an outline', '<h1>a</h1><h2>b</h2><ul><li>c</ul>', { tagged: true, outline: true }],
    ['a reading', '<main><h1>A</h1><p>text that is read<ul><li>1<li>2</ul></main>', {}, 'markdown'],
    ['a text', '<table><tr><td>a<td>b</table><p style="text-transform:uppercase">c', {}, 'text'],
  ];

  it.each(cases)('is the same: %s', async (name, body, more = {}, format = 'pdf') => {
    site.hits.length = 0;
    const digests = [];
    for (const drawn of ['', DRAWN]) {
      const here = body.replaceAll(SITE, site.origin);
      const html = `<!doctype html><meta charset=utf-8><title>t</title>${here}${drawn}`;
      expect(isUnseen(jobOf(html, format, more))).toBe(drawn === '');
      const deterministic = format === 'pdf' ? { deterministic: true } : {};
      const { bytes, warnings } = await test.convert({ source: { html }, ...deterministic, ...more }, format);
      digests.push([hash('sha256', bytes), warnings]);
    }
    expect(digests[0]).toEqual(digests[1]);
    // What is asked of the network is the same, too.
    const hits = site.hits.splice(0);
    const half = hits.length / 2;
    expect(hits.slice(0, half).sort()).toEqual(hits.slice(half).sort());
    if (body.includes(SITE) && format === 'pdf' && !name.includes('nothing')) expect(hits).not.toEqual([]);
  });
});
