import { describe, expect, it } from 'vitest';
import { sum } from './money.ts';
import { generateReceipt, RECEIPT_LAYOUTS, RECEIPT_READINGS } from './receipt.ts';
import { withOtherTotal } from './receipts/forgery.ts';

const SEEDS = Array.from({ length: 20 }, (_, seed) => seed);
const LETTERS = /[^\p{L}\p{N}]/gu;

/** Text with the marks between digits taken out, so that each country's amounts look the same. */
function bare(text: string): string {
  return text.replace(/(?<=\d)[.,' ](?=\d)/g, '');
}

describe('generateReceipt', () => {
  it('knows at least 18 layouts by distinct names', () => {
    expect(new Set(RECEIPT_LAYOUTS).size).toBe(RECEIPT_LAYOUTS.length);
    expect(RECEIPT_LAYOUTS.length).toBeGreaterThanOrEqual(18);
  });

  it('goes round the layouts when none is asked for, and knows no others', () => {
    const drawn = RECEIPT_LAYOUTS.map((_, seed) => generateReceipt({ seed }).layout);
    expect(new Set(drawn)).toEqual(new Set(RECEIPT_LAYOUTS));
    expect(() => generateReceipt({ seed: 1, layout: 'none-such' })).toThrow('none-such');
  });
});

describe.each(RECEIPT_LAYOUTS)('the layout %s', (layout) => {
  const all = SEEDS.map((seed) => generateReceipt({ seed, layout }));

  it('gives the same receipt for a seed, and others for other seeds', () => {
    expect(generateReceipt({ seed: 5, layout })).toEqual(generateReceipt({ seed: 5, layout }));
    expect(new Set(all.map(({ text }) => text)).size).toBe(SEEDS.length);
  });

  it('has items that come to their prices, and a total that they lead to', () => {
    for (const { truth, seed } of all) {
      for (const { quantity, unitPrice, amount } of truth.items) {
        expect(Math.abs(quantity * unitPrice - amount), `seed ${seed}`).toBeLessThanOrEqual(1);
      }
      if (truth.items.length === 0) continue;
      const goods = sum(truth.items.map(({ amount }) => amount)) + sum(truth.charges) + sum(truth.discounts);
      const withoutTax = goods + (truth.tip ?? 0);
      const gaps = [truth.total - withoutTax, truth.total - withoutTax - (truth.tax ?? 0)];
      // Cash is rounded to half a unit at most; the tax of a hotel is printed for each night only.
      const rounded = gaps.some((gap) => Math.abs(gap) <= 50);
      expect(rounded || layout === 'us-hotel-folio', `seed ${seed}: ${gaps}`).toBe(true);
    }
  });

  it('prints the merchant, the total, the tax and the tip in every reading', () => {
    for (const { seed } of all) {
      for (const reading of RECEIPT_READINGS) {
        const { text, truth } = generateReceipt({ seed, layout, reading });
        expect(text).toContain(truth.merchant);
        const figures = [truth.total, ...truth.items.map(({ amount }) => amount), truth.tip ?? truth.total];
        for (const figure of figures) {
          const digits = String(Math.abs(truth.currency === 'JPY' ? figure / 100 : figure));
          expect(bare(text), `${figure} in seed ${seed} as ${reading}`).toContain(digits);
        }
      }
    }
  });

  it('prints each item with all words of its description', () => {
    for (const { text, truth } of all) {
      const printed = text.toLowerCase().replace(LETTERS, '');
      for (const { description } of truth.items) {
        expect(printed).toContain(description.toLowerCase().replace(LETTERS, '').slice(0, 12));
      }
    }
  });
});

describe('the receipts together', () => {
  const all = RECEIPT_LAYOUTS.flatMap((layout) => SEEDS.map((seed) => generateReceipt({ seed, layout })));

  it('hold discounts, charges, tips, goods by weight, refunds, cash and cards', () => {
    expect(all.some(({ truth }) => truth.discounts.length > 1)).toBe(true);
    expect(all.some(({ truth }) => truth.charges.length > 0)).toBe(true);
    expect(all.some(({ truth }) => truth.tip !== null)).toBe(true);
    expect(all.some(({ truth }) => truth.items.some(({ quantity }) => !Number.isInteger(quantity)))).toBe(true);
    expect(all.some(({ truth }) => truth.total < 0)).toBe(true);
    expect(new Set(all.map(({ truth }) => truth.paymentMethod))).toEqual(new Set(['cash', 'card', null]));
  });

  it('can be forged in most cases, and then print another total', () => {
    const forged = all.flatMap((receipt) => withOtherTotal(receipt) ?? []);
    expect(forged.length).toBeGreaterThan(all.length / 2);
    for (const text of forged) expect(all.some((receipt) => receipt.text === text)).toBe(false);
  });
});
