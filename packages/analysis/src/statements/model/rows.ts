import type { JsonObject, JsonValue } from '../../models/json.ts';
import { partsOf } from '../../models/proposals.ts';
import { decimalOfNumber } from '../../models/quotes.ts';
import type { Line, Span } from '../../text/source.ts';
import { type Amount, parseAmount } from '../../values/amounts.ts';
import type { DateToken } from '../../values/dates.ts';
import type { Decimal } from '../../values/decimal.ts';
import { amountsIn, type Document, type Found, onLine } from '../../values/document.ts';
import { datesOf } from '../lines/days.ts';

/** One row of a statement as a model proposes it, read again from the lines that it names. */

export interface StatementRow {
  /** Position in `Source.lines` of the line that prints the amount. */
  readonly line: number;
  readonly date: Found<DateToken> | null;
  readonly description: string;
  /** Signed: by the printed sign where there is one, else by the model's direction. */
  readonly amount: Decimal;
  readonly amountSpan: Span;
  readonly balance: Found<Decimal> | null;
}

/** How far below its line number the amount of a row may stand. */
const REACH = 6;
const DATE_REACH = 60;

interface Place {
  readonly chunk: readonly Line[];
  /** Where to go on looking when the model names no line. */
  readonly cursor: number;
}

/** A proposed row with what the document prints of it; null when its amount is not there, or its sign unknown. */
export function readRow(node: JsonObject, document: Document, { chunk, cursor }: Place): StatementRow | null {
  const { quote, value } = partsOf(node.amount);
  const printed = quote === null ? null : parseAmount(quote, document.style);
  const size = printed
    ? Math.abs(printed.exact)
    : typeof value === 'number'
      ? Math.abs(decimalOfNumber(value) ?? Number.NaN)
      : Number.NaN;
  if (!Number.isFinite(size)) return null;
  const lines = candidates(node.line, { chunk, cursor });
  const found = amountOfSize(document, lines, size);
  if (!found) return null;
  const sign = signOf(found.amount, node, printed?.exact ?? (typeof value === 'number' ? value : 0));
  if (sign === null) return null;
  const at = chunk.indexOf(found.line);
  return {
    line: found.line.index,
    date: dateOf(node.date, document, chunk.slice(Math.max(0, at - DATE_REACH), at + 1)),
    description:
      descriptionOf(node.description, chunk.slice(Math.max(0, at - 3), at + REACH)) ??
      found.line.text.replace(/\s+/g, ' ').trim(),
    amount: sign * size,
    amountSpan: onLine(found.line, found.amount),
    balance: balanceOf(node.balance, document, chunk.slice(at, at + 3), found.amount),
  };
}

/** Around the named line; without one, from the row before on. */
function candidates(named: JsonValue | undefined, { chunk, cursor }: Place): readonly Line[] {
  if (typeof named !== 'number') return chunk.slice(cursor);
  const at = chunk.findIndex((line) => line.index === named - 1);
  if (at < 0) return [];
  const nearest = [chunk[at], ...chunk.slice(at + 1, at + REACH), ...chunk.slice(Math.max(0, at - 2), at)];
  return nearest.filter((line) => line !== undefined);
}

function amountOfSize(
  document: Document,
  lines: readonly Line[],
  size: Decimal,
): { line: Line; amount: Amount } | null {
  for (const line of lines) {
    const amount = amountsIn(document, line).find((one) => Math.abs(one.exact) === size && !one.percent);
    if (amount) return { line, amount };
  }
  return null;
}

/** A printed sign or suffix decides; else what the model says. */
function signOf(amount: Amount, node: JsonObject, proposed: number): 1 | -1 | null {
  if (amount.exact < 0) return -1;
  if (amount.marker !== null) return amount.marker === 'credit' ? 1 : -1;
  const direction = node.direction ?? node.type;
  if (direction === 'debit') return -1;
  if (direction === 'credit') return 1;
  return proposed < 0 ? -1 : null;
}

function balanceOf(
  node: JsonValue | undefined,
  document: Document,
  lines: readonly Line[],
  amount: Amount,
): Found<Decimal> | null {
  const { quote, value } = partsOf(node);
  const size =
    quote === null
      ? typeof value === 'number'
        ? decimalOfNumber(value)
        : null
      : (parseAmount(quote, document.style)?.exact ?? null);
  if (size === null) return null;
  for (const line of lines) {
    const found = amountsIn(document, line).findLast(
      (one) => Math.abs(one.exact) === Math.abs(size) && one.digitsStart !== amount.digitsStart,
    );
    if (found)
      return { value: found.marker === 'debit' ? -Math.abs(found.exact) : found.exact, span: onLine(line, found) };
  }
  return null;
}

/** The quoted date in the row, or in a row above when a date is printed once for several. */
function dateOf(node: JsonValue | undefined, document: Document, lines: readonly Line[]): Found<DateToken> | null {
  const { quote } = partsOf(node);
  const nearest = [...lines].reverse();
  for (const [distance, line] of nearest.entries()) {
    const dates = datesOf(line.text, { order: document.order, decimal: document.style.decimal });
    const date = dates.find(
      (one) => quote !== null && (sameText(one.text, quote) || (one.iso !== null && one.iso === quote.trim())),
    );
    const own = date ?? (distance === 0 && quote !== null ? dates[0] : undefined);
    if (own) return { value: own, span: onLine(line, own) };
  }
  return null;
}

function sameText(a: string, b: string): boolean {
  return a.replace(/\s+/g, '').toLowerCase() === b.replace(/\s+/g, '').toLowerCase();
}

/** The quoted words, as the lines of the row print them. */
function descriptionOf(node: JsonValue | undefined, lines: readonly Line[]): string | null {
  const { quote } = partsOf(node);
  if (quote === null) return null;
  const wanted = quote.replace(/\s+/g, ' ').trim();
  const text = lines
    .map((line) => line.text.trim())
    .join(' ')
    .replace(/\s+/g, ' ');
  const at = text.toLowerCase().indexOf(wanted.toLowerCase());
  return at < 0 ? null : text.slice(at, at + wanted.length);
}
