import { describe, expect, it } from 'vitest';
import { type Column, line, pair, printDocument, wrap } from './page.ts';

const COLUMNS: Column[] = [
  { head: 'Date', width: 5, align: 'left' },
  { head: 'Text', width: 6, align: 'left' },
  { head: 'Sum', width: 6, align: 'right' },
];

describe('line', () => {
  it('puts cells into their columns, aligned to the left or the right', () => {
    expect(line(COLUMNS, ['01.02', 'rent', '9.00'])).toBe('01.02  rent      9.00');
    expect(line(COLUMNS, ['', '', '123.00'])).toBe('               123.00');
  });

  it('lets a cell run into empty columns, and never into another cell', () => {
    expect(line(COLUMNS, ['a long label', '', '9.00'])).toBe('a long label     9.00');
    expect(() => line(COLUMNS, ['a long label', 'rent', ''])).toThrow('does not fit');
    expect(() => line(COLUMNS, ['', '', '1,234.00'])).toThrow('does not fit');
  });
});

describe('pair and wrap', () => {
  it('end a value at its column, and break text at spaces', () => {
    expect(pair('Total', '9.00', 14)).toBe('Total     9.00');
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('indivisible', 4)).toEqual(['indivisible']);
  });
});

describe('printDocument', () => {
  it('repeats heads and carries balances over a page', () => {
    const text = printDocument(
      {
        height: 6,
        margin: 1,
        head: (page) => [`page ${page}`],
        carryOut: (running) => [`over ${running}`],
        carryIn: (running) => [`from ${running}`],
      },
      [
        {
          before: ['title'],
          head: ['columns'],
          rows: [1, 2, 3, 4].map((running) => ({ lines: [`row ${running}`], running })),
          after: ['end'],
          opening: 0,
        },
      ],
    );
    expect(text.replaceAll('\n ', '\n').replaceAll('\f ', '\f').trim()).toBe(
      'page 1\ntitle\ncolumns\nrow 1\nrow 2\nover 2\n\fpage 2\ncolumns\nfrom 2\nrow 3\nrow 4\nend',
    );
  });
});
