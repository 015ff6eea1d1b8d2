import { headingWords, isHeading } from './headings.ts';
import type { AmountKind } from './labels.ts';
import type { Money, Row } from './rows.ts';

/** Where the list of goods begins and ends. */

const ENDS: ReadonlySet<AmountKind> = new Set(['subtotal', 'total']);
const ENDS_AT_START: ReadonlySet<AmountKind> = new Set(['tax', 'rounding', 'cash', 'card', 'change', 'service']);

/** The rows up to the first total; and, for lists with totals of groups, those up to the last one without the totals. */
export function itemZones(rows: readonly Row[]): (readonly Row[])[] {
  const heading = rows.find((row) => isListHeading(row) || endsBoxedHeading(rows, row.index))?.index ?? -1;
  const start = heading >= 0 && rows.slice(0, heading).every((row) => !endsList(row)) ? heading + 1 : 0;
  const ends = rows.filter((row) => row.index >= start && endsList(row)).map((row) => row.index);
  const zones = [rows.slice(start, ends[0] ?? rows.length)];
  const paid = rows.findIndex(
    (row) => row.index >= start && row.money.some(({ label }) => label?.kind === 'cash' || label?.final),
  );
  if (ends.length > 1 && paid > (ends[0] ?? 0)) {
    zones.push(
      rows
        .slice(start, paid)
        .filter((row) => row.money.every(({ label }) => label === null || label.kind === 'discount')),
    );
  }
  const totals = rows.filter((row) => row.index >= start && endsWithSum(row)).map((row) => row.index);
  const sold = rows
    .slice(start, totals[0] ?? rows.length)
    .filter((row) => row.money.every((money) => isSold(row, money)));
  zones.push(
    sold,
    sold.filter((row) => row.money.every(({ label }) => !isPayment(label?.kind))),
  );
  // The total comes first, as in an e-mail: the goods are between it and the next sum.
  const [first, second] = totals;
  if (first !== undefined && second !== undefined && !rows.slice(start, first).some((row) => row.money.length > 0)) {
    zones.push(rows.slice(first + 1, second));
  }
  return zones;
}

function endsWithSum(row: Row): boolean {
  return row.money.some(({ label, words }) => label !== null && ENDS.has(label.kind) && words.length <= 9);
}

/** Cards and bars are also sold; taxes, charges and payments with a minus are not. */
function isSold(row: Row, { label, amount }: Money): boolean {
  if (label === null || label.kind === 'discount' || label.kind === 'other') return true;
  if (!isPayment(label.kind)) return false;
  return amount.exact > 0 && row.money.length <= 2 && row.words.length > 1;
}

function isPayment(kind: AmountKind | undefined): boolean {
  return kind === 'card' || kind === 'cash';
}

/** `Qty Item Amount`, and not `Total Qty: 2`. */
function isListHeading(row: Row): boolean {
  return row.money.length === 0 && headingWords(row.words) >= 2 && !/^\W{0,9}total|\d\s{0,9}$/i.test(row.text);
}

/** The last of three or more such words below each other. */
function endsBoxedHeading(rows: readonly Row[], at: number): boolean {
  const heads = (index: number) => rows[index]?.money.length === 0 && isHeading(rows[index]?.words ?? []);
  return heads(at) && heads(at - 1) && heads(at - 2) && !heads(at + 1);
}

function endsList(row: Row): boolean {
  return row.money.some(({ label, words }) => {
    if (!label) return false;
    if (ENDS.has(label.kind)) return words.length <= 9;
    if (label.kind === 'count') return label.ofTotal;
    return ENDS_AT_START.has(label.kind) && words.length <= 4 && row.money.length <= 2;
  });
}
