import { describe, expect, it } from 'vitest';
import { useSharedEngine } from '../../testing/engine.ts';
import { pdfFaults, pdfPixels, pdfPlain, pdfStructure, pdfText } from '../../testing/judge.ts';

const { convert, convertSeveral } = useSharedEngine();
const WORDS = 'The survey of the northern quay was carried out in dry weather, and every joint was measured twice. ';
const css =
  '@page{size:A5;margin:20mm 15mm;@footnote{border-top:2px solid #f00;padding-top:4px}}body{margin:0}.fn{float:footnote;font-size:8pt}' +
  '.fn::footnote-call{content:"[" counter(footnote) "]"}.fn::footnote-marker{content:counter(footnote) ": "}';
const page = (body: string, more = '') =>
  `<!doctype html><html lang=en><title>T</title><style>${css}${more}</style>${body}`;
const pagesOf = (pdf: Uint8Array): string[] => pdfText(pdf).split('\f').slice(0, -1);
/** A document with a note in every third paragraph. */
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const note = index % 3 === 1 ? `<span class=fn>NOTE${index} ${WORDS.slice(0, 20 + (index % 5) * 30)}</span>` : '';
    return `<p>PARA${index}${note} ${WORDS.repeat(3 + (index % 4))}</p>`;
  }).join('');

