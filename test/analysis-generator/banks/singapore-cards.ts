import { printDate } from '../calendar.ts';
import { digitsOf, POINT } from '../money.ts';
import type { StatementLayout } from '../statements/layout.ts';
import type { Account } from '../statements/ledger.ts';
import { drawAccount } from './compose.ts';
import { joined, place } from './place.ts';

/** Two cards in one bill, each with its previous balance and its total. */
export const twoCards: StatementLayout = {
  name: 'sg-two-cards',
  accountType: 'card',
  amounts: POINT,
  dates: { pattern: 'dd MMM', language: 'en' },
  compose: (random) => {
    const period = { start: '2024-02-11', end: '2024-03-10' };
    return ['VISA PLATINUM', 'MASTERCARD WORLD'].map((product) =>
      drawAccount(random, {
        bankName: 'Merlion Bank Limited',
        holder: 'TAN HUI LING',
        address: [product],
        accountNumber: `4265-${random.digits(4)}-${random.digits(4)}-${random.digits(4)}`,
        currency: 'SGD',
        movements: [
          [10_000, 200_000, 'PAYMT THRU E-BANK/HOMEB/CYBERB (EP{n2})'],
          [-30_000, -150, 'COLD STORE SINGAPORE', 'Ref No. : {n20}'],
          [-40_000, -900, 'BOOKSTORE.COM SEATTLE', 'USD {money}', 'Ref No. : {n20}'],
          [-900, -20, 'CCY CONVERSION FEE'],
        ],
        balances: 'none',
        amounts: POINT,
        innerDate: 'dd MMM',
        opening: [-200_000, -5_000],
        floor: -900_000,
        period,
        count: [2, 14],
      }),
    );
  },
  render: (accounts) => {
    const [first] = accounts;
    if (!first) return '';
    const print = (minor: number) => digitsOf(minor, POINT);
    const owed = (minor: number) => `${print(minor)}${minor > 0 ? ' CR' : ''}`;
    const day = (iso: string) => printDate(iso, 'dd MMM').toUpperCase();
    const full = (iso: string) => printDate(iso, 'dd MMM yyyy').toUpperCase();
    const behind = (line: string, minor: number) => `${place(0, line, -92, print(minor))}${minor > 0 ? ' CR' : ''}`;
    const card = (account: Account) => [
      place(0, account.address[0] ?? '', 30, account.accountNumber, 60, account.holder),
      place(0, 'Post Date', 12, 'Trans Date', 26, 'Description of Transaction', -92, 'Transaction Amount SGD'),
      behind(place(26, 'PREVIOUS BALANCE'), account.opening),
      ...account.printed.flatMap(({ date, lines: [text = '', ...more], amount }) => [
        behind(place(0, day(date), 12, day(date), 26, text), amount),
        ...more.map((line) => place(26, line)),
      ]),
      behind(place(26, `TOTAL BALANCE FOR ${account.address[0] ?? ''}`), account.closing),
      '',
    ];
    return joined([
      place(0, first.bankName, 60, 'Credit Card Statement'),
      place(0, 'Statement Date', 20, full(first.period.end), 60, 'Credit Limit', -92, '12,000'),
      `Statement Period ${full(first.period.start)} to ${full(first.period.end)}`,
      place(0, 'Total amount due', -40, `SGD ${owed(accounts.reduce((sum, { closing }) => sum + closing, 0))}`),
      ...accounts.flatMap(card),
      '---------------------------- End of Transaction Details ----------------------------',
    ]);
  },
};
