import type { Case } from './case.ts';
import { lines } from './sites.ts';

const BODY = '<!doctype html><style>body{margin:0}p{margin:0}</style>';
const GREEN = [0, 160, 0] as const;
const columns = (count: number) => Array.from({ length: count }, (_, n) => `<th>Heading${n + 1}</th>`).join('');
const wide = (count: number) => `<table style="white-space:nowrap"><tr>${columns(count)}</table>`;
const cards = (style: string) =>
  Array.from({ length: 40 }, (_, n) => `<div style="break-inside:avoid;height:140px;${style}">CARD${n + 1}</div>`).join(
    '',
  );
const SHELL = 'html,body{height:100%;margin:0;overflow:hidden}';

/** Nothing of the last word lies beyond the paper. */
const within =
  (word: string, right: number): NonNullable<Case['check']> =>
  async ({ result }) => {
    const { pdfText } = await import('../../packages/engine/src/testing/judge.ts');
    const place = new RegExp(`xMax="([\\d.]+)" yMax="[\\d.]+">${word}<`).exec(pdfText(result.bytes, '-bbox'));
    if (!place || Number(place[1]) > right) throw new Error(`${word} ends at ${place?.[1]}`);
  };

/** The word is there whole, and the text beside it is as large as it was. */
const brokenWord: NonNullable<Case['check']> = async ({ result }) => {
  const { pdfText } = await import('../../packages/engine/src/testing/judge.ts');
  const [, top, bottom] =
    /yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">BESIDE</.exec(pdfText(result.bytes, '-bbox')) ?? [];
  if (!top || Number(bottom) - Number(top) < 9) throw new Error(`text of ${Number(bottom) - Number(top)} points`);
  const letters = pdfText(result.bytes).match(/[xy]/g)?.length;
  if (letters !== 400) throw new Error(`${letters} letters of 400`);
};
const LONG = 'xy'.repeat(200);

