import { type Decimal, near, SCALE } from '../values/decimal.ts';
import { type Labeled, partsOf, paymentsOf } from './payments.ts';
import type { Money, Row } from './rows.ts';
import { type Candidate, plainAmounts, roundedAndPaid, roundedBelow, taxed, unlabeled } from './total-candidates.ts';
import { isSumOfRowsAbove } from './total-proofs.ts';
import { isGrossOf, rivalOf } from './total-rivals.ts';

/** The amount that was paid for: chosen among the printed totals by their words and by what adds up. */

export interface ReceiptSums {
  readonly total: Money | null;
  readonly subtotal: Money | null;
  readonly tax: Money | null;
  readonly rounding: Money | null;
  readonly discount: Money | null;
  readonly service: Money | null;
  readonly tip: Money | null;
  readonly cash: Money | null;
  readonly card: Money | null;
  readonly change: Money | null;
  /** Whether a payment is the total: cash less change, a card, or cards with the rest in cash. */
  readonly paid: boolean;
  /** Whether that takes several payments together. */
  readonly paidInParts: boolean;
  /** How many printed labels give the total. */
  readonly agreeing: number;
  /** Whether another printed total differs from this one by a rounding only. */
  readonly roundingRival: boolean;
  /** A larger sum that is called the final total, or is this one with the printed tax; null without one. */
  readonly rival: Decimal | null;
  /** How many points the total is ahead of the next different value. */
  readonly lead: number;
}

const CENT = SCALE / 100;
/** Every candidate is compared with the others; only so many are, the last ones of a very long list. */
const MOST_CANDIDATES = 150;
const MOST_PAYMENTS = 12;
/** Cash is rounded to five cents in several countries, to ten in some. */
const ROUNDING = 5 * CENT;

/** Words that open the block that lists tax by rate; its totals are not the receipt's. */
const TAX_BLOCK =
  /^\W{0,12}(?:gst|tax|vat|sst|mwst|tva|iva|btw)\W{0,3}(?:summary|analysis|rate|code|details|breakdown|type|id\b)/i;

/**
 * Reads the sums of a receipt.
 * @param itemTotals what the list of items adds up to, in each way it can be read
 */
export function sumsOf(rows: readonly Row[], itemTotals: readonly Decimal[] = []): ReceiptSums {
  const block = taxBlock(rows);
  const firstSum = firstSumOf(rows);
  const foreign = foreignMoney(rows);
  const labeled = rows.flatMap((row) =>
    row.money.map((money) => {
      const own = foreign.has(money) ? { ...money, label: null } : money;
      return { money: row.index < firstSum ? asSold(own) : own, row: row.index };
    }),
  );
  const kindOf = (kind: string) => labeled.filter(({ money }) => money.label?.kind === kind);
  const few = (kind: string) => kindOf(kind).slice(-MOST_PAYMENTS);
  const payments = paymentsOf(few('cash'), few('change'), few('card'));
  const parts = partsOf(few('cash'), few('change'), few('card'));
  const tips = kindOf('tip').map(({ money }) => money.amount.exact);
  const givenBack = isRefund(kindOf('total').map(({ money }) => money.amount.exact));
  const candidates = labeled.flatMap(({ money, row }) => {
    const score = baseScore(money);
    const refund = money.amount.exact < 0 && money.label?.kind === 'total' && (money.label.final || givenBack);
    // What a card got back has no sign.
    const isReturned = givenBack && money.amount.exact > 0;
    return score === null || isReturned || (money.amount.exact <= 0 && !refund)
      ? []
      : [{ money, row, score: score - (block(row) ? 45 : 0) }];
  });
  if (!labeled.some(({ money }) => money.label?.kind === 'total')) candidates.push(...plainAmounts(rows));
  candidates.push(
    ...taxed(rows, labeled),
    ...unlabeled(rows, itemTotals, block),
    ...roundedBelow(rows),
    ...roundedAndPaid(rows, payments),
  );
  candidates.splice(0, Math.max(0, candidates.length - MOST_CANDIDATES));
  const counts = valueCounts(candidates);
  const printed = [...kindOf('total'), ...kindOf('subtotal')].map(({ money }) => money.amount.exact);
  const taxes = kindOf('tax').map(({ money }) => money.amount.exact);
  const paid = [...few('cash'), ...few('card')];
  const roundings = kindOf('rounding').map(({ money }) => money.amount.exact);
  for (const candidate of candidates)
    score(candidate, candidates, { payments, counts, roundings, itemTotals, taxes, printed, tips, paid, rows });
  const best = candidates.reduce<Candidate | null>(
    (top, one) => (top === null || one.score > top.score ? one : top),
    null,
  );
  const value = best?.money.amount.exact ?? null;
  const rival = Math.max(-100, ...candidates.filter((one) => one.money.amount.exact !== value).map((one) => one.score));
  const withoutCashOut = candidates.filter((one) => !isWithCashOut(one, candidates, rows));
  // `CASH TOTAL 10.45` is what is to pay where it is taken for the total.
  const first = (kind: string) =>
    kindOf(kind).find(({ row, money }) => !block(row) && money !== best?.money)?.money ?? null;
  return {
    total: best?.money ?? null,
    subtotal: first('subtotal'),
    tax: first('tax') ?? kindOf('tax').at(-1)?.money ?? null,
    rounding: first('rounding'),
    discount: first('discount'),
    service: first('service'),
    tip: first('tip'),
    cash: first('cash'),
    card: first('card'),
    change: first('change'),
    paid: value !== null && [...payments, ...parts].includes(value),
    paidInParts: value !== null && !payments.includes(value) && parts.includes(value),
    agreeing: candidates.filter((one) => one.money.amount.exact === value && one.money.label?.kind === 'total').length,
    roundingRival: value !== null && candidates.some((one) => differsByRounding(one, value)),
    rival: value === null ? null : rivalOf(value, { candidates: withoutCashOut, taxes, payments, rows }),
    lead: best ? best.score - rival : 0,
  };
}

