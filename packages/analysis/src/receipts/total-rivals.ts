import { type Decimal, near, SCALE, sum } from '../values/decimal.ts';
import type { Row } from './rows.ts';
import type { Candidate } from './total-candidates.ts';

/** The printed sums that have a better claim to be the total than the one that was chosen. */

/** Cash is rounded to five cents in several countries, to ten in some. */
const ROUNDING = (5 * SCALE) / 100;

interface Rivals {
  readonly candidates: readonly Candidate[];
  readonly taxes: readonly Decimal[];
  readonly payments: readonly Decimal[];
  readonly rows: readonly Row[];
}

/** The printed sum that has a better claim to be the total; null without one. */
export function rivalOf(value: Decimal, { candidates, taxes, payments, rows }: Rivals): Decimal | null {
  const larger = candidates.find((one) => isRival(one, value, taxes));
  if (larger) return larger.money.amount.exact;
  if (payments.includes(value)) return null;
  // Another total is what was paid.
  const paid = candidates.find(
    ({ money }) =>
      money.label?.kind === 'total' &&
      !near(money.amount.exact, value, ROUNDING) &&
      payments.includes(money.amount.exact),
  );
  return paid?.money.amount.exact ?? reducedBelow(value, rows);
}

/** What is left of a total after the deduction that is printed below it. */
function reducedBelow(value: Decimal, rows: readonly Row[]): Decimal | null {
  const at = rows.findIndex(({ money }) => money.some(({ amount }) => amount.exact === value));
  const below = rows.slice(at + 1, at + 8).flatMap(({ money }) => money);
  const off = below
    .filter(({ amount, label }) => (amount.exact < 0 && label?.kind !== 'card') || label?.kind === 'discount')
    .map(({ amount }) => Math.abs(amount.exact));
  const left = off.map((one) => value - one).filter((one) => one > 0);
  return (
    below.find(
      ({ amount, label }) => left.includes(amount.exact) && label?.kind !== 'tax' && label?.kind !== 'subtotal',
    )?.amount.exact ?? null
  );
}

function isRival({ money }: Candidate, value: Decimal, taxes: readonly Decimal[]): boolean {
  const { label, amount } = money;
  if (label?.kind !== 'total' || amount.exact <= value + ROUNDING) return false;
  return (label.final && !label.taxIncluded) || isGrossOf({ money }, value, taxes);
}

/** Whether a printed total is a sum with the printed tax on top: then that sum is the one before tax. */
export function isGrossOf({ money }: Pick<Candidate, 'money'>, value: Decimal, taxes: readonly Decimal[]): boolean {
  return money.label?.kind === 'total' && withTax(value, taxes).includes(money.amount.exact);
}

/** A sum with each of the printed taxes, and with all of them. */
function withTax(value: Decimal, taxes: readonly Decimal[]): Decimal[] {
  const added = taxes.filter((tax) => tax > 0).slice(0, 6);
  return [...added, sum(added)].filter((tax) => tax > 0 && tax < value).map((tax) => value + tax);
}
