import { type Decimal, near, SCALE, sum } from '../values/decimal.ts';
import { type InvoiceLine, lineOf, readLines } from './read-lines.ts';
import type { InvoiceRow } from './rows.ts';
import { stackedLines } from './stacked.ts';
import { zonesOf } from './zones.ts';

/** The lines of an invoice: the reading of a list, or of all lists, that adds up best. */

export type { InvoiceLine } from './read-lines.ts';

const CENT = SCALE / 100;

const OPTION = /\b(?:option(?:al|nel|nelle)?|opzionale|opcional|optioneel|bedarfsposition|eventualposition)\b/i;

/** What the lines may add up to. */
export interface LineTargets {
  /** The net and the gross sum of the invoice. */
  readonly whole: readonly Decimal[];
  /** The printed sum of a list of lines; of one of them, when there are several. */
  readonly list: Decimal | null;
}

/** The lines of the invoice: of its list, or of all of its lists. */
export function invoiceLines(rows: readonly InvoiceRow[], { whole, list }: LineTargets): InvoiceLine[] {
  let best: InvoiceLine[] = [];
  let points = -1;
  const zones = zonesOf(rows);
  const targets = list === null || zones.length > 1 ? whole : [list, ...whole];
  for (const zone of zones) {
    const all = readLines(zone);
    const proven = all.filter((line) => line.proven);
    const stacked = stackedLines(zone);
    const reduced = withDeductions(zone, all);
    const named = readLines(zone, true);
    for (const lines of [all, proven, alignedLines(all), ...withoutOne(all, targets), stacked, reduced, named]) {
      const total = sum(lines.map((line) => line.amount));
      const reached = targets.some((target) => near(total, target, CENT)) ? 1000 : 0;
      const sure = lines === proven || lines === stacked ? 60 : lines === reduced || lines === named ? 0 : 40;
      const score = lines.length === 0 ? 0 : reached + sure + Math.min(lines.length, 20);
      if (score > points) [best, points] = [lines, score];
    }
  }
  return best;
}

/** The lines whose amounts end in the column where most end. */
function alignedLines(lines: readonly InvoiceLine[]): InvoiceLine[] {
  const counts = new Map<number, number>();
  for (const { column } of lines)
    for (const near of [column - 1, column, column + 1]) counts.set(near, (counts.get(near) ?? 0) + 1);
  const [column] = [...counts].reduce((top, one) => (one[1] > top[1] ? one : top), [0, 0]);
  return lines.filter((line) => Math.abs(line.column - column) <= 1);
}

/** The lines less the one that is too much, or is on offer only, when that makes them add up. */
function withoutOne(lines: readonly InvoiceLine[], targets: readonly Decimal[]): InvoiceLine[][] {
  const total = sum(lines.map((line) => line.amount));
  const extra = lines.find(
    (line) =>
      (!line.proven || OPTION.test(line.description ?? '')) &&
      line.amount !== 0 &&
      targets.some((target) => near(total - line.amount, target, CENT)),
  );
  return extra ? [lines.filter((line) => line !== extra)] : [];
}

/** The lines with the discounts that are lines of their own: negative, in the column of the amounts. */
function withDeductions(zone: readonly InvoiceRow[], lines: readonly InvoiceLine[]): InvoiceLine[] {
  const columns = new Set(lines.map((line) => line.column));
  const deductions = zone.flatMap((row, index) => {
    const money = row.money.at(-1);
    const isOne = money?.label?.kind === 'allowance' && money.amount.exact < 0 && columns.has(money.amount.digitsEnd);
    return isOne ? [lineOf(zone, index, money, null)] : [];
  });
  return [...lines, ...deductions].sort((a, b) => a.amountSpan.start - b.amountSpan.start);
}
