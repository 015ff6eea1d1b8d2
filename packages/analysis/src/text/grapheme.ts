/** Cutting a text without breaking what a reader sees as one character. */

const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Longer clusters are no writing; they are cut between code points. */
const LONGEST_CLUSTER = 64;

/** The last border of a grapheme in a text that is not behind an offset. */
export function graphemeBorder(text: string, offset: number): number {
  if (offset >= text.length) return text.length;
  const from = codePointBorder(text, Math.max(0, offset - LONGEST_CLUSTER));
  const cluster = GRAPHEMES.segment(text.slice(from, offset + LONGEST_CLUSTER)).containing(offset - from);
  const border = from + (cluster?.index ?? 0);
  return border > from ? border : codePointBorder(text, offset);
}

function codePointBorder(text: string, offset: number): number {
  const [before, after] = [text.charCodeAt(offset - 1), text.charCodeAt(offset)];
  const inside = before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
  return inside ? offset - 1 : offset;
}
