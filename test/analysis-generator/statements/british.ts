import { printDate } from '../calendar.ts';
import { digitsOf, POINT, signed } from '../money.ts';
import { headLine, line, pair, printDocument } from '../page.ts';
import { BRITISH } from '../vocabulary/english.ts';
import type { Kind } from '../vocabulary/vocabulary.ts';
import { balanceCell, creditCell, debitCell, ledgerRows, left, right, type StatementLayout } from './layout.ts';
import { type Account, composeAccount, type Entry } from './ledger.ts';
import { totalsOf } from './totals.ts';

const pounds = (minor: number) => digitsOf(minor, POINT);

/** Codes of the payment type, as British banks print them beside each entry. */
const CODES: Record<Kind, string> = {
  salary: 'BGC',
  transferIn: 'CR',
  refund: 'CR',
  interest: 'CR',
  deposit: 'CR',
  card: 'VIS',
  directDebit: 'DD',
  standingOrder: 'SO',
  transferOut: 'BP',
  cash: 'ATM',
  check: 'CHQ',
  fee: 'DR',
};

function sortCode(digits: string): string {
  return digits.replace(/(..)(..)(..)/, '$1-$2-$3');
}

/** Paid out, paid in, balance; the date stands once a day, the balance at its end, and pages carry it over. */
export const britishPaidOutPaidIn: StatementLayout = {
  name: 'gb-paid-out-paid-in',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'dd MMM yy', language: 'en' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: BRITISH,
      currency: 'GBP',
      accountNumber: random.digits(8),
      balances: 'day',
      overdraft: random.chance(0.4),
    }),
  ],
  render(accounts, random) {
    const [account] = accounts as [Account];
    const sort = sortCode(random.digits(6));
    const long = (date: string) => printDate(date, 'd MMMM yyyy');
    // An overdrawn balance is marked D, as the statements themselves explain.
    const balance = (minor: number) => `${pounds(minor)}${minor < 0 ? ' D' : ''}`;
    const columns = [
      left('Date', 10),
      left('Pay', 5),
      left('ment type and details', 40),
      right('Paid out', 14),
      right('Paid in', 14),
      right('Balance', 16),
    ];
    const table = {
      columns,
      description: 2,
      amountsOn: 'last' as const,
      cells: (entry: Entry, previous: Entry | undefined) => [
        entry.date === previous?.date ? '' : printDate(entry.date, 'dd MMM yy'),
        CODES[entry.kind],
        '',
        debitCell(entry, pounds),
        creditCell(entry, pounds),
        balanceCell(entry, balance),
      ],
    };
    const tableHead = line(columns, ['Date', 'Payment type and details', '', 'Paid out', 'Paid in', 'Balance']);
    const carried = (label: string, running: number) => [line(columns, ['', label, '', '', '', balance(running)])];
    const totals = totalsOf(account.booked);
    return printDocument(
      {
        height: 50,
        margin: 4,
        head: (page) => [
          pair(account.bankName, `${long(account.period.start)} to ${long(account.period.end)}`, 100),
          '',
          pair('Account Name', 'Sortcode    Account Number    Sheet Number', 100),
          pair(account.holder, `${sort}    ${account.accountNumber}    ${page}`, 100),
          '',
        ],
        carryOut: (running) => carried('BALANCE CARRIED FORWARD', running),
        carryIn: (running) => carried('BALANCE BROUGHT FORWARD', running),
      },
      [
        {
          before: [
            'Account Summary',
            pair('Opening Balance', balance(account.opening), 44),
            pair('Payments In', pounds(totals.credits), 44),
            pair('Payments Out', pounds(totals.debits), 44),
            pair('Closing Balance', balance(account.closing), 44),
            '',
            'Your Current Account details',
          ],
          head: [tableHead],
          rows: [
            { lines: carried('BALANCE BROUGHT FORWARD', account.opening), running: account.opening },
            ...ledgerRows(table, account.printed),
          ],
          opening: account.opening,
          after: [
            ...carried('BALANCE CARRIED FORWARD', account.closing),
            '',
            'Information about the Financial Services Compensation Scheme',
          ],
        },
      ],
    );
  },
};

