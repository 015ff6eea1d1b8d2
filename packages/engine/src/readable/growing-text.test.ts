import { describe, expect, it } from 'vitest';
import { GrowingText } from './growing-text.ts';

const of = (...pieces: readonly string[]): GrowingText => {
  const text = new GrowingText();
  for (const piece of pieces) text.add(piece);
  return text;
};

describe('a text that grows', () => {
  it('is its pieces', () => {
    expect(of('a', '', 'bc').toString()).toBe('abc');
    expect(of().toString()).toBe('');
  });

  it('knows its last character', () => {
    expect(of('ab', '').last).toBe('b');
    expect(of().last).toBe('');
  });

  it('loses white space at its end, over all pieces', () => {
    const text = of('a b ', ' \n', '\t');
    text.trimEnd();
    text.add('c');
    expect(text.toString()).toBe('a bc');
    const blank = of(' ', '\n');
    blank.trimEnd();
    expect(blank.toString()).toBe('');
  });

  it('knows how it ends, over all pieces', () => {
    expect(of('see http', '://a', '/b').endsWith('http://a/b')).toBe(true);
    expect(of('http://a/', 'c').endsWith('http://a/b')).toBe(false);
    expect(of('b').endsWith('ab')).toBe(false);
  });
});
