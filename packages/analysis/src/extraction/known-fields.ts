import { answerInvoice, type InvoiceAnswer } from '../invoices/answer.ts';
import { answerReceipt, type ReceiptAnswer } from '../receipts/answer.ts';
import { answerStatement } from '../statements/answer.ts';
import type { StatementAnalysis } from '../statements/types.ts';
import type { Span } from '../text/source.ts';
import type { Document, Found } from '../values/document.ts';
import { documentType } from '../values/document-type.ts';
import { remembered } from '../values/remembered.ts';
import type { Evidence } from '../verification/verification.ts';
import { signatureDate } from './agreements.ts';
import { type Contact, contactsOf } from './contacts.ts';
import type { FieldName } from './field-name.ts';
import { letterOf } from './letters.ts';
import { type ValueType, valuesIn } from './typed.ts';

/** Fields that a kind of document has without naming them: the sender of a letter, the vendor of an invoice. */

/** What the readers of whole documents found, read once for all fields. */
export const invoiceOf: (document: Document) => InvoiceAnswer = remembered(answerInvoice);
export const receiptOf: (document: Document) => ReceiptAnswer = remembered(answerReceipt);
export const statementOf: (document: Document) => StatementAnalysis = remembered((document) =>
  answerStatement(document.source.original, { includeEvidence: true }),
);
export const contactsRead: (document: Document) => readonly Contact[] = remembered(contactsOf);

const INVOICE: Readonly<Record<string, string>> = {
  vendor: 'vendor',
  customer: 'customer',
  recipient: 'customer',
  sender: 'vendor',
  invoice_number: 'invoiceNumber',
  invoice_date: 'date',
  date: 'date',
  due_date: 'dueDate',
  total: 'total',
  net_amount: 'subtotal',
  vat_amount: 'tax',
};
const RECEIPT: Readonly<Record<string, string>> = {
  vendor: 'merchant',
  invoice_date: 'date',
  date: 'date',
  total: 'total',
  receipt_number: 'receiptNumber',
};
const STATEMENT: Readonly<Record<string, 'bankName' | 'holder' | 'accountNumber' | 'statementPeriod'>> = {
  bank: 'bankName',
  account_holder: 'holder',
  account_number: 'accountNumber',
  period: 'statementPeriod',
};
/** Values that need no label: whoever asks for an IBAN means the one that is there. */
const BY_THEMSELVES: ReadonlySet<string> = new Set(['iban', 'bic', 'email', 'phone', 'website', 'vat_id']);

export function documentFields(document: Document, field: FieldName): Found<string> | null {
  const { concept } = field;
  if (concept !== null && BY_THEMSELVES.has(concept)) return byItself(document, field.type);
  if (concept === null && ['iban', 'email', 'phone', 'url'].includes(field.type)) return onlyOne(document, field.type);
  if (concept === null) return null;
  const type = documentType(document);
  if (type === 'invoice' && INVOICE[concept]) {
    const { invoiceData, evidence } = invoiceOf(document);
    const found = printed(document, evidence, INVOICE[concept], invoiceData);
    return found ?? (INVOICE[concept] === 'customer' ? letterOf(document).recipient : null);
  }
  if (type === 'receipt' && RECEIPT[concept]) {
    const { receiptData, evidence } = receiptOf(document);
    return printed(document, evidence, RECEIPT[concept], receiptData);
  }
  if (type === 'bank_statement' && STATEMENT[concept]) return ofStatement(document, STATEMENT[concept]);
  if (type === 'resume' || type === 'letter') return ofPerson(document, concept, type);
  return concept === 'date' || concept === 'invoice_date' ? signatureDate(document) : null;
}

function ofStatement(
  document: Document,
  member: 'bankName' | 'holder' | 'accountNumber' | 'statementPeriod',
): Found<string> | null {
  const value = statementOf(document).accountInfo[member];
  const start = value ? document.source.text.indexOf(value) : -1;
  return value && start >= 0 ? { value, span: { start, end: start + value.length } } : null;
}

/** The printed words of a value that the reader of invoices or receipts found. */
function printed(document: Document, evidence: Evidence, path: string, data: object): Found<string> | null {
  const place = evidence[path];
  if (!place || (data as Record<string, unknown>)[path] === null) return null;
  const span = cleanSpan(document, place);
  return {
    value: document.source.text
      .slice(span.start, span.end)
      .replace(/\s{1,1000}/g, ' ')
      .trim(),
    span,
  };
}

function ofPerson(document: Document, concept: string, type: 'resume' | 'letter'): Found<string> | null {
  if (type === 'letter') {
    const letter = letterOf(document);
    if (concept === 'sender' || concept === 'vendor') return letter.sender;
    if (concept === 'recipient' || concept === 'customer') return letter.recipient;
    if (concept === 'signatory') return letter.signatory;
    if (concept === 'subject') return letter.subject;
    if (concept === 'date' || concept === 'invoice_date') return letter.date;
    return null;
  }
  const [contact] = contactsRead(document);
  if (concept === 'name') return contact?.name ?? null;
  return concept === 'address' ? (contact?.address ?? null) : null;
}

/** What stands in front of a telephone number in a sentence. */
const CALLED =
  /(?<!\p{L})(?:erreich\p{L}{1,5}|unter|call|ring|appel\p{L}{1,4}|joindre|llam\p{L}{1,4}|chiam\p{L}{1,5}|bel\p{L}{0,4})(?!\p{L})[^.;]{0,60}?((?<![\d.,-])(?:\+|0)\d[\d ()/-]{5,18}\d)(?![\d.,]\d)/iu;

function calledPhone(document: Document): Found<string> | null {
  for (const line of document.source.lines.slice(0, 20_000)) {
    const match = CALLED.exec(line.text);
    const value = match?.[1];
    if (!match || !value) continue;
    const start = match.index + match[0].length - value.length;
    return taken(line.text, line.start, { start, end: start + value.length });
  }
  return null;
}

function byItself(document: Document, type: ValueType): Found<string> | null {
  for (const line of document.source.lines) {
    const [span] = valuesIn(line.text, type, document);
    if (span && !(type === 'phone' && /fax/i.test(line.text.slice(0, span.start))))
      return taken(line.text, line.start, span);
  }
  if (type !== 'phone') return null;
  return contactsRead(document).find((contact) => contact.phone)?.phone ?? calledPhone(document);
}

function onlyOne(document: Document, type: ValueType): Found<string> | null {
  let found: Found<string> | null = null;
  for (const line of document.source.lines) {
    for (const span of valuesIn(line.text, type, document)) {
      const one = taken(line.text, line.start, span);
      if (found && found.value !== one.value) return null;
      found = one;
    }
  }
  return found;
}

function taken(text: string, start: number, span: Span): Found<string> {
  return { value: text.slice(span.start, span.end), span: { start: start + span.start, end: start + span.end } };
}

/** The span in the cleaned text of one in the caller's text; found by halving, because the way only grows. */
export function cleanSpan(document: Document, place: Span): Span {
  return { start: cleanOffset(document, place.start), end: cleanOffset(document, place.end - 1) + 1 };
}

function cleanOffset(document: Document, original: number): number {
  let low = 0;
  let high = document.source.text.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (document.source.originalOffset(middle) < original) low = middle + 1;
    else high = middle;
  }
  return low;
}
