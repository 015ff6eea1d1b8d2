import { type Decimal, near, SCALE, sum, toNumber } from '../values/decimal.ts';
import type { Document } from '../values/document.ts';
import {
  type Check,
  type Evidence,
  EvidenceCollector,
  sumCheck,
  type Verification,
} from '../verification/verification.ts';
import { type InvoiceReading, readInvoice } from './invoice.ts';
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

const CENT = SCALE / 100;

export function answerInvoice(document: Document): InvoiceAnswer {
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
    currency: reading.currency,
    taxes: taxes(reading, collect),
    customer: field('customer'),
    purchaseOrder: field('purchaseOrder'),
  };
  return { invoiceData, verification: verify(reading, collect), evidence: collect.evidence };
}

function lineItems({ lines }: InvoiceReading, collect: EvidenceCollector): InvoiceLineItem[] {
  return lines.map((line, index) => ({
    description: collect.value(`lineItems.${index}.description`, line.description, line.descriptionSpan),
    quantity: collect.value(`lineItems.${index}.quantity`, number(line.quantity), line.quantitySpan),
    unitPrice: collect.value(`lineItems.${index}.unitPrice`, number(line.unitPrice), line.unitPriceSpan),
    amount: collect.value(`lineItems.${index}.amount`, toNumber(line.amount), line.amountSpan),
    productCode: line.productCode,
    unit: line.unit,
    taxRate: number(line.taxRate),
    taxAmount: null,
  }));
}

function taxes({ sums }: InvoiceReading, collect: EvidenceCollector): InvoiceTax[] {
  return sums.taxes.map((tax, index) => ({
    rate: number(tax.rate),
    base: number(tax.base),
    amount: collect.value(`taxes.${index}.amount`, toNumber(tax.amount), tax.money.span),
  }));
}

const number = (value: Decimal | null) => (value === null ? null : toNumber(value));

/** Verified when subtotal and tax, with any shipping, discount or withheld tax between them and the total, give the total and the lines, where there are any, give the subtotal or total. */
function verify(reading: InvoiceReading, collect: EvidenceCollector): Verification {
  const { sums, lines } = reading;
  const checks: Check[] = [];
  const total = sums.total?.amount.exact ?? null;
  const net = sums.subtotal?.amount.exact ?? null;
  if (total !== null && net !== null) {
    checks.push(sumCheck('subtotal_plus_tax', total, net + sums.adjusted + (sums.taxExact ?? 0), CENT));
  }
  if (sums.taxes.length > 0 && sums.taxExact !== null) {
    checks.push(sumCheck('taxes', sums.taxExact, sum(sums.taxes.map((tax) => tax.amount)), sums.taxes.length * CENT));
  }
  if (lines.length > 0 && (total !== null || net !== null)) {
    const bought = sum(lines.map((line) => line.amount));
    const printed = [sums.lines, sums.subtotal, sums.total].flatMap((one) => (one ? [one.amount.exact] : []));
    const target = printed.find((value) => near(value, bought, CENT)) ?? printed[0] ?? bought;
    checks.push(sumCheck('line_items', target, bought, CENT));
  }
  const agree = checks.every((check) => check.ok);
  const proven = (sums.addsUp && sums.taxExact !== null) || (total !== null && reading.linesMatch);
  const contradicted = checks.some((check) => !check.ok && check.name !== 'line_items');
  const status = proven && agree ? 'verified' : contradicted ? 'failed' : 'unverified';
  return { status, checks, ungrounded: collect.ungrounded, engine: 'rules' };
}
