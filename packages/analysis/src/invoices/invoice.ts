import { currencyAt } from '../values/currency.ts';
import { endsDamaged } from '../values/damaged.ts';
import { type Decimal, near, SCALE, sum } from '../values/decimal.ts';
import type { Document } from '../values/document.ts';
import { type CurrencyReading, currencyOfDocument } from '../values/document-currency.ts';
import { withMendedAmounts } from '../values/misread-amounts.ts';
import { replacesTotal } from '../values/replacing-totals.ts';
import { type InvoiceFields, invoiceFields } from './fields.ts';
import { withColumns } from './line-columns.ts';
import { type InvoiceLine, invoiceLines } from './lines.ts';
import { withoutMarkup } from './markup.ts';
import { type Parties, partiesOf } from './parties.ts';
import { withPiledLabels } from './piled-labels.ts';
import { type InvoiceRow, invoiceRows } from './rows.ts';
import { isSumOfAllAbove } from './rows-above.ts';
import { type InvoiceSums, invoiceSums } from './sums.ts';
import { isAtRates } from './tax-rates.ts';

/** Everything the rules read on an invoice, with places. */
export interface InvoiceReading extends InvoiceFields, Parties {
  readonly sums: InvoiceSums;
  readonly lines: readonly InvoiceLine[];
  readonly currency: CurrencyReading | null;
  /** Every sum that is printed beside those of the lines. */
  readonly printed: ReadonlySet<Decimal>;
  /** Which sum is given by all sums that are printed above it; null for none. */
  readonly listed: 'subtotal' | 'total' | null;
  /** Totals that take the place of others: `Revised total 96.00`. */
  readonly corrected: readonly Decimal[];
  /** Whether rows of the list cannot be read: letters stand for digits of their sums, or sums are carried to another page. */
  readonly isDamaged: boolean;
  /** Whether the lines add up to the printed sum of lines, the net or the gross total. */
  readonly linesMatch: boolean;
}

const CENT = SCALE / 100;

/**
 * The reading of a document as it is printed. Where its sums do not agree in every way, it is also read with digits in
 * place of letters that stand among digits, and with blanks as separators of thousands: a reading that agrees better is
 * the right one, since numbers that are made up do not agree to the cent.
 */
export function readInvoice(printed: Document): InvoiceReading {
  const document = withoutMarkup(printed);
  let best = readSums(document);
  let most = agreement(best);
  for (const other of most === WHOLE ? [] : otherDocuments(document)) {
    const reading = readSums(other);
    const points = agreement(reading);
    if (points > most && (points > 1 || !other.style.spaceGroups || document.style.spaceGroups))
      [best, most] = [reading, points];
  }
  return { ...invoiceFields(document), ...partiesOf(document), ...best };
}

/** A longer invoice comes from a program, and is read as it is printed. */
const MOST_LINES = 3000;

function* otherDocuments(document: Document): Generator<Document> {
  if (document.source.lines.length > MOST_LINES) return;
  const mended = withMendedAmounts(document);
  const grouped = (one: Document) => ({ ...one, style: { ...one.style, spaceGroups: true } });
  if (mended) yield mended;
  if (document.style.spaceGroups || !BLANK_IN_SUM.test(document.source.text)) return;
  yield grouped(document);
  if (mended) yield grouped(mended);
}

const BLANK_IN_SUM = /\d \d{3}(?!\d)/;

/** Subtotal and tax give the total, the tax is that of its rate, and the lines give the subtotal or the total. */
const WHOLE = 3;

/** In how many of these ways the sums agree to the cent; 0 where subtotal and tax do not give the total. */
function agreement({ sums, lines }: SumsReading): number {
  const { subtotal, total, taxExact, adjusted } = sums;
  if (!subtotal || !total || !sums.addsUp) return 0;
  const tax = taxExact ?? 0;
  if (subtotal.amount.exact + adjusted + tax !== total.amount.exact) return 0;
  const bought = sum(lines.map(({ amount }) => amount));
  const listed = bought === subtotal.amount.exact || bought === total.amount.exact;
  if (tax === 0) return listed ? WHOLE : 0;
  return 1 + (isAtRates(sums) ? 1 : 0) + (listed ? 1 : 0);
}

/** What is read of the sums of a document, as one that has them in another form may be read in its place. */
type SumsReading = Omit<InvoiceReading, keyof InvoiceFields | keyof Parties>;