/** The place of the first subtotal or total; the end where none follows the goods. */
function firstSumOf(rows: readonly Row[]): number {
  const first = rows.find((row) =>
    row.money.some(({ label }) => label?.kind === 'subtotal' || (label?.kind === 'total' && !label.taxIncluded)),
  );
  return first?.index ?? 0;
}

const CODE = /(?<!\p{L})(?:EUR|CHF|GBP|USD|SEK|NOK|DKK|PLN|CZK|HUF|CAD|AUD|NZD|SGD|JPY|INR|MYR)(?!\p{L})/u;

/** Sums in rows of another currency than the first total has: the same once more, for who pays in that one. */
function foreignMoney(rows: readonly Row[]): ReadonlySet<Money> {
  const code = (row: Row) => CODE.exec(row.text)?.[0];
  const totals = rows.filter(({ money }) => money.some(({ label }) => label?.kind === 'total'));
  const own = totals.map(code).find((one) => one !== undefined);
  if (own === undefined) return new Set();
  return new Set(rows.filter((row) => (code(row) ?? own) !== own).flatMap(({ money }) => money));
}

/** Nothing is paid ahead of the first sum: a gift card there is sold. */
function asSold(money: Money): Money {
  const kind = money.label?.kind;
  return kind === 'card' && money.amount.exact > 0 ? { ...money, label: null } : money;
}

function baseScore(money: Money): number | null {
  const label = money.label;
  if (!label) return null;
  if (label.kind === 'subtotal') return 18;
  if (label.kind === 'card') return 16;
  if (label.kind === 'cash') return 8;
  if (label.kind === 'rounding') return money.amount.exact > 20 * CENT ? 22 : null;
  if (label.kind === 'tax' && label.ofTotal) return 20;
  if (label.kind !== 'total') return null;
  return 40 + (label.final ? 12 : 0) + (label.taxIncluded ? 5 : 0) + (label.rounded ? 16 : 0);
}

interface Evidence {
  readonly payments: readonly Decimal[];
  readonly counts: ReadonlyMap<Decimal, number>;
  readonly roundings: readonly Decimal[];
  readonly itemTotals: readonly Decimal[];
  readonly taxes: readonly Decimal[];
  readonly tips: readonly Decimal[];
  /** Every printed total and subtotal, negative ones too. */
  readonly printed: readonly Decimal[];
  /** Cash and cards, with their rows. */
  readonly paid: readonly Labeled[];
  readonly rows: readonly Row[];
}

function score(candidate: Candidate, all: readonly Candidate[], evidence: Evidence): void {
  const value = candidate.money.amount.exact;
  if (evidence.payments.some((paid) => near(paid, value, 0))) candidate.score += 24;
  else if (evidence.payments.some((paid) => near(paid, value, ROUNDING))) candidate.score += 6;
  candidate.score += 3 * Math.min(4, (evidence.counts.get(value) ?? 1) - 1);
  const rounded = all.some(
    (other) =>
      other.money.amount.exact !== value &&
      other.money.label?.kind === 'total' &&
      evidence.roundings.some(
        (step) => step !== 0 && Math.abs(step) <= ROUNDING && near(other.money.amount.exact + step, value, 0),
      ),
  );
  if (rounded || isRounded(candidate, all)) candidate.score += 16;
  if (evidence.itemTotals.some((total) => near(total, value, ROUNDING))) candidate.score += 12;
  if (isSumOfOthers(value, evidence.printed, evidence.taxes)) candidate.score += 12;
  if (isTaxShare(candidate, all)) candidate.score -= 40;
  if (all.some((other) => isGrossOf(other, value, evidence.taxes))) candidate.score -= 30;
  if (isWithTip(value, all, evidence.tips)) candidate.score += 40;
  if (isWithCashOut(candidate, all, evidence.rows)) candidate.score -= 45;
  if (isLeftToPay(candidate, all, evidence.paid)) candidate.score -= 45;
  if (isPayment(candidate) && candidate.money.label?.ofTotal && isSumOfRowsAbove(evidence.rows, candidate.money))
    candidate.score += 14;
  if (
    isPayment(candidate) &&
    all.some((other) => other.money.label?.kind === 'total' && differsByRounding(other, value))
  )
    candidate.score -= 24;
}

