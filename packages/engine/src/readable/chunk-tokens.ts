/**
 * An upper bound of the tokens of a text that needs no vocabulary: of ordinary text it is at least what `cl100k_base`
 * and `o200k_base` count, the byte-pair encodings of OpenAI's models. For English prose it is about 10 % above, for
 * other languages, code and addresses up to 80 %, for most pages about 30 %. A vocabulary takes tens of megabytes and
 * a second to load, and counting with it takes quadratic time for texts that are made for that; this is one pass.
 */
export function estimateTokens(text: string): number {
  let tokens = -1;
  // A page may mix languages; a line, which is a paragraph, seldom does. Empty lines add nothing to the end of one.
  for (const line of text.split(/\n+/)) tokens += 1 + lineTokens(line);
  return Math.ceil(tokens);
}

/** Words that English cannot do without. Around them, most words are tokens of their own. */
const ENGLISH = new Set(
  `the of and to a in is that for it with as on are be this by from or have an was at not you which can has but we they
  their if will one all more when there been would about other into than its also were what these some your do out how
  who any should`.split(/\s+/),
);
/** Share of such words from which a line is English, and the fewest words to tell by. */
const ENGLISH_SHARE = 0.25;
const FEWEST_WORDS = 5;
const WORDS = /(?<![\p{L}\p{N}])[A-Za-z]+(?![\p{L}\p{N}])/gu;

/** An address with its scheme, which is no prose whatever it stands in. */
const ADDRESSES = /(?<![A-Za-z])[A-Za-z]{2,12}:\/\/[^\s)>]*/g;

function lineTokens(line: string): number {
  const words = line.match(WORDS) ?? [];
  const common = words.filter((word) => ENGLISH.has(word.toLowerCase())).length;
  const english = words.length >= FEWEST_WORDS && common >= ENGLISH_SHARE * words.length;
  if (!english) return stretchTokens(line, false);
  let tokens = 0;
  let from = 0;
  for (const { 0: address, index } of line.matchAll(ADDRESSES)) {
    tokens += stretchTokens(line.slice(from, index), true) + stretchTokens(address, false);
    from = index + address.length;
  }
  return tokens + stretchTokens(line.slice(from), true);
}

/** Words of Latin letters, parted where the case changes; numbers; spaces; a sign as often as it is repeated. */
const UNITS =
  /(?<word>[A-Z]?(?:[a-z\u00df-\u024f\u1e00-\u1eff]|[\u0300-\u036f])+|[A-Z\u00c0-\u00de]+)|(?<number>\d+)|(?<space>\s+)|(?<sign>[!-/:-@[-`{-~])\k<sign>*|[\s\S]/gu;

function stretchTokens(stretch: string, english: boolean): number {
  let tokens = 0;
  for (const { 0: unit, index, groups = {} } of stretch.matchAll(UNITS)) {
    if (groups.word !== undefined) tokens += wordTokens(unit, english);
    // Both encodings part numbers after three digits.
    else if (groups.number !== undefined) tokens += Math.ceil(unit.length / 3);
    // A space belongs to the word after it, not to a number.
    else if (groups.space !== undefined) {
      tokens += unit.length > 1 || /\d/.test(stretch[index + 1] ?? '') ? 1 : 0;
    } else if (groups.sign !== undefined) tokens += Math.ceil(unit.length / 4);
    else tokens += characterTokens(unit.codePointAt(0) as number);
  }
  return tokens;
}

function wordTokens(word: string, english: boolean): number {
  const { length } = word;
  const accents = word.replace(/[\x20-\x7e]/g, '').length;
  if (/^[A-Z]{2}/.test(word)) return 1 + 0.6 * (length - 2);
  if (!english || accents > 0) return 1.2 + 0.32 * Math.max(0, length - 3) + 0.8 * accents;
  const plain = 1.05 + 0.3 * Math.max(0, length - 8);
  return /^[A-Z]/.test(word) ? plain + 0.2 * Math.max(0, Math.min(length, 8) - 4) : plain;
}

/** Tokens of one character, by the first character of each block of Unicode; those not named are counted by bytes. */
const BLOCKS: readonly (readonly [from: number, to: number, tokens: number])[] = [
  [0x0370, 0x03ff, 1.15],
  [0x0400, 0x04ff, 0.6],
  [0x0590, 0x05ff, 1.2],
  [0x0600, 0x06ff, 0.95],
  [0x0900, 0x097f, 1.3],
  [0x0e00, 0x0e7f, 1.2],
  [0x2010, 0x2027, 1.3],
  [0x3000, 0x303f, 1.2],
  [0x3040, 0x30ff, 1.2],
  [0x3400, 0x9fff, 1.8],
  [0xac00, 0xd7a3, 1.6],
  [0xff00, 0xff60, 1.3],
];

function characterTokens(codePoint: number): number {
  const block = BLOCKS.find(([from, to]) => codePoint >= from && codePoint <= to);
  if (block) return block[2];
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 1.5;
  return codePoint < 0x10000 ? 2.5 : 3.5;
}
