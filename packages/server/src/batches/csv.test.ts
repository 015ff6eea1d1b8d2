import { describe, expect, it } from 'vitest';
import { readCsv } from './csv.ts';

const rows = (text: string) => readCsv(text, 100).map(({ row, data }) => [row, data]);

describe('a table', () => {
  it.each([
    ['a,b\n1,2', [[2, { a: '1', b: '2' }]]],
    [
      '\ufeffa;b\r\n1;"2\r\n3"\r\n\r\n;\r\n4;"5 ""6"""',
      [
        [2, { a: '1', b: '2\r\n3' }],
        [5, { a: '4', b: '5 "6"' }],
      ],
    ],
    ['a\tb\r1\t2,5\r', [[2, { a: '1', b: '2,5' }]]],
    ['"a;b",c\n1,2', [[2, { 'a;b': '1', c: '2' }]]],
    ['sep=,\r\na;b,c\r\n1,2', [[2, { 'a;b': '1', c: '2' }]]],
    ['"sep=|"\na|b\n1|2', [[2, { a: '1', b: '2' }]]],
    ['one\n1\n', [[2, { one: '1' }]]],
    ['customer.name,customer.city,n\nAda,London,1', [[2, { customer: { name: 'Ada', city: 'London' }, n: '1' }]]],
  ])('is read: %j', (text, expected) => {
    expect(rows(text)).toEqual(expected);
  });

  it.each([
    ['', 'Row 1 is empty'],
    ['a,,b\n1,2,3', 'Row 1, column 2 has no name'],
    ['a.,b\n1,2', 'Row 1, column 1: "a." has an empty part'],
    ['a,__proto__.x\n1,2', 'Row 1, column 2: "__proto__.x" is no name of a field'],
    ['a.b,a\n1,2', 'Row 1, column 2: "a" is named by column 1 already'],
    ['a,b\n1,2\n"x\ny",2,3', 'Row 3 has 3 columns, but row 1 names 2: they part at column 3'],
    ['a,b\n1,x"y', 'Row 2, column 2: a quotation mark stands within a cell'],
    ['a,b\n1,2\n\n1,"y" z', 'Row 4, column 2: text follows the quotation mark'],
    ['a,b\n1,2\n3,"4', 'Row 3, column 2: a quotation mark is not closed'],
  ])('is refused with its place: %j', (text, sentence) => {
    expect(() => rows(text)).toThrow(sentence);
  });

  it('has so many rows at most', () => {
    expect(() => readCsv(`a\n${'1\n'.repeat(101)}`, 100)).toThrow(RangeError);
    expect(readCsv(`a\n${'1\n\n'.repeat(100)}`, 100)).toHaveLength(100);
  });
});
