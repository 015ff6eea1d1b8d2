import { roundedCents } from '../credits/invoices.ts';
import { CENT } from '../credits/plans.ts';
import type { Tax } from '../data/schema/billing.ts';
import type { BilledLine } from './lines.ts';
import { PARTS_A_PERCENT, type Seller } from './seller.ts';
import { isInEu } from './tax-number.ts';

/** Parts of a whole: what rates are counted in. */
const WHOLE = 100 * PARTS_A_PERCENT;

/** Of a customer, what decides on the tax. */
export interface TaxPlace {
  readonly country: string;
  readonly region?: string;
  readonly tax_id?: string;
}

/**
 * What is added to prices. A business of another country of the European Union that has a number accounts for the tax
 * itself (Directive 2006/112/EC, article 196); the rate of a part of a country goes before that of the country.
 * @param place of the customer; undefined: nobody said, and it is as one of the seller's country
 * @returns undefined: nothing
 */
export function taxFor({ country: home, taxes }: Seller, place: TaxPlace | undefined): Tax | undefined {
  const country = place?.country ?? home;
  if (taxes.length === 0 || country === undefined) return undefined;
  if (place?.tax_id !== undefined && isInEu(country) && country !== home) {
    return { name: 'VAT', rate: 0, reverseCharge: true, country };
  }
  const rules = taxes.filter((each) => each.country === country);
  const rule =
    rules.find(({ region }) => region !== undefined && region === place?.region) ??
    rules.find(({ region }) => region === undefined);
  if (rule === undefined || rule.percent === 0) return undefined;
  return { name: rule.name, rate: Math.round(rule.percent * PARTS_A_PERCENT), reverseCharge: false, country };
}

export const percentOf = ({ rate }: Tax): number => rate / PARTS_A_PERCENT;

/** The tax on a sum that is not negative, rounded once for the whole invoice. */
export function taxCents(net: number, tax: Tax | undefined): number {
  return tax === undefined ? 0 : roundedCents((net * tax.rate) / (WHOLE / CENT));
}

/** The lines of an invoice, and that of its tax where there is any. */
export function taxedLines(lines: readonly BilledLine[], tax: Tax | undefined): readonly BilledLine[] {
  const cents = taxCents(
    lines.reduce((sum, line) => sum + line.cents, 0),
    tax,
  );
  return tax === undefined || cents === 0 ? lines : [...lines, taxLine(tax, cents)];
}

/** @param cents negative: given back */
function taxLine(tax: Tax, cents: number): BilledLine {
  const text = `${tax.name}, ${percentOf(tax)} %`;
  return { kind: 'tax', text, quantity: Math.sign(cents), unitPrice: Math.abs(cents) * CENT, cents };
}

/** An invoice that some is given back of, in cents. */
export interface Corrected {
  readonly total: number;
  readonly tax: number;
  /** What credit notes before have given back, with tax, and the tax of it. */
  readonly given: { readonly total: number; readonly tax: number };
}

/**
 * The lines of a credit note: what is given back has as much tax in it as the invoice had, so that all notes of an
 * invoice that is given back as a whole have its tax, to the cent.
 */
export function creditLines(cents: number, tax: Tax | undefined, corrected: Corrected): readonly BilledLine[] {
  const { total, given } = corrected;
  const part = total === 0 ? 0 : share(given.total + cents, corrected) - given.tax;
  const ofTax = tax === undefined ? 0 : Math.min(cents, Math.max(0, part));
  const net = cents - ofTax;
  const refund = { kind: 'refund', text: 'Given back', quantity: -1, unitPrice: net * CENT, cents: -net } as const;
  return tax === undefined || ofTax === 0 ? [refund] : [refund, taxLine(tax, -ofTax)];
}

/** The tax in a part of an invoice, half a cent up. Exact however large it is. */
const share = (cents: number, { total, tax }: Corrected): number =>
  Number((2n * BigInt(cents) * BigInt(tax) + BigInt(total)) / (2n * BigInt(total)));
