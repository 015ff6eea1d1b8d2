import { describe, expect, it } from 'vitest';
import { condensed, findPhrases, fold, phrases, wordsOf } from './words.ts';

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
