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
 * @param room characters that the rules may have
 * @returns `undefined` when there are no lists, `null` when their rules would be longer
 */
export function withoutLists(text: string, room: number): string | null | undefined {
  const lists = partsOfSheet(text).blocks.flatMap((block) => {
    const selectors = pageSelectors(block.prelude);
    return selectors.length > 1 ? [{ ...block, selectors }] : [];
  });
  if (lists.length === 0) return undefined;
  const length = lists.reduce((sum, { selectors, end, close }) => sum + selectors.length * (close - end + 10), 0);
  if (length > room) return null;
  let result = '';
  let at = 0;
  for (const { selectors, start, end, close } of lists) {
    const body = text[close - 1] === '}' ? text.slice(end, close) : `${text.slice(end, close)}}`;
    // Under a condition of ours that always holds, the rules are known as those that Chromium has dropped.
    const rules = selectors.map((selector) => `@page ${selector}${body}`);
    result += `${text.slice(at, start)}@supports (--platen-list:1){${rules.join('')}}`;
    at = close;
  }
  return result + text.slice(at);
}
