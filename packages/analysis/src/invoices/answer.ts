import { currencyPlace } from '../values/currency-place.ts';
import { type Decimal, toNumber } from '../values/decimal.ts';
import type { Document } from '../values/document.ts';
import { isMail, titleOfDocument } from '../values/titles.ts';
import { asOfType, typeField } from '../verification/document-type.ts';
import { givenFields, wholeStatus } from '../verification/fields.ts';
import { type Evidence, EvidenceCollector, type Verification } from '../verification/verification.ts';
import { checkInvoice } from './checks.ts';
import { forwardedInvoice } from './forwarded.ts';
import { type InvoiceReading, readInvoice } from './invoice.ts';
import { baseOfTax, rateOfLine, rateOfTax } from './places.ts';
import { invoiceFieldProofs } from './proofs.ts';
import type { InvoiceMoney } from './rows.ts';

/** The answer for an invoice. Members that are not found are null, never "" or 0. */

export interface InvoiceLineItem {
  readonly description: string | null;
  readonly quantity: number | null;
  readonly unitPrice: number | null;
  /** The printed total of the row. */
  readonly amount: number | null;
  readonly productCode: string | null;
  readonly unit: string | null;
  /** Percent. */
  readonly taxRate: number | null;
  readonly taxAmount: number | null;
}

export interface InvoiceTax {
  /** Percent. */
  readonly rate: number | null;
  readonly base: number | null;
  readonly amount: number | null;
}

export interface InvoiceData {
  readonly vendor: string | null;
  readonly invoiceNumber: string | null;
  /** YYYY-MM-DD. */
  readonly date: string | null;
  /** YYYY-MM-DD. */
  readonly dueDate: string | null;
  readonly subtotal: number | null;
  readonly tax: number | null;
  readonly total: number | null;
  readonly lineItems: readonly InvoiceLineItem[];
  /** ISO 4217. */
  readonly currency: string | null;
  readonly taxes: readonly InvoiceTax[];
  readonly customer: string | null;
  readonly purchaseOrder: string | null;
}

export interface InvoiceAnswer {
  readonly invoiceData: InvoiceData;
  readonly verification: Verification;
  readonly evidence: Evidence;
}

export function answerInvoice(printed: Document): InvoiceAnswer {
  const document = forwardedInvoice(printed) ?? printed;
  const reading = readInvoice(document);
  const collect = new EvidenceCollector(document.source);
  const { sums } = reading;
  const money = (path: string, one: InvoiceMoney | null) =>
    one ? collect.value(path, one.amount.value, one.span) : null;
  const field = (path: 'vendor' | 'invoiceNumber' | 'date' | 'dueDate' | 'customer' | 'purchaseOrder') =>
    collect.value(path, reading[path]?.value ?? null, reading[path]?.span);
  const invoiceData: InvoiceData = {
    vendor: field('vendor'),
    invoiceNumber: field('invoiceNumber'),
    date: field('date'),
    dueDate: field('dueDate'),
    subtotal: money('subtotal', sums.subtotal),
    tax: sums.taxExact === null ? null : collect.value('tax', toNumber(sums.taxExact), sums.tax?.span),
    total: money('total', sums.total),
    lineItems: lineItems(reading, collect),
    currency: collect.value('currency', reading.currency?.code ?? null, placeOfCurrency(document, reading)),
    taxes: taxes(document, reading, collect),
    customer: field('customer'),
    purchaseOrder: field('purchaseOrder'),
  };
  const own = checkInvoice(reading);
  const type = typeField(
    document,
    ['invoice', 'receipt'],
    !isMail(document) && (titleOfDocument(document) === 'invoice' || reading.numbers.length > 0),
  );
  const proofs = givenFields({ ...invoiceData }, invoiceFieldProofs(document, reading, own));
  const fields = { documentType: type, ...asOfType(type, proofs, ['verified']) };
  const verification: Verification = {
    status: wholeStatus(own.status, fields),
    checks: own.checks,
    fields,
    ungrounded: collect.ungrounded,
    engine: 'rules',
  };
  return { invoiceData, verification, evidence: collect.evidence };
}

function lineItems({ lines }: InvoiceReading, collect: EvidenceCollector): InvoiceLineItem[] {
  return lines.map((line, index) => ({
    description: collect.value(`lineItems.${index}.description`, line.description, line.descriptionSpan),
    quantity: collect.value(`lineItems.${index}.quantity`, number(line.quantity), line.quantitySpan),
    unitPrice: collect.value(`lineItems.${index}.unitPrice`, number(line.unitPrice), line.unitPriceSpan),
    amount: collect.value(`lineItems.${index}.amount`, toNumber(line.amount), line.amountSpan),
    productCode: collect.value(`lineItems.${index}.productCode`, line.productCode, line.codeSpan),
    unit: collect.value(`lineItems.${index}.unit`, line.unit, line.unitSpan),
    taxRate: collect.value(`lineItems.${index}.taxRate`, number(line.taxRate), rateOfLine(line)),
    taxAmount: collect.value(`lineItems.${index}.taxAmount`, number(line.taxAmount), line.taxSpan),
  }));
}

function placeOfCurrency({ source }: Document, { currency, sums }: InvoiceReading) {
  return currency === null ? null : currencyPlace(source.lines, currency.code, sums.total?.span);
}

function taxes(document: Document, { sums }: InvoiceReading, collect: EvidenceCollector): InvoiceTax[] {
  return sums.taxes.map((tax, index) => ({
    rate: collect.value(`taxes.${index}.rate`, number(tax.rate), rateOfTax(document, tax)),
    base: collect.value(`taxes.${index}.base`, number(tax.base), baseOfTax(document, tax, sums)),
    amount: collect.value(`taxes.${index}.amount`, toNumber(tax.amount), tax.money.span),
  }));
}

const number = (value: Decimal | null) => (value === null ? null : toNumber(value));
