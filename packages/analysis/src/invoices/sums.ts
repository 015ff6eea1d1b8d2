import type { Span } from '../text/source.ts';
import { type Decimal, near, SCALE, sum } from '../values/decimal.ts';
import { adjustments } from './adjustments.ts';
import { bestTriple, type Candidate, candidates, SURE_NET, type Triple, top } from './candidates.ts';
import type { SumKind } from './label-kinds.ts';
import type { InvoiceMoney, InvoiceRow } from './rows.ts';
import { listedTaxes, oneTax, rowTaxes, type TaxLine, taxTable, taxTotal } from './taxes.ts';

/** Net, tax and gross: the printed sums that fit their labels and add up. */

export interface InvoiceSums {
  readonly subtotal: InvoiceMoney | null;
  readonly tax: InvoiceMoney | null;
  /** The tax when it is not printed as one sum: the total of the rates. */
  readonly taxExact: Decimal | null;
  readonly total: InvoiceMoney | null;
  readonly lines: InvoiceMoney | null;
  readonly due: InvoiceMoney | null;
  readonly prepaid: InvoiceMoney | null;
  readonly taxes: readonly TaxLine[];
  /** All sums that may adjust others. */
  readonly adjustments: readonly InvoiceMoney[];
  /** All sums that are labeled as net, as total or gross total, as due, as paid before or as withheld. */
  readonly labeled: readonly InvoiceMoney[];
  /** Shipping, discounts and withheld tax that stand between subtotal and total; signed. */
  readonly adjusted: Decimal;
  /** Whether subtotal, adjustments and tax give the total. */
  readonly addsUp: boolean;
}

const CENT = SCALE / 100;
/** No tax on a purchase is a larger part of what is paid. */
const MOST_TAX = 0.35;
/** Kinds of labels of sums without tax; "Total" twice proves nothing. */
const NETS: ReadonlySet<string> = new Set<SumKind>(['net', 'lines']);

const TELLING: ReadonlySet<string> = new Set<SumKind>(['net', 'gross', 'total', 'due', 'prepaid', 'withheld']);

/** What is bought: the sum of the lines of the invoice, and where their amounts stand. */
export interface Bought {
  readonly total: Decimal;
  readonly places: readonly Span[];
}

export function invoiceSums(rows: readonly InvoiceRow[], bought: Bought | null): InvoiceSums {
  const money = rows.flatMap((row) => row.money);
  const table = taxTable(rows, bought?.places ?? []);
  const listed = listedTaxes(rows);
  const byKind = (kind: SumKind) => money.filter((one) => one.label?.kind === kind);
  // Net and gross of one rate out of several are not those of the invoice.
  const rated = new Set(table.length > 1 ? table.map((one) => one.money) : []);
  const parts = new Set(rows.filter((row) => row.money.some((one) => rated.has(one))).flatMap((row) => row.money));
  const places = new Set(bought?.places.map(({ start }) => start));
  const sums = money.filter((one) => !parts.has(one));
  const others = sums.filter((one) => !places.has(one.span.start));
  // The amount of a line is no total of the lines, unless no other is printed.
  const whole = candidates(others, 'gross').length > 0 ? others : sums;
  const roles = {
    gross: candidates(whole, 'gross'),
    net: candidates(whole, 'net'),
    tax: taxCandidates(rows, table, listed),
  };
  const adjusting = adjustments(rows);
  const best = bestTriple(roles, adjusting, bought?.total ?? null);
  const rest = {
    lines: byKind('lines')[0] ?? null,
    due: byKind('due').at(-1) ?? null,
    prepaid: byKind('prepaid').find((one) => one.amount.exact !== 0) ?? null,
    adjustments: adjusting,
    labeled: whole.filter((one) => TELLING.has(one.label?.kind ?? '')),
  };
  const total = top(roles.gross);
  // CGST and SGST below the lines, and no sum without them: both belong to the total. One without a rate, unlike all others, may be a fee.
  const all = taxTotal(listed);
  const isTax = (one: TaxLine) =>
    one.rate !== null || listed.some((other) => other !== one && other.amount === one.amount);
  const isWhole =
    listed.length > 1 && listed.every(isTax) && bought !== null && bought.total + all === total?.amount.exact;
  if (best && !(isWhole && best.net.exact === best.gross.exact))
    return { ...rest, ...sumsOf(best, money, taxesOf(best, table, listed), table) };
  const loneTax = top(candidates(money, 'tax'));
  return {
    ...rest,
    taxes: isWhole ? listed : table,
    subtotal: top(roles.net.filter((one) => one.points >= SURE_NET)),
    tax: isWhole ? null : loneTax,
    taxExact: isWhole ? all : (loneTax?.amount.exact ?? null),
    total,
    adjusted: 0,
    addsUp: false,
  };
}

