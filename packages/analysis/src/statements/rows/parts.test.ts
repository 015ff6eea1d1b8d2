import { describe, expect, it } from 'vitest';
import { answerStatement } from '../answer.ts';

const amounts = (text: string) => answerStatement(text).transactions.map(({ date, amount }) => `${date} ${amount}`);

const WRAPPED = `Example Bank   1 March 2024 to 31 March 2024
Date        Details                          Paid out     Paid in      Balance
            BALANCE BROUGHT FORWARD                                     100.00
05 Mar 24   VIS   CARD PAYMENT TO SHOP ON
                  04 Mar                        20.00
            CR    REFUND
                  Corner shop                                5.00        85.00
            BALANCE CARRIED FORWARD                                      85.00

Date        Details                          Paid out     Paid in      Balance
            BALANCE BROUGHT FORWARD                                      85.00
            DR    ACCOUNT FEE                    5.00                    80.00
06 Mar 24   DD    Water                         90.00                  10.00 D
            BALANCE CARRIED FORWARD                                    10.00 D
`;

const SECTIONS = `Example Bank   March 1, 2024 through March 31, 2024
Beginning Balance                              $100.00
Ending Balance                                  $85.00

DEPOSITS AND ADDITIONS
DATE     DESCRIPTION                            AMOUNT
03/05    DEPOSIT                                 10.00

ATM & DEBIT CARD WITHDRAWALS
DATE     DESCRIPTION                            AMOUNT
03/06    SHOP                                    25.00

DAILY ENDING BALANCE
DATE          AMOUNT      DATE          AMOUNT
03/05         110.00      03/06          85.00
`;

const CELLS = `Account Number
36188555038
Statement Period
03/01/2024 to 03/31/2024
Opening Balance
$100.00
Closing Balance
$85.00
Date
Description
Amount
Balance
03/15/2024
SHOP
-25.00
75.00
03/16/2024
REFUND
10.00
85.00
`;

const TABS = `Period\t01/02/2024 to 28/02/2024
Opening balance\t1,000.00
Closing balance\t985.00

Date\tDescription\tPaid out\tPaid in\tBalance
13/02/2024\tA\t25.00\t\t975.00
14/02/2024\tA long description of a payment\t\t10.00\t985.00
`;

describe('rows', () => {
  it('share a date, also behind a page break, and keep their own words', () => {
    expect(amounts(WRAPPED)).toEqual(['2024-03-05 -20', '2024-03-05 5', '2024-03-05 -5', '2024-03-06 -90']);
    const { transactions, verification } = answerStatement(WRAPPED);
    expect(transactions.map(({ description }) => description)).toEqual([
      'VIS CARD PAYMENT TO SHOP ON 04 Mar',
      'CR REFUND Corner shop',
      'DR ACCOUNT FEE',
      'DD Water',
    ]);
    expect(verification.fields.transactions?.status).toBe('verified');
  });

  it.each([
    ['under headings of sections', SECTIONS, ['2024-03-05 10', '2024-03-06 -25']],
    ['with a line for each cell', CELLS, ['2024-03-15 -25', '2024-03-16 10']],
    ['with tabs between cells', TABS, ['2024-02-13 -25', '2024-02-14 10']],
  ])('are read %s', (_name, text, wanted) => {
    expect(amounts(text)).toEqual(wanted);
    expect(answerStatement(text).verification.fields.transactions?.status).toBe('verified');
    const wrong = text.replace('85.00\n', '86.00\n');
    expect(answerStatement(wrong).verification.status).toBe('failed');
  });

  it('do not go on into the foot of a page', () => {
    const foot = '            Example Bank · Current account 77 41   Page 1 of 2\n';
    const text = WRAPPED.replace('                  Corner shop', `${foot}                  Corner shop`);
    const words = answerStatement(text).transactions.map(({ description }) => description);
    expect(words.join()).not.toContain('Page');
    const last = WRAPPED.replace(
      '06 Mar 24   DD    Water                         90.00                  10.00 D\n',
      (row) => row + foot,
    );
    expect(answerStatement(last).transactions.at(-1)?.description).toBe('DD Water');
  });

  it('may be none where the statement says so', () => {
    const text = `Opening balance   10.00\nClosing balance   10.00\nThere was no activity in this period.\n`;
    expect(answerStatement(text).verification.fields['accountInfo.closingBalance']?.status).toBe('verified');
    expect(answerStatement(text.replace('There was no activity', 'Rates')).verification.status).toBe('unverified');
    expect(answerStatement(text.replace('balance   10.00\nC', 'balance   11.00\nC')).verification.status).toBe(
      'failed',
    );
  });
});
