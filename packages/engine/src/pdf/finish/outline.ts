import type { PdfDocument } from './document.ts';
import { textString } from './text-string.ts';
import { type Dictionary, isDictionary, Ref, Text } from './value.ts';

/** Items of an outline that are looked at. */
const MOST_ITEMS = 100_000;

/** An item of the outline (ISO 32000-1, 12.3.3). */
export interface OutlineItem {
  readonly number: number;
  readonly dictionary: Dictionary;
  readonly title: string;
}

/** The items of the outline in the order in which a reader shows them. */
export function outlineItems(document: PdfDocument): OutlineItem[] {
  const items: OutlineItem[] = [];
  const seen = new Set<number>();
  const root = document.resolve(document.dictionary(document.trailer.get('Root')).get('Outlines'));
  const waiting = isDictionary(root) ? [root.get('First')] : [];
  for (let next = waiting.pop(); next instanceof Ref && items.length < MOST_ITEMS; next = waiting.pop()) {
    if (seen.has(next.number)) break;
    seen.add(next.number);
    const dictionary = document.dictionary(next);
    const title = document.resolve(dictionary.get('Title'));
    items.push({ number: next.number, dictionary, title: title instanceof Text ? textOf(title) : '' });
    for (const key of ['Next', 'First']) if (dictionary.has(key)) waiting.push(dictionary.get(key));
  }
  return items;
}

export function retitle(document: PdfDocument, { number, dictionary }: OutlineItem, title: string): void {
  document.replace(number, new Map([...dictionary, ['Title', textString(title)]]));
}

/** What a text string means that Chromium wrote: ASCII, or UTF-16BE with its byte order mark. */
function textOf({ bytes }: Text): string {
  if (bytes[0] !== 0xfe || bytes[1] !== 0xff || bytes.length % 2 === 1) return bytes.toString('latin1');
  return Buffer.from(bytes.subarray(2)).swap16().toString('utf16le');
}
