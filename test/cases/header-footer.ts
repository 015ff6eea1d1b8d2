import type { Case } from './case.ts';
import { lines } from './sites.ts';

const BODY = '<!doctype html><style>body{margin:0}p{margin:0}</style>';
const DOT = (width: number, height: number, colour = '#00a000') =>
  `<img style="display:block" width="${width}" height="${height}" src="data:image/svg+xml,${encodeURIComponent(`<svg xmlns='http://www.w3.org/2000/svg' width='${width}' height='${height}'><rect width='100%' height='100%' fill='${colour}'/></svg>`)}">`;

/** Headers and footers. */
export const HEADER_AND_FOOTER: readonly Case[] = [
  {
    id: 'C01',
    title: 'a header without any style can be read',
    source: 'gotenberg#70, #721, #1609, jsreport#956',
    html: '<p>Body',
    options: { header: { source: '<span>HEAD</span>' } },
    expect: { words: [{ word: 'HEAD', height: 8.4, within: 2 }] },
  },
  {
    id: 'C02',
    title: 'a footer of plain text',
    source: 'gotenberg#721',
    html: '<p>Body',
    options: { footer: { source: 'FOOT' } },
    expect: { words: [{ word: 'FOOT', y: 820, within: 12 }] },
  },
  {
    id: 'C03',
    title: 'header and body have the same scale',
    source: 'puppeteer#9481, #9972',
    html: `${BODY}<p style="font:20px/1 'Liberation Sans'">Body`,
    options: { zoom: 0.5, header: { source: `<span style="font:20px/1 'Liberation Sans'">Head</span>` } },
    expect: {
      words: [
        { word: 'Head', height: 8, within: 1.5 },
        { word: 'Body', height: 8, within: 1.5 },
      ],
    },
  },
  {
    id: 'C04',
    title: 'a header at a margin of 0 does not lie over the body',
    source: 'puppeteer#4738, gotenberg#721',
    html: `${BODY}<p>Body`,
    options: { margin: 0, header: { source: '<div style="font-size:40px;line-height:60px">HEAD</div>' } },
    expect: { words: [{ word: 'Body', y: 54, within: 4 }] },
  },
  {
    id: 'C05',
    title: 'a tall footer does not lie over the end of the body',
    source: 'gotenberg#721',
    html: BODY + lines(60, 'LINE'),
    options: { margin: '5mm', footer: { source: '<div style="height:200px">FOOT</div>' } },
    expect: { pages: 2, words: [{ word: 'FOOT', y: 683, within: 6 }] },
  },
  {
    id: 'C06',
    title: 'a background in a header is printed, white text on it too',
    source: 'puppeteer#2182, url-to-pdf-api#200',
    html: '<p>Body',
    options: { header: { source: '<div style="background:#00a000;height:30px;color:#fff">Head</div>' } },
    expect: { pixels: [{ x: 300, y: 20, rgb: [0, 160, 0] }] },
  },
  {
    id: 'C07',
    title: 'page numbers by class and by variable',
    source: 'puppeteer#373, gotenberg#785',
    html: `${BODY}<p>1<p style="break-before:page">2<p style="break-before:page">3`,
    options: {
      header: { source: '<span class="pageNumber"></span>/<span class="totalPages"></span>' },
      footer: { source: 'Page {{page}} of {{ total }}' },
    },
    expect: { onPage: { 1: ['1/3', 'Page 1 of 3'], 3: ['3/3', 'Page 3 of 3'] } },
  },
  {
    id: 'C08',
    title: 'title, date and address',
    source: 'puppeteer#373',
    url: '{origin}/',
    options: { header: { source: '{{title}} <span class="url"></span>' } },
    expect: { text: ['Home', '{origin}'] },
  },
  {
    id: 'C09',
    title: 'the address of inline HTML is nobody’s business',
    source: 'own',
    html: '<title>Mine</title><p>Body',
    options: { header: { source: '[{{url}}] [<span class="url"></span>] {{title}}' } },
    expect: { text: ['[] [] Mine'], absent: ['invalid'] },
  },
  {
    id: 'C10',
    title: 'a picture of a header is drawn',
    source: 'puppeteer#2443, gotenberg#70',
    html: '<p>Body',
    options: { header: { source: DOT(100, 40) } },
    expect: { pixels: [{ x: 60, y: 25, rgb: [0, 160, 0] }] },
  },
  {
    id: 'C12',
    title: 'a header on pages of several sizes',
    source: 'puppeteer#10263',
    html: '<!doctype html><style>@page{size:A4}@page wide{size:A3 landscape}.w{page:wide}</style><p>One<div class="w">Two</div>',
    options: { header: { source: '<div style="text-align:right">HEAD</div>' } },
    expect: { onPage: { 1: ['HEAD'], 2: ['HEAD'] }, words: [{ word: 'HEAD', page: 2, x: 1140, within: 15 }] },
  },
  {
    id: 'C13',
    title: 'styles of the page do not reach the header, nor those of the header the page',
    source: 'gotenberg#1609',
    html: `<!doctype html><style>body{margin:0}span{display:none}p{font:20px/1 monospace;margin:0}</style><p>Body`,
    options: { header: { source: '<style>p{display:none}*{color:red}</style><span>HEAD</span>' } },
    expect: { text: ['HEAD', 'Body'] },
  },
  {
    id: 'C14',
    title: 'a header over the whole width of the paper',
    source: 'puppeteer#4132',
    html: '<p>Body',
    options: {
      header: {
        source: '<div style="position:absolute;left:0;top:0;width:100%;height:20px;background:#00a000"></div>',
      },
    },
    expect: {
      pixels: [
        { x: 3, y: 6, rgb: [0, 160, 0] },
        { x: 590, y: 6, rgb: [0, 160, 0] },
      ],
    },
  },
  {
    id: 'C15',
    title: 'an import in a header is refused',
    source: 'gotenberg#1609',
    html: '<p>Body',
    options: { header: { source: '<style>@import url({origin}/red.css);</style>HEAD' } },
    expect: { error: 'invalid_header' },
  },
  {
    id: 'C16',
    title: 'a script in a header does nothing',
    source: 'gotenberg#785',
    html: '<p>Body',
    options: {
      header: {
        source: '<script>document.body.append("RAN")</script><img src=x onerror="document.body.append(\'RAN\')">HEAD',
      },
    },
    expect: { text: ['HEAD'], absent: ['RAN'], warnings: 'any' },
  },
  {
    id: 'C17',
    title: 'a header that leaves no room is refused',
    source: 'own',
    html: '<p>Body',
    options: { header: { source: '<div style="height:3000px">HEAD</div>' } },
    expect: { error: 'invalid_header' },
  },
  {
    id: 'C18',
    title: 'header and footer of one page as tall as its content',
    source: 'gotenberg#1390',
    html: BODY + lines(150, 'LINE'),
    options: { format: 'auto', header: { source: 'HEAD' }, footer: { source: '{{page}}/{{total}}' } },
    expect: { pages: 1, text: ['HEAD', '1/1', 'LINE 150'] },
  },
  {
    id: 'C19',
    title: 'numbers in a footer when pages are chosen',
    source: 'puppeteer#2182',
    html: `${BODY}<p>1<p style="break-before:page">2<p style="break-before:page">3`,
    options: { pages: '2-3', footer: { source: '{{page}}/{{total}}' } },
    expect: { pages: 2, onPage: { 1: ['2/3'], 2: ['3/3'] } },
  },
  {
    id: 'C20',
    title: 'a header with a margin of the page',
    source: 'puppeteer#4738',
    html: `<!doctype html><style>@page{margin:0}body,p{margin:0}</style><p>Body`,
    options: { header: { source: '<div style="height:50px">HEAD</div>' } },
    expect: { words: [{ word: 'Body', y: 47, within: 8 }] },
  },
  {
    id: 'C21',
    title: 'emoji, letters beyond Latin and right-to-left in a header',
    source: 'gotenberg#70',
    html: '<p>Body',
    options: { header: { source: 'Grüße 日本 שלום €' } },
    expect: { text: ['Grüße 日本', '€'] },
  },
  ...(
    [
      ['the margin of the request', '25mm', '', 70.9],
      ['no margin', 0, '', 0],
      ['the margin of the page', undefined, '<style>@page{margin:20mm}</style>', 56.7],
    ] as const
  ).map(([title, margin, style, x], index) => ({
    id: `C${60 + index}`,
    title: `a footer stands in line with the body: ${title}`,
    source: 'puppeteer#3622, puppeteer-sharp#1192',
    html: `<!doctype html>${style}<style>body{margin:0}</style><p>Body`,
    options: {
      margin,
      footer: { source: '<div style="display:flex;justify-content:space-between"><b>Foot</b></div>' },
    },
    expect: { words: ['Body', 'Foot'].map((word) => ({ word, x })) },
  })),
  {
    id: 'C22',
    title: 'a header of a fitted document keeps its size',
    source: 'puppeteer#9481',
    html: `${BODY}<div style="width:1400px;text-align:right">LAST</div>`,
    options: { header: { source: `<span style="font:20px/1 'Liberation Sans'">Head</span>` } },
    expect: { words: [{ word: 'Head', height: 15, within: 2 }], text: ['LAST'], warnings: ['content_shrunk'] },
  },
];