function readSums(document: Document): SumsReading {
  const rows = withPiledLabels(invoiceRows(document));
  const first = invoiceSums(rows, null);
  const lines = invoiceLines(rows, { whole: wholes(first), list: first.lines?.amount.exact ?? null });
  const total = lines.length > 0 ? sum(lines.map((line) => line.amount)) : null;
  const places = lines.map((line) => line.amountSpan);
  const sums = total === null ? first : invoiceSums(rows, { total, places });
  const rates = sums.taxes.flatMap(({ rate }) => (rate === null ? [] : [rate]));
  return {
    sums,
    lines: withColumns(rows, lines, rates),
    currency: currencyOf(document, rows, sums),
    printed: new Set(
      rows
        .flatMap(({ money }) => money)
        .filter(({ span }) => !places.some(({ start }) => start === span.start))
        .map(({ amount }) => Math.abs(amount.exact)),
    ),
    listed: listedSum(rows, sums),
    corrected: rows.flatMap(correctedTotals),
    isDamaged: rows.some(({ line }) => endsDamaged(line.text) || CARRIED.test(line.text)),
    linesMatch: total !== null && targets(sums).some((target) => near(total, target, CENT)),
  };
}

function listedSum(rows: readonly InvoiceRow[], { subtotal, total, addsUp }: InvoiceSums): InvoiceReading['listed'] {
  if (total && isSumOfAllAbove(rows, total.amount.exact, true)) return 'total';
  return subtotal && addsUp && isSumOfAllAbove(rows, subtotal.amount.exact, false) ? 'subtotal' : null;
}

/** The currency that is named, that of the row of the total, or that of most sums. */
function currencyOf(document: Document, rows: readonly InvoiceRow[], { total }: InvoiceSums): CurrencyReading | null {
  const read =
    namedCurrency(document) ??
    currencyOfDocument(
      document,
      rows.flatMap((row) => row.amounts),
    );
  const row = total ? rows.find(({ money }) => money.includes(total)) : undefined;
  const codes = new Set(
    (row?.line.text.match(/\b[A-Z]{3}\b/g) ?? []).flatMap((code) => currencyAt(code, 0)?.code ?? []),
  );
  const [own, second] = codes;
  if (own === undefined || second !== undefined || own === read?.code) return read;
  return { code: own, by: 'printed', mixed: read !== null };
}

/** A sum behind words that say so, or the total of a row which says so anywhere: `Total 96.00 (revised)`. */
function correctedTotals({ words, money }: InvoiceRow): Decimal[] {
  if (!replacesTotal(words)) return [];
  return money
    .filter(({ label }, at) => (label === null ? at === 0 && money.length === 1 : TOTALS.has(label.kind)))
    .map(({ amount }) => amount.exact);
}

const TOTALS: ReadonlySet<string> = new Set(['gross', 'total', 'due']);

const CARRIED =
  /übertrag|carried for|brought for|à reporter|^\s{0,60}report\b|a riportare|riporto|suma y sigue|suma anterior|transporteren|transport\b|att överföra|do przeniesienia|z przeniesienia/i;

/** What the lines may add up to. */
function targets(sums: InvoiceSums): Decimal[] {
  return [...(sums.lines ? [sums.lines.amount.exact] : []), ...wholes(sums)];
}

function wholes({ subtotal, total }: InvoiceSums): Decimal[] {
  return [subtotal, total].flatMap((one) => (one ? [one.amount.exact] : []));
}

const CURRENCY_LABEL = /(?:currency|w[äa]hrung|devise|moneda|valuta|betr[äa]ge in)\s{0,20}:?\s{0,60}([A-Z]{3})\b/i;

/** "Amount (Rs.)": the sign stands in brackets in a heading, or behind a label. */
const BRACKETED = /\((?:in )?(Rs|₹|R\$|kr|zł|Kč|Ft)\.?\)/;

/** "Currency: EUR" says it outright. */
function namedCurrency(document: Document): CurrencyReading | null {
  for (const line of document.source.lines.slice(0, 500)) {
    const code = CURRENCY_LABEL.exec(line.text)?.[1];
    if (code && code === code.toUpperCase()) return { code, by: 'named', mixed: false };
    const sign = BRACKETED.exec(line.text);
    const mark = sign?.[1] ? currencyAt(sign[1], 0) : null;
    if (mark) return { code: mark.code, by: 'named', mixed: mark.shared };
  }
  return null;
}
