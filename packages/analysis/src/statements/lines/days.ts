import { type DateOrder, type DateToken, dateOrder, isoDate, scanDates } from '../../values/dates.ts';
import { monthOf } from '../../values/months.ts';

/** The dates of a statement: many are printed without a year, which the period of the statement tells. */

const MONTH_DAY = /^(\p{L}{3,9})\.?[ \u00a0]{1,2}(\d{1,2})(?:st|nd|rd|th)?(?![\p{L}\d.,:/]|[ ,]{1,2}\d{4})/u;
const DAY_DASH_MONTH = /^(\d{2})-(\d{2})(?![\d-]|[.,]\d)/;
const COMPACT_WORDY = /^(\d{1,2})(\p{L}{3})(\d{2}|\d{4})?(?![\p{L}\d])/u;
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export interface DayStyle {
  readonly order: DateOrder;
  /** The decimal separator; `18.09` is money where it is a point. */
  readonly decimal: '.' | ',' | null;
  /** Whether rows begin with two dates of month and day with a point between, as in Portugal: `8.31  9.01`. */
  readonly dottedMonthFirst?: boolean;
}

/** The dates of a line, with or without a year. A date without year counts only where it can be nothing else. */
export function datesOf(line: string, style: DayStyle): DateToken[] {
  const pair = style.dottedMonthFirst ? dottedPair(line) : [];
  const after = pair.at(-1)?.end ?? 0;
  const dates = scanDates(line, { order: style.order, partial: true })
    .map(withoutLooseYear)
    .filter((date) => date.start >= after && isDate(date, line, style));
  if (pair.length > 0) return [...pair, ...dates];
  const offset = line.length - line.trimStart().length;
  if (dates.some((date) => date.start <= offset)) return dates;
  const first = leadingDate(line.slice(offset, offset + 24), offset, style.order);
  return first ? [first, ...dates.filter((date) => date.start >= first.end)] : dates;
}

/** In `31.12. 32,16` the two digits behind the space are no year, but the beginning of a sum. */
function withoutLooseYear(date: DateToken): DateToken {
  const loose = /^(.*[./-])\s+\d{2}$/.exec(date.text) ?? /^(.*\S)\s{2}\d{2}$/.exec(date.text);
  if (date.fullYear || !loose?.[1]) return date;
  const text = loose[1];
  return { ...date, text, end: date.start + text.length, year: null, iso: null };
}

function isDate(date: DateToken, line: string, style: DayStyle): boolean {
  if (date.year !== null) return true;
  const leads = line.slice(0, date.start).trim() === '';
  const text = date.text;
  if (/\p{L}/u.test(text)) return true;
  if (text.includes('/')) return leads || /^\d{2}\/\d{2}$/.test(text);
  if (text.endsWith('.')) return true;
  return style.decimal === '.' ? leads && /^\d{2}\.\d{2}$/.test(text) && /^\s/.test(line.slice(date.end)) : true;
}

/** Forms that only count at the beginning of a line: `Oct 01`, `03-15`, `05JAN`, `05JAN24`. */
function leadingDate(text: string, offset: number, order: DateOrder): DateToken | null {
  const named = MONTH_DAY.exec(text);
  const month = named ? monthOf(named[1] ?? '') : null;
  if (named && month) return partial(named[0], offset, month, Number(named[2]), null);
  const compact = COMPACT_WORDY.exec(text);
  const compactMonth = compact ? monthOf(compact[2] ?? '') : null;
  if (compact && compactMonth) return partial(compact[0], offset, compactMonth, Number(compact[1]), compact[3] ?? null);
  const dashed = DAY_DASH_MONTH.exec(text);
  if (!dashed) return null;
  const [first, second] = [Number(dashed[1]), Number(dashed[2])];
  const dayFirst = first > 12 || (second <= 12 && order === 'dmy');
  return partial(dashed[0], offset, dayFirst ? second : first, dayFirst ? first : second, null);
}

const DOTTED_PAIR = /^([ \t]{0,20})(\d{1,2})\.(\d{2})([ \t]{1,12})(\d{1,2})\.(\d{2})[ \t]{1,12}\p{L}/u;
const DOTTED_PAIRS = new RegExp(DOTTED_PAIR.source, 'gmu');

function dottedPair(line: string): DateToken[] {
  const match = DOTTED_PAIR.exec(line);
  if (!match) return [];
  const [, indent = '', month = '', day = '', gap = '', otherMonth = '', otherDay = ''] = match;
  const end = indent.length + month.length + 1 + day.length;
  const first = partial(`${month}.${day}`, indent.length, Number(month), Number(day), null);
  const second = partial(`${otherMonth}.${otherDay}`, end + gap.length, Number(otherMonth), Number(otherDay), null);
  return first && second ? [first, second] : [];
}

/** Whether pairs of dates with points have the month first: the first number stays the same, the second runs. */
export function isDottedMonthFirst(text: string): boolean {
  const months = new Set<number>();
  const days = new Set<number>();
  for (const match of text.matchAll(DOTTED_PAIRS)) {
    for (const month of [match[2], match[5]]) months.add(Number(month));
    for (const day of [match[3], match[6]]) days.add(Number(day));
  }
  return months.size < days.size && [...months].every((month) => month >= 1 && month <= 12);
}

function partial(text: string, start: number, month: number, day: number, digits: string | null): DateToken | null {
  if (day < 1 || day > (DAYS_IN_MONTH[month - 1] ?? 0)) return null;
  const year = digits === null ? null : Number(digits) + (digits.length === 2 ? 2000 : 0);
  const iso = year === null ? null : isoDate(year, month, day);
  return {
    start,
    end: start + text.length,
    text,
    iso,
    day,
    month,
    year,
    fullYear: digits?.length === 4,
    ambiguous: false,
  };
}

