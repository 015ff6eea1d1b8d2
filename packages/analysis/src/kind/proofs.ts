import type { CheckMeaning } from './kind.ts';

/** What can prove a single value, in `verification.fields`; kinds of documents share them. */

export const DATE_PROOFS: readonly CheckMeaning[] = [
  { name: 'date_reads_one_way', holds: 'the date can be read in one way only' },
  {
    name: 'date_printed_twice',
    holds: 'the text prints the same day again in a form that can be read in one way only',
  },
  { name: 'date_order_of_text', holds: 'other dates of the text show the order of day and month' },
  { name: 'date_weekday', holds: 'the day of the week beside the date is its own, and not that of another order' },
  { name: 'date_order_of_country', holds: 'the country of the document has one order of day and month' },
  { name: 'date_order_of_language', holds: 'the language of the document has the day first wherever it is spoken' },
];

export const CURRENCY_PROOFS: readonly CheckMeaning[] = [
  { name: 'currency_printed', holds: 'its code, or a sign of no other currency, stands beside sums' },
  { name: 'currency_named', holds: 'a label or a heading names it' },
  {
    name: 'currency_country',
    holds: 'its sign stands beside sums and the country is clear, or a till of that country prints no sign',
  },
];

export const NUMBER_PROOF: CheckMeaning = {
  name: 'number_beside_label',
  holds: 'the number stands beside its label, and no other one does',
};
