import type { Language } from '../calendar.ts';

/** What a transaction is; the first five bring money in, the others take it out. */
export type Kind =
  | 'salary'
  | 'transferIn'
  | 'refund'
  | 'interest'
  | 'deposit'
  | 'card'
  | 'directDebit'
  | 'standingOrder'
  | 'transferOut'
  | 'cash'
  | 'check'
  | 'fee';

export const CREDIT_KINDS: readonly Kind[] = ['salary', 'transferIn', 'refund', 'interest', 'deposit'];

/**
 * The words of one country's statements. A template is the lines of one description. Slots in braces are filled in:
 * {shop}, {company}, {person}, {city}, {iban}, {bic}, {date} (a few days before the booking), {time}, {year},
 * {money} (an amount in another currency or of a part, that is not the booked one) and {nN}, N digits.
 */
export interface Vocabulary {
  language: Language;
  /** Two letters of the country, for IBANs. */
  country: string;
  /** How dates inside descriptions are written. */
  datePattern: string;
  banks: readonly string[];
  streets: readonly string[];
  cities: readonly string[];
  people: readonly string[];
  companies: readonly string[];
  shops: readonly string[];
  templates: Partial<Record<Kind, readonly (readonly string[])[]>>;
}
