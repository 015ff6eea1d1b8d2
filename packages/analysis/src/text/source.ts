/**
 * The text of a document as the rules read it: without invisible characters, split into lines and pages, and with a
 * way back to the caller's own offsets (UTF-16 code units, as in a JavaScript string).
 */

export interface Line {
  /** Position in `Source.lines`. */
  readonly index: number;
  /** Page, from 0. Form feeds separate pages. */
  readonly page: number;
  /** Offset of the first character in `Source.text`. */
  readonly start: number;
  /** The cleaned line without its line break. */
  readonly text: string;
}

export interface Source {
  /** The caller's text, unchanged. */
  readonly original: string;
  /** The cleaned text. Offsets in lines, amounts and dates refer to it. */
  readonly text: string;
  readonly lines: readonly Line[];
  readonly pageCount: number;
  /** Translates an offset in `text` to the offset in `original`. */
  readonly originalOffset: (offset: number) => number;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A longer line is cut at a space, so that no rule ever meets an unbounded one. */
const LONGEST_LINE = 1000;
/** How far back from there a space is looked for. */
const CUT_REACH = 120;

/** What shows nothing: NUL and other controls, soft hyphen, zero-width characters, bidirectional controls. */
const INVISIBLE = /(?![\t\n\v\f\r])[\p{Cc}\p{Cf}]/u;
const INVISIBLE_ALL = new RegExp(INVISIBLE.source, 'gu');
/** Spaces of other widths. The no-break space stays itself, because it groups digits. */
const NARROW_SPACE = /[\u2007\u202f\u2009\u200a]/g;
const WIDE_SPACE = /[\u2000-\u2006\u2008\u205f\u3000]/g;
const FULL_WIDTH = /[\uff01-\uff5e]/g;
const LINE_BREAK = /\r\n|[\n\r\f\v\u2028\u2029]/g;

/** Cleans a text and splits it into lines. Linear in time and memory. */
export function readSource(original: string): Source {
  const { text, originalOffset } = removeInvisible(original);
  const plain = text
    .replace(NARROW_SPACE, '\u00a0')
    .replace(WIDE_SPACE, ' ')
    .replace(FULL_WIDTH, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0));
  const { lines, pageCount } = splitLines(plain);
  return { original, text: plain, lines, pageCount, originalOffset };
}

/** The span in the caller's text of a span in the cleaned text. */
export function originalSpan(source: Source, span: Span): Span {
  const start = source.originalOffset(span.start);
  return { start, end: span.end > span.start ? source.originalOffset(span.end - 1) + 1 : start };
}

function removeInvisible(original: string): { text: string; originalOffset: (offset: number) => number } {
  if (!INVISIBLE.test(original)) return { text: original, originalOffset: (offset) => offset };
  const text = original.replace(INVISIBLE_ALL, '');
  const offsets = new Int32Array(text.length + 1);
  let kept = 0;
  for (let offset = 0; offset < original.length; offset += 1) {
    if (kept < text.length && original.charCodeAt(offset) === text.charCodeAt(kept)) {
      offsets[kept] = offset;
      kept += 1;
    }
  }
  offsets[text.length] = original.length;
  return { text, originalOffset: (offset) => offsets[Math.min(offset, text.length)] ?? original.length };
}

function splitLines(text: string): { lines: Line[]; pageCount: number } {
  const lines: Line[] = [];
  let page = 0;
  let start = 0;
  const push = (end: number) => {
    let from = start;
    do {
      const to = end - from <= LONGEST_LINE ? end : cutBefore(text, from + LONGEST_LINE);
      lines.push({ index: lines.length, page, start: from, text: text.slice(from, to) });
      from = to;
    } while (from < end);
  };
  for (const match of text.matchAll(LINE_BREAK)) {
    push(match.index);
    if (match[0] === '\f') page += 1;
    start = match.index + match[0].length;
  }
  push(text.length);
  return { lines, pageCount: page + 1 };
}

/** The end of the last space before an offset, or the offset itself when none is near. */
function cutBefore(text: string, limit: number): number {
  for (let at = limit; at > limit - CUT_REACH; at -= 1) {
    if (text.charAt(at - 1) === ' ') return at;
  }
  return limit;
}
