import { type Decimal, near, SCALE, sum } from '../values/decimal.ts';
import { replacesTotal } from '../values/replacing-totals.ts';
import { withoutTip } from './copies.ts';
import type { Row } from './rows.ts';
import { tipAbove } from './tips.ts';
import type { Candidate } from './total-candidates.ts';
import { TAX_WORD } from './total-proofs.ts';

/** The printed sums that have a better claim to be the total than the one that was chosen. */

/** Cash is rounded to five cents in several countries, to ten in some. */
const ROUNDING = (5 * SCALE) / 100;
const CENT = SCALE / 100;

interface Rivals {
  readonly candidates: readonly Candidate[];
  readonly taxes: readonly Decimal[];
  readonly payments: readonly Decimal[];
  readonly rows: readonly Row[];
}

/** The printed sum that has a better claim to be the total; null without one. */
export function rivalOf(value: Decimal, { candidates, taxes, payments, rows }: Rivals): Decimal | null {
  const larger = candidates.find((one) => isRival(one, value, taxes));
  if (larger) return larger.money.amount.exact;
  const other =
    replacing(value, rows) ??
    taxedBelow(value, rows) ??
    beforeDeposit(value, rows) ??
    givenBack(value, rows) ??
    withOtherTip(value, rows) ??
    withoutTip(value, rows) ??
    nothingIn(value, rows) ??
    ofOtherReceipt(value, rows);
  if (other !== null) return other;
  const [before, after] = loneTotals(value, { candidates, rows });
  if (after !== undefined) return after;
  if (payments.includes(value)) return null;
  if (before !== undefined) return before;
  // Another total is what was paid.
  const tip = tipAbove(rows, value);
  const paid = candidates.find(
    ({ money }) =>
      money.label?.kind === 'total' &&
      (tip === 0 || money.amount.exact + tip !== value) &&
      !near(money.amount.exact, value, ROUNDING) &&
      payments.includes(money.amount.exact),
  );
  return paid?.money.amount.exact ?? reducedBelow(value, rows);
}

/**
 * Other totals that stand alone in a row, ahead of the total and behind it, where no other sums lead from one to the
 * other: a second receipt on the paper, or a total that takes the place of the first. It needs no word that says so.
 */
function loneTotals(
  value: Decimal,
  { candidates, rows }: Pick<Rivals, 'candidates' | 'rows'>,
): readonly [Decimal?, Decimal?] {
  const own = candidates.filter(({ money }) => money.amount.exact === value).map(({ row }) => row);
  const steps = stepsOf(rows);
  const mark = candidates.find(({ money }) => money.amount.exact === value)?.money.amount.currency ?? null;
  const lone = candidates.filter(({ money: { label, amount }, row }) => {
    const { money = [], text = '' } = rows[row] ?? {};
    if (label?.kind !== 'total' || label.taxIncluded || amount.exact === 0 || money.length !== 1) return false;
    if (isOtherCurrency(amount.currency, mark)) return false;
    return !TAX_WORD.test(text) && !POINTS.test(text) && !leads(steps, Math.abs(value - amount.exact));
  });
  return [
    lone.find(({ row }) => row < Math.min(...own))?.money.amount.exact,
    lone.find(({ row }) => row > Math.max(...own))?.money.amount.exact,
  ];
}

/** The same total once more in another currency, as where a country changes its money: both have their marks. */
const isOtherCurrency = (one: string | null, other: string | null) => one !== null && other !== null && one !== other;

/** What is collected is no money. */
const POINTS =
  /(?<!\p{L})(?:points?|punkte|puntos|punti|punten|pontos|punkty|punktów|poäng|poeng|pisteet|stamps?|stempel)(?!\p{L})/iu;

/** Sums that may stand between two totals: taxes, tips, payments, and whatever is printed below the first sum. */
function stepsOf(rows: readonly Row[]): Decimal[] {
  const first = rows.findIndex(({ money }) =>
    money.some(({ label }) => label?.kind === 'total' || label?.kind === 'subtotal'),
  );
  const found = rows.flatMap(({ money }, at) => money.filter(({ label }) => label !== null || at > first));
  return [...new Set(found.map(({ amount }) => Math.abs(amount.exact)))].filter((one) => one > 0).slice(-MOST_STEPS);
}

