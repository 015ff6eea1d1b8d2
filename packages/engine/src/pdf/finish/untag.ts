import type { PdfDocument } from './document.ts';
import { listPages } from './pages.ts';
import { type Dictionary, isDictionary, Ref } from './value.ts';

/** Items of an outline that are looked at. */
const MOST_ITEMS = 100_000;

/**
 * Takes the structure out of a tagged document (ISO 32000-1, 14.7) and leaves its outline, which Chromium makes of
 * tags only. Marks in the content of pages stay; without a structure they mean nothing.
 */
export function removeTags(document: PdfDocument): void {
  const root = document.trailer.get('Root');
  if (!(root instanceof Ref)) return;
  const catalog = document.dictionary(root);
  if (!catalog.has('StructTreeRoot')) return;
  strip(document, root, ['StructTreeRoot', 'MarkInfo']);
  for (const { number, dictionary } of listPages(document)) {
    strip(document, new Ref(number), ['StructParents', 'Tabs']);
    const annotations = document.resolve(dictionary.get('Annots'));
    for (const annotation of Array.isArray(annotations) ? annotations : [])
      strip(document, annotation, ['StructParent']);
  }
  const items: unknown[] = [catalog.get('Outlines')];
  for (let at = 0; at < items.length && at < MOST_ITEMS; at += 1) {
    const item = strip(document, items[at], ['SE']);
    for (const key of ['First', 'Next']) if (item?.has(key)) items.push(item.get(key));
  }
}

/** @returns what the object is afterwards, if it is a dictionary of its own */
function strip(document: PdfDocument, value: unknown, keys: readonly string[]): Dictionary | undefined {
  if (!(value instanceof Ref)) return undefined;
  const found = document.resolve(value);
  if (!isDictionary(found)) return undefined;
  const kept = new Map([...found].filter(([key]) => !keys.includes(key)));
  if (kept.size < found.size) document.replace(value.number, kept);
  return kept;
}
