import { cellsOf } from '../text/cells.ts';
import type { Span } from '../text/source.ts';
import { wordsOf } from '../text/words.ts';
import type { Amount } from '../values/amounts.ts';
import type { InvoiceRow } from './rows.ts';

/** What a line of an invoice is for: its words, and its product code. */

/** Quantity and unit price of a line. */
export interface Factors {
  readonly quantity: Amount;
  readonly price: Amount;
}

export interface Described {
  readonly text: string;
  readonly span: Span;
  readonly start: number;
}

/** The cell with the most letters, and the lines below that stand in its column alone. */
export function describe(zone: readonly InvoiceRow[], index: number, factors: Factors | null): Described | null {
  const row = zone[index];
  if (!row) return null;
  const cells = descriptionCells(row, factors);
  const below = zone[index + 1];
  if (
    !cells.some((cell) => letters(cell.text) >= 3) &&
    below &&
    below.money.length === 0 &&
    letters(below.line.text) >= 3
  ) {
    return describe(zone, index + 1, null);
  }
  const cell = cells.reduce<(typeof cells)[number] | null>(
    (best, one) => (letters(one.text) > letters(best?.text ?? '') ? one : best),
    null,
  );
  if (!cell || letters(cell.text) < 2) return null;
  const own = withoutNumbers(cell.text);
  const parts = [own];
  let end = row.line.start + cell.start + own.length;
  for (const next of zone.slice(index + 1, index + 5)) {
    const [only, more] = cellsOf(next.line);
    const continues =
      only && !more && next.money.length === 0 && only.start >= cell.start - 2 && only.start <= cell.end;
    if (!continues || /[:=]/.test(only.text) || next.line.index - row.line.index > parts.length) break;
    parts.push(only.text);
    end = next.line.start + only.end;
  }
  return { text: parts.join(' '), span: { start: row.line.start + cell.start, end }, start: cell.start };
}

/** The cells in front of quantity and price; one that begins with a number that counts is no description. */
function descriptionCells(row: InvoiceRow, factors: Factors | null) {
  if (!factors) return cellsOf(row.line);
  const limit = Math.max(factors.quantity.start, factors.price.start);
  return cellsOf(row.line).filter((cell) => {
    const counted =
      [factors.quantity.start, factors.price.start].includes(cell.start) && cell.text.split(' ').length <= 2;
    return cell.start < limit && !counted;
  });
}

/** A description that shares its cell with quantity and price ends where the numbers begin. */
function withoutNumbers(text: string): string {
  const numbers = /^\D{3,200}?(?=\s\d{1,9}[.,]\d{2})/.exec(text)?.[0];
  return (numbers ?? text).trim();
}

export function codeIn(text: string, end: number): string | null {
  const code = cellsOf({ text: text.slice(0, end) })
    .at(-1)
    ?.text.split(' ')
    .at(-1);
  return code && code.length >= 3 && /\d/.test(code) && /^[\p{L}\d._/-]+$/u.test(code) ? code : null;
}

function letters(text: string): number {
  return wordsOf(text).reduce((count, word) => count + (/\d/.test(word.key) ? 0 : word.key.length), 0);
}
