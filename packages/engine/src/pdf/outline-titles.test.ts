import { describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfFaults, pdfJson, pdfStructure, pdfText } from '../testing/judge.ts';

const { convert } = useSharedEngine();

interface Item {
  readonly title: string;
  readonly destpageposfrom1: number;
  readonly kids: readonly Item[];
}

async function outlineOf(html: string, options: Record<string, unknown> = {}) {
  const { bytes } = await convert({ source: { html: `<html lang=en>${html}` }, ...options });
  expect(pdfFaults(bytes)).toBe('');
  const items: Item[] = [];
  const add = (added: readonly Item[]): void => {
    for (const item of added) {
      items.push(item);
      add(item.kids);
    }
  };
  add(pdfJson(bytes, 'outlines') as readonly Item[]);
  return { bytes, items };
}

const titles = async (html: string, options?: Record<string, unknown>) =>
  (await outlineOf(html, options)).items.map(({ title }) => title);

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
/** A line box that is lower than its font reaches above the top of the page, into the page before. */
const RAISED = 'break-before:page;margin:0;font:700 22pt/20pt Liberation Sans';

describe('a title in the outline', () => {
  it.each<[string, string, string]>([
    ['a line that ends', '<h1 style="width:5em">How the estuary breathes</h1>', 'How the estuary breathes'],
    ['a block', '<h1><span style="display:block">Chapter 1</span>The year</h1>', 'Chapter 1 The year'],
    ['a break', '<h1>One<br>Two</h1>', 'One Two'],
    ['soft hyphens', '<h1 style="width:4em">Donau&shy;dampf&shy;schiff fährt</h1>', 'Donaudampfschiff fährt'],
    ['Japanese', '<h1 lang=ja style="width:4em">日本語の見出しです長い</h1>', '日本語の見出しです長い'],
    ['Hebrew', '<h1 dir=rtl style="width:5em">שלום עולם גדול מאוד</h1>', 'שלום עולם גדול מאוד'],
    ['Arabic', '<h1 dir=rtl style="width:5em">مرحبا بالعالم الجميل جدا</h1>', 'مرحبا بالعالم الجميل جدا'],
    ['an address that breaks', '<h1 style="width:4em">super<wbr>cali<wbr>frag</h1>', 'supercalifrag'],
    ['boxes side by side', '<h1 style="display:flex;gap:1em"><b>01</b><b>Title</b></h1>', '01 Title'],
    ['a large first letter', '<h1><span style="float:left">O</span>nce upon a time</h1>', 'Once upon a time'],
    [
      'a picture',
      `<h1 style="width:5em"><img alt="Our logo" src="${PIXEL}"><!-- note --> Company report</h1>`,
      'Our logo Company report',
    ],
    ['a role', '<div role=heading style="width:4em">Not an element</div>', 'Not an element'],
    [
      'a shadow root',
      '<div><template shadowrootmode=open><h1 style="width:3em">In a <slot></slot> root</h1></template>slotted</div>',
      'In a slotted root',
    ],
  ])('has the spaces of the page: %s', async (_, html, title) => {
    expect(await titles(html)).toEqual([title]);
  });

  it('has its spaces where only a part of the heading is printed', async () => {
    const html =
      '<h1>One a</h1><h2 style="break-before:page;width:4em">Two words here</h2><h2 style="break-before:page">x';
    expect(await titles(html, { pages: '2' })).toEqual(['Two words here']);
  });

  it.each([
    [
      'a line that reaches into the page before',
      `<h1>One</h1><h2 style="${RAISED}">Contents</h2>`,
      ['One', 'Contents'],
    ],
    [
      'two lines of which one does',
      `<h1>One</h1><h2 style="${RAISED};width:4em">Contents of this</h2>`,
      ['One', 'Contents of this'],
    ],
    [
      'a head that is repeated',
      `<table><thead><tr><th><h2>Repeated head</h2></thead><tbody>${'<tr><td>row'.repeat(120)}</table>`,
      ['Repeated head'],
    ],
    ['a shadow', '<h2 style="text-shadow:1px 1px 2px red">Bora Bora</h2>', ['Bora Bora']],
    ['an outline of letters', '<h2 style="-webkit-text-stroke:1px red">Stroke words</h2>', ['Stroke words']],
  ])('is there once: %s', async (_, html, expected) => {
    expect(await titles(html)).toEqual(expected);
  });

  it('leads to the page of the heading, whose text and tags are there once', async () => {
    const { bytes, items } = await outlineOf(`<h1>One</h1><h2 style="${RAISED}">Contents</h2>`);
    expect(items.map(({ destpageposfrom1: page }) => page)).toEqual([1, 2]);
    expect(pdfText(bytes).match(/Contents/g)).toHaveLength(1);
    expect(pdfStructure(bytes).match(/Contents/g)).toHaveLength(1);
  });

  it('is the same without tags, with a header from the second page on, and in two runs', async () => {
    const html = '<h1 style="width:5em">How the estuary breathes</h1><h2 style="break-before:page">End</h2>';
    const expected = ['How the estuary breathes', 'End'];
    expect(await titles(html, { tagged: false, outline: true })).toEqual(expected);
    expect(await titles(html, { header: { source: '<h1>Head</h1>', start_at: 2 } })).toEqual(expected);
    expect(await titles(html, { tagged: true, outline: false })).toEqual([]);
    const runs = await Promise.all([1, 2].map(() => outlineOf(html, { deterministic: true })));
    expect(Buffer.compare(runs[0]!.bytes, runs[1]!.bytes)).toBe(0);
  });

  it('does not cost the document when headings stand in each other', async () => {
    const html = `${'<div role=heading>'.repeat(400)}${'words '.repeat(2_000)}`;
    expect(pdfText((await outlineOf(html)).bytes)).toContain('words words');
  });
});
