import { condensed } from '../text/words.ts';
import type { ValueType } from './typed.ts';
import { VOCABULARIES, type Vocabulary } from './vocabularies.ts';

/** What people name their fields: the labels that mean the same, and the kind of value behind them. */

/** The kind of value of each concept. */
const TYPES = {
  invoice_number: 'code',
  customer_number: 'code',
  order_number: 'code',
  contract_number: 'code',
  policy_number: 'code',
  account_number: 'code',
  delivery_note_number: 'code',
  receipt_number: 'code',
  reference: 'code',
  your_reference: 'code',
  passport_number: 'code',
  id_number: 'code',
  employee_number: 'code',
  serial_number: 'code',
  tracking_number: 'code',
  meter_number: 'code',
  iban: 'iban',
  bic: 'bic',
  vat_id: 'vat',
  tax_number: 'code',
  register_number: 'code',
  invoice_date: 'date',
  due_date: 'date',
  delivery_date: 'date',
  ship_date: 'date',
  order_date: 'date',
  payment_date: 'date',
  effective_date: 'date',
  end_date: 'date',
  signature_date: 'date',
  birth_date: 'date',
  collection_date: 'date',
  appointment_date: 'date',
  ip_address: 'code',
  date: 'date',
  total: 'money',
  net_amount: 'money',
  vat_amount: 'money',
  discount: 'money',
  shipping: 'money',
  deposit: 'money',
  vat_rate: 'percent',
  down_payment: 'money',
  validity: 'text',
  salary: 'money',
  rent: 'money',
  price: 'money',
  fee: 'money',
  premium: 'money',
  excess: 'money',
  opening_balance: 'money',
  closing_balance: 'money',
  budget: 'money',
  revenue: 'money',
  net_pay: 'money',
  gross_pay: 'money',
  email: 'email',
  phone: 'phone',
  mobile: 'phone',
  fax: 'phone',
  website: 'url',
  address: 'address',
  ship_to: 'party',
  customer: 'party',
  vendor: 'party',
  shipper: 'party',
  sender: 'party',
  recipient: 'party',
  landlord: 'party',
  tenant: 'party',
  employer: 'party',
  employee: 'party',
  policyholder: 'party',
  account_holder: 'party',
  signatory: 'party',
  contact_person: 'party',
  director: 'party',
  manager: 'party',
  name: 'party',
  first_name: 'text',
  last_name: 'text',
  bank: 'party',
  parties: 'party',
  governing_law: 'text',
  term: 'duration',
  notice_period: 'duration',
  probation: 'duration',
  warranty: 'duration',
  payment_terms: 'text',
  payment_method: 'text',
  subject: 'text',
  nationality: 'text',
  job_title: 'text',
  weight: 'measure',
  area: 'measure',
  period: 'period',
  holiday: 'text',
} as const satisfies Readonly<Record<string, ValueType>>;

export interface Concept {
  readonly id: string;
  readonly type: ValueType;
  /** In all languages, condensed. */
  readonly labels: readonly string[];
  /** Where each label stands in the list of its language: the first ones mean the concept most. */
  readonly rank: ReadonlyMap<string, number>;
}

for (const [language, vocabulary] of VOCABULARIES) {
  const [fault] = faultsOf(vocabulary);
  if (fault !== undefined) throw new Error(`The ${language} vocabulary is wrong. ${fault}`);
}

export const CONCEPTS: readonly Concept[] = Object.entries(TYPES).map(([id, type]) => {
  const rank = rankOf(id);
  return { id, type, labels: [...rank.keys()], rank };
});

/** What a label can mean. */
export const CONCEPT_OF: ReadonlyMap<string, readonly Concept[]> = byLabel();

function rankOf(id: string): Map<string, number> {
  const rank = new Map<string, number>();
  for (const vocabulary of VOCABULARIES.values()) {
    for (const [index, label] of (vocabulary[id] ?? []).entries()) {
      const key = condensed(label);
      rank.set(key, Math.min(index, rank.get(key) ?? index));
    }
  }
  return rank;
}

function byLabel(): Map<string, Concept[]> {
  const map = new Map<string, Concept[]>();
  for (const concept of CONCEPTS) {
    for (const label of concept.labels) map.set(label, [...(map.get(label) ?? []), concept]);
  }
  return map;
}

/**
 * What is wrong with a vocabulary: a concept that is not there, a label without a letter, or one that a concept has twice.
 */
export function faultsOf(vocabulary: Vocabulary): string[] {
  return Object.entries(vocabulary).flatMap(([id, labels]) => {
    const keys = labels.map(condensed);
    return [
      ...(id in TYPES ? [] : [`There is no concept "${id}".`]),
      ...labels.filter((_, index) => keys[index] === '').map((label) => `${id}: "${label}" has no letter.`),
      ...labels
        .filter((_, index) => keys.indexOf(keys[index] ?? '') < index)
        .map((label) => `${id}: "${label}" is there twice.`),
    ];
  });
}
