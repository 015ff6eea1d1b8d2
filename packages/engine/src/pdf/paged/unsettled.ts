import { isDeepStrictEqual } from 'node:util';
import type { PagedElement } from './in-page/collect.ts';
import type { MadeText } from './in-page/write-texts.ts';
import type { Places } from './places.ts';
import type { TextSource } from './texts.ts';
import type { UnsupportedPlace } from './unsupported.ts';

/** A text or a place that still changed when the last pass of the layout ended: what the PDF shows of it may be wrong. */
export interface Unsettled {
  /** What is asked for, such as `target-counter(attr(href), page)`. */
  readonly css: string;
  /** The page that it stands on, from 1. */
  readonly page: number;
}

/** Page numbers in what is repeated on every page: Chromium repeats the text of the first. */
export function fixedNumbers(elements: readonly PagedElement[], { of }: Places): UnsupportedPlace[] {
  const fixed = elements.filter((element) => element.fixed && element.content.some(({ value }) => PAGE.test(value)));
  return fixed.map(({ id }) => ({ what: 'counter(page) in position: fixed', page: (of.get(id)?.page ?? 0) + 1 }));
}

const PAGE = /(?<!-)counter\(\s*page\b/i;

export interface Filled {
  readonly texts: readonly MadeText[];
  readonly blanks: readonly string[];
}

/** What is different from what was laid out last. */
export function unsettledOf({ elements, places }: TextSource, laid: Filled, next: Filled): Unsettled[] {
  const pageOf = (id: string) => (places?.of.get(id)?.page ?? 0) + 1;
  const byId = new Map(elements.map((element) => [element.id, element]));
  const texts = next.texts.flatMap((text, index) => {
    if (isDeepStrictEqual(text, laid.texts[index])) return [];
    const css = byId.get(text.id)?.content.find(({ pseudo }) => pseudo === text.pseudo)?.value ?? 'content';
    return [{ css, page: pageOf(text.id) }];
  });
  const blanks = [...laid.blanks, ...next.blanks].filter((id) => laid.blanks.includes(id) !== next.blanks.includes(id));
  const sides = blanks.map((id) => ({ css: `break-before: ${byId.get(id)?.side}`, page: pageOf(id) }));
  // Areas of notes that move.
  return texts.length + sides.length > 0 ? [...texts, ...sides] : [{ css: 'float: footnote', page: 1 }];
}
