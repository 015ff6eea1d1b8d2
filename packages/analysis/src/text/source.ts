import { Lines } from './lines.ts';

/**
 * The text of a document as the rules read it: without invisible characters, split into lines and pages, and with a
 * way back to the caller's own offsets (UTF-16 code units, as in a JavaScript string).
 */

export type { Line } from './lines.ts';

export interface Source {
  /** The caller's text, unchanged. */
  readonly original: string;
  /** The cleaned text. Offsets in lines, amounts and dates refer to it. */
  readonly text: string;
  readonly lines: Lines;
  readonly pageCount: number;
  /** Translates an offset in `text` to the offset in `original`. */
  readonly originalOffset: (offset: number) => number;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What shows nothing: NUL and other controls, soft hyphen, zero-width characters, bidirectional controls. */
const INVISIBLE = /(?![\t\n\v\f\r])[\p{Cc}\p{Cf}]/u;
const INVISIBLE_ALL = new RegExp(INVISIBLE.source, 'gu');
/** Spaces of other widths. The no-break space stays itself, because it groups digits. */
const NARROW_SPACE = /[\u2007\u202f\u2009\u200a]/g;
const WIDE_SPACE = /[\u2000-\u2006\u2008\u205f\u3000]/g;
const FULL_WIDTH = /[\uff01-\uff5e]/g;
/** Digits of Arabic, Persian, Indian and South-East Asian scripts, ten in a row from each zero. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0e50, 0x0ed0, 0x1040, 0x17e0];
const OTHER_DIGITS =
  /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0e50-\u0e59\u0ed0-\u0ed9\u1040-\u1049\u17e0-\u17e9]/g;
/** The marks of Arabic between thousands, ahead of decimals, and for percent. */
const ARABIC_MARKS: Readonly<Record<string, string>> = { '\u066c': ',', '\u066b': '.', '\u066a': '%' };
const HAS_OTHER = /[\u0660-\u066c\u06f0-\u06f9\u0966-\u0aef\u0e50-\u0ed9\u1040-\u1049\u17e0-\u17e9]/;

/** Cleans a text and splits it into lines. Linear in time and memory. */
export function readSource(original: string): Source {
  const { text, originalOffset } = removeInvisible(original);
  const plain = withPlainCharacters(text);
  const lines = new Lines(plain);
  return { original, text: plain, lines, pageCount: lines.pageCount, originalOffset };
}

/** Replacing keeps all matches of a call until its end, which in a text full of them takes far more than the text. */
const PIECE = 50_000;

function withPlainCharacters(text: string): string {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; at += PIECE) {
    const piece = text
      .slice(at, at + PIECE)
      .replace(NARROW_SPACE, '\u00a0')
      .replace(WIDE_SPACE, ' ')
      .replace(FULL_WIDTH, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0));
    pieces.push(HAS_OTHER.test(piece) ? withPlainDigits(piece) : piece);
  }
  return pieces.join('');
}

/** `۱۲٬۵۰۰` as `12,500`: one character for one, so that offsets stay. */
function withPlainDigits(text: string): string {
  return text
    .replace(OTHER_DIGITS, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - (ZEROS.findLast((zero) => zero <= code) ?? code));
    })
    .replace(/[\u066a-\u066c]/g, (mark) => ARABIC_MARKS[mark] ?? mark);
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
