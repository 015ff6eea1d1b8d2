import type { PdfDocument } from './document.ts';
import { removeFromOutline } from './outline.ts';
import { listPages, type PageNode } from './pages.ts';
import type { Removal } from './removal.ts';
import { removeFromStructure } from './structure.ts';
import { Unreadable } from './syntax.ts';
import { type Dictionary, isDictionary, Name, type PdfValue, Ref, Text } from './value.ts';

/**
 * Takes pages out: from the page tree, the structure tree, the outline, the named destinations and the links of other
 * pages, so that nothing refers to them any more.
 * @param indexes counted from zero; those that do not exist are ignored
 * @returns the numbers of the objects that were those pages
 */
export function removePages(document: PdfDocument, indexes: readonly number[]): ReadonlySet<number> {
  const pages = listPages(document);
  const gone = pages.filter((_, index) => indexes.includes(index));
  if (gone.length === 0) return new Set();
  if (gone.length === pages.length) throw new Unreadable('no page would be left');
  const root = document.trailer.get('Root') as Ref;
  const catalog = document.dictionary(root);
  // Chromium writes none of these; to leave them as they are would be wrong.
  if (catalog.has('Names') || catalog.has('PageLabels')) throw new Unreadable('names or labels of pages');
  const numbers = new Set(gone.map(({ number }) => number));
  const removal = planRemoval(document, gone, numbers, removeDestinations(document, catalog, numbers));
  shrinkTree(document, catalog.get('Pages') as Ref, numbers);
  const elements = removeFromStructure(document, catalog, removal);
  removeFromOutline(document, catalog, removal, elements);
  if (removal.isDestination(document.resolve(catalog.get('OpenAction')))) catalog.delete('OpenAction');
  document.replace(root.number, catalog);
  for (const page of pages) if (!numbers.has(page.number)) removeLinks(document, page, removal);
  return numbers;
}

function planRemoval(
  document: PdfDocument,
  gone: readonly PageNode[],
  pages: ReadonlySet<number>,
  names: ReadonlySet<string>,
): Removal {
  const annotations = new Set<number>();
  const parentKeys = new Set<number>();
  const addKey = (key: PdfValue | undefined) => typeof key === 'number' && parentKeys.add(key);
  for (const { dictionary } of gone) {
    addKey(dictionary.get('StructParents'));
    for (const annotation of arrayOf(document, dictionary.get('Annots'))) {
      if (annotation instanceof Ref) annotations.add(annotation.number);
      const found = document.resolve(annotation);
      if (isDictionary(found)) addKey(found.get('StructParent'));
    }
  }
  const isDestination = (value: PdfValue): boolean => {
    const destination = document.resolve(value);
    if (destination instanceof Name) return names.has(destination.text);
    if (destination instanceof Text) return names.has(destination.bytes.toString('latin1'));
    return isOn(document, destination, pages);
  };
  return { pages, annotations, parentKeys, isDestination };
}

/** Whether an explicit destination, or a dictionary or action around one, is on a page. */
function isOn(document: PdfDocument, destination: PdfValue, pages: ReadonlySet<number>): boolean {
  const place = isDictionary(destination) ? document.resolve(destination.get('D')) : destination;
  const page = Array.isArray(place) ? place[0] : undefined;
  return page instanceof Ref && pages.has(page.number);
}

/** @returns the names that are gone */
function removeDestinations(document: PdfDocument, catalog: Dictionary, pages: ReadonlySet<number>): Set<string> {
  const names = new Set<string>();
  const place = catalog.get('Dests');
  const destinations = document.resolve(place);
  if (!isDictionary(destinations)) return names;
  for (const [name, destination] of destinations) {
    if (!isOn(document, document.resolve(destination), pages)) continue;
    names.add(name);
    destinations.delete(name);
  }
  if (place instanceof Ref) document.replace(place.number, destinations);
  return names;
}

/** @returns the number of pages below a node that are left */
function shrinkTree(document: PdfDocument, node: Ref, pages: ReadonlySet<number>): number {
  if (pages.has(node.number)) return 0;
  const dictionary = document.dictionary(node);
  if (!dictionary.has('Kids')) return 1;
  let count = 0;
  const kids = arrayOf(document, dictionary.get('Kids')).filter((kid) => {
    const left = shrinkTree(document, kid as Ref, pages);
    count += left;
    return left > 0;
  });
  document.replace(node.number, dictionary.set('Kids', kids).set('Count', count));
  return count;
}

/** Links to what is gone keep their place and lose their destination. */
function removeLinks(document: PdfDocument, page: PageNode, { isDestination }: Removal): void {
  for (const annotation of arrayOf(document, page.dictionary.get('Annots'))) {
    const dictionary = document.resolve(annotation);
    if (!(annotation instanceof Ref) || !isDictionary(dictionary)) continue;
    const keys = ['Dest', 'A'].filter((key) => {
      const value = document.resolve(dictionary.get(key));
      return isDestination(value) || (isDictionary(value) && isDestination(value.get('D') ?? null));
    });
    for (const key of keys) dictionary.delete(key);
    if (keys.length > 0) document.replace(annotation.number, dictionary);
  }
}

function arrayOf(document: PdfDocument, value: PdfValue | undefined): PdfValue[] {
  const found = document.resolve(value);
  return Array.isArray(found) ? found : [];
}
