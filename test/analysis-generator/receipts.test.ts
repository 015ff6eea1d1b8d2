import { beforeAll, describe, expect, it } from 'vitest';
import { answerOf } from './answer.ts';
import { generateReceipt, RECEIPT_LAYOUTS, RECEIPT_READINGS } from './receipt.ts';
import { withOtherTotal } from './receipts/forgery.ts';
import { seeds } from './seeds.ts';

const SEEDS = seeds(1000, { daily: 2, all: 5 });

type Answer = Awaited<ReturnType<typeof answerTo>>;

function answerTo(text: string) {
  return answerOf('receipt-scanner', text);
}

function minor(amount: number | null): number | null {
  return amount === null ? null : Math.round(amount * 100);
}

/** Names are compared by their letters and digits; text recognition takes the letter O for a zero. */
function plain(name: string | null): string {
  return (name ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('0', 'o');
}

function ascending(amounts: readonly (number | null)[]): (number | null)[] {
  return amounts.toSorted((a, b) => (a ?? 0) - (b ?? 0));
}

function amountsOf(data: Answer['receiptData'], ...types: string[]): (number | null)[] {
  return ascending(data.items.filter(({ type }) => types.includes(type)).map(({ amount }) => minor(amount)));
}

/** The slip of a card has one amount, which some read as what was bought. */
const WITHOUT_GOODS = new Set(['us-card-slip']);

describe.each(RECEIPT_LAYOUTS)('receipts in the layout %s', (layout) => {
  describe.each(RECEIPT_READINGS)('read as %s', (reading) => {
    const all = SEEDS.map((seed) => generateReceipt({ seed, layout, reading }));

    it.each(all)('have the right merchant, date, total, tax and tip (seed $seed)', async ({ text, truth }) => {
      const { receiptData } = await answerTo(text);
      expect([truth.merchant, ...truth.aliases].map(plain)).toContain(plain(receiptData.merchant));
      expect(receiptData.date).toBe(truth.date);
      expect(minor(receiptData.total)).toBe(truth.total);
      // A receipt without tax prints none: null and zero both say so.
      expect(minor(receiptData.tax) ?? 0).toBe(truth.tax ?? 0);
      expect(minor(receiptData.tip)).toBe(truth.tip);
    });

    it('list what was bought, what was added and what was taken off', async () => {
      for (const { text, truth, seed } of WITHOUT_GOODS.has(layout) ? [] : all) {
        const { receiptData } = await answerTo(text);
        const tips = truth.tip === null ? [] : [truth.tip];
        const bought = [...truth.items.map(({ amount }) => amount), ...truth.charges];
        const added = amountsOf(receiptData, 'item', 'charge');
        expect([ascending(bought), ascending([...bought, ...tips])], `seed ${seed}`).toContainEqual(added);
        expect(amountsOf(receiptData, 'discount'), `seed ${seed}`).toEqual(ascending(truth.discounts));
      }
    });

    it('contradict no answer that is right', async () => {
      for (const { text, seed } of all) {
        expect((await answerTo(text)).verification.fields.total?.status, `seed ${seed}`).not.toBe('failed');
      }
    });
  });
});

/** Answers that claim to be proven, over all layouts, and those among them that are not the truth. */
describe('the receipts together', () => {
  const receipts = RECEIPT_LAYOUTS.flatMap((layout) =>
    RECEIPT_READINGS.map((reading) => generateReceipt({ seed: 2000, layout, reading })),
  );
  const verified: { receipt: (typeof receipts)[number]; answer: Answer }[] = [];

  beforeAll(async () => {
    for (const receipt of receipts) {
      const answer = await answerTo(receipt.text);
      if (answer.verification.fields.total?.status === 'verified') verified.push({ receipt, answer });
    }
  });

  it('are verified for the most part', () => {
    expect(verified.length).toBeGreaterThan(0.9 * receipts.length);
  });

  it('fail when a printed total is another one', async () => {
    for (const { receipt } of verified) {
      const forged = withOtherTotal(receipt);
      if (forged === null) continue;
      const { receiptData, verification } = await answerTo(forged);
      const fooled =
        verification.fields.total?.status === 'verified' && minor(receiptData.total) !== receipt.truth.total;
      expect(fooled, `${receipt.layout} as ${receipt.reading}`).toBe(false);
    }
  });
});
