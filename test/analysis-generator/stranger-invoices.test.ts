import { describe, expect, it } from 'vitest';
import { answerOf } from './answer.ts';
import { sum } from './money.ts';
import { seeds } from './seeds.ts';
import type { SheetTruth } from './stranger-invoices/sheet.ts';
import { SHEETS, writeSheet } from './stranger-invoices/sheets.ts';

const SEEDS = seeds(2001, { daily: 2, all: 5 });
/** Layouts that print the customer without a label and without an address, or among other columns. */
const HIDDEN_CUSTOMERS = ['ie-carried-forward-pages', 'fr-ht-tva-ttc-echeance'];

type Answer = Awaited<ReturnType<typeof read>>;

function read(text: string) {
  return answerOf('invoice-extractor', text);
}

function minor(amount: number | null): number | null {
  return amount === null ? null : Math.round(amount * 100);
}

/** The figures of an answer that misprints may change. */
function figuresOf({ invoiceData }: Pick<Answer, 'invoiceData'>) {
  return { total: minor(invoiceData.total), amounts: invoiceData.lineItems.map(({ amount }) => minor(amount)) };
}

function figuresIn(truth: SheetTruth) {
  return { total: truth.total, amounts: truth.lineItems.map(({ amount }) => amount) };
}

describe.each(SHEETS)('invoices in the layout $name', (sheet) => {
  const written = SEEDS.map((seed) => ({ seed, ...writeSheet(sheet, seed) }));

  it('add up and say what they are', () => {
    for (const { text, truth } of written) {
      for (const { quantity, unitPrice, amount } of truth.lineItems) {
        // A row can have a rebate.
        if (quantity !== null && unitPrice !== null)
          expect(Math.round(quantity * unitPrice)).toBeGreaterThanOrEqual(amount);
      }
      // Something may be taken off the sum of the rows as a whole.
      const bought = sum(truth.lineItems.map(({ amount }) => amount));
      if (truth.subtotal !== null) expect(Math.abs(bought)).toBeGreaterThanOrEqual(Math.abs(truth.subtotal));
      for (const value of [truth.vendor, truth.number, truth.customer ?? '']) expect(text).toContain(value);
    }
  });

  it.each(SEEDS)('are read and verified (seed %i)', async (seed) => {
    const { text, truth } = writeSheet(sheet, seed);
    const { invoiceData, verification } = await read(text);
    expect(invoiceData.vendor).toBe(truth.vendor);
    expect(invoiceData.invoiceNumber).toBe(truth.number);
    expect([invoiceData.date, invoiceData.dueDate]).toEqual([truth.date, truth.dueDate]);
    expect(invoiceData.purchaseOrder).toBe(truth.purchaseOrder);
    expect(invoiceData.currency).toBe(truth.currency);
    expect(figuresOf({ invoiceData })).toEqual(figuresIn(truth));
    expect(minor(invoiceData.tax) ?? 0).toBe(truth.tax ?? 0);
    if (truth.subtotal !== null) expect(minor(invoiceData.subtotal)).toBe(truth.subtotal);
    expect(verification.fields.total?.status).toBe('verified');
  });

  it.each(SEEDS)('have all columns of their rows (seed %i)', async (seed) => {
    const { text, truth } = writeSheet(sheet, seed);
    const { lineItems } = (await read(text)).invoiceData;
    const rows = lineItems.map((item) => ({
      quantity: item.quantity,
      unit: item.unit,
      unitPrice: minor(item.unitPrice),
      taxRate: item.taxRate,
      taxAmount: minor(item.taxAmount),
    }));
    const columns = truth.lineItems.map(({ description: _, amount: __, ...item }) => item);
    expect(rows).toEqual(columns);
    for (const [at, { description }] of truth.lineItems.entries()) {
      expect(lineItems[at]?.description?.startsWith(description), description).toBe(true);
    }
  });

  it('name the customer, without a title, or nobody where nothing tells', async () => {
    for (const { text, truth } of written) {
      const { customer } = (await read(text)).invoiceData;
      const hidden = customer === null && HIDDEN_CUSTOMERS.includes(sheet.name);
      expect(hidden || (customer !== null && truth.customer?.endsWith(customer)), customer ?? 'none').toBe(true);
    }
  });

  it('are never verified with a misprinted total or amount in the answer', async () => {
    for (const { seed, truth, printed } of written) {
      for (const figure of ['total', `line ${seed % truth.lineItems.length}`]) {
        for (const place of [undefined, seed % (printed.get(figure) ?? 1)]) {
          const misprint = place === undefined ? { figure } : { figure, place };
          const answer = await read(writeSheet(sheet, seed, misprint).text);
          const { fields } = answer.verification;
          const { total, amounts } = figuresOf(answer);
          if (fields.total?.status === 'verified') expect(total, `${figure} of seed ${seed}`).toBe(truth.total);
          if (fields.lineItems?.status !== 'verified') continue;
          // Without lines, the answer is about the sums alone.
          if (amounts.length > 0) expect(amounts, `${figure} of seed ${seed}`).toEqual(figuresIn(truth).amounts);
        }
      }
    }
  });
});

describe('the stranger invoices together', () => {
  it('know many layouts by distinct names', () => {
    expect(new Set(SHEETS.map(({ name }) => name)).size).toBe(SHEETS.length);
    expect(SHEETS.length).toBeGreaterThanOrEqual(24);
  });

  it('give the same text for a seed, and a misprint changes one figure of it', () => {
    for (const sheet of SHEETS) {
      const { text } = writeSheet(sheet, 7);
      expect(writeSheet(sheet, 7).text).toBe(text);
      const wrong = writeSheet(sheet, 7, { figure: 'total', place: 0 }).text;
      expect([...text].filter((char, at) => char !== wrong[at]).length, sheet.name).toBe(1);
    }
  });
});
