import { labelWordsOf } from '../text/words.ts';
import { scanAmounts } from '../values/amounts.ts';
import { endsDamaged } from '../values/damaged.ts';
import { type Decimal, near, SCALE, sum, toNumber } from '../values/decimal.ts';
import type { Document } from '../values/document.ts';
import { withMendedSums } from '../values/misread-amounts.ts';
import { isMisread, isUncertain } from '../values/misread-names.ts';
import { currencyField } from '../verification/currency.ts';
import { dateProof } from '../verification/dates.ts';
import { contradiction, type FieldVerification, fieldOf, proof, UNPROVEN } from '../verification/fields.ts';
import { type Check, sumCheck } from '../verification/verification.ts';
import { isCancelled } from './cancelled.ts';
import type { ReceiptDetails } from './details.ts';
import { labelOf } from './labels.ts';
import { merchantProof } from './merchant-proof.ts';
import type { ReceiptReading } from './receipt.ts';
import { taxField } from './tax-proof.ts';
import { isLeftToGuest, tipAbove } from './tips.ts';
import { cashOutOf } from './total.ts';
import { type TotalProofs, totalProofs } from './total-proofs.ts';
import { ofOtherReceipt } from './total-rivals.ts';

/** What proves each value of a receipt, and what is printed that contradicts it. */

const CENT = SCALE / 100;
const ROUNDING = 5 * CENT;
/** Points that put a total clearly ahead of the next one. */
const CLEAR_LEAD = 8;

/** The sums of a receipt that can be checked against each other. */
export interface ReceiptChecks {
  readonly items: Check | null;
  readonly paid: Check | null;
  /** Subtotal, taxes and what else lies between, against the total. */
  readonly sums: Check | null;
  /** Another printed sum that has the better claim to be the total. */
  readonly rival: Check | null;
  /** What is printed around the total. */
  readonly around: TotalProofs;
}

const NOTHING: TotalProofs = { above: null, taxes: null, tax: null, parts: null };

export function receiptChecks(reading: ReceiptReading): ReceiptChecks {
  const money = reading.sums.total;
  const total = money?.amount.exact ?? null;
  if (!money || total === null) return { items: null, paid: null, sums: null, rival: null, around: NOTHING };
  const around = totalProofs(reading.rows, money);
  return {
    items: itemsCheck(reading, total),
    paid: around.parts ?? paidCheck(reading, total),
    sums: sumsCheck(reading, total),
    rival: around.parts && ofOtherReceipt(total, reading.rows) === null ? null : rivalOf(reading, total),
    around,
  };
}

/** All of them, for the whole answer. */
export function checksOf({ items, paid, sums, rival, around }: ReceiptChecks): readonly Check[] {
  return [items, paid, sums, rival, around.above, around.taxes].filter((check) => check !== null);
}

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

function itemsCheck(reading: ReceiptReading, total: Decimal): Check | null {
  if (reading.items.length === 0 && reading.charges.length === 0) return null;
  const bought = sum([...reading.items, ...reading.charges].map((one) => one.amount));
  const before = reading.itemsMatch === 'subtotal';
  const target = before ? (reading.sums.subtotal?.amount.exact ?? total) : total;
  return sumCheck(before ? 'items_subtotal' : 'items_total', target, bought, ROUNDING);
}

/** Cash less change, the card payment without cash that was handed out, or all payments together, against the total. */
function paidCheck({ sums, rows }: ReceiptReading, total: Decimal): Check | null {
  if (sums.paidInParts) return sumCheck('payments', total, total, 0);
  // A refund goes back to the card.
  const charged = Math.abs(sums.card?.amount.exact ?? 0) * (total < 0 ? -1 : 1);
  const handedOut = cashOutOf(rows).find((cash) => cash > 0 && charged - cash === total) ?? 0;
  // The slip of the card adds the tip to what was charged first.
  const tip = tipAbove(rows, total);
  const paidByCard = charged - handedOut + (charged + tip === total ? tip : 0);
  if (sums.card && !sums.change) return sumCheck('card_payment', total, paidByCard, ROUNDING);
  if (!sums.cash || !sums.change) return null;
  const paid = Math.abs(sums.cash.amount.exact) - Math.abs(sums.change.amount.exact);
  return near(paid, 0, 0) ? null : sumCheck('cash_less_change', total, paid, ROUNDING);
}

/** Subtotal and tax, with service, tip, discount and rounding as they are printed, give the total. */
function sumsCheck({ sums, tax }: ReceiptReading, total: Decimal): Check | null {
  const { subtotal, service, tip, discount, rounding } = sums;
  if (!subtotal || !tax || tax.exact === 0 || subtotal.amount.exact === total) return null;
  const parts = [service, tip, rounding].map((money) => money?.amount.exact ?? 0);
  const off = Math.abs(discount?.amount.exact ?? 0);
  const net = subtotal.amount.exact + tax.exact;
  const sums_ = subsetSums([...parts, -off]).map((extra) => net + extra);
  const exact = sums_.find((one) => near(one, total, 0)) ?? sums_.find((one) => near(one, total, CENT));
  return exact === undefined ? null : sumCheck('subtotal_plus_tax', total, exact, CENT);
}

function subsetSums(parts: readonly Decimal[]): Decimal[] {
  let sums = [0];
  for (const part of parts) if (part !== 0) sums = [...sums, ...sums.map((one) => one + part)];
  return sums;
}

/** A larger total that is called final, or that is this one with the printed tax. */
function rivalOf({ sums }: ReceiptReading, total: Decimal): Check | null {
  return sums.rival === null || total < 0 ? null : contradiction('other_total', toNumber(total), toNumber(sums.rival));
}
