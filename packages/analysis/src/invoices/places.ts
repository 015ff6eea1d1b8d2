import type { Line, Lines } from '../text/lines.ts';
import type { Span } from '../text/source.ts';
import type { Amount } from '../values/amounts.ts';
import type { Decimal } from '../values/decimal.ts';
import { amountsIn, type Document, onLine } from '../values/document.ts';
import type { InvoiceLine } from './read-lines.ts';
import type { InvoiceSums } from './sums.ts';
import type { TaxLine } from './taxes.ts';

/** Where rates and bases of taxes are printed; null where they follow from other numbers. */

export function rateOfLine({ row, taxRate, quantitySpan, unitPriceSpan, amountSpan }: InvoiceLine): Span | null {
  const taken = [quantitySpan, unitPriceSpan, amountSpan].map((span) => span?.start);
  const free = row.amounts.filter((one) => !taken.includes(onLine(row.line, one).start));
  return placed(row.line, rateAmong(free, taxRate));
}

/** On the line of the tax, or on the one above it, which has the label of a sum that stands alone. */
export function rateOfTax(document: Document, { rate, money }: TaxLine): Span | null {
  return linesOf(document, money.span)
    .map((line) => placed(line, rateAmong(amountsIn(document, line), rate)))
    .reduce((found, one) => found ?? one, null);
}

export function baseOfTax(document: Document, { base, money }: TaxLine, { subtotal, total }: InvoiceSums): Span | null {
  const [line] = linesOf(document, money.span);
  const own = line && amountsIn(document, line).find((one) => one.exact === base && !one.percent);
  const printed = [subtotal, total].find((one) => one?.amount.exact === base);
  return (line && own ? onLine(line, own) : null) ?? printed?.span ?? null;
}

function rateAmong(amounts: readonly Amount[], rate: Decimal | null): Amount | undefined {
  const same = amounts.filter((one) => rate !== null && Math.abs(one.exact) === Math.abs(rate));
  return same.find((one) => one.percent) ?? same.find((one) => one.currency === null);
}

const placed = (line: Line, amount: Amount | undefined) => (amount ? onLine(line, amount) : null);

function linesOf(document: Document, { start }: Span): Line[] {
  const at = lineAt(document.source.lines, start);
  return [at, at - 1].flatMap((index) => (index >= 0 ? (document.source.lines.at(index) ?? []) : []));
}

function lineAt(lines: Lines, offset: number): number {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines.at(middle)?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
