import { type Decimal, near, SCALE, sum } from '../values/decimal.ts';
import { type Document, documentCurrency, type Found } from '../values/document.ts';
import { receiptDate } from './date.ts';
import { type Item, type ItemReading, itemReadings } from './items.ts';
import type { AmountKind } from './labels.ts';
import { merchantOf } from './merchant.ts';
import { type Money, type Row, rowsOf } from './rows.ts';
import { type ReceiptSums, sumsOf } from './total.ts';

/** Everything the rules read on a receipt, with places; the output and its verification are made from it. */
export interface ReceiptReading {
  readonly merchant: Found<string> | null;
  readonly date: (Found<string> & { readonly ambiguous: boolean }) | null;
  readonly currency: string | null;
  readonly sums: ReceiptSums;
  readonly items: readonly Item[];
  /** Taxes, discounts and charges printed below the goods that lead from them to the total. */
  readonly charges: readonly Charge[];
  /** What the items add up to: the total itself, the total before tax and rounding, or nothing printed. */
  readonly itemsMatch: 'total' | 'subtotal' | null;
  readonly rows: readonly Row[];
}

/** A line that is no goods but part of the total. */
export interface Charge {
  readonly type: 'tax' | 'discount' | 'charge' | 'rounding';
  readonly amount: Decimal;
  readonly description: string | null;
  readonly money: Money;
  readonly row: Row;
}

interface Match {
  readonly reading: ItemReading;
  readonly target: 'total' | 'subtotal';
  readonly charges: readonly Charge[];
}

const CHARGES: Partial<Record<AmountKind, Charge['type']>> = {
  tax: 'tax',
  discount: 'discount',
  service: 'charge',
  tip: 'charge',
  rounding: 'rounding',
};
const CENT = SCALE / 100;
const ROUNDING = 5 * CENT;

export function readReceipt(document: Document): ReceiptReading {
  const rows = rowsOf(document);
  const readings = itemReadings(rows);
  const sums = sumsOf(
    rows,
    readings.map((reading) => reading.total),
  );
  const match = matching(readings, sums, rows);
  return {
    merchant: merchantOf(document.source.lines),
    date: receiptDate(document),
    currency: documentCurrency(
      document,
      rows.flatMap((row) => row.money.map((money) => money.amount)),
    ),
    sums,
    items: (match?.reading ?? readings[0])?.items ?? [],
    charges: match?.charges ?? [],
    itemsMatch: match?.target ?? null,
    rows,
  };
}

/** The first reading of the items that adds up to a printed sum: to the total, if need be with what is printed below. */
function matching(readings: readonly ItemReading[], sums: ReceiptSums, rows: readonly Row[]): Match | null {
  const total = sums.total?.amount.exact;
  if (total === undefined) return null;
  const exact = readings.find((reading) => near(reading.total, total, 0));
  if (exact) return { reading: exact, target: 'total', charges: [] };
  const charged = withCharges(readings, total, chargesOf(rows), 0);
  const rounded = readings.find((reading) => near(reading.total, total, ROUNDING));
  if (rounded && charged?.charges.every((charge) => charge.type === 'rounding') !== true) {
    return { reading: rounded, target: 'total', charges: [] };
  }
  const close = charged ?? withCharges(readings, total, chargesOf(rows), ROUNDING);
  if (close) return close;
  const subtotal = sums.subtotal?.amount.exact;
  const before = readings.find((reading) => subtotal !== undefined && near(reading.total, subtotal, CENT));
  return before ? { reading: before, target: 'subtotal', charges: [] } : null;
}

/** The fewest charges and deductions that lead from the goods to the total. */
function withCharges(
  readings: readonly ItemReading[],
  total: Decimal,
  charges: readonly Charge[],
  tolerance: Decimal,
): Match | null {
  const subsets = Array.from({ length: 2 ** charges.length - 1 }, (_, index) =>
    charges.filter((_, bit) => ((index + 1) >> bit) & 1),
  );
  subsets.sort((a, b) => a.length - b.length);
  for (const subset of subsets) {
    if (new Set(subset.map((charge) => charge.type)).size < subset.length) continue;
    const extra = sum(subset.map((charge) => charge.amount));
    const reading = readings.find((one) => near(one.total + extra, total, tolerance));
    if (reading) return { reading, target: 'total', charges: subset };
  }
  return null;
}

/** What is printed below the goods and changes the total: different sums only, eight at most. */
function chargesOf(rows: readonly Row[]): Charge[] {
  const charges: Charge[] = [];
  for (const row of rows) {
    for (const money of row.money) {
      const type = CHARGES[money.label?.kind ?? 'other'];
      if (!type || money.amount.exact === 0) continue;
      const amount = type === 'discount' ? -Math.abs(money.amount.exact) : money.amount.exact;
      if (type === 'rounding' && Math.abs(amount) > ROUNDING) continue;
      if (charges.length < 8 && !charges.some((one) => one.type === type && one.amount === amount)) {
        charges.push({ type, amount, description: row.text.slice(0, money.amount.start).trim() || null, money, row });
      }
    }
  }
  return charges;
}
