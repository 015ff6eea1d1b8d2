import type { CurrencyReading } from '../values/document-currency.ts';
import { type FieldVerification, fieldOf, proof, UNPROVEN } from './fields.ts';

/** A currency is proven where its own sign or code stands beside sums, a label names it, or the country is clear. */
export function currencyField(reading: CurrencyReading | null): FieldVerification {
  if (!reading || reading.mixed) return UNPROVEN;
  return fieldOf([proof(`currency_${reading.by}`, reading.code)]);
}
