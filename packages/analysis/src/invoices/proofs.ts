import { cellsOf } from '../text/cells.ts';
import { condensed } from '../text/words.ts';
import { near, SCALE } from '../values/decimal.ts';
import type { Document, Found } from '../values/document.ts';
import { isMisread, isMixed, isUncertain } from '../values/misread-names.ts';
import { isMail, titleOfDocument } from '../values/titles.ts';
import { currencyField } from '../verification/currency.ts';
import { dateProof } from '../verification/dates.ts';
import { type FieldVerification, fieldOf, proof, UNPROVEN } from '../verification/fields.ts';
import { type Check, sumCheck } from '../verification/verification.ts';
import type { InvoiceChecks } from './checks.ts';
import { isOwn } from './credit-notes.ts';
import type { InvoiceReading } from './invoice.ts';
import type { InvoiceLine } from './lines.ts';
import { isCompany, OFFICE } from './names.ts';
import type { Party } from './parties.ts';
import { headsInvoice, isBesideCustomer } from './vendor-heading.ts';
import { isOfLetterhead, isOtherCompany } from './vendor-proofs.ts';

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
    vendor: isMail(document) ? UNPROVEN : vendorField(document, reading),
    invoiceNumber: numberField(document, reading, own),
    date: dateField(document, reading.date, reading.dateLabeled && !isMail(document)),
    dueDate: dateField(document, reading.dueDate, reading.dueDate !== null),
    ...sumFields(reading, own),
    lineItems: linesField(reading, own),
    currency: currencyField(document, reading.currency, reading.sums.total),
    customer: customerField(document, reading),
    purchaseOrder: reading.orderSure
      ? fieldOf([proof('number_beside_label', reading.purchaseOrder?.value ?? null)])
      : UNPROVEN,
  };
}

function vendorField(document: Document, { vendor, customer }: InvoiceReading): FieldVerification {
  if (vendor && isUncertain(document, vendor.value)) return UNPROVEN;
  const field = partyField('vendor', vendor);
  if (field.status === 'verified' || !vendor || isUnreadable(vendor)) return field;
  if (headsInvoice(document, vendor, customer)) return fieldOf([proof('vendor_in_heading', vendor.value)]);
  if (isBesideCustomer(document, vendor, customer) || isOtherCompany(document, vendor, customer))
    return fieldOf([proof('vendor_beside_customer', vendor.value)]);
  return isOfLetterhead(document, vendor, customer) ? fieldOf([proof('vendor_in_heading', vendor.value)]) : field;
}

/** The only name with an address is the customer's where the vendor is known. */
function customerField(document: Document, reading: InvoiceReading): FieldVerification {
  const { customer } = reading;
  const isNamed =
    isFullName(customer) ||
    (customer?.addressed === true && INITIALED.test(customer.value)) ||
    (customer?.by === 'label' && isOverAddress(document, customer));
  if (
    isMail(document) ||
    !isNamed ||
    OFFICE.test(customer?.value ?? '') ||
    DEPARTMENT.test(customer?.value ?? '') ||
    (customer && isUncertain(document, customer.value))
  )
    return UNPROVEN;
  if (customer?.by === 'address' && !customer.addressed && vendorField(document, reading).status !== 'verified')
    return UNPROVEN;
  return partyField('customer', customer);
}

