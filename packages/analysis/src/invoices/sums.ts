import { findPhrases, phrases } from '../text/words.ts';
import { type Decimal, near, product, SCALE, sum } from '../values/decimal.ts';
import { adjustedBetween, adjustments } from './adjustments.ts';
import type { SumKind } from './labels.ts';
import type { InvoiceMoney, InvoiceRow } from './rows.ts';

/** Net, tax and gross: the printed sums that fit their labels and add up. */

export interface TaxLine {
  /** Percent, in ten-thousandths: 19 % is 190,000. Null when it is not printed. */
  readonly rate: Decimal | null;
  /** Null when it is not printed with the rate. */
  readonly base: Decimal | null;
  readonly amount: Decimal;
  readonly money: InvoiceMoney;
}

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
  /** Shipping, discounts and withheld tax that stand between subtotal and total; signed. */
  readonly adjusted: Decimal;
  /** Whether subtotal, adjustments and tax give the total. */
  readonly addsUp: boolean;
}

interface Candidate {
  readonly money: InvoiceMoney | null;
  readonly exact: Decimal;
  readonly points: number;
}

const CENT = SCALE / 100;
const MOST = 14;
const MOST_RATES = 100;
/** More taxes than this are those of the items. */
const MOST_LISTED = 8;
/** A sum with this many points is labelled as net. */
const SURE_NET = 20;
const TAX_WORD = phrases({
  tax: `
    ust, mwst, vat, tva, iva, btw, tax, umsatzsteuer, mehrwertsteuer, gst, taxe, steuer, imposta, impuesto, sales
    tax, umsatzsteuer s, satz, moms, mva, cgst, sgst, igst`,
});

const POINTS: Readonly<Record<Role, Partial<Record<SumKind, number>>>> = {
  net: { net: 30, lines: 22, total: 10, gross: 4, allowance: -10 },
  tax: { tax: 24 },
  gross: { gross: 30, due: 18, total: 20, lines: 3 },
};

export function invoiceSums(rows: readonly InvoiceRow[], itemsTotal: Decimal | null): InvoiceSums {
  const money = rows.flatMap((row) => row.money);
  const tables = taxLines(rows);
  const listed = listedTaxes(rows);
  const byKind = (kind: SumKind) => money.filter((one) => one.label?.kind === kind);
  const gross = candidates(money, 'gross');
  const net = candidates(money, 'net');
  const added = listed.length > 1 ? [{ money: null, exact: total(listed), points: 22 }] : [];
  const tax = [...candidates(money, 'tax'), ...ratedTax(tables), ...added, { money: null, exact: 0, points: -6 }];
  const best = bestTriple({ gross, net, tax }, adjustments(money), itemsTotal);
  const isListed = best !== null && listed.length > 1 && near(best.tax.exact, total(listed), CENT);
  // A table with bases says more than a list, unless it lacks a rate.
  const taxes = isListed && !near(total(tables), best.tax.exact, CENT) ? listed : tables;
  const paid = byKind('prepaid').filter((one) => one.amount.exact !== 0);
  const rest = {
    lines: byKind('lines')[0] ?? null,
    due: byKind('due').at(-1) ?? null,
    prepaid: paid[0] ?? null,
    taxes,
  };
  if (best) {
    const printed = best.tax.money ?? byKind('tax').find((one) => one.amount.exact === best.tax.exact) ?? null;
    // One sum that is both net and gross proves nothing, and is no subtotal.
    const single = best.net.money === best.gross.money;
    const listedTax = taxes.length > 0 ? total(taxes) : null;
    const taxExact = printed === null && (single || listedTax === null) ? listedTax : best.tax.exact;
    return {
      ...rest,
      subtotal: single ? null : best.net.money,
      tax: printed,
      taxExact,
      total: best.gross.money,
      adjusted: best.adjusted,
      addsUp: !single,
    };
  }
  const loneTax = top(candidates(money, 'tax'));
  return {
    ...rest,
    subtotal: top(net.filter((one) => one.points >= SURE_NET)),
    tax: loneTax,
    taxExact: loneTax?.amount.exact ?? null,
    total: top(gross),
    adjusted: 0,
    addsUp: false,
  };
}

function candidates(money: readonly InvoiceMoney[], role: Role): Candidate[] {
  const found: Candidate[] = [];
  const seen = new Set<Decimal>();
  for (const one of [...money].reverse()) {
    const kind = one.label?.kind;
    const points = kind ? POINTS[role][kind] : undefined;
    if (points === undefined || seen.has(one.amount.exact)) continue;
    seen.add(one.amount.exact);
    found.push({ money: one, exact: one.amount.exact, points: points + Math.min(6, (one.label?.weight ?? 0) / 4) });
  }
  return found.sort((a, b) => b.points - a.points).slice(0, MOST);
}

