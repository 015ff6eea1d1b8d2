import { findPhrases, phrases } from '../text/words.ts';
import { sum } from '../values/decimal.ts';
import { factorsOf } from './factors.ts';
import { endsStack, isHeading } from './headings.ts';
import { readLines } from './read-lines.ts';
import type { InvoiceMoney, InvoiceRow } from './rows.ts';

/** Where the lists of lines begin and end. */

const BREAKS = phrases({
  break: `
    zahlungsbedingungen, steueraufschlusselung, umsatzsteueraufschlusselung, zu und abschlage, belegsummen,
    zahlungsart, payment terms, payment details, payment information, tax summary, vat summary, conditions de
    paiement, modalites de paiement, forma de pago, condiciones de pago, condizioni di pagamento,
    betalingsvoorwaarden, bankverbindung, bank details, notes, terms and conditions`,
});

/** Sums that end the list; others, such as a discount on one line, stand inside it. */
const ENDS: ReadonlySet<string> = new Set(['net', 'gross', 'due', 'lines', 'total']);

const MOST_LINES = 5000;

/** From each heading of the list to the first sum below; the whole text when there is no heading. */
export function zonesOf(rows: readonly InvoiceRow[]): (readonly InvoiceRow[])[] {
  const starts = rows.flatMap((row, index) => (isHeading(row) || endsStack(rows, index) ? [index + 1] : []));
  if (starts.length === 0) return [untilSums(rows, 0), ...groupsOf(rows, 0)];
  const zones: (readonly InvoiceRow[])[] = [];
  let end = 0;
  for (const start of starts) {
    if (start < end) continue;
    const zone = untilSums(rows, start);
    if (zone.length > 0) zones.push(zone);
    end = start + zone.length;
  }
  const [first = []] = zones;
  const groups = groupsOf(rows, starts[0] ?? 0);
  return zones.length < 2 ? [first, ...groups] : [first, [...first, ...(zones.at(-1) ?? [])], zones.flat(), ...groups];
}

/** The rows of groups with a sum each, one after the other, without those sums. */
function groupsOf(rows: readonly InvoiceRow[], start: number): (readonly InvoiceRow[])[] {
  const all: InvoiceRow[] = [];
  let from = start;
  let count = 0;
  for (const [index, row] of rows.slice(0, start + MOST_LINES).entries()) {
    const end = index < from ? undefined : row.money.findLast((one) => endsList(row, one));
    if (!end) continue;
    const group = rows.slice(from, index);
    const lines = readLines(group);
    if (lines.length === 0 || sum(lines.map((line) => line.amount)) !== end.amount.exact) break;
    all.push(...group);
    count += 1;
    from = index + 1;
  }
  return count > 1 ? [all] : [];
}

function untilSums(rows: readonly InvoiceRow[], start: number): readonly InvoiceRow[] {
  const end = rows.findIndex(
    (row, index) => index >= start && (isBreak(row) || row.money.some((one) => endsList(row, one))),
  );
  return rows.slice(start, Math.min(end < 0 ? rows.length : end, start + MOST_LINES));
}

/** The heading of another part of the invoice. */
function isBreak(row: InvoiceRow): boolean {
  return row.words.length <= 4 && findPhrases(row.words, BREAKS)[0]?.word === 0;
}

function endsList(row: InvoiceRow, money: InvoiceMoney): boolean {
  if (!money.label || !ENDS.has(money.label.kind)) return false;
  return (
    row.words.filter((word) => /\p{L}/u.test(word.key)).length <= 8 &&
    !factorsOf(row.line.text, row.amounts, money.amount)
  );
}
