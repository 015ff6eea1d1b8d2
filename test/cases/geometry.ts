import type { Case } from './case.ts';
import { lines } from './sites.ts';

const GREEN = [0, 160, 0] as const;
const BODY = '<!doctype html><style>body{margin:0}p{margin:0}</style>';
const A4 = [595, 842] as const;
const rows = (count: number, cell: (row: number) => string) =>
  Array.from({ length: count }, (_, row) => `<tr>${cell(row + 1)}</tr>`).join('');
const FOUR_LINES = (row: number) => `<td>R${row}a<br>R${row}b<br>R${row}c<br>R${row}d`;
const columns = (count: number) => Array.from({ length: count }, (_, n) => `<th>Heading${n + 1}`).join('');

/** Checks that every row of a table stands on one page: its first and its last line. */
const rowsAreWhole =
  (count: number, first: string, last: string): NonNullable<Case['check']> =>
  async ({ result }) => {
    const { readText } = await import('./judge.ts');
    for (let page = 1; page <= (result.pages ?? 0); page += 1) {
      const text = ` ${readText(result.bytes, '-f', String(page), '-l', String(page))} `;
      for (let row = 1; row <= count; row += 1) {
        if (text.includes(` R${row}${first} `) !== text.includes(` R${row}${last} `))
          throw new Error(`row ${row} is split`);
      }
    }
  };