const CASH_OUT = /cash ?out|cash ?back|(?:bar|bargeld)auszahlung/i;

/** Cash that was handed out beside the goods. */
export function cashOutOf(rows: readonly Row[]): Decimal[] {
  return rows.filter(({ text }) => CASH_OUT.test(text)).flatMap((row) => row.money.at(-1)?.amount.exact ?? []);
}

/** What a card was charged with cash that was handed out on top of a total. */
function isWithCashOut({ money }: Candidate, all: readonly Candidate[], rows: readonly Row[]): boolean {
  return cashOutOf(rows).some((cash) =>
    all.some((one) => one.money.label?.kind === 'total' && one.money.amount.exact + cash === money.amount.exact),
  );
}

/** What is due once a part of a total was paid, as by a gift card. */
function isLeftToPay({ money, row }: Candidate, all: readonly Candidate[], paid: readonly Labeled[]): boolean {
  const value = money.amount.exact;
  return all.some(
    (whole) =>
      whole.row < row &&
      whole.money.label?.kind === 'total' &&
      paid.some(
        (part) =>
          part.row > whole.row &&
          part.row < row &&
          whole.money.amount.exact - Math.abs(part.money.amount.exact) === value,
      ),
  );
}

/** What was handed over stands back behind a printed total that differs by rounding only. */
function isPayment({ money }: Candidate): boolean {
  return money.label?.kind === 'cash' || money.label?.kind === 'card';
}

function differsByRounding(other: Candidate, value: Decimal): boolean {
  return other.money.amount.exact !== value && near(other.money.amount.exact, value, ROUNDING);
}

/** The total is the sum of two other totals, or of a total and a tax. */
function isSumOfOthers(value: Decimal, printed: readonly Decimal[], taxes: readonly Decimal[]): boolean {
  const sums = printed.filter((one) => one !== value && one !== 0).slice(0, 12);
  const parts = [...sums, ...taxes.filter((tax) => tax > 0)];
  return sums.some((one) => parts.some((part) => part !== one && near(part + one, value, ROUNDING)));
}

/** A sum that was due with the tip that was printed or written below it. */
function isWithTip(value: Decimal, all: readonly Candidate[], tips: readonly Decimal[]): boolean {
  const due = all.filter(({ money }) => money.label?.kind === 'total' || money.label?.kind === 'subtotal').slice(-12);
  return tips.some((tip) => tip > 0 && due.some(({ money }) => money.amount.exact + tip === value));
}

/** Whether every printed total is negative: money was given back. */
function isRefund(totals: readonly Decimal[]): boolean {
  return totals.length > 0 && totals.every((total) => total < 0);
}

/** A later total that differs by less than five cents and is a multiple of five is the rounded one. */
function isRounded(candidate: Candidate, all: readonly Candidate[]): boolean {
  const value = candidate.money.amount.exact;
  if (value % ROUNDING !== 0) return false;
  return all.some((other) => {
    const before = other.money.amount.exact;
    return (
      other.row < candidate.row && before !== value && before % ROUNDING !== 0 && near(before, value, ROUNDING - 1)
    );
  });
}

/** "Total included GST @ 6 %: 1.55" gives the tax: its value is that share of another total. */
function isTaxShare(candidate: Candidate, all: readonly Candidate[]): boolean {
  const { amount, words, label } = candidate.money;
  if (!label?.taxIncluded && !words.some((word) => /^(?:gst|vat|tax|mwst|tva|iva|btw)$/.test(word.key))) return false;
  return all.some(({ money }) => {
    const share = amount.exact / money.amount.exact;
    return share > 0 && share < 0.25 && money.label?.kind !== 'total'
      ? money.amount.exact > amount.exact * 4
      : share > 0 && share < 0.2;
  });
}

function valueCounts(candidates: readonly Candidate[]): Map<Decimal, number> {
  const counts = new Map<Decimal, number>();
  for (const { money } of candidates) counts.set(money.amount.exact, (counts.get(money.amount.exact) ?? 0) + 1);
  return counts;
}

/** Tells whether a row belongs to the list of taxes by rate: the eight rows below its heading. */
function taxBlock(rows: readonly Row[]): (row: number) => boolean {
  const headings = rows.filter((row) => row.money.length === 0 && TAX_BLOCK.test(row.text)).map((row) => row.index);
  return (row) => headings.some((heading) => row > heading && row <= heading + 8);
}
