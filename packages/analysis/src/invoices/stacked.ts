import { wordsOf } from '../text/words.ts';
import { onLine } from '../values/document.ts';
import { factorsOf } from './factors.ts';
import type { InvoiceLine } from './read-lines.ts';
import type { InvoiceRow } from './rows.ts';

/**
 * Items of scans that give each box on a line of its own: description, quantity, unit price, amount, one below the
 * other. Only an amount that is the product of two numbers above it ends an item.
 */

/** An item has no more lines than this. */
const TALLEST = 9;

export function stackedLines(zone: readonly InvoiceRow[]): InvoiceLine[] {
  const lines: InvoiceLine[] = [];
  let from = 0;
  for (const [index, row] of zone.entries()) {
    const line = isNumber(row) ? stackedLine(zone.slice(Math.max(from, index - TALLEST), index), row) : null;
    if (!line) continue;
    lines.push(line);
    from = index + 1;
  }
  return lines;
}

/** A line of one number and nothing else. */
function isNumber(row: InvoiceRow): boolean {
  const [only, more] = row.amounts;
  return only !== undefined && !more && row.line.text.trim().length === only.end - only.start;
}

function stackedLine(above: readonly InvoiceRow[], row: InvoiceRow): InvoiceLine | null {
  const [money] = row.money;
  const numbers = above.filter(isNumber);
  if (!money || numbers.length < 2) return null;
  const factors = factorsOf(
    '',
    numbers.flatMap((one) => one.amounts),
    money.amount,
  );
  const placeOf = (amount: unknown) => numbers.find((one) => one.amounts[0] === amount);
  const [quantityRow, priceRow] = [placeOf(factors?.quantity), placeOf(factors?.price)];
  if (!factors || !quantityRow || !priceRow) return null;
  const words = above.filter((one) => !isNumber(one) && letters(one) >= 2);
  const [first, last] = [words[0]?.line, words.at(-1)?.line];
  return {
    description: words.length > 0 ? words.map((one) => one.line.text.trim()).join(' ') : null,
    descriptionSpan: first && last ? { start: startOf(first), end: last.start + last.text.trimEnd().length } : null,
    quantity: factors.quantity.exact,
    quantitySpan: onLine(quantityRow.line, factors.quantity),
    unitPrice: factors.price.exact,
    unitPriceSpan: onLine(priceRow.line, factors.price),
    unit: null,
    unitSpan: null,
    taxRate: above.flatMap((one) => one.amounts).find((one) => one.percent)?.exact ?? null,
    taxAmount: null,
    taxSpan: null,
    row,
    productCode: null,
    codeSpan: null,
    amount: money.amount.exact,
    amountSpan: money.span,
    column: money.amount.digitsEnd,
    proven: true,
  };
}

function startOf({ start, text }: InvoiceRow['line']): number {
  return start + text.length - text.trimStart().length;
}

function letters(row: InvoiceRow): number {
  return wordsOf(row.line.text).reduce((count, word) => count + (/\d/.test(word.key) ? 0 : word.key.length), 0);
}
