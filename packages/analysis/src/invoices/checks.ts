import { type Decimal, near, SCALE, sum } from '../values/decimal.ts';
import { type Check, sumCheck, type VerificationStatus } from '../verification/verification.ts';
import { adjustedBetween } from './adjustments.ts';
import type { InvoiceReading } from './invoice.ts';
import type { InvoiceMoney } from './rows.ts';
import { BEFORE } from './rows-above.ts';
import type { InvoiceSums } from './sums.ts';
import { isAtRates } from './tax-rates.ts';

/** Which printed sums of an invoice agree, and what follows from it. */

const CENT = SCALE / 100;
/** Checks that fail as well when a line was not read, or the text is of more than one invoice. */
const OF_LINES: ReadonlySet<string> = new Set(['line_items', 'lines_to_subtotal', 'one_invoice']);

export interface InvoiceChecks {
  /** Of the sums. */
  readonly status: VerificationStatus;
  readonly checks: Check[];
  /** The tax is that of its printed rate, and subtotal and tax give the total: then lines that were misread change nothing. */
  readonly atRate: Check | null;
  /** Whether another printed sum may be the total as well. */
  readonly contested: boolean;
}

/**
 * Verified when everything that is printed agrees to the cent: subtotal and tax, with any shipping, discount or
 * withheld tax between them and the total, give the total, and the lines give the subtotal or the total. Off by a
 * cent it stays unverified: nobody can tell a rounded sum from a misprinted one.
 */
export function checkInvoice(reading: InvoiceReading): InvoiceChecks {
  const { sums } = reading;
  const total = sums.total?.amount.exact ?? null;
  const checks = [...totalCheck(reading), ...taxCheck(reading), ...lineCheck(reading), ...documentCheck(reading)];
  const agree = checks.every((check) => check.ok);
  const proven = (sums.addsUp && sums.taxExact !== null) || (total !== null && linesGiveTotal(reading, total));
  const contested = isContested(reading) || carriesDebt(reading);
  const others = checks.filter(({ name }) => name !== 'line_items' && name !== 'lines_to_subtotal');
  const whole = sums.addsUp && !contested && others.every((check) => check.ok);
  const atRate =
    whole && isAtRates(sums) && isExplained(reading)
      ? sumCheck('tax_at_rate', sums.taxExact ?? 0, sums.taxExact ?? 0, 0)
      : null;
  if (proven && agree && !contested && isRated(reading)) return { status: 'verified', checks, atRate, contested };
  const contradicted = checks.some(
    ({ name, ok, expected, actual }) =>
      !ok && !OF_LINES.has(name) && Math.abs(Number(expected) - Number(actual)) * SCALE > CENT * 1.5,
  );
  return { status: contradicted ? 'failed' : 'unverified', checks, atRate, contested };
}

/** A balance of another bill among the lines, which no payment took away: what is to pay is not what this one is about. */
function carriesDebt({ lines, listed }: InvoiceReading): boolean {
  if (listed !== null) return false;
  return sum(lines.filter(({ description }) => BEFORE.test(description ?? '')).map(({ amount }) => amount)) !== 0;
}

function totalCheck({ sums }: InvoiceReading): Check[] {
  const total = sums.total?.amount.exact;
  const net = sums.subtotal?.amount.exact;
  if (total === undefined || net === undefined) return [];
  return [sumCheck('subtotal_plus_tax', total, net + sums.adjusted + (sums.taxExact ?? 0), 0)];
}

function taxCheck({ sums }: InvoiceReading): Check[] {
  if (sums.taxes.length === 0 || sums.taxExact === null) return [];
  return [sumCheck('taxes', sums.taxExact, sum(sums.taxes.map((tax) => tax.amount)), 0)];
}

/** The lines against the sum that they reach, else against the one that they should: the first that is printed. */
function lineCheck({ sums, lines }: InvoiceReading): Check[] {
  const printed = [sums.lines, sums.subtotal, sums.total].flatMap((one) => (one ? [one.amount.exact] : []));
  const [first] = printed;
  if (lines.length === 0 || first === undefined || (!sums.total && !sums.subtotal)) return [];
  const bought = boughtOn(lines);
  const targets = lineTargets(sums);
  if (targets.includes(bought)) return [sumCheck('line_items', bought, bought, 0)];
  const nearest = [...targets, ...printed].find((one) => near(one, bought, CENT)) ?? first;
  const check = sumCheck('line_items', nearest, bought, 0);
  const net = sums.subtotal?.amount.exact ?? sums.total?.amount.exact ?? bought;
  // Lines that give a sum of their own, from which nothing leads to the total.
  return check.ok ? [check, sumCheck('lines_to_subtotal', net, bought, 0)] : [check];
}

