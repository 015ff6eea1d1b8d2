import type { Span } from '../text/source.ts';
import { type Decimal, near, SCALE, sum } from '../values/decimal.ts';
import type { Money, Row } from './rows.ts';
import type { ReceiptSums } from './total.ts';

/** The tax of a receipt: added to the goods, named as part of the total, or listed by rates in a table. */
export interface ReceiptTax {
  readonly exact: Decimal;
  /** Null for a sum that is not printed. */
  readonly span: Span | null;
  /** Whether a table by rates gives it, whose rows add up. */
  readonly rated: boolean;
}

/** A row of the table: what was paid at a rate, and the tax in it. */
interface RateRow {
  readonly gross: Decimal;
  readonly tax: Money;
}

const CENT = SCALE / 100;
/** Tax by rates is rounded for each of them. */
const ROUNDED = 2 * CENT;
const LARGEST_SHARE = 0.4;
const MOST_RATES = 6;

/**
 * Finds the tax.
 * @param added the taxes that lead from the goods to the total
 */
export function taxOf(rows: readonly Row[], sums: ReceiptSums, added: readonly Money[]): ReceiptTax | null {
  if (added.length > 0) return together(added);
  const targets = targetsOf(rows, sums);
  const rates = rows.map((row) => rateRows(row, targets)).filter((ways) => ways.length > 0);
  const whole = rates.flat().find(({ gross }) => targets.some((target) => near(gross, target, 0)));
  const listed = inParts(rates, targets);
  const best = whole ? [whole.tax] : (listed ?? onTop(rows, sums));
  const tax = best ? { ...together(best), rated: whole !== undefined || listed !== null } : null;
  if (tax && isShare(tax.exact, targets)) return tax;
  const summed = summedTax(rows);
  if (summed) return together([summed]);
  return sums.tax && isShare(sums.tax.amount.exact, targets) ? together([sums.tax]) : null;
}

function together(taxes: readonly Money[]): ReceiptTax {
  const [only, more] = taxes.filter(({ amount }) => amount.exact !== 0);
  return {
    exact: sum(taxes.map(({ amount }) => amount.exact)),
    span: only && !more ? only.span : null,
    rated: false,
  };
}

/** The total, and the other totals before and after rounding and service. */
function targetsOf(rows: readonly Row[], { total, subtotal, rounding }: ReceiptSums): Decimal[] {
  const chosen = [total, subtotal].flatMap((money) => money?.amount.exact ?? []);
  if (total && rounding) chosen.push(total.amount.exact - rounding.amount.exact);
  const printed = rows.flatMap((row) =>
    row.money.length === 1 && row.money[0]?.label?.kind === 'total' ? row.money[0].amount.exact : [],
  );
  return [...new Set([...chosen, ...printed])].filter((value) => value !== 0);
}

function isShare(tax: Decimal, targets: readonly Decimal[]): boolean {
  const largest = Math.max(...targets.map(Math.abs));
  return targets.length === 0 || Math.abs(tax) < LARGEST_SHARE * largest;
}

/** `19 %  10,00  1,90  11,90`, and rows that give two of the three; those can be read in two ways. */
function rateRows(row: Row, targets: readonly Decimal[]): RateRow[] {
  const money = row.money.slice(-3).toSorted((a, b) => a.amount.exact - b.amount.exact);
  const [tax, net, whole] = money;
  if (!tax || !net || tax.amount.exact < 0) return [];
  // Goods without tax are part of what was paid, too.
  if (tax.amount.exact === 0) return !whole && isZeroRated(row) ? [{ gross: net.amount.exact, tax }] : [];
  const [small, large] = [tax.amount.exact, net.amount.exact];
  if (whole) {
    const gross = whole.amount.exact;
    return near(small + large, gross, 0) && small < LARGEST_SHARE * gross ? [{ gross, tax }] : [];
  }
  const rate = row.amounts.find(({ percent, exact }) => percent && exact > 0)?.exact;
  if (rate === undefined) {
    return small < LARGEST_SHARE * large && targets.includes(small + large) ? [{ gross: small + large, tax }] : [];
  }
  const share = rate / SCALE / 100;
  const added = near(Math.round(large * share), small, CENT) ? [{ gross: large + small, tax }] : [];
  const within = near(Math.round((large * share) / (1 + share)), small, CENT) ? [{ gross: large, tax }] : [];
  return [...added, ...within];
}

const isZeroRated = (row: Row): boolean => row.amounts.some(({ percent, exact }) => percent && exact === 0);

/** The sum of the taxes above it, as `SUMA PTU` gives it. */
function summedTax(rows: readonly Row[]): Money | null {
  const taxes = rows.flatMap((row) => (row.money.length === 1 && row.money[0]?.label?.kind === 'tax' ? row.money : []));
  const found = taxes.slice(0, MOST_RATES).find((tax, index) => {
    const above = taxes.slice(0, index);
    return index >= 2 && sum(above.map(({ amount }) => amount.exact)) === tax.amount.exact;
  });
  return found ?? null;
}

/** Several taxes, one below the other, that lead from the subtotal to the total. */
function onTop(rows: readonly Row[], { total, subtotal }: ReceiptSums): Money[] | null {
  if (!total || !subtotal) return null;
  const taxes = rows.flatMap((row) => (row.money.length === 1 && row.money[0]?.label?.kind === 'tax' ? row.money : []));
  for (let count = 2; count <= Math.min(MOST_RATES, taxes.length); count += 1) {
    const some = taxes.slice(0, count);
    const gap = total.amount.exact - subtotal.amount.exact;
    if (near(sum(some.map(({ amount }) => amount.exact)), gap, ROUNDED)) return some;
  }
  return null;
}

/** The rates that together make up what was paid, each read in one of its ways; a table printed twice counts once. */
function inParts(rates: readonly (readonly RateRow[])[], targets: readonly Decimal[]): Money[] | null {
  const parts = rates.slice(0, MOST_RATES);
  for (let from = 0; from < parts.length; from += 1) {
    let ways: RateRow[][] = [[]];
    for (const part of parts.slice(from)) {
      ways = ways.flatMap((way) => part.map((rate) => [...way, rate]));
      const fits = ways.find((way) => way.length > 1 && isOneOf(sum(way.map(({ gross }) => gross)), targets));
      if (fits) return fits.map(({ tax }) => tax);
    }
  }
  return null;
}

function isOneOf(gross: Decimal, targets: readonly Decimal[]): boolean {
  return targets.some((target) => near(gross, target, ROUNDED));
}
