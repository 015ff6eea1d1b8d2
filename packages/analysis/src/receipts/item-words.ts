import { type Word, wordsOf } from '../text/words.ts';
import type { Amount } from '../values/amounts.ts';
import type { Row } from './rows.ts';

/** What the words of a row say about a thing that was bought. */

const NOT_DESCRIBING = new Set(
  (
    'rm x sr zr zrl s z t pcs pc unit units ea each qty nos no usd eur gbp myr disc pkt btl kg g l stk st pz ud stuks ' +
    'a lb lbs chf kr sek nok dkk pln cad aud szt kpl un uds je per cada 点 コ 個'
  ).split(' '),
);
const FRAME = /^[\s|*#.:;-]{1,20}/;

/** The longest stretch of a row between its numbers: all sums of money, unless others are given. */
export function descriptionIn(
  row: Row,
  numbers: readonly Amount[] = row.money.map(({ amount }) => amount),
): string | null {
  let best = '';
  let from = 0;
  for (const one of [...numbers.toSorted((a, b) => a.start - b.start), null]) {
    const stretch = row.text.slice(from, one?.start ?? row.text.length);
    if (describing(stretch) > describing(best)) best = stretch;
    from = one?.end ?? from;
  }
  return clean(best);
}

/** How many letters of a text tell what a thing is: units, currencies and tax codes do not. */
export function describing(text: string): number {
  return lettersOf(wordsOf(text));
}

export function lettersOf(words: readonly Word[]): number {
  return words.reduce((letters, { key }) => letters + lettersIn(key), 0);
}

/** `2xEspresso` counts without its number; a word of other scripts counts without its digits. */
function lettersIn(word: string): number {
  if (NOT_DESCRIBING.has(word)) return 0;
  if (!/\d/.test(word) || MISREAD.test(word)) return word.length;
  return /^\d{1,3}x\p{L}{2,40}$/u.test(word) ? word.length - 2 : (word.match(IDEOGRAPHS)?.length ?? 0);
}

/** Letters that text recognition took for digits. */
const MISREAD = /^\p{L}{1,30}[01]\p{L}{2,30}$/u;
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const PRICE_AT_END = / ?@ ?(?:RM|\$|€|£)? ?\d{1,6}(?:[.,]\d{1,4})?$/;
export const withoutPrice = (text: string | null) => text?.replace(PRICE_AT_END, '') || text;

export function clean(text: string): string | null {
  const bare = text
    .replace(FRAME, '')
    .replace(/\s{1,200}/g, ' ')
    .trim();
  const counted = bare.replace(/^\d{1,3} ?(?:[xX@*×]? (?=[\p{L}(])|[xX×](?=\p{L}))/u, '').replace(/ ?[@à|]$/, '');
  return counted === '' ? null : counted;
}