/**
 * Several invoices in one text: behind the number that was read stands a total, then another number, and only then the
 * total that was read. An invoice that lists earlier ones has its total before them.
 */
function documentCheck({ sums, invoiceNumber, numbers }: InvoiceReading): Check[] {
  const { total } = sums;
  if (!total || !invoiceNumber) return [];
  const first = invoiceNumber.span.end;
  const totals = sums.labeled.filter(
    ({ label, span }) => span.start > first && (label?.kind === 'gross' || label?.kind === 'total'),
  );
  const same = totals.find(({ amount }) => amount.exact === total.amount.exact) ?? total;
  const other = numbers.find(
    ({ value, span }) =>
      value !== invoiceNumber.value &&
      span.start > first &&
      span.start < same.span.start &&
      totals.some((one) => one.span.start < span.start),
  );
  return other ? [{ name: 'one_invoice', ok: false, expected: invoiceNumber.value, actual: other.value }] : [];
}

const boughtOn = (lines: InvoiceReading['lines']) => sum(lines.map((line) => line.amount));

/** The sums that lines add up to: net or gross, or their own one, from which the net sum follows. */
function lineTargets(sums: InvoiceSums): Decimal[] {
  const { subtotal, total, lines, adjusted, taxExact } = sums;
  const targets = [subtotal, total].flatMap((one) => (one ? [one.amount.exact] : []));
  if (total && !subtotal) targets.push(total.amount.exact - adjusted - (taxExact ?? 0));
  if (!lines) return targets;
  const own = lines.amount.exact;
  const linked = [subtotal, total].some(
    (one) => one !== null && own + adjustedBetween(sums.adjustments, lines, one) === one.amount.exact,
  );
  return linked ? [...targets, own] : targets;
}

function linesGiveTotal({ sums, lines }: InvoiceReading, total: Decimal): boolean {
  if (lines.length === 0) return false;
  const bought = boughtOn(lines);
  const net = total - sums.adjusted - (sums.taxExact ?? 0);
  return bought === total || bought === net || lineTargets(sums).includes(bought);
}

/**
 * Whether lines that give another sum than the subtotal say nothing against it: they are something else, not even
 * near, or a printed discount or charge leads from them; or rows of the list cannot be read, and no other net sum or total
 * is printed that they could belong to.
 */
function isExplained({ lines, sums, printed, isDamaged }: InvoiceReading): boolean {
  const known = [sums.subtotal, sums.total].map((one) => one?.amount.exact ?? 0);
  const net = Math.abs(known[0] ?? 0);
  const bought = Math.abs(boughtOn(lines));
  if (lines.length === 0 || bought === net || isRunning(lines, net)) return true;
  if (
    bought > 2 * net || 2 * bought < net
      ? sums.lines === null
      : printed.has(bought) && printed.has(Math.abs(bought - net))
  )
    return true;
  if (!isDamaged) return false;
  return sums.labeled.every(({ label, amount }) => !WHOLE.has(label?.kind ?? '') || known.includes(amount.exact));
}

/** Whether the lines are a calculation: some give the next one, and from that one on they give a sum. */
function isRunning(lines: InvoiceReading['lines'], net: Decimal): boolean {
  const amounts = lines.slice(-MOST_STEPS).map(({ amount }) => amount);
  return amounts.some((carried, at) => {
    const before = amounts.slice(0, at).map((_, from) => sum(amounts.slice(from, at)));
    return (
      at >= 2 && at < amounts.length - 1 && before.slice(0, -1).includes(carried) && sum(amounts.slice(at)) === net
    );
  });
}

/** A calculation has no more steps. */
const MOST_STEPS = 12;

const WHOLE: ReadonlySet<string> = new Set(['net', 'gross', 'total']);

/**
 * Other gross totals that a printed net sum leads to at the same rate, as in `corrected: 2,142.00 (net 1,800.00)`. Those
 * that make up the total are parts of it.
 */
