import { describe, expect, it } from 'vitest';
import { originalSpan, readSource } from './source.ts';

describe('a source text', () => {
  it('is split into lines and pages', () => {
    const source = readSource('one\r\ntwo\n\fthree');
    expect(source.lines.map((line) => [line.text, line.page])).toEqual([
      ['one', 0],
      ['two', 0],
      ['', 0],
      ['three', 1],
    ]);
    expect(source.pageCount).toBe(2);
  });

  it('drops NUL and bidirectional controls and still finds the way back', () => {
    const original = 'a\u0000b \u202e12.50\u202c end';
    const source = readSource(original);
    expect(source.text).toBe('ab 12.50 end');
    const start = source.text.indexOf('12.50');
    const span = originalSpan(source, { start, end: start + 5 });
    expect(original.slice(span.start, span.end)).toBe('12.50');
  });

  it('reads full-width digits and other spaces as plain ones', () => {
    expect(readSource('１２.５０').text).toBe('12.50');
    expect(readSource('1\u202f234').text).toBe('1\u00a0234');
  });

  it('cuts a very long line at a space and loses nothing', () => {
    const original = 'word '.repeat(1000).trim();
    const { lines, text } = readSource(original);
    expect(Math.max(...lines.map((line) => line.text.length))).toBeLessThanOrEqual(1000);
    expect(lines.map((line) => line.text).join('')).toBe(text);
    expect([...lines].every((line) => /^word/.test(line.text))).toBe(true);
  });

  it('knows where each line begins', () => {
    const { lines, text } = readSource('ab\ncd\r\nef');
    expect(lines.map((line) => text.slice(line.start, line.start + 2))).toEqual(['ab', 'cd', 'ef']);
  });
});
