import type { Span } from '../text/source.ts';
import { type Decimal, SCALE } from '../values/decimal.ts';
import { onLine } from '../values/document.ts';
import { codeIn, describe } from './description.ts';
import { type Factors, factorsOf } from './factors.ts';
import type { InvoiceMoney, InvoiceRow } from './rows.ts';

/** Reads rows as lines: those whose quantity and unit price give their amount, and those that end in a sum. */

export interface InvoiceLine {
  readonly description: string | null;
  readonly descriptionSpan: Span | null;
  readonly quantity: Decimal | null;
  readonly quantitySpan: Span | null;
  readonly unitPrice: Decimal | null;
  readonly unitPriceSpan: Span | null;
  readonly unit: string | null;
  readonly unitSpan: Span | null;
  /** Percent, in ten-thousandths. */
  readonly taxRate: Decimal | null;
  /** The tax on this line, where it is printed. */
  readonly taxAmount: Decimal | null;
  readonly taxSpan: Span | null;
  readonly productCode: string | null;
  readonly codeSpan: Span | null;
  readonly amount: Decimal;
  readonly amountSpan: Span;
  /** The row with the words, or the amount, of this line. */
  readonly row: InvoiceRow;
  /** Where the amount ends in its line. */
  readonly column: number;
  /** Whether quantity times unit price is the amount. */
  readonly proven: boolean;
}

/** A unit fills its column, or stands in front of a number; in running text it is one of the usual ones. */
const UNIT =
  /^[ \u00a0\t]{1,5}((?:m[23]|\p{L}[\p{L}.²³()]{0,11}))(?=[ \u00a0]{2}|[ \u00a0]?(?:[\t\d€$£@àx×(]|$)|[ \u00a0](?:[A-Z]{3}|a) ?\d)/u;

const USUAL_UNIT =
  /^[ \u00a0]{0,2}((?:stk|stück|st|std|stunden|tage?|h|hrs?|hours?|days?|pcs?|ea|kg|km|m|m²|m2|l|pkg|pck|pau?sch(?:al)?|psch|szt|ks|uur|timer|tim|uds?|pz)\.?)(?![\p{L}\p{N}-])/iu;

const NO_UNIT = new Set(['x', 'a', 'je', 'eur', 'usd', 'gbp', 'chf', 'rm']);

/** With `named`, rows that begin like a label of a sum count too: "Deposit on order for a library". */
export function readLines(zone: readonly InvoiceRow[], named = false): InvoiceLine[] {
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
      if (factors || isPlainLine(row, own) || (named && isNamedLine(row, own)))
        lines.push(lineOf(zone, index, own, factors));
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

/** More is said than the label of a sum says. */
function isNamedLine(row: InvoiceRow, money: InvoiceMoney): boolean {
  const words = row.words.filter((word) => /\p{L}{3}/u.test(word.key));
  return words.length >= 4 && row.line.text.slice(money.amount.end).trim() === '';
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

/** A row of words is a line of its own. */
function saysMuch(row: InvoiceRow): boolean {
  return row.words.filter((word) => /^\p{L}{3}/u.test(word.key)).length > 1;
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
    if (
      !next ||
      !money ||
      more ||
      money.label ||
      saysMuch(next) ||
      factorsOf(next.line.text, next.amounts, money.amount)
    )
      continue;
    const factors = factorsOf(row.line.text, row.amounts, money.amount);
    if (factors) return { money, factors, rows: step };
  }
  return null;
}

export function lineOf(
  zone: readonly InvoiceRow[],
  index: number,
  money: InvoiceMoney,
  factors: Factors | null,
): InvoiceLine {
  const row = zone[index] as InvoiceRow;
  const { text } = row.line;
  const own = row.money.includes(money) ? [money.amount] : [];
  const described = describe(zone, index, factors, own);
  const rate = row.amounts.find((one) => one.percent && one.exact <= 30 * SCALE) ?? null;
  const behind = factors ? text.slice(factors.quantity.digitsEnd) : '';
  const unitMatch = UNIT.exec(behind) ?? USUAL_UNIT.exec(behind);
  const unit = unitMatch?.[1] && !NO_UNIT.has(unitMatch[1].toLowerCase()) ? unitMatch[1] : null;
  const unitStart = (factors?.quantity.digitsEnd ?? 0) + (unitMatch?.[0].indexOf(unit ?? '') ?? 0);
  const code = codeIn(text, described?.start ?? 0);
  const codeStart = code ? text.slice(0, described?.start ?? 0).lastIndexOf(code) : -1;
  return {
    description: described?.text ?? null,
    descriptionSpan: described?.span ?? null,
    quantity: factors?.quantity.exact ?? null,
    quantitySpan: factors ? onLine(row.line, factors.quantity) : null,
    unitPrice: factors?.price.exact ?? null,
    unitPriceSpan: factors ? onLine(row.line, factors.price) : null,
    unit,
    unitSpan: unit ? onLine(row.line, { start: unitStart, end: unitStart + unit.length }) : null,
    taxRate: rate?.exact ?? null,
    taxAmount: null,
    taxSpan: null,
    row,
    productCode: code,
    codeSpan: code ? onLine(row.line, { start: codeStart, end: codeStart + code.length }) : null,
    amount: money.amount.exact,
    amountSpan: money.span,
    column: money.amount.digitsEnd,
    proven: factors !== null,
  };
}
