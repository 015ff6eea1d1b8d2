import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from './chain.ts';

describe('canonical', () => {
  it('is the same for every order of members, and another for another value', () => {
    const detail = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)));
    fc.assert(
      fc.property(detail, detail, (one, other) => {
        const turned = Object.fromEntries(Object.entries(one).reverse());
        expect(canonical(turned)).toBe(canonical(one));
        expect(JSON.parse(canonical(one))).toEqual(JSON.parse(JSON.stringify(one)));
        expect(canonical(one) === canonical(other)).toBe(JSON.stringify(sorted(one)) === JSON.stringify(sorted(other)));
      }),
    );
  });

  it('writes members in order and without spaces', () => {
    expect(canonical({ b: 1, a: { d: null, c: 'x "y"' }, B: true })).toBe(
      '{"B":true,"a":{"c":"x \\"y\\"","d":null},"b":1}',
    );
  });
});

const sorted = (value: object) => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
