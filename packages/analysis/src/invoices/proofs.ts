import { near, SCALE } from '../values/decimal.ts';
import type { Document, Found } from '../values/document.ts';
import { currencyField } from '../verification/currency.ts';
import { dateProof } from '../verification/dates.ts';
import { type FieldVerification, fieldOf, proof, UNPROVEN } from '../verification/fields.ts';
import type { Check } from '../verification/verification.ts';
import type { InvoiceChecks } from './checks.ts';
import type { InvoiceReading } from './invoice.ts';
import type { InvoiceLine } from './lines.ts';
import type { Party } from './parties.ts';

/** What proves each value of an invoice, and what is printed that contradicts it. */

const CENT = SCALE / 100;
/** Signs around a name that together leave no doubt. */
const SURE_SIGNS = 20;

export function invoiceFieldProofs(
  document: Document,
  reading: InvoiceReading,
  own: InvoiceChecks,
): Record<string, FieldVerification> {
  return {
    vendor: partyField('vendor', reading.vendor),
    invoiceNumber: numberField(reading, own),
    date: dateField(document, reading.date, reading.dateLabeled),
    dueDate: dateField(document, reading.dueDate, reading.dueDate !== null),
    ...sumFields(reading, own),
    lineItems: linesField(reading, own),
    currency: currencyField(reading.currency),
    customer: partyField('customer', reading.customer),
    purchaseOrder: reading.orderSure
      ? fieldOf([proof('number_beside_label', reading.purchaseOrder?.value ?? null)])
      : UNPROVEN,
  };
}

function partyField(name: 'vendor' | 'customer', party: Party | null): FieldVerification {
  if (!party) return UNPROVEN;
  const { signs = 0 } = party;
  if (party.by !== 'signs') return fieldOf([proof(`${name}_by_${party.by}`, party.value)]);
  return signs >= SURE_SIGNS ? fieldOf([proof(`${name}_by_signs`, party.value)]) : UNPROVEN;
}

function numberField({ invoiceNumber, numberSure }: InvoiceReading, { checks }: InvoiceChecks): FieldVerification {
  const other = checks.find(({ name }) => name === 'one_invoice');
  if (other) return fieldOf([other]);
  return invoiceNumber && numberSure ? fieldOf([proof('number_beside_label', invoiceNumber.value)]) : UNPROVEN;
}

function dateField(document: Document, date: Found<string> | null, labeled: boolean): FieldVerification {
  const check = date && labeled ? dateProof(document, date.value, date.span) : null;
  return check ? fieldOf([check]) : UNPROVEN;
}

type Sums = 'subtotal' | 'tax' | 'total' | 'taxes';

/** The sums prove each other; a check that fails contradicts those that it compares. */
function sumFields(reading: InvoiceReading, own: InvoiceChecks): Record<Sums, FieldVerification> {
  const { sums } = reading;
  const of = (name: string) => own.checks.filter((check) => check.name === name);
  const whole = of('subtotal_plus_tax');
  const lines = of('line_items');
  const rates = of('taxes');
  const verified = own.status === 'verified';
  const field = (checks: readonly Check[]): FieldVerification =>
    checks.some((check) => !check.ok) || verified ? fieldOf(checks) : { status: 'unverified', checks };
  const isOwn = (exact: number | undefined) =>
    lines.filter((check) => check.ok && check.expected === (exact ?? 0) / SCALE);
  const byTotal = sums.subtotal ? whole : isOwn(sums.total?.amount.exact);
  const taxed = sums.subtotal && sums.taxExact !== null ? whole : [];
  return {
    total: field([...byTotal, ...(byTotal.length === 0 ? lines.filter((check) => check.ok) : [])]),
    subtotal: field(
      sums.taxExact === null ? [...whole.filter((check) => !check.ok), ...isOwn(sums.subtotal?.amount.exact)] : whole,
    ),
    tax: field([...taxed, ...rates]),
    taxes: rates.length > 0 && sums.taxes.every(isRated) ? field(rates) : UNPROVEN,
  };
}

/** Whether base times rate is the tax, where all are printed. */
function isRated({ rate, base, amount }: InvoiceReading['sums']['taxes'][number]): boolean {
  if (rate === null || base === null) return true;
  return near((base * rate) / SCALE / 100, amount, 2 * CENT);
}

function linesField({ lines, sums }: InvoiceReading, { checks, status }: InvoiceChecks): FieldVerification {
  const own = checks.filter(({ name }) => name === 'line_items' || name === 'lines_to_subtotal');
  if (own.some((check) => !check.ok)) return fieldOf(own);
  const sure = status === 'verified' && sums.total !== null && lines.every(isConsistent);
  return sure ? fieldOf(own) : { status: 'unverified', checks: own };
}

/** Quantity times price is the amount, where all three are printed and nothing else has its part in it. */
function isConsistent({ quantity, unitPrice, amount }: InvoiceLine): boolean {
  if (quantity === null || unitPrice === null) return true;
  return near((quantity * unitPrice) / SCALE, amount, 2 * CENT);
}
