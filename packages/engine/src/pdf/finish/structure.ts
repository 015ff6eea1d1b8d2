import type { PdfDocument } from './document.ts';
import type { Removal } from './removal.ts';
import { Unreadable } from './syntax.ts';
import { type Dictionary, Name, type PdfValue, Ref } from './value.ts';

/** Elements within each other: Chromium's parser of HTML allows some 500. */
const DEEPEST_ELEMENT = 2000;

/**
 * Takes what is on removed pages out of the structure tree (ISO 32000-1, 14.7): content, annotations, and elements of
 * which nothing is left.
 * @returns numbers of the elements that are gone
 */
export function removeFromStructure(document: PdfDocument, catalog: Dictionary, removal: Removal): Set<number> {
  const gone = new Set<number>();
  const place = catalog.get('StructTreeRoot');
  if (!(place instanceof Ref)) return gone;
  const root = document.dictionary(place);
  const pruner = new Pruner(document, removal, gone);
  pruner.prune(place.number, root, 0);
  removeParents(document, root, removal.parentKeys);
  removeIdentifiers(document, root.get('IDTree'), gone);
  document.replace(place.number, root);
  return gone;
}

class Pruner {
  readonly #document: PdfDocument;
  readonly #removal: Removal;
  readonly #gone: Set<number>;
  readonly #seen = new Set<number>();

  constructor(document: PdfDocument, removal: Removal, gone: Set<number>) {
    this.#document = document;
    this.#removal = removal;
    this.#gone = gone;
  }

  /** @returns whether anything of the element is left */
  prune(number: number, element: Dictionary, depth: number): boolean {
    if (depth > DEEPEST_ELEMENT || this.#seen.has(number)) throw new Unreadable('a structure tree that is none');
    this.#seen.add(number);
    const page = element.get('Pg');
    const kids = this.#kids(element);
    const left = kids.filter((kid) => this.#isLeft(kid, page, depth));
    if (left.length === kids.length && !this.#isGone(page)) return true;
    if (left.length === 0) {
      this.#gone.add(number);
      element.delete('K');
      return false;
    }
    if (this.#isGone(page)) element.delete('Pg');
    element.set('K', left.length === 1 ? (left[0] as PdfValue) : left);
    this.#document.replace(number, element);
    return true;
  }

  #kids(element: Dictionary): PdfValue[] {
    const kids = element.get('K');
    if (kids === undefined) return [];
    if (Array.isArray(kids)) return kids;
    const found = this.#document.resolve(kids);
    return Array.isArray(found) ? found : [kids];
  }

  #isLeft(kid: PdfValue, page: PdfValue | undefined, depth: number): boolean {
    if (typeof kid === 'number') return !this.#isGone(page);
    const dictionary = this.#document.dictionary(kid);
    const type = dictionary.get('Type');
    const kind = type instanceof Name ? type.text : 'StructElem';
    if (kind === 'MCR') return !this.#isGone(dictionary.get('Pg') ?? page);
    if (kind === 'OBJR') {
      const object = dictionary.get('Obj');
      if (object instanceof Ref && this.#removal.annotations.has(object.number)) return false;
      return !this.#isGone(dictionary.get('Pg') ?? page);
    }
    if (!(kid instanceof Ref)) throw new Unreadable('a structure element without a number');
    return this.prune(kid.number, dictionary, depth + 1);
  }

  #isGone(page: PdfValue | undefined): boolean {
    return page instanceof Ref && this.#removal.pages.has(page.number);
  }
}

/** Takes keys out of the tree of parents, a number tree (7.9.7) that Chromium writes without branches. */
function removeParents(document: PdfDocument, root: Dictionary, keys: ReadonlySet<number>): void {
  const place = root.get('ParentTree');
  if (place === undefined || keys.size === 0) return;
  const tree = document.dictionary(place);
  const pairs = document.resolve(tree.get('Nums'));
  if (!Array.isArray(pairs) || !(place instanceof Ref)) throw new Unreadable('a tree of parents with branches');
  tree.set(
    'Nums',
    keepPairs(pairs, (key) => !keys.has(key as number)),
  );
  document.replace(place.number, tree);
}

/** Takes elements out of the tree of identifiers, a name tree (7.9.6). */
function removeIdentifiers(document: PdfDocument, node: PdfValue | undefined, gone: ReadonlySet<number>): boolean {
  if (!(node instanceof Ref)) return false;
  const tree = document.dictionary(node);
  const names = document.resolve(tree.get('Names'));
  const branches = document.resolve(tree.get('Kids'));
  if (Array.isArray(names)) {
    const left = keepPairs(names, (_, element) => !(element instanceof Ref && gone.has(element.number)));
    if (left.length === names.length) return true;
    tree.set('Names', left);
    if (tree.has('Limits')) tree.set('Limits', [left[0] ?? null, left.at(-2) ?? null]);
    document.replace(node.number, tree);
    return left.length > 0;
  }
  if (!Array.isArray(branches)) return true;
  const left = branches.filter((branch) => removeIdentifiers(document, branch, gone));
  document.replace(node.number, tree.set('Kids', left));
  return left.length > 0;
}

function keepPairs(pairs: readonly PdfValue[], keep: (key: PdfValue, value: PdfValue) => boolean): PdfValue[] {
  const left: PdfValue[] = [];
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const [key, value] = [pairs[at] as PdfValue, pairs[at + 1] as PdfValue];
    if (keep(key, value)) left.push(key, value);
  }
  return left;
}
