import { expect, it } from 'vitest';
import { namesOfScripts } from './unicode.ts';

it('names scripts, the most frequent first', () => {
  expect(namesOfScripts('漢字かカ한')).toBe('Han, Hiragana, Katakana, Hangul');
  expect(namesOfScripts('ⲁ𞤀𞤁')).toBe('Adlam, Coptic');
  expect(namesOfScripts('\u{13000}')).toBe('Egyptian Hieroglyphs');
});

it('names what belongs to no script by its kind', () => {
  expect(namesOfScripts('😀😀∑')).toBe('emoji, symbols');
  expect(namesOfScripts('\u0378\u{10fffe}')).toBe('unassigned');
});

it('names a few only', () => {
  expect(namesOfScripts('漢かカ한עعあไहა').split(', ')).toHaveLength(5);
});
