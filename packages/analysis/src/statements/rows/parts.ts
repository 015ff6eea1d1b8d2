import type { DateToken } from '../../values/dates.ts';
import type { Figure } from '../lines/figures.ts';
import { type StatementLine, textStartOf } from '../lines/lines.ts';
import type { Row } from './rows.ts';

/** Which part of which line belongs to a row, where lines are shared or wrapped. */

/** `1001 01/03 50.00  1002 01/05 75.00`: several entries in a line, each with a date and an amount. */
export function interleaved(line: StatementLine): { date: DateToken; figure: Figure }[] | null {
  const { dates, figures } = line;
  // Words between date and amount make it one entry with a value date.
  if (dates.length < 2 || dates.length !== figures.length || /\p{L}{3}/u.test(line.text)) return null;
  const pairs = dates.map((date, at) => ({ date, figure: figures[at] as Figure }));
  const ordered = pairs.every(({ date, figure }, at) => {
    const next = pairs[at + 1]?.date.start ?? Number.POSITIVE_INFINITY;
    return date.end <= figure.start && figure.end <= next;
  });
  return ordered ? pairs : null;
}

/**
 * Takes the words that belong to an undated row out of the row above it: lines behind its sum that begin where entries
 * begin, above a line with the sum that is indented further.
 */
export function wordsAbove(last: Row, line: StatementLine): StatementLine[] {
  const [first] = last.lines;
  if (!first) return [];
  const begin = first === last.dateLine ? textStartOf(first) : indentOf(first);
  if (indentOf(line) <= begin) return [];
  const sums = new Set(last.figures.map((placed) => placed.line));
  const sum = last.lines.findLastIndex((each) => sums.has(each));
  const from = last.lines.findIndex((each, at) => at > sum && indentOf(each) === begin);
  return from < 0 || sum < 0 ? [] : last.lines.splice(from);
}

/** Takes the lines behind the sums of a row out of it. */
export function wordsBehindSums(last: Row): StatementLine[] {
  const sums = new Set(last.figures.map((placed) => placed.line));
  const sum = last.lines.findLastIndex((each) => sums.has(each));
  return sum < 0 ? [] : last.lines.splice(sum + 1);
}

/** Whether the last sum ends the line. */
export const endsWithSum = ({ text, figures }: StatementLine) => {
  const last = figures.at(-1);
  return last !== undefined && text.slice(last.end).trim() === '';
};

/** `14.06.2024 - 31.12.2024 Net 0.00`: what a span of time costs is no row. */
export const isSpan = ({ text, lead, second }: StatementLine) =>
  lead !== null && second !== null && /[-–]/.test(text.slice(lead.end, second.start));

const indentOf = (line: StatementLine) => line.text.search(/\S/);
