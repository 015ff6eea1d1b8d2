import { describe, expect, it } from 'vitest';
import { Concurrency } from './concurrency.ts';

describe('Concurrency', () => {
  it('gives each client as many slots as the limit says', () => {
    const slots = new Concurrency(2);
    expect(slots.enter('a')).toBeDefined();
    expect(slots.free('a')).toBe(1);
    expect(slots.enter('a')).toBeDefined();
    expect(slots.enter('a')).toBeUndefined();
    expect(slots.enter('b')).toBeDefined();
  });

  it('frees a slot once, however often it is released', () => {
    const slots = new Concurrency(2);
    const first = slots.enter('a');
    slots.enter('a');
    first?.();
    first?.();
    expect(slots.free('a')).toBe(1);
  });

  it('keeps no entry for clients without running conversions', () => {
    const slots = new Concurrency(1);
    for (let client = 0; client < 100; client += 1) slots.enter(`client-${client}`)?.();
    expect(slots.size).toBe(0);
    expect(slots.enter('client-1')).toBeDefined();
  });
});
