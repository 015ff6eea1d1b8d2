import type { Span } from '../text/source.ts';
import { monthOf } from './months.ts';
import { fromSolarHijri, isSolarHijri, solarMonthOf } from './solar-hijri.ts';
import { weekdayOf, weekdayOfDate } from './weekdays.ts';

/** Dates as people print them. The order of day and month is decided once for a whole document. */

export type DateOrder = 'dmy' | 'mdy';

export interface DateToken extends Span {
  /** The printed date. */
  readonly text: string;
  /** YYYY-MM-DD; null when the year is not printed. */
  readonly iso: string | null;
  readonly day: number;
  readonly month: number;
  readonly year: number | null;
  /** Whether the year has four digits. */
  readonly fullYear: boolean;
  /** Whether another order of day and month would give another date. */
  readonly ambiguous: boolean;
  /** Whether letters had to be read as digits. */
  readonly misread?: boolean;
}

export interface DateOptions {
  readonly order?: DateOrder;
  /** Also day and month without a year, such as `03.04.` or `12 Mar`. Default false. */
  readonly partial?: boolean;
  /** Also eight digits without separators, such as 20180428. Default false. */
  readonly compact?: boolean;
}

const YEAR_FIRST = /(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d|[-/.]\d)/y;
/** `2025-Mar-05`, `2025. november 12.`, `2025 m. vasario 18 d.` */
const YEAR_FIRST_WORDY = /(\d{4})(?:\.? (?:m\. )?|-)(\p{L}{3,12})[ -](\d{1,2})(?!\d)/uy;
/** Latvian: `2025. gada 9. maijā`. */
const YEAR_FIRST_DAY = /(\d{4})\.? gada (\d{1,2})\.? (\p{L}{3,12})(?!\p{L})/uy;
/** Vietnamese: `19 tháng 03 năm 2025`. */
const MONTH_NAMED = /(\d{1,2}) th[áa]ng (\d{1,2}),? n[ăa]m (\d{4})(?!\d)/iuy;
/** `2024年5月6日`, and the same in Korean. */
const YEAR_FIRST_CJK = /(\d{4}) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]/y;
/** `令和7年6月14日`: years of an era of Japan or of the Republic of China, of which the first is the one behind its name. */
const ERA_YEAR = /(\d{1,3}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日/y;
const ERAS: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925, 民國: 1911, 民国: 1911 };
const NUMERIC =
  /(\d{1,2}) {0,2}([-/.']) {0,2}(\d{1,2}) {0,2}([-/.']) {0,2}(\d{4}|\d{2})(?!\d|[/.]\d(?!\d?:\d\d)|-\d(?!\d:))/y;
const DAY_MONTH = /(\d{1,2})([./])(\d{1,2})(\.?)(?![\d/%]|[.,]\d)/y;
const DAY_NAME =
  /(\d{1,2})(?:st|nd|rd|th|er|[.º°])?[ \u00a0]{0,2}[-/.,']?[ \u00a0]{0,2}(?:of |de |di )?(\p{L}{2,12})/uy;
/** October in Portuguese, which is an English word without a year behind it. */
const OUTUBRO = /\d{1,2}(?:\/| (?:de )?)out(?:\/| (?:de )?)\d{4}(?!\d)/iy;
const YEAR_AFTER =
  /[.,]?[ \u00a0]{0,2}[-/.,']?[ \u00a0]{0,2}(?:de |del )?['’]?(\d{4}(?!\d)|\d{2}(?![\d%/]|[.,]\d|[ -]?[\p{L}:]))/uy;
const NAME_DAY =
  /(\p{L}{3,10})[.]?[ \u00a0]{0,2}[-/.]?[ \u00a0]{0,2}(\d{1,2})(?:st|nd|rd|th)?[ \u00a0]{0,2}[-,/. ][ \u00a0]{0,2}['’]?(\d{4}|\d{2})(?![\d%:]|[.,]\d)/uy;
const COMPACT = /((?:19|20)\d{2})(0[1-9]|1[0-2])([0-2]\d|3[01])(?!\d)/y;
const COMPACT_DAY_FIRST = /([0-2]\d|3[01])(0[1-9]|1[0-2])((?:19|20)\d{2})(?!\d)/y;
const UNITED_STATES =
  /, ?(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]),? {1,2}\d{5}(?:-\d{4})?(?!\d)/;
/** A line that ends with a town, a state and a postal code, without a comma. */
const UNITED_STATES_LINE =
  /[A-Za-z.]{3,30} {1,2}(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]) {1,2}\d{5}(?:-\d{4})?[ |]{0,80}$/m;
