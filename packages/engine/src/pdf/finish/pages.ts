import type { PdfDocument } from './document.ts';
import { Unreadable } from './syntax.ts';
import { type Dictionary, Name, Ref } from './value.ts';

export interface PageNode {
  readonly number: number;
  readonly dictionary: Dictionary;
  /** Numbers of the nodes above, the root first. */
  readonly parents: readonly number[];
}

/** The pages of a document in order (ISO 32000-1, 7.7.3). */
export function listPages(document: PdfDocument): PageNode[] {
  const pages: PageNode[] = [];
  const seen = new Set<number>();
  const walk = (value: unknown, parents: readonly number[]): void => {
    if (!(value instanceof Ref) || seen.has(value.number) || parents.length > 32) {
      throw new Unreadable('a page tree that is none');
    }
    seen.add(value.number);
    const dictionary = document.dictionary(value);
    const type = dictionary.get('Type');
    if (type instanceof Name && type.text === 'Pages') {
      const kids = document.resolve(dictionary.get('Kids'));
      if (!Array.isArray(kids)) throw new Unreadable('a page tree without pages');
      for (const kid of kids) walk(kid, [...parents, value.number]);
    } else pages.push({ number: value.number, dictionary, parents });
  };
  walk(document.dictionary(document.trailer.get('Root')).get('Pages'), []);
  return pages;
}
