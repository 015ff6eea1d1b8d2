import type { Span } from '../text/source.ts';
import { placeOfWords } from '../text/word-place.ts';
import { currencyPlace } from '../values/currency-place.ts';
import { toNumber } from '../values/decimal.ts';
import type { Document, Found } from '../values/document.ts';
import { titleOfDocument } from '../values/titles.ts';
import { asOfType, typeField } from '../verification/document-type.ts';
import { contradiction, type FieldVerifications, fieldOf, givenFields, wholeStatus } from '../verification/fields.ts';
import { type Evidence, EvidenceCollector, type Verification } from '../verification/verification.ts';
import { checksOf, type ReceiptChecks, receiptChecks } from './checks.ts';
import { type ReceiptDetails, receiptDetails } from './details.ts';
import type { Factor } from './items.ts';
import { isUnpaidOrder } from './order.ts';
import { receiptFields } from './proofs.ts';
import { type ReceiptReading, readReceipt } from './receipt.ts';
import type { Money, Row } from './rows.ts';

/** The answer for a receipt. Members that are not found are null, never "" or 0. */

export interface ReceiptItem {
  readonly description: string | null;
  readonly quantity: number | null;
  readonly unitPrice: number | null;
  /** The printed total of the row; negative for a deduction. */
  readonly amount: number | null;
  /** `item` for goods and services; the others are printed below the goods and lead from them to the total. */
  readonly type: 'item' | 'tax' | 'discount' | 'charge' | 'rounding';
}

export interface ReceiptData {
  readonly merchant: string | null;
  /** YYYY-MM-DD. */
  readonly date: string | null;
  readonly total: number | null;
  /** Everything that makes up the total, in the order printed. */
  readonly items: readonly ReceiptItem[];
  readonly subtotal: number | null;
  readonly tax: number | null;
  readonly tip: number | null;
  readonly currency: string | null;
  /** HH:MM, 24 hours. */
  readonly time: string | null;
  readonly receiptNumber: string | null;
  readonly paymentMethod: 'cash' | 'card' | null;
  readonly address: string | null;
  readonly phone: string | null;
}

export interface ReceiptAnswer {
  readonly receiptData: ReceiptData;
  readonly verification: Verification;
  readonly evidence: Evidence;
}

export function answerReceipt(document: Document): ReceiptAnswer {
  const reading = readReceipt(document);
  const collect = new EvidenceCollector(document.source);
  const { sums } = reading;
  const money = (path: string, one: Money | null) => (one ? collect.value(path, one.amount.value, one.span) : null);
  const details = receiptDetails(document, reading.merchant?.span ?? null);
  const payment = paymentMethod(reading);
  const receiptData: ReceiptData = {
    merchant: collect.value('merchant', reading.merchant?.value ?? null, reading.merchant?.span),
    date: collect.value('date', reading.date?.value ?? null, reading.date?.span),
    total: money('total', sums.total),
    items: itemsOf(reading, collect),
    subtotal: money('subtotal', sums.subtotal),
    tax: reading.tax ? collect.value('tax', toNumber(reading.tax.exact), reading.tax.span) : null,
    tip: money('tip', sums.tip),
    currency: collect.value('currency', reading.currency?.code ?? null, placeOfCurrency(document, reading)),
    time: collect.value('time', details.time?.value ?? null, details.time?.span),
    receiptNumber: collect.value('receiptNumber', details.receiptNumber?.value ?? null, details.receiptNumber?.span),
    paymentMethod: collect.value('paymentMethod', payment?.value ?? null, payment?.span),
    address: collect.value('address', details.address?.value ?? null, details.address?.span),
    phone: collect.value('phone', details.phone?.value ?? null, details.phone?.span),
  };
  const verification = verify(document, reading, { data: receiptData, details, collect });
  return { receiptData, verification, evidence: collect.evidence };
}

function itemsOf(reading: ReceiptReading, collect: EvidenceCollector): ReceiptItem[] {
  const factor = (path: string, one: Factor | null) =>
    one ? collect.value(path, toNumber(one.exact), one.span) : null;
  const refund = (reading.sums.total?.amount.exact ?? 0) < 0;
  const goods = reading.items.map((item, index): ReceiptItem => {
    const path = `items.${index}`;
    return {
      description: collect.value(
        `${path}.description`,
        item.description,
        wordsPlace(item.descriptionRow, item.description),
      ),
      quantity: factor(`${path}.quantity`, item.quantity),
      unitPrice: factor(`${path}.unitPrice`, item.unitPrice),
      amount: collect.value(`${path}.amount`, toNumber(item.amount), item.amountSpan),
      type: item.amount < 0 && !refund ? 'discount' : 'item',
    };
  });
  const charges = reading.charges.map((charge, index): ReceiptItem => {
    const path = `items.${goods.length + index}`;
    const amount = collect.value(`${path}.amount`, toNumber(charge.amount), charge.money.span);
    const description = collect.value(
      `${path}.description`,
      charge.description,
      wordsPlace(charge.row, charge.description),
    );
    return { description, quantity: null, unitPrice: null, amount, type: charge.type };
  });
  return [...goods, ...charges];
}

