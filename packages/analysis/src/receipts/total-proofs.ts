import { type Decimal, near, SCALE, sum } from '../values/decimal.ts';
import { type Check, sumCheck } from '../verification/verification.ts';
import type { Money, Row } from './rows.ts';

/** What is printed around a total and gives it: the sums above it, its taxes, and what was paid below. */

const CENT = SCALE / 100;
/** A longer list is not added up. */
const MOST_ROWS = 120;
/** Payments stand in so many rows below the total. */
const BELOW = 12;
const MOST_PAYMENTS = 8;
/** No tax is a larger share of the net sum. */
const LARGEST_TAX = 0.4;
const SMALLEST_TAX = 5 * CENT;
/** A tax without its rate tells something only where it is large enough to be no coincidence. */
const TELLING_TAX = 1000 * CENT;
/** Percent: what countries take of sales, for taxes that are printed without their rate. */
const USUAL_RATES = [25, 24, 23, 22, 21, 20, 19, 18, 15, 12, 10, 8, 7, 6, 5];
/** Words that name a tax. */
export const TAX_WORD =
  /(?<!\p{L})(?:tax|vat|gst|hst|pst|tva|tps|tvq|iva|igic|mwst|ust|umsatzsteuer|btw|moms|mva|alv|dph|ptu|pdv|ddv|kdv|kwota|φπα|пдв|ддс|ддв|ндс|ққс|нөат|порез|porez|დღგ|vsk|pvn|pvm|käibemaks|km(?= ?\d\d ?%)|ppn|gtgt|itbis|itbms|isv|igv)(?!\p{L})|税|ضريبة|مالیات|מע["״”']?מ/iu;

export interface TotalProofs {
  /** Sums in the rows above, or in those below down to the payment, without a gap, that give it. */
  readonly above: Check | null;
  /** Net sums and taxes that give it, or a tax that is contained in it at its rate. */
  readonly taxes: Check | null;
  /** The tax that does; null where its rate is only a usual one. */
  readonly tax: Decimal | null;
  /** Two or three payments that give it together. */
  readonly parts: Check | null;
}

/** What proves the sum that was taken for the total. */
export function totalProofs(rows: readonly Row[], total: Money): TotalProofs {
  const at = rows.findIndex(({ money }) => money.includes(total));
  const exact = total.amount.exact;
  if (at < 0 || exact === 0) return { above: null, taxes: null, tax: null, parts: null };
  const added = taxOnNet(rows, exact) ?? taxOfTable(rows, exact);
  const rates = new Set(rows.flatMap(printedRates));
  const [lone] = rates.size === 1 ? rates : [];
  const held = rows.find((row) => holdsTax(row, exact, lone));
  const proven = (name: string, holds: boolean) => (holds ? sumCheck(name, exact, exact, 0) : null);
  return {
    above:
      proven('rows_above_total', isSumOfRowsAbove(rows, total)) ??
      proven('rows_below_total', isSumOfRowsBelow(rows.slice(at + 1), exact)),
    taxes: proven('net_and_tax', added !== null) ?? proven('tax_within_total', held !== undefined),
    tax:
      added ??
      (held && (printedRates(held).length > 0 || lone !== undefined)
        ? (held.money.at(-1)?.amount.exact ?? null)
        : null),
    parts: proven('payments', isPaidInParts(rows.slice(at + 1, at + 1 + BELOW), exact)),
  };
}

/** Whether the sums right above a sum, two or more and none left out, give it. */
export function isSumOfRowsAbove(rows: readonly Row[], total: Money): boolean {
  const at = rows.findIndex(({ money }) => money.includes(total));
  return at > 0 && isSumOfRows(rows.slice(Math.max(0, at - MOST_ROWS), at), total.amount.exact);
}

/** Whether the last sums of the rows above, two or more of them and none left out, give a total. */
function isSumOfRows(above: readonly Row[], total: Decimal): boolean {
  let added = 0;
  let terms = 0;
  for (const row of above.toReversed()) {
    const money = row.money.at(-1);
    if (!money || money.amount.exact === 0) continue;
    const kind = money.label?.kind;
    if (kind === 'cash' || kind === 'card' || kind === 'change') return false;
    if (kind === 'count') continue;
    const own = kind === 'discount' ? -Math.abs(money.amount.exact) : money.amount.exact;
    // A sum in between holds what stands above it: it ends the list, or is left out.
    if ((kind === 'subtotal' || kind === 'total') && terms > 0 && added + own === total) return true;
    if (kind === 'subtotal' || kind === 'total') continue;
    added += own;
    terms += 1;
    if (terms > 1 && added === total) return true;
  }
  return false;
}

/** `Total 18.70` on top, as receipts of rides have it: whether all sums below it, down to the first payment, give it. */
function isSumOfRowsBelow(below: readonly Row[], total: Decimal): boolean {
  let added = 0;
  let terms = 0;
  for (const row of below.slice(0, MOST_ROWS)) {
    const money = row.money.at(-1);
    const kind = money?.label?.kind;
    if (kind === 'card' || kind === 'cash' || kind === 'change' || kind === 'total') break;
    if (!money || kind === 'subtotal' || kind === 'count') continue;
    added += kind === 'discount' ? -Math.abs(money.amount.exact) : money.amount.exact;
    terms += 1;
  }
  return terms > 1 && added === total;
}

/** The tax, where net sums and taxes, which stand in rows that name a tax, give a total. */
export function taxOnNet(rows: readonly Row[], total: Decimal): Decimal | null {
  const taxed = rows.filter(({ text, money }) => money.length > 0 && TAX_WORD.test(text));
  const pairs = taxed.flatMap(({ money }) => {
    const [net, tax] = money
      .slice(-2)
      .map(({ amount }) => amount.exact)
      .toSorted((a, b) => b - a);
    return net !== undefined && tax !== undefined && isTaxOf(tax, net) ? [{ gross: net + tax, tax }] : [];
  });
  const whole = pairs.find(({ gross }) => gross === total);
  if (whole) return whole.tax;
  if (pairs.length > 1 && sum(pairs.map(({ gross }) => gross)) === total) return sum(pairs.map(({ tax }) => tax));
  const nets = rows.flatMap(({ money }) => money.map(({ amount }) => amount.exact));
  const taxes = taxed.map(({ money }) => money.at(-1)?.amount.exact ?? 0);
  return taxes.find((tax) => isTaxOf(tax, total - tax) && nets.includes(total - tax)) ?? null;
}

/**
 * The tax of a table by rates that makes up a total: in each row the net sum, its tax at the printed rate, and often both
 * together. Its rows need no words.
 */
function taxOfTable(rows: readonly Row[], total: Decimal): Decimal | null {
  const parts = rows.flatMap((row) => {
    const sums = row.money.map(({ amount }) => amount.exact);
    const found = printedRates(row).flatMap((rate) =>
      sums.flatMap((net) => sums.filter((tax) => isAtRate(tax, net, rate)).map((tax) => ({ gross: net + tax, tax }))),
    );
    // A third sum is both together, or something else.
    const [only] = found.filter(({ gross }) => sums.length === 2 || (sums.length === 3 && sums.includes(gross)));
    return only ? [only] : [];
  });
  return parts.length > 0 && sum(parts.map(({ gross }) => gross)) === total ? sum(parts.map(({ tax }) => tax)) : null;
}

const isAtRate = (tax: Decimal, net: Decimal, rate: number) =>
  rate > 0 && tax >= SMALLEST_TAX && tax < net && near((net * rate) / 100, tax, CENT / 2 + 1);

const isTaxOf = (tax: Decimal, net: Decimal) => tax >= SMALLEST_TAX && tax <= LARGEST_TAX * net;

/**
 * Whether a row names the tax that is contained in a total: `incl. 25% VAT 25.20`.
 * @param lone the only rate that the paper prints, as beside each of its goods
 */
function holdsTax(row: Row, total: Decimal, lone: number | undefined): boolean {
  const tax = row.money.at(-1)?.amount.exact ?? 0;
  if (!TAX_WORD.test(row.text) || tax < SMALLEST_TAX) return false;
  const printed = printedRates(row);
  const usual = tax >= TELLING_TAX ? USUAL_RATES : [];
  const rates = printed.length > 0 ? printed : lone === undefined ? usual : [lone];
  return rates.some((rate) => rate > 0 && near((total * rate) / (100 + rate), tax, CENT / 2 + 1));
}

const printedRates = ({ amounts }: Row) => amounts.filter(({ percent }) => percent).map(({ exact }) => exact / SCALE);

/** Whether two or three sums below, one of them a payment, give a total. */
function isPaidInParts(below: readonly Row[], total: Decimal): boolean {
  const paid = below
    .flatMap(({ money }) => money)
    .filter(
      ({ label, amount }) =>
        amount.exact !== 0 &&
        label?.kind !== 'total' &&
        label?.kind !== 'subtotal' &&
        label?.kind !== 'tax' &&
        label?.kind !== 'change',
    )
    .slice(0, MOST_PAYMENTS);
  const sizes = paid.map(({ amount }) => Math.abs(amount.exact));
  return paid.some(({ label }, first) => {
    if (label?.kind !== 'card' && label?.kind !== 'cash') return false;
    const own = sizes[first] ?? 0;
    const left = Math.abs(total) - own;
    // Without a word it is the payment once more: `Your share 40.00`, `Card 40.00`.
    const others = sizes.filter((size, index) => index !== first && (paid[index]?.label != null || size !== own));
    return (
      left > 0 && others.some((one, index) => one === left || others.slice(index + 1).some((two) => one + two === left))
    );
  });
}