/** A state that is spelled out, or abbreviated ahead of a telephone number. */
const UNITED_STATES_NAME =
  /, ?(?:Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New [HJMY][a-z]{3,9}|(?:North|South) [CD][a-z]{5,7}|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming),? {1,2}\d{5}\b|, ?[A-Z]{2} {1,3}\(?\d{3}\)?[ -]\d{3}-\d{4}\b/;
const AMERICAN_PHONE = /\(\d{3}\) ?\d{3}-\d{4}\b/;
const EUROPEAN = /[€£]|\b(?:EUR|GBP|CHF)\b/;
/** What only documents of the United States print next to a dollar sign. */
const AMERICAN = /\bsales tax\b|\bchecks? payable\b|\bzip code\b|\bEIN[ :#]{1,3}\d\d-\d{7}\b/i;
/** Fuel is sold by the gallon where the month comes first; paint and water also elsewhere. */
const GALLONS = /\bgallons?\b|\bprice ?\/ ?gal\b/i;
const DOLLAR = /(?<![A-Z])\$ ?\d/;
const NOT_AMERICAN = /\b(?:GST|HST|VAT|ABN|RM|MYR|SST)\b/;
const WORD_CHARACTER = /^[\p{L}\p{N}]$/u;
const LETTER = /^\p{L}$/u;
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Whether a document puts the day or the month first, by the dates with one reading, and by those that are printed once
 * more with the year first or the month in letters. When none decides, an address in the United States, or its sales
 * tax, makes it the month; else it is the day.
 */
export function dateOrder(text: string): DateOrder {
  let [dayFirst, monthFirst] = printedTwice(text);
  for (let at = 0; at < text.length; at += 1) {
    if (!startsNumber(text, at)) continue;
    const match = exec(NUMERIC, text, at);
    if (!match) continue;
    const [first, second] = [Number(match[1]), Number(match[3])];
    if (match[2] !== '/' && match[2] !== '-') dayFirst += 1;
    if (first > 12 && second <= 12) dayFirst += 3;
    if (second > 12 && first <= 12) monthFirst += 3;
    const own = first <= 12 && second <= 12 && first !== second ? orderByWeekday(text, at, match) : null;
    if (own === 'dmy') dayFirst += AGAIN;
    if (own === 'mdy') monthFirst += AGAIN;
    at += match[0].length - 1;
  }
  if (dayFirst === monthFirst) return isAmerican(text) ? 'mdy' : 'dmy';
  return monthFirst > dayFirst ? 'mdy' : 'dmy';
}

/** The order that a day of the week right beside a date asks for: `06/05/2025 THU` is the fifth of June. */
function orderByWeekday(text: string, at: number, match: readonly string[]): DateOrder | null {
  const [whole = '', first = '', , second = '', , year = ''] = match;
  const end = at + whole.length;
  const word =
    WEEKDAY_BEFORE.exec(text.slice(Math.max(0, at - 14), at)) ?? WEEKDAY_AFTER.exec(text.slice(end, end + 14));
  const printed = word?.[1] ? weekdayOf(word[1]) : null;
  if (printed === null) return null;
  const fits = (month: string, day: string) => {
    const iso = isoDate(fullYear(year), Number(month), Number(day));
    return iso !== null && weekdayOfDate(iso) === printed;
  };
  const [day, month] = [fits(second, first), fits(first, second)];
  return day === month ? null : day ? 'dmy' : 'mdy';
}

const WEEKDAY_BEFORE = /(?<!\p{L})(\p{L}{2,10})\.?[,)]? {0,2}$/u;
const WEEKDAY_AFTER = /^ {0,2}[,(]? ?(\p{L}{2,10})(?!\p{L})/u;

const AGAIN = 5;
const MOST_DATES = 400;

/** How often an ambiguous date is one that the text also prints in a form with one reading: day first, month first. */
function printedTwice(text: string): [number, number] {
  const dates = scanDates(text.slice(0, READ)).slice(0, MOST_DATES);
  const sure = new Set(dates.filter(readsOneWay).map((date) => date.iso));
  const votes: [number, number] = [0, 0];
  if (sure.size === 0) return votes;
  for (const { year, month, day, ambiguous } of dates) {
    if (!ambiguous || year === null) continue;
    const [usual, other] = [sure.has(isoDate(year, month, day)), sure.has(isoDate(year, day, month))];
    if (usual !== other) votes[usual ? 0 : 1] += AGAIN;
  }
  return votes;
}

const READ = 20_000;

/**
 * Whether a date can be read in one way only: the year or a month in letters, or a day above 12 beside a year of four
 * digits. Points between numbers mean that the day is first, everywhere.
 */
export function readsOneWay({ text, ambiguous, fullYear, year, day, month, misread }: DateToken): boolean {
  if (year === null || misread || year > LAST_YEAR) return false;
  if (/\p{L}/u.test(text) || /^\d{4}/.test(text)) return true;
  if (fullYear) return !ambiguous || /^\d{1,2} {0,2}\./.test(text);
  // Of two digits each, the first may be the year; not so where the day stands in the middle.
  const first = Number(/^\d{1,2}/.exec(text)?.[0]);
  return day > 12 && (year % 100 > 31 || first === month || day === year % 100);
}

/** Later years are mostly those of another calendar: 2081 in Nepal is 2024. */
const LAST_YEAR = 2069;

function isAmerican(text: string): boolean {
  const placed = UNITED_STATES.test(text) || (UNITED_STATES_LINE.test(text) && !EUROPEAN.test(text));
  const signs = AMERICAN.test(text) || AMERICAN_PHONE.test(text);
  return (
    placed ||
    UNITED_STATES_NAME.test(text) ||
    (GALLONS.test(text) && !NOT_AMERICAN.test(text) && !EUROPEAN.test(text)) ||
    (signs && DOLLAR.test(text) && !NOT_AMERICAN.test(text))
  );
}

/** Every date in a text, from left to right, without overlaps. */
export function scanDates(text: string, options: DateOptions = {}): DateToken[] {
  const dates: DateToken[] = [];
  let at = 0;
  while (at < text.length) {
    const date = startsNumber(text, at)
      ? fromNumber(text, at, options)
      : startsWord(text, at)
        ? monthFirst(text, at)
        : null;
    if (date && !isHalf(text, date)) dates.push(date);
    at = date?.end ?? at + 1;
  }
  return dates;
}

/** A letter that OCR reads for a digit. */
const DIGIT_LIKE = /[lIOo]/;

/** Whether a digit of a date was read as a letter, as in `l3/10/2029` and `2030-09-1l`: what is left of it is another day. */
function isHalf(text: string, { start, end }: DateToken): boolean {
  const before = DIGIT_LIKE.test(text.charAt(start - 1)) && !isLetter(text, start - 2);
  const after = DIGIT_LIKE.test(text.charAt(end)) && isDigitCode(text.charCodeAt(end - 1)) && !isLetter(text, end + 1);
  return before || after;
}

/** The one date that a text consists of, as YYYY-MM-DD; null when it is something else. */
export function parseDate(text: string, order: DateOrder = dateOrder(text)): string | null {
  const trimmed = text.trim();
  const [date] = scanDates(trimmed, { order, compact: true });
  return date?.start === 0 && date.end === trimmed.length ? date.iso : null;
}

/** YYYY-MM-DD of a date that exists; null otherwise. */
export function isoDate(year: number, month: number, day: number): string | null {
  if (!dayExists(month, day) || (month === 2 && day === 29 && !isLeap(year))) return null;
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

function fromNumber(text: string, at: number, options: DateOptions): DateToken | null {
  const order = options.order ?? 'dmy';
  return (
    yearFirst(text, at) ??
    numeric(text, at, order) ??
    dayName(text, at, options) ??
    (options.compact ? compact(text, at) : null) ??
    (options.partial ? dayMonth(text, at, order) : null)
  );
}

function yearFirst(text: string, at: number): DateToken | null {
  const match = exec(YEAR_FIRST, text, at);
  if (match) {
    const [year = 0, month = 0, day = 0] = [match[1], match[3], match[4]].map(Number);
    if (!isSolarHijri(year)) return token(match, at, { year: match[1], month, day });
    return isPersian(text, at) ? ofSolarHijri(match, at, { year, month, day }) : null;
  }
  const cjk = exec(YEAR_FIRST_CJK, text, at);
  if (cjk) return token(cjk, at, { year: cjk[1], month: Number(cjk[2]), day: Number(cjk[3]) });
  const era = ERAS[text.slice(Math.max(0, at - 3), at).trim()] ?? ERAS[text.slice(Math.max(0, at - 2), at)];
  const ofEra = era === undefined ? null : exec(ERA_YEAR, text, at);
  if (ofEra && era !== undefined)
    return token(ofEra, at, {
      year: String(era + Number(ofEra[1])),
      month: Number(ofEra[2]),
      day: Number(ofEra[3]),
    });
  const wordy = exec(YEAR_FIRST_WORDY, text, at);
  const month = wordy ? monthOf(wordy[2] ?? '') : null;
  if (wordy && month) return token(wordy, at, { year: wordy[1], month, day: Number(wordy[3]) });
  const latvian = exec(YEAR_FIRST_DAY, text, at);
  const named = latvian ? monthOf(latvian[3] ?? '') : null;
  return latvian && named ? token(latvian, at, { year: latvian[1], month: named, day: Number(latvian[2]) }) : null;
}

/** Whether a year may be one of the calendar of Iran: `1402-05-12` among words of Latin letters is the number of something. */
function isPersian(text: string, at: number): boolean {
  const around = text.slice(Math.max(0, at - AROUND), at + AROUND);
  return ARABIC_LETTER.test(around) || !LATIN_LETTER.test(around);
}

const AROUND = 200;
const ARABIC_LETTER = /\p{Script=Arabic}/u;
const LATIN_LETTER = /\p{Script=Latin}/u;

/** A day of the calendar of Iran stands for another one. */
function ofSolarHijri(
  match: readonly string[],
  at: number,
  { year, month, day }: { readonly year: number; readonly month: number; readonly day: number },
): DateToken | null {
  const date = fromSolarHijri(year, month, day);
  return date && token(match, at, { ...date, year: String(date.year) });
}

function numeric(text: string, at: number, order: DateOrder): DateToken | null {
  const match = exec(NUMERIC, text, at);
  if (!match || (match[2] !== match[4] && match[5]?.length !== 4)) return null;
  const [first, second] = [Number(match[1]), Number(match[3])];
  const dayIsFirst = first > 12 || (second <= 12 && (order === 'dmy' || match[2] === '.'));
  const [day, month] = dayIsFirst ? [first, second] : [second, first];
  return token(match, at, { year: match[5], month, day, ambiguous: first <= 12 && second <= 12 && first !== second });
}

function dayName(text: string, at: number, options: DateOptions): DateToken | null {
  const vietnamese = exec(MONTH_NAMED, text, at);
  if (vietnamese)
    return token(vietnamese, at, { year: vietnamese[3], month: Number(vietnamese[2]), day: Number(vietnamese[1]) });
  const match = exec(DAY_NAME, text, at);
  const solar = match ? solarMonthOf(match[2] ?? '') : null;
  const solarYear = match && solar ? exec(YEAR_AFTER, text, at + match[0].length) : null;
  if (match && solar && solarYear)
    return ofSolarHijri([match[0] + solarYear[0]], at, {
      year: Number(solarYear[1]),
      month: solar,
      day: Number(match[1]),
    });
  const month = match ? (monthOf(match[2] ?? '') ?? (exec(OUTUBRO, text, at) ? 10 : null)) : null;
  if (!match || month === null || isLetter(text, at + match[0].length)) return null;
  const year = exec(YEAR_AFTER, text, at + match[0].length);
  if (!year) return options.partial ? token(match, at, { year: undefined, month, day: Number(match[1]) }) : null;
  return token([match[0] + year[0]], at, { year: year[1], month, day: Number(match[1]) });
}

function monthFirst(text: string, at: number): DateToken | null {
  const match = exec(NAME_DAY, text, at);
  const month = match ? monthOf(match[1] ?? '') : null;
  return match && month ? token(match, at, { year: match[3], month, day: Number(match[2]) }) : null;
}

function compact(text: string, at: number): DateToken | null {
  const match = exec(COMPACT, text, at);
  if (match) return token(match, at, { year: match[1], month: Number(match[2]), day: Number(match[3]) });
  const other = exec(COMPACT_DAY_FIRST, text, at);
  return other ? token(other, at, { year: other[3], month: Number(other[2]), day: Number(other[1]) }) : null;
}

function dayMonth(text: string, at: number, order: DateOrder): DateToken | null {
  const match = exec(DAY_MONTH, text, at);
  if (!match || (match[2] === '.' && match[3]?.length !== 2)) return null;
  const [first, second] = [Number(match[1]), Number(match[3])];
  const dayIsFirst = match[2] === '.' || first > 12 || (second <= 12 && order === 'dmy');
  const [day, month] = dayIsFirst ? [first, second] : [second, first];
  return token(match, at, { year: undefined, month, day, ambiguous: match[2] !== '.' && first <= 12 && second <= 12 });
}

interface Parts {
  readonly year: string | undefined;
  readonly month: number;
  readonly day: number;
  readonly ambiguous?: boolean;
}

function token(match: readonly string[], start: number, parts: Parts): DateToken | null {
  const text = match[0] ?? '';
  const { month, day } = parts;
  const year = parts.year === undefined ? null : commonYear(fullYear(parts.year));
  const iso = year === null ? null : isoDate(year, month, day);
  if (year === null ? !dayExists(month, day) : iso === null || year < 1900 || year > 2099) return null;
  const flags = { fullYear: parts.year?.length === 4, ambiguous: parts.ambiguous ?? false };
  return { start, end: start + text.length, text, iso, day, month, year, ...flags };
}

/** Thailand counts 543 years more: 2568 is 2025. */
const THAI_YEARS = 543;
const commonYear = (year: number) => (year >= 2540 && year < 2600 ? year - THAI_YEARS : year);

/** Two digits mean 1970 to 2069, as POSIX reads them. */
function fullYear(digits: string): number {
  const year = Number(digits);
  return digits.length === 4 ? year : year < 70 ? 2000 + year : 1900 + year;
}

function dayExists(month: number, day: number): boolean {
  return day >= 1 && day <= (DAYS[month - 1] ?? 0);
}

const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const isLetter = (text: string, at: number) => LETTER.test(text.charAt(at));

function startsNumber(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 48 || code > 57) return false;
  const before = text.charCodeAt(at - 1);
  if (before >= 48 && before <= 57) return false;
  const separated = text.charAt(at - 1);
  const joined = (separated === '.' || separated === '/') && isDigitCode(text.charCodeAt(at - 2));
  return !joined && !(separated === ',' && isDigitCode(text.charCodeAt(at - 2)));
}

/** A word that can name a month: those of the six languages begin with one of eleven letters. */
function startsWord(text: string, at: number): boolean {
  return (
    MONTH_INITIALS.includes(text.charAt(at)) &&
    !isWordCode(text.charCodeAt(at - 1)) &&
    !WORD_CHARACTER.test(text.charAt(at - 1))
  );
}

const MONTH_INITIALS = 'jfmasondgelJFMASONDGEL';

/** ASCII letters and digits. */
function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

const isDigitCode = (code: number) => code >= 48 && code <= 57;

function exec(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
