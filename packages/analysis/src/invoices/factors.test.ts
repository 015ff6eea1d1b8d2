import { describe, expect, it } from 'vitest';
import { scanAmounts } from '../values/amounts.ts';
import { factorsOf } from './factors.ts';

function read(text: string) {
  const amounts = scanAmounts(text, { decimal: '.', spaceGroups: false });
  const amount = amounts.at(-1);
  const factors = amount ? factorsOf(text, amounts, amount) : null;
  return factors && [factors.quantity.start, factors.quantity.value, factors.price.value];
}

describe('quantity and price', () => {
  it('are two numbers whose product is the amount', () => {
    expect(read('Pump   2   450.00   900.00')).toEqual([7, 2, 450]);
    expect(read('Pump   2   450.00   901.00')).toBeNull();
  });

  it('may be less a percentage', () => {
    expect(read('Oak plank   10   20.00   15%   170.00')).toEqual([12, 10, 20]);
  });

  it('leave the numbers of the description alone', () => {
    expect(read('Consulting, phase 2   2   50.00   100.00')?.[0]).toBe(22);
    expect(read('2   Consulting, phase 2   50.00   100.00')?.[0]).toBe(0);
    expect(read('Consulting, phase 2 2 50.00 100.00')?.[0]).toBe(20);
  });
});
