import { describe, expect, it } from 'vitest';
import { Numbers } from './numbers.ts';

describe('Numbers', () => {
  it('keeps what was pushed, however many', () => {
    const numbers = new Numbers();
    for (let value = -500; value < 500; value += 1) numbers.push(value * 4_000_000);
    expect(numbers.length).toBe(1000);
    expect([numbers.at(0), numbers.at(500), numbers.at(999)]).toEqual([-2_000_000_000, 0, 1_996_000_000]);
  });

  it('has nothing outside of it', () => {
    const numbers = new Numbers();
    numbers.push(7);
    expect([numbers.at(0), numbers.at(1), numbers.at(70), numbers.at(-1)]).toEqual([7, 0, 0, 0]);
  });
});
