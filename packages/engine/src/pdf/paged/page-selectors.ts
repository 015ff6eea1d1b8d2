import { splitTop } from './content-list.ts';
import { partsOfSheet } from './css-parts.ts';

export const BLANK: RegExp = /^@page\s*:blank$/i;

/** The pages that a rule is for: names and pseudo-classes; an empty text for all pages. */
export function pageSelectors(prelude: string): string[] {
  const list = /^@page\b([\s\S]*)$/i.exec(prelude)?.[1];
  if (list === undefined) return [];
  const selectors = splitTop(list, ',');
  return selectors.length === 0 ? [''] : selectors;
}

/**
 * A style sheet with a rule for each page where a rule is for several, `@page a, b:first`, which Chromium drops (CSS Paged
 * Media 3, 5).
 * @returns `undefined` when there are none
 */
export function withoutLists(text: string): string | undefined {
  const lists = partsOfSheet(text).blocks.filter(({ prelude }) => pageSelectors(prelude).length > 1);
  if (lists.length === 0) return undefined;
  let result = '';
  let at = 0;
  for (const { prelude, start, end, close } of lists) {
    const body = text[close - 1] === '}' ? text.slice(end, close) : `${text.slice(end, close)}}`;
    // Under a condition of ours that always holds, the rules are known as those that Chromium has dropped.
    const rules = pageSelectors(prelude).map((selector) => `@page ${selector}${body}`);
    result += `${text.slice(at, start)}@supports (--platen-list:1){${rules.join('')}}`;
    at = close;
  }
  return result + text.slice(at);
}
