import { cellsOf } from '../text/cells.ts';
import type { Line, Span } from '../text/source.ts';
import { type CurrencyMark, currencyAt, currencyBefore } from '../values/currency.ts';
import { type DateToken, isoDate, scanDates } from '../values/dates.ts';
import { type Document, datesIn, onLine } from '../values/document.ts';
import { moneyOn } from './money.ts';

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
  /** Where the currency is printed. */
  readonly currencySpan: Span | null;
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
    for (const date of [...datesIn(document, line), ...timestampsIn(line.text), ...withoutYear(document, line)]) {
      if (date.iso === null || dates.length >= MOST) continue;
      dates.push({ date: date.iso, text: date.text, label: labelBefore(line, date.start), span: onLine(line, date) });
    }
  }
  return dates;
}

/** `moved from 14 May 2030 to 16 June`: a day with the month in letters has the year that is printed ahead of it. */
function withoutYear(document: Document, line: Line): DateToken[] {
  const whole = datesIn(document, line);
  if (whole.length === 0) return [];
  return scanDates(line.text, { order: document.order, partial: true }).flatMap((date) => {
    const year = whole.findLast((one) => one.end <= date.start)?.year;
    if (date.year !== null || year == null || !/\p{L}{3}/u.test(date.text)) return [];
    return [{ ...date, iso: isoDate(year, date.month, date.day) }];
  });
}

const TIMESTAMP = /(?<!\d)(\d{8})T\d{4,6}Z?(?![\p{L}\d])/gu;

/** `20240315T101500Z`, as ISO 8601 writes it without separators. */
function timestampsIn(text: string): DateToken[] {
  return [...text.matchAll(TIMESTAMP)].flatMap((match) =>
    scanDates(match[1] ?? '', { compact: true }).map((date) => ({ ...date, start: match.index, end: match.index + 8 })),
  );
}

/** Numbers with two decimals or with a currency; percentages, counts, measures and bare numbers are no amounts. */
export function amountsOf(document: Document): AmountEntry[] {
  const amounts: AmountEntry[] = [];
  for (const line of document.source.lines) {
    if (amounts.length >= MOST) break;
    for (const money of moneyOn(line.text, document)) {
      const left = money.currency === null ? currencyOnLeft(line.text, money.start) : null;
      const mark = left ?? markWithin(line.text, money);
      amounts.push({
        value: money.value,
        currency: money.currency ?? left?.code ?? null,
        currencySpan: mark && onLine(line, mark),
        text: line.text.slice(money.start, money.end),
        label: labelBefore(line, money.start),
        span: onLine(line, money),
      });
    }
  }
  return amounts;
}

/** A currency that stands in a column of its own in front of the digits: `TOTAL   GBP   14.08`. */
function currencyOnLeft(text: string, at: number): CurrencyMark | null {
  const gap = /[ \t\u00a0]{2,40}$/.exec(text.slice(Math.max(0, at - 40), at))?.[0].length;
  return gap ? currencyBefore(text, at - gap) : null;
}

function markWithin(text: string, { start, end }: Span): CurrencyMark | null {
  for (let at = start; at < end; at += 1) {
    const mark = currencyAt(text, at);
    if (mark) return mark;
  }
  return null;
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
