import type { Line, Span } from '../text/source.ts';
import { type CurrencyMark, currencyAt } from './currency.ts';
import { onLine } from './document.ts';
import { SIGN_OF } from './other-countries.ts';

/** Where a text prints its currency. */

/** A sign that several currencies share, such as `$`, stands for the code that `currencyAt` gives it. */
const SHARED: Readonly<Record<string, string>> = {
  AUD: 'USD',
  CAD: 'USD',
  NZD: 'USD',
  SGD: 'USD',
  HKD: 'USD',
  TWD: 'USD',
  MXN: 'USD',
  NOK: 'SEK',
  DKK: 'SEK',
  ISK: 'SEK',
  XAF: 'XOF',
  ...SIGN_OF,
};
const MOST_LINES = 2000;
const MOST_OF_A_LINE = 2000;

/**
 * The place of the mark that names a currency: beside a sum if one is given, else the first in the text; the sign that
 * it shares with others only where its own is not printed. Null when nothing prints it.
 */
export function currencyPlace(
  lines: { readonly slice: (start: number, end: number) => readonly Line[] },
  code: string,
  beside: Span | null = null,
): Span | null {
  const read = lines.slice(0, MOST_LINES);
  const near = beside ? read.find((line) => line.start + line.text.length >= beside.end) : undefined;
  const ordered = near ? [near, ...read] : read;
  const shared = SHARED[code];
  const rand = code === 'ZAR' ? randPlace(ordered) : null;
  return placeOf(ordered, code) ?? (shared ? placeOf(ordered, shared) : null) ?? rand ?? wordPlace(ordered, code);
}

function placeOf(lines: readonly Line[], code: string): Span | null {
  for (const line of lines) {
    const mark = markIn(line.text.slice(0, MOST_OF_A_LINE), code);
    if (mark) return onLine(line, mark);
  }
  return null;
}

/** The `R` of South Africa, which is a sign only there. */
function randPlace(lines: readonly Line[]): Span | null {
  for (const line of lines) {
    const start = /(?<![^\s:])R(?= ?\d{1,3}(?:[ ,]?\d{3}){0,3}[.,]\d{2}(?!\d))/.exec(line.text)?.index;
    if (start !== undefined) return onLine(line, { start, end: start + 1 });
  }
  return null;
}

/** A code that is no mark of a currency known here, as a label may name it. */
function wordPlace(lines: readonly Line[], code: string): Span | null {
  const line = lines.find(({ text }) => text.includes(code));
  const start = line?.text.indexOf(code) ?? -1;
  return line && start >= 0 ? onLine(line, { start, end: start + code.length }) : null;
}

function markIn(text: string, code: string): CurrencyMark | null {
  for (let at = 0; at < text.length; at += 1) {
    const mark = currencyAt(text, at);
    if (mark?.code === code) return mark;
    if (mark) at = mark.end - 1;
  }
  return null;
}
