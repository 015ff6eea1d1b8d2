import type { GeneratedReceipt } from '../receipt.ts';

/**
 * The text of a receipt with another total, wherever it is printed: what was bought does not come to it. Null where
 * something that was bought has the same price, so that the other text would be as good.
 */
export function withOtherTotal({ text, truth }: GeneratedReceipt): string | null {
  const parts = [...truth.items.map(({ amount }) => amount), ...truth.charges, truth.tip ?? 0];
  if (truth.items.length === 0 || parts.some((part) => Math.abs(part) === Math.abs(truth.total))) return null;
  const printed = pattern(Math.abs(truth.total), truth.currency === 'JPY' ? '' : '[.,]');
  const forged = text.replace(printed, (figure) => `${(Number(figure[0]) % 9) + 1}${figure.slice(1)}`);
  return forged === text ? null : forged;
}

/** The digits of an amount with any mark between groups, and not as a part of a longer number. */
function pattern(minor: number, decimal: string): RegExp {
  const digits = String(minor).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\B(?=(?:\d{3})+$)/g, "[ ,.'\u00a0]?");
  const cents = decimal === '' ? '' : `${decimal}${digits.slice(-2)}`;
  return new RegExp(`(?<![\\d.,])${whole}${cents}(?![\\d]|[.,]\\d)`, 'g');
}
