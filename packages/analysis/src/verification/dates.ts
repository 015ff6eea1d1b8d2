import type { Span } from '../text/source.ts';
import { type Country, countriesOf } from '../values/country.ts';
import { type DateOrder, type DateToken, isoDate, readsOneWay } from '../values/dates.ts';
import { hasDayFirstLanguage } from '../values/day-first.ts';
import { type Document, datesIn } from '../values/document.ts';
import { remembered } from '../values/remembered.ts';
import { weekdayOf, weekdayOfDate } from '../values/weekdays.ts';
import type { Check } from './check.ts';
import { proof } from './fields.ts';

/** What proves that a printed date was read in the right order of day, month and year. */

const LINES = 2000;
const MOST = 400;
/** Where dates in numbers always have the day first; Canada and others have both orders. */
const DAY_FIRST: readonly Country[] = ['AU', 'NZ', 'SG', 'GB', 'MY', 'IN', 'NO', 'DK'];
const EITHER: readonly Country[] = ['US', 'CA'];

interface Printed {
  readonly date: DateToken;
  readonly start: number;
}

const datesOfText: (document: Document) => readonly Printed[] = remembered((document: Document) => {
  const all: Printed[] = [];
  for (const line of document.source.lines.slice(0, LINES)) {
    for (const date of datesIn(document, line)) all.push({ date, start: line.start + date.start });
    if (all.length > MOST) break;
  }
  return all;
});

/** The check that proves the order of a date; null when it could be read in another way. */
export function dateProof(document: Document, value: string, span: Span): Check | null {
  const all = datesOfText(document);
  const own = all.find(({ start, date }) => start === span.start && date.iso === value)?.date;
  if (!own) return null;
  if (readsOneWay(own)) return proof('date_reads_one_way', value);
  const sure = all.filter(({ date }) => readsOneWay(date));
  if (sure.some(({ date }) => date.iso === value)) return proof('date_printed_twice', value);
  if (own.misread) return null;
  if (own.fullYear && decidedBy(sure, own)) return proof('date_order_of_text', value);
  if (hasItsWeekday(document, span, own)) return proof('date_weekday', value);
  if (inOrderOfCountry(document, own)) return proof('date_order_of_country', value);
  return inOrderOfLanguage(document, own) ? proof('date_order_of_language', value) : null;
}

/** Beside a date, as in `Sat 01/09/2029` and `01.09.2029 (sab.)`. */
const DAY_BEFORE = /(?<!\p{L})(\p{L}{2,12})\.?[,)]? {0,2}$/u;
const DAY_AFTER = /^(?: {1,4}\d{1,2}:\d\d(?::\d\d)?)? {0,4}[,(（]? ?(?:day ?: ?)?(\p{L}{1,12})(?!\p{L})/iu;

/** Whether the day of the week that is printed beside a date is its own, and not that of the other order. */
function hasItsWeekday({ source }: Document, { start, end }: Span, { iso, year, month, day }: DateToken): boolean {
  const words = [
    DAY_BEFORE.exec(source.text.slice(Math.max(0, start - 16), start)),
    DAY_AFTER.exec(source.text.slice(end, end + 40)),
  ];
  const printed = words.map((match) => (match?.[1] ? weekdayOf(match[1]) : null)).find((one) => one !== null);
  const other = year === null ? null : isoDate(year, day, month);
  if (printed === undefined || iso === null) return false;
  return weekdayOfDate(iso) === printed && (other === null || weekdayOfDate(other) !== printed);
}

/** Words of a language that has the day first, and no sign of a country where English has another order. */
function inOrderOfLanguage(document: Document, own: DateToken): boolean {
  const countries = countriesOf(document);
  if (EITHER.some((country) => countries.has(country)) || AMERICAS.test(document.source.text)) return false;
  return firstOf(own) === own.day && hasDayFirstLanguage(document);
}

/** The one order of day and month of the country, or of the language, of a document; null where neither is known. */
export function orderOfPlace(document: Document): DateOrder | null {
  const countries = countriesOf(document);
  if (EITHER.some((country) => countries.has(country)))
    return countries.has('US') && countries.size === 1 ? 'mdy' : null;
  if (DAY_FIRST.some((country) => countries.has(country))) return 'dmy';
  return hasDayFirstLanguage(document) && !AMERICAS.test(document.source.text) ? 'dmy' : null;
}

/** Where Spanish is spoken and dates are written as in the United States too. */
const AMERICAS = /(?<!\p{L})(?:Puerto Rico|Panam[aá])(?!\p{L})|(?<!\p{L})USD?\$/u;

/** Whether other dates with the same marks between their numbers have one order, and it is the one of this date. */
function decidedBy(sure: readonly Printed[], own: DateToken): boolean {
  const mark = markOf(own);
  const orders = sure.flatMap(({ date }) => {
    if (/\p{L}/u.test(date.text) || /^\d{4}/.test(date.text) || markOf(date) !== mark) return [];
    return [firstOf(date) === date.day ? 'day' : 'month'];
  });
  const [first] = orders;
  return (
    first !== undefined && orders.every((order) => order === first) && (first === 'day') === (firstOf(own) === own.day)
  );
}

function inOrderOfCountry(document: Document, own: DateToken): boolean {
  const countries = countriesOf(document);
  if (EITHER.some((country) => countries.has(country))) {
    // In the United States numbers have the month first; with signs of Canada as well nobody can tell.
    return countries.has('US') && countries.size === 1 && firstOf(own) === own.month && endsWithYear(own);
  }
  return (
    (DAY_FIRST.some((country) => countries.has(country)) || isInPounds(document)) &&
    firstOf(own) === own.day &&
    endsWithYear(own)
  );
}

/** Two digits above twelve are no month: with the day or the month ahead of them they are the year. */
const endsWithYear = ({ fullYear, year }: DateToken) => fullYear || (year ?? 0) % 100 > 12;

/** Who pays in pounds has the day first, and no other has the sign. */
const isInPounds = ({ source }: Document) => (source.text.slice(0, READ).match(/£ ?\d/g)?.length ?? 0) > 1;

const READ = 50_000;

const markOf = (date: DateToken) => /[^\d\s]/.exec(date.text)?.[0];
const firstOf = (date: DateToken) => Number(/^\d{1,2}/.exec(date.text)?.[0]);
