import { type Decimal, sum } from '../values/decimal.ts';
import type { InvoiceMoney } from './rows.ts';

/**
 * What stands between the net sum and the total besides tax: shipping, a discount on the whole, tax withheld. They are
 * read only where they stand, so that the freight among the items does not count twice.
 */

/** The last sums of an invoice that can be adjustments. */
const MOST = 20;
const SIGNS: Readonly<Record<string, (amount: Decimal) => Decimal>> = {
  charge: (amount) => amount,
  allowance: (amount) => -Math.abs(amount),
  withheld: (amount) => -Math.abs(amount),
};

export function adjustments(money: readonly InvoiceMoney[]): InvoiceMoney[] {
  return money.filter((one) => one.label !== null && one.label.kind in SIGNS && one.amount.exact !== 0).slice(-MOST);
}

/** The signed total of the adjustments between two sums; 0 when there is none. */
export function adjustedBetween(
  adjusting: readonly InvoiceMoney[],
  net: InvoiceMoney | null,
  gross: InvoiceMoney | null,
): Decimal {
  if (!net || !gross) return 0;
  return sum(
    adjusting
      .filter((one) => one.span.start > net.span.start && one.span.end < gross.span.start)
      .map((one) => SIGNS[one.label?.kind ?? '']?.(one.amount.exact) ?? 0),
  );
}
