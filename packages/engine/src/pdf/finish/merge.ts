import { PdfDocument } from './document.ts';
import { type AboutPart, aboutPart, commonInfo, layersOfAll } from './merge-about.ts';
import { type CopiedPart, copyPart, marked, type PartMarks, type Streams } from './merge-copy.ts';
import { type PartStructure, type StructurePlaces, structureOf, writeStructure } from './merge-structure.ts';
import { addTree, treeEntries } from './merge-trees.ts';
import { listPages, type PageNode } from './pages.ts';
import { reachAll } from './reach.ts';
import { readDocument } from './read.ts';
import { Unreadable } from './syntax.ts';
import { textString } from './text-string.ts';
import { type Dictionary, isDictionary, Name, type PdfValue, Ref, Text } from './value.ts';
import { writeDocument } from './write.ts';

/** A file that is to be part of another. */
export interface PdfPart {
  /** Of its entry in the outline. */
  readonly title: string;
  /** As the engine made it, without protection. */
  readonly bytes: Uint8Array;
}

export interface MergeOptions {
  /** Whether page labels (ISO 32000-1, 12.4.2) begin anew with each part, or count through. */
  readonly numbering: 'item' | 'whole';
}

export interface MergedPdf {
  readonly bytes: Uint8Array;
  readonly pages: number;
}

/** What the parts have in common in the new file. */
interface Whole extends StructurePlaces {
  readonly pages: Ref;
  readonly outlines: Ref;
}

/** What one part adds to it. */
interface Added extends AboutPart, PartStructure {
  readonly pages: number;
  readonly pageTree: Ref;
  readonly outline: { readonly number: number; readonly dictionary: Dictionary };
  readonly places: readonly [string, PdfValue][];
  readonly named: readonly [PdfValue, PdfValue][];
}

/**
 * Puts files of the engine one after the other: an entry of the outline for each, with its own outline in it; the
 * structures of all tagged ones; metadata that all have alike; links within each part lead to where they led. Fonts and pictures of equal bytes are
 * written once. Parts are read as strictly as `finishPdf` reads: whatever is no file of the engine's is refused.
 */
export class PdfMerge {
  readonly #whole: Whole;
  readonly #streams: Streams = new Map();
  readonly #added: Added[] = [];
  #firstKey = 0;
  /** Why a part cannot be read: what comes after it is left out. */
  #fault: Error | undefined;

  constructor() {
    const document = new PdfDocument({
      sources: [Buffer.alloc(0)],
      source: new Int32Array(1).fill(-1),
      start: new Float64Array(1),
      trailer: new Map(),
    });
    const [pages, outlines, element, structure] = [1, 2, 3, 4].map(() => document.reserve()) as [Ref, Ref, Ref, Ref];
    this.#whole = { document, pages, outlines, element, structure };
  }

