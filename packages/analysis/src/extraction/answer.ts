import { answerInvoice } from '../invoices/answer.ts';
import { answerReceipt } from '../receipts/answer.ts';
import type { Document, Found } from '../values/document.ts';
import { type Evidence, EvidenceCollector, type Verification } from '../verification/verification.ts';
import { contactsOf } from './contacts.ts';
import { type DocumentType, documentType } from './document-type.ts';
import { customFields, labelledFields } from './fields.ts';
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
  const extractedData: ExtractedData = {
    ...(kind ? { documentType: kind } : {}),
    ...(wants('contacts') ? { contacts: contacts(document, collect) } : {}),
    ...(wants('dates') ? { dates: dates(document, collect) } : {}),
    ...(wants('amounts') ? { amounts: amounts(document, collect) } : {}),
    ...(wants('tables') ? { tables: tables(document, collect) } : {}),
    ...(type === 'custom' || type === 'auto' || names.length > 0
      ? { fields: fields(document, names, kind, collect) }
      : {}),
  };
  const checks = [{ name: 'quotes_in_text', ok: true, expected: null, actual: null }];
  const verification = { status: 'unverified', checks, ungrounded: collect.ungrounded, engine: 'rules' } as const;
  return { extractedData, verification, evidence: collect.evidence };
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
    text,
    label,
  }));
}

function amounts(document: Document, collect: EvidenceCollector): AmountData[] {
  return amountsOf(document).map(({ value, currency, text, label, span }, index) => ({
    value: collect.value(`amounts.${index}.value`, value, span),
    currency,
    text,
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

type Fields = Record<string, string | number | null>;

/** The fields asked for; in `auto` without names, those of the kind of document, else its `label: value` lines. */
function fields(
  document: Document,
  names: readonly string[],
  kind: DocumentType | undefined,
  collect: EvidenceCollector,
): Fields {
  if (names.length > 0) return entries([...customFields(document, names)], collect);
  if (kind === 'invoice')
    return known(answerInvoice(document).invoiceData, [
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
    ]);
  if (kind === 'receipt')
    return known(answerReceipt(document).receiptData, [
      'merchant',
      'date',
      'time',
      'total',
      'subtotal',
      'tax',
      'currency',
      'receiptNumber',
      'paymentMethod',
    ]);
  return entries([...labelledFields(document)], collect);
}

function entries(list: readonly (readonly [string, Found<string> | null])[], collect: EvidenceCollector): Fields {
  return Object.fromEntries(
    list.map(([name, found]) => [name, collect.value(`fields.${name}`, found?.value ?? null, found?.span)]),
  );
}

function known<Data extends object>(data: Data, keys: readonly (keyof Data & string)[]): Fields {
  return Object.fromEntries(keys.map((key) => [key, (data[key] ?? null) as string | number | null]));
}
