import { groupSiblings } from '../page/many-siblings.ts';
import type { Page } from '../page/page.ts';
import type { ConversionRequest } from '../request/request.ts';

/** Sum of the squares of the numbers of siblings beyond which nothing is tagged: 30,000 in one place take 15 s. */
const MOST_SQUARES = 30_000 ** 2;

export interface Tagging {
  /** What is asked of Chromium. */
  readonly options: ConversionRequest;
  /** Whether tags and outline that were asked for are left out, since making them would take too long. */
  readonly untagged: boolean;
  /** Whether elements are grouped, so that the groups are to be taken out of tables and lists. */
  readonly grouped: boolean;
  /** Whether the page was changed for it. */
  readonly changed: boolean;
}

const ALL = { untagged: false, grouped: false, changed: false };

/**
 * Has the elements of a page grouped, so that the time of its tags grows with their number and not with its square.
 * @param many whether it has so many elements that the time is seen
 */
export async function prepareTags(page: Page, options: ConversionRequest, many: boolean): Promise<Tagging> {
  if (!many) return { options, ...ALL };
  if (!options.tagged && options.outline !== true) return { options, ...ALL };
  const { grouped, left } = await page.call(groupSiblings, true);
  const untagged = left > MOST_SQUARES;
  return {
    options: untagged ? { ...options, tagged: false, outline: false } : options,
    untagged,
    grouped,
    changed: true,
  };
}

/** Another result of the page finds it as it was. */
export async function forgetTags(page: Page): Promise<void> {
  await page.call(groupSiblings, false);
}
