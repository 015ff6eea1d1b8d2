import { labelWordsOf } from '../text/words.ts';
import { scanAmounts } from '../values/amounts.ts';
import { endsDamaged } from '../values/damaged.ts';
import { near, SCALE } from '../values/decimal.ts';
import type { Document } from '../values/document.ts';
import { withMendedSums } from '../values/misread-amounts.ts';
import { isMisread, isUncertain } from '../values/misread-names.ts';
import { currencyField } from '../verification/currency.ts';
import { dateProof } from '../verification/dates.ts';
import { type FieldVerification, fieldOf, proof, UNPROVEN } from '../verification/fields.ts';
import type { Check } from '../verification/verification.ts';
import { isCancelled } from './cancelled.ts';
import type { ReceiptChecks } from './checks.ts';
import type { ReceiptDetails } from './details.ts';
import { labelOf } from './labels.ts';
import { merchantProof } from './merchant-proof.ts';
import type { ReceiptReading } from './receipt.ts';
import { taxField } from './tax-proof.ts';
import { isLeftToGuest } from './tips.ts';

/** What proves each value of a receipt, and what is printed that contradicts it. */

const CENT = SCALE / 100;
/** Points that put a total clearly ahead of the next one. */
const CLEAR_LEAD = 8;

export function receiptFields(
  document: Document,
  reading: ReceiptReading,
  { details, checks }: { readonly details: ReceiptDetails; readonly checks: ReceiptChecks },
): Record<string, FieldVerification> {
  const total = totalField(reading, checks);
  const items = listField(reading, checks);
  return {
    merchant: merchantField(document, reading),
    date: dateField(document, reading),
    total,
    items,
    // Net sum and tax that lead to one of two totals are only one of two.
    subtotal: checks.rival ? UNPROVEN : subtotalField(reading, checks),
    tax: checks.rival ? UNPROVEN : taxField(reading, checks, total),
    tip: reading.sums.tip && !reading.tipLeft && total.status === 'verified' ? total : UNPROVEN,
    currency: currencyField(document, reading.currency, reading.sums.total),
    time: details.time?.sure ? fieldOf([proof('time_beside_date', details.time.value)]) : UNPROVEN,
    receiptNumber: details.receiptNumber?.sure
      ? fieldOf([proof('number_beside_label', details.receiptNumber.value)])
      : UNPROVEN,
    paymentMethod: checks.paid?.ok ? fieldOf([checks.paid]) : UNPROVEN,
    address: details.address?.sure ? fieldOf([proof('address_with_postcode', details.address.value)]) : UNPROVEN,
    phone: details.phone?.sure ? fieldOf([proof('number_beside_label', details.phone.value)]) : UNPROVEN,
  };
}

function merchantField(document: Document, { merchant }: ReceiptReading): FieldVerification {
  const check =
    merchant &&
    !isMisread(merchant.value) &&
    !isUncertain(document, merchant.value) &&
    merchantProof(document, merchant);
  return check ? fieldOf([check]) : UNPROVEN;
}

function dateField(document: Document, { date }: ReceiptReading): FieldVerification {
  if (!date || date.rival !== null || date.isOther) return UNPROVEN;
  const check = dateProof(document, date.value, date.span);
  return check ? fieldOf([check]) : UNPROVEN;
}

/**
 * Proven by what was paid, by items that give it, or by subtotal and taxes that do; contradicted by a printed sum that
 * has the better claim, and by a payment of another size.
 */
function totalField(reading: ReceiptReading, checks: ReceiptChecks): FieldVerification {
  const { items, paid, sums, rival, around } = checks;
  const against = [rival, paid].filter((check) => check !== null && !check.ok) as Check[];
  const holds = [items, paid, sums, around.above, around.taxes].filter((check) => check?.ok) as Check[];
  if (against.length > 0) return { status: 'failed', checks: [...holds, ...against] };
  if (provenTotal(reading, checks)) return fieldOf(holds);
  if (items && !items.ok && holds.length === 0) return { status: 'failed', checks: [items] };
  return { status: 'unverified', checks: holds };
}

