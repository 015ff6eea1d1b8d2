import type { PdfDocument } from './document.ts';
import { Unreadable } from './syntax.ts';
import { isDictionary, type PdfValue } from './value.ts';

const DEEPEST_TREE = 32;

/** Keys and values of a name tree or a number tree (ISO 32000-1, 7.9.6 and 7.9.7), in their order. */
export function treeEntries(
  document: PdfDocument,
  root: PdfValue | undefined,
  list: 'Names' | 'Nums',
): [PdfValue, PdfValue][] {
  const entries: [PdfValue, PdfValue][] = [];
  const walk = (value: PdfValue | undefined, depth: number): void => {
    if (depth > DEEPEST_TREE) throw new Unreadable('a tree that is none');
    const node = document.resolve(value);
    if (!isDictionary(node)) return;
    const own = document.resolve(node.get(list));
    if (Array.isArray(own)) {
      for (let at = 0; at + 1 < own.length; at += 2) entries.push([own[at] ?? null, own[at + 1] ?? null]);
    }
    const kids = document.resolve(node.get('Kids'));
    for (const kid of Array.isArray(kids) ? kids : []) walk(kid, depth + 1);
  };
  walk(root, 0);
  return entries;
}

/** Adds a tree of these entries, which have to be in order: a node for so many. */
export function addTree(
  document: PdfDocument,
  entries: readonly (readonly [PdfValue, PdfValue])[],
  list: 'Names' | 'Nums',
): PdfValue {
  const ofNode = 64;
  const kids: PdfValue[] = [];
  for (let start = 0; start < entries.length; start += ofNode) {
    const own = entries.slice(start, start + ofNode);
    const limits = [own[0]?.[0] ?? null, own.at(-1)?.[0] ?? null];
    kids.push(
      document.add(
        new Map<string, PdfValue>([
          ['Limits', limits],
          [list, own.flat()],
        ]),
      ),
    );
  }
  return document.add(new Map<string, PdfValue>([['Kids', kids]]));
}
