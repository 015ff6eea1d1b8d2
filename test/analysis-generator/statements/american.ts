import { printDate } from '../calendar.ts';
import { digitsOf, POINT, signed, sum } from '../money.ts';
import { type Block, headLine, line, pair, printDocument } from '../page.ts';
import { AMERICAN } from '../vocabulary/english.ts';
import type { Kind } from '../vocabulary/vocabulary.ts';
import { balanceCell, creditCell, debitCell, ledgerRows, left, right, type StatementLayout } from './layout.ts';
import { type Account, composeAccount, type Entry } from './ledger.ts';
import { dailyBalances, totalsOf } from './totals.ts';

const WIDTH = 100;

const usd = (minor: number) => digitsOf(minor, POINT);
const dollars = (minor: number) => `${minor < 0 ? '-' : ''}$${usd(minor)}`;
const day = (date: string) => printDate(date, 'MM/dd');
const longDay = (date: string) => printDate(date, 'MMMM dd, yyyy');

const SECTIONS: readonly { title: string; kinds: readonly Kind[] }[] = [
  { title: 'Deposits and Additions', kinds: ['salary', 'transferIn', 'refund', 'interest', 'deposit'] },
  { title: 'Checks Paid', kinds: ['check'] },
  { title: 'ATM & Debit Card Withdrawals', kinds: ['card', 'cash'] },
  { title: 'Electronic Withdrawals', kinds: ['directDebit', 'standingOrder', 'transferOut'] },
  { title: 'Fees', kinds: ['fee'] },
];

/** Separate lists for what came in and what went out, unsigned; balances only in a table of days at the end. */
export const americanSections: StatementLayout = {
  name: 'us-sections-daily-balances',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'MM/dd', language: 'en' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: AMERICAN,
      currency: 'USD',
      accountNumber: `000000${random.digits(9)}`,
      balances: 'none',
      count: random.integer(6, 60),
    }),
  ],
  render(accounts) {
    const [account] = accounts as [Account];
    return printDocument(
      {
        height: 60,
        margin: 2,
        head: (page) => [
          pair(
            page === 1 ? account.bankName : '',
            `${longDay(account.period.start)} through ${longDay(account.period.end)}`,
            WIDTH,
          ),
          pair('', `Account Number: ${account.accountNumber}`, WIDTH),
          '',
        ],
        foot: (page) => ['', pair('', `Page ${page}`, WIDTH)],
      },
      [sectionSummary(account), ...sectionLists(account), dailyTable(account)],
    );
  },
};

function sectionSummary(account: Account): Block {
  const columns = [left('', 40), right('INSTANCES', 10), right('AMOUNT', 18)];
  const of = (kinds: readonly Kind[]) => account.booked.filter((entry) => kinds.includes(entry.kind));
  const sections = SECTIONS.filter(({ kinds }) => of(kinds).length > 0).map(({ title, kinds }) => {
    const entries = of(kinds);
    return line(columns, [title, String(entries.length), signed(sum(entries.map((entry) => entry.amount)), POINT)]);
  });
  return {
    before: [account.holder, ...account.address, '', 'CHECKING SUMMARY', headLine(columns)],
    head: [line(columns, ['Beginning Balance', '', dollars(account.opening)])],
    rows: [],
    after: [
      ...sections,
      line(columns, ['Ending Balance', String(account.booked.length), dollars(account.closing)]),
      '',
      'Your account is not subject to a monthly service fee this statement period.',
      '',
    ],
  };
}

function sectionLists(account: Account): Block[] {
  return SECTIONS.flatMap(({ title, kinds }) => {
    const inSection = (entry: Entry) => kinds.includes(entry.kind);
    const booked = account.booked.filter(inSection);
    if (booked.length === 0) return [];
    const table = kinds.includes('check') ? checkTable() : sectionTable();
    const total = dollars(sum(booked.map((entry) => Math.abs(entry.amount))));
    return {
      before: [title.toUpperCase(), ''],
      head: [headLine(table.columns)],
      rows: ledgerRows(table, account.printed.filter(inSection)),
      after: [pair(`Total ${title}`, total, WIDTH), ''],
    };
  });
}

