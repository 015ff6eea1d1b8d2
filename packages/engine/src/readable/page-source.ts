import { EngineError } from '../errors.ts';
import type { Page } from '../page/page.ts';
import { composeForPage } from './in-page/compose.ts';
import { readPageHtml } from './in-page/page-html.ts';
import { type ElementsResult, type FoundElements, readElements } from './in-page/read-elements.ts';
import { selectElements } from './in-page/selection.ts';

/** Characters of HTML, and of elements, that stand beside a result. */
export const MOST_CHARACTERS = 5_000_000;
/** Elements of one selector. */
const MOST_ELEMENTS = 1_000;

const elementsScript = composeForPage(readElements, { selectElements });

/** The whole page as HTML, as its scripts left it. @returns a number, its characters, when it is longer than it may be */
export const pageHtml = (page: Page): Promise<string | number> => page.call(readPageHtml, MOST_CHARACTERS);

/**
 * The elements that match, of each selector.
 * @throws EngineError `invalid_request` for a selector that is not CSS
 */
export async function elementsOf(page: Page, selectors: readonly string[]): Promise<readonly FoundElements[]> {
  const limits = { each: MOST_ELEMENTS, characters: MOST_CHARACTERS };
  const result = JSON.parse(await page.call(elementsScript, selectors, limits)) as ElementsResult;
  if ('unreadable' in result) throw unreadableSelector(`/elements/${result.unreadable}`);
  return result.found;
}

/** @param pointer the field that has the selector */
export function unreadableSelector(pointer: string): EngineError {
  return new EngineError('invalid_request', `"${pointer.slice(1).replaceAll('/', '.')}" is not a valid CSS selector.`, {
    pointer,
    issues: [{ pointer, code: 'invalid_request', detail: 'Not a valid CSS selector.' }],
  });
}