const MOST_STEPS = 40;

/** Whether a difference is a rounding, one of the sums, or two of them together. */
function leads(steps: readonly Decimal[], difference: Decimal): boolean {
  return [0, ...steps].some((one) =>
    [0, ...steps].some((two) => near(one + two, difference, 2 * ROUNDING) && (one !== two || one === 0)),
  );
}

/** What a tax below makes of a total, where it is its printed rate of all of it and not a part of it. */
function taxedBelow(value: Decimal, rows: readonly Row[]): Decimal | null {
  const at = rows.findLastIndex(({ money }) => money.some(({ amount }) => amount.exact === value));
  for (const { text, money, amounts } of rows.slice(at + 1, at + 1 + TAXED_WITHIN)) {
    const tax = money.length === 1 && TAX_WORD.test(text) ? (money[0]?.amount.exact ?? 0) : 0;
    const rates = amounts.filter(({ percent }) => percent).map(({ exact }) => exact / SCALE);
    const isOnTop = rates.some(
      (rate) => near((value * rate) / 100, tax, CENT) && !near((value * rate) / (100 + rate), tax, CENT),
    );
    if (tax > 0 && isOnTop) return value + tax;
  }
  return null;
}

const TAXED_WITHIN = 3;

/** A total of nothing, where the sum that was chosen is called none: `Subtotal 30.00`, `Total 0.00`. */
function nothingIn(value: Decimal, rows: readonly Row[]): Decimal | null {
  // Cash that was handed over shows that something was to pay.
  if (rows.some(({ money }) => money.some(({ label }) => label?.kind === 'cash'))) return null;
  const totals = rows.filter(({ text }) => !TAX_WORD.test(text) && !POINTS.test(text)).flatMap(totalsOf);
  return value !== 0 && totals.length > 0 && totals.every((total) => total === 0) ? 0 : null;
}

/** The total above of which a deposit was paid before: what is left to pay is none. */
function beforeDeposit(value: Decimal, rows: readonly Row[]): Decimal | null {
  const at = rows.findLastIndex(({ money }) => money.some(({ amount }) => amount.exact === value));
  const paid = rows.findLastIndex(({ text, money }, row) => row < at && money.length === 1 && DEPOSIT.test(text));
  const size = Math.abs(rows[paid]?.money[0]?.amount.exact ?? 0);
  const totals = rows.slice(0, Math.max(0, paid)).flatMap(totalsOf);
  return size === 0 ? null : (totals.find((total) => total - size === value) ?? null);
}

const DEPOSIT =
  /(?<!\p{L})(?:deposit|prepaid|pre-?payment|advance|anzahlung|vorauszahlung|acompte|arrhes|anticipo|señal|acconto|caparra|aanbetaling|sinal|zaliczka|förskott|forskud|forskudd|ennakko|záloha)(?!\p{L})/iu;

/** A total that says that it takes the place of another one, below it. */
function replacing(value: Decimal, rows: readonly Row[]): Decimal | null {
  const at = rows.findIndex(({ money }) => money.some(({ amount }) => amount.exact === value));
  const below = rows.slice(at + 1).find(({ words, money }) => money.length === 1 && replacesTotal(words));
  const exact = below?.money[0]?.amount.exact ?? 0;
  return exact === 0 || near(exact, value, ROUNDING) ? null : exact;
}

/** The total of a refund below a sale: two receipts on one paper. */
function givenBack(value: Decimal, rows: readonly Row[]): Decimal | null {
  const totals = rows.flatMap(({ money }, at) =>
    money.filter(({ label }) => label?.kind === 'total').map((one) => ({ one, at })),
  );
  const back = totals.find(
    ({ one, at }) =>
      value > 0 &&
      one.amount.exact < 0 &&
      rows.slice(Math.max(0, at - REFUND_ROWS), at).some(({ text }) => REFUND.test(text)),
  );
  return back?.one.amount.exact ?? null;
}