/** A day on its own line whose month stands at the start of one of the next lines, as narrow columns wrap it. */
export function wrappedDate(lines: readonly string[]): { date: DateToken; lines: number } | null {
  const first = lines[0] ?? '';
  const day = first.length > 90 ? null : /^\s{0,40}(\d{1,2})\.?\s{0,40}$/.exec(first);
  if (!day) return null;
  for (let step = 1; step <= 2; step += 1) {
    const word = /^\s{0,40}(\p{L}{3,9})\.?(?![\p{L}\d])/u.exec(lines[step] ?? '');
    const month = word ? monthOf(word[1] ?? '') : null;
    if (month) {
      const start = first.search(/\d/);
      const date = partial(day[1] ?? '', start, month, Number(day[1]), null);
      return date ? { date, lines: step } : null;
    }
  }
  return null;
}

/** Whether the day or the month comes first in the dates of a statement. */
export function statementDateOrder(text: string, monthFirstHint: boolean): DateOrder {
  const order = dateOrder(text);
  if (order === 'mdy') return 'mdy';
  let dayFirst = 0;
  let monthFirst = 0;
  for (const match of text.matchAll(/^[ \t]{0,20}(\d{1,2})[/-](\d{1,2})(?!\d)/gm)) {
    const [first, second] = [Number(match[1]), Number(match[2])];
    if (first > 12 && second <= 12) dayFirst += 1;
    if (second > 12 && first <= 12) monthFirst += 1;
  }
  if (dayFirst !== monthFirst) return monthFirst > dayFirst ? 'mdy' : 'dmy';
  if (orderOfPeriod(text) === 'mdy') return 'mdy';
  const named = orderByMonths(text);
  if (named) return named;
  return monthFirstHint && !/\b(?:1[3-9]|2\d|3[01])\/\d{1,2}\/\d{2,4}\b/.test(text) ? 'mdy' : 'dmy';
}

/** How far a text is searched for dates that name their month. */
const NAMED_WITHIN = 8000;
const NUMERIC_LEAD = /^[ \t]{0,20}(\d{1,2})[/-](\d{1,2})(?!\d)/gm;

/** The order in which the dates of rows fall into the months that the head names, such as `1 Dec 2020 to 3 Jan 2021`. */
export function orderByMonths(text: string): DateOrder | null {
  const named = scanDates(text.slice(0, NAMED_WITHIN)).filter((date) => date.fullYear && /\p{L}{3}/u.test(date.text));
  const months = new Set(named.map(({ month }) => month));
  if (months.size === 0 || months.size > 3) return null;
  let [dayFirst, monthFirst] = [0, 0];
  for (const match of text.matchAll(NUMERIC_LEAD)) {
    if (months.has(Number(match[2]))) dayFirst += 1;
    if (months.has(Number(match[1]))) monthFirst += 1;
  }
  return dayFirst === monthFirst ? null : dayFirst > monthFirst ? 'dmy' : 'mdy';
}

const PERIOD =
  /(?<!\d)(\d{2})\/(\d{2})\/(\d{2,4}) {0,3}(?:[-–]|to|through|thru|until|bis|au|al|a|tot|do|til|till) {0,3}:? {0,3}(\d{2})\/(\d{2})\/(\d{2,4})(?!\d)/i;
/** Days of a quarter: statements of longer periods are rare. */
const LONGEST_PERIOD = 100;

/** The order in which the first period takes at most a quarter, where it takes longer in the other one. */
export function orderOfPeriod(text: string): DateOrder | null {
  const match = PERIOD.exec(text);
  if (!match) return null;
  const [first = 0, second = 0, year = 0, third = 0, fourth = 0, until = 0] = match.slice(1).map(Number);
  if (Math.max(first, second, third, fourth) > 12) return null;
  const months = (from: number, to: number) => (until - year) * 12 + to - from;
  const days = (monthsBetween: number, daysBetween: number) => monthsBetween * 30 + daysBetween;
  const monthFirst = days(months(first, third), fourth - second);
  const dayFirst = days(months(second, fourth), third - first);
  const [isMonthFirst, isDayFirst] = [monthFirst, dayFirst].map((length) => length >= 0 && length <= LONGEST_PERIOD);
  return isMonthFirst === isDayFirst ? null : isMonthFirst ? 'mdy' : 'dmy';
}

const DAY = 86_400_000;
const time = (iso: string) => Date.parse(`${iso}T00:00:00Z`);

export interface Period {
  readonly start: string | null;
  readonly end: string | null;
}

/**
 * The date with its year: the year that puts the day into the period or nearest to it, so that December stands before
 * January at the turn of the year. Null without any year in the document.
 */
export function resolvedDate(date: DateToken, period: Period): string | null {
  if (date.iso !== null) return date.iso;
  const end = period.end ?? period.start;
  if (end === null) return null;
  const last = time(end);
  const first = period.start === null ? last - 330 * DAY : time(period.start);
  let best: string | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (let year = Number(end.slice(0, 4)) + 1; year >= Number((period.start ?? end).slice(0, 4)) - 1; year -= 1) {
    const iso = isoDate(year, date.month, date.day);
    if (iso === null) continue;
    const at = time(iso);
    const distance = at < first ? first - at : at > last ? (at - last) * (period.start === null ? 3 : 1) : 0;
    if (distance < bestDistance) [best, bestDistance] = [iso, distance];
  }
  return best;
}
