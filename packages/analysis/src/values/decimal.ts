/**
 * Exact decimal numbers for money: an integer count of ten-thousandths. Sums of such integers are exact, and the
 * final division by 10,000 gives the same JavaScript number as the printed digits.
 */

/** An integer count of ten-thousandths. */
export type Decimal = number;

export const SCALE = 10_000;
/** The largest whole part that stays exact: 900 billion has 12 digits, so 11 digits are always safe. */
const WHOLE_DIGITS = 11;

/** From a whole part and decimals as digit strings. More than four decimals are rounded; null when out of range. */
export function decimalOf(whole: string, decimals: string): Decimal | null {
  const digits = whole.replace(/^0{1,64}/, '');
  if (digits.length > WHOLE_DIGITS) return null;
  const fraction = Number(decimals.slice(0, 4).padEnd(4, '0'));
  const roundUp = decimals.length > 4 && decimals.charCodeAt(4) >= 53 ? 1 : 0;
  return Number(digits === '' ? '0' : digits) * SCALE + fraction + roundUp;
}

export function toNumber(value: Decimal): number {
  return value === 0 ? 0 : value / SCALE;
}

/** The product of two decimals, rounded to ten-thousandths; null when it does not fit. */
export function product(a: Decimal, b: Decimal): Decimal | null {
  const small = a * b;
  if (Number.isSafeInteger(small)) return Math.round(small / SCALE) || 0;
  const exact = BigInt(Math.round(a)) * BigInt(Math.round(b));
  const half = exact < 0n ? -BigInt(SCALE / 2) : BigInt(SCALE / 2);
  const result = Number((exact + half) / BigInt(SCALE));
  return Number.isSafeInteger(result) ? result : null;
}

/** Whether two decimals differ by no more than a tolerance; all three are ten-thousandths. */
export function near(a: Decimal, b: Decimal, tolerance: Decimal): boolean {
  return Math.abs(a - b) <= tolerance;
}

export function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total + value, 0);
}
