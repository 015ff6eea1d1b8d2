import type { Amount } from '../values/amounts.ts';
import { type Decimal, near, product, SCALE } from '../values/decimal.ts';

/** Quantity and unit price of a line: the numbers whose product is its amount. */
export interface Factors {
  readonly quantity: Amount;
  readonly price: Amount;
}

const CENT = SCALE / 100;
const HIGHEST_REBATE = 60 * SCALE;
/** Further than any place on a line. */
const FAR = 10_000;
const UNIT_OR_GAP = /^(?: ?\p{L}{1,5}\.?)?(?:\s{2}|\t|$)/u;

/**
 * Two numbers of a line whose product is an amount, if need be less a percentage that is printed too. Of equal numbers
 * the one in a column of its own is the quantity, then the one nearest to the price: not the 2 of "Consulting, phase 2".
 */
export function factorsOf(text: string, amounts: readonly Amount[], amount: Amount): Factors | null {
  const numbers = amounts
    .filter(
      (one) =>
        one !== amount &&
        !one.percent &&
        !one.letterBefore &&
        !isPartOfCode(text, one) &&
        (one.exact !== 0 || amount.exact === 0),
    )
    .slice(0, 10);
  const rates = amounts.filter((one) => one.percent).map((one) => one.exact);
  return productOf(text, numbers, amount, rates) ?? rebated(text, numbers, amount);
}

/** A number between price and amount may be a rebate in percent, whose heading has the sign. */
function rebated(text: string, all: readonly Amount[], amount: Amount): Factors | null {
  // Behind the amount stand the rate of a tax and the tax.
  const numbers = all.filter(({ end }) => end <= amount.start);
  const last = numbers.at(-1);
  if (!last || numbers.length < 3 || last.currency !== null || last.decimals > 2) return null;
  if (last.exact <= 0 || last.exact > HIGHEST_REBATE) return null;
  return productOf(text, numbers.slice(0, -1), amount, [last.exact]);
}

function productOf(
  text: string,
  numbers: readonly Amount[],
  amount: Amount,
  rates: readonly Decimal[],
): Factors | null {
  for (const price of [...numbers].reverse()) {
    const byPlace = numbers
      .map((one) => ({ one, apart: Math.abs(one.start - price.start) + (isAlone(text, one) ? 0 : FAR) }))
      .sort((a, b) => a.apart - b.apart);
    for (const { one: quantity } of byPlace) {
      if (quantity === price || quantity.currency !== null || quantity.exact === 0) continue;
      if (price.decimals === 0 && price.currency === null && quantity.decimals > 0) continue;
      const plain = product(quantity.exact, price.exact);
      if (plain !== null && fits(plain, amount.exact, quantity, price)) return { quantity, price };
      for (const rate of rates) {
        const less = plain === null ? null : product(plain, SCALE - Math.round(rate / 100));
        if (less !== null && rate > 0 && rate < 100 * SCALE && near(less, amount.exact, CENT))
          return { quantity, price };
      }
    }
  }
  return null;
}

/** The 1 of "us-east-1". */
function isPartOfCode(text: string, { digitsStart }: Amount): boolean {
  return /\p{L}[-_/]$/u.test(text.slice(Math.max(0, digitsStart - 2), digitsStart));
}

/** Whether a number, with its unit, has a column for itself. */
function isAlone(text: string, { start, end }: Amount): boolean {
  const apart = /(?:\s{2}|\t)$/.test(`  ${text.slice(0, start)}`.slice(-2));
  return apart && UNIT_OR_GAP.test(text.slice(end, end + 12));
}

/** A unit price can be printed rounded; the product may differ by half of its last digit for each piece. */
function fits(expected: Decimal, printed: Decimal, quantity: Amount, price: Amount): boolean {
  if (near(expected, printed, CENT)) return true;
  const half = 0.5 * 10 ** -price.decimals * Math.abs(quantity.exact);
  return (
    price.decimals >= 2 && Math.abs(printed) > CENT && near(expected, printed, Math.min(half, Math.abs(printed) * 0.04))
  );
}
