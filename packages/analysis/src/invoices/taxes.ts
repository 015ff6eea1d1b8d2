import type { Span } from '../text/source.ts';
import { findPhrases, phrases } from '../text/words.ts';
import { type Decimal, near, product, SCALE, sum } from '../values/decimal.ts';
import type { InvoiceMoney, InvoiceRow } from './rows.ts';

/** The taxes of an invoice: in a table by rate, in a list, in a row of sums, or one alone. */

export interface TaxLine {
  /** Percent, in ten-thousandths: 19 % is 190,000. Null when it is not printed. */
  readonly rate: Decimal | null;
  /** Null when it is not printed with the rate. */
  readonly base: Decimal | null;
  readonly amount: Decimal;
  readonly money: InvoiceMoney;
}

const CENT = SCALE / 100;
const MOST_RATES = 100;
/** More taxes than this are those of the items. */
const MOST_LISTED = 8;
const TAX_WORD = phrases({
  tax: `
    ust, mwst, vat, tva, iva, btw, tax, umsatzsteuer, mehrwertsteuer, gst, taxe, steuer, imposta, impuesto, sales
    tax, umsatzsteuer s, satz, moms, mva, cgst, sgst, igst`,
});

export const taxTotal = (taxes: readonly TaxLine[]) => sum(taxes.map((tax) => tax.amount));

/** Taxes that are listed one below the other with no base: by rate, or by who levies them. */
export function listedTaxes(rows: readonly InvoiceRow[]): TaxLine[] {
  const listed: TaxLine[] = [];
  // The same words on another page repeat a tax; CGST and SGST are two.
  const seen = new Set<string>();
  for (const [index, { money, amounts, words }] of rows.entries()) {
    const [only, more] = money;
    if (!only || more || only.label?.kind !== 'tax' || only.amount.exact === 0) continue;
    // A sum alone on its line has its label, and the rate, on the line above.
    const above = words.some((word) => /\p{L}/u.test(word.key)) ? [] : (rows[index - 1]?.amounts ?? []);
    const percent = [...amounts, ...above].find((one) => one.percent)?.exact;
    // "Tax (8.25%)" is no negative rate.
    const rate = percent === undefined ? null : Math.abs(percent);
    const key = words.map((word) => word.key).join(' ');
    if (!seen.has(key)) listed.push({ rate, base: null, amount: only.amount.exact, money: only });
    seen.add(key);
  }
  return listed.length <= MOST_LISTED ? listed : [];
}

/** The only tax, with the rate that stands next to it; its base is one of some sums, when it fits. */
export function oneTax(listed: readonly TaxLine[], tax: Decimal, bases: readonly Decimal[]): TaxLine[] | null {
  const [only, more] = listed;
  if (!only || more || only.rate === null || !near(only.amount, tax, CENT)) return null;
  const rate = Math.round(only.rate / 100);
  const base = bases.find((one) => near(product(one, rate) ?? Number.NaN, only.amount, CENT));
  return [{ ...only, base: base ?? null }];
}

/**
 * The tax in a row of sums: "Total 1,000.00 230.00 1,230.00" holds net, tax and gross, and "Total 1,000.00 230.00" net
 * and tax where another row has the gross total.
 */
export function rowTaxes(rows: readonly InvoiceRow[]): InvoiceMoney[] {
  const wholes = new Set(rows.flatMap(({ money }) => money.filter(isWhole).map(({ amount }) => amount.exact)));
  return rows.flatMap(({ money }) => {
    if (!money.slice(-2).every((one) => OF_ROW.has(one.label?.kind ?? ''))) return [];
    const [net, tax, gross] = money.slice(-3);
    if (net && tax && gross && isTaxOn(net, tax) && net.amount.exact + tax.amount.exact === gross.amount.exact)
      return [tax];
    const [base, last, more] = money;
    if (!base || !last || more || !isTaxOn(base, last)) return [];
    return wholes.has(base.amount.exact + last.amount.exact) ? [last] : [];
  });
}

/** What rows of several sums are called. */
const OF_ROW: ReadonlySet<string> = new Set(['total', 'lines', 'net']);
const isWhole = ({ label }: InvoiceMoney) =>
  label?.kind === 'gross' || label?.kind === 'due' || label?.kind === 'total';

function isTaxOn(net: InvoiceMoney, tax: InvoiceMoney): boolean {
  return tax.amount.exact !== 0 && Math.abs(tax.amount.exact) < Math.abs(net.amount.exact) * MOST_TAX;
}

/** No tax on a purchase is a larger part of its net sum. */
const MOST_TAX = 0.5;

/** The taxes by rate; those of single items only where no table of the whole stands below them. */
export function taxTable(rows: readonly InvoiceRow[], items: readonly Span[]): TaxLine[] {
  const starts = new Set(items.map(({ start }) => start));
  const others = taxLines(rows.filter(({ money }) => !money.some(({ span }) => starts.has(span.start))));
  return others.length > 0 ? others : taxLines(rows);
}

/** Rows that print a rate, a base and the tax on it; the three numbers must fit. */
function taxLines(rows: readonly InvoiceRow[]): TaxLine[] {
  const lines: TaxLine[] = [];
  let named = -10;
  for (const [index, row] of rows.entries()) {
    if (findPhrases(row.words, TAX_WORD).length > 0) named = index;
    const first = index - named <= 4 && lines.length < MOST_RATES ? taxLine(row) : null;
    for (const line of first ? [first, ...surcharge(row, first)] : []) {
      const known = lines.some((one) => one.rate === line.rate && one.base === line.base && one.amount === line.amount);
      if (!known) lines.push(line);
    }
  }
  return lines;
}

/** `299,97  21,00  62,99  5,20  15,60`: a second rate and tax on the same base, as the equivalence surcharge of Spain. */
function surcharge(row: InvoiceRow, { base, money }: TaxLine): TaxLine[] {
  const behind = row.amounts.filter(({ start }) => start >= money.amount.end);
  const [rate, second, more] = behind;
  if (!rate || !second || more || base === null || rate.exact <= 0 || rate.exact > 30 * SCALE) return [];
  const sum = row.money.find(({ amount }) => amount === second);
  const expected = product(base, Math.round(rate.exact / 100));
  if (!sum || expected === null || !near(expected, second.exact, CENT)) return [];
  return [{ rate: rate.exact, base, amount: second.exact, money: sum }];
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
