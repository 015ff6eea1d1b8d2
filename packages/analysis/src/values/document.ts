import { type Line, readSource, type Source, type Span } from '../text/source.ts';
import { type Amount, type NumberStyle, numberStyle, scanAmounts } from './amounts.ts';
import { commonest, currencyAt } from './currency.ts';
import { type DateOrder, type DateToken, dateOrder, scanDates } from './dates.ts';

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
  return scanDates(line.text, { order: document.order });
}

/** Codes that are also words in capital letters. */
const WORDLIKE = new Set(['TRY', 'PEN', 'CAD', 'RON', 'lei', 'kr', 'Ft', 'Rs']);
const CURRENCY_LINES = 2000;

/**
 * The currency of a document: the one that stands next to its amounts most often, else the one that is printed
 * elsewhere, as in the heading "Amount (EUR)"; null when there is none.
 */
export function documentCurrency(document: Document, amounts: readonly Amount[]): string | null {
  const near = commonest(amounts.map((amount) => amount.currency));
  if (near === 'USD') return dollars(document);
  if (near === 'SEK') return crowns(document);
  return near ?? commonest(printedCodes(document));
}

/** Which dollar a bare `$` is: the one that is named, else the one of the country that the registrations show. */
function dollars(document: Document): string {
  const named = printedCodes(document).filter((code) => DOLLARS.has(code));
  const plain = document.source.lines.slice(0, CURRENCY_LINES).some((line) => /\bUSD\b|US\$/.test(line.text));
  if (plain || named.length > 0) return plain ? 'USD' : (commonest(named) ?? 'USD');
  const place = DOLLAR_SIGNS.find(([sign]) => document.source.lines.slice(0, 500).some(({ text }) => sign.test(text)));
  return place?.[1] ?? 'USD';
}

const DOLLARS = new Set(['AUD', 'CAD', 'NZD', 'SGD', 'HKD', 'TWD', 'MXN']);
/** What only sellers of one country print. */
const DOLLAR_SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\bA\.?B\.?N\.?[ :.]{1,5}\d{2} ?\d{3} ?\d{3} ?\d{3}\b/, 'AUD'],
  [/\b(?:GST\/HST|HST|QST|TVQ)\b|\bRT ?0001\b/, 'CAD'],
  [/\bNZBN\b|\bNew Zealand\b|\bGST\b[ :(]{1,3}15 ?%|\b15 ?% ?GST\b/, 'NZD'],
  [/\bSingapore \d{6}\b/i, 'SGD'],
  [/\bRFC[ :]{1,4}[A-Z&Ñ]{3,4}\d{6}/, 'MXN'],
];

/** Which crown a bare `kr` is: of Sweden, unless another is named or registered. */
function crowns(document: Document): string {
  const named = printedCodes(document).filter((code) => CROWNS.has(code));
  if (named.length > 0) return commonest(named) ?? 'SEK';
  const place = CROWN_SIGNS.find(([sign]) => document.source.lines.slice(0, 500).some(({ text }) => sign.test(text)));
  return place?.[1] ?? 'SEK';
}

const CROWNS = new Set(['SEK', 'NOK', 'DKK', 'ISK']);
const CROWN_SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\bMVA\b|\bOrganisasjonsnummer\b|\bNorge\b|\bBankAxept\b/i, 'NOK'],
  [/\bCVR\b|\bDanmark\b|\bDankort\b/i, 'DKK'],
];

function printedCodes(document: Document): string[] {
  const codes: string[] = [];
  for (const { text } of document.source.lines.slice(0, CURRENCY_LINES)) {
    for (let at = 0; at < text.length; at += 1) {
      const mark = currencyAt(text, at);
      if (!mark) continue;
      if (!WORDLIKE.has(text.slice(mark.start, mark.end))) codes.push(mark.code);
      at = mark.end - 1;
    }
  }
  return codes;
}

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