function provenTotal(
  { sums, items, itemsMatch, charges, tipLeft, rows }: ReceiptReading,
  checks: ReceiptChecks,
): boolean {
  const isOpen = tipLeft && checks.around.above?.name !== 'rows_below_total';
  if (isOpen || isLeftToGuest(rows) || isCancelled(rows) || hasOtherUnread(rows, sums)) return false;
  const { above, taxes, parts } = checks.around;
  const labeled = sums.total?.label?.kind === 'total' || sums.total?.label?.ofTotal === true;
  if (labeled && (checks.sums?.ok || (taxes && !sums.roundingRival) || parts)) return true;
  const ahead = sums.lead >= CLEAR_LEAD;
  if (labeled && above && (ahead || sums.paid)) return true;
  // What was paid is another print of the same sum; goods that cannot be read say nothing against it.
  if (labeled && checks.paid?.ok && sums.paid && ahead && hasDamage(rows, sums)) return itemsMatch !== 'subtotal';
  // Items that give another sum were not all read, or the total is misprinted: nobody can tell.
  if (checks.items && !checks.items.ok) return false;
  if (sums.paid && labeled) return itemsMatch !== 'subtotal';
  if (itemsMatch !== 'total') return false;
  // Of a single item its tax has a rate that is printed, and no larger sum may be another total.
  if (taxes && sums.paid && (items.length > 1 || (checks.around.tax !== null && isLargest(rows, sums)))) return true;
  const several = items.length + charges.length > 1 || sums.agreeing > 1;
  return several && (ahead || charges.length > 0 || sums.paid);
}

/** Whether no larger sum is printed than the total. */
const isLargest = (rows: ReceiptReading['rows'], { total }: ReceiptReading['sums']) =>
  rows.every(({ money }) => money.every(({ amount }) => amount.exact <= (total?.amount.exact ?? 0)));

/** Whether a row names a total whose sum cannot be read, and may be another one: `TOTAL 1O.OO`. */
function hasOtherUnread(rows: ReceiptReading['rows'], { total }: ReceiptReading['sums']): boolean {
  return rows.some(({ text }) => {
    if (!endsDamaged(text) || labelOf(labelWordsOf(text.replace(SUM_AT_END, '')))?.kind !== 'total') return false;
    return scanAmounts(withMendedSums(text) ?? text).every(({ exact }) => exact !== total?.amount.exact);
  });
}

const SUM_AT_END = /\s[\dOIl.,\s]{1,40}$/;

/** Whether the sum of a row above the total cannot be read. */
function hasDamage(rows: ReceiptReading['rows'], { total }: ReceiptReading['sums']): boolean {
  const at = rows.findIndex(({ money }) => total !== null && money.includes(total));
  return rows.slice(0, Math.max(0, at)).some(({ text }) => endsDamaged(text));
}

function listField({ items, itemsMatch, rows }: ReceiptReading, { items: check }: ReceiptChecks): FieldVerification {
  if (!check) return UNPROVEN;
  if (!check.ok) return fieldOf([check]);
  // A row that was given for nothing is no item, and belongs to them.
  const free = rows.some(({ money }) => money.length === 1 && money[0]?.label === null && money[0].amount.exact === 0);
  const whole = itemsMatch !== null && !free && items.every(isConsistent);
  return whole ? fieldOf([check]) : { status: 'unverified', checks: [check] };
}

/** Quantity times price is the amount, where all are printed. */
function isConsistent({ quantity, unitPrice, amount }: ReceiptReading['items'][number]): boolean {
  if (!quantity || !unitPrice) return true;
  return near((quantity.exact * unitPrice.exact) / SCALE, amount, 2 * CENT);
}

function subtotalField({ sums, itemsMatch }: ReceiptReading, checks: ReceiptChecks): FieldVerification {
  const holds = [checks.sums, itemsMatch === 'subtotal' ? checks.items : null].filter((check) => check?.ok) as Check[];
  return sums.subtotal ? fieldOf(holds) : UNPROVEN;
}
