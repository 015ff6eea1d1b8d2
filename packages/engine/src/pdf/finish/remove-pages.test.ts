import { beforeAll, describe, expect, it } from 'vitest';
import { useEngine } from '../../testing/engine.ts';
import { pdfFaults, pdfInfo, pdfJson, pdfPlain, pdfStructure, pdfText } from '../../testing/judge.ts';
import { finishPdf } from './finish.ts';

const { convert } = useEngine();
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const HTML = `<title>Three</title><style>section{break-after:page}</style>
  <section><h1 id=a>Alpha</h1><p>first <a href="#b">to beta</a> <a href="#c">to gamma</a></section>
  <section><h1 id=b>Beta</h1><p>second <a href="https://beta.test/">web</a><img alt="A hidden dot" src="${PIXEL}">
    <table><thead><tr><th>betahead<tbody><tr><td>betacell</table><h2 id=inner>Inner</h2></section>
  <section><h2 id=c>Gamma</h2><p>third <a href="#a">to alpha</a></section>`;
const rows = (count: number) =>
  `<table><thead><tr><th>No<th>Name</thead>${Array.from({ length: count }, (_, row) => `<tr><td>r${row}<td>x`).join('')}</table>`;
let before: Uint8Array;

interface Outline {
  readonly title: string;
  readonly destpageposfrom1: number;
  readonly kids: readonly Outline[];
}
const outline = (pdf: Uint8Array) => list(pdfJson(pdf, 'outlines') as Outline[]);
const list = (items: readonly Outline[]): unknown[] =>
  items.map(({ title, destpageposfrom1, kids }) => [title, destpageposfrom1, ...list(kids)]);

beforeAll(async () => {
  before = (await convert({ source: { html: HTML } })).bytes;
});

describe('a removed page', () => {
  it('leaves nothing behind', () => {
    const after = finishPdf(before, { removePages: [1] });
    expect(pdfFaults(after)).toBe('');
    expect(pdfInfo(after).Pages).toBe('2');
    const plain = pdfPlain(after);
    expect(plain).not.toMatch(/Beta|beta|hidden|\/Image\b|\/TH\b/);
    expect(plain.match(/\/Type \/Page\b/g)).toHaveLength(2);
    expect(pdfText(after)).toBe(pdfText(before, '-l', '1') + pdfText(before, '-f', '3'));
    expect(pdfStructure(after)).toMatch(/Alpha[\s\S]*third/);
    expect(pdfStructure(after)).not.toMatch(/Beta|second|Figure|Table/);
  });

  it('takes its items out of the outline, and items below them move up', () => {
    expect(outline(before)).toEqual([
      ['Alpha', 1],
      ['Beta', 2, ['Inner', 2], ['Gamma', 3]],
    ]);
    expect(outline(finishPdf(before, { removePages: [1] }))).toEqual([
      ['Alpha', 1],
      ['Gamma', 2],
    ]);
    expect(outline(finishPdf(before, { removePages: [2] }))).toEqual([
      ['Alpha', 1],
      ['Beta', 2, ['Inner', 2]],
    ]);
    expect(pdfPlain(finishPdf(before, { removePages: [0, 1, 2].slice(0, 2) }))).toContain('/Count 1');
  });

  it('takes the destination from links of other pages', () => {
    const destinations = (pdf: Uint8Array) => pdfPlain(pdf).match(/\/Dest \/\w+/g) ?? [];
    expect(destinations(finishPdf(before)).sort()).toEqual(['/Dest /a', '/Dest /b', '/Dest /c']);
    const after = finishPdf(before, { removePages: [1] });
    expect(destinations(after).sort()).toEqual(['/Dest /a', '/Dest /c']);
    expect(pdfStructure(after).match(/Link/g)).toHaveLength(3);
  });

  it('may be any, with all that is left in order', async () => {
    const long = (await convert({ source: { html: rows(150) } })).bytes;
    const pages = Number(pdfInfo(long).Pages);
    expect(pages).toBeGreaterThan(2);
    for (const gone of [0, 1, pages - 1]) {
      const after = finishPdf(long, { removePages: [gone] });
      expect(pdfFaults(after)).toBe('');
      const kept = Array.from({ length: pages }, (_, index) => index).filter((index) => index !== gone);
      expect(pdfText(after)).toBe(kept.map((i) => pdfText(long, '-f', `${i + 1}`, '-l', `${i + 1}`)).join(''));
      const lost = pdfText(long, '-f', `${gone + 1}`, '-l', `${gone + 1}`).match(/r\d+/g) ?? [];
      const told = new Set(pdfStructure(after).match(/r\d+/g));
      expect(lost.filter((row) => told.has(row))).toEqual([]);
      expect(told.size).toBe(150 - lost.length);
    }
  });

  it('is blank as a rule, and then nothing else changes', async () => {
    const html = '<h1>One</h1><div style="break-before:page;height:1px"></div><div style="break-before:page">two';
    const blank = (await convert({ source: { html } })).bytes;
    const after = finishPdf(blank, { removePages: [1] });
    expect(pdfFaults(after)).toBe('');
    expect(pdfInfo(after).Pages).toBe('2');
    expect(pdfStructure(after)).toBe(pdfStructure(blank));
  });

  it('may be asked for together with everything else', () => {
    const after = finishPdf(before, { removePages: [1], protection: { userPassword: 'x' }, deterministic: true });
    expect(pdfFaults(after, { password: 'x' })).toBe('');
    expect(pdfText(after, '-upw', 'x')).not.toContain('Beta');
  });

  it('is ignored when it does not exist, and never the last one', () => {
    expect(finishPdf(before, { removePages: [7, -1] })).toEqual(finishPdf(before));
    expect(finishPdf(before, { removePages: [0, 1, 2] })).toBe(before);
  });
});