/** A receipt of a refund says so above its goods. */
const REFUND =
  /(?<!\p{L})(?:refund|return(?:ed)?|retoure?|r[üu]cknahme|r[üu]ckgabe|erstattung|remboursement|devoluci[óo]n|rimborso|reso|zwrot|terugbetaling|retur|palautus|devolu[çc][ãa]o)(?!\p{L})/iu;
const REFUND_ROWS = 30;

/** Another total that was paid by itself, each below it: two receipts on one paper. */
export function ofOtherReceipt(value: Decimal, rows: readonly Row[]): Decimal | null {
  const paid = rows.flatMap((row, at) => {
    const below = rows.slice(at + 1, at + 1 + PAID_WITHIN);
    return totalsOf(row).filter((total) => {
      const next = below.findIndex((one) => totalsOf(one).some((another) => another !== total));
      return isPaidBelow(total, next < 0 ? below : below.slice(0, next));
    });
  });
  return paid.includes(value) ? (paid.find((one) => !near(one, value, ROUNDING)) ?? null) : null;
}

const totalsOf = ({ money }: Row) =>
  money.filter(({ label }) => label?.kind === 'total').map(({ amount }) => amount.exact);

const PAID_WITHIN = 8;

/** Whether a card or cash paid it, less what was given back. */
function isPaidBelow(total: Decimal, below: readonly Row[]): boolean {
  const of = (...kinds: string[]) =>
    below.flatMap(({ money }) => money.filter(({ label }) => kinds.includes(label?.kind ?? '')));
  const change = of('change').map(({ amount }) => Math.abs(amount.exact));
  return of('card', 'cash').some(({ amount }) => [0, ...change].some((back) => amount.exact - back === total));
}

/** The total with another tip, as on the copies of the guest and of the house, which were filled in differently. */
function withOtherTip(value: Decimal, rows: readonly Row[]): Decimal | null {
  const of = (kind: string) =>
    new Set(
      rows.flatMap(({ money }) => money.filter(({ label }) => label?.kind === kind).map((one) => one.amount.exact)),
    );
  const tips = [...of('tip')].filter((tip) => tip > 0).slice(0, MOST_TIPS);
  const totals = of('total');
  const bases = tips.map((tip) => value - tip);
  const others = bases.flatMap((base) => tips.map((tip) => base + tip)).filter((total) => total !== value);
  return others.find((total) => totals.has(total)) ?? null;
}

const MOST_TIPS = 6;

/** What is left of a total after the deduction that is printed below it. */
function reducedBelow(value: Decimal, rows: readonly Row[]): Decimal | null {
  const at = rows.findIndex(({ money }) => money.some(({ amount }) => amount.exact === value));
  const below = rows.slice(at + 1, at + 8).flatMap(({ money }) => money);
  const off = below
    .filter(({ amount, label }) => (amount.exact < 0 && label?.kind !== 'card') || label?.kind === 'discount')
    .map(({ amount }) => Math.abs(amount.exact));
  const left = off.map((one) => value - one).filter((one) => one > 0);
  return (
    below.find(
      ({ amount, label }) => left.includes(amount.exact) && label?.kind !== 'tax' && label?.kind !== 'subtotal',
    )?.amount.exact ?? null
  );
}

function isRival({ money }: Candidate, value: Decimal, taxes: readonly Decimal[]): boolean {
  const { label, amount } = money;
  if (label?.kind !== 'total' || amount.exact <= value + ROUNDING) return false;
  return (label.final && !label.taxIncluded) || isGrossOf({ money }, value, taxes);
}

/** Whether a printed total is a sum with the printed tax on top: then that sum is the one before tax. */
export function isGrossOf({ money }: Pick<Candidate, 'money'>, value: Decimal, taxes: readonly Decimal[]): boolean {
  return money.label?.kind === 'total' && withTax(value, taxes).includes(money.amount.exact);
}

/** A sum with each of the printed taxes, and with all of them. */
function withTax(value: Decimal, taxes: readonly Decimal[]): Decimal[] {
  const added = taxes.filter((tax) => tax > 0).slice(0, 6);
  return [...added, sum(added)].filter((tax) => tax > 0 && tax < value).map((tax) => value + tax);
}