function placeOfCurrency({ source }: Document, { currency, sums }: ReceiptReading) {
  return currency === null ? null : currencyPlace(source.lines, currency.code, sums.total?.span);
}

/** How it was paid, with the words that say so. */
function paymentMethod({ sums, cardPlace, rows }: ReceiptReading): Found<'cash' | 'card'> | null {
  const total = sums.total?.amount.exact;
  const { cash, card, change } = sums;
  if (card && (!cash || card.amount.exact === total)) return { value: 'card', span: labelPlace(card, rows) };
  if (cash && !(cardPlace && (change?.amount.exact ?? 0) === 0)) return { value: 'cash', span: labelPlace(cash, rows) };
  return cardPlace ? { value: 'card', span: cardPlace } : null;
}

/** The words in front of a sum, else the sum. */
function labelPlace(money: Money, rows: readonly Row[]): Span {
  const row = rows.find((one) => one.money.includes(money));
  const [first, last] = [money.words[0], money.words.at(-1)];
  return row && first && last ? stretch(row, { start: first.start, end: last.end }) : money.span;
}

function wordsPlace(row: Row | null, words: string | null): Span | null {
  if (row === null || words === null) return null;
  const place = placeOfWords(row.text, words);
  return place ? stretch(row, place) : row.span;
}

/** A part of a row, which may run over lines that were joined. */
function stretch(row: Row, { start, end }: Span): Span {
  return { start: row.place({ start, end: start + 1 }).start, end: row.place({ start: end - 1, end }).end };
}

/** `Bezahlt mit PayPal`, ahead of no sum: an order that says what it was paid with is a receipt. */
const PAID_WITH =
  /^\s{0,40}(?:paid (?:with|by|via|using)|bezahlt (?:mit|per|über)|payé (?:avec|par)|pagad[oa] con|pagat[oa] con|betaald (?:met|via)|betalt med|betald med|pago com|zapłacono(?: przez)?)\s{1,3}(?:\p{Lu}|\p{L}{0,20}(?:karte|card|carte|carta|tarjeta|kort|cartão))/imu;

const saysHowPaid = ({ source }: Document) => PAID_WITH.test(source.text.slice(0, READ));

/** Characters; a longer text is no receipt. */
const READ = 20_000;

/** Whether it says that it is a receipt, names a payment, or lists goods that give its total. */
function isReceipt(document: Document, { sums, cardPlace }: ReceiptReading, { items }: ReceiptChecks): boolean {
  const title = titleOfDocument(document);
  const paid = sums.cash !== null || sums.card !== null || cardPlace !== null || saysHowPaid(document);
  return title === 'receipt' || title === 'invoice' || paid || (title === null && items?.ok === true);
}

/** Whether it is an order, which no title, no payment and no word about one makes a receipt. */
function isOrder(document: Document, { sums }: ReceiptReading): boolean {
  const title = titleOfDocument(document);
  const isPaid = title === 'receipt' || title === 'invoice' || sums.cash !== null || sums.card !== null;
  return !isPaid && !saysHowPaid(document) && isUnpaidOrder(document);
}

/** Verified when what was paid, or what was bought, gives the total, nothing contradicts it, and each value is proven. */
function verify(
  document: Document,
  reading: ReceiptReading,
  { data, details, collect }: { data: ReceiptData; details: ReceiptDetails; collect: EvidenceCollector },
): Verification {
  const own = receiptChecks(reading);
  const checks = checksOf(own);
  const type = isOrder(document, reading)
    ? fieldOf([contradiction('document_type', 'receipt', 'order')])
    : typeField(document, ['receipt', 'invoice'], isReceipt(document, reading, own));
  const proofs = givenFields({ ...data }, receiptFields(document, reading, { details, checks: own }));
  const fields: FieldVerifications = { documentType: type, ...asOfType(type, proofs, ['verified', 'unverified']) };
  const total = fields.total?.status ?? 'unverified';
  const failed = checks.length > 0 && checks.every((check) => !check.ok);
  const sums = failed ? 'failed' : checks.every((check) => check.ok) ? total : 'unverified';
  return { status: wholeStatus(sums, fields), checks, fields, ungrounded: collect.ungrounded, engine: 'rules' };
}
