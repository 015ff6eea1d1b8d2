import { type Decimal, sum } from '../values/decimal.ts';
import type { InvoiceMoney, InvoiceRow } from './rows.ts';

/**
 * What stands between the net sum and the total besides tax: shipping, a discount on the whole, tax withheld. They are
 * read only where they stand, so that the freight among the items does not count twice.
 */

/** The last sums of an invoice that can be adjustments. */
const MOST = 20;
/** What is taken off a sum takes its sign: a discount makes a credit smaller. */
const SIGNS: Readonly<Record<string, (amount: Decimal, of: Decimal) => Decimal>> = {
  charge: (amount) => amount,
  allowance: (amount, of) => -Math.abs(amount) * Math.sign(of),
  withheld: (amount, of) => -Math.abs(amount) * Math.sign(of),
};

/** The sums of a document with such labels; of "10 % of 147.30: -14.73" only the last. */
export function adjustments(rows: readonly InvoiceRow[]): InvoiceMoney[] {
  return rows
    .flatMap(({ money }) => money.filter((one, at) => kindOf(one) in SIGNS && kindOf(money[at + 1]) !== kindOf(one)))
    .filter((one) => one.amount.exact !== 0)
    .slice(-MOST);
}

const kindOf = (money: InvoiceMoney | undefined) => money?.label?.kind ?? '';

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
      .map((one) => SIGNS[kindOf(one)]?.(one.amount.exact, gross.amount.exact) ?? 0),
  );
}
