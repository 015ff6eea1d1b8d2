import { describe, expect, it } from 'vitest';
import { graphemeBorder } from './grapheme.ts';

describe('the border of a grapheme', () => {
  it('is never inside a pair, a joined sign or a letter with marks', () => {
    const family = '👩‍👩‍👧';
    expect(graphemeBorder(`ab${family}`, 2 + 3)).toBe(2);
    expect(graphemeBorder('abe\u0301c', 3)).toBe(2);
    expect(graphemeBorder('ab😀', 3)).toBe(2);
    expect(graphemeBorder('abc', 2)).toBe(2);
    expect(graphemeBorder('abc', 9)).toBe(3);
  });

  it('is between code points in a cluster without end', () => {
    expect(graphemeBorder(`e${'\u0301'.repeat(2000)}`, 1000)).toBe(1000);
  });
});
