import { describe, expect, it } from 'vitest';
import { randomFrom } from './random.ts';

describe('randomFrom', () => {
  it('gives the same stream for the same seed, also on another machine', () => {
    const random = randomFrom('a', 1);
    expect([random.integer(0, 999), random.integer(0, 999), random.digits(6)]).toEqual([370, 322, '884165']);
    expect(randomFrom('a', 2).digits(12)).not.toBe(randomFrom('a', 1).digits(12));
  });

  it('keeps within its bounds and reaches both of them', () => {
    const random = randomFrom('bounds');
    const drawn = new Set(Array.from({ length: 500 }, () => random.integer(3, 6)));
    expect(drawn).toEqual(new Set([3, 4, 5, 6]));
  });

  it('is true about as often as it should be', () => {
    const random = randomFrom('chance');
    const hits = Array.from({ length: 2_000 }, () => random.chance(0.25)).filter(Boolean).length;
    expect(hits).toBeGreaterThan(400);
    expect(hits).toBeLessThan(600);
  });

  it('never starts a number with zero, and picks from no empty list', () => {
    const random = randomFrom('digits');
    for (let count = 0; count < 200; count++) expect(random.digits(4)).toMatch(/^[1-9]\d{3}$/);
    expect(() => random.pick([])).toThrow('nothing to pick from');
  });
});