describe('footnotes', () => {
  it('leave what a document has by names of ours as it is', async () => {
    const own = ['blank', 'probes', 'area', 'strut'].map((name) => `<platen-${name}>own ${name}</platen-${name}> `);
    const marked = ['call', 'back', 'note', 'running'].map(
      (name) => `<p><a href="#a" data-platen-${name}>own ${name}</a>`,
    );
    const body = `<header>RUN</header><h2 id=a>A</h2><p>x<span class=fn>NOTE</span><p>${own.join('')}${marked.join('')}<h2>B</h2>y`;
    const more =
      'h2{break-before:right;string-set:t content(text)}header{position:running(h)}@page{@top-left{content:element(h)}}';
    const { bytes } = await convert({ source: { html: page(body, more) } });
    const text = pdfText(bytes).replaceAll(/\s+/g, ' ');
    for (const name of ['blank', 'probes', 'area', 'strut']) expect(text).toContain(`own ${name}`);
    expect(text).toContain('own call own back own note own running');
    expect(text).toContain('x[1]');
    expect(text).toContain('1: NOTE');
  });

  it('have the pages that they have beside other ids, where a document has ids by names of ours', async () => {
    const more =
      'h2{break-before:right;string-set:t content(text)}@page{@bottom-center{content:counter(page) " " string(t)}}' +
      'a::after{content:" on " target-counter(attr(href),page)}';
    const names = ['1', '2', 'probe-0', 'column-0', 'call-1', 'note-1', 'break-1', 'last-1', 'whole-1', 'beside-1'];
    const [ours, others] = await Promise.all(
      ['platen', 'plated'].map(async (prefix) => {
        const links = names.map((name) => `<a href="#${prefix}-${name}">${name}</a> `).join('');
        const text = names.map((name) => `<p id="${prefix}-${name}">${name} ${WORDS.repeat(4)}`).join('');
        const body = `<p>x<span class=fn>N1</span>${links}<h2>A</h2>${text}<h2>B</h2><p>y<span class=fn>N2</span>`;
        return pdfText((await convert({ source: { html: page(body, more) } })).bytes);
      }),
    );
    expect(ours).toMatch(/probe-0 on 3\b/);
    expect(ours).toBe(others);
  });

  it('stand at the foot of the page that calls them, numbered, under their rule', async () => {
    const { bytes, warnings } = await convert({ source: { html: page(`<h1>Report</h1>${many(30)}`) } });
    const pages = pagesOf(bytes);
    let number = 0;
    for (const [index, text] of pages.entries()) {
      const called = [...text.matchAll(/PARA(\d+)\[(\d+)\]/g)];
      const notes = [...text.matchAll(/^(\d+): NOTE(\d+)/gm)].map(([, count, note]) => [note, count]);
      expect(notes).toEqual(called.map(([, note, count]) => [note, count]));
      number += notes.length;
      if (notes.length > 0) {
        // Nothing of the text comes after the first note, and all of it is on the page.
        expect(text.lastIndexOf('PARA')).toBeLessThan(text.indexOf(': NOTE'));
        const pixels = pdfPixels(bytes, index + 1, 36);
        expect(pixels.count([255, 0, 0], 120)).toBeGreaterThan(40);
      }
    }
    expect(number).toBe(10);
    expect(warnings).toEqual([]);
    expect(pdfFaults(bytes)).toBe('');
  });

  it('stand at the foot of pages far behind the first', async () => {
    const far = '@page{size:300px 140.4px;margin:20px}body{font:10px/14px serif}.fn{color:#00f;font-size:10px}';
    const html = page(`<div style="height:31000px"></div><p>call<span class=fn>note</span>`, far);
    const { bytes, pages } = await convert({ source: { html }, trim_blank_pages: 'none' });
    const { height, at, width } = pdfPixels(bytes, pages ?? 0, 96);
    const blue = Array.from({ length: height }, (_, y) => y).filter((y) =>
      Array.from({ length: width }, (_, x) => at(x, y)).some(([red = 0, , third = 0]) => third > 200 && red < 100),
    );
    // Its line ends where the page does.
    expect(height - 20 - (blue.at(-1) ?? 0)).toBeGreaterThan(0);
    expect(height - 20 - (blue[0] ?? 0)).toBeLessThan(20);
  });

  it('leave a document as large as it is where a page is wider than others', async () => {
    const more = '@page wide{size:A4 landscape}.w{page:wide}';
    const { bytes } = await convert({
      source: { html: page('<p>Text<span class=fn>note</span><p class=w>wide', more) },
    });
    const heights = [
      ...pdfText(bytes, '-bbox').matchAll(/yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">(?:Text|wide)/g),
    ];
    // Times of 16 pixels has lines of 12 points and a bit.
    expect(heights.map(([, top, bottom]) => Math.round(Number(bottom) - Number(top)))).toEqual([13, 13]);
  });

  it('stay in the text of columns, which is told', async () => {
    const html = page('<div style="columns:2"><p>Text<span class=fn>note</span> goes on</div>');
    const { bytes, warnings } = await convert({ source: { html } });
    expect(pdfText(bytes)).toMatch(/Textnote goes on/);
    expect(warnings.map(({ detail }) => detail?.items)).toEqual([[{ css: 'float: footnote, in columns' }]]);
  });

  it('are called in the text: a note in a note stays in it, which is told', async () => {
    const html = page('<p>Text<span class=fn>Outer <span class=fn>inner</span> goes on.</span> more');
    const { bytes, warnings } = await convert({ source: { html } });
    expect(pdfText(bytes)).toMatch(/Outer inner goes on/);
    expect(warnings.map(({ detail }) => detail?.items)).toEqual([[{ css: 'float: footnote, in a footnote' }]]);
  });

  it('stand under a short table, and stay in the text of a long one, which is told', async () => {
    const row = (text: string) => `<tr><td>${text}<td>x`;
    const table = (rows: number) =>
      page(
        `<p>Before.</p><table>${row('Cell<span class=fn>note</span>')}${row('more').repeat(rows)}</table><p>Behind.</p>`,
      );
    const short = await convert({ source: { html: table(3) } });
    expect(short.warnings).toEqual([]);
    expect(pdfText(short.bytes)).toMatch(/Cell\[1\][\s\S]*Behind\.[\s\S]*1: note/);
    const long = await convert({ source: { html: table(90) } });
    expect(pdfText(long.bytes)).toMatch(/^\s*Before\.\s+Cellnote/);
    expect(long.warnings.map(({ detail }) => detail?.items)).toEqual([[{ css: 'float: footnote, in a long table' }]]);
  });

  it('are read where they are called', async () => {
    const { bytes } = await convert({
      source: { html: page('<p>Before<span class=fn>The note.</span> after.</p><p>Next.</p>') },
    });
    const structure = pdfStructure(bytes);
    expect(structure).toMatch(/Before[\s\S]*The note\.[\s\S]*after\.[\s\S]*Next\./);
    expect(structure.match(/^\s*Link/gm)).toHaveLength(2);
    expect(structure.match(/^\s*Note/gm)).toHaveLength(1);
  });

  it('are notes with names of their own, beside those of the cells of tables', async () => {
    const table = '<table><tr><th id=h>Head<td>1<tr><td headers=h>2<td>3</table>';
    const html = page(`<p>One<span class=fn>First.</span></p>${table}<p>Two<span class=fn>Second.</span></p>`);
    for (const deterministic of [false, true]) {
      const { bytes } = await convert({ source: { html }, deterministic });
      expect(pdfFaults(bytes)).toBe('');
      const plain = pdfPlain(bytes);
      expect(plain.match(/\/S \/Note\b/g)).toHaveLength(2);
      for (const id of ['note00000001', 'note00000002']) expect(plain.split(`(${id})`).length - 1).toBeGreaterThan(1);
    }
  });

  it('are counted by page, by chapter, or through the document', async () => {
    const body =
      '<section><p>a<span class=fn>A</span> b<span class=fn>B</span></p></section><section><p>c<span class=fn>C</span></p></section>';
    const numbers = async (more: string) => {
      const { bytes } = await convert({ source: { html: page(body, `section{break-after:page}${more}`) } });
      return [...pdfText(bytes).matchAll(/^(\d): ([ABC])$/gm)].map(([, count, note]) => `${note}${count}`);
    };
    expect(await numbers('')).toEqual(['A1', 'B2', 'C3']);
    expect(await numbers('section{counter-reset:footnote}')).toEqual(['A1', 'B2', 'C1']);
    expect(await numbers('@page{counter-reset:footnote}')).toEqual(['A1', 'B2', 'C1']);
  });

  it('leave the document as it was for other results', async () => {
    const html = page('<p>Before<span class=fn>The note.</span> after.</p>');
    const { outputs } = await convertSeveral({ source: { html }, outputs: [{ format: 'pdf' }, { format: 'text' }] });
    expect(Buffer.from(outputs[1]?.bytes ?? []).toString()).toBe('BeforeThe note. after.\n');
  });
});
