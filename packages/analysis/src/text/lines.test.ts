import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Lines, MOST_KEPT } from './lines.ts';

const BREAK = /\r\n|[\n\r\f\v\u2028\u2029]/;
const texts = (lines: Iterable<{ readonly text: string }>) => Array.from(lines, ({ text }) => text);

describe('Lines', () => {
  it('are what stands between the line breaks, each at its place', () => {
    const pieces = fc.array(fc.constantFrom('a', 'b c', '', ' ', '\n', '\r', '\r\n', '\f', '\u2028', 'é'), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('');
        const lines = new Lines(text);
        expect(texts(lines)).toEqual(text.split(BREAK));
        expect(lines.length).toBe(text.split(BREAK).length);
        for (const line of lines) {
          expect(text.slice(line.start, line.start + line.text.length)).toBe(line.text);
          expect(line.page).toBe(text.slice(0, line.start).split('\f').length - 1);
        }
      }),
    );
  });

  it('has nothing outside of the text', () => {
    const lines = new Lines('a\nb');
    expect([lines.at(-1), lines.at(0)?.text, lines.at(1)?.text, lines.at(2)]).toEqual([undefined, 'a', 'b', undefined]);
    expect(texts(lines.slice(1, 9))).toEqual(['b']);
    expect(lines.findLastIndex(({ text }) => text === 'a')).toBe(0);
    expect(lines.findLastIndex(({ text }) => text === 'c')).toBe(-1);
  });

  it('tells blank lines from others, whatever the white space is', () => {
    const lines = new Lines('a\n \t\u00a0\n\n\u3000\n b\n\u2003c');
    expect(texts(lines.printed())).toEqual(['a', ' b', '\u2003c']);
    expect(texts(lines.printed(1))).toEqual(['a']);
    expect(texts(lines.printedLast(2))).toEqual([' b', '\u2003c']);
    expect([...lines.printedPlaces()]).toEqual([0, 4, 5]);
  });

  it('keeps the objects of a text of ordinary length only', () => {
    const few = new Lines('a\n'.repeat(MOST_KEPT - 1));
    const many = new Lines('a\n'.repeat(MOST_KEPT));
    expect(few.at(7)).toBe(few.at(7));
    expect(many.at(7)).not.toBe(many.at(7));
    expect(many.at(7)).toEqual(few.at(7));
  });
});
