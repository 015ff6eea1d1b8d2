import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { condensed, findPhrases, fold, labelWordsOf, phrases, wordsOf } from './words.ts';

const TABLE = phrases({ total: 'grand total, total', gross: ['Bruttosumme'] });
const found = (text: string) =>
  findPhrases(wordsOf(text), TABLE).map((match) => [match.value, text.slice(match.start, match.end)]);

describe('words', () => {
  it('are compared without case and accents', () => {
    expect(fold('Échéance Größe Øre')).toBe('echeance grosse ore');
    expect(condensed('Co. (M) Sdn-Bhd')).toBe('comsdnbhd');
  });

  it('keep their places', () => {
    const text = '  Grand-Total: 5';
    expect(wordsOf(text).map((word) => text.slice(word.start, word.end))).toEqual(['Grand', 'Total', '5']);
  });
});

describe('the words of a text', () => {
  it('are its runs of letters, digits and accents in any script', () => {
    const parts = fc.array(
      fc.oneof(fc.constantFrom('a', 'Z9', 'é', 'e\u0301', ' ', '-', '漢字', '𝒜', '😀', '\ud800', '٣'), fc.string()),
    );
    fc.assert(
      fc.property(parts, (list) => {
        const text = list.join('');
        const runs = [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map((run) => ({
          key: fold(run[0]),
          start: run.index,
          end: run.index + run[0].length,
        }));
        expect(wordsOf(text)).toEqual(runs);
      }),
    );
  });

  it('are no place for labels when there are hundreds in a line', () => {
    expect(labelWordsOf('Total 5')).toHaveLength(2);
    expect(labelWordsOf('word '.repeat(200))).toHaveLength(200);
    expect(labelWordsOf('1.00 '.repeat(200))).toEqual([]);
  });
});

describe('phrases', () => {
  it('match the longest, whatever stands between the words', () => {
    expect(found('GRAND  TOTAL : 5')).toEqual([['total', 'GRAND  TOTAL']]);
    expect(found('total and grandtotal')).toEqual([
      ['total', 'total'],
      ['total', 'grandtotal'],
    ]);
  });

  it('match words that a PDF file has torn apart', () => {
    expect(found('Br uttosumme 5')).toEqual([['gross', 'Br uttosumme']]);
  });

  it('match whole words only', () => {
    expect(found('totally subtotal')).toEqual([]);
  });
});
