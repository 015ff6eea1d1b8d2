import { describe, expect, it } from 'vitest';
import { answerOf } from './answer.ts';
import { generateInvoice, INVOICE_LAYOUTS } from './invoice.ts';
import { sum } from './money.ts';
import { seeds } from './seeds.ts';

const SEEDS = seeds(1000, { daily: 3, all: 8 });

function minor(amount: number | null): number | null {
  return amount === null ? null : Math.round(amount * 100);
}

describe.each(INVOICE_LAYOUTS)('invoices in the layout %s', (layout) => {
  it.each(SEEDS)('are read and add up (seed %i)', async (seed) => {
    const { text, truth } = generateInvoice({ seed, layout });
    const { invoiceData, verification } = await answerOf('invoice-extractor', text);
    expect(invoiceData.vendor).toContain(truth.vendor);
    expect(invoiceData.invoiceNumber).toBe(truth.number);
    expect([invoiceData.date, invoiceData.dueDate]).toEqual([truth.date, truth.dueDate]);
    expect(minor(invoiceData.total)).toBe(truth.total);
    expect(minor(invoiceData.subtotal)).toBe(truth.subtotal);
    // An invoice without tax prints none: null and zero both say so.
    expect(minor(invoiceData.tax) ?? 0).toBe(sum(truth.taxes.map(({ amount }) => amount)));
    expect(invoiceData.currency ?? truth.currency).toBe(truth.currency);
    expect(invoiceData.lineItems.map(({ amount }) => minor(amount))).toEqual(
      truth.lineItems.map(({ amount }) => amount),
    );
    expect(verification.fields.total?.status).toBe('verified');
  });

  it.each(SEEDS)('have the quantity and the price of each row (seed %i)', async (seed) => {
    const { text, truth } = generateInvoice({ seed, layout });
    const { lineItems } = (await answerOf('invoice-extractor', text)).invoiceData;
    const found = lineItems.map(({ quantity, unitPrice }) => ({ quantity, unitPrice: minor(unitPrice) }));
    expect(found).toEqual(truth.lineItems.map(({ quantity, unitPrice }) => ({ quantity, unitPrice })));
  });
});
