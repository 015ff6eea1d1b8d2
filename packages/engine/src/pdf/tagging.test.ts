import { describe, expect, it } from 'vitest';
import { useSharedEngine } from '../testing/engine.ts';
import { pdfFaults, pdfJson, pdfText } from '../testing/judge.ts';

const { convert } = useSharedEngine();

const times = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join('');

const CELLS = (index: number) => `<tr><td>Row ${index}</td><td>${index * 3}</td></tr>`;
/** A document of 150 to 700 siblings in several places: paragraphs with links, headings, a list, rows below headers. */
const DOCUMENT = `<h1>Title</h1>
  <main>${times(150, (i) => (i % 10 ? `<p>Words ${i} with <a href="#h0">a link</a>.</p>` : `<h2 id="h${i}">Part ${i}</h2>`))}</main>
  <table><thead><tr><th>Name</th><th>Sum</th></tr></thead><tbody>${times(700, CELLS)}</tbody></table>
  <ol>${times(130, (i) => `<li>Item ${i}</li>`)}</ol><p>The end.</p>`;

/** One more child of each element would change what these choose, so that the document is tagged as it is. */
const IN_ONE_PIECE = '<style>main > :last-child, tbody > :nth-last-child(2), ol > :last-child { --last: 1 }</style>';

describe('tags of many siblings', () => {
  it('are those of a document that is tagged in one piece', async () => {
    const options = { deterministic: true, tagged: true };
    const grouped = await convert({ source: { html: DOCUMENT }, ...options });
    const whole = await convert({ source: { html: IN_ONE_PIECE + DOCUMENT }, ...options });
    expect(pdfFaults(grouped.bytes)).toBe('');
    const structure = structureOf(grouped.bytes);
    expect(structure.elements).toEqual(structureOf(whole.bytes).elements);
    // What a list or a table may not have between itself and its items or rows.
    expect(structure.between).toBe(0);
    // Else the comparison would be of one and the same.
    expect(structure.groups).toBeGreaterThan(structureOf(whole.bytes).groups);
    expect(titlesOf(grouped.bytes)).toEqual(titlesOf(whole.bytes));
    expect(titlesOf(grouped.bytes)).toHaveLength(16);
    expect(pdfText(grouped.bytes)).toBe(pdfText(whole.bytes));
  });

  it('change nothing of what selectors choose, nor of another result of the page', async () => {
    const styles = '<style>p:last-child{color:#f00}p[id]{display:none}p:last-child::after{content:" of all"}</style>';
    const html = `${styles}<section>${times(2_100, (i) => `<p>Words ${i}</p>`)}</section>`;
    const pdf = pdfText((await convert({ source: { html } })).bytes);
    expect(pdf).toContain('Words 0');
    expect(pdf).toContain('Words 2099 of all');
  });

  it('are left out, with a warning, where they would take minutes', async () => {
    const html = `<div>Words ${'<i></i>'.repeat(30_001)}</div>`;
    const { bytes, warnings } = await convert({ source: { html }, outline: true });
    expect(warnings.map(({ code }) => code)).toEqual(['untagged_large']);
    expect(pdfText(bytes)).toContain('Words');
    expect(JSON.stringify(pdfJson(bytes, 'objects'))).not.toContain('/StructElem');
  });
});

interface Structure {
  /** Elements in their order: depth, kind, attributes. Such as have no meaning (`NonStruct`) are passed through. */
  readonly elements: readonly string[];
  /** Elements without meaning that have several others. */
  readonly groups: number;
  /** Those of them that stand in a table or a list. */
  readonly between: number;
}

function structureOf(pdf: Uint8Array): Structure {
  const objects = pdfJson(pdf, 'objects') as Record<string, unknown>;
  const resolve = (value: unknown): unknown =>
    typeof value === 'string' && / 0 R$/.test(value) ? objects[value] : value;
  const elements: string[] = [];
  let groups = 0;
  let between = 0;
  const walk = (value: unknown, depth: number, parent: unknown): void => {
    const node = resolve(value) as Record<string, unknown> | number | null;
    if (typeof node !== 'object' || node === null || node['/S'] === undefined) return;
    const isNothing = node['/S'] === '/NonStruct';
    if (!isNothing)
      elements.push(`${depth} ${node['/S']} ${node['/ID'] ?? ''} ${JSON.stringify(resolve(node['/A']) ?? '')}`);
    const kids = [resolve(node['/K']) ?? []].flat();
    if (isNothing && kids.filter((kid) => typeof kid === 'string').length > 10) {
      groups += 1;
      if (parent === '/Table' || parent === '/L') between += 1;
    }
    for (const kid of kids) walk(kid, isNothing ? depth : depth + 1, node['/S']);
  };
  const root = Object.values(objects).find(
    (value) => (value as Record<string, unknown> | null)?.['/Type'] === '/StructTreeRoot',
  );
  for (const kid of [resolve((root as Record<string, unknown>)['/K'])].flat()) walk(kid, 0, undefined);
  return { elements, groups, between };
}

function titlesOf(pdf: Uint8Array): string[] {
  const titles = (items: unknown): string[] =>
    (items as { title: string; kids: unknown }[]).flatMap(({ title, kids }) => [title, ...titles(kids)]);
  return titles(pdfJson(pdf, 'outlines'));
}
