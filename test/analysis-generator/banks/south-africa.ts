import { printDate } from '../calendar.ts';
import { digitsOf, POINT } from '../money.ts';
import type { StatementLayout } from '../statements/layout.ts';
import type { Account } from '../statements/ledger.ts';
import { calendarMonth, drawAccount } from './compose.ts';
import { flow, joined } from './place.ts';

const print = (minor: number) => digitsOf(minor, POINT);

/** South Africa: Cr behind credits and balances, charges in a column of their own at the right. */
export const southAfrica: StatementLayout = {
  name: 'za-cr-and-charges',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'dd MMM', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Karoo National Bank',
      holder: 'MR T NKOSI',
      address: ['9 PROTEA AVE', 'GRAAFF-REINET 6280'],
      accountNumber: `6${random.digits(10)}`,
      currency: 'ZAR',
      movements: [
        [900_000, 2_900_000, 'Magtape Credit Karoo Wind Salary'],
        [-90_000, -1_900, 'POS Purchase Checkerz {n6}*{n4} {date}'],
        [-150_000, -9_900, 'Magtape Debit Discover Ins {n9}'],
        [-120_000, -5_000, 'ATM Cash Wagon St {n6}*{n4}'],
        [-9_000, -350, '#Monthly Account Fee'],
      ],
      balances: 'row',
      amounts: POINT,
      innerDate: 'dd MMM',
      period: calendarMonth(random),
    }),
  ],
  render: ([account]) => (account ? southAfricanRows(account) : ''),
};

function southAfricanRows(account: Account): string {
  const credit = (minor: number) => `${print(minor)}${minor >= 0 ? 'Cr' : ''}`;
  const full = (iso: string) => printDate(iso, 'd MMMM yyyy');
  const rows = account.printed.map(({ date, lines: [first = ''], amount, balance }) =>
    flow(printDate(date, 'dd MMM'), first, credit(amount), balance === null ? '' : credit(balance)),
  );
  return joined([
    `${account.bankName} a division of Karoo Holdings Limited Reg No. 1929/001225/06`,
    account.holder,
    ...account.address,
    `Gold Current Account : ${account.accountNumber}`,
    `Statement Period : ${full(account.period.start)} to ${full(account.period.end)}`,
    `Statement Date : ${full(account.period.end)}`,
    `Opening Balance ${credit(account.opening)} Closing Balance ${credit(account.closing)}`,
    'Transactions in RAND (ZAR)',
    'Date Description Amount Balance Accrued Bank Charges',
    `Opening Balance ${credit(account.opening)}`,
    ...rows,
    `Closing Balance ${credit(account.closing)}`,
    'Please contact us within 30 days should you wish to query an entry on this statement.',
  ]);
}
