import { numberStyle } from '../../values/amounts.ts';
import type { DateOrder, DateToken } from '../../values/dates.ts';
import { orderOfPlace } from '../../verification/dates.ts';
import { orderByMonths, orderOfPeriod } from '../lines/days.ts';
import type { StatementText } from '../lines/lines.ts';

/** Whether anything but a guess says that the days of rows such as `03/04/2029` come ahead of their months, or behind. */

/** Lines in which other dates are looked for. */
const LINES = 2000;

/**
 * Whether the order of day and month is certain: by a date that reads in one way only, the months or the period that the
 * statement names, days that follow each other in one order only, or a country or language that has one order.
 */
export function isOrderSure(text: StatementText, dates: readonly DateToken[]): boolean {
  const open = dates.filter(isOpen);
  const [first] = open;
  if (!first) return true;
  const mark = markOf(first);
  const decides = (date: DateToken) => markOf(date) === mark && (date.day > 12 || date.month > 12) && isNumeric(date);
  if (dates.some(decides) || text.lines.slice(0, LINES).some((line) => line.dates.some(decides))) return true;
  const { order } = text.days;
  const told = [orderByMonths(text.source.text), orderOfPeriod(text.source.text)].filter((one) => one !== null);
  if (told.length > 0) return told.every((one) => one === order);
  if (isSorted(dates, keyOf) && !isSorted(dates, turnedKeyOf)) return true;
  return placeOf(text) === order;
}

function placeOf({ source, days }: StatementText): DateOrder | null {
  return orderOfPlace({ source, style: numberStyle(source.text.slice(0, READ)), order: days.order });
}

const READ = 20_000;

/** Whether numbers alone, neither with points nor with the year first, stand for another day in the other order. */
function isOpen(date: DateToken): boolean {
  return date.ambiguous && isNumeric(date) && markOf(date) !== '.';
}

const isNumeric = ({ text }: DateToken) => !/\p{L}/u.test(text) && !/^\d{4}/.test(text);
const markOf = ({ text }: DateToken) => /[^\d\s]/.exec(text)?.[0];
const keyOf = ({ year, month, day }: DateToken) => (year ?? 0) * 10_000 + month * 100 + day;
const turnedKeyOf = (date: DateToken) =>
  isOpen(date) ? (date.year ?? 0) * 10_000 + date.day * 100 + date.month : keyOf(date);

/** Whether days only go on, or only go back. */
function isSorted(dates: readonly DateToken[], key: (date: DateToken) => number): boolean {
  const keys = dates.map(key);
  const follows = (sign: 1 | -1) => keys.every((one, at) => at === 0 || sign * (one - (keys[at - 1] ?? one)) >= 0);
  return follows(1) || follows(-1);
}
