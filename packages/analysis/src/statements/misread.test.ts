import { describe, expect, it } from 'vitest';
import { answerStatement } from './answer.ts';

const STATEMENT = `Harrow Building Society
Statement from 01 AUG 2025 to 31 AUG 2025
Date        Details                   Paid out    Paid in     Balance
01 AUG 25   BALANCE BROUGHT FORWARD                            402.19
04 AUG 25   TESCO STORES 3311            33.80                 368.39
15 AUG 25   BACS MORTON LTD                      1,210.00    1,578.39
22 AUG 25   RENT MR PATEL               640.00                 938.39
31 AUG 25   BALANCE CARRIED FORWARD                            938.39
`;
const ROWS = [
  ['2025-08-04', -33.8],
  ['2025-08-15', 1210],
  ['2025-08-22', -640],
];

const read = (text: string) => {
  const { transactions, verification } = answerStatement(text);
  return {
    rows: transactions.map(({ date, amount }) => [date, amount]),
    status: verification.fields.transactions?.status,
    period: verification.fields['accountInfo.periodStart']?.status,
  };
};

describe('a statement of which text recognition took digits for letters', () => {
  it('is proven where the sums then add up', () => {
    const text = STATEMENT.replace('1,210.00', '1,21O.OO');
    expect(read(text)).toEqual({ rows: ROWS, status: 'verified', period: 'verified' });
    expect(read(text.replace('1,21O.OO', '1,2lO.OO')).rows).toEqual(ROWS);
  });

  it('has its rows, and proves no day that was put right', () => {
    const text = STATEMENT.replace('04 AUG 25', 'O4 AUG 25').replace('1,210.00', '1,21O.OO');
    expect(read(text)).toEqual({ rows: ROWS, status: 'unverified', period: 'unverified' });
  });

  it('stays as it is printed where the sums do not add up', () => {
    const text = STATEMENT.replace('1,210.00', '1,2lO.OO').replace('640.00', '64l.00');
    expect(read(text).status).not.toBe('verified');
  });
});
