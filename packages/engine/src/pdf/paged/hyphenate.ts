import { setImmediate } from 'node:timers/promises';
import type { Page } from '../../page/page.ts';
import { hyphenatorFor } from './hyphen-patterns.ts';
import { type BrokenWords, findWords, putHyphens, takeHyphens } from './in-page/hyphens.ts';

/**
 * Hyphens for `hyphens: auto`, where Chromium has no patterns: soft hyphens in the texts, which Chromium breaks lines at. What it writes of those that it does not
 * need is taken out of the PDF (`withoutSoftHyphens`).
 */

/** Texts that are looked at, and different words and languages of them. */
const MOST_TEXTS = 200_000;
const MOST_WORDS = 100_000;
const MOST_LANGUAGES = 50;
/** Words after which others have their turn. */
const TURN = 2_000;

export interface Hyphenated {
  /** Whether soft hyphens stand in the document, until `unhyphenate`. */
  readonly changed: boolean;
  /** Tags of languages that have no patterns; an empty one for text whose language is not said. */
  readonly without: readonly string[];
  /** Whether there was more text than is hyphenated. */
  readonly more: boolean;
}

/** Breaks the words of a page that are to be hyphenated. */
export async function hyphenate(page: Page): Promise<Hyphenated> {
  const { languages, more } = await page.call(findWords, MOST_TEXTS, MOST_WORDS, MOST_LANGUAGES);
  const broken: BrokenWords[] = [];
  const without: string[] = [];
  for (const { language, words } of languages) {
    const hyphenator = hyphenatorFor(language);
    if (!hyphenator) {
      without.push(language);
      continue;
    }
    const own: [string, string][] = [];
    for (const [index, word] of words.entries()) {
      if (index % TURN === TURN - 1) await setImmediate();
      const parts = hyphenator(word);
      if (parts !== word) own.push([word, parts]);
    }
    if (own.length > 0) broken.push({ language, words: own });
  }
  if (broken.length > 0) await page.call(putHyphens, broken);
  return { changed: broken.length > 0, without, more };
}

/** Gives the texts of a page back as they were. */
export async function unhyphenate(page: Page): Promise<void> {
  await page.call(takeHyphens);
}
