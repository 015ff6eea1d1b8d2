import type { DateToken } from '../../values/dates.ts';
import type { Figure } from '../lines/figures.ts';
import { type StatementLine, textStartOf } from '../lines/lines.ts';

/** Where the dates of a row stand: in front of its words, among its sums, behind them, or in the line below. */

/** Lines that one row may take before its amount. */
export const AMOUNT_WITHIN = 6;

export const hasWordsAndFigures = (line: StatementLine) => line.figures.length > 0 && !line.onlyFigures;

/** Whether a line is the value of the balance whose name the line before it is; names may also follow their values. */
export function isLabeled(lines: readonly StatementLine[], { index }: StatementLine): boolean {
  const [above, name] = [lines[index - 2], lines[index - 1]];
  return name !== undefined && name.labels.length > 0 && name.figures.length === 0 && above?.onlyFigures !== true;
}

export const isBareLead = (line: StatementLine | undefined) => line?.lead != null && line.figures.length === 0;

/** Whether the sum of a dated line stands in one of the next lines. */
export function amountFollows(lines: readonly StatementLine[], line: StatementLine): boolean {
  for (let step = 1; step <= AMOUNT_WITHIN; step += 1) {
    const next = lines[line.index + step];
    if (
      !next ||
      (next.lead && step >= Math.max(1, line.wrapped) && !isWrappedText(next, line)) ||
      next.labels.length > 0 ||
      next.header.length > 3
    )
      return false;
    if (next.figures.length > 0) return true;
  }
  return false;
}

/** A line that begins with a date in the column of descriptions: `CARD PAYMENT ON`, and below it `10 Dec`. */
function isWrappedText(line: StatementLine, row: StatementLine): boolean {
  const start = textStartOf(row);
  return start > 0 && line.lead !== null && line.lead.start >= start;
}

/** A date between description and amount, or at the end of the description. */
export function innerDate(line: StatementLine): DateToken | null {
  const figure = line.figures.at(-1);
  if (line.lead || !figure) return null;
  return line.dates.find((date) => date.end <= figure.start && !isInWords(line, date, figure)) ?? null;
}

/** Where columns are kept, a date that follows a word with one blank, and ends no line of words, is no column. */
function isInWords({ text }: StatementLine, date: DateToken, { apart, start }: Figure): boolean {
  const adjoins = /\S[ \u00a0]$/.test(text.slice(0, date.start));
  return apart && adjoins && !/^ {0,3}$/.test(text.slice(date.end, start));
}

/** The last date before the sum of a line, and the date that ends it. */
export function valueAndBooked(line: StatementLine): readonly [DateToken | null, DateToken | null] {
  const figure = line.figures.at(-1);
  const booked = line.dates.at(-1);
  if (line.lead || !figure || !booked || booked.start < figure.end) return [innerDate(line), null];
  if (line.text.slice(booked.end).trim() !== '') return [innerDate(line), null];
  const value = line.dates.findLast((date) => date.end <= figure.start);
  return value ? [value, booked] : [booked, null];
}

/** Another date of the same form in the line: the value date, wherever its column stands. */
export function laterDate(line: StatementLine, date: DateToken): DateToken | null {
  const form = formatOf(date);
  return (
    line.dates.find(
      (other) =>
        other.start >= date.end && (formatOf(other) === form || other.year !== null) && standsApart(line, other),
    ) ?? null
  );
}

/** Inside the running text a date belongs to the description; at the end of it, or set apart, to a column. */
function standsApart(line: StatementLine, date: DateToken): boolean {
  const next = line.figures.find((figure) => figure.start >= date.end);
  const beforeAmount = next !== undefined && line.text.slice(date.end, next.start).trim() === '';
  return (
    beforeAmount || (/ {2}$/.test(line.text.slice(0, date.start)) && /^(?: {2}|$)/.test(line.text.slice(date.end)))
  );
}

/** The date at the end of a line, or before its last sum, that stands right behind another sum. */
export function dateBehindSum({ text, dates, figures, lead }: StatementLine): DateToken | null {
  const date = dates.at(-1);
  const before = figures.findLast((figure) => date !== undefined && figure.end <= date.start);
  if (!date || date === lead || !before || text.slice(before.end, date.start).trim() !== '') return null;
  const [balance, more] = figures.filter((figure) => figure.start >= date.end);
  if (more || text.slice(date.end, balance?.start).trim() !== '') return null;
  return text.slice(balance?.end ?? date.end).trim() === '' ? date : null;
}

/** How far below its words and sums the date of a row may stand. */
const DATE_WITHIN = 2;

export const isUndated = (line: StatementLine) => !line.lead && line.labels.length === 0 && hasWordsAndFigures(line);

/** The line that begins with the date of the words and sums above it. */
export function dateBelow(lines: readonly StatementLine[], { index }: StatementLine): StatementLine | null {
  const next = lines.slice(index + 1, index + 1 + DATE_WITHIN).find((line) => line.lead || line.figures.length > 0);
  return next && isBareLead(next) && !next.period ? next : null;
}

/** Whether dates stand below what they belong to: sums come before the first date, and none behind the last. */
export function isDatedBelow(
  body: readonly StatementLine[],
  lines: readonly StatementLine[],
  leading: number,
): boolean {
  const dates = body.filter((line) => isBareLead(line) && !line.period);
  const rows = body.filter((line) => isUndated(line) && dateBelow(lines, line) !== null);
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last || leading * 5 > rows.length || rows.length < 0.9 * dates.length) return false;
  return rows[0] !== undefined && rows[0].index < first.index && !amountFollows(lines, last);
}

/** How a date is written, whatever day it is. */
export const formatOf = (date: DateToken) =>
  date.text
    .replace(/\d{1,2}(?!\d)/g, '9')
    .replace(/\d{3,4}/g, '8')
    .replace(/\p{L}+/gu, 'A')
    .replace(/\s+/g, ' ');
