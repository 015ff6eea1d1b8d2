import type { PdfDocument } from './document.ts';
import { Unreadable } from './syntax.ts';
import { type Dictionary, isDictionary, Ref, Text } from './value.ts';

/** How Chromium names elements of the structure that others refer to: by the number of the node they come from. */
const ELEMENT_ID = /^node\d{8}$/;
/** A string that is the name of an element, or one of the names of a table cell's headers. */
const WRITTEN = /(?<=\/ID ?|\[ ?|\) ?)\(node\d{8}\)/g;
const DEEPEST_TREE = 16;

/**
 * Gives the elements of the structure (ISO 32000-1, 14.7.2) names that tell nothing but their order. Chromium numbers
 * the nodes of a page as it happens to need them, so that equal documents would be different files.
 *
 * All names have the same length and are changed where they stand: `document` has to own its bytes.
 */
export function nameElementsInOrder(document: PdfDocument): void {
  const catalog = document.dictionary(document.trailer.get('Root'));
  const root = document.resolve(catalog.get('StructTreeRoot'));
  const tree = isDictionary(root) ? root.get('IDTree') : undefined;
  if (!(tree instanceof Ref)) return;
  const entries: Entry[] = [];
  collect(document, tree, entries, 0);
  // Elements are written in the order of the document.
  entries.sort((a, b) => a.element.number - b.element.number);
  const names = new Map(entries.map(({ id }, index) => [id, `node${String(index + 1).padStart(8, '0')}`]));
  if (names.size < entries.length) throw new Unreadable('two elements of one name');
  rename(document.file, names);
  relabel(document, tree, entries[Symbol.iterator](), names);
}

interface Entry {
  readonly id: string;
  readonly element: Ref;
}

/** Reads a name tree (ISO 32000-1, 7.9.6). */
function collect(document: PdfDocument, node: Ref, into: Entry[], depth: number): void {
  const { kids, names } = partsOf(document.dictionary(node), depth);
  for (const kid of kids) collect(document, kid, into, depth + 1);
  for (let at = 0; at < names.length; at += 2) {
    const [id, element] = [names[at], names[at + 1]];
    const text = id instanceof Text ? id.bytes.toString('latin1') : '';
    if (!ELEMENT_ID.test(text) || !(element instanceof Ref)) throw new Unreadable('an element of another name');
    into.push({ id: text, element });
  }
}

function partsOf(node: Dictionary, depth: number): { readonly kids: Ref[]; readonly names: readonly unknown[] } {
  if (depth > DEEPEST_TREE) throw new Unreadable('a name tree that is none');
  const [kids = [], names = []] = [node.get('Kids'), node.get('Names')];
  if (!Array.isArray(kids) || !kids.every((kid) => kid instanceof Ref) || !Array.isArray(names)) {
    throw new Unreadable('a name tree that is none');
  }
  return { kids, names };
}

/** Puts the entries into the tree, which keeps its shape. @returns the least and the greatest name of the node */
function relabel(
  document: PdfDocument,
  node: Ref,
  entries: IterableIterator<Entry>,
  names: ReadonlyMap<string, string>,
): Text[] {
  const dictionary = document.dictionary(node);
  const { kids, names: old } = partsOf(dictionary, 0);
  const limits = kids.flatMap((kid) => relabel(document, kid, entries, names));
  const pairs = Array.from({ length: old.length / 2 }, () => {
    const { id, element } = entries.next().value as Entry;
    return [new Text(Buffer.from(names.get(id) as string, 'latin1')), element] as const;
  });
  limits.push(...pairs.map(([name]) => name));
  const ends = limits.length > 0 ? [limits[0] as Text, limits.at(-1) as Text] : [];
  if (pairs.length > 0) dictionary.set('Names', pairs.flat());
  if (dictionary.has('Limits')) dictionary.set('Limits', ends);
  document.replace(node.number, dictionary);
  return ends;
}

/** Changes names where they are written. */
function rename(file: Buffer, names: ReadonlyMap<string, string>): void {
  for (const { 0: text, index } of file.toString('latin1').matchAll(WRITTEN)) {
    const name = names.get(text.slice(1, -1));
    if (name !== undefined) file.write(name, index + 1, 'latin1');
  }
}