/** Labeled taxes, the sum of a table or of a list of them, and no tax at all. */
function taxCandidates(
  rows: readonly InvoiceRow[],
  table: readonly TaxLine[],
  listed: readonly TaxLine[],
): readonly Candidate[] {
  const money = rows.flatMap((row) => row.money);
  const [only, more] = table;
  return [
    ...candidates(money, 'tax'),
    ...rowTaxes(rows).map((one) => ({ money: one, exact: one.amount.exact, points: 18 })),
    ...(only ? [{ money: more ? null : only.money, exact: taxTotal(table), points: 20 }] : []),
    ...(listed.length > 1 ? [{ money: null, exact: taxTotal(listed), points: 22 }] : []),
    { money: null, exact: 0, points: -6 },
  ];
}

/** The taxes by rate that give the tax. A table with bases says more than a list, unless it lacks a rate. */
function taxesOf({ net, tax, adjusted }: Triple, table: readonly TaxLine[], listed: readonly TaxLine[]) {
  const fits = near(taxTotal(table), tax.exact, CENT);
  const isByRate = new Set(table.map(({ rate }) => rate)).size === table.length;
  if ((fits && isByRate) || tax.exact === 0) return table;
  if (listed.length > 1 && near(taxTotal(listed), tax.exact, CENT)) return listed;
  return oneTax(listed, tax.exact, [net.exact, net.exact + adjusted]) ?? (fits ? table : []);
}

type Found = Pick<InvoiceSums, 'subtotal' | 'tax' | 'taxExact' | 'total' | 'taxes' | 'adjusted' | 'addsUp'>;

function sumsOf(
  best: Triple,
  money: readonly InvoiceMoney[],
  taxes: readonly TaxLine[],
  table: readonly TaxLine[],
): Found {
  const { net, tax, gross, adjusted } = best;
  const isNet = NETS.has(net.money?.label?.kind ?? '');
  if (net.exact === gross.exact && !isNet) return grossAlone(best, money, table);
  const same = money.find((one) => one.label?.kind === 'tax' && one.amount.exact === tax.exact);
  const printed = tax.money ?? same ?? null;
  return {
    subtotal: net.money,
    tax: printed,
    taxExact: printed === null && taxes.length === 0 ? null : tax.exact,
    total: gross.money,
    taxes,
    adjusted,
    addsUp: isNet || tax.exact !== 0 || adjusted !== 0,
  };
}

/** One sum that is both net and gross proves nothing; a table of taxes may say what is in it. */
function grossAlone({ gross, adjusted }: Triple, money: readonly InvoiceMoney[], table: readonly TaxLine[]): Found {
  const net = sum(table.map(({ base }) => base ?? 0));
  const addsUp = table.length > 0 && net + taxTotal(table) === gross.exact;
  const printed = (exact: Decimal) => money.findLast(({ amount }) => amount.exact === exact) ?? null;
  const tax = table.length > 0 ? printed(taxTotal(table)) : taxWithin(money, gross.exact);
  return {
    subtotal: addsUp ? printed(net) : null,
    tax,
    taxExact: table.length > 0 ? taxTotal(table) : (tax?.amount.exact ?? null),
    total: gross.money,
    taxes: table,
    adjusted,
    addsUp,
  };
}

/** The tax where no sum without it is printed, as in "Total 110.00, includes GST of 10.00". */
function taxWithin(money: readonly InvoiceMoney[], gross: Decimal): InvoiceMoney | null {
  const found = candidates(money, 'tax').filter(
    ({ exact }) => exact !== 0 && Math.sign(exact) === Math.sign(gross) && Math.abs(exact) < Math.abs(gross) * MOST_TAX,
  );
  return found.length === 1 ? (found[0]?.money ?? null) : null;
}
