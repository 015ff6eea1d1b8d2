import { describe, expect, it } from 'vitest';
import { decimalOf, near, product, sum, toNumber } from './decimal.ts';

describe('decimals', () => {
  it('add up exactly', () => {
    const tenth = decimalOf('0', '1') ?? 0;
    expect(toNumber(sum([tenth, tenth, tenth]))).toBe(0.3);
  });

  it('round more than four decimals, and leave out what is too large', () => {
    expect(decimalOf('1', '00005')).toBe(10_001);
    expect(decimalOf('123456789012', '')).toBeNull();
    expect(decimalOf('000012', '5')).toBe(125_000);
  });

  it('multiply, also where the product is beyond exact doubles', () => {
    expect(product(30_000, 25_000)).toBe(75_000);
    expect(product(99_999_999_9900, 10_000)).toBe(99_999_999_9900);
    expect(product(99_999_999_999_0000, 99_999_999_999_0000)).toBeNull();
    expect(product(-30_000, 25_000)).toBe(-75_000);
  });

  it('are near within a tolerance', () => {
    expect(near(100, 105, 5)).toBe(true);
    expect(near(100, 106, 5)).toBe(false);
  });
});
