import { type Cell, cellsOf } from '../text/cells.ts';
import type { Span } from '../text/source.ts';
import { wordsOf } from '../text/words.ts';
import type { Amount } from '../values/amounts.ts';
import type { Factors } from './factors.ts';
import type { InvoiceRow } from './rows.ts';

/** What a line of an invoice is for: its words, and its product code. */

export interface Described {
  readonly text: string;
  readonly span: Span;
  readonly start: number;
}

/** The cell with the most letters, without the numbers of the row, and the lines below that stand in its column alone. */
export function describe(
  zone: readonly InvoiceRow[],
  index: number,
  factors: Factors | null,
  amount: readonly Amount[],
): Described | null {
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
    return describe(zone, index + 1, null, []);
  }
  const cell = cells.reduce<(typeof cells)[number] | null>(
    (best, one) => (letters(one.text) > letters(best?.text ?? '') ? one : best),
    null,
  );
  if (!cell || letters(cell.text) < 2) return null;
  const own = withoutNumbers(row.line.text, cell, factors ? [factors.quantity, factors.price, ...amount] : amount);
  const parts = [row.line.text.slice(own.start, own.end)];
  let end = row.line.start + own.end;
  for (const next of zone.slice(index + 1, index + 5)) {
    const [only, more] = cellsOf(next.line);
    const continues =
      only &&
      !more &&
      next.money.length === 0 &&
      letters(only.text) >= 2 &&
      only.start >= cell.start - 2 &&
      only.start <= cell.end;
    if (!continues || /[:=]/.test(only.text) || next.line.index - row.line.index > parts.length) break;
    parts.push(only.text);
    end = next.line.start + only.end;
  }
  return { text: parts.join(' '), span: { start: row.line.start + own.start, end }, start: cell.start };
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

/** A description that shares its cell with the numbers of its row ends, or begins, where they stand. */
function withoutNumbers(text: string, cell: Cell, numbers: readonly Amount[]): Span {
  let { start, end } = cell;
  for (const number of numbers) {
    if (number.start === cell.start) start = Math.max(start, number.end);
    else if (number.start > cell.start) end = Math.min(end, number.start);
  }
  const head = /^ {0,3}(?:[x×*] )? {0,3}/.exec(text.slice(start, end))?.[0].length ?? 0;
  const tail = /(?: (?:[@x×*=:-]|à|a|je|zu je|at))? {0,3}$/.exec(text.slice(start, end))?.[0].length ?? 0;
  const own = { start: start + head, end: end - tail };
  return letters(text.slice(own.start, own.end)) >= 2 ? own : cell;
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
