import { answerInvoice } from '../invoices/answer.ts';
import { answerReceipt } from '../receipts/answer.ts';
import type { Document, Found } from '../values/document.ts';
import { type DocumentType, documentType } from '../values/document-type.ts';
import { type FieldVerification, fieldOf, givenFields, proof, UNPROVEN, wholeStatus } from '../verification/fields.ts';
import { type Evidence, EvidenceCollector, type Verification } from '../verification/verification.ts';
import { contactsOf } from './contacts.ts';
import { customFields, type FieldValue, labeledFields } from './fields.ts';
import { tablesOf } from './tables.ts';
import { amountsOf, datesOf } from './values.ts';

/** The answers of general extraction. */

export type ExtractionType = 'auto' | 'contacts' | 'tables' | 'dates' | 'amounts' | 'custom';

export interface ContactData {
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly address: string | null;
  readonly organization: string | null;
}

export interface TableData {
  readonly title: string | null;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface DateData {
  /** YYYY-MM-DD. */
  readonly date: string;
  readonly text: string;
  readonly label: string | null;
}

export interface AmountData {
  readonly value: number;
  readonly currency: string | null;
  readonly text: string;
  readonly label: string | null;
}

export interface ExtractedData {
  readonly documentType?: DocumentType;
  readonly contacts?: readonly ContactData[];
  readonly tables?: readonly TableData[];
  readonly dates?: readonly DateData[];
  readonly amounts?: readonly AmountData[];
  readonly fields?: Readonly<Record<string, string | number | null>>;
}

export interface ExtractionOptions {
  /** Default `auto`. */
  readonly extractionType?: ExtractionType | undefined;
  /** Names of values to look for. Needed for `custom`; with other types they are added as `fields`. */
  readonly customFields?: readonly string[] | undefined;
}

export interface ExtractionAnswer {
  readonly extractedData: ExtractedData;
  readonly verification: Verification;
  readonly evidence: Evidence;
}

export function answerExtraction(document: Document, options: ExtractionOptions = {}): ExtractionAnswer {
  const type = options.extractionType ?? 'auto';
  const names = options.customFields ?? [];
  const collect = new EvidenceCollector(document.source);
  const wants = (kind: ExtractionType) => type === kind || type === 'auto';
  const kind = type === 'auto' ? documentType(document) : undefined;
  const named = names.length > 0 ? customFields(document, names) : null;
  const known = named === null && type === 'auto' ? fields(document, kind, collect) : null;
  const extractedData: ExtractedData = {
    ...(kind ? { documentType: kind } : {}),
    ...(wants('contacts') ? { contacts: contacts(document, collect) } : {}),
    ...(wants('dates') ? { dates: dates(document, collect) } : {}),
    ...(wants('amounts') ? { amounts: amounts(document, collect) } : {}),
    ...(wants('tables') ? { tables: tables(document, collect) } : {}),
    ...(type === 'custom' || type === 'auto' || names.length > 0
      ? { fields: named ? entries([...named], collect) : (known?.fields ?? {}) }
      : {}),
  };
  const proofs = named ? namedProofs(named) : (known?.proofs ?? {});
  const verification = verify(document, {
    type,
    named: [...(named?.values() ?? [])],
    collect,
    data: extractedData,
    proofs,
  });
  return { extractedData, verification, evidence: collect.evidence };
}

interface Read {
  readonly type: ExtractionType;
  readonly named: readonly (FieldValue | null)[];
  readonly collect: EvidenceCollector;
  readonly data: ExtractedData;
  /** By the names of `fields`. */
  readonly proofs: Readonly<Record<string, FieldVerification>>;
}

/**
 * Verified when fields were all that was asked for and each has a value beside its label, which no other label
 * contradicts. Nothing proves that a list is complete, or that what was not found is not stated.
 */
function verify({ source }: Document, { type, named, collect, data, proofs }: Read): Verification {
  const places = Object.values(collect.evidence);
  const found = places.filter(({ start, end }) => /[\p{L}\p{N}\p{S}]/u.test(source.original.slice(start, end)));
  const [given, actual] = [places.length, found.length];
  const quotes = { name: 'quotes_in_text', ok: actual === given, expected: given, actual };
  const sure = named.length > 0 && named.every((one) => one?.sure === true);
  const labels = { name: 'labels_of_fields', ok: true, expected: named.length, actual: named.length };
  const { fields: values = {}, ...lists } = data;
  const prefixed = (members: object) =>
    Object.fromEntries(Object.entries(members).map(([name, value]) => [`fields.${name}`, value]));
  const told = { ...givenFields({ ...lists }, {}), ...givenFields(prefixed(values), prefixed(proofs)) };
  const status = type === 'custom' && sure && quotes.ok ? 'verified' : 'unverified';
  return {
    // What is a list may be incomplete, so that only named values can be proven.
    status: wholeStatus(status, told),
    checks: sure ? [quotes, labels] : [quotes],
    fields: told,
    ungrounded: collect.ungrounded,
    engine: 'rules',
  };
}

function contacts(document: Document, collect: EvidenceCollector): ContactData[] {
  return contactsOf(document).map((contact, index) => {
    const value = (key: keyof ContactData) =>
      collect.value(`contacts.${index}.${key}`, contact[key]?.value ?? null, contact[key]?.span);
    return {
      name: value('name'),
      email: value('email'),
      phone: value('phone'),
      address: value('address'),
      organization: value('organization'),
    };
  });
}

function dates(document: Document, collect: EvidenceCollector): DateData[] {
  return datesOf(document).map(({ date, text, label, span }, index) => ({
    date: collect.value(`dates.${index}.date`, date, span),
    text: collect.value(`dates.${index}.text`, text, span),
    label,
  }));
}

function amounts(document: Document, collect: EvidenceCollector): AmountData[] {
  return amountsOf(document).map(({ value, currency, currencySpan, text, label, span }, index) => ({
    value: collect.value(`amounts.${index}.value`, value, span),
    currency: collect.value(`amounts.${index}.currency`, currency, currencySpan),
    text: collect.value(`amounts.${index}.text`, text, span),
    label,
  }));
}

function tables(document: Document, collect: EvidenceCollector): TableData[] {
  return tablesOf(document).map(({ title, headers, rows, span }, index) => ({
    title,
    headers,
    rows: collect.value(`tables.${index}.rows`, rows, span),
  }));
}

const INVOICE_FIELDS = [
  'vendor',
  'customer',
  'invoiceNumber',
  'date',
  'dueDate',
  'purchaseOrder',
  'subtotal',
  'tax',
  'total',
  'currency',
] as const;
const RECEIPT_FIELDS = [
  'merchant',
  'date',
  'time',
  'total',
  'subtotal',
  'tax',
  'currency',
  'receiptNumber',
  'paymentMethod',
] as const;

type Fields = Record<string, string | number | null>;

interface KnownFields {
  readonly fields: Fields;
  readonly proofs: Readonly<Record<string, FieldVerification>>;
}

/** In `auto` without names: the fields of the kind of document, else its `label: value` lines. */
function fields(document: Document, kind: DocumentType | undefined, collect: EvidenceCollector): KnownFields {
  if (kind === 'invoice') {
    const { invoiceData, evidence, verification } = answerInvoice(document);
    return { fields: known(invoiceData, INVOICE_FIELDS, { evidence, collect }), proofs: verification.fields };
  }
  if (kind === 'receipt') {
    const { receiptData, evidence, verification } = answerReceipt(document);
    return { fields: known(receiptData, RECEIPT_FIELDS, { evidence, collect }), proofs: verification.fields };
  }
  return { fields: entries([...labeledFields(document)], collect), proofs: {} };
}

/** A value beside a label that means the field; others are told with nothing to prove them. */
function namedProofs(named: ReadonlyMap<string, FieldValue | null>): Record<string, FieldVerification> {
  return Object.fromEntries(
    [...named].map(([name, found]) => [name, found?.sure ? fieldOf([proof('label_of_field', found.value)]) : UNPROVEN]),
  );
}

function entries(list: readonly (readonly [string, Found<string> | null])[], collect: EvidenceCollector): Fields {
  return Object.fromEntries(
    list.map(([name, found]) => [name, collect.value(`fields.${name}`, found?.value ?? null, found?.span)]),
  );
}

/** Fields of a whole document, where its reader found them. */
function known<Data extends object>(
  data: Data,
  keys: readonly (keyof Data & string)[],
  { evidence, collect }: { readonly evidence: Evidence; readonly collect: EvidenceCollector },
): Fields {
  return Object.fromEntries(
    keys.map((key) => {
      const value = (data[key] ?? null) as string | number | null;
      return [key, collect.placed(`fields.${key}`, value, evidence[key])];
    }),
  );
}
