import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Liquid } from 'liquidjs';
import { describe, expect, it } from 'vitest';
import {
  pdfDrawing,
  pdfFaults,
  pdfFonts,
  pdfInfo,
  pdfJson,
  pdfPages,
  pdfPlain,
  pdfStructure,
  pdfText,
} from '../../testing/judge.ts';
import { useRawPrints } from '../../testing/raw-prints.ts';
import { finishPdf } from './finish.ts';

const prints = useRawPrints();
const example = (name: string) => readFileSync(new URL(`../../../../../examples/${name}`, import.meta.url), 'utf8');
const print = (html: string) => prints.print(html);

const LETTER =
  '<title>Letter</title><h1 id=top>Ünïcode (1)</h1><p>A <b>bold</b> word, <a href="#end">the end</a>' +
  '<table><tr><th>a<th>b<tr><td>1<td>2</table><div style="break-before:page"></div><h2 id=end>End</h2>' +
  '<svg width=50 height=50 role=img aria-label="A dot"><circle cx=25 cy=25 r=20 fill=red></svg>';
const HARD =
  '<title>Hard</title><style>@page{margin:1cm}</style><form><input value=in><select><option>one</select><progress value=.5></progress>' +
  '</form><svg width=99 height=99><linearGradient id=g><stop stop-color=red /><stop offset=1 stop-color=blue /></linearGradient>' +
  '<mask id=m><circle cx=50 cy=50 r=40 fill="url(#g)"/></mask><rect width=99 height=99 fill="url(#g)" mask="url(#m)"/></svg>' +
  '<div style="height:50px;background:conic-gradient(red,blue)"></div><div style="opacity:.5;background:lime;height:50px">half' +
  '<p style="mix-blend-mode:multiply;filter:drop-shadow(2px 2px 2px)">shadow</div><p>中文 日本語 العربية עברית हिन्दी ไทย 🇩🇪 👩‍👩‍👧</p>' +
  '<h1 id=a>One <a href="https://a.test/">link</a></h1><h2>Two <a href="#a">back</a></h2>';
const ledger = (rows: number) =>
  '<title>Ledger</title><table><thead><tr><th>No<th>Name<th>Sum</thead>' +
  `${Array.from({ length: rows }, (_, row) => `<tr><td>${row}<td>Name ${row % 97}<td>${row * 1.5}`).join('')}</table>`;

/** The statement with every fifth of its entries, on two pages: to read the structure of all of them takes 15 seconds. */
const statement = () => {
  let entries = 0;
  return example('statement/statement.html').replace(/^ *<tr><td>.*\n/gm, (entry) => (entries++ % 5 ? '' : entry));
};

/** All that a person gets of a PDF. */
function judge(pdf: Uint8Array) {
  const { 'File size': _, 'PDF version': __, ...info } = pdfInfo(pdf);
  return {
    info,
    pages: pdfPages(pdf),
    text: pdfText(pdf, '-layout'),
    fonts: pdfFonts(pdf),
    structure: pdfStructure(pdf),
    outline: titles(pdfJson(pdf, 'outlines') as Outline[]),
    pixels: hash('sha256', pdfDrawing(pdf, 24)),
  };
}

interface Outline {
  readonly title: string;
  readonly destpageposfrom1: number;
  readonly kids: Outline[];
}
const titles = (items: Outline[]): unknown[] =>
  items.map(({ title, destpageposfrom1, kids }) => [title, destpageposfrom1, titles(kids)]);

describe('a PDF that is written anew', () => {
  it.each([
    ['a letter', LETTER, 0.8],
    ['forms, drawings, transparency, scripts of the world', HARD, 0.95],
    ['a table', ledger(60), 0.6],
    ['the certificate', example('certificate/certificate.html'), 1],
    ['the statement', statement(), 0.6],
  ])('is the same document in fewer bytes: %s', async (_, html, goal) => {
    const before = await print(html);
    const after = finishPdf(before);
    expect(pdfFaults(after)).toBe('');
    expect(judge(after)).toEqual(judge(before));
    expect(after.length / before.length).toBeLessThan(goal);
  });

  it('shrinks the invoice to two thirds, nearly all of which are its fonts', async () => {
    const liquid = new Liquid({ cache: false });
    const html: string = await liquid.parseAndRender(
      example('invoice/invoice.liquid'),
      JSON.parse(example('invoice/data.json')),
    );
    const bytes = await print(html);
    const after = finishPdf(bytes);
    expect(pdfFaults(after)).toBe('');
    expect(after.length / bytes.length).toBeLessThan(0.67);
    // The reader leaves out a `Strong`, with its text, unless its type is mapped.
    const strong = /^( *)Span \(inline\)\n\1 {2}NonStruct\n\1 {4}"(?:Halden & Roe|€11,256\.69)"\n/gm;
    expect(pdfStructure(after).match(strong)).toHaveLength(2);
    expect(pdfStructure(after).replaceAll(strong, '')).toBe(pdfStructure(bytes));
  });

  it('shrinks a long table to an eighth, with every attribute of its cells', async () => {
    const before = await print(ledger(1000));
    const after = finishPdf(before);
    expect(pdfFaults(after)).toBe('');
    expect(after.length / before.length).toBeLessThan(0.125);
    expect(pdfText(after)).toBe(pdfText(before));
    const count = (pdf: string) => [/\/StructElem/g, /\/S \/TD/g].map((what) => pdf.match(what)?.length);
    expect(count(pdfPlain(after))).toEqual(count(Buffer.from(before).toString('latin1')));
  });

  it('is written anew again when it is finished twice', async () => {
    const once = finishPdf(await print(LETTER));
    const twice = finishPdf(once);
    expect(twice).not.toBe(once);
    expect(pdfFaults(twice)).toBe('');
    expect(judge(twice)).toEqual(judge(once));
    expect(Math.abs(twice.length - once.length)).toBeLessThan(200);
  });

  it('leaves out what nothing refers to', async () => {
    const before = Buffer.from(await print(LETTER)).toString('latin1');
    // The outline is cut off, without moving a byte.
    const cut = Buffer.from(before.replace('/Outlines ', '/Nothings ').replace(/\/Nothings \d+ 0 R/, spaces), 'latin1');
    expect(pdfPlain(finishPdf(cut))).not.toContain('/Outlines');
    expect(pdfPlain(finishPdf(Buffer.from(before, 'latin1')))).toContain('/Outlines');
  });

  it('is small without tags too', async () => {
    const before = await prints.print(LETTER, { generateTaggedPDF: false, generateDocumentOutline: false });
    const after = finishPdf(before);
    expect(pdfFaults(after)).toBe('');
    expect(after.length).toBeLessThan(before.length);
    expect(pdfText(after)).toBe(pdfText(before));
  });
});

const spaces = (text: string) => ' '.repeat(text.length);
