import type { Span } from '../text/source.ts';
import { type Decimal, near, SCALE, sum } from '../values/decimal.ts';
import { type Document, type Found, onLine } from '../values/document.ts';
import { type CurrencyReading, currencyOfDocument } from '../values/document-currency.ts';
import { withMendedAmounts } from '../values/misread-amounts.ts';
import { currencyOfShop } from './currency-of-shop.ts';
import { type ReceiptDate, receiptDate } from './date.ts';
import { fuelReading } from './fuel.ts';
import { type Item, type ItemReading, itemReadings } from './items.ts';
import type { AmountKind } from './labels.ts';
import { mailMerchant } from './mail.ts';
import { merchantOf } from './merchant.ts';
import { MOST_LINES, type Money, type Row, rowsOf } from './rows.ts';
import { type ReceiptTax, taxOf } from './taxes.ts';
import { withoutSuggestions } from './tips.ts';
import { type ReceiptSums, sumsOf } from './total.ts';
import { TAX_WORD } from './total-proofs.ts';

/** Everything the rules read on a receipt, with places; the output and its verification are made from it. */
export interface ReceiptReading {
  readonly merchant: Found<string> | null;
  readonly date: ReceiptDate | null;
  readonly currency: CurrencyReading | null;
  readonly sums: ReceiptSums;
  readonly items: readonly Item[];
  /** Taxes, discounts and charges printed below the goods that lead from them to the total. */
  readonly charges: readonly Charge[];
  readonly tax: ReceiptTax | null;
  /** Where a card is named, or its masked number is printed. */
  readonly cardPlace: Span | null;
  /** Whether a tip is printed that no total holds. */
  readonly tipLeft: boolean;
  /** What the items add up to: the total itself, the total before tax and rounding, or nothing printed. */
  readonly itemsMatch: 'total' | 'subtotal' | null;
  readonly rows: readonly Row[];
}

/** A line that is no goods but part of the total. */
export interface Charge {
  readonly type: 'tax' | 'discount' | 'charge' | 'rounding';
  readonly amount: Decimal;
  readonly description: string | null;
  readonly money: Money;
  readonly row: Row;
}

interface Match {
  readonly reading: ItemReading;
  readonly target: 'total' | 'subtotal';
  readonly charges: readonly Charge[];
}

