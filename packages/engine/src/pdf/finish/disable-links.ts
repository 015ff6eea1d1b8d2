import type { PdfDocument } from './document.ts';
import type { PageNode } from './pages.ts';
import { Unreadable } from './syntax.ts';
import { type Dictionary, isDictionary, Name, type PdfValue, Ref } from './value.ts';

/**
 * Takes all links out of the pages; their text stays. Structure elements of links become spans, since a link without
 * an annotation is none (ISO 14289-1, 7.18.5), and nothing refers to the annotations any more.
 */
export function removeAllLinks(document: PdfDocument, pages: readonly PageNode[]): void {
  const links = new Set<number>();
  const keys = new Set<number>();
  for (const page of pages) {
    const annotations = document.resolve(page.dictionary.get('Annots'));
    if (!Array.isArray(annotations)) continue;
    const left = annotations.filter((annotation) => {
      const dictionary = document.resolve(annotation);
      if (!isDictionary(dictionary) || !isName(dictionary.get('Subtype'), 'Link')) return true;
      if (annotation instanceof Ref) links.add(annotation.number);
      const key = dictionary.get('StructParent');
      if (typeof key === 'number') keys.add(key);
      return false;
    });
    if (left.length === annotations.length) continue;
    if (left.length === 0) page.dictionary.delete('Annots');
    else page.dictionary.set('Annots', left);
    document.replace(page.number, page.dictionary);
  }
  if (keys.size > 0) removeFromTree(document, links, keys);
}

/** The tree of parents tells the element of each annotation, so that the structure tree need not be searched. */
function removeFromTree(document: PdfDocument, links: ReadonlySet<number>, keys: ReadonlySet<number>): void {
  const catalog = document.dictionary(document.trailer.get('Root'));
  const root = document.resolve(catalog.get('StructTreeRoot'));
  if (!isDictionary(root)) return;
  const place = root.get('ParentTree');
  const tree = document.dictionary(place);
  const pairs = document.resolve(tree.get('Nums'));
  if (!Array.isArray(pairs) || !(place instanceof Ref)) throw new Unreadable('a tree of parents with branches');
  const left: PdfValue[] = [];
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const [key, element] = [pairs[at] as PdfValue, pairs[at + 1] as PdfValue];
    if (typeof key === 'number' && keys.has(key)) plain(document, element, links);
    else left.push(key, element);
  }
  document.replace(place.number, tree.set('Nums', left));
}

function plain(document: PdfDocument, reference: PdfValue, links: ReadonlySet<number>): void {
  if (!(reference instanceof Ref)) throw new Unreadable('a structure element without a number');
  const element = document.dictionary(reference);
  const kids = document.resolve(element.get('K'));
  const list = Array.isArray(kids) ? kids : [element.get('K') ?? null];
  const left = list.filter((kid) => !isLinkReference(document.resolve(kid), links));
  if (left.length === list.length) return;
  if (left.length === 0) element.delete('K');
  else element.set('K', left.length === 1 ? (left[0] as PdfValue) : left);
  if (isName(element.get('S'), 'Link')) element.set('S', new Name('Span'));
  document.replace(reference.number, element);
}

function isLinkReference(kid: PdfValue, links: ReadonlySet<number>): boolean {
  if (!isDictionary(kid) || !isName(kid.get('Type'), 'OBJR')) return false;
  const object = (kid as Dictionary).get('Obj');
  return object instanceof Ref && links.has(object.number);
}

const isName = (value: PdfValue | undefined, text: string): boolean => value instanceof Name && value.text === text;
