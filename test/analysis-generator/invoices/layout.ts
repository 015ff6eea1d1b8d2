import { type Language, printDate } from '../calendar.ts';
import { type AmountStyle, digitsOf } from '../money.ts';
import type { Random } from '../random.ts';
import type { InvoiceDocument, Tax } from './compose.ts';
import type { Trade } from './trade.ts';

/** The words that an invoice prints in a language. */
export interface InvoiceWords {
  title: string;
  number: string;
  date: string;
  due: string;
  billTo: string;
  description: string;
  quantity: string;
  unitPrice: string;
  amount: string;
  subtotal: string;
  /** The name of the tax; the rate follows. */
  tax: string;
  total: string;
  page: string;
  /** How an invoice's pages carry the sum over, where they do. */
  carry?: string;
  /** Lines under the totals: payment, registration numbers. */
  foot: readonly string[];
}

/** One way in which vendors lay out invoices. */
export interface InvoiceLayout {
  name: string;
  language: Language;
  currency: string;
  trade: Trade;
  amounts: AmountStyle;
  /** What stands ahead of or behind an amount in the totals. */
  sign: { before?: string; after?: string };
  datePattern: string;
  /** Rates of tax in percent; empty where none is charged. */
  rates: readonly number[];
  words: InvoiceWords;
  /** Draws the number of an invoice. */
  number(random: Random): string;
  print(invoice: InvoiceDocument, layout: InvoiceLayout): string;
}

export function money(minor: number, layout: InvoiceLayout): string {
  return digitsOf(minor, layout.amounts);
}

/** An amount with the sign of its currency. */
export function priced(minor: number, layout: InvoiceLayout): string {
  return `${layout.sign.before ?? ''}${money(minor, layout)}${layout.sign.after ?? ''}`;
}

/** A quantity without needless decimals. */
export function count(quantity: number, layout: InvoiceLayout): string {
  return String(quantity).replace('.', layout.amounts.decimal);
}

export function day(date: string, layout: InvoiceLayout): string {
  return printDate(date, layout.datePattern, layout.language);
}

export function rateText(rate: number, layout: InvoiceLayout): string {
  return `${String(rate).replace('.', layout.amounts.decimal)}%`;
}

export function taxLabel(tax: Tax, layout: InvoiceLayout): string {
  return `${layout.words.tax} ${rateText(tax.rate, layout)}`;
}
