import { type Decimal, near, SCALE, sum, toNumber } from '../values/decimal.ts';
import { type FieldVerification, fieldOf, proof, UNPROVEN } from '../verification/fields.ts';
import type { ReceiptChecks } from './checks.ts';
import type { ReceiptReading } from './receipt.ts';
import type { Money } from './rows.ts';

/** What proves the tax of a receipt. */

const ROUNDING = (5 * SCALE) / 100;

/** A tax is proven by sums that it is part of, or by its rate. */
export function taxField(
  { tax, charges, sums, rows }: ReceiptReading,
  checks: ReceiptChecks,
  total: FieldVerification,
): FieldVerification {
  if (!tax || hasUnknownRate(rows, sums)) return UNPROVEN;
  const added = sum(charges.filter(({ type }) => type === 'tax').map(({ amount }) => amount));
  if (checks.items?.ok && added !== 0 && added === tax.exact) return fieldOf([checks.items]);
  if (checks.sums?.ok && tax.exact !== 0 && addedTax(sums, tax.exact)) return fieldOf([checks.sums]);
  const { taxes, tax: around } = checks.around;
  if (taxes && around === tax.exact && total.status === 'verified') return fieldOf([taxes]);
  if (tax.rated) return fieldOf([proof('tax_at_rate', toNumber(tax.exact))]);
  return UNPROVEN;
}

/** Whether a share of the subtotal that no word is known for stands between it and the total: it may be one more tax. */
function hasUnknownRate(rows: ReceiptReading['rows'], { subtotal, total }: ReceiptReading['sums']): boolean {
  const place = (one: Money | null) => rows.findIndex(({ money }) => one !== null && money.includes(one));
  const [from, to] = [place(subtotal), place(total)];
  return (
    from >= 0 &&
    rows
      .slice(from + 1, Math.max(from + 1, to))
      .some(({ amounts, money }) => amounts.some(({ percent }) => percent) && money.some(({ label }) => label === null))
  );
}

/** Whether the tax is what leads from the subtotal to the total, besides a tip that is printed too. */
function addedTax({ total, subtotal, tip }: ReceiptReading['sums'], tax: Decimal): boolean {
  if (!total || !subtotal) return false;
  const added = total.amount.exact - subtotal.amount.exact;
  return [0, tip?.amount.exact ?? 0].some((given) => near(added - given, tax, ROUNDING));
}
