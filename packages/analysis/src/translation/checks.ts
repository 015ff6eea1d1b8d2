import { addressesIn } from '../models/addresses.ts';
import { condensed } from '../text/words.ts';
import { isSameLanguage } from './languages.ts';

/**
 * What can be proven about a translation. Its meaning cannot: a translation that passes all of this is still only
 * `unverified`.
 */

export interface TranslationFaults {
  /** Numbers that are missing or changed, by their digits. */
  readonly numbersMissing: readonly string[];
  /** Longer numbers that the text does not have. */
  readonly numbersAdded: readonly string[];
  readonly addressesMissing: readonly string[];
  readonly addressesAdded: readonly string[];
  readonly markupMissing: readonly string[];
  readonly markupAdded: readonly string[];
  /** Whether it is about as long as the text, and not something else in its place. */
  readonly fits: boolean;
  /** Whether it is the text itself, untranslated. */
  readonly echoed: boolean;
}

export const NO_FAULTS: TranslationFaults = {
  numbersMissing: [],
  numbersAdded: [],
  addressesMissing: [],
  addressesAdded: [],
  markupMissing: [],
  markupAdded: [],
  fits: true,
  echoed: false,
};

export interface Languages {
  /** As the caller or the model names it; null when nobody does. */
  readonly source: string | null;
  readonly target: string;
}

export function faultsOf(source: string, translation: string, languages: Languages): TranslationFaults {
  const [numbers, written] = [numbersIn(source), numbersIn(translation)];
  const [addresses, shown] = [addressesIn(source), addressesIn(translation)];
  const [markup, marked] = [markupIn(source), markupIn(translation)];
  return {
    numbersMissing: without(numbers, written),
    numbersAdded: without(written, numbers).filter((digits) => digits.length >= SHORTEST_ADDED),
    addressesMissing: [...addresses].filter((address) => !shown.has(address)),
    addressesAdded: [...shown].filter((address) => !addresses.has(address)),
    markupMissing: without(markup, marked),
    markupAdded: without(marked, markup),
    fits: translation.length > source.length * 0.15 && translation.length < source.length * 6 + 20,
    echoed:
      !(languages.source !== null && isSameLanguage(languages.source, languages.target)) &&
      hasWords(source) &&
      condensed(source) === condensed(translation),
  };
}

/** "Two" may become 2, but no text names a sum that it does not have. */
const SHORTEST_ADDED = 3;
const NUMBER = /\p{Nd}+(?:[.,'\u2019\u00a0\u202f\u066b\u066c]\p{Nd}+)*/gu;
/** Code points of the zeros of other scripts; their digits follow in order. */
const ZEROS = [
  0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040, 0x17e0,
  0x1810, 0xff10,
];

/** The numbers of a text by their digits; separators may change with the language. */
function numbersIn(text: string): string[] {
  return [...text.matchAll(NUMBER)].map(([number]) =>
    number.replace(/[^0-9]/gu, (character) => {
      const code = character.codePointAt(0) ?? 0;
      const zero = ZEROS.find((one) => code >= one && code < one + 10);
      return zero === undefined ? '' : String(code - zero);
    }),
  );
}

/** Tags, their attributes with them, and the marks of Markdown that stand in pairs or make links. */
const MARKUP = /<[/!?]?[a-z][\w:-]{0,40}(?:[^<>]{0,2000}>)?|<!--|\]\(|`{3}|\*\*/gi;
const TAG_NAME = /^<[/!?]?[a-z][\w:-]{0,40}/i;
const ATTRIBUTE = /(?<![\w:.-])([a-z_:][\w:.-]{0,60})\s{0,5}=/gi;

function markupIn(text: string): string[] {
  return [...text.matchAll(MARKUP)].map(([mark]) => {
    const name = TAG_NAME.exec(mark)?.[0];
    if (!name) return mark;
    const attributes = [...mark.slice(name.length).matchAll(ATTRIBUTE)].map(([, attribute]) => attribute);
    return [name, ...attributes.sort()].join(' ').toLowerCase();
  });
}

/** The items of a list that another has less often. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const item of other) left.set(item, (left.get(item) ?? 0) + 1);
  return list.filter((item) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count <= 0;
  });
}

/** Small words within names, which stay as they are in every language. */
const WITHIN_NAMES = new Set('van von der den del dos des zum zur ten ter bin ibn las los and und eine the'.split(' '));

/** Whether a text says something that another language would say differently, and is not only names and numbers. */
function hasWords(text: string): boolean {
  const bare = text.replace(/\S{0,200}[@/]\S{0,200}/g, ' ');
  if (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]{4}/u.test(bare)) return true;
  const words = bare.match(/[\p{L}\p{M}]{2,60}/gu) ?? [];
  return words.length >= 2 && words.some((word) => /^[\p{Ll}\p{Lo}]{3}/u.test(word) && !WITHIN_NAMES.has(word));
}
