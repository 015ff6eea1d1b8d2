import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyBudget } from './body-budget.ts';

describe('BodyBudget', () => {
  it('refuses what would be too much together, and takes it when room was given back', () => {
    const budget = new BodyBudget(200);
    const first = budget.open('a');
    const second = budget.open('a');
    first.take(60);
    expect([second.fits(40), second.fits(41)]).toEqual([true, false]);
    expect(() => second.take(41)).toThrow(expect.objectContaining({ code: 'capacity' }));
    first.close();
    second.take(100);
    expect(budget.used).toBe(100);
  });

  it('leaves room for each group that comes', () => {
    const budget = new BodyBudget(200);
    for (const [group, most] of [
      ['a', 100],
      ['b', 50],
      ['c', 25],
    ] as const) {
      expect(() => budget.open(group).take(most + 1)).toThrow(expect.objectContaining({ code: 'capacity' }));
      budget.open(group).take(most);
    }
    expect(budget.used).toBe(175);
  });

  it('comes back to nothing in every order of taking and closing', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(5), fc.nat(60), fc.boolean())), (steps) => {
        const budget = new BodyBudget(100);
        const shares = Array.from({ length: 6 }, (_, at) => budget.open(`${at % 3}`));
        for (const [share, bytes, close] of steps) {
          try {
            shares[share]?.take(bytes);
          } catch {
            // Refused: nothing was taken.
          }
          if (close) shares[share]?.close();
          expect(budget.used).toBeLessThanOrEqual(100);
        }
        for (const share of shares) share.close();
        expect(budget.used).toBe(0);
      }),
    );
  });
});