const CHARGES: Partial<Record<AmountKind, Charge['type']>> = {
  tax: 'tax',
  discount: 'discount',
  service: 'charge',
  tip: 'charge',
  rounding: 'rounding',
};
/** The masked number of a card, or its brand at the start of a line or ahead of a number. */
const CARD =
  /[*x•X#]{4,16}[ -]{0,2}\d{3,4}\b|\b(?:visa|master ?card|amex|american express|maestro|girocard|discover|interac|bancontact|dankort)\b[^\p{L}]{0,24}(?:\d{4}\b|$)|\b(?:ending in|endet auf) \d{4}\b/iu;
const CENT = SCALE / 100;
const ROUNDING = 5 * CENT;
/** Taxes of single items are rounded for themselves. */
const CLOSE = 2 * CENT;
/** Cash is rounded to whole crowns or rupees in some countries. */
const LARGEST_ROUNDING = 50 * CENT;
/** No tax is a larger share of the goods. */
const LARGEST_TAX = 0.4;
const MOST_OPTIONS = 9;
const MOST_NIGHTS = 40;
/** How many lines of one type may lead from the goods to the total. */
const MOST_OF_A_TYPE: Record<Charge['type'], number> = { tax: 3, discount: 4, charge: 3, rounding: 1 };

export function readReceipt(document: Document): ReceiptReading {
  const reading = readRows(document, rowsOf(document));
  if (reading.itemsMatch !== null) return reading;
  if (reading.sums.total?.amount.decimals !== 0) return readMended(document, reading);
  // The sums of a receipt in yen have their sign, and the goods may not.
  const unmarked = readRows(document, rowsOf(document, true));
  return unmarked.itemsMatch === 'total' || isTaxed(unmarked, reading) ? unmarked : reading;
}

/** Whether a reading has a tax that leads from its subtotal to the total, which the other one has as well, without a tax. */
function isTaxed({ sums, tax }: ReceiptReading, other: ReceiptReading): boolean {
  const total = sums.total?.amount.exact;
  if (other.tax !== null || tax === null || total !== other.sums.total?.amount.exact) return false;
  return sums.subtotal !== null && sums.subtotal.amount.exact + tax.exact === total;
}

/** With digits in place of letters that text recognition took for them: right only where the goods then give a sum. */
function readMended(document: Document, reading: ReceiptReading): ReceiptReading {
  const mended = withMendedAmounts(document);
  const other = mended && readRows(document, rowsOf(mended));
  return other && other.itemsMatch !== null && other.items.length > 1 ? other : reading;
}

function readRows(document: Document, printed: readonly Row[]): ReceiptReading {
  const rows = withoutSuggestions(printed);
  const readings = itemReadings(rows);
  const sums = sumsOf(
    rows,
    readings.map((reading) => reading.total),
  );
  const total = sums.total?.amount.exact;
  const found = matching(readings, sums, rows);
  const fuel = total === undefined || found?.target === 'total' ? null : fuelReading(rows, total);
  const match: Match | null = fuel ? { reading: fuel, target: 'total', charges: [] } : found;
  const charges = match?.charges ?? [];
  const date = receiptDate(document);
  const added = charges.filter(({ type }) => type === 'tax').map(({ money }) => money);
  return {
    // A text without sums and without a day is no receipt.
    merchant: sums.total || rows.some(({ money }) => money.length > 0) || date ? merchantIn(document) : null,
    date,
    currency: currencyOf(document, sums.total, rows),
    sums,
    items: (match?.reading ?? readings[0])?.items ?? [],
    charges,
    tax: taxOf(rows, sums, added),
    cardPlace: cardPlace(document),
    tipLeft: sums.tip !== null && sums.tip.amount.exact !== 0 && !holdsTip(sums, charges, rows),
    itemsMatch: match?.target ?? null,
    rows,
  };
}

function merchantIn(document: Document): Found<string> | null {
  const named = mailMerchant(document);
  return named === undefined ? merchantOf(document.source.lines) : named;
}

function cardPlace(document: Document): Span | null {
  for (const line of document.source.lines.slice(0, MOST_LINES)) {
    const match = CARD.exec(line.text);
    if (match) return onLine(line, { start: match.index, end: match.index + match[0].length });
  }
  return null;
}

/** The currency of the sums; a code in the row of the total may stand in a column of its own. */
function currencyOf(document: Document, total: Money | null, rows: readonly Row[]): CurrencyReading | null {
  const amounts = rows.flatMap((row) => row.money.map((money) => money.amount));
  const read = currencyOfDocument(document, amounts) ?? (total ? currencyOfShop(document) : null);
  const row = total ? rows.find(({ money }) => money.includes(total)) : undefined;
  const code = row?.text.match(/\b(?:EUR|CHF|GBP|SEK|NOK|DKK|PLN|CZK|HUF|CAD|AUD|NZD|SGD|JPY|INR|MYR)\b/)?.[0];
  return code ? { code, by: 'printed', mixed: read?.mixed === true && read.code !== code } : read;
}

/** Whether the tip is one of the charges, or another printed sum and the tip are the total. */
function holdsTip(
  { tip, total, subtotal, tax }: ReceiptSums,
  charges: readonly Charge[],
  rows: readonly Row[],
): boolean {
  if (!tip || !total || charges.some(({ money }) => money === tip)) return true;
  const due = total.amount.exact - tip.amount.exact;
  if (subtotal && tax && subtotal.amount.exact + tax.amount.exact === due) return true;
  return rows.some((row) => row.money.some(({ amount }) => amount.exact === due));
}

/** The first reading of the items that adds up to a printed sum: to the total, if need be with what is printed below. */
function matching(readings: readonly ItemReading[], sums: ReceiptSums, rows: readonly Row[]): Match | null {
  const total = sums.total?.amount.exact;
  if (total === undefined) return null;
  const exact = readings.find((reading) => near(reading.total, total, 0));
  if (exact) return { reading: exact, target: 'total', charges: [] };
  const options = chargesOf(rows, total);
  const charged = withCharges(readings, total, options, 0);
  const rounded = readings.find((reading) => near(reading.total, total, ROUNDING));
  if (charged) return charged;
  if (rounded) return { reading: rounded, target: 'total', charges: [] };
  const close = withCharges(readings, total, options, CLOSE);
  if (close) return close;
  const unnamed = additionsOf(rows);
  const added = unnamed.length > 0 && withCharges(readings, total, [...options.slice(0, 5), ...unnamed], 0);
  if (added) return added;
  const subtotal = sums.subtotal?.amount.exact;
  const before = readings.find((reading) => subtotal !== undefined && near(reading.total, subtotal, CENT));
  return before ? { reading: before, target: 'subtotal', charges: [] } : null;
}

/** The fewest charges and deductions that lead from the goods to the total. */
function withCharges(
  readings: readonly ItemReading[],
  total: Decimal,
  options: readonly (readonly Charge[])[],
  tolerance: Decimal,
): Match | null {
  const subsets = Array.from({ length: 2 ** options.length - 1 }, (_, index) =>
    options.filter((_, bit) => ((index + 1) >> bit) & 1),
  );
  subsets.sort((a, b) => a.length - b.length);
  for (const subset of subsets) {
    const charges = subset.flat();
    if (!isPlausible(subset) || (tolerance > 0 && !isPlain(subset))) continue;
    const extra = sum(charges.map((charge) => charge.amount));
    const reading = readings.find(
      (one) => near(one.total + extra, total, tolerance) && !charges.some((charge) => isTooMuch(charge, one)),
    );
    if (reading) return { reading, target: 'total', charges };
  }
  return null;
}

/** Few lines, and no tax that is said to be within: those explain a total to the cent or not at all. */
function isPlain(subset: readonly (readonly Charge[])[]): boolean {
  const within = subset.flat().some(({ type, money }) => type === 'tax' && money.label?.taxIncluded);
  return subset.length <= 2 && !within;
}

function isTooMuch({ type, amount }: Charge, { items }: ItemReading): boolean {
  return type === 'tax' && Math.abs(amount) > LARGEST_TAX * sum(items.map((item) => Math.abs(item.amount)));
}

/** A few lines of a type, and none of them twice. */
function isPlausible(subset: readonly (readonly Charge[])[]): boolean {
  const types = subset.map(([charge]) => charge?.type ?? 'charge');
  if (types.some((type) => types.filter((other) => other === type).length > MOST_OF_A_TYPE[type])) return false;
  const charges = subset.flat();
  return new Set(charges.map((charge) => charge.money)).size === charges.length;
}

/**
 * What is printed below the goods and changes the total, as options: each different sum, and all lines with the same
 * words together, as a hotel prints the tax of each night.
 */
function chargesOf(rows: readonly Row[], total: Decimal): Charge[][] {
  const last = rows.findLastIndex((row) => row.money.some(({ amount }) => amount.exact === total));
  const below = rows.findIndex((row) => row.money.some(({ label }) => label?.kind === 'subtotal'));
  const all = rows.flatMap((row) =>
    row.money.flatMap((money) => chargeOf(row, money) ?? deductionOf(row, money, below) ?? []),
  );
  // What was saved is told once more below the payment.
  const charges = all.filter((charge) => charge.type !== 'discount' || charge.row.index < last);
  const groups = Map.groupBy(charges, (charge) => `${charge.type} ${wordsOf(charge)}`);
  const singles = [...groups.values()].flatMap((group) =>
    group.filter((charge, index) => group.findIndex((one) => one.amount === charge.amount) === index),
  );
  const deductions = singles.filter(({ type }) => type === 'discount');
  const options = singles.filter((charge) => !isSumOfDeductions(charge, deductions)).map((charge) => [charge]);
  const repeated = [...groups.values()].filter((group) => group.length > 1 && group.length <= MOST_NIGHTS);
  return [...options.slice(0, MOST_OPTIONS - 1), ...repeated.slice(0, 2)];
}

function chargeOf(row: Row, money: Money): Charge | null {
  const type = CHARGES[money.label?.kind ?? 'other'];
  if (!type || money.amount.exact === 0) return null;
  const amount = type === 'discount' ? -Math.abs(money.amount.exact) : money.amount.exact;
  if (type === 'rounding' && Math.abs(amount) > LARGEST_ROUNDING) return null;
  return { type, amount, description: row.text.slice(0, money.amount.start).trim() || null, money, row };
}

/** Sums below the subtotal with other words, such as a fee: they count where they lead to the total. */
function additionsOf(rows: readonly Row[]): Charge[][] {
  const below = rows.findIndex((row) => row.money.some(({ label }) => label?.kind === 'subtotal'));
  const found = rows.slice(below + 1).flatMap((row): Charge[] => {
    const [money] = row.money;
    if (!money || row.money.length > 1 || money.label !== null || money.amount.exact <= 0) return [];
    const description = row.text.slice(0, money.amount.start).trim();
    const type = TAX_WORD.test(description) ? 'tax' : 'charge';
    return description === '' ? [] : [{ type, amount: money.amount.exact, description, money, row }];
  });
  return below < 0 ? [] : found.slice(0, 3).map((charge) => [charge]);
}

/** What is taken off below the subtotal, whatever it is called: `3 for 2 crisps  -1.27`. */
function deductionOf(row: Row, money: Money, subtotal: number): Charge | null {
  const { amount, label } = money;
  if (subtotal < 0 || row.index <= subtotal || label !== null || amount.exact >= 0) return null;
  const description = row.text.slice(0, amount.start).trim();
  return description === '' ? null : { type: 'discount', amount: amount.exact, description, money, row };
}

function wordsOf(charge: Charge): string {
  return charge.money.words
    .map((word) => word.key)
    .filter((key) => !/\d/.test(key))
    .join(' ');
}

/** "Total savings" repeats the savings above it. */
function isSumOfDeductions(charge: Charge, deductions: readonly Charge[]): boolean {
  if (charge.type !== 'discount' || !charge.money.label?.ofTotal) return false;
  const others = deductions.filter((one) => one !== charge && !one.money.label?.ofTotal);
  return others.length > 0 && sum(others.map((one) => one.amount)) === charge.amount;
}
