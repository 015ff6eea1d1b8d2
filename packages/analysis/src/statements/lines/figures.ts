import type { Span } from '../../text/source.ts';
import { type Amount, type NumberStyle, scanAmounts } from '../../values/amounts.ts';
import type { DateToken } from '../../values/dates.ts';
import type { Decimal } from '../../values/decimal.ts';

/** The sums of money in a line of a statement, with the marks that tell credit from debit. */

export interface Figure extends Span {
  /** Without its sign, in ten-thousandths. */
  readonly size: Decimal;
  /** The printed mark: -1 for minus, brackets, DR, S (Soll) and the like, 1 for plus, CR, H (Haben); 0 without one. */
  readonly mark: -1 | 0 | 1;
  readonly currency: string | null;
  /** Offset of the last digit's end: figures of one column share it. */
  readonly edge: number;
  /** Whether at least two spaces, a tab or nothing stand before the figure. */
  readonly apart: boolean;
}

export interface FigureStyle {
  readonly numbers: NumberStyle;
  /** Whether the document prints money without decimals (yen, forint, rupiah). */
  readonly whole: boolean;
}

const MARK_BEHIND = /[ \u00a0]{0,2}(CR|DR|Cr|Dr|cr|dr|DB|Db|OD|Soll|Haben|[CDHS])(?![\p{L}\p{N}])\.?/uy;
const MARK_BEFORE = /(?<![\p{L}\p{N}])(CR|DR|Cr|Dr)[ \u00a0]{1,3}$/u;
/** A sign apart from its figure, behind a gap or a currency; dashes in a row are empty cells. */
const SIGN_BEFORE =
  /(?:^|[ \u00a0]{2}|\t|[€$£][ \u00a0]?)([-\u2212\u2013])[ \u00a0]{1,2}$|(?<=\s|^)(\+)[ \u00a0]{1,2}$/u;
