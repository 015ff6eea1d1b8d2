import { cellsOf } from '../text/cells.ts';
import type { Line, Span } from '../text/source.ts';
import { amountsIn, type Document, datesIn, onLine } from '../values/document.ts';

/** Every date and every amount of money of a text, with the words that stand next to it. */

export interface DateEntry {
  readonly date: string;
  readonly text: string;
  readonly label: string | null;
  readonly span: Span;
}

export interface AmountEntry {
  readonly value: number;
  readonly currency: string | null;
  readonly text: string;
  readonly label: string | null;
  readonly span: Span;
}

const LONGEST_LABEL = 60;
/** More than this many values are a list of numbers; the answer stays readable. */
const MOST = 5000;

export function datesOf(document: Document): DateEntry[] {
  const dates: DateEntry[] = [];
  for (const line of document.source.lines) {
    for (const date of datesIn(document, line)) {
      if (date.iso === null || dates.length >= MOST) continue;
      dates.push({ date: date.iso, text: date.text, label: labelBefore(line, date.start), span: onLine(line, date) });
    }
  }
  return dates;
}

/** Numbers with two decimals or with a currency; percentages and counts are no amounts. */
export function amountsOf(document: Document): AmountEntry[] {
  const amounts: AmountEntry[] = [];
  for (const line of document.source.lines) {
    for (const amount of amountsIn(document, line)) {
      const money = amount.currency !== null || (amount.decimals === 2 && !amount.letterBefore);
      if (!money || amount.percent || amounts.length >= MOST) continue;
      const text = line.text.slice(amount.start, amount.end);
      amounts.push({
        value: amount.value,
        currency: amount.currency,
        text,
        label: labelBefore(line, amount.start),
        span: onLine(line, amount),
      });
    }
  }
  return amounts;
}

/** The words in front of a value: the rest of its cell, else the cell on its left. */
function labelBefore(line: Line, at: number): string | null {
  const cells = cellsOf(line);
  const own = cells.find((cell) => cell.start <= at && at < cell.end);
  const rest = own ? words(line.text.slice(own.start, at)) : null;
  if (rest) return rest;
  const left = cells.filter((cell) => cell.end <= at).findLast((cell) => /\p{L}/u.test(cell.text));
  return left ? words(left.text) : null;
}

function words(text: string): string | null {
  const tail = text.length > LONGEST_LABEL ? text.slice(text.indexOf(' ', text.length - LONGEST_LABEL) + 1) : text;
  const label = tail.replace(/[\s:=.,;(-]{1,20}$/, '').trim();
  return /\p{L}/u.test(label) ? label : null;
}
