import { condensed } from '../text/words.ts';
import type { Document } from './document.ts';
import { remembered } from './remembered.ts';

/** Names of which text recognition took letters for others: `GREENFlELD`, `lnh. Huber`, `B1STRO`. */

/** A small `l` among capitals, or ahead of a consonant at the start of a word; digits within a word of letters. */
const MISREAD =
  /\p{Lu}l\p{Lu}|\p{Lu}{2}l(?!\p{L})|(?<![\p{L}'’])l[bcdfghjkmnpqrstvwxzA-Z]|\p{L}{2}[01]\p{L}|(?<!\p{L})\p{Lu}[01]\p{Lu}{2}/u;

/** Letters of two alphabets in one word, which look the same: the `Т` of `ТESCO` may be Cyrillic. */
const MIXED =
  /\p{sc=Latin}\p{L}{0,40}[\p{sc=Cyrillic}\p{sc=Greek}]|[\p{sc=Cyrillic}\p{sc=Greek}]\p{L}{0,40}\p{sc=Latin}/u;

/** Whether a name or a number has letters that look like others. */
export const isMixed = (name: string) => MIXED.test(name);

/** Whether a name was not read as it is printed: then nothing proves it. */
export const isMisread = (name: string) => MISREAD.test(name) || isMixed(name);

/** Digits within words, letters within sums, small letters within capitals: `Mi1l`, `86.OO`, `lNVOlCE`. */
const NOISE =
  /(?<![\p{L}\p{N}/_-])(?:\p{Lu}?\p{Ll}+[01]\p{Ll}+|l\p{Lu}{2,}|\p{Lu}{2,}l\p{Lu}{2,}|\p{Lu}0\p{Lu}{2,})(?![\p{L}\p{N}/_-])|(?<![\p{L}\d])\d+[.,](?:[Ol]\d|\d[Ol]|[Ol]{2})(?!\p{L})/u;
/** One line may have a name that is written so. */
const FEWEST = 2;
const LINES = 200;

/** Whether several lines have letters that were taken for others: then a name may have them too, `Brarnley` for `Bramley`. */
const isNoisy = remembered(
  ({ source }: Document) =>
    source.lines.printed(LINES).filter(({ text }) => NOISE.test(text.slice(0, 300))).length >= FEWEST,
);

/**
 * Whether a name of a text that was not read well is printed once only, or another print of it has one other letter:
 * nothing tells that its letters are right.
 */
export function isUncertain(document: Document, name: string): boolean {
  const own = condensed(name);
  const lines = document.source.lines.printed(LINES).map(({ text }) => condensed(text));
  const prints = lines.filter((text) => text.includes(own)).length;
  return prints < 2 && (isNoisy(document) || lines.some((text) => isNearly(own, text)));
}

/** `DONINO'S PIZZA` and `DOMINO'S PIZZA SKUDAI`: whether a line begins with a name but for one letter within it. */
function isNearly(name: string, line: string): boolean {
  if (name.length < SHORTEST || line.length < name.length) return false;
  const others = [...name].flatMap((letter, at) => (letter === line.charAt(at) ? [] : [at]));
  const [at = 0] = others;
  return (
    others.length === 1 && at > 0 && at < name.length - 1 && /^\p{L}{2}$/u.test(`${name.charAt(at)}${line.charAt(at)}`)
  );
}

/** Shorter names differ by one letter from words that have nothing to do with them. */
const SHORTEST = 8;
