import { printDate } from '../calendar.ts';
import { digitsOf, POINT, signed, sum } from '../money.ts';
import { type Block, headLine, line, pair, printDocument } from '../page.ts';
import { AMERICAN } from '../vocabulary/english.ts';
import { balanceCell, ledgerRows, left, right, type StatementLayout } from './layout.ts';
import { type Account, composeAccount, type Entry } from './ledger.ts';

const WIDTH = 100;

const dollars = (minor: number) => `${minor < 0 ? '-' : ''}$${digitsOf(minor, POINT)}`;
const plainBalance = (minor: number) => signed(minor, POINT);
const day = (date: string) => printDate(date, 'MM/dd');
const longDay = (date: string) => printDate(date, 'MMMM dd, yyyy');

/** Two or three accounts in one document, each with signed amounts and a balance beside each row. */
export const severalAccounts: StatementLayout = {
  name: 'us-several-accounts',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'MM/dd', language: 'en' },
  compose(random) {
    const shared = { vocabulary: AMERICAN, currency: 'USD', balances: 'row' as const };
    const first = composeAccount(random, { ...shared, accountNumber: `0000${random.digits(8)}` });
    const rest = Array.from({ length: random.integer(1, 2) }, () =>
      composeAccount(random, {
        ...shared,
        accountNumber: `0000${random.digits(8)}`,
        bankName: first.bankName,
        period: first.period,
        count: random.integer(1, 12),
      }),
    );
    return [first, ...rest.map((account) => ({ ...account, holder: first.holder, address: first.address }))];
  },
  render(accounts) {
    const [first] = accounts as [Account];
    const names = ['Everyday Checking', 'Premier Savings', 'Vacation Savings'];
    const columns = [
      left('ACCOUNT', 22),
      left('NUMBER', 18),
      right('BEGINNING BALANCE', 20),
      right('ENDING BALANCE', 20),
    ];
    const overview = accounts.map((account, index) =>
      line(columns, [names[index] ?? '', account.accountNumber, dollars(account.opening), dollars(account.closing)]),
    );
    const total = (pick: (account: Account) => number) => dollars(sum(accounts.map(pick)));
    return printDocument(
      {
        height: 58,
        margin: 1,
        head: (page) => [
          pair(first.bankName, `${longDay(first.period.start)} through ${longDay(first.period.end)}`, WIDTH),
          pair('', `Page ${page}`, WIDTH),
          '',
        ],
      },
      [
        {
          before: [first.holder, ...first.address, '', 'CONSOLIDATED BALANCE SUMMARY', ''],
          head: [headLine(columns)],
          rows: overview.map((text) => ({ lines: [text], running: 0 })),
          after: [
            line(columns, [
              'TOTAL ASSETS',
              '',
              total((account) => account.opening),
              total((account) => account.closing),
            ]),
            '',
          ],
        },
        ...accounts.map((account, index) => accountBlock(account, names[index] ?? '')),
      ],
    );
  },
};

function accountBlock(account: Account, name: string): Block {
  const table = {
    columns: [left('DATE', 8), left('DESCRIPTION', 58), right('AMOUNT', 14), right('BALANCE', 14)],
    description: 1,
    cells: (entry: Entry) => [day(entry.date), '', plainBalance(entry.amount), balanceCell(entry, plainBalance)],
  };
  return {
    before: ['', name.toUpperCase(), `Account Number: ${account.accountNumber}`, '', 'TRANSACTION DETAIL'],
    head: [headLine(table.columns)],
    rows: [
      {
        lines: [line(table.columns, ['', 'Beginning Balance', '', dollars(account.opening)])],
        running: account.opening,
      },
      ...ledgerRows(table, account.printed),
    ],
    opening: account.opening,
    after: [line(table.columns, ['', 'Ending Balance', '', dollars(account.closing)]), ''],
  };
}
