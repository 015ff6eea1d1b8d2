import { describe, expect, it } from 'vitest';
import { printDate } from './calendar.ts';
import { generateInvoice, INVOICE_LAYOUTS } from './invoice.ts';
import { sum } from './money.ts';
import { occurrences, printedAmount, spaced } from './reading.ts';

const SEEDS = Array.from({ length: 20 }, (_, seed) => seed);

describe('generateInvoice', () => {
  it('knows at least 8 layouts by distinct names', () => {
    expect(new Set(INVOICE_LAYOUTS).size).toBe(INVOICE_LAYOUTS.length);
    expect(INVOICE_LAYOUTS.length).toBeGreaterThanOrEqual(8);
  });

  it('goes round the layouts when none is asked for, and knows no others', () => {
    const drawn = INVOICE_LAYOUTS.map((_, seed) => generateInvoice({ seed }).layout);
    expect(new Set(drawn)).toEqual(new Set(INVOICE_LAYOUTS));
    expect(() => generateInvoice({ seed: 1, layout: 'none-such' })).toThrow('none-such');
  });
});

describe.each(INVOICE_LAYOUTS)('the layout %s', (layout) => {
  const all = SEEDS.map((seed) => generateInvoice({ seed, layout }));

  it('gives the same document for a seed, and others for other seeds', () => {
    expect(generateInvoice({ seed: 5, layout })).toEqual(generateInvoice({ seed: 5, layout }));
    expect(new Set(all.map(({ text }) => text)).size).toBe(SEEDS.length);
  });

  it('adds up: rows, subtotal, bases, taxes, total', () => {
    for (const { truth } of all) {
      for (const { quantity, unitPrice, amount } of truth.lineItems) expect(quantity * unitPrice).toBe(amount);
      expect(sum(truth.lineItems.map(({ amount }) => amount))).toBe(truth.subtotal);
      if (truth.taxes.length > 0) expect(sum(truth.taxes.map(({ base }) => base))).toBe(truth.subtotal);
      for (const { rate, base, amount } of truth.taxes) {
        expect(Math.abs((base * rate) / 100 - amount)).toBeLessThanOrEqual(0.500001);
      }
      expect(truth.subtotal + sum(truth.taxes.map(({ amount }) => amount))).toBe(truth.total);
    }
  });

  it('prints the vendor, the number and both dates', () => {
    for (const { text, truth, style } of all) {
      const { pattern, language } = style.dates;
      for (const value of [truth.vendor, truth.number]) expect(text).toContain(value);
      for (const date of [truth.date, truth.dueDate]) expect(text).toContain(printDate(date, pattern, language));
    }
  });

  it('prints each figure as often as it is true', () => {
    for (const { text, truth, seed } of all) {
      const rows = truth.lineItems.flatMap(({ unitPrice, amount }) => [unitPrice, amount]);
      const figures = [...rows, truth.subtotal, ...truth.taxes.map(({ amount }) => amount), truth.total];
      const printed = figures.map((minor) => printedAmount(minor, layout));
      for (const figure of new Set(printed)) {
        const wanted = printed.filter((each) => each === figure).length;
        expect(occurrences(text, figure), `${figure} in seed ${seed}`).toBeGreaterThanOrEqual(wanted);
      }
    }
  });

  it('prints each item with all words of its description', () => {
    for (const { text, truth } of all) {
      const words = new Set(spaced(text).split(/\s+/));
      for (const { description } of truth.lineItems) {
        for (const word of description.split(/\s+/)) expect(words.has(word), word).toBe(true);
      }
    }
  });
});

describe('the invoices together', () => {
  const all = INVOICE_LAYOUTS.flatMap((layout) => SEEDS.map((seed) => generateInvoice({ seed, layout })));

  it('hold several rates, none, parts of a quantity, and more than one page', () => {
    expect(all.some(({ truth }) => truth.taxes.length === 2)).toBe(true);
    expect(all.some(({ truth }) => truth.taxes.length === 0)).toBe(true);
    expect(all.some(({ truth }) => truth.lineItems.some(({ quantity }) => !Number.isInteger(quantity)))).toBe(true);
    expect(all.some(({ text }) => text.includes('\f'))).toBe(true);
  });
});
