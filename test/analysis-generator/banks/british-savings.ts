import { printDate } from '../calendar.ts';
import { digitsOf, POINT } from '../money.ts';
import type { StatementLayout } from '../statements/layout.ts';
import type { Entry } from '../statements/ledger.ts';
import { drawAccount } from './compose.ts';
import { firstOfDay, joined, place } from './place.ts';

const print = (minor: number) => digitsOf(minor, POINT);

const out = ({ amount }: Entry) => (amount < 0 ? print(amount) : '');

const into = ({ amount }: Entry) => (amount >= 0 ? print(amount) : '');

const YORKSHIRE = { holder: 'Mr D Eastwood', address: ['2 Mill Bank', 'Whitby YO21 1AB'] };

/** A building society: the year stands in a line of its own, the day once, the balance once a day. */
export const yearLines: StatementLayout = {
  name: 'uk-year-lines',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'dd MMM', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Cleveland Building Society',
      ...YORKSHIRE,
      accountNumber: random.digits(8),
      currency: 'GBP',
      movements: [
        [90_000, 240_000, 'Bank credit WHITBY FISH CO'],
        [-30_000, -900, 'Direct debit NORTHUMBRIAN WTR'],
        [-9_000, -100, 'Contactless Payment CAFE BRAVO GB', 'APPLEPAY {n4}'],
        [-40_000, -2_000, 'Transfer to Mrs J Eastwood', 'holiday 2 of 3'],
        [100, 30_000, 'Transfer from Mrs J Eastwood'],
      ],
      balances: 'day',
      amounts: POINT,
      innerDate: 'dd MMM',
      opening: [2_000, 300_000],
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const rows = account.printed.flatMap((entry, index) => {
      const {
        date,
        lines: [text = '', ...more],
        balance,
      } = entry;
      const first = firstOfDay(account.printed, index) ? printDate(date, 'dd MMM') : '';
      const year = date.slice(0, 4);
      const turned = (account.printed[index - 1]?.date ?? account.period.start).slice(0, 4) !== year;
      const row = place(
        0,
        first,
        10,
        text,
        -64,
        out(entry),
        -80,
        into(entry),
        -96,
        balance === null ? '' : print(balance),
      );
      return [...(turned ? [year] : []), row, ...more.map((line) => place(10, line))];
    });
    const full = (iso: string) => printDate(iso, 'dd/MM/yyyy');
    return joined([
      place(0, account.bankName, 60, 'Your FlexAccount statement'),
      place(0, account.holder, 60, 'Sort code 07-04-36'),
      place(0, account.address[0] ?? '', 60, `Account number ${account.accountNumber}`),
      place(0, account.address[1] ?? '', 60, `Statement date ${printDate(account.period.end, 'dd MMMM yyyy')}`),
      place(60, `Statement period ${full(account.period.start)} to ${full(account.period.end)}`),
      place(0, 'Start balance', -30, `£${print(account.opening)}`, 60, 'Interest rate 0.00%'),
      place(0, 'End balance', -30, `£${print(account.closing)}`, 60, 'Average credit balance', -96, '£1,004.11'),
      '',
      place(0, 'Date', 10, 'Description', -64, '£Out', -80, '£In', -96, '£Balance'),
      account.period.start.slice(0, 4),
      place(10, 'Balance from statement 41', -96, print(account.opening)),
      ...rows,
    ]);
  },
};

/** Days as headings over their rows, rows without dates, newest first. */
export const dayHeadings: StatementLayout = {
  name: 'app-day-headings',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'd MMMM yyyy', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Puffin Bank Limited',
      ...YORKSHIRE,
      accountNumber: random.digits(8),
      currency: 'GBP',
      movements: [
        [500, 250_000, 'Faster payment from J Eastwood'],
        [-9_000, -100, 'Card payment Cafe Bravo'],
        [-30_000, -900, 'Direct Debit Yorkshire Gas'],
      ],
      balances: 'row',
      amounts: POINT,
      innerDate: 'dd MMM',
      opening: [0, 120_000],
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const day = (iso: string) => printDate(iso, 'd MMMM yyyy');
    const pound = (minor: number) => `${minor < 0 ? '-' : '+'}£${print(minor)}`;
    const newest = account.printed.toReversed();
    const rows = newest.flatMap(({ date, lines: [text = ''], amount, balance }, index) => [
      ...(firstOfDay(newest, index) ? ['', day(date)] : []),
      place(0, text, -60, pound(amount), -76, balance === null ? '' : `£${print(balance)}`),
    ]);
    return joined([
      account.bankName,
      `Personal account ${account.accountNumber}  Sort code 04-00-75`,
      account.holder,
      `${day(account.period.start)} to ${day(account.period.end)}`,
      `Opening balance £${print(account.opening)}`,
      `Closing balance £${print(account.closing)}`,
      place(0, 'Description', -60, 'Amount', -76, 'Balance'),
      ...rows,
    ]);
  },
};
