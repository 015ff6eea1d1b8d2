import type { Case } from './case.ts';
import { pdfFaults } from './judge.ts';

const GREEN = [0, 160, 0] as const;
const WHITE = [255, 255, 255] as const;
const BODY = '<!doctype html><style>body{margin:0}p{margin:0}</style>';
const BOX = (style: string, inside = '') =>
  `${BODY}<style>#e{width:200px;height:100px;background:rgb(0,160,0);${style}}</style><div id="e">${inside}</div>`;
const TWO = '<h1>One</h1><h2>One a</h2><h2>One b</h2><h1>Two</h1>';

/** CSS effects, and what a PDF holds besides its pages. */
export const EFFECTS: readonly Case[] = [
  ...(
    [
      ['box-shadow', 'box-shadow:0 0 20px black'],
      ['opacity', 'opacity:.999'],
      ['mix-blend-mode', 'mix-blend-mode:multiply'],
      ['mask-image', 'mask-image:linear-gradient(black,black)'],
      ['clip-path', 'clip-path:inset(0)'],
      ['transform', 'transform:rotate(0.01deg)'],
      ['a 3D transform', 'transform:translateZ(0)'],
      ['will-change', 'will-change:transform'],
      ['a filter that does nothing', 'filter:blur(0)'],
      ['backdrop-filter', 'backdrop-filter:blur(2px)'],
      ['isolation', 'isolation:isolate'],
      ['border-radius with overflow', 'border-radius:20px;overflow:hidden'],
      ['text-shadow', 'text-shadow:1px 1px 2px black'],
      ['background-clip', 'background-clip:padding-box'],
    ] as const
  ).map(([title, style], index) => ({
    id: `E${String(index + 1).padStart(2, '0')}`,
    title: `text under an effect stays text: ${title}`,
    source: 'puppeteer#5284, #4193, #4026',
    html: BOX(style, 'SELECT'),
    options: { margin: 0 },
    expect: { text: ['SELECT'], pixels: [{ x: 100, y: 60, rgb: GREEN }] },
  })),
  ...(
    [
      ['blur', 'filter:blur(1px)'],
      ['drop-shadow', 'filter:drop-shadow(2px 2px 2px black)'],
      ['grayscale', 'filter:grayscale(.1)'],
      ['a perspective', 'transform:perspective(400px) rotateY(20deg)'],
    ] as const
  ).map(([title, style], index) => ({
    id: `E${20 + index}`,
    title: `text that becomes a picture is told: ${title}`,
    source: 'puppeteer#5284',
    html: BOX(style, 'SELECT'),
    options: { margin: 0 },
    expect: { warnings: ['text_rasterized' as const] },
  })),
  {
    id: 'E25',
    title: 'a picture alone under a filter is not told',
    source: 'own',
    html: `${BODY}<img style="filter:grayscale(1)" src="{origin}/picture.png"><p>TEXT`,
    expect: { text: ['TEXT'] },
  },
  {
    id: 'E26',
    title: 'symbols, masks and clips of SVG',
    source: 'puppeteer#4026',
    html: `${BODY}<svg width="0" height="0" style="position:absolute"><symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10" fill="rgb(0,160,0)"/></symbol><mask id="m"><rect width="100" height="100" fill="white"/></mask></svg>
      <svg width="100" height="100" style="display:block"><use href="#s" width="100" height="100"/></svg><svg width="100" height="100" style="display:block"><rect width="100" height="100" fill="rgb(0,160,0)" mask="url(#m)"/></svg>`,
    options: { margin: 0 },
    expect: {
      pixels: [
        { x: 40, y: 40, rgb: GREEN },
        { x: 40, y: 110, rgb: GREEN },
      ],
    },
  },
  {
    id: 'E27',
    title: 'a symbol of a file of the same origin',
    source: 'puppeteer#4026',
    options: {
      margin: 0,
      source: {
        html: `${BODY}<svg width="100" height="100" style="display:block"><use href="symbols.svg?ms=300#s" width="100" height="100"/></svg>`,
        base_url: '{origin}/',
      },
    },
    expect: { pixels: [{ x: 40, y: 40, rgb: GREEN }] },
  },
  {
    id: 'E28',
    title: 'a gradient text stays text',
    source: 'puppeteer#4193',
    html: `${BODY}<h1 style="background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent">GRADIENT`,
    expect: { text: ['GRADIENT'] },
  },
  {
    id: 'E29',
    title: 'the outline comes from the headings, nested',
    source: 'gotenberg#1579, puppeteer#3625',
    html: TWO,
    expect: { outline: ['One', '  One a', '  One b', 'Two'] },
  },
  {
    id: 'E46',
    title: 'titles of the outline have the spaces of the page where lines end',
    source: 'own',
    html:
      '<h1 style="width:5em">How the estuary breathes</h1><h2><span style="display:block">Chapter 1</span>The year</h2>' +
      '<h2 style="width:4em">Donau&shy;dampf&shy;schiff</h2><h2 dir="rtl" style="width:5em">שלום עולם גדול מאוד</h2>' +
      '<h2 lang="ja" style="width:4em">日本語の見出しです長い</h2>',
    expect: {
      outline: [
        'How the estuary breathes',
        '  Chapter 1 The year',
        '  Donaudampfschiff',
        '  שלום עולם גדול מאוד',
        '  日本語の見出しです長い',
      ],
    },
  },
  {
    id: 'E47',
    title: 'a heading that is painted several times is in the outline once',
    source: 'own',
    html:
      '<h1>One</h1><h2 style="break-before:page;margin:0;font:700 22pt/20pt Liberation Sans">Contents</h2>' +
      `<h2 style="text-shadow:1px 1px 2px red">Shadow</h2><table><thead><tr><th><h2>Head</h2></thead>${'<tr><td>x'.repeat(120)}</table>`,
    expect: { outline: ['One', '  Contents', '  Shadow', '  Head'] },
  },
  {
    id: 'E31',
    title: 'no outline when none is asked for',
    source: 'gotenberg#1579',
    html: TWO,
    options: { outline: false },
    expect: { outline: [] },
  },
  {
    id: 'E32',
    title: 'the same input gives the same bytes',
    source: 'own',
    html: `<title>Twice</title>${TWO}<p><a href="https://example.com/">link</a>`,
    options: { deterministic: true },
    expect: {},
    check: async ({ result, convert }) => {
      await new Promise((resolve) => setTimeout(resolve, 1100));
      const again = await convert({
        source: { html: `<title>Twice</title>${TWO}<p><a href="https://example.com/">link</a>` },
        deterministic: true,
      });
      if (!Buffer.from(result.bytes).equals(Buffer.from(again.bytes))) throw new Error('the bytes differ');
    },
  },
  {
    id: 'E33',
    title: 'the same input with a picture, a font and a header gives the same bytes',
    source: 'own',
    options: {
      deterministic: true,
      source: {
        html: `<style>@font-face{font-family:P;src:url({origin}/probe.ttf)}p{font-family:P}</style><p>x<img src="{origin}/picture.png">`,
      },
      header: { source: '{{page}} HEAD' },
    },
    expect: {},
    check: async ({ result, convert }) => {
      await new Promise((resolve) => setTimeout(resolve, 1100));
      const html = `<style>@font-face{font-family:P;src:url({origin}/probe.ttf)}p{font-family:P}</style><p>x<img src="{origin}/picture.png">`;
      const again = await convert({ source: { html }, deterministic: true, header: { source: '{{page}} HEAD' } });
      if (!Buffer.from(result.bytes).equals(Buffer.from(again.bytes))) throw new Error('the bytes differ');
    },
  },
  {
    id: 'E34',
    title: 'links: absolute ones stay, those to places of the document lead there, dangerous ones go',
    source: 'puppeteer#1576',
    html: `${BODY}<a href="https://example.com/a?b=(c)">out</a> <a href="#end">in</a> <a href="javascript:alert(1)">js</a> <a href="file:///etc/passwd">file</a> <a href="mailto:a@example.com">mail</a><p id="end" style="break-before:page">end`,
    expect: { links: ['https://example.com/a?b=(c)', 'mailto:a@example.com'] },
    check: ({ result }) => {
      const faults = pdfFaults(result.bytes);
      if (faults) throw new Error(faults);
    },
  },
  {
    id: 'E36',
    title: 'relative links follow the base address',
    source: 'gotenberg#408',
    options: {
      source: {
        html: `${BODY}<a href="next.html">next</a> <a href="#p">in</a><p id="p" style="break-before:page">p`,
        base_url: '{origin}/articles/page.html',
      },
    },
    expect: { links: ['{origin}/articles/next.html'] },
  },
  {
    id: 'E37',
    title: 'relative links follow a base element',
    source: 'gotenberg#408',
    html: '<base href="https://example.com/docs/"><a href="next.html">next</a>',
    expect: { links: ['https://example.com/docs/next.html'] },
  },
  {
    id: 'E38',
    title: 'links are left out, their text stays',
    source: 'own',
    html: '<a href="https://example.com/">LINKTEXT</a>',
    options: { disable_links: true },
    expect: { links: [], text: ['LINKTEXT'] },
  },
  {
    id: 'E39',
    title: 'values of a form are printed',
    source: 'wkhtmltopdf#2158',
    html: `${BODY}<input value="FIRST"><input id="i"><textarea>AREA</textarea><select><option>no<option selected>CHOSEN</select><input type="checkbox" checked><script>i.value='SECOND'</script>`,
    expect: { text: ['FIRST', 'SECOND', 'AREA', 'CHOSEN'] },
  },
  {
    id: 'E40',
    title: 'a dialog and a popover that are open are printed',
    source: 'own',
    html: `${BODY}<p>PAGE<dialog id="d">DIALOG</dialog><div id="q" popover>POPOVER</div><script>d.showModal();q.showPopover()</script>`,
    expect: { text: ['PAGE', 'DIALOG', 'POPOVER'] },
  },
  {
    id: 'E41',
    title: 'metadata and title',
    source: 'gotenberg#1390',
    html: '<!doctype html><title>Own title</title><p>x',
    options: { metadata: { author: 'Ä. Author', keywords: 'a,b' } },
    expect: {},
    check: async ({ result }) => {
      const { pdfInfo } = await import('../../packages/engine/src/testing/judge.ts');
      const { Title, Author, Keywords } = pdfInfo(result.bytes);
      if (Title !== 'Own title' || Author !== 'Ä. Author' || Keywords !== 'a,b')
        throw new Error(`${Title} ${Author} ${Keywords}`);
    },
  },
  {
    id: 'E42',
    title: 'a document without a title tells no address of ours',
    source: 'own',
    html: '<p>x',
    expect: {},
    check: ({ result }) => {
      if (Buffer.from(result.bytes).toString('latin1').includes('platen.invalid')) throw new Error('it does');
    },
  },
  {
    id: 'E43',
    title: 'backgrounds are printed, and left out on demand',
    source: 'puppeteer#2182',
    html: BOX(''),
    options: { margin: 0, disable_backgrounds: true },
    expect: { pixels: [{ x: 50, y: 30, rgb: WHITE }] },
  },
  {
    id: 'E44',
    title: 'backgrounds that the page allows to be changed are printed',
    source: 'puppeteer#2182',
    html: BOX('print-color-adjust:economy;color:white', 'LIGHT'),
    options: { margin: 0 },
    expect: { pixels: [{ x: 120, y: 60, rgb: GREEN }] },
  },
  {
    id: 'E45',
    title: 'a protected document opens with its password only',
    source: 'own',
    html: '<p>SECRETWORD',
    options: { protection: { user_password: 'pass', owner_password: 'owner', no_copy: true } },
    expect: { warnings: 'any' },
    check: async ({ result }) => {
      const { pdfEncryption } = await import('../../packages/engine/src/testing/judge.ts');
      if (!/AESv3/.test(pdfEncryption(result.bytes, 'pass'))) throw new Error('it is not AES-256');
    },
  },
  {
    id: 'E35',
    title: 'relative links of inline HTML do not lead to an address of ours',
    source: 'own',
    html: `${BODY}<a href="/about">about</a> <a href="next.html">next</a> <a href="?q">query</a>`,
    expect: { links: [] },
  },
];
