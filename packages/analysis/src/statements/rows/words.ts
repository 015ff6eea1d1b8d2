import type { Span } from '../../text/source.ts';
import { condensed, findPhrases, wordsOf } from '../../text/words.ts';
import type { StatementLine } from '../lines/lines.ts';
import type { TransactionCategory } from '../types.ts';
import { DIRECTION_MARKS, DIRECTION_WORDS } from '../words/directions.ts';
import type { Row } from './rows.ts';

/** What the words of a row say: its description, the likely direction of the money, a category. */

const LONGEST_DESCRIPTION = 600;
const LINES_FOR_DIRECTION = 3;
const EDGE_NOISE = /[\s|/·:;,*_–-]/;
const LEADING_NOISE = /[\s|/·:;,.*_–-]/;

/** A piece of a line, by offsets within it. */
export interface LinePlace extends Span {
  readonly line: StatementLine;
}

export interface RowWords {
  readonly text: string;
  /** Where the words stand, line by line. */
  readonly places: readonly LinePlace[];
}

/** The text of a row without its dates, running number, amount and balance. */
export function descriptionOf(row: Row, used: readonly { start: number; end: number; line: unknown }[]): RowWords {
  const parts: string[] = [];
  const places: LinePlace[] = [];
  let length = 0;
  for (const [at, line] of row.lines.entries()) {
    const spans = used.filter((span) => span.line === line).map(({ start, end }) => ({ start, end }));
    if (row.part) spans.push({ start: 0, end: row.part.start }, { start: row.part.end, end: line.text.length });
    if (row.part) spans.push(row.date);
    else if (line === row.dateLine && line.lead) {
      // A running number goes; words before the date, such as `Check 1024`, stay.
      const before = /\p{L}/u.test(line.text.slice(0, line.lead.start)) ? line.lead.start : 0;
      spans.push({ start: before, end: line.second?.end ?? line.lead.end });
    }
    if (row.valueDate && line.dates.includes(row.valueDate)) spans.push(row.valueDate);
    if (line === row.dateLine && !line.lead) spans.push(row.date);
    const mark = markOf(row);
    if (mark?.line === line) spans.push(mark);
    const bare = without(line.text, spans);
    const place = withoutEdges(bare);
    const text = bare.slice(place.start, place.end).replace(/\s+/g, ' ');
    if (text === '' || (at > 0 && /^\d{4}$/.test(text)) || isWrappedMonth(row, at)) continue;
    parts.push(text);
    places.push({ ...place, line });
    length += text.length;
    if (length > LONGEST_DESCRIPTION) break;
  }
  return { text: parts.join(' ').slice(0, LONGEST_DESCRIPTION).trim(), places };
}

function withoutEdges(text: string): Span {
  let [start, end] = [0, text.length];
  while (start < end && LEADING_NOISE.test(text.charAt(start))) start += 1;
  while (end > start && EDGE_NOISE.test(text.charAt(end - 1))) end -= 1;
  return { start, end };
}

/** The month of a wrapped date stands alone in its line or before the text. */
function isWrappedMonth(row: Row, at: number): boolean {
  const { wrapped } = row.dateLine;
  return wrapped > 0 && at > 0 && at <= wrapped && /^\s*\p{L}{3,9}\.?\s*$/u.test(row.lines[at]?.text ?? '');
}

function without(text: string, spans: readonly { start: number; end: number }[]): string {
  let rest = text;
  for (const { start, end } of spans) rest = `${rest.slice(0, start)}${' '.repeat(end - start)}${rest.slice(end)}`;
  return rest;
}

const KNOWN_SIGNS = new WeakMap<Row, -1 | 0 | 1>();

/** The direction that the first words of a row suggest; 0 when none does. */
export function signOfWords(row: Row): -1 | 0 | 1 {
  const known = KNOWN_SIGNS.get(row);
  if (known !== undefined) return known;
  const sign = readSign(row);
  KNOWN_SIGNS.set(row, sign);
  return sign;
}

/** German and Dutch compounds end with the word that tells. */
const CREDIT_END = /(?:zinsen|zinsertrag|gutschr|gutschrift|eingang|erstattung|einzahlung|dividende|ruckzahlung)$/;
const DEBIT_END =
  /(?:sollzinsen|gebuhr|gebuhren|lastschrift|auszahlung|steuer|entgelt|entgelte|ausgang|belastung|uberweisung|zuschlag|zahlung|kosten)$/;