function otherWholes({ labeled, subtotal }: InvoiceSums, total: Decimal): Decimal[] {
  const net = subtotal?.amount.exact ?? 0;
  if (net === 0 || net === total) return [];
  const others = (kind: string, known: Decimal) => [
    ...new Set(
      labeled
        .filter(({ label, amount }) => label?.kind === kind && amount.exact !== known)
        .map(({ amount }) => amount.exact),
    ),
  ];
  const nets = others('net', net);
  const found = others('gross', total).filter((gross) => nets.some((one) => near((one * total) / net, gross, CENT)));
  return sum(found) === total ? [] : found;
}

/**
 * Totals below the total. Those that make it up are parts of it, as in a table by rates; any other one belongs to a
 * second invoice, or takes the place of the first, whatever it is called.
 */
function laterTotals({ labeled }: InvoiceSums, { span, amount }: InvoiceMoney): Decimal[] {
  const later = labeled
    .filter((one) => one.span.start > span.start && (one.label?.kind === 'total' || one.label?.kind === 'gross'))
    .map((one) => one.amount.exact)
    .filter((exact) => exact !== 0 && exact !== amount.exact);
  return [sum(later), sum([...new Set(later)])].includes(amount.exact) ? [] : later;
}

/**
 * A tax that is named within the total, with neither net sum nor rate, must be some whole or half percent of the rest:
 * nothing else on the page says that it is right.
 */
function isRated({ sums, lines }: InvoiceReading): boolean {
  const { total, subtotal, taxExact, taxes } = sums;
  if (!total || subtotal || taxes.length > 0 || taxExact === null || taxExact === 0) return true;
  const gross = total.amount.exact;
  if (lines.length > 0 && boughtOn(lines) + sums.adjusted + taxExact === gross) return true;
  const halves = Math.round((200 * taxExact) / (gross - taxExact));
  return halves > 0 && near((gross * halves) / (200 + halves), taxExact, CENT / 2);
}

/**
 * Whether two more sums are printed of which one is a share of the total and the other is both together: a tax and what
 * is to pay, whatever they are called.
 */
function isTaxedBelow(printed: ReadonlySet<Decimal>, total: Decimal): boolean {
  return [...printed].some((tax) => tax >= total * LEAST_TAX && tax <= total * MOST_TAX && printed.has(total + tax));
}

const LEAST_TAX = 0.02;
const MOST_TAX = 0.3;

/**
 * Whether a sum that is called the total, or what is due, is another one than the total. What was paid before or is
 * withheld explains a sum that is due; where subtotal and tax prove the total, no explanation is needed.
 */
function isContested({ sums, corrected, printed, numbers }: InvoiceReading): boolean {
  const { total, subtotal, addsUp } = sums;
  if (!total) return false;
  if (corrected.some((one) => one !== total.amount.exact)) return true;
  if (!subtotal && isTaxedBelow(printed, total.amount.exact)) return true;
  // What stands between the two and is in neither: then one of them is misprinted.
  const between = adjustedBetween(sums.adjustments, subtotal, total);
  if (addsUp && sums.adjusted === 0 && between !== 0) return true;
  const known = [total, subtotal].flatMap((one) => (one ? [one.amount.exact] : []));
  const ofKind = (...kinds: string[]) =>
    sums.labeled.filter((one) => kinds.includes(one.label?.kind ?? '')).map((one) => one.amount.exact);
  const paid = ofKind('prepaid', 'withheld').map(Math.abs);
  const open = [...paid, sum(paid)].map((one) => total.amount.exact - one);
  const rests = addsUp ? [] : ofKind('due').filter((one) => one !== 0 && !open.includes(one));
  const totals = total.label?.kind === 'gross' ? otherWholes(sums, total.amount.exact) : ofKind('gross');
  // What is left of the total below it is no other one, unless another invoice follows.
  const isAlone = new Set(numbers.map(({ value }) => value)).size <= 1;
  const later = laterTotals(sums, total).filter((one) => !(isAlone && open.includes(one)));
  // A net sum beside the one that proves the total is one of them after or before what stands between them.
  const net = total.amount.exact - (sums.taxExact ?? 0);
  const nets = subtotal?.label?.kind === 'lines' ? ofKind('net').filter((one) => one !== 0 && one !== net) : [];
  return [...rests, ...totals, ...later, ...nets].some((one) => !known.includes(one));
}
