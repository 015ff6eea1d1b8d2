import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FigureStore } from './figure-store.ts';

const figure = fc.record({
  start: fc.nat(1000),
  end: fc.nat(1000),
  size: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
  mark: fc.constantFrom(-1 as const, 0 as const, 1 as const),
  currency: fc.constantFrom(null, 'EUR', 'USD', 'GBP'),
  edge: fc.nat(100_000),
  apart: fc.boolean(),
});

describe('FigureStore', () => {
  it('gives back the figures of every line', () => {
    fc.assert(
      fc.property(fc.array(fc.array(figure, { maxLength: 5 }), { maxLength: 60 }), (lines) => {
        const store = new FigureStore();
        for (const line of lines) store.add(line);
        expect(lines.map((_, line) => store.at(line))).toEqual(lines);
        expect(store.at(lines.length)).toEqual([]);
      }),
    );
  });
});
