import { Lines } from '../text/lines.ts';
import type { Document } from './document.ts';

/**
 * Sums of which text recognition took digits for letters: `l26.50`, `1.599,8O`. Put right, they are a guess: whoever
 * reads them must see that they add up.
 */

/** Digits, some of them letters, with two decimals, behind a blank, a sign or a currency. */
const SUM =
  /(?<![\p{L}\d.,])(?=[\p{L}\d., '’]{0,24}[OIl])(?:(?:R|RM|N|Rs|kr)\.?)?[\dOIl]{1,3}(?:[., '’]?[\dOIl]{3}){0,4}[.,][\dOIl]{2}(?![\p{L}\d]|[.,][\dOIl])/gu;
const SUSPECT = /[OIl][\d.,]|[\d.,][OIl]/;

/** A text with digits in place of such letters, as long as it was; null where there are none. */
export function withMendedSums(text: string): string | null {
  if (!SUSPECT.test(text)) return null;
  const mended = text.replace(SUM, (sum) => (/\d/.test(sum) ? sum.replace(/O/g, '0').replace(/[Il]/g, '1') : sum));
  return mended === text ? null : mended;
}

/** The document with digits in place of such letters, each offset as it was; null where there are none. */
export function withMendedAmounts(document: Document): Document | null {
  const mended = withMendedSums(document.source.text);
  return mended === null
    ? null
    : { ...document, source: { ...document.source, text: mended, lines: new Lines(mended) } };
}