  /** @param bytes as the engine made them, without protection */
  add(bytes: Uint8Array): void {
    if (this.#fault) return;
    // All of one length, so that names in order stay in order.
    const prefix = `${String(this.#added.length + 1).padStart(6, '0')}-`;
    try {
      const one = addPart(this.#whole, bytes, { prefix, firstKey: this.#firstKey }, this.#streams);
      this.#firstKey = one.nextKey;
      this.#added.push(one);
    } catch (error) {
      this.#fault = error as Error;
    }
  }

  /**
   * The whole. To be called once.
   * @param options.titles of the entries in the outline, of each part
   * @throws Unreadable
   */
  finish({ titles, numbering }: MergeOptions & { readonly titles: readonly string[] }): MergedPdf {
    const added = this.#added;
    // Whatever it is: a protected file ends in any of the readers.
    if (this.#fault) {
      const title = titles[added.length] ?? '';
      throw new Unreadable(`file ${added.length + 1}, "${title}", cannot be read: ${this.#fault.message}`);
    }
    if (added.length === 0) throw new Unreadable('nothing to merge');
    for (const [index, { outline }] of added.entries())
      outline.dictionary.set('Title', textString(titles[index] ?? ''));
    writeWhole(this.#whole, added, numbering);
    const bytes = writeDocument(reachAll(this.#whole.document), { version: '1.5' });
    return { bytes, pages: added.reduce((sum, one) => sum + one.pages, 0) };
  }
}

function addPart(whole: Whole, bytes: Uint8Array, marks: PartMarks, streams: Streams): Added {
  const { document } = whole;
  const from = readDocument(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const catalog = from.dictionary(from.trailer.get('Root'));
  const pages = listPages(from);
  if (pages.length === 0) throw new Unreadable('a file without pages');
  const copied = copyPart(from, document, marks, streams);
  const pageTree = copied.moved(catalog.get('Pages') ?? null) as Ref;
  document.replace(pageTree.number, new Map([...document.dictionary(pageTree), ['Parent', whole.pages]]));
  const about = aboutPart(from, catalog, copied.moved);
  return {
    pages: pages.length,
    pageTree,
    outline: outlineOf(whole, from, catalog, copied, pages[0] as PageNode),
    ...about,
    ...structureOf(whole, from, catalog, copied, { marks, lang: about.lang }),
    ...placesOf(from, catalog, copied, marks),
  };
}

/** The root of a part's outline becomes an entry, closed, that leads to the first page. */
function outlineOf(
  { document, outlines }: Whole,
  from: PdfDocument,
  catalog: Dictionary,
  copied: CopiedPart,
  first: PageNode,
): Added['outline'] {
  const place = catalog.get('Outlines');
  const root = from.resolve(place);
  const dictionary: Dictionary = new Map<string, PdfValue>([
    // Known at the end; an entry keeps its place.
    ['Title', null],
    ['Parent', outlines],
    ['Dest', [new Ref(copied.numberOf(first.number)), new Name('XYZ'), null, null, null]],
  ]);
  if (place instanceof Ref && isDictionary(root) && root.has('First')) {
    for (const key of ['First', 'Last']) dictionary.set(key, copied.moved(root.get(key) ?? null));
    const count = from.resolve(root.get('Count'));
    if (typeof count === 'number' && count !== 0) dictionary.set('Count', -Math.abs(count));
    return { number: copied.numberOf(place.number), dictionary };
  }
  return { number: document.reserve().number, dictionary };
}

/** Places that have names, by the old way (a dictionary) and the new one (a name tree). */
function placesOf(
  from: PdfDocument,
  catalog: Dictionary,
  { moved }: CopiedPart,
  marks: PartMarks,
): Pick<Added, 'places' | 'named'> {
  const old = from.resolve(catalog.get('Dests'));
  const names = from.resolve(catalog.get('Names'));
  const tree = isDictionary(names) ? treeEntries(from, names.get('Dests'), 'Names') : [];
  return {
    places: isDictionary(old)
      ? [...old].map(([key, value]): [string, PdfValue] => [marks.prefix + key, moved(value)])
      : [],
    named: tree.map(([key, value]): [PdfValue, PdfValue] => [
      key instanceof Text ? marked(key, marks) : key,
      moved(value),
    ]),
  };
}

function writeWhole(whole: Whole, added: readonly Added[], numbering: MergeOptions['numbering']): void {
  const { document, pages, outlines } = whole;
  const total = added.reduce((sum, one) => sum + one.pages, 0);
  document.replace(
    pages.number,
    new Map<string, PdfValue>([
      ['Type', new Name('Pages')],
      ['Count', total],
      ['Kids', added.map(({ pageTree }) => pageTree)],
    ]),
  );
  writeOutline(whole, added);
  const catalog: Dictionary = new Map<string, PdfValue>([
    ['Type', new Name('Catalog')],
    ['Pages', pages],
    ['Outlines', outlines],
    ['PageMode', new Name('UseOutlines')],
  ]);
  describe(document, catalog, added);
  if (numbering === 'item') catalog.set('PageLabels', labels(added));
  const places = added.flatMap((one) => one.places);
  if (places.length > 0) catalog.set('Dests', document.add(new Map(places)));
  const named = added.flatMap((one) => one.named);
  if (named.length > 0) catalog.set('Names', new Map([['Dests', addTree(document, named, 'Names')]]));
  if (added.some(({ element }) => element)) {
    writeStructure(whole, added);
    catalog.set('StructTreeRoot', whole.structure);
    catalog.set('MarkInfo', new Map([['Marked', true]]));
  }
  document.trailer.set('Root', document.add(catalog));
}

/** What the file says about itself. A language of the whole; elements of the parts have theirs. */
function describe(document: PdfDocument, catalog: Dictionary, added: readonly Added[]): void {
  const info = commonInfo(added);
  if (info.size > 0) document.trailer.set('Info', document.add(info));
  const lang = added.find((one) => one.lang)?.lang;
  if (lang) catalog.set('Lang', lang);
  const layers = layersOfAll(added);
  if (layers) catalog.set('OCProperties', layers);
  const title = info.get('Title');
  if (title instanceof Text && title.bytes.length > 0) {
    catalog.set('ViewerPreferences', new Map([['DisplayDocTitle', true]]));
  }
}

function writeOutline({ document, outlines }: Whole, added: readonly Added[]): void {
  const refs = added.map(({ outline }) => new Ref(outline.number));
  for (const [index, { outline }] of added.entries()) {
    const [before, after] = [refs[index - 1], refs[index + 1]];
    if (before) outline.dictionary.set('Prev', before);
    if (after) outline.dictionary.set('Next', after);
    document.replace(outline.number, outline.dictionary);
  }
  document.replace(
    outlines.number,
    new Map<string, PdfValue>([
      ['Type', new Name('Outlines')],
      ['First', refs[0] as Ref],
      ['Last', refs.at(-1) as Ref],
      ['Count', refs.length],
    ]),
  );
}

function labels(added: readonly Added[]): Dictionary {
  let first = 0;
  const numbers = added.flatMap(({ pages }): PdfValue[] => {
    const entry: PdfValue[] = [first, new Map([['S', new Name('D')]])];
    first += pages;
    return entry;
  });
  return new Map([['Nums', numbers]]);
}
