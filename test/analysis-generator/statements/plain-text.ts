import { printDate } from '../calendar.ts';
import { digitsOf, POINT, signed } from '../money.ts';
import { headLine, pair, printDocument } from '../page.ts';
import { AMERICAN } from '../vocabulary/english.ts';
import { balanceCell, ledgerRows, left, right, type StatementLayout } from './layout.ts';
import { type Account, composeAccount, type Entry } from './ledger.ts';
import { totalsOf } from './totals.ts';

const usd = (minor: number) => digitsOf(minor, POINT);
const trailing = (minor: number) => `${usd(minor)}${minor < 0 ? '-' : ''}`;
const bracketed = (minor: number) => (minor < 0 ? `(${usd(minor)})` : usd(minor));

/** What a reader gives that keeps the order of words but no columns; a minus stands behind the amount. */
export const narrowTrailingMinus: StatementLayout = {
  name: 'us-narrow-trailing-minus',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'MM/dd/yy', language: 'en' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: AMERICAN,
      currency: 'USD',
      accountNumber: `${random.digits(3)}-${random.digits(6)}-${random.digits(1)}`,
      balances: 'row',
      overdraft: random.chance(0.4),
    }),
  ],
  render(accounts) {
    const [account] = accounts as [Account];
    const day = (date: string) => printDate(date, 'MM/dd/yy');
    const totals = totalsOf(account.booked);
    const rows = account.printed.map((entry) => {
      const [first = '', ...more] = entry.lines;
      const numbers = `${trailing(entry.amount)} ${balanceCell(entry, trailing)}`;
      return { lines: [`${day(entry.date)} ${first} ${numbers}`, ...more], running: entry.running };
    });
    return printDocument({ height: 48, head: (page) => [`${account.bankName} Statement of Account Page ${page}`] }, [
      {
        before: [
          account.holder,
          ...account.address,
          `Account: ${account.accountNumber}`,
          `Statement period: ${day(account.period.start)} - ${day(account.period.end)}`,
        ],
        head: ['Date Transaction Description Amount Balance'],
        rows: [
          {
            lines: [`${day(account.period.start)} Balance Forward ${trailing(account.opening)}`],
            running: account.opening,
          },
          ...rows,
        ],
        opening: account.opening,
        after: [
          `${day(account.period.end)} Ending Balance ${trailing(account.closing)}`,
          `Total deposits ${usd(totals.credits)}`,
          `Total withdrawals ${usd(totals.debits)}`,
        ],
      },
    ]);
  },
};

/** Business account: debits in parentheses, full dates, wide columns. */
export const parentheses: StatementLayout = {
  name: 'us-wide-parentheses',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'MM/dd/yyyy', language: 'en' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: AMERICAN,
      currency: 'USD',
      accountNumber: `XXXXXX${random.digits(4)}`,
      balances: 'row',
      overdraft: random.chance(0.4),
    }),
  ],
  render(accounts) {
    const [account] = accounts as [Account];
    const day = (date: string) => printDate(date, 'MM/dd/yyyy');
    const totals = totalsOf(account.booked);
    const table = {
      columns: [left('Posting Date', 24), left('Description', 64), right('Amount', 30), right('Running Balance', 30)],
      description: 1,
      cells: (entry: Entry) => [day(entry.date), '', bracketed(entry.amount), balanceCell(entry, bracketed)],
      spaced: true,
    };
    return printDocument(
      { height: 70, margin: 8, head: (page) => [pair('BUSINESS ANALYZED CHECKING', `Page ${page}`, 140), ''] },
      [
        {
          before: [
            pair(account.bankName, `Account Number ${account.accountNumber}`, 140),
            pair(account.holder, `Statement Dates ${day(account.period.start)} thru ${day(account.period.end)}`, 140),
            ...account.address,
            '',
            pair('Previous Balance', bracketed(account.opening), 60),
            pair(`Deposits/Credits`, usd(totals.credits), 60),
            pair(`Checks/Debits`, `(${usd(totals.debits)})`, 60),
            pair('Ending Balance', bracketed(account.closing), 60),
            '',
          ],
          head: [headLine(table.columns), ''],
          rows: ledgerRows(table, account.printed),
          opening: account.opening,
          after: ['End of statement'],
        },
      ],
    );
  },
};

/** A scan: the recognition gives each box a line of its own, from top left to bottom right. */
export const oneBoxPerLine: StatementLayout = {
  name: 'ocr-one-box-per-line',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'MM/dd/yyyy', language: 'en' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: AMERICAN,
      currency: 'USD',
      accountNumber: random.digits(11),
      balances: 'row',
      count: random.integer(3, 25),
    }),
  ],
  render(accounts) {
    const [account] = accounts as [Account];
    const day = (date: string) => printDate(date, 'MM/dd/yyyy');
    const money = (minor: number) => signed(minor, POINT);
    const rows = account.printed.map((entry) => ({
      lines: [day(entry.date), ...entry.lines, money(entry.amount), balanceCell(entry, money)],
      running: entry.running,
    }));
    const boxes = ['Date', 'Description', 'Amount', 'Balance'];
    return printDocument({ height: 90, head: (page) => [account.bankName, 'Account Statement', `Page ${page}`] }, [
      {
        before: [
          account.holder,
          ...account.address,
          'Account Number',
          account.accountNumber,
          'Statement Period',
          `${day(account.period.start)} to ${day(account.period.end)}`,
          'Opening Balance',
          `$${money(account.opening)}`,
          'Closing Balance',
          `$${money(account.closing)}`,
        ],
        head: boxes,
        rows,
        opening: account.opening,
        after: ['Thank you for banking with us'],
      },
    ]);
  },
};

/** A savings account in which nothing happened. */
export const noTransactions: StatementLayout = {
  name: 'us-no-transactions',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'MMMM d, yyyy', language: 'en' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: AMERICAN,
      currency: 'USD',
      accountNumber: `****${random.digits(4)}`,
      balances: 'row',
      count: 0,
    }),
  ],
  render(accounts) {
    const [account] = accounts as [Account];
    const day = (date: string) => printDate(date, 'MMMM d, yyyy');
    return printDocument({ height: 60, head: () => [account.bankName, ''] }, [
      {
        before: [
          account.holder,
          ...account.address,
          '',
          `STATEMENT SAVINGS  ${account.accountNumber}`,
          `Statement Period: ${day(account.period.start)} - ${day(account.period.end)}`,
          '',
          pair('Beginning Balance', `$${usd(account.opening)}`, 50),
          pair('Deposits and Credits (0)', '$0.00', 50),
          pair('Withdrawals and Debits (0)', '$0.00', 50),
          pair('Ending Balance', `$${usd(account.closing)}`, 50),
          '',
          'Transactions',
        ],
        head: ['Date       Description                              Amount        Balance'],
        rows: [],
        after: [
          'There was no activity in this account during this statement period.',
          '',
          'Annual Percentage Yield Earned 0.00%',
        ],
      },
    ]);
  },
};
