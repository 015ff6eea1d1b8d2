import { type Decimal, near, SCALE, sum, toNumber } from '../values/decimal.ts';
import { contradiction } from '../verification/fields.ts';
import { type Check, sumCheck } from '../verification/verification.ts';
import type { ReceiptReading } from './receipt.ts';
import { tipAbove } from './tips.ts';
import { cashOutOf } from './total.ts';
import { type TotalProofs, totalProofs } from './total-proofs.ts';
import { ofOtherReceipt } from './total-rivals.ts';

/** Which printed sums of a receipt agree, and which speaks against its total. */

const CENT = SCALE / 100;
const ROUNDING = 5 * CENT;

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
