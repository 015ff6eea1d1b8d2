import { PdfDocument } from './document.ts';
import { type CopiedPart, copyPart, marked, type PartMarks, type Streams } from './merge-copy.ts';
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
interface Whole {
  readonly document: PdfDocument;
  readonly pages: Ref;
  readonly outlines: Ref;
  /** The element that the structures of all parts stand in. */
  readonly element: Ref;
  readonly structure: Ref;
}

/** What one part adds to it. */
interface Added {
  readonly pages: number;
  readonly pageTree: Ref;
  readonly outline: { readonly number: number; readonly dictionary: Dictionary };
  readonly element: Ref | undefined;
  readonly parents: readonly [PdfValue, PdfValue][];
  readonly ids: readonly [PdfValue, PdfValue][];
  readonly places: readonly [string, PdfValue][];
  readonly named: readonly [PdfValue, PdfValue][];
  readonly nextKey: number;
  readonly roles: Dictionary;
  readonly catalog: Dictionary;
}

/**
 * Puts files of the engine one after the other: an entry of the outline for each, with its own outline in it; the
 * structures of all tagged ones; links within each part lead to where they led. Fonts and pictures of equal bytes are
 * written once. Parts are read as strictly as `finishPdf` reads: whatever is no file of the engine's is refused.
 * @throws Unreadable
 */
export function mergeParts(parts: readonly PdfPart[], { numbering }: MergeOptions): MergedPdf {
  if (parts.length === 0) throw new Unreadable('nothing to merge');
  const document = new PdfDocument({
    sources: [Buffer.alloc(0)],
    source: new Int32Array(1).fill(-1),
    start: new Float64Array(1),
    trailer: new Map(),
  });
  const [pages, outlines, element, structure] = [1, 2, 3, 4].map(() => document.reserve()) as [Ref, Ref, Ref, Ref];
  const whole = { document, pages, outlines, element, structure };
  const streams: Streams = new Map();
  const added: Added[] = [];
  let firstKey = 0;
  for (const [index, part] of parts.entries()) {
    // All of one length, so that names in order stay in order.
    const prefix = `${String(index + 1).padStart(6, '0')}-`;
    const one = addPart(whole, part, { prefix, firstKey }, streams);
    firstKey = one.nextKey;
    added.push(one);
  }
  writeWhole(whole, added, numbering);
  const bytes = writeDocument(reachAll(document), { version: '1.5' });
  return { bytes, pages: added.reduce((sum, one) => sum + one.pages, 0) };
}

function addPart(whole: Whole, { title, bytes }: PdfPart, marks: PartMarks, streams: Streams): Added {
  const { document } = whole;
  const from = readDocument(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const catalog = from.dictionary(from.trailer.get('Root'));
  const pages = listPages(from);
  if (pages.length === 0) throw new Unreadable('a file without pages');
  const copied = copyPart(from, document, marks, streams);
  const pageTree = copied.moved(catalog.get('Pages') ?? null) as Ref;
  document.replace(pageTree.number, new Map([...document.dictionary(pageTree), ['Parent', whole.pages]]));
  const info = from.resolve(from.trailer.get('Info'));
  if (!document.trailer.has('Info') && isDictionary(info)) {
    document.trailer.set('Info', document.add(new Map([...info].filter(([key]) => key !== 'Title'))));
  }
  return {
    pages: pages.length,
    pageTree,
    outline: outlineOf(whole, from, catalog, copied, { title, first: pages[0] as PageNode }),
    catalog,
    ...structureOf(whole, from, catalog, copied, marks),
    ...placesOf(from, catalog, copied, marks),
  };
}

/** The root of a part's outline becomes an entry, closed, that leads to the first page. */
function outlineOf(
  { document, outlines }: Whole,
  from: PdfDocument,
  catalog: Dictionary,
  copied: CopiedPart,
  { title, first }: { readonly title: string; readonly first: PageNode },
): Added['outline'] {
  const place = catalog.get('Outlines');
  const root = from.resolve(place);
  const dictionary: Dictionary = new Map<string, PdfValue>([
    ['Title', textString(title)],
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

function structureOf(
  whole: Whole,
  from: PdfDocument,
  catalog: Dictionary,
  { moved }: CopiedPart,
  marks: PartMarks,
): Pick<Added, 'element' | 'parents' | 'ids' | 'nextKey' | 'roles'> {
  const root = from.resolve(catalog.get('StructTreeRoot'));
  if (!isDictionary(root)) {
    return { element: undefined, parents: [], ids: [], nextKey: marks.firstKey, roles: new Map() };
  }
  const { document } = whole;
  const own = root.get('K') ?? null;
  const tops = (Array.isArray(own) ? own : [own]).map(moved).filter((top) => top instanceof Ref);
  const element = groupOf(whole, tops);
  for (const top of tops) {
    document.replace(
      top.number,
      new Map([...document.dictionary(top), ['P', tops.length === 1 ? whole.element : element]]),
    );
  }
  const parents = treeEntries(from, root.get('ParentTree'), 'Nums').map(([key, value]): [PdfValue, PdfValue] => [
    (key as number) + marks.firstKey,
    moved(value),
  ]);
  const ids = treeEntries(from, root.get('IDTree'), 'Names').map(([key, value]): [PdfValue, PdfValue] => [
    key instanceof Text ? marked(key, marks) : key,
    moved(value),
  ]);
  const highest = parents.reduce((most, [key]) => Math.max(most, key as number), marks.firstKey - 1);
  const roles = from.resolve(root.get('RoleMap'));
  return { element, parents, ids, nextKey: highest + 1, roles: isDictionary(roles) ? roles : new Map() };
}

/** Chromium's structures have one element at the top; several get one. */
function groupOf({ document, element }: Whole, tops: readonly Ref[]): Ref {
  const [only] = tops;
  if (only && tops.length === 1) return only;
  return document.add(
    new Map<string, PdfValue>([
      ['Type', new Name('StructElem')],
      ['S', new Name('Document')],
      ['P', element],
      ['K', [...tops]],
    ]),
  );
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
  const lang = added[0]?.catalog.get('Lang');
  if (lang instanceof Text) catalog.set('Lang', lang);
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

function writeStructure({ document, element, structure }: Whole, added: readonly Added[]): void {
  document.replace(
    element.number,
    new Map<string, PdfValue>([
      ['Type', new Name('StructElem')],
      ['S', new Name('Document')],
      ['P', structure],
      ['K', added.flatMap((one) => one.element ?? [])],
    ]),
  );
  const root: Dictionary = new Map<string, PdfValue>([
    ['Type', new Name('StructTreeRoot')],
    ['K', element],
    [
      'ParentTree',
      addTree(
        document,
        added.flatMap(({ parents }) => parents),
        'Nums',
      ),
    ],
    ['ParentTreeNextKey', added.at(-1)?.nextKey ?? 0],
  ]);
  const ids = added.flatMap((one) => one.ids);
  if (ids.length > 0) root.set('IDTree', addTree(document, ids, 'Names'));
  const roles = new Map(added.flatMap((one) => [...one.roles]));
  if (roles.size > 0) root.set('RoleMap', roles);
  document.replace(structure.number, root);
}