/** Money in ahead of money out, a type at the row, a balance beside each row, pound signs everywhere. */
export const britishMoneyInOut: StatementLayout = {
  name: 'gb-money-in-money-out',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'd MMM yyyy', language: 'en' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: BRITISH,
      currency: 'GBP',
      accountNumber: random.digits(8),
      balances: 'row',
      overdraft: random.chance(0.4),
    }),
  ],
  render(accounts, random) {
    const [account] = accounts as [Account];
    const day = (date: string) => printDate(date, 'd MMM yyyy');
    const money = (minor: number) => `${minor < 0 ? '-' : ''}£${pounds(minor)}`;
    const table = {
      columns: [
        left('Date', 12),
        left('Description', 34),
        left('Type', 5),
        right('Money In', 14),
        right('Money Out', 14),
        right('Balance', 14),
      ],
      description: 1,
      cells: (entry: Entry) => [
        day(entry.date),
        '',
        CODES[entry.kind],
        creditCell(entry, money),
        debitCell(entry, money),
        balanceCell(entry, money),
      ],
    };
    const totals = totalsOf(account.booked);
    return printDocument(
      { height: 46, head: (page) => [pair(`${account.bankName} - Classic account`, `Page ${page}`, 104), ''] },
      [
        {
          before: [
            account.holder,
            ...account.address,
            '',
            `Sort code ${sortCode(random.digits(6))}   Account number ${account.accountNumber}`,
            `Statement ${day(account.period.start)} to ${day(account.period.end)}`,
            '',
            pair('Money In', money(totals.credits), 46),
            pair('Money Out', money(totals.debits), 46),
            pair(`Balance on ${day(account.period.start)}`, money(account.opening), 46),
            pair(`Balance on ${day(account.period.end)}`, money(account.closing), 46),
            '',
            'Your Transactions',
          ],
          head: [headLine(table.columns)],
          rows: ledgerRows(table, account.printed),
          opening: account.opening,
          after: [
            '',
            'Transaction types: DD Direct Debit, SO Standing Order, VIS Card, CHQ Cheque, BGC Bank Giro Credit',
          ],
        },
      ],
    );
  },
};

/** An app's export: the newest row first, signed amounts. */
export const britishNewestFirst: StatementLayout = {
  name: 'gb-newest-first',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'dd/MM/yyyy', language: 'en' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: BRITISH,
      currency: 'GBP',
      accountNumber: random.digits(8),
      balances: 'row',
      bankName: 'Minnow Bank Limited',
    }),
  ],
  render(accounts, random) {
    const [account] = accounts as [Account];
    const day = (date: string) => printDate(date, 'dd/MM/yyyy');
    const money = (minor: number) => signed(minor, POINT);
    const table = {
      columns: [left('Date', 12), left('Description', 46), right('(GBP) Amount', 16), right('(GBP) Balance', 16)],
      description: 1,
      cells: (entry: Entry) => [day(entry.date), '', money(entry.amount), balanceCell(entry, money)],
    };
    const totals = totalsOf(account.booked);
    return printDocument({ height: 52, head: () => [] }, [
      {
        before: [
          account.bankName,
          'Personal Account statement',
          `${day(account.period.start)} - ${day(account.period.end)}`,
          account.holder,
          ...account.address,
          `Sort code: ${sortCode(random.digits(6))}`,
          `Account number: ${account.accountNumber}`,
          '',
          pair('Opening balance', `£${money(account.opening)}`, 50),
          pair('Total outgoings', `-£${pounds(totals.debits)}`, 50),
          pair('Total deposits', `+£${pounds(totals.credits)}`, 50),
          pair('Closing balance', `£${money(account.closing)}`, 50),
          '',
        ],
        head: [headLine(table.columns)],
        rows: ledgerRows(table, [...account.printed].reverse()),
        after: ['', 'Minnow Bank Limited is authorised by the regulator. Deposits are protected up to £85,000.'],
      },
    ]);
  },
};