/** The sum of the taxes by rate, and one tax alone. */
function ratedTax(taxes: readonly TaxLine[]): Candidate[] {
  if (taxes.length === 0) return [];
  const single = taxes.length === 1 ? (taxes[0]?.money ?? null) : null;
  return [{ money: single, exact: total(taxes), points: 20 }];
}

const total = (taxes: readonly TaxLine[]) => sum(taxes.map((tax) => tax.amount));

/** Taxes that are listed one below the other with no base: by rate, or by who levies them. */
function listedTaxes(rows: readonly InvoiceRow[]): TaxLine[] {
  const listed: TaxLine[] = [];
  // The same words on another page repeat a tax; CGST and SGST are two.
  const seen = new Set<string>();
  for (const { money, amounts, words } of rows) {
    const [only, more] = money;
    if (!only || more || only.label?.kind !== 'tax' || only.amount.exact === 0) continue;
    const rate = amounts.find((one) => one.percent)?.exact ?? null;
    const key = words.map((word) => word.key).join(' ');
    if (!seen.has(key)) listed.push({ rate, base: null, amount: only.amount.exact, money: only });
    seen.add(key);
  }
  return listed.length <= MOST_LISTED ? listed : [];
}

interface Triple {
  readonly gross: Candidate;
  readonly net: Candidate;
  readonly tax: Candidate;
  readonly adjusted: Decimal;
}

type Role = 'gross' | 'net' | 'tax';

function bestTriple(
  { gross, net, tax }: Readonly<Record<Role, readonly Candidate[]>>,
  adjusting: readonly InvoiceMoney[],
  itemsTotal: Decimal | null,
): Triple | null {
  const hasNet = net.some((one) => one.points >= SURE_NET);
  let best: Triple | null = null;
  let most = 0;
  for (const g of gross) {
    for (const n of net) {
      for (const t of tax) {
        if (Math.abs(t.exact) > Math.abs(g.exact) * 0.5) continue;
        const plain = near(n.exact + t.exact, g.exact, CENT);
        const adjusted = plain ? 0 : adjustedBetween(adjusting, n.money, g.money);
        if (!plain && (adjusted === 0 || !near(n.exact + adjusted + t.exact, g.exact, CENT))) continue;
        if (g.money === n.money && (t.exact !== 0 || hasNet)) continue;
        const points =
          g.points + n.points + t.points + (itemsTotal !== null && near(itemsTotal, n.exact, CENT) ? 8 : 0);
        if (points > most) [best, most] = [{ gross: g, net: n, tax: t, adjusted }, points];
      }
    }
  }
  return best;
}

function top(list: readonly Candidate[]): InvoiceMoney | null {
  return (
    list.reduce<Candidate | null>((best, one) => (best === null || one.points > best.points ? one : best), null)
      ?.money ?? null
  );
}

/** Rows that print a rate, a base and the tax on it; the three numbers must fit. */
function taxLines(rows: readonly InvoiceRow[]): TaxLine[] {
  const lines: TaxLine[] = [];
  let named = -10;
  for (const [index, row] of rows.entries()) {
    if (findPhrases(row.words, TAX_WORD).length > 0) named = index;
    const line = index - named <= 4 && lines.length < MOST_RATES ? taxLine(row) : null;
    const known =
      line && lines.some((one) => one.rate === line.rate && one.base === line.base && one.amount === line.amount);
    if (line && !known) lines.push(line);
  }
  return lines;
}

function taxLine(row: InvoiceRow): TaxLine | null {
  const [base, amount] = [row.money, row.money];
  if (row.money.length < 2 || row.money.length > 6) return null;
  const rates = row.amounts.filter(
    (one) => one.exact > 0 && one.exact <= 30 * SCALE && one.decimals <= 2 && one.currency === null,
  );
  for (const rate of rates) {
    for (const b of base) {
      for (const a of amount) {
        // A bare number is a rate only behind its base: in front it is a position.
        if (!rate.percent && rate.start < b.amount.end) continue;
        if (
          a.amount.start < b.amount.end ||
          a.amount === rate ||
          b.amount === rate ||
          Math.abs(b.amount.exact) <= Math.abs(a.amount.exact)
        )
          continue;
        const expected = product(b.amount.exact, Math.round(rate.exact / 100));
        if (expected !== null && a.amount.exact !== 0 && near(expected, a.amount.exact, CENT)) {
          return { rate: rate.exact, base: b.amount.exact, amount: a.amount.exact, money: a };
        }
      }
    }
  }
  return null;
}
