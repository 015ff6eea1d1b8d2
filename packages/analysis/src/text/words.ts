import type { Span } from './source.ts';

/**
 * Words and phrases: how labels such as "Grand total" or "Gesamtbetrag" are found whatever their case, accents,
 * punctuation and spacing.
 */

export interface Word extends Span {
  /** Lower case, without accents; letters and digits only. */
  readonly key: string;
}

export interface PhraseMatch<Value> extends Span {
  readonly value: Value;
  /** Position of the first word. */
  readonly word: number;
  /** Number of words. */
  readonly length: number;
}

/** Phrases without spaces, by their first two characters, the longest first. */
export type Phrases<Value> = ReadonlyMap<string, readonly { readonly key: string; readonly value: Value }[]>;

const WORD = /^[\p{L}\p{N}\p{M}]$/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII.
const ONLY_ASCII = /^[\x00-\x7f]*$/;
const MARK = /\p{M}+/gu;
const SPECIAL: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

/** Lower case without accents. The length can change. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return ONLY_ASCII.test(lower)
    ? lower
    : lower
        .normalize('NFKD')
        .replace(MARK, '')
        .replace(/[ßæœøłđı]/g, (letter) => SPECIAL[letter] ?? letter);
}

/** The words of a text with their offsets in it. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = [];
  for (let at = 0; at < text.length; ) {
    const start = at;
    let ascii = true;
    while (at < text.length) {
      const code = text.charCodeAt(at);
      if (code < ASCII ? !isAsciiWord(code) : !isWordCharacter(text, at)) break;
      ascii &&= code < ASCII;
      at += isHighSurrogate(code) ? 2 : 1;
    }
    if (at === start) at += 1;
    else {
      const word = text.slice(start, at);
      words.push({ key: ascii ? word.toLowerCase() : fold(word), start, end: at });
    }
  }
  return words;
}

/** A line has at most a thousand characters; with more words than this it lists numbers or letters. */
const MOST_LABEL_WORDS = 250;

/** The words of a line among which labels may be: none in a list of numbers. */
export function labelWordsOf(text: string): Word[] {
  const words = wordsOf(text);
  if (words.length > MOST_LABEL_WORDS) return [];
  return words.map((word) => (LETTERS_AND_DIGITS.test(word.key) ? { ...word, key: mended(word.key) } : word));
}

/** A word that begins as no word does, or has a digit among letters or behind those of Chinese. */
const LETTERS_AND_DIGITS = /^ln[vctk]|^[cisu]t?gst\d{1,2}$|^\p{L}+[01]\p{L}|^\p{Lo}+\d{1,2}$/u;

/** `lnvoice` and `T0TAL`, as text recognition reads them, and `消費税10%` and `IGST18`, whose rate is no part of the word. */
function mended(key: string): string {
  const plain = key.replace(/(?<=\p{Lo}|^[cisu]t?gst)\d{1,2}$/u, '').replace(/^ln(?=[vctk])/, 'in');
  return plain.replace(/(?<=[a-z])0(?=[a-z])/g, 'o').replace(/(?<=[a-z])1(?=[a-z])/g, 'l');
}

const ASCII = 128;

function isAsciiWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;

/** What was found out about each character of two bytes: 0 nothing, 1 that it belongs to words, 2 that it does not. */
const known = new Uint8Array(0x10000);

function isWordCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (isHighSurrogate(code)) return WORD.test(text.slice(at, at + 2));
  if (known[code] === 0) known[code] = WORD.test(text.charAt(at)) ? 1 : 2;
  return known[code] === 1;
}

/** Lower-case letters and digits only: for comparing what two texts say. */
export function condensed(text: string): string {
  return wordsOf(text)
    .map((word) => word.key)
    .join('');
}

/** Builds a phrase table; `entries` maps a value to its phrases: a list, or one text with commas between them. */
export function phrases<Value extends string>(
  entries: Readonly<Record<Value, string | readonly string[]>>,
): Phrases<Value> {
  const table = new Map<string, { key: string; value: Value }[]>();
  for (const value of Object.keys(entries) as Value[]) {
    const list: string | readonly string[] = entries[value];
    const texts = typeof list === 'string' ? list.split(',') : list;
    for (const key of texts.map(condensed).filter((one) => one !== '')) {
      const start = key.slice(0, 2);
      table.set(start, [...(table.get(start) ?? []), { key, value }]);
    }
  }
  for (const list of table.values()) list.sort((a, b) => b.key.length - a.key.length);
  return table;
}

/**
 * Every phrase in a row of words, from left to right, the longest at each place, without overlaps. A phrase matches
 * whole words only, but does not care where they are split: texts from PDF files print "Br uttosumme".
 * With `gap`, words that stand further apart than so many characters belong to two columns, never to one phrase.
 */
export function findPhrases<Value>(
  words: readonly Word[],
  table: Phrases<Value>,
  gap = Number.POSITIVE_INFINITY,
): PhraseMatch<Value>[] {
  const found: PhraseMatch<Value>[] = [];
  let at = 0;
  while (at < words.length) {
    const match = phraseAt(words, at, table, gap);
    if (match) found.push(match);
    at += match?.length ?? 1;
  }
  return found;
}

function phraseAt<Value>(
  words: readonly Word[],
  at: number,
  table: Phrases<Value>,
  gap: number,
): PhraseMatch<Value> | undefined {
  const first = words[at];
  if (!first) return undefined;
  const start = first.key.length > 1 ? first.key.slice(0, 2) : (first.key + (words[at + 1]?.key ?? '')).slice(0, 2);
  for (const { key, value } of table.get(start) ?? []) {
    const length = wordsSpelling(words, at, key, gap);
    const last = words[at + length - 1];
    if (length > 0 && last) return { value, word: at, length, start: first.start, end: last.end };
  }
  return undefined;
}

/** How many words from a place on spell a phrase exactly; 0 when they do not. */
function wordsSpelling(words: readonly Word[], at: number, phrase: string, gap: number): number {
  let spelled = 0;
  for (let step = at; step < words.length; step += 1) {
    const key = words[step]?.key ?? '';
    if (step > at && (words[step]?.start ?? 0) - (words[step - 1]?.end ?? 0) > gap) return 0;
    if (!phrase.startsWith(key, spelled)) return 0;
    spelled += key.length;
    if (spelled === phrase.length) return step - at + 1;
  }
  return 0;
}
