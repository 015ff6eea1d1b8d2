import { type Decimal, sum } from '../values/decimal.ts';
import type { InvoiceMoney, InvoiceRow } from './rows.ts';

/**
 * A list whose rows are not of goods with quantities and prices, such as the bill of a telephone: where all its sums, from
 * the first one that is printed, give the sum below them, and none is left out, that sum is proven without reading a row.
 */

const FEWEST = 2;
const MOST = 200;
/** Sums that hold what stands above them, and others that are no part of a list. */
const WHOLES: ReadonlySet<string> = new Set(['lines', 'net', 'gross', 'total', 'withheld', 'price']);
/** What was billed before, and what was paid of it: they must leave nothing. */
export const BEFORE =
  /(?<!\p{L})(?:previous|prior|last|brought forward|balance|vorig\p{L}{0,2}|letzte[rn]?|saldo|précédente?|solde|anterior|precedente|vorige|föregående|poprzedni\p{L}{0,2})(?!\p{L})/iu;
/** Also what is sold: `Manual payments, 3 orders  8.33` is no payment, but a price. */
const PAID =
  /(?<!\p{L})(?:payments?|received|zahlung\p{L}{0,3}|paiement|pagos?|pagament[oi]|betaling\p{L}{0,2}|inbetalt|wpłata)(?!\p{L})/iu;

/**
 * Whether all sums above one, the last of each row, give it. The same sum above it, as in a summary, is none of them.
 * @param isLast whether no other total may stand below
 */
export function isSumOfAllAbove(rows: readonly InvoiceRow[], total: Decimal, isLast: boolean): boolean {
  return rows.some(
    ({ money }, at) =>
      money.length === 1 &&
      money.some(({ amount, label }) => amount.exact === total && label !== null) &&
      gives(rows.slice(0, at), total) &&
      !(isLast && rows.slice(at + 1).some((row) => namesOther(row, total))),
  );
}

const namesOther = ({ money }: InvoiceRow, total: Decimal) =>
  money.some(({ label, amount }) => TOTALS.has(label?.kind ?? '') && amount.exact !== 0 && amount.exact !== total);

const TOTALS: ReadonlySet<string> = new Set(['gross', 'total', 'due']);

function gives(above: readonly InvoiceRow[], total: Decimal): boolean {
  const list = above.flatMap(({ line, money }) => {
    const last = money.at(-1);
    return last && last.amount.exact !== 0 && last.amount.exact !== total ? [{ text: line.text, last }] : [];
  });
  if (list.length < FEWEST || list.length > MOST) return false;
  if (list.some(({ last }) => WHOLES.has(last.label?.kind ?? ''))) return false;
  return sum(list.filter(isCarried).map(signed)) === 0 && sum(list.map(signed)) === total;
}

interface Listed {
  readonly text: string;
  readonly last: InvoiceMoney;
}

const isCarried = ({ text, last }: Listed) =>
  last.label?.kind === 'prepaid' || BEFORE.test(text) || (PAID.test(text) && last.amount.exact < 0);

const signed = ({ last }: Listed): Decimal =>
  last.label?.kind === 'allowance' ? -Math.abs(last.amount.exact) : last.amount.exact;
