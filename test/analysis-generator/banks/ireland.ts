import { printDate } from '../calendar.ts';
import { digitsOf, POINT } from '../money.ts';
import type { StatementLayout } from '../statements/layout.ts';
import type { Entry } from '../statements/ledger.ts';
import { drawAccount } from './compose.ts';
import { ibanOf } from './iban.ts';
import { firstOfDay, joined, place } from './place.ts';

const print = (minor: number) => digitsOf(minor, POINT);

const out = ({ amount }: Entry) => (amount < 0 ? print(amount) : '');

const into = ({ amount }: Entry) => (amount >= 0 ? print(amount) : '');

/** Ireland: dr behind overdrawn balances, dates once a day with the year in capitals. */
export const irishPayments: StatementLayout = {
  name: 'ie-payments-out-in',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'dd MMM yyyy', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Bank of Leinster',
      holder: 'MR PADRAIG NOLAN',
      address: ['12 SHANNON QUAY', 'ATHLONE', 'CO WESTMEATH'],
      accountNumber: random.digits(8),
      currency: 'EUR',
      movements: [
        [80_000, 240_000, 'SHANNON FOODS SP'],
        [-12_000, -200, 'POS{date} CENTRA 0042'],
        [-30_000, -2_000, 'DD BORD ENERGY {n6}'],
        [-50_000, -2_000, '365 Online MARY NOLAN'],
        [-2_400, -20, 'FEE-QTR TO {date}'],
      ],
      balances: 'day',
      amounts: POINT,
      innerDate: 'dd~MMM',
      opening: [-40_000, 70_000],
      floor: -150_000,
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const rows = account.printed.map((entry, index) => {
      const day = firstOfDay(account.printed, index) ? printDate(entry.date, 'dd MMM yyyy') : '';
      const row = place(0, day, 14, entry.lines[0] ?? '', -66, out(entry), -84, into(entry));
      return entry.balance === null
        ? row
        : place(0, row, -102, `${print(entry.balance)}${entry.balance < 0 ? 'dr' : ''}`);
    });
    const state = (minor: number) => `${print(minor)}${minor < 0 ? 'dr' : ''}`;
    return joined([
      place(0, account.bankName, 70, 'Statement of Account'),
      place(0, account.holder, 70, 'Branch code', 88, '90-33-18'),
      ...account.address.map((text) => text),
      place(0, 'Your account name', 40, 'Account number', 58, account.accountNumber),
      place(0, account.holder, 40, 'IBAN', 48, `${ibanOf('IE', `BOLN903318${account.accountNumber}`)} BIC BOLNIE2D`),
      place(
        0,
        'Statement period',
        40,
        `${printDate(account.period.start, 'dd MMM yyyy')} to ${printDate(account.period.end, 'dd MMM yyyy')}`,
      ),
      place(0, 'Overdraft limit', 40, '2,000.00'),
      '',
      place(0, 'Date', 14, 'Transaction details', -66, 'Payments - out', -84, 'Payments - in', -102, 'Balance €'),
      place(0, printDate(account.period.start, 'dd MMM yyyy'), 14, 'BALANCE FORWARD', -102, state(account.opening)),
      ...rows,
      place(0, printDate(account.period.end, 'dd MMM yyyy'), 14, 'CLOSING BALANCE', -102, state(account.closing)),
    ]);
  },
};
