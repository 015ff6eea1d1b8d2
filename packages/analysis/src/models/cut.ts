/** A text is never cut within a character: not between the halves of a pair, before an accent, or within CRLF. */

/** Longest stretch in which the beginning of a character is looked for; longer ones are heaps of accents. */
const NEAR = 160;

const GRAPHEMES = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The offset itself where a character begins, else where the one around it begins; never 0 for a later offset. */
export function cutAt(text: string, offset: number): number {
  if (offset <= 0 || offset >= text.length) return Math.min(Math.max(offset, 0), text.length);
  const from = wholePair(text, Math.max(0, offset - NEAR));
  const near = text.slice(from, wholePair(text, Math.min(text.length, offset + 2)));
  const start = from + (GRAPHEMES.segment(near).containing(offset - from)?.index ?? 0);
  return start > from ? start : wholePair(text, offset) || offset;
}

/** The beginning of a text, of at most so many UTF-16 units. */
export function beginningOf(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, cutAt(text, most));
}

function wholePair(text: string, offset: number): number {
  const within = /[\udc00-\udfff]/.test(text.charAt(offset)) && /[\ud800-\udbff]/.test(text.charAt(offset - 1));
  return within ? offset - 1 : offset;
}
