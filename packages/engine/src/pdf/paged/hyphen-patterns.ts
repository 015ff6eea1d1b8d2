import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Where words may be broken, by the patterns of TeX (hyph-utf8) as the package `hyphenopoly` has them: a WebAssembly module for each language, which has memory of
 * its own and imports nothing. Of the package only these modules are used: what it keeps of the words would stay from one document to the next.
 */

/**
 * Languages whose patterns are under the MIT license, the LPPL or a notice that asks for no more. Those under the GPL, the LGPL or the MPL, as of Czech, Hungarian and
 * Slovak, and those that do not say, are left out.
 */
const LANGUAGES: ReadonlySet<string> = new Set(
  (
    'af bg ca cy da de el-monoton el-polyton en-gb en-us eo es et fi fr gl hr hsb ia is it kmr la lt mn-cyrl nb nl nn pl pt ru sl sv tr ' +
    'uk'
  ).split(' '),
);
/** Names of languages that have patterns of another name; those of countries first. */
const NAMES: Readonly<Record<string, string>> = {
  en: 'en-us',
  ...Object.fromEntries(['au', 'ie', 'in', 'nz', 'za'].map((country) => [`en-${country}`, 'en-gb'])),
  el: 'el-monoton',
  mn: 'mn-cyrl',
  no: 'nb',
  ku: 'kmr',
  bs: 'hr',
};
/** Characters of a word that a module takes. */
const LONGEST_WORD = 61;
/** Characters and parts of the tag of a language that are looked at: it is the author's, and may have any length. */
const LONGEST_TAG = 40;
const MOST_PARTS = 4;
/** Where a module has the letters that it knows. */
const LETTERS_AT = 1664;
const SOFT_HYPHEN = '\u00ad';

/** What a module of the package exports. */
interface PatternModule {
  readonly mem: WebAssembly.Memory;
  /** How many letters there are. */
  readonly lct: WebAssembly.Global<'i32'>;
  /** Characters before the first and behind the last hyphen. */
  readonly lmi: WebAssembly.Global<'i32'>;
  readonly rmi: WebAssembly.Global<'i32'>;
  /** Breaks the word at the beginning of the memory; returns how long it is then, 0 where it stays as it is. */
  hyphenate(before: number, after: number, hyphen: number): number;
}

/** @returns the word with U+00AD wherever it may be broken */
export type Hyphenator = (word: string) => string;

const loaded = new Map<string, Hyphenator>();

/** @returns the hyphenator for a language by its tag (BCP 47); `undefined` where there are no patterns */
export function hyphenatorFor(language: string): Hyphenator | undefined {
  const name = patternsFor(language);
  if (name === undefined) return undefined;
  const known = loaded.get(name);
  if (known) return known;
  const made = load(name);
  loaded.set(name, made);
  return made;
}

function patternsFor(language: string): string | undefined {
  const parts = language.slice(0, LONGEST_TAG).toLowerCase().split('-', MOST_PARTS);
  for (let length = parts.length; length > 0; length -= 1) {
    const tag = parts.slice(0, length).join('-');
    const name = NAMES[tag] ?? tag;
    if (LANGUAGES.has(name)) return name;
  }
  return undefined;
}

function load(name: string): Hyphenator {
  const file = fileURLToPath(import.meta.resolve(`hyphenopoly/patterns/${name}.wasm`));
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)));
  const { mem, lct, lmi, rmi, hyphenate } = exports as unknown as PatternModule;
  const letters = new Set(String.fromCharCode(...new Uint16Array(mem.buffer, LETTERS_AT, lct.value)));
  return (word) => {
    if (word.length > LONGEST_WORD || ![...word.toLowerCase()].every((letter) => letters.has(letter))) return word;
    const place = new Uint16Array(mem.buffer, 0, LONGEST_WORD + 3);
    for (let at = 0; at < word.length; at += 1) place[at] = word.charCodeAt(at);
    place[word.length] = 0;
    const length = hyphenate(lmi.value, rmi.value, SOFT_HYPHEN.charCodeAt(0));
    return length > 0 ? String.fromCharCode(...new Uint16Array(mem.buffer, 0, length)) : word;
  };
}