function sectionTable() {
  return {
    columns: [left('DATE', 8), left('DESCRIPTION', 70), right('AMOUNT', 18)],
    description: 1,
    // Only the first amount of a list carries the sign of the currency.
    cells: (entry: Entry, previous: Entry | undefined) => [
      day(entry.date),
      '',
      `${previous ? '' : '$'}${usd(entry.amount)}`,
    ],
  };
}

function checkTable() {
  return {
    columns: [left('CHECK NO.', 22), left('DATE PAID', 56), right('AMOUNT', 18)],
    description: 0,
    cells: (entry: Entry) => ['', day(entry.date), `${usd(entry.amount)}`],
  };
}

function dailyTable(account: Account): Block {
  const days = dailyBalances(account);
  const third = Math.ceil(days.length / 3);
  const columns = [0, 1, 2].flatMap(() => [left('DATE', 10), right('AMOUNT', 16), left('', 2)]);
  const rows = Array.from({ length: third }, (_, row) => {
    const cells = [0, 1, 2].flatMap((column) => {
      const at = days[row + column * third];
      return at ? [day(at.date), (row + column === 0 ? dollars : plainBalance)(at.balance), ''] : ['', '', ''];
    });
    return { lines: [line(columns, cells)], running: 0 };
  });
  return { before: ['DAILY ENDING BALANCE', ''], head: [headLine(columns)], rows, after: [] };
}

function plainBalance(minor: number): string {
  return signed(minor, POINT);
}

/** Two columns of amounts, and the balance beside the last row of each day. */
export const americanDailyColumn: StatementLayout = {
  name: 'us-ending-daily-balance-column',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'M/d', language: 'en' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: AMERICAN,
      currency: 'USD',
      accountNumber: random.digits(10),
      balances: 'day',
      overdraft: random.chance(0.3),
    }),
  ],
  render(accounts) {
    const [account] = accounts as [Account];
    const short = (date: string) => printDate(date, 'M/d');
    const table = {
      columns: [
        left('Date', 7),
        left('Description', 52),
        right('Additions', 14),
        right('Subtractions', 14),
        right('balance', 14),
      ],
      description: 1,
      cells: (entry: Entry) => [
        short(entry.date),
        '',
        creditCell(entry, usd),
        debitCell(entry, usd),
        balanceCell(entry, plainBalance),
      ],
    };
    const totals = totalsOf(account.booked);
    const firstHead = line(table.columns, ['', '', 'Deposits/', 'Withdrawals/', 'Ending daily']);
    const summary = [
      pair(`Beginning balance on ${short(account.period.start)}`, dollars(account.opening), 60),
      pair('Deposits/Additions', usd(totals.credits), 60),
      pair('Withdrawals/Subtractions', `- ${usd(totals.debits)}`, 60),
      pair(`Ending balance on ${short(account.period.end)}`, dollars(account.closing), 60),
    ];
    return printDocument(
      {
        height: 54,
        head: (page) =>
          page === 1
            ? [
                account.bankName,
                `Account number: ${account.accountNumber}  |  ${longDay(account.period.start)} - ${longDay(account.period.end)}  |  Page 1`,
                '',
              ]
            : [
                `Account number: ${account.accountNumber}  |  ${longDay(account.period.start)} - ${longDay(account.period.end)}  |  Page ${page}`,
                '',
              ],
      },
      [
        {
          before: [account.holder, ...account.address, '', 'Statement period activity summary', ...summary, ''],
          head: [],
          rows: [],
          after: [],
        },
        {
          before: ['Transaction history', ''],
          head: [firstHead, headLine(table.columns)],
          rows: ledgerRows(table, account.printed),
          opening: account.opening,
          after: [
            line(table.columns, [
              `Ending balance on ${short(account.period.end)}`,
              '',
              '',
              '',
              plainBalance(account.closing),
            ]),
            line(table.columns, ['Totals', '', dollars(totals.credits), dollars(totals.debits)]),
            '',
            'The Ending Daily Balance does not reflect any pending withdrawals or holds on deposited funds.',
          ],
        },
      ],
    );
  },
};