const EMPTY_CELL_BEFORE = /(?:^|\s)[-\u2212\u2013]\s{1,20}[-\u2212\u2013]\s{1,2}$/u;
const SIGN_BEHIND = /[ \u00a0]{0,2}([-+\u2212\u2013])(?=$|[ \u00a0]{2}|[ \u00a0]?$|[ \u00a0]\d|\t|\))/y;
const SPACED = /(?:^|[\s(+\-\u2212€$£])\d{1,3}(?:[ \u00a0]\d{3})+(?:,\d{1,2}|\.\d{2})(?!\d)/gm;
/** Behind a sum that is not grouped, only a larger one may follow, up to the end of the line. */
const NUMBERS_ALONE = /^[ \u00a0][-\u2212]?\d{1,3}(?:[.,'\u2019 \u00a0]\d{3}){1,3}\s{0,40}$/;
/** Cells of whole units in groups of three. */
const SPACED_WHOLE = /(?<=[ \u00a0]{2}|\t)[-\u2212]?\d{1,3}(?:[ \u00a0]\d{3}){1,3}(?=[ \u00a0]{2}|\t|$)/gm;
const SPACED_CURRENCY = /[€$£] \d{1,3}(?:[ \u00a0]\d{3})+(?![\d.])/g;
const GROUPED = /\d[.'\u2019,]\d{3}(?:[.,]\d{2})(?!\d)/;
/** `EUR 66.55 zum Kurs 0.9641`, `101.42 EUR X 1.0813`: the original amount of a payment in another currency. */
const EXCHANGED =
  /^ ?(?:[A-Z]{3} )?(?:[xX×@]|(?:zum |à |al |tegen )?(?:kurs|cours|koers|cambio|taux|tasso|rate|exchange rate|exch\.? rate|fx rate|wechselkurs|umrechnungskurs|tipo de cambio|taxa)) {0,2}:? {0,2}\d{1,4}[.,]\d{3,8}(?!\d)/i;
const UNGROUPED = /(?<![\d.,])[1-9]\d{3,8}[.,]\d{2}(?!\d)/;
const DECIMALS =
  /(?<![\d.,/:])(\d{1,9}(?:[.,'\u2019]\d{3}|,\d{2}(?=,)){0,4})([.,])(\d{2})(?![\d/:%]|[.,]\d|\.(?:\s|$))/g;

/** How the whole document writes money. */
export function figureStyle(text: string): FigureStyle {
  const counts = { '.': 0, ',': 0 };
  for (const [, whole, point, decimals] of text.matchAll(DECIMALS)) {
    // `31.12` may be a date.
    const date = point === '.' && Number(whole) <= 31 && Number(decimals) <= 12 && whole?.length === 2;
    if (!date) counts[point === '.' ? '.' : ','] += 1;
  }
  const spaced = (text.match(SPACED) ?? []).length + (text.match(SPACED_CURRENCY) ?? []).length;
  const whole = counts['.'] + counts[','] < 2;
  const groups = spaced > 0 && !GROUPED.test(text) && !UNGROUPED.test(text);
  const spaceGroups = groups || (whole && (text.match(SPACED_WHOLE) ?? []).length > 1);
  const decimal = counts['.'] === counts[','] ? null : counts['.'] > counts[','] ? '.' : ',';
  return { numbers: { decimal, spaceGroups }, whole };
}

/** The money of a line, from left to right. Dates, percentages, rates, quantities and codes are left out. */
export function figuresOf(line: string, dates: readonly DateToken[], style: FigureStyle): Figure[] {
  if (!/\d/.test(line)) return [];
  const figures: Figure[] = [];
  for (const amount of scanAmounts(masked(line, dates), style.numbers)) {
    if (isMoney(amount, line, style)) figures.push(figureOf(amount, line));
  }
  return figures;
}

/** The line with its dates blanked, so that no number runs into a date. */
function masked(line: string, dates: readonly DateToken[]): string {
  let text = line;
  for (const { start, end } of dates) text = `${text.slice(0, start)}${'\ufffc'.repeat(end - start)}${text.slice(end)}`;
  return text;
}

function isMoney(amount: Amount, line: string, style: FigureStyle): boolean {
  if (amount.percent || amount.letterBefore) return false;
  if (amount.letterAfter && !markBehind(line, amount.end)) return false;
  if ('/#:@*'.includes(line.charAt(amount.digitsStart - 1) || ' ')) return false;
  if (/^[/:]\d/.test(line.slice(amount.digitsEnd, amount.digitsEnd + 2))) return false;
  if (EXCHANGED.test(line.slice(amount.digitsEnd, amount.digitsEnd + 48))) return false;
  if (amount.decimals === 2) return !isClock(amount, line) && hasPoint(amount, style);
  if (amount.decimals === 1)
    return amount.currency !== null || amount.grouped || hasCurrencyBehind(line, amount.digitsEnd);
  // Without decimals `042,287` is grouped like `342,287`.
  if (amount.decimals === 3 && style.whole) return amount.digits.length <= 7;
  if (amount.decimals > 2) return false;
  if (amount.currency !== null || hasCurrencyBehind(line, amount.digitsEnd)) return amount.digits.length <= 12;
  const placed = amount.grouped || isApart(line, amount.start) || NUMBERS_ALONE.test(line.slice(amount.digitsEnd));
  return style.whole && amount.digits.length <= 13 && placed;
}

/** `50 € 1.064,40 €`: where the line ends with a currency, currencies stand behind their numbers. */
function hasCurrencyBehind(line: string, at: number): boolean {
  return /^ ?(?:€|EUR\b)/.test(line.slice(at, at + 5)) && /(?:€|EUR)\s{0,40}$/.test(line);
}

/** In a document with decimal commas, `15.30` is no money. */
function hasPoint(amount: Amount, style: FigureStyle): boolean {
  const { decimal } = style.numbers;
  return decimal === null || amount.digits.charAt(amount.digits.length - 3) === decimal;
}

/** `16.24 Uhr` is a time. */
function isClock(amount: Amount, line: string): boolean {
  return amount.digits.length <= 5 && /^ ?(?:uhr|Uhr|UHR|h\b)/.test(line.slice(amount.digitsEnd, amount.digitsEnd + 4));
}

function figureOf(amount: Amount, line: string): Figure {
  const sign = signBehind(line, amount.end);
  const code = sign ? null : (markBehind(line, amount.digitsEnd) ?? markBehind(line, amount.end));
  const before = MARK_BEFORE.exec(line.slice(Math.max(0, amount.start - 8), amount.start));
  const plus = line.charAt(amount.start - 1) === '+' || line.charAt(amount.digitsStart - 1) === '+';
  const spaced = plus || amount.exact < 0 ? null : signBefore(line, amount.start);
  const mark = markOf(amount, sign?.mark ?? code?.mark ?? spaced?.mark ?? null, plus, before?.[1] ?? null);
  return {
    start:
      spaced?.start ??
      amount.start - (plus && line.charAt(amount.start - 1) === '+' ? 1 : 0) - (before?.[0].length ?? 0),
    end: Math.max(amount.end, sign?.end ?? 0, code?.end ?? 0),
    size: Math.abs(amount.exact) * (amount.decimals === 3 ? 1000 : 1),
    mark,
    currency: amount.currency,
    edge: amount.digitsEnd,
    apart: isApart(line, spaced?.start ?? amount.start - (plus ? 1 : 0)),
  };
}

function markOf(amount: Amount, behind: -1 | 1 | null, plus: boolean, before: string | null): -1 | 0 | 1 {
  const bracketed = amount.exact < 0;
  if (bracketed) return -1;
  if (behind !== null) return behind;
  if (amount.marker !== null) return amount.marker === 'debit' ? -1 : 1;
  if (before !== null) return /^d/i.test(before) ? -1 : 1;
  return plus ? 1 : 0;
}

function signBefore(line: string, at: number): { mark: -1 | 1; start: number } | null {
  const text = line.slice(Math.max(0, at - 30), at);
  const match = EMPTY_CELL_BEFORE.test(text) ? null : SIGN_BEFORE.exec(text);
  if (!match) return null;
  return { mark: match[2] ? 1 : -1, start: at - match[0].trimStart().length };
}

function signBehind(line: string, at: number): { mark: -1 | 1; end: number } | null {
  SIGN_BEHIND.lastIndex = at;
  const match = SIGN_BEHIND.exec(line);
  return match ? { mark: match[1] === '+' ? 1 : -1, end: at + match[0].length } : null;
}

function markBehind(line: string, at: number): { mark: -1 | 1; end: number } | null {
  MARK_BEHIND.lastIndex = at;
  const match = MARK_BEHIND.exec(line);
  const word = match?.[1] ?? '';
  if (!match) return null;
  const end = at + match[0].length;
  // A single letter must end its cell: "12.50 C" is a credit, "12.50 C Street" is not.
  if (word.length === 1 && !/^(?:$|\s{2}|\s*$|\s[-+(]?[\d€$£])/.test(line.slice(end))) return null;
  return { mark: /^(?:c|h)/i.test(word) ? 1 : -1, end };
}

function isApart(line: string, at: number): boolean {
  return at <= 0 || /(?:^|[ \u00a0]{2}|\t)$/.test(line.slice(Math.max(0, at - 2), at)) || at === 1;
}
