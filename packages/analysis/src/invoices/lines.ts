import type { Span } from '../text/source.ts';
import { findPhrases, phrases } from '../text/words.ts';
import { type Decimal, near, SCALE, sum } from '../values/decimal.ts';
import { onLine } from '../values/document.ts';
import { codeIn, describe } from './description.ts';
import { type Factors, factorsOf } from './factors.ts';
import { endsStack, isHeading } from './headings.ts';
import type { InvoiceMoney, InvoiceRow } from './rows.ts';
import { stackedLines } from './stacked.ts';

/** The lines of an invoice: rows whose quantity and unit price give their amount, and rows that end in a sum. */

export interface InvoiceLine {
  readonly description: string | null;
  readonly descriptionSpan: Span | null;
  readonly quantity: Decimal | null;
  readonly quantitySpan: Span | null;
  readonly unitPrice: Decimal | null;
  readonly unitPriceSpan: Span | null;
  readonly unit: string | null;
  /** Percent, in ten-thousandths. */
  readonly taxRate: Decimal | null;
  readonly productCode: string | null;
  readonly amount: Decimal;
  readonly amountSpan: Span;
  /** Where the amount ends in its line. */
  readonly column: number;
  /** Whether quantity times unit price is the amount. */
  readonly proven: boolean;
}

const CENT = SCALE / 100;
const BREAKS = phrases({
  break: `
    zahlungsbedingungen, steueraufschlusselung, umsatzsteueraufschlusselung, zu und abschlage, belegsummen,
    zahlungsart, payment terms, payment details, payment information, tax summary, vat summary, conditions de
    paiement, modalites de paiement, forma de pago, condiciones de pago, condizioni di pagamento,
    betalingsvoorwaarden, bankverbindung, bank details, notes, terms and conditions`,
});
/** Sums that end the list; others, such as a discount on one line, stand inside it. */
const ENDS: ReadonlySet<string> = new Set(['net', 'gross', 'due', 'lines', 'total']);
const UNIT = /^[ \u00a0]{1,3}(\p{L}[\p{L}.²³()]{0,11})(?![\p{L}\p{N}-])/u;
const NO_UNIT = new Set(['x', 'a', 'je', 'eur', 'usd', 'gbp', 'chf', 'rm']);
const OPTION = /\b(?:option(?:al|nel|nelle)?|opzionale|opcional|optioneel|bedarfsposition|eventualposition)\b/i;
const MOST_LINES = 5000;

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
    for (const lines of [all, proven, alignedLines(all), ...withoutOne(all, targets), stacked]) {
      const total = sum(lines.map((line) => line.amount));
      const reached = targets.some((target) => near(total, target, CENT)) ? 1000 : 0;
      const sure = lines === proven || lines === stacked ? 60 : 40;
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

/** From each heading of the list to the first sum below; the whole text when there is no heading. */
function zonesOf(rows: readonly InvoiceRow[]): (readonly InvoiceRow[])[] {
  const starts = rows.flatMap((row, index) => (isHeading(row) || endsStack(rows, index) ? [index + 1] : []));
  if (starts.length === 0) return [untilSums(rows, 0)];
  const zones: (readonly InvoiceRow[])[] = [];
  let end = 0;
  for (const start of starts) {
    if (start < end) continue;
    const zone = untilSums(rows, start);
    if (zone.length > 0) zones.push(zone);
    end = start + zone.length;
  }
  const [first = []] = zones;
  return zones.length < 2 ? [first] : [first, [...first, ...(zones.at(-1) ?? [])], zones.flat()];
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

function readLines(zone: readonly InvoiceRow[]): InvoiceLine[] {
  const lines: InvoiceLine[] = [];
  for (let index = 0; index < zone.length; index += 1) {
    const row = zone[index];
    if (!row) break;
    const below = amountBelow(zone, index);
    const own = ownAmount(row);
    if (below && !(own && factorsOf(row.line.text, row.amounts, own.amount))) {
      lines.push(lineOf(zone, index, below.money, below.factors));
      index += below.rows;
    } else if (own) {
      const factors = factorsOf(row.line.text, row.amounts, own.amount);
      if (factors || isPlainLine(row, own)) lines.push(lineOf(zone, index, own, factors));
    }
  }
  return lines;
}

/** The sum at the right of a row; unit prices and rebates with a label are none. */
function ownAmount(row: InvoiceRow): InvoiceMoney | null {
  const sums = row.money.filter((one) => one.label?.kind !== 'price');
  const proven = sums.findLast((one) => factorsOf(row.line.text, row.amounts, one.amount) !== null);
  return proven ?? sums.at(-1) ?? null;
}

function isPlainLine(row: InvoiceRow, money: InvoiceMoney): boolean {
  const kind = money.label?.kind;
  // "19 % VAT" between price and amount names the rate of the line.
  const rated =
    kind === 'tax' &&
    row.amounts.some((one) => one.percent && one.end <= money.amount.start) &&
    row.amounts.length >= 4;
  if (kind !== undefined && kind !== 'charge' && !rated) return false;
  const letters = row.words.reduce((count, word) => count + (/\d/.test(word.key) ? 0 : word.key.length), 0);
  const rest = row.line.text.slice(money.amount.end);
  return letters >= 3 && (rest.match(/\p{L}/gu)?.length ?? 0) <= 12;
}

/** Quantity and price on one line, their product alone on one of the next two. */
function amountBelow(
  zone: readonly InvoiceRow[],
  index: number,
): { money: InvoiceMoney; factors: Factors; rows: number } | null {
  const row = zone[index];
  if (!row || row.amounts.length < 2) return null;
  for (let step = 1; step <= 2; step += 1) {
    const next = zone[index + step];
    const [money, more] = next?.money ?? [];
    if (!next || !money || more || money.label || factorsOf(next.line.text, next.amounts, money.amount)) continue;
    const factors = factorsOf(row.line.text, row.amounts, money.amount);
    if (factors) return { money, factors, rows: step };
  }
  return null;
}

function lineOf(zone: readonly InvoiceRow[], index: number, money: InvoiceMoney, factors: Factors | null): InvoiceLine {
  const row = zone[index];
  const text = row?.line.text ?? '';
  const own = row?.money.includes(money) ? [money.amount] : [];
  const described = describe(zone, index, factors, own);
  const rate = row?.amounts.find((one) => one.percent && one.exact <= 30 * SCALE) ?? null;
  const unit = factors ? UNIT.exec(text.slice(factors.quantity.digitsEnd))?.[1] : undefined;
  return {
    description: described?.text ?? null,
    descriptionSpan: described?.span ?? null,
    quantity: factors?.quantity.exact ?? null,
    quantitySpan: row && factors ? onLine(row.line, factors.quantity) : null,
    unitPrice: factors?.price.exact ?? null,
    unitPriceSpan: row && factors ? onLine(row.line, factors.price) : null,
    unit: unit && !NO_UNIT.has(unit.toLowerCase()) ? unit : null,
    taxRate: rate?.exact ?? null,
    productCode: codeIn(text, described?.start ?? 0),
    amount: money.amount.exact,
    amountSpan: money.span,
    column: money.amount.digitsEnd,
    proven: factors !== null,
  };
}
