import { addDays, type Language } from '../calendar.ts';
import { sum } from '../money.ts';
import type { Random } from '../random.ts';
import type { Trade } from './trade.ts';

export interface LineItem {
  description: string;
  /** With at most two decimals, such as 7.5 hours. */
  quantity: number;
  /** Minor units, without tax. */
  unitPrice: number;
  /** Exactly quantity times unit price. */
  amount: number;
}

export interface Tax {
  /** Percent. */
  rate: number;
  /** Minor units. */
  base: number;
  amount: number;
}

/** What an invoice says; all money in minor units. */
export interface Invoice {
  number: string;
  date: string;
  dueDate: string;
  vendor: string;
  currency: string;
  lineItems: LineItem[];
  subtotal: number;
  /** One for each rate, in the order of rates; empty when none is charged. */
  taxes: Tax[];
  total: number;
}

/** An invoice with what a printer needs beside the truth. */
export interface InvoiceDocument {
  truth: Invoice;
  vendorAddress: string[];
  customer: string[];
  /** Index of the rate in `truth.taxes` for each item; -1 without tax. */
  itemTax: number[];
  /** An article number for each item. */
  codes: string[];
}

export interface ComposeOptions {
  trade: Trade;
  currency: string;
  language: Language;
  rates: readonly number[];
  number: string;
}

const QUANTITIES = [1, 1, 1, 2, 2, 3, 4, 5, 6, 8, 10, 12, 24, 40];
const PART_QUANTITIES = [0.5, 1.5, 2.25, 7.5, 12.75];

export function composeInvoice(random: Random, options: ComposeOptions): InvoiceDocument {
  const { trade, rates } = options;
  const date = addDays(`${random.integer(2018, 2026)}-01-01`, random.integer(0, 364));
  const count = random.pick([1, 2, 3, 4, 5, 6, 8, 14, 26]);
  const lineItems = Array.from({ length: count }, () => composeItem(random, trade));
  const drawn = lineItems.map(() => (rates.length === 0 ? undefined : random.pick(rates)));
  const used = rates.filter((rate) => drawn.includes(rate));
  const taxes = used.map((rate) =>
    taxOf(
      rate,
      lineItems.filter((_, index) => drawn[index] === rate),
    ),
  );
  const [street, city] = [random.pick(trade.streets), random.pick(trade.cities)];
  const subtotal = sum(lineItems.map((item) => item.amount));
  return {
    truth: {
      number: options.number,
      date,
      dueDate: addDays(date, random.pick([10, 14, 30, 45])),
      vendor: random.pick(trade.vendors),
      currency: options.currency,
      lineItems,
      subtotal,
      taxes,
      total: subtotal + sum(taxes.map((tax) => tax.amount)),
    },
    vendorAddress: [street, city],
    customer: [
      random.pick(trade.customers),
      random.pick(trade.streets.filter((other) => other !== street)),
      random.pick(trade.cities.filter((other) => other !== city)),
    ],
    itemTax: drawn.map((rate) => (rate === undefined ? -1 : used.indexOf(rate))),
    codes: lineItems.map(() => `${random.pick(['A', 'K', 'TX', 'ZB'])}-${random.digits(4)}`),
  };
}

function composeItem(random: Random, trade: Trade): LineItem {
  const inParts = random.chance(0.25);
  const quantity = random.pick(inParts ? PART_QUANTITIES : QUANTITIES);
  // Quarters of a price that is divisible by four are whole cents.
  const unitPrice = inParts ? 4 * random.integer(600, 4_500) : random.integer(150, 48_000);
  const description = inParts ? trade.labor : random.pick(trade.items);
  return { description, quantity, unitPrice, amount: Math.round(quantity * unitPrice) };
}

function taxOf(rate: number, items: readonly LineItem[]): Tax {
  const base = sum(items.map((item) => item.amount));
  // Rates have at most two decimals, so this is whole until the division; half a cent is rounded up.
  return { rate, base, amount: Math.floor((base * Math.round(rate * 100) + 5_000) / 10_000) };
}
