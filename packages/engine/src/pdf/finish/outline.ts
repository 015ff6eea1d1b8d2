import type { PdfDocument } from './document.ts';
import type { Removal } from './removal.ts';
import { Unreadable } from './syntax.ts';
import { type Dictionary, isDictionary, type PdfValue, Ref } from './value.ts';

interface Item {
  readonly number: number;
  readonly dictionary: Dictionary;
  readonly kids: readonly Item[];
}

/**
 * Takes items of removed pages out of the outline (ISO 32000-1, 12.3.3). Items below them move up into their place.
 * @param elements numbers of the structure elements that are gone
 */
export function removeFromOutline(
  document: PdfDocument,
  catalog: Dictionary,
  { isDestination }: Removal,
  elements: ReadonlySet<number>,
): void {
  const place = catalog.get('Outlines');
  if (!(place instanceof Ref)) return;
  const root = document.dictionary(place);
  const seen = new Set<number>();
  const read = (first: PdfValue | undefined): Item[] => {
    const items: Item[] = [];
    for (let next = first; next instanceof Ref; ) {
      if (seen.has(next.number)) throw new Unreadable('an outline that goes round');
      seen.add(next.number);
      const dictionary = document.dictionary(next);
      const kids = read(dictionary.get('First'));
      if (isOn(document, dictionary, isDestination)) items.push(...kids);
      else items.push({ number: next.number, dictionary, kids });
      next = dictionary.get('Next');
    }
    return items;
  };
  const items = read(root.get('First'));
  if (items.length === 0) {
    catalog.delete('Outlines');
    return;
  }
  for (const { dictionary } of walk(items)) {
    const element = dictionary.get('SE');
    if (element instanceof Ref && elements.has(element.number)) dictionary.delete('SE');
  }
  link(document, place.number, root, items);
}

function isOn(document: PdfDocument, item: Dictionary, isDestination: Removal['isDestination']): boolean {
  const action = document.resolve(item.get('A'));
  return isDestination(item.get('Dest') ?? null) || (isDictionary(action) && isDestination(action.get('D') ?? null));
}

function* walk(items: readonly Item[]): Generator<Item> {
  for (const item of items) {
    yield item;
    yield* walk(item.kids);
  }
}

/** Writes the items below a node. @returns how many there are when all are open */
function link(document: PdfDocument, number: number, parent: Dictionary, items: readonly Item[]): number {
  let count = 0;
  for (const [index, { number: own, dictionary, kids }] of items.entries()) {
    set(dictionary, 'Prev', items[index - 1]);
    set(dictionary, 'Next', items[index + 1]);
    dictionary.set('Parent', new Ref(number));
    count += 1 + link(document, own, dictionary, kids);
  }
  set(parent, 'First', items[0]);
  set(parent, 'Last', items.at(-1));
  // A negative count says that the items are folded.
  const folded = typeof parent.get('Count') === 'number' && (parent.get('Count') as number) < 0;
  if (count === 0) parent.delete('Count');
  else parent.set('Count', folded ? -count : count);
  document.replace(number, parent);
  return folded ? 0 : count;
}

function set(dictionary: Dictionary, key: string, item: Item | undefined): void {
  if (item) dictionary.set(key, new Ref(item.number));
  else dictionary.delete(key);
}
