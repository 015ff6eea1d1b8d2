import { describe, expect, it } from 'vitest';
import { placeOfWords } from './word-place.ts';

describe('the place of words', () => {
  it('spans the spaces between them', () => {
    expect(placeOfWords('2  Oak   board\t2.50', 'Oak board')).toEqual({ start: 3, end: 14 });
    expect(placeOfWords('Oak oak board', 'oak board')).toEqual({ start: 4, end: 13 });
  });

  it('is none where a word is missing, or nothing is asked for', () => {
    expect(placeOfWords('Oak boards', 'Oak board ')).toEqual({ start: 0, end: 9 });
    expect(placeOfWords('Oakboard', 'Oak board')).toBeNull();
    expect(placeOfWords('Oak', ' ')).toBeNull();
  });
});
