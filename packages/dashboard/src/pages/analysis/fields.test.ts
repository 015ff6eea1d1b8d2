import { expect, it } from 'vitest';
import { readOf, titleOf } from './fields.ts';

it('tells values from rows, and leaves out columns that no row has', () => {
  const read = readOf({
    accountInfo: { bankName: 'First Bank', currency: null },
    transactions: [
      { date: '2024-03-02', amount: -700, valueDate: null },
      { date: null, amount: 2400, valueDate: null },
    ],
    accounts: [],
  });
  expect(read.values).toEqual([
    { path: 'accountInfo.bankName', value: 'First Bank' },
    { path: 'accountInfo.currency', value: null },
  ]);
  expect(read.tables.map(({ path, columns }) => [path, columns])).toEqual([['transactions', ['date', 'amount']]]);
  expect(readOf(null)).toEqual({ values: [], tables: [] });
});

it('makes titles of names', () => {
  expect(['accountInfo.openingBalance', 'total', 'daily_balance'].map(titleOf)).toEqual([
    'Opening balance',
    'Total',
    'Daily balance',
  ]);
});
