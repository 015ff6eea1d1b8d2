import { describe, expect, it } from 'vitest';
import { RunningSum } from './sums.ts';

describe('a running total', () => {
  it.each([
    [['10.00', '0.1', '0.2'], '10.30'],
    [['1,234.50', '999.99'], '2,234.49'],
    [['€ 1.234,50', '€ 1.000,00', '€ 0,05'], '€ 2.234,55'],
    [['12,50 €', '-20,00 €', '−1,00 €'], '-8,50 €'],
    [["CHF 1'000.05", 'CHF (500.05)'], 'CHF 500.00'],
    [['1\u202f000,5 kg', '2'], '1\u202f002,5 kg'],
    [['1.000', '2.000'], '3.000'],
    [['0.50', '1.000'], '1.500'],
    [['100-', '30'], '-70'],
    [['', 'n/a', '7'], '7'],
    [['99999999999999999999.99', '0.01'], '100000000000000000000.00'],
  ])('of %j is %s', (texts, expected) => {
    const sum = new RunningSum();
    for (const text of texts) sum.add(text);
    expect(String(sum)).toBe(expected);
  });

  it('is written as all amounts are, also before one of them has separators', () => {
    const all = new RunningSum();
    for (const text of ['€ 900', '€ 950,25', '€ 1.060,00']) all.add(text);
    const sum = new RunningSum(all);
    sum.add('€ 900');
    expect(String(sum)).toBe('€ 900,00');
    sum.add('€ 950,25');
    expect(String(sum)).toBe('€ 1.850,25');
  });
});
