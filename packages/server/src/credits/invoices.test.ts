import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Plan } from '../data/schema/plan.ts';
import { creditsFor } from './cost.ts';
import { invoicesOf, type PeriodUse, roundedCents } from './invoices.ts';
import { addMonths } from './periods.ts';
import { CATALOGUE, CENT, USD } from './plans.ts';
import type { Subscription } from './subscriptions.ts';

const START = Date.UTC(2030, 0, 31, 12);
const DAY = 86_400_000;
const plan = (name: string) => CATALOGUE.plans.find((each) => each.name === name) as Plan;
const subscription = (over: Partial<Subscription> = {}): Subscription => ({
  id: 'sub_1',
  plan: plan('starter'),
  billing: 'month',
  startsAt: START,
  isOver: false,
  ...over,
});
const totals = (history: readonly Subscription[], use: readonly PeriodUse[], now: number) =>
  invoicesOf(history, use, now)
    .map(({ totalCents }) => totalCents)
    .toReversed();

describe('a credit (P2)', () => {
  it.each([
    [0, 0],
    [1, 1],
    [5_242_879, 1],
    [5_242_880, 1],
    [5_242_881, 2],
    [10_485_760, 2],
    [10_485_761, 3],
  ])('%i bytes cost %i', (bytes, credits) => {
    expect(creditsFor(bytes)).toBe(credits);
  });
});

describe('the plans', () => {
  it('are those of the price list, in whole micro-USD', () => {
    expect(
      CATALOGUE.plans.map(({ title, price, credits, overagePrice }) => [
        title,
        price / USD,
        credits,
        overagePrice / USD,
      ]),
    ).toEqual([
      ['Starter', 9, 500, 0.04],
      ['Boost', 24, 2_500, 0.03],
      ['Growth', 39, 5_000, 0.025],
      ['Business', 99, 25_000, 0.02],
      ['Scale 50k', 149, 50_000, 0.015],
      ['Scale 100k', 249, 100_000, 0.01],
      ['Scale 250k', 499, 250_000, 0.005],
      ['Scale 500k', 799, 500_000, 0.003],
      ['Scale 1M', 999, 1_000_000, 0.001],
    ]);
    expect(CATALOGUE.plans.map(({ aiOperations }) => aiOperations)).toEqual([
      100, 500, 750, 1_000, 5_000, 10_000, 25_000, 50_000, 100_000,
    ]);
    for (const { bankPages, aiOperations } of CATALOGUE.plans) expect(bankPages).toBe(5 * aiOperations);
  });
});

describe('invoices', () => {
  it('come each month, also for months without requests', () => {
    expect(totals([subscription()], [], addMonths(START, 3))).toEqual([900, 900, 900, 900]);
    expect(totals([subscription()], [], addMonths(START, 3) - 1)).toEqual([900, 900, 900]);
    expect(totals([subscription()], [], START - 1)).toEqual([]);
  });

  it('of a year have ten months at its beginning (P11)', () => {
    const year = totals([subscription({ billing: 'year' })], [], addMonths(START, 24));
    expect(year).toEqual([9_000, ...Array(11).fill(0), 9_000, ...Array(11).fill(0), 9_000]);
    for (const { name, price } of CATALOGUE.plans) {
      const [first] = totals([subscription({ plan: plan(name), billing: 'year' })], [], START);
      expect(first).toBe((10 * price) / CENT);
    }
  });

  it('round each line once, half up (P5)', () => {
    expect([4_999, 5_000, 14_999, 15_000, 0].map(roundedCents)).toEqual([0, 1, 1, 2, 0]);
    const use = [{ start: START, used: 1_000_013, overage: [{ unitPrice: 1_000, credits: 15 }] }];
    expect(totals([subscription({ plan: plan('scale-1m') })], use, START)).toEqual([99_900 + 2]);
  });

  it('give back what was left of a plan, by time or by credits', () => {
    const half = START + 14 * DAY;
    const next = subscription({ id: 'sub_2', plan: plan('boost'), startsAt: half });
    expect(totals([subscription(), next], [], half)).toEqual([900, 2_400 - 450]);
    const used = [{ start: START, used: 400, overage: [] }];
    expect(totals([subscription(), next], used, half)).toEqual([900, 2_400 - 180]);
    const all = [{ start: START, used: 600, overage: [{ unitPrice: 40_000, credits: 100 }] }];
    expect(totals([subscription(), next], all, half)).toEqual([900 + 400, 2_400]);
  });

  it('give back nothing at a renewal, after a trial, or after an end', () => {
    const renewal = subscription({ id: 'sub_2', startsAt: addMonths(START, 1) });
    expect(totals([subscription(), renewal], [], addMonths(START, 1))).toEqual([900, 900]);
    const trial = subscription({ trialEndsAt: START + 7 * DAY });
    const after = subscription({ id: 'sub_2', startsAt: START + 7 * DAY });
    expect(totals([trial, after], [], START + 8 * DAY)).toEqual([0, 900]);
    const ended = subscription({ endsAt: START + 3 * DAY });
    const later = subscription({ id: 'sub_2', startsAt: START + 90 * DAY });
    expect(totals([ended, later], [], START + 91 * DAY)).toEqual([900, 900]);
  });

  it('of a year that is left early give back its months', () => {
    const year = subscription({ billing: 'year' });
    const next = subscription({ id: 'sub_2', plan: plan('boost'), startsAt: addMonths(START, 6) });
    const [first, ...rest] = totals([year, next], [], addMonths(START, 6));
    expect(first).toBe(9_000);
    expect(rest.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
    // Half of its days are 184 of 365.
    expect(rest[5]).toBe(2_400 - Math.round((9_000 * 184) / 365));
  });

  it('never give back more than was paid, and add up', () => {
    const change = fc.record({
      plan: fc.constantFrom(...CATALOGUE.plans),
      billing: fc.constantFrom('month', 'year'),
      after: fc.integer({ min: 1, max: 500 * DAY }),
      used: fc.nat(2_000_000),
    });
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
        let at = START;
        const use: PeriodUse[] = [];
        const history = changes.map(({ plan: chosen, billing, after, used }, index): Subscription => {
          const startsAt = at;
          use.push({ start: startsAt, used, overage: [] });
          at += after;
          return { id: `sub_${index}`, plan: chosen, billing: billing as 'month', startsAt, isOver: false };
        });
        const invoices = invoicesOf(history, use, at);
        for (const { lines, totalCents } of invoices) {
          expect(lines.every(({ cents }) => Number.isSafeInteger(cents))).toBe(true);
          expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(totalCents);
        }
        // Whatever changes there are, nobody is paid for using it.
        const sum = (kind: string) =>
          invoices.flatMap(({ lines }) => lines).reduce((all, line) => all + (line.kind === kind ? line.cents : 0), 0);
        expect(sum('plan') + sum('plan_credit')).toBeGreaterThanOrEqual(0);
        expect(new Set(invoices.map(({ start }) => start)).size).toBe(invoices.length);
      }),
    );
  });
});
