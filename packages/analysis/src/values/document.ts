import { type Line, readSource, type Source, type Span } from '../text/source.ts';
import { type Amount, type NumberStyle, numberStyle, scanAmounts } from './amounts.ts';
import { type DateOrder, type DateToken, dateOrder } from './dates.ts';
import { readableDates } from './misread-dates.ts';
import { remembered } from './remembered.ts';

/** A text together with its habits: what every rule starts from. */
export interface Document {
  readonly source: Source;
  readonly style: NumberStyle;
  readonly order: DateOrder;
}

/** A value with the place in `Source.text` that it was read from. */
export interface Found<Value> {
  readonly value: Value;
  readonly span: Span;
}

export function readDocument(text: string): Document {
  const source = readSource(text);
  return { source, style: numberStyle(source.text), order: dateOrder(source.text) };
}

/**
 * A document that is asked about. Where every sum with a blank in it stands in a sentence, or behind a colon, and ahead of
 * its currency, the blank parts thousands: nobody writes `Le loyer est de 1 250,00 €` for one thing at 250.
 */
export function readProse(text: string): Document {
  const document = readDocument(text);
  if (document.style.spaceGroups) return document;
  const found = document.source.text.match(BLANK_IN_SUM)?.length ?? 0;
  const told = document.source.lines
    .printed(MOST_REMEMBERED)
    .reduce((count, line) => count + (line.text.match(TOLD)?.length ?? 0), 0);
  return found > 0 && found === told ? { ...document, style: { ...document.style, spaceGroups: true } } : document;
}

const BLANK_IN_SUM = /(?<![\d.,])\d{1,3}(?: \d{3}){1,3}[.,]\d\d(?!\d)/g;
/** Behind a colon, or a small word of a sentence of five words and more. */
const TOLD =
  /(?<=:\s{1,3}|^(?=(?:\S+ ){4}).{0,200}(?<!\p{L})\p{Ll}{1,12} )\d{1,3}(?: \d{3}){1,3}[.,]\d\d(?= ?(?:\p{Sc}|[A-Z]{3}(?!\p{L})|kr|zł|Kč|Ft|lei)(?!\p{L}))/gu;

/** Amounts of lines that were read before; a very long document is read anew, so that memory stays bounded. */
const readBefore = new WeakMap<Document, WeakMap<object, Amount[]>>();
const MOST_REMEMBERED = 5000;
const MOST_ON_A_LINE = 60;

/** The amounts of a line; offsets are within the line. Dates and times are not amounts. */
export function amountsIn(document: Document, line: Pick<Line, 'text'>): Amount[] {
  if (document.source.lines.length > MOST_REMEMBERED) return scanLine(document, line);
  const known = readBefore.get(document) ?? new WeakMap<object, Amount[]>();
  readBefore.set(document, known);
  const amounts = known.get(line) ?? scanLine(document, line);
  if (amounts.length <= MOST_ON_A_LINE) known.set(line, amounts);
  return amounts;
}

function scanLine(document: Document, line: Pick<Line, 'text'>): Amount[] {
  const amounts = scanAmounts(line.text, document.style);
  if (amounts.length === 0) return amounts;
  const dates = datesIn(document, line);
  return amounts.filter((amount) => !isTime(line.text, amount) && !dates.some((date) => inside(amount, date)));
}

/** The dates of a line with a year; offsets are within the line. */
export function datesIn(document: Document, line: Pick<Line, 'text'>): DateToken[] {
  const dates = readableDates(line.text, { order: document.order });
  if (!dates.some(({ text }) => OF_SOLAR_YEAR.test(text)) || hasArabicLetters(document)) return dates;
  return dates.filter(({ text }) => !OF_SOLAR_YEAR.test(text));
}

/** `1402/05/12`: in a document without a letter of Persian it is the number of something. */
const OF_SOLAR_YEAR = /^1[34]\d\d/;
const hasArabicLetters = remembered(({ source }: Document) => /\p{Script=Arabic}/u.test(source.text));

/** Moves a span within a line to the document. */
export function onLine(line: Line, span: Span): Span {
  return { start: line.start + span.start, end: line.start + span.end };
}

function inside(amount: Amount, date: Span): boolean {
  return amount.digitsStart < date.end && date.start < amount.digitsEnd;
}

const CLOCK = /^[0-2]?\d[.:][0-5]\d$/;
const OCLOCK = /^ ?(?:Uhr|[ap]\.?m\b)|^ ?[-–] ?[0-2]?\d[.:][0-5]\d ?(?:Uhr|[ap]\.?m\b|h\b)/i;

/** `18:30`, and `8.00-20.00 Uhr`. */
function isTime(text: string, amount: Amount): boolean {
  const digit = (at: number) => /^\d$/.test(text.charAt(at));
  const after = text.charAt(amount.digitsEnd) === ':' && digit(amount.digitsEnd + 1);
  const before = text.charAt(amount.digitsStart - 1) === ':' && digit(amount.digitsStart - 2);
  if (amount.decimals === 0 && (after || before)) return true;
  return CLOCK.test(amount.digits) && OCLOCK.test(text.slice(amount.digitsEnd, amount.digitsEnd + 14));
}