function readSign(row: Row): -1 | 0 | 1 {
  const lines = row.lines.slice(0, LINES_FOR_DIRECTION).map((line) => wordsOf(line.text.slice(0, 300)));
  for (const words of lines) {
    const [first] = findPhrases(words, DIRECTION_WORDS);
    if (first) return first.value === 'credit' ? 1 : -1;
    for (const { key } of words) {
      if (DEBIT_END.test(key) && !/(?:erstattung|einzahlung|rueckzahlung|ruckzahlung)/.test(key)) return -1;
      if (CREDIT_END.test(key)) return 1;
    }
  }
  return 0;
}

interface Mark extends Span {
  readonly line: StatementLine;
  readonly direction: -1 | 1;
}

const KNOWN_MARKS = new WeakMap<Row, Mark | null>();

/** The direction of `Af`, `Bij`, `Soll`, `DR`, … as a word of its own beside the amount; 0 without one. */
export function markWord(row: Row): -1 | 0 | 1 {
  return markOf(row)?.direction ?? 0;
}

function markOf(row: Row): Mark | null {
  const known = KNOWN_MARKS.get(row);
  if (known !== undefined) return known;
  const mark = readMark(row);
  KNOWN_MARKS.set(row, mark);
  return mark;
}

/** How far before its amount a mark may stand. */
const FRONT = 40;

function readMark(row: Row): Mark | null {
  for (const { figure, line } of row.figures) {
    const behind = /^\s{1,12}(\p{L}{1,8})(?:\s{2,}|\s*$)/u.exec(line.text.slice(figure.end, figure.end + 24))?.[1];
    // Two spaces stand for the beginning of the line; a slice may begin inside a word.
    const from = figure.start - FRONT;
    const front = from < 0 ? `  ${line.text.slice(0, figure.start)}` : line.text.slice(from, figure.start);
    const before = /\s$/.test(front) ? /\s{2}(\p{L}{1,8})$/u.exec(front.trimEnd())?.[1] : undefined;
    for (const word of [behind, before]) {
      const direction = word === undefined ? undefined : DIRECTION_MARKS.get(condensed(word));
      if (word === undefined || !direction) continue;
      const start =
        word === behind ? line.text.indexOf(word, figure.end) : line.text.lastIndexOf(word, figure.start - 1);
      return { direction: direction === 'credit' ? 1 : -1, line, start, end: start + word.length };
    }
  }
  return null;
}

const CATEGORIES: readonly (readonly [TransactionCategory, RegExp])[] = [
  ['salary', /\b(?:salary|payroll|wages|lohn|gehalt|salaire|nomina|stipendio|emolumenti|salaris|loon)\b/],
  [
    'refund',
    /\b(?:refund|erstattung|rueckzahlung|ruckzahlung|rembourse\w*|reembolso|devolucion|rimborso|terugbetaling|storno)\b/,
  ],
  ['tax', /\b(?:\w*steuer\w*|tax|kest|solidaritatszuschlag|impot|impuesto|imposta|bollo|belasting|withholding)\b/],
  [
    'interest',
    /\b(?:interest|\w*zins(?:en|ertrag|gutschrift|buchung)?|interets|intereses|interessi|rente ontvangen|creditrente)\b/,
  ],
  [
    'fee',
    /\b(?:fees?|service charge|\w*gebuhr(?:en)?|entgelt\w*|frais|commissions?|comision|spese|commissioni|canone|kosten)\b/,
  ],
  [
    'cash',
    /\b(?:atm|cash|bargeld\w*|geldautomat|barauszahlung|retrait|cajero|reintegro|prelievo|bancomat|geldopname)\b/,
  ],
  [
    'direct_debit',
    /\b(?:direct debit|dd|\w*lastschrift|prelevement|prlv|recibo|adeudo|addebito|incasso|domiciliacion)\b/,
  ],
  ['card', /\b(?:card|visa|mastercard|eftpos|pos|karten\w*|carte|tarjeta|carta|betaalautomaat|pinbetaling)\b/],
  ['securities', /\b(?:wertpapier\w*|ausfuhrung order|dividen\w*|depot|isin|trade|etf|fonds?|effekten)\b/],
  ['cheque', /\b(?:cheques?|checks?|scheck|assegno|assegni)\b/],
  [
    'transfer',
    /\b(?:transfer\w*|\w*uberweisung\w*|virement|vir|transferencia|bonifico|overschrijving|overboeking|standing order|dauerauftrag|ubertrag|uebertrag|umbuchung)\b/,
  ],
];

/** The kind of transaction that its own words name; null when they name none. */
export function categoryOf(description: string): TransactionCategory | null {
  const words = wordsOf(description.slice(0, 160))
    .map((word) => word.key)
    .join(' ');
  return CATEGORIES.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}
