import { type Decimal, SCALE } from '../values/decimal.ts';
import type { Money, Row } from './rows.ts';
import { taxOnNet } from './total-proofs.ts';

/** Sums that may be the total although no words say so. */

export interface Candidate {
  readonly money: Money;
  readonly row: number;
  score: number;
}

/** More amounts behind one in a row show that it belongs to the list of goods. */
const MOST_SUMS = 10;
const MOST_PAYMENTS = 12;
/** Cash is rounded to five cents in several countries, to ten in some. */
const ROUNDING = (5 * SCALE) / 100;

/** A bare amount below the rounding that is the total above, rounded. */
export function roundedBelow(rows: readonly Row[]): Candidate[] {
  const found: Candidate[] = [];
  for (const [index, row] of rows.entries()) {
    const [total] = row.money;
    const step = rows[index + 1]?.money[0];
    const money = rows[index + 2]?.money[0];
    if (total?.label?.kind !== 'total' || !step || !money || money.label || step.amount.exact === 0) continue;
    const fits =
      Math.abs(step.amount.exact) <= ROUNDING && total.amount.exact + step.amount.exact === money.amount.exact;
    if (fits) found.push({ money, row: index + 2, score: 44 });
  }
  return found;
}

/** A bare amount that was paid and differs from a printed total by just the printed rounding, wherever it stands. */
export function roundedAndPaid(rows: readonly Row[], payments: readonly Decimal[]): Candidate[] {
  const all = rows.flatMap((row) => row.money.map((money) => ({ money, row: row.index })));
  const exact = (kind: string) =>
    all.filter(({ money }) => money.label?.kind === kind).map((one) => one.money.amount.exact);
  const totals = exact('total').slice(-MOST_PAYMENTS);
  const steps = exact('rounding')
    .filter((step) => step !== 0 && Math.abs(step) <= ROUNDING)
    .slice(-MOST_PAYMENTS);
  const rounded = new Set(totals.flatMap((total) => steps.map((step) => total + step)));
  return all
    .filter(
      ({ money }) => isUnnamed(money.label) && rounded.has(money.amount.exact) && payments.includes(money.amount.exact),
    )
    .map((one) => ({ ...one, score: 44 }));
}

/** `CASH TOTAL 10.45` below a rounding is a total too, and not what was handed over. */
const isUnnamed = (label: Money['label']) => label === null || (label.kind === 'cash' && label.ofTotal);

/**
 * Sums without words: one that the items add up to, and a total, the cash and the change in a row of bare numbers,
 * as texts give them that print all labels first.
 */
export function unlabeled(
  rows: readonly Row[],
  itemTotals: readonly Decimal[],
  block: (row: number) => boolean,
): Candidate[] {
  const found: Candidate[] = [];
  for (const row of rows) {
    for (const [step, money] of row.money.entries()) {
      const total = money.amount.exact;
      if (total <= 0 || block(row.index) || row.money.length - step > MOST_SUMS) continue;
      const given = row.money[step + 1]?.amount.exact;
      const back = row.money[step + 2]?.amount.exact;
      if (given !== undefined && back !== undefined && row.money.length >= 3 && back >= 0 && given - back === total) {
        found.push({ money, row: row.index, score: back === 0 ? 34 : 46 });
      } else if (
        money.label === null &&
        row.money.length === 1 &&
        itemTotals.includes(total) &&
        money.words.length === 0
      ) {
        found.push({ money, row: row.index, score: 2 });
      }
    }
  }
  return found;
}

const PLAIN_AMOUNT = new Set([
  'amount',
  'sale',
  'sale amount',
  'purchase',
  'purchase amount',
  'base amount',
  'fuel sale',
]);

/** `Amount (Rs)` */
const CURRENCY = /^(?:rs|inr|usd|eur|gbp|cad|aud|rm|myr|sgd|chf|kr|zl|pln|kes|ngn|zar)$/;

/** The amount on the slip of a card, which names no total. */
export function plainAmounts(rows: readonly Row[]): Candidate[] {
  return rows.flatMap((row) => {
    const [money] = row.money;
    const words = (money?.words ?? [])
      .map(({ key }) => key)
      .filter((word) => !CURRENCY.test(word))
      .join(' ');
    return money && row.money.length === 1 && PLAIN_AMOUNT.has(words) ? [{ money, row: row.index, score: 30 }] : [];
  });
}

/** A sum without words that net sum and tax give, where no words name a total. */
export function taxed(rows: readonly Row[], labeled: readonly { readonly money: Money }[]): Candidate[] {
  if (labeled.some(({ money }) => money.label?.kind === 'total')) return [];
  return rows.flatMap((row) => {
    const [money] = row.money;
    const fits = money && row.money.length === 1 && money.label === null && taxOnNet(rows, money.amount.exact) !== null;
    return fits ? [{ money, row: row.index, score: 30 }] : [];
  });
}
