import { describe, expect, it } from 'vitest';
import { readDocument } from '../values/document.ts';
import { rowsOf } from './rows.ts';

const rows = (...lines: string[]) => rowsOf(readDocument(lines.join('\n'))).map(({ text }) => text);

describe('boxes of text recognition', () => {
  it('are joined to rows', () => {
    expect(rows('Inn', 'Soup', '4.00', 'Tea', '2.00', 'TOTAL', 'EUR', '6.00')).toEqual([
      'Inn',
      'Soup  4.00',
      'Tea  2.00',
      'TOTAL  EUR  6.00',
    ]);
  });

  it('join a label of a sum with the amount alone below it in other texts too', () => {
    expect(rows('1 Soup 4.00', '1 Tea 2.00', 'Total:', 'CHF', '6.00')).toEqual([
      '1 Soup 4.00',
      '1 Tea 2.00',
      'Total:  CHF  6.00',
    ]);
    expect(rows('1 Soup 4.00', '1 Tea 2.00', 'Total', 'Cash', 'Change', '6.00', '10.00', '4.00')).toEqual([
      '1 Soup 4.00',
      '1 Tea 2.00',
      'Total  6.00',
      'Cash  10.00',
      'Change  4.00',
    ]);
  });

  it('do not take the heads of columns for labels', () => {
    const [, , , , , last] = rows(
      'Shop',
      'ITEM',
      'QTY',
      'PRICE',
      'TOTAL',
      'Lamp',
      '2',
      '5.00',
      '10.00',
      'SUM',
      '10.00',
    );
    expect(last).toBe('Lamp  2  5.00  10.00');
  });
});