/** `R Achebe`, as the name behind a title. */
const INITIALED = /^(?:\p{Lu}\.? ){1,3}\p{Lu}[\p{L}'’-]{2,30}$/u;
/** A part of the house that is not named. */
const DEPARTMENT =
  /^(?:(?:the )?(?:purchasing|procurement|accounting|accounts|finance|billing|payables?) ?(?:department|dept\.?|office|team|division)?|(?:department|dept\.?) .{1,30}|abteilung .{1,30}|buchhaltung|einkauf|comptabilité|service (?:achats|comptable|comptabilité)|contabilidad|compras|contabilità|ufficio acquisti|inkoop|crediteuren|księgowość|ekonomiavdelningen)$/iu;

/** An address of a mail, or letters that were taken for others. */
const isUnreadable = ({ value }: Party) => value.includes('@') || isMisread(value);

function partyField(name: 'vendor' | 'customer', party: Party | null): FieldVerification {
  if (!party || isUnreadable(party)) return UNPROVEN;
  const { signs = 0 } = party;
  if (party.by !== 'signs') return fieldOf([proof(`${name}_by_${party.by}`, party.value)]);
  return signs >= SURE_SIGNS ? fieldOf([proof(`${name}_by_signs`, party.value)]) : UNPROVEN;
}

/** `Document no. 55120` is the number of an invoice only on a paper that calls itself one. */
function isOfAnyPaper(document: Document, { span }: Found<string>): boolean {
  const before = document.source.text.slice(Math.max(0, span.start - 32), span.start);
  if (!ANY_PAPER.test(before)) return false;
  const title = titleOfDocument(document);
  const head = document.source.lines.printed(HEAD_LINES).map(({ text }) => text);
  return title === null ? !CALLED_INVOICE.test(condensed(head.join(' '))) : title !== 'invoice';
}

const HEAD_LINES = 25;
/** Also with blanks between its letters: `R E C H N U N G`. */
const CALLED_INVOICE =
  /invoice|rechnung|gutschrift|creditnote|fa[ck]tur|fattura|fatura|avoir|abono|lasku|szamla|請求|发票|發票|세금계산서|فاتورة/;

const ANY_PAPER =
  /(?<!\p{L})(?:document|documento|beleg|dokument)[ -]{0,2}(?:no|number|nr|nummer|num|id|n[°º])?[.:#\s]{0,16}$|numero documento[.:#\s]{0,16}$|(?:^|\n|\s{2}|\t)(?:folio|number|n[uú]m[eé]ro|nummer)[.:#\s]{0,16}$/iu;

function numberField(
  document: Document,
  { invoiceNumber, numberSure }: InvoiceReading,
  { checks }: InvoiceChecks,
): FieldVerification {
  const other = checks.find(({ name }) => name === 'one_invoice');
  if (other) return fieldOf([other]);
  // On a credit note the number of an invoice is that of the one which it corrects.
  if (invoiceNumber && !isOwn(document, invoiceNumber)) return UNPROVEN;
  if (invoiceNumber && isMixed(invoiceNumber.value)) return UNPROVEN;
  if (invoiceNumber && isOfAnyPaper(document, invoiceNumber)) return UNPROVEN;
  return invoiceNumber && numberSure ? fieldOf([proof('number_beside_label', invoiceNumber.value)]) : UNPROVEN;
}

function dateField(document: Document, date: Found<string> | null, labeled: boolean): FieldVerification {
  const check = date && labeled && isOwn(document, date) ? dateProof(document, date.value, date.span) : null;
  return check ? fieldOf([check]) : UNPROVEN;
}

/** Whether a name has a legal form, or several words that are not all in capitals, as headings are. */
function isFullName(party: Party | null): boolean {
  if (!party) return false;
  const words = party.value.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word));
  // Scripts without capitals have no headings in capitals.
  if (isCompany(party.value) || /\p{Lo}{3}/u.test(party.value)) return true;
  return words.length >= 2 && /\p{Ll}/u.test(party.value);
}

/** `BELL STREET DELI`, with `733 BELL ST` below it: several words in capitals are a name where an address follows. */
function isOverAddress({ source }: Document, { value, span }: Party): boolean {
  const lines = source.lines.printed(HEAD_LINES * 2);
  const at = lines.findIndex(({ start, text }) => start <= span.start && span.start < start + text.length);
  const column = span.start - (lines[at]?.start ?? 0);
  return (
    value.split(/\s+/).length >= 2 &&
    lines
      .slice(at + 1, at + 3)
      .some((line) =>
        cellsOf(line).some((cell) => Math.abs(cell.start - column) <= 2 && /^\d{1,5} \p{L}/u.test(cell.text)),
      )
  );
}

type Sums = 'subtotal' | 'tax' | 'total' | 'taxes';

/** The sums prove each other; a check that fails contradicts those that it compares. */
function sumFields(reading: InvoiceReading, own: InvoiceChecks): Record<Sums, FieldVerification> {
  const { sums } = reading;
  const of = (name: string) => own.checks.filter((check) => check.name === name);
  const whole = of('subtotal_plus_tax');
  const lines = of('line_items');
  const rates = of('taxes');
  const verified = own.status === 'verified' || own.atRate !== null;
  const field = (checks: readonly Check[]): FieldVerification =>
    checks.some((check) => !check.ok) || verified ? fieldOf(checks) : { status: 'unverified', checks };
  const isOwn = (exact: number | undefined) =>
    lines.filter((check) => check.ok && check.expected === (exact ?? 0) / SCALE);
  const rate = own.status !== 'verified' && own.atRate ? [own.atRate] : [];
  const byTotal = sums.subtotal ? [...whole, ...rate] : isOwn(sums.total?.amount.exact);
  const taxed = sums.subtotal && sums.taxExact !== null ? whole : [];
  const listed = listedCheck(reading, own);
  if (listed) {
    const given = [...whole, ...rates, listed];
    const part = sums.subtotal && whole.length > 0 ? fieldOf(given) : UNPROVEN;
    return { total: fieldOf(given), subtotal: part, tax: sums.taxExact === null ? UNPROVEN : part, taxes: UNPROVEN };
  }
  return {
    total: field([...byTotal, ...(byTotal.length === 0 ? lines.filter((check) => check.ok) : [])]),
    subtotal: field(
      sums.taxExact === null ? [...whole.filter((check) => !check.ok), ...isOwn(sums.subtotal?.amount.exact)] : whole,
    ),
    tax: field([...taxed, ...rates]),
    taxes: rates.length > 0 && sums.taxes.every(isRated) ? field(rates) : UNPROVEN,
  };
}

/** The sums above the total, or above the subtotal that leads to it, give it: then no row needs to be read. */
function listedCheck(
  { listed, sums }: InvoiceReading,
  { checks, status, atRate, contested }: InvoiceChecks,
): Check | null {
  const one = listed ? sums[listed] : null;
  const sound = checks.every(({ name, ok }) => ok || name === 'line_items' || name === 'lines_to_subtotal');
  if (!one || !sound || contested || status === 'verified' || atRate) return null;
  return sumCheck('rows_above_total', one.amount.exact, one.amount.exact, 0);
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
