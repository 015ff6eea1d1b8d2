import { type Cell, cellsOf } from '../text/cells.ts';
import { findPhrases, phrases, wordsOf } from '../text/words.ts';
import type { Amount } from '../values/amounts.ts';
import { type Decimal, near, product, SCALE } from '../values/decimal.ts';
import { onLine } from '../values/document.ts';
import { sameColumn } from './columns.ts';
import { isHeading, namesColumn } from './headings.ts';
import { sumLabel } from './labels.ts';
import type { InvoiceLine } from './read-lines.ts';
import type { InvoiceMoney, InvoiceRow } from './rows.ts';

/** What the heading of the list says about the other numbers of a line: its rate of tax, its tax, its quantity. */

const CENT = SCALE / 100;
const HIGHEST_RATE = 30 * SCALE;
const RATES = phrases({
  rate: `
    steuersatz, ust, mwst, vat rate, vat, tax rate, taux tva, tva, tipo iva, iva, aliquota, btw, moms, gst, gst rate,
    steuer, taxes, tax, stawka, stawka vat, dph, afa, alv`,
});
const REBATES = phrases({
  rebate: 'rabatt, disc, discount, remise, descuento, dto, sconto, sc, korting, rabat, nachlass, sleva, desconto',
});
const SAYS_RATE = /%|\b(?:rate|satz|taux|tipo|aliquota|stawka|sazba)\b/i;

/** Lines with the tax rate, the tax and the quantity of their columns. `rates` are those of the whole invoice. */
export function withColumns(
  rows: readonly InvoiceRow[],
  lines: readonly InvoiceLine[],
  rates: readonly Decimal[],
): InvoiceLine[] {
  const headings = rows.filter(isHeading);
  // "25 % of the contract price" is no rate of an invoice whose taxes are known.
  const known = (rate: Decimal | null) =>
    rate === null || rate === 0 || rates.length === 0 || rates.includes(rate) ? rate : null;
  return lines.map((line) => {
    const { row } = line;
    const heading = headings.findLast((one) => one.line.index < row.line.index);
    const rate = known(heading ? rateOf(line, heading, rates) : line.taxRate);
    const tax = rate === null ? null : taxOf(line, rate);
    const quantity = line.quantity === null && heading ? quantityOf(line, heading) : null;
    return {
      ...line,
      taxRate: rate,
      taxAmount: tax?.amount.exact ?? null,
      taxSpan: tax?.span ?? null,
      ...(quantity ? { quantity: quantity.exact, quantitySpan: onLine(row.line, quantity) } : {}),
    };
  });
}

/** The rate in the column of rates; a percentage elsewhere, but not one of a rebate. */
function rateOf({ row, taxRate }: InvoiceLine, heading: InvoiceRow, rates: readonly Decimal[]): Decimal | null {
  const cells = cellsOf(heading.line);
  const named = cells.filter((cell) => isRate(cell));
  const inCell = (cell: Cell, one: Amount) => sameColumn(heading.line, widened(cell), row.line, one);
  for (const one of row.amounts) {
    const cell = named.find((each) => inCell(each, one));
    if (!cell || one.exact < 0 || one.exact > HIGHEST_RATE || one.currency !== null) continue;
    // A bare number below "VAT" may be the tax itself.
    if (one.percent || SAYS_RATE.test(cell.text) || rates.includes(one.exact)) return one.exact;
  }
  const rebates = cells.filter((cell) => findPhrases(wordsOf(cell.text), REBATES).length > 0);
  const isRebate = row.amounts.some(
    (one) => one.percent && one.exact === taxRate && rebates.some((cell) => inCell(cell, one)),
  );
  return isRebate ? null : taxRate;
}

function isRate(cell: Cell): boolean {
  const words = wordsOf(cell.text);
  return findPhrases(words, RATES).length > 0 && (sumLabel(words)?.kind ?? 'tax') === 'tax';
}

/** Names of columns and the numbers below them are not always set flush. */
function widened({ start, end }: Cell) {
  return { start: Math.max(0, start - 2), end: end + 2 };
}

/** The tax of a line: another sum of its row, which is its rate of the amount, or is within the amount. */
function taxOf({ row, amount, amountSpan, unitPriceSpan }: InvoiceLine, rate: Decimal): InvoiceMoney | null {
  const percent = Math.round(rate / 100);
  const expected = product(amount, percent);
  if (expected === null) return null;
  const within = (amount * percent) / (SCALE + percent);
  const others = row.money.filter(({ span }) => span.start !== amountSpan.start && span.start !== unitPriceSpan?.start);
  const fits = (tax: Decimal) => others.find((one) => near(one.amount.exact, tax, CENT));
  return fits(expected) ?? fits(within) ?? null;
}

/** The count in the column of quantities, where no price is printed with it. */
function quantityOf({ row, amountSpan }: InvoiceLine, heading: InvoiceRow): Amount | null {
  const cell = cellsOf(heading.line).find((one) => namesColumn(wordsOf(one.text), 'count'));
  if (!cell) return null;
  const found = row.amounts.find(
    (one) => sameColumn(heading.line, widened(cell), row.line, one) && !one.letterBefore && !one.letterAfter,
  );
  const isCount = found && !found.percent && found.currency === null && found.exact > 0;
  return isCount && onLine(row.line, found).start !== amountSpan.start ? found : null;
}
