import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginningOf, cutAt } from './cut.ts';

describe('cutAt', () => {
  it.each([
    ['a pair', 'a\u{1f600}b', 2, 1],
    ['CRLF', 'a\r\nb', 2, 1],
    ['an accent', 'ae\u0301b', 2, 1],
    ['a joined family', 'a\u{1f468}\u200d\u{1f469}b', 4, 1],
    ['nothing', 'abc', 2, 2],
    ['the beginning', '\u{1f600}', 0, 0],
    ['the end', 'ab', 5, 2],
  ])('steps back before %s', (_, text, offset, expected) => {
    expect(cutAt(text, offset)).toBe(expected);
  });

  it('gets on in a heap of accents, and in a text that is one character', () => {
    const heap = `e${'\u0301'.repeat(5_000)}`;
    expect(cutAt(heap, 2_000)).toBe(2_000);
    expect(cutAt('\u{1f600}', 1)).toBeGreaterThan(0);
  });

  it('never parts a pair, and never gets ahead', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), fc.nat(600), (text, offset) => {
        const at = cutAt(text, offset);
        expect(at).toBeLessThanOrEqual(offset);
        if (text.isWellFormed() && at > 0 && at !== offset) expect(text.slice(0, at).isWellFormed()).toBe(true);
        expect(beginningOf(text, offset).length).toBeLessThanOrEqual(offset);
      }),
    );
  });
});