/** Paper, pages and what fits on them. */
export const GEOMETRY: readonly Case[] = [
  {
    id: 'B01',
    title: 'pages of two sizes in one file',
    source: 'puppeteer#7503, #10263',
    html: `<!doctype html><style>@page{size:A4}@page wide{size:A3 landscape}.w{page:wide}</style><p>One<div class="w">Two</div><p>Three`,
    expect: { sizes: [A4, [1191, 842], A4], onPage: { 1: ['One'], 2: ['Two'], 3: ['Three'] } },
  },
  {
    id: 'B02',
    title: 'a rotated named page with its own margins, and a first page',
    source: 'puppeteer#10263',
    html: `<!doctype html><style>@page{size:A5;margin:20mm}@page :first{margin-top:60mm}@page land{size:A5 landscape;margin:0}.l{page:land;break-before:page}body,p{margin:0}</style><p>First<div class="l"><p>Turned</div>`,
    expect: {
      sizes: [
        [420, 595],
        [595, 420],
      ],
      words: [
        { word: 'First', x: 56.7, y: 172, within: 5 },
        { word: 'Turned', page: 2, x: 0, y: 2, within: 5 },
      ],
    },
  },
  {
    id: 'B03',
    title: 'an explicit size of the request wins over @page for every page',
    source: 'puppeteer#10263',
    html: `<!doctype html><style>@page{size:A4}@page wide{size:A3 landscape}.w{page:wide}</style><p>One<div class="w">Two</div>`,
    options: { format: 'A5' },
    expect: {
      sizes: [
        [420, 595],
        [420, 595],
      ],
    },
  },
  {
    id: 'B04',
    title: 'rows are whole where the style says so, and a head of two rows is repeated',
    source: 'puppeteer#9499, #10020, #7790',
    html: `${BODY}<style>tr{break-inside:avoid}</style><table><thead><tr><th>HeadOne<tr><th>HeadTwo</thead>${rows(40, FOUR_LINES)}</table>`,
    expect: {
      pages: 4,
      onPage: {
        1: ['HeadOne HeadTwo'],
        2: ['HeadOne HeadTwo'],
        3: ['HeadOne HeadTwo'],
        4: ['HeadOne HeadTwo', 'R40d'],
      },
    },
    check: rowsAreWhole(40, 'a', 'd'),
  },
  {
    id: 'B05',
    title: 'a table with colspan in its head, a foot, and a caption',
    source: 'puppeteer#10020',
    html: `${BODY}<style>tr{page-break-inside:avoid}</style><table><caption>Caption</caption><thead><tr><th colspan="2">Wide<th rowspan="2">Tall<tr><th>Left<th>Right</thead><tfoot><tr><td colspan="3">Foot</tfoot>${rows(60, (n) => `<td>R${n}a<td>x<br>y<td>R${n}d`)}</table>`,
    expect: { onPage: { 1: ['Wide', 'Tall', 'Foot'], 2: ['Wide', 'Tall', 'Left', 'Right', 'Foot'] } },
    check: rowsAreWhole(60, 'a', 'd'),
  },
  {
    id: 'B06',
    title: 'a cell that spans rows over a page',
    source: 'puppeteer#9499',
    html: `${BODY}<table><tr><td rowspan="80">Span${rows(80, (n) => `<td>Row${n}`).replace('<tr>', '')}</table>`,
    expect: { text: ['Row1 ', 'Row80'], pages: 2 },
  },
  {
    id: 'B07',
    title: 'a table without a head element is printed whole',
    source: 'puppeteer#7790',
    html: `${BODY}<table>${rows(200, (n) => `<td>Row${n}`)}</table>`,
    expect: { text: ['Row1 ', 'Row100 ', 'Row200'] },
  },
  ...(
    [
      ['a section of 100vh', '<div style="height:100vh">x</div>', 1],
      ['html and body of 100 % with a padding', '<style>html,body{height:100%}body{padding:1px}</style>x', 1],
      [
        'pages of 297 mm with a break after each',
        '<style>@page{margin:0}body{margin:0}.p{height:297mm;break-after:page}</style><div class="p">a</div><div class="p">b</div>',
        2,
      ],
      [
        'a minimal height of 100vh and a margin that collapses',
        '<style>main{min-height:100vh;margin:20px 0}</style><main>x</main>',
        1,
      ],
      ['a break after the last element', '<p>x<div style="page-break-after:always"></div>', 1],
      ['an empty element after a break', '<p>x<p style="break-before:page"></p>', 1],
      [
        'a background that reaches over the end',
        '<style>body{background:#eee;margin:0}</style><div style="height:105vh">x</div>',
        1,
      ],
      [
        'pages of 210 by 297 mm with a border',
        '<style>@page{size:A4;margin:0}body{margin:0}.p{width:210mm;height:297mm;border:1px solid;box-sizing:border-box;overflow:hidden}</style><div class="p">a</div><div class="p">b</div>',
        2,
      ],
      ['line breaks at the end', '<div style="height:95vh">x</div><br><br><br><br><br><br>', 1],
      [
        'an invisible element at the end',
        '<div style="height:100vh">x</div><div style="visibility:hidden">hidden words</div>',
        1,
      ],
    ] as const
  ).map(([title, html, pages], index) => ({
    id: `B${10 + index}`,
    title: `no blank page at the end: ${title}`,
    source: 'puppeteer#6704, #683, #9365, #5236',
    html: `<!doctype html>${html}`,
    expect: { pages, warnings: 'any' as const },
  })),
  {
    id: 'B25',
    title: 'no blank page at the end with a header and a footer',
    source: 'puppeteer#6704',
    html: '<!doctype html><div style="height:100vh">x</div>',
    options: { header: { source: 'Head' }, footer: { source: '{{page}}/{{total}}' } },
    expect: { pages: 1, text: ['1/1'], warnings: ['blank_page_removed'] },
  },
  {
    id: 'B27',
    title: 'a page that is blank on purpose stays, and goes with "all"',
    source: 'puppeteer#6704',
    html: '<!doctype html><p>One<div style="break-before:page;break-after:page"></div><p>Three',
    expect: { pages: 3, onPage: { 3: ['Three'] } },
  },
  {
    id: 'B28',
    title: 'trim_blank_pages: all',
    source: 'puppeteer#6704',
    html: '<!doctype html><p>One<div style="break-before:page;break-after:page;height:1px"></div><p>Three',
    options: { trim_blank_pages: 'all', footer: { source: '{{page}}' } },
    expect: { pages: 2, onPage: { 2: ['Three'] }, warnings: ['blank_page_removed'] },
  },
  {
    id: 'B29',
    title: 'a last page with nothing but a picture, a line or a link stays',
    source: 'own',
    html: '<!doctype html><style>div{break-before:page}</style>x<div><svg width="50" height="50"><circle r="20" cx="25" cy="25"/></svg></div><div><hr></div><div style="border:1px solid;height:50px"></div>',
    expect: { pages: 4 },
  },
  {
    id: 'B30',
    title: 'a wide table is fitted to the paper',
    source: 'gotenberg#1390, wkhtmltopdf#1563',
    html: `${BODY}<table style="white-space:nowrap"><tr>${columns(30)}</table>`,
    options: { margin: 0 },
    expect: { text: ['Heading1 ', 'Heading30'], pages: 1, warnings: ['content_shrunk'] },
    check: async ({ result }) => {
      const { pdfText } = await import('../../packages/engine/src/testing/judge.ts');
      const right = Math.max(
        ...[...pdfText(result.bytes, '-bbox').matchAll(/xMax="([\d.]+)"/g)].map(([, x]) => Number(x)),
      );
      if (right > 595.5) throw new Error(`the last word ends at ${right}`);
    },
  },
  ...(
    [
      ['a wide preformatted text', `<pre>${'wide '.repeat(60)}LAST</pre>`],
      ['a word without a break', `<p>${'a'.repeat(200)}LAST`],
      ['a box placed beside the page', '<div style="position:absolute;left:1400px">LAST</div>x'],
      ['a box moved by a transform', '<div style="width:100px;transform:translateX(1200px)">LAST</div>'],
      [
        'a flex row that does not wrap',
        `<div style="display:flex">${'<div style="flex:none;width:300px">x</div>'.repeat(5)}<div style="flex:none">LAST</div></div>`,
      ],
      [
        'a grid with fixed columns',
        `<div style="display:grid;grid-template-columns:repeat(6,300px)">${'<i>x</i>'.repeat(5)}<b>LAST</b></div>`,
      ],
      ['generated content', '<style>p::after{content:"LAST";position:absolute;left:1500px}</style><p>x'],
      [
        'a shadow root',
        '<div id="h"></div><script>h.attachShadow({mode:"open"}).innerHTML=\'<div style="width:1500px;text-align:right">LAST</div>\'</script>',
      ],
      [
        'a document from right to left',
        `<html dir="rtl"><table style="white-space:nowrap"><tr>${columns(30)}<th>LAST</table>`,
      ],
      [
        'a box on the left of a document from right to left',
        '<html dir="rtl"><p>x<div style="width:1500px;direction:rtl;text-align:left">LAST</div>',
      ],
    ] as const
  ).map(([title, html], index) => ({
    id: `B${31 + index}`,
    title: `what is too wide is fitted: ${title}`,
    source: 'gotenberg#1390',
    html: `<!doctype html><style>body{margin:0}</style>${html}`,
    options: { margin: 0 },
    expect: { text: ['LAST'], pages: 1, warnings: ['content_shrunk'] as const },
    check: async ({ result }: Parameters<NonNullable<Case['check']>>[0]) => {
      const { pdfText } = await import('../../packages/engine/src/testing/judge.ts');
      const boxes = [...pdfText(result.bytes, '-bbox').matchAll(/xMin="([-\d.]+)".*?xMax="([-\d.]+)".*?>([^<]*)</g)];
      const last = boxes.find(([, , , word]) => word?.endsWith('LAST'));
      const [left, right] = [Number(last?.[1]), Number(last?.[2])];
      if (!(left >= -0.5 && right <= 595.8)) throw new Error(`the last word is at ${left} to ${right}`);
    },
  })),
  {
    id: 'B45',
    title: 'what is cut off without fitting is told',
    source: 'gotenberg#1390',
    html: `${BODY}<div style="width:3000px;background:linear-gradient(red,blue);height:20px"></div>`,
    options: { fit: 'none' },
    expect: { warnings: ['content_clipped'] },
  },
  {
    id: 'B48',
    title: 'one page as tall as its content holds all of a long document',
    source: 'gotenberg#1390',
    html: BODY + lines(300, 'LINE'),
    options: { format: 'auto' },
    expect: { pages: 1, text: ['LINE 1 ', 'LINE 300'] },
  },
  {
    id: 'B49',
    title: 'one page as tall as its content follows the margins of the page and no window',
    source: 'own',
    html: '<style>@page{margin:20px}body{margin:0}p{margin:0;font:20px/100px monospace}</style><p>One<p>Two',
    options: { format: '80mmxauto' },
    expect: { pages: 1, sizes: [[226.8, 181.5]], text: ['One', 'Two'] },
  },
  {
    id: 'B50',
    title: 'zoom halves text and pictures',
    source: 'gotenberg#997',
    html: `${BODY}<style>p{font:40px/1 monospace}</style><p>Word<img style="display:block" width="300" height="100" src="{origin}/picture.png?w=300&h=100">`,
    options: { zoom: 0.5, margin: 0 },
    expect: {
      words: [{ word: 'Word', x: 0, y: 0, height: 15, within: 3 }],
      pixels: [
        { x: 110, y: 30, rgb: GREEN },
        { x: 116, y: 30, rgb: [255, 255, 255] },
      ],
    },
  },
  {
    id: 'B51',
    title: 'zoom beyond 1 keeps all of the text',
    source: 'gotenberg#997',
    html: BODY + lines(60, 'LINE'),
    options: { zoom: 2 },
    expect: { text: ['LINE 1 ', 'LINE 60'] },
  },
  {
    id: 'B52',
    title: 'orphans and widows',
    source: 'weasyprint#36',
    html: `<!doctype html><style>@page{size:300px 200px;margin:0}body{margin:0;font:20px/20px monospace;orphans:3;widows:3}p{margin:0}</style><div style="height:160px"></div><p>a1<br>a2<br>a3<br>a4<br>a5<br>a6`,
    expect: { pages: 2, onPage: { 2: ['a1 a2 a3 a4 a5 a6'] } },
  },
  {
    id: 'B53',
    title: 'breaks inside flex, grid and columns',
    source: 'puppeteer#5236',
    html: `${BODY}<style>.k{break-inside:avoid;height:400px;border:1px solid}</style><div style="display:flex;flex-direction:column">${Array.from({ length: 5 }, (_, n) => `<div class="k">F${n + 1}</div>`).join('')}</div><div style="display:grid">${Array.from({ length: 5 }, (_, n) => `<div class="k">G${n + 1}</div>`).join('')}</div>`,
    expect: { pages: 5, onPage: { 1: ['F1 F2'], 2: ['F3 F4'], 3: ['F5 G1'], 4: ['G2 G3'], 5: ['G4 G5'] } },
  },
  {
    id: 'B54',
    title: 'a heading stays with what follows',
    source: 'weasyprint#36',
    html: `<!doctype html><style>@page{size:300px 200px;margin:0}body{margin:0;font:20px/20px monospace}h2,p{margin:0;font:20px/20px monospace;break-after:avoid}</style><div style="height:180px">top</div><h2>Title</h2><p>Text`,
    expect: { pages: 2, onPage: { 2: ['Title Text'] } },
  },
  {
    id: 'B55',
    title: 'text in columns over pages',
    source: 'own',
    html: `${BODY}<div style="columns:2">${lines(150, 'COL')}</div>`,
    expect: { text: ['COL 1 ', 'COL 150'], pages: 2 },
  },
  {
    id: 'B56',
    title: 'counters in the margin boxes of pages',
    source: 'weasyprint#93',
    html: `<!doctype html><style>@page{size:A5;margin:2cm;@bottom-center{content:"Page " counter(page) " of " counter(pages)}@top-left{content:"TOPLEFT"}}</style><p>One<p style="break-before:page">Two`,
    expect: { pages: 2, onPage: { 1: ['Page 1 of 2', 'TOPLEFT'], 2: ['Page 2 of 2'] } },
  },
  {
    id: 'B57',
    title: 'content of scrollers, frames, text areas and details is opened',
    source: 'own; puppeteer#8274, #8280',
    html: `${BODY}<div style="height:60px;overflow:auto">${lines(20, 'SCROLL')}</div><iframe width="300" height="80" srcdoc="${lines(40, 'FRAME').replaceAll('"', "'")}"></iframe><textarea rows="2">${Array.from({ length: 10 }, (_, n) => `AREA${n + 1}`).join('\n')}</textarea><details><summary>Sum</summary>DETAIL</details>`,
    options: { expand: true },
    expect: { text: ['SCROLL 20', 'FRAME 40', 'AREA10', 'DETAIL'] },
  },
  {
    id: 'B58',
    title: 'the same without expand tells what is cut off',
    source: 'own; puppeteer#8274, #8280',
    html: `${BODY}<div style="height:60px;overflow:auto">${lines(20, 'SCROLL')}</div><details><summary>Sum</summary>DETAIL</details>`,
    expect: { warnings: ['content_clipped'], absent: ['DETAIL'] },
  },
  {
    id: 'B61',
    title: 'the same without expand tells what is cut off',
    source: 'puppeteer#8274',
    html: `<!doctype html><style>html,body{height:100%;margin:0;overflow:hidden}main{height:100vh;overflow:auto}</style><main>${lines(200, 'ROW')}</main>`,
    expect: { warnings: ['content_clipped'], text: ['ROW 1 '] },
  },
  {
    id: 'B65',
    title: 'a fixed bar is on every page, and what it covers is told',
    source: 'puppeteer#10505, alamode#39',
    html: `${BODY}<style>footer{position:fixed;bottom:0;width:100%;height:60px;background:gold}</style><footer>Bar</footer>${lines(150, 'LINE')}`,
    expect: { warnings: ['content_covered'], onPage: { 1: ['Bar'], 2: ['Bar'], 3: ['Bar'] } },
  },
  {
    id: 'B67',
    title: 'a sticky head of a long page',
    source: 'own',
    html: `${BODY}<style>header{position:sticky;top:0;background:gold}</style><header>Sticky</header>${lines(150, 'LINE')}`,
    expect: { text: ['Sticky', 'LINE 1 ', 'LINE 150'] },
  },
  {
    id: 'B68',
    title: 'ranges of pages, beyond the end too',
    source: 'puppeteer#2182',
    html: `${BODY}${[1, 2, 3, 4, 5].map((n) => `<p style="break-after:page">P${n}`).join('')}`,
    options: { pages: '2, 4-9' },
    expect: { pages: 3, onPage: { 1: ['P2'], 2: ['P4'], 3: ['P5'] }, warnings: 'any' },
  },
  {
    id: 'B69',
    title: 'ranges that name no page',
    source: 'own',
    html: '<p>x',
    options: { pages: '7' },
    expect: { error: 'invalid_request' },
  },
  {
    id: 'B70',
    title: 'tiny paper',
    source: 'puppeteer#5236',
    html: '<!doctype html><style>body{margin:0;font:10px monospace}</style>L1',
    options: { width: '76px', height: '123px', margin: 0 },
    expect: { sizes: [[57, 92.25]], text: ['L1'] },
  },
  {
    id: 'B71',
    title: 'huge paper',
    source: 'own',
    html: '<!doctype html><body style="margin:0">x',
    options: { width: '5000mm', height: '5000mm', margin: 0 },
    expect: { sizes: [[14173, 14173]] },
  },
  {
    id: 'B72',
    title: 'paper without room for its margins',
    source: 'own',
    html: '<p>x',
    options: { width: '1in', height: '1in', margin: '0.6in' },
    expect: { error: 'invalid_request' },
  },
  {
    id: 'B73',
    title: 'negative margins and overflow to the left do not make the page smaller',
    source: 'own',
    html: `${BODY}<p style="text-indent:-9999px">hidden</p><div style="margin-left:-50px">pulled</div><p style="font:20px/1 monospace">Word`,
    options: { margin: 0 },
    expect: { words: [{ word: 'Word', x: 0, height: 15, within: 3 }] },
  },
  {
    id: 'B75',
    title: 'a background that is attached to the window',
    source: 'own',
    html: `<!doctype html><style>body{margin:0;background:rgb(0,160,0) fixed}</style>${lines(100, 'LINE')}`,
    options: { margin: 0 },
    expect: {
      pixels: [
        { page: 1, x: 300, y: 400, rgb: GREEN },
        { page: 2, x: 300, y: 700, rgb: GREEN },
      ],
    },
  },
  {
    id: 'B76',
    title: 'rules for print in the medium print',
    source: 'puppeteer#3357',
    html: `${BODY}<style>@media print{.s{display:none}}@media screen{.p{display:none}}</style><p class="s">SCREEN<p class="p">PRINT`,
    options: { media: 'print' },
    expect: { text: ['PRINT'], absent: ['SCREEN'] },
  },
  {
    id: 'B77',
    title: 'rules for print in the medium screen are told',
    source: 'puppeteer#3357',
    html: `${BODY}<style>@media print{.s{display:none}}</style><p class="s">SCREEN`,
    expect: { text: ['SCREEN'], warnings: ['print_styles_ignored'] },
  },
  {
    id: 'B78',
    title: 'a table of 2,000 rows',
    source: 'gotenberg#1348, #446, puppeteer#8070, playwright#27567',
    html: `${BODY}<table>${rows(2000, (n) => `<td>Row${n}`)}</table>`,
    expect: { text: ['Row1 ', 'Row2000'] },
  },
  {
    id: 'B79',
    title: 'a tagged table stays small',
    source: 'puppeteer#8100, #9124, playwright#13917',
    html: `${BODY}<table>${rows(1000, (n) => `<td>Row${n}<td>value`)}</table>`,
    expect: {},
    check: ({ result }) => {
      if (result.bytes.length > 350_000) throw new Error(`${result.bytes.length} bytes`);
    },
  },
  {
    id: 'B80',
    title: 'turned paper with the size of the page',
    source: 'puppeteer#3834',
    html: '<!doctype html><style>@page{size:A5}</style><p>x',
    options: { landscape: true },
    expect: { sizes: [[595, 420]] },
  },
  {
    id: 'B190',
    title: 'upright paper, whatever the page says',
    source: 'own',
    html: '<!doctype html><style>@page{size:A5 landscape}@page w{size:200mm 100mm}.w{page:w}</style><p>x<p class=w>y',
    options: { landscape: false },
    expect: {
      sizes: [
        [420, 595],
        [283, 567],
      ],
    },
  },
  {
    id: 'B191',
    title: 'a named page keeps its margins beside those of the request',
    source: 'ReLaXed#140',
    html: `<!doctype html><style>@page{margin:25mm}@page cover{margin:0}body{margin:0}
      .c{page:cover;height:297mm;background:rgb(0,160,0)}</style><div class=c></div><p style="margin:0">Body`,
    options: { margin: '20mm' },
    expect: {
      pages: 2,
      pixels: [
        { x: 3, y: 3, rgb: GREEN },
        { x: 590, y: 835, rgb: GREEN },
      ],
      words: [{ word: 'Body', page: 2, x: 56.7, y: 57 }],
    },
  },
  {
    id: 'B47',
    title: 'one page as tall as its content, with a wide box',
    source: 'gotenberg#1390',
    html: `${BODY}<div style="width:1800px;height:300px;background:rgb(0,160,0)"></div>`,
    options: { format: '1800pxxauto', margin: 0 },
    expect: { sizes: [[1350, 226]], pixels: [{ x: 1340, y: 200, rgb: GREEN }] },
  },
  {
    id: 'B59',
    title: 'details of one group are all opened',
    source: 'own',
    html: `${BODY}<details name="g"><summary>S1</summary>ONE</details><details name="g"><summary>S2</summary>TWO</details><details name="g"><summary>S3</summary>THREE</details>`,
    options: { expand: true },
    expect: { text: ['ONE', 'TWO', 'THREE'] },
  },
  {
    id: 'B60',
    title: 'an application that scrolls inside a box of the window',
    source: 'puppeteer#8274',
    html: `<!doctype html><style>html,body{height:100%;margin:0;overflow:hidden}main{height:100vh;overflow:auto}</style><main>${lines(200, 'ROW')}</main>`,
    options: { expand: true },
    expect: { text: ['ROW 1 ', 'ROW 200'] },
  },
  {
    id: 'B63',
    title: 'a scroller in a shadow root, opened',
    source: 'own',
    html: `${BODY}<div id="h"></div><script>h.attachShadow({mode:'open'}).innerHTML='<div style="height:60px;overflow:auto">${lines(20, 'SCROLL')}</div><details><summary>s</summary>DETAIL</details>'</script>`,
    options: { expand: true },
    expect: { text: ['SCROLL 20', 'DETAIL'] },
  },
  {
    id: 'B64',
    title: 'a scroller inside a frame, opened',
    source: 'own',
    html: `${BODY}<iframe width="300" height="80" srcdoc="<div style='height:60px;overflow:auto'>${lines(20, 'SCROLL').replaceAll('"', "'")}</div><p>AFTER"></iframe>`,
    options: { expand: true },
    expect: { text: ['SCROLL 20', 'AFTER'] },
  },
  {
    id: 'B74',
    title: 'hidden menus beside the page do not make it smaller',
    source: 'own',
    html: `${BODY}<style>body{overflow-x:hidden}</style><nav style="position:absolute;left:100%;width:400px">Menu</nav><p style="font:20px/1 monospace">Word`,
    options: { margin: 0 },
    expect: { words: [{ word: 'Word', x: 0, height: 15, within: 3 }] },
  },
];