/** Paper that the document names, what does not fit on it, and pages that nobody needs. */
export const PAPER: readonly Case[] = [
  ...(
    [
      ['A4', 595, 842],
      ['A4 landscape', 842, 595],
      ['landscape', 842, 595],
      ['Letter', 612, 792],
      ['300px 200px', 225, 150],
      ['10cm', 283.5, 283.5],
    ] as const
  ).map(([size, width, height], index) => ({
    id: `B${81 + index}`,
    title: `what is too wide is fitted to paper that the document names: ${size}`,
    source: 'gotenberg#1390',
    html: `<!doctype html><style>@page{size:${size};margin:0}</style>${wide(20)}`,
    expect: { sizes: [[width, height]] as const, warnings: ['content_shrunk'] as const },
    check: within('Heading20', width + 0.5),
  })),
  ...[
    `<p>${LONG}`,
    `<p>see <a href="https://a.test/">${LONG}</a> there`,
    `<table><tr><td>1<td>${LONG}<td>2</table>`,
    `<div style="display:flex"><div>1</div><div>${LONG}</div></div>`,
    `<div style="display:grid;grid-template-columns:auto auto"><div>1</div><div>${LONG}</div></div>`,
    `<ul><li><code>${LONG}</code></ul>`,
  ].map((html, index) => ({
    id: `B${171 + index}`,
    title: `a word much wider than the paper breaks, and the rest keeps its size (${index + 1})`,
    source: 'gotenberg#1390',
    html: `<!doctype html><style>body{font:14px serif}</style><p>BESIDE${html}`,
    expect: { pages: 1 },
    check: brokenWord,
  })),
  {
    id: 'B90',
    title: 'a paper that the document names, without fitting, tells what is cut off',
    source: 'gotenberg#1390',
    html: `<!doctype html><style>@page{size:A4}</style>${wide(30)}`,
    options: { fit: 'none' },
    expect: { warnings: ['content_clipped'], pages: 1 },
  },
  {
    id: 'B91',
    title: 'papers of several sizes tell what fits on none of them',
    source: 'puppeteer#7503',
    html: `<!doctype html><style>@page{size:A4}@page w{size:A3 landscape}.w{page:w}</style>x<div class="w">${wide(40)}</div>`,
    expect: { warnings: ['content_clipped'], pages: 2 },
  },
  {
    id: 'B92',
    title: 'papers of several sizes with what fits on one of them',
    source: 'puppeteer#7503',
    html: `<!doctype html><style>@page{size:A4}@page w{size:A3 landscape}.w{page:w}</style>x<div class="w">${wide(10)}</div>`,
    expect: { pages: 2, onPage: { 2: ['Heading10'] } },
  },
  ...(
    [
      ['html and body that hide what overflows', `<style>${SHELL}</style>${lines(200, 'ROW')}`],
      ['a body that is fixed', `<style>body{margin:0;position:fixed;inset:0}</style>${lines(200, 'ROW')}`],
      [
        'a box of the height of the window',
        `<style>${SHELL}</style><div style="height:100vh;overflow:hidden">${lines(200, 'ROW')}</div>`,
      ],
      [
        'a scroller in a row',
        `${BODY}<div style="display:flex;height:100vh;overflow:hidden"><aside>Nav</aside><main style="flex:1;overflow-y:auto">${lines(200, 'ROW')}</main></div>`,
      ],
      [
        'a scroller in a box that is placed',
        `${BODY}<div style="position:absolute;inset:0;display:flex;flex-direction:column;overflow:hidden"><main style="flex:1;min-height:0;overflow:auto">${lines(200, 'ROW')}</main></div>`,
      ],
    ] as const
  ).flatMap(([title, html], index): Case[] => [
    {
      id: `B${100 + 2 * index}`,
      title: `an application that never scrolls tells what is lost: ${title}`,
      source: 'puppeteer#8274, Print.js#146',
      html: `<!doctype html>${html}`,
      expect: { text: ['ROW 1 '], absent: ['ROW 200'], warnings: ['content_clipped'] },
      check: ({ result }) => {
        const pixels = Number(result.warnings[0]?.detail?.pixels);
        if (!(pixels > 2_000 && pixels < 3_500)) throw new Error(`${pixels} pixels are told`);
      },
    },
    {
      id: `B${101 + 2 * index}`,
      title: `an application that never scrolls, opened: ${title}`,
      source: 'puppeteer#8274, Print.js#146',
      html: `<!doctype html>${html}`,
      options: { expand: true },
      expect: { text: ['ROW 1 ', 'ROW 200'] },
    },
  ]),
  ...(
    [
      ['a root that scrolls too', 'html{overflow-y:scroll;height:100%}body{height:100%;overflow:auto}'],
      ['a root that hides what overflows', 'html{overflow:hidden;height:100%}body{height:100%;overflow-y:scroll}'],
      ['a root and a body that hide what is beside them', 'html,body{overflow-x:hidden;height:100%}'],
    ] as const
  ).flatMap(([title, css], index): Case[] => [
    {
      id: `B${150 + index}`,
      title: `a body that scrolls is the document: ${title}`,
      source: 'puppeteer#8274',
      html: `<!doctype html><style>body{margin:0}${css}</style>${lines(150, 'ROW')}`,
      expect: { text: ['ROW 1 ', 'ROW 150'], pages: 3 },
    },
    {
      id: `B${155 + index}`,
      title: `the same in a picture of the whole page: ${title}`,
      source: 'puppeteer#8274',
      html: `<!doctype html><style>body{margin:0}${css}</style><div style="height:1500px"></div><div style="height:100px;background:rgb(0,160,0)"></div>`,
      format: 'png',
      options: { fullpage: true, viewport: '400x300' },
      expect: { image: [400, 1600], pixels: [{ x: 200, y: 1550, rgb: GREEN }] },
    },
  ]),
  {
    id: 'B115',
    title: 'what a body hides that is placed elsewhere is not lost',
    source: 'own',
    html: `<!doctype html><style>${SHELL}</style>${lines(20, 'ROW')}<div style="position:absolute;top:1200px">PLACED</div>`,
    expect: { text: ['PLACED'], pages: 2 },
  },
  {
    id: 'B116',
    title: 'a card that hides a part of its text by design',
    source: 'own',
    html: `${BODY}<div style="height:40px;overflow:hidden">${lines(20, 'CARD')}</div><p>AFTER`,
    expect: { text: ['CARD 1 ', 'AFTER'] },
  },
  ...(
    [
      ['line breaks', '<pre>\n\n\n   \n\n\n\n\n</pre>'],
      ['spaces that do not break', '<p>&nbsp;</p><p>&nbsp;&#8203;</p>'],
      [
        'a picture that counts visitors',
        '<img width="1" height="1" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7">',
      ],
      ['a picture that counts visitors, from elsewhere', '<img src="{origin}/picture.png?w=1&h=1">'],
    ] as const
  ).map(([title, html], index) => ({
    id: `B${117 + index}`,
    title: `a last page with nothing but ${title} goes`,
    source: 'puppeteer#6704',
    html: `<!doctype html><div style="height:105vh">WORD</div>${html}`,
    expect: { pages: 1, warnings: ['blank_page_removed' as const] },
  })),
  ...(
    [
      ['a small picture', '<img width="4" height="4" src="{origin}/picture.png">'],
      ['a picture of a pixel, enlarged', '<img width="40" height="40" src="{origin}/picture.png?w=1&h=1">'],
      ['a full stop', '<p>.'],
      ['a fixed bar', '<div style="position:fixed;bottom:0">BAR</div><p>&nbsp;'],
    ] as const
  ).map(([title, html], index) => ({
    id: `B${122 + index}`,
    title: `a last page with ${title} stays`,
    source: 'puppeteer#6704',
    html: `<!doctype html><div style="height:105vh">WORD</div>${html}`,
    expect: { pages: 2 },
  })),
  ...(
    [
      [
        'sections',
        '<style>section{height:100vh}</style><section>S1</section><section>S2</section><section>S3</section>',
        3,
      ],
      [
        'lengths that are computed',
        `<div style="min-height:calc(100vh - 46px)">S1</div><div style="height:100dvh">S2</div>`,
        2,
      ],
      [
        'parts of the root',
        '<style>html,body{height:100%}div{height:100%}</style><div>S1</div><div>S2</div><div>S3</div>',
        3,
      ],
    ] as const
  ).map(([title, html, windows], index) => ({
    id: `B${130 + index}`,
    title: `one page as tall as its content, with ${title} of the height of the window`,
    source: 'gotenberg#1390',
    html: BODY + html,
    options: { format: 'auto', viewport: '700x1000', margin: 0 },
    expect: { pages: 1 },
    check: async ({ result }: Parameters<NonNullable<Case['check']>>[0]) => {
      const { pdfPages } = await import('../../packages/engine/src/testing/judge.ts');
      const height = pdfPages(result.bytes)[0]?.height ?? 0;
      const least = (windows * 1000 - 46) * 0.75;
      if (height < least || height > windows * 1200 * 0.75) throw new Error(`the page is ${height} points tall`);
    },
  })),
  {
    id: 'B135',
    title: 'one page as tall as its content, taller than a PDF allows, is split and told',
    source: 'own',
    html: BODY + lines(1_200, 'TALL'),
    options: { format: 'auto' },
    expect: { pages: 2, text: ['TALL 1 ', 'TALL 1200'], warnings: ['page_split'] },
  },
  {
    id: 'B136',
    title: 'cards of a grid are kept whole',
    source: 'weasyprint#36, puppeteer#5236',
    html: `${BODY}<div style="display:grid;grid-template-columns:1fr 1fr;gap:10px">${cards('background:#eee')}</div>`,
    expect: { pages: 3, onPage: { 1: ['CARD1 ', 'CARD14'], 2: ['CARD15'], 3: ['CARD40'] } },
  },
  {
    id: 'B137',
    title: 'cards of a row that wraps are kept whole',
    source: 'puppeteer#5236',
    html: `${BODY}<div style="display:flex;flex-wrap:wrap">${cards('width:50%;background:#eee')}</div>`,
    expect: { pages: 3, onPage: { 1: ['CARD1 ', 'CARD14'], 2: ['CARD15'], 3: ['CARD40'] } },
  },
  ...(
    [
      ['a block in a line', 'display:inline-block;width:100%'],
      ['a float', 'float:left;width:100%'],
      ['a placed box', 'position:absolute;top:0;left:0'],
      ['a box with columns', 'columns:1'],
    ] as const
  ).map(([title, style], index) => ({
    id: `B${138 + index}`,
    title: `${title} goes on over pages`,
    source: 'wkhtmltopdf#1524',
    html: `${BODY}<div style="${style}">${lines(150, 'LINE')}</div>`,
    expect: { pages: 3, onPage: { 1: ['LINE 1 '], 3: ['LINE 150'] } },
  })),
  {
    id: 'B142',
    title: 'a cell goes on over pages, and so does a set of fields',
    source: 'puppeteer#9499',
    html: `${BODY}<table><tr><td>${lines(80, 'CELL')}<td>SIDE</table><fieldset>${lines(60, 'FIELD')}</fieldset>`,
    expect: { text: ['CELL 80', 'SIDE', 'FIELD 60'], pages: 3 },
  },
  {
    id: 'B143',
    title: 'the foot of a table is repeated, its caption is not',
    source: 'puppeteer#9499',
    html: `${BODY}<table><caption>CAPTION</caption><thead><tr><th>HEAD</thead><tfoot><tr><td>FOOT</tfoot>${Array.from({ length: 120 }, (_, n) => `<tr><td>R${n + 1}`).join('')}</table>`,
    expect: { pages: 3, onPage: { 1: ['CAPTION', 'HEAD', 'FOOT'], 2: ['HEAD', 'FOOT'], 3: ['HEAD', 'FOOT', 'R120'] } },
    check: async ({ result }) => {
      const { readText } = await import('./judge.ts');
      if (readText(result.bytes, '-f', '2').includes('CAPTION')) throw new Error('the caption is repeated');
    },
  },
  {
    id: 'B144',
    title: 'a picture that is wider and taller than the paper is shown whole',
    source: 'wkhtmltopdf#1563',
    html: `${BODY}<img style="display:block;width:1500px;height:1000px" src="{origin}/picture.png"><p>AFTER`,
    options: { margin: 0 },
    expect: { pages: 1, text: ['AFTER'], pixels: [{ x: 590, y: 390, rgb: GREEN }], warnings: ['content_shrunk'] },
  },
  {
    id: 'B145',
    title: 'a break before the first heading makes no blank page',
    source: 'wkhtmltopdf#1524',
    html: `${BODY}<style>h1{break-before:page}</style><h1>One</h1><h1>Two</h1>`,
    expect: { pages: 2, onPage: { 1: ['One'], 2: ['Two'] } },
  },
  {
    id: 'B146',
    title: 'a background of the body covers all pages without margins',
    source: 'puppeteer#6704',
    html: `${BODY}<style>body{background:linear-gradient(rgb(0,160,0),rgb(0,160,0))}</style>${lines(70, 'LINE')}`,
    options: { margin: 0 },
    expect: {
      pages: 2,
      pixels: [
        { page: 1, x: 400, y: 838, rgb: GREEN },
        { page: 2, x: 400, y: 830, rgb: GREEN },
      ],
    },
  },
  {
    id: 'B147',
    title: 'sticky heads of sections stay with their sections',
    source: 'own',
    html: `${BODY}<style>h2{position:sticky;top:0;margin:0;background:gold}</style>${[1, 2, 3].map((n) => `<section><h2>SEC${n}</h2>${lines(40, `L${n}`)}</section>`).join('')}`,
    expect: { text: ['SEC1 L1 1 ', 'SEC2 L2 1 ', 'SEC3 L3 1 '], pages: 3 },
  },
  {
    id: 'B148',
    title: 'a word of 3,000 characters that may not break tells what is cut off',
    source: 'wkhtmltopdf#1563',
    html: `${BODY}<p style="white-space:nowrap">${'x'.repeat(3_000)}<p>END`,
    expect: { text: ['END'], warnings: ['content_clipped', 'content_shrunk'] },
  },
];
