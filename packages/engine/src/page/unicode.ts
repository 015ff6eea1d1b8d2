/** Names of the scripts that fonts are made for (Unicode Standard Annex 24), apart from Latin. */
const SCRIPTS = (
  'Han Hiragana Katakana Hangul Bopomofo Arabic Hebrew Cyrillic Greek Devanagari Bengali Tamil Telugu Thai Gujarati ' +
  'Kannada Malayalam Gurmukhi Sinhala Oriya Lao Khmer Myanmar Tibetan Ethiopic Georgian Armenian Syriac Thaana Nko ' +
  'Mongolian Cherokee Canadian_Aboriginal Latin Yi Vai Tifinagh Adlam Javanese Balinese Sundanese Buginese Batak ' +
  'Cham Tai_Tham Tai_Le New_Tai_Lue Tai_Viet Lisu Lepcha Limbu Meetei_Mayek Ol_Chiki Saurashtra Kayah_Li Rejang ' +
  'Tagalog Hanunoo Buhid Tagbanwa Samaritan Mandaic Bamum Coptic Glagolitic Gothic Runic Ogham Osage Osmanya ' +
  'Deseret Shavian Hanifi_Rohingya Chakma Miao Newa Tirhuta Sharada Siddham Grantha Modi Takri Khojki Khudawadi ' +
  'Kaithi Mahajani Multani Brahmi Kharoshthi Braille Cuneiform Egyptian_Hieroglyphs Anatolian_Hieroglyphs Linear_A ' +
  'Linear_B Cypriot Phoenician Old_Italic Old_Persian Old_Turkic Old_Hungarian Avestan Ugaritic Tangut Nushu ' +
  'Pahawh_Hmong Nyiakeng_Puachue_Hmong Wancho Mro Duployan SignWriting'
).split(' ');

/** What belongs to no one script, by what it is. */
const KINDS: readonly (readonly [string, RegExp])[] = [
  ['unassigned', /\p{Unassigned}/u],
  ['emoji', /\p{Extended_Pictographic}|\p{Emoji_Presentation}/u],
  ['symbols', /\p{Symbol}/u],
  ['punctuation', /\p{Punctuation}/u],
  ['numbers', /\p{Number}/u],
  ['marks', /\p{Mark}/u],
];

/** Names that are reported of one text. */
const MOST_NAMES = 5;

/** Scripts, or else kinds, of the characters of a text: the most frequent first, five at most. */
export function namesOfScripts(text: string): string {
  const counts = new Map<string, number>();
  for (const character of text) {
    const name = nameOf(character);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const names = [...counts].sort(([, one], [, other]) => other - one).map(([name]) => name.replaceAll('_', ' '));
  return names.slice(0, MOST_NAMES).join(', ');
}

function nameOf(character: string): string {
  const script = SCRIPTS.find((name) => patternOf(name).test(character));
  return script ?? KINDS.find(([, pattern]) => pattern.test(character))?.[0] ?? 'other';
}

const patterns = new Map<string, RegExp>();

function patternOf(script: string): RegExp {
  let pattern = patterns.get(script);
  if (!pattern) {
    pattern = new RegExp(`\\p{Script=${script}}`, 'u');
    patterns.set(script, pattern);
  }
  return pattern;
}
