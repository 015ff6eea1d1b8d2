import { addDays, printDate } from '../calendar.ts';
import { COMMA, digitsOf, LAKH, POINT, signed } from '../money.ts';
import { headLine, line, pair, printDocument } from '../page.ts';
import { BRITISH, INDIAN } from '../vocabulary/english.ts';
import { BRAZILIAN } from '../vocabulary/romance.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { balanceCell, creditCell, debitCell, ledgerRows, left, right, type StatementLayout } from './layout.ts';
import { type Account, composeAccount, type Entry } from './ledger.ts';
import { totalsOf } from './totals.ts';

const AUSTRALIAN: Vocabulary = {
  ...BRITISH,
  country: 'AU',
  banks: ['Southern Cross Bank', 'Coral Coast Mutual'],
  streets: ['5/18 Banksia St', '77 Wattle Cres'],
  cities: ['BRUNSWICK VIC 3056', 'NEWTOWN NSW 2042'],
  templates: {
    salary: [['Salary {company}', '{n10}']],
    transferIn: [['Fast Transfer From {person}', 'to PayID Phone rent']],
    refund: [['Refund {shop}', 'Card xx{n4}']],
    interest: [['Credit Interest']],
    card: [
      ['{shop} AU AUS', 'Card xx{n4}', 'Value Date: {date}'],
      ['{shop} SINGAPORE SGP', 'Card xx{n4} USD {money}', 'Value Date: {date}'],
    ],
    directDebit: [['Direct Debit {n6} {company}', '{n11}']],
    transferOut: [['Transfer to {person} NetBank', 'Inv {n4} of {date}']],
    cash: [['Wdl ATM {city}', 'Card xx{n4}']],
    fee: [['Account Fee'], ['International Transaction Fee', 'Value Date: {date}']],
  },
};

/** Days without a year, CR and DR behind balances, opening and closing balance as rows. */
export const australianCrDr: StatementLayout = {
  name: 'au-cr-dr-balances',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'dd MMM', language: 'en' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: AUSTRALIAN,
      currency: 'AUD',
      accountNumber: `06 ${random.digits(4)} ${random.digits(8)}`,
      balances: 'row',
      overdraft: random.chance(0.5),
    }),
  ],
  render(accounts) {
    const [account] = accounts as [Account];
    const plain = (minor: number) => digitsOf(minor, POINT);
    const long = (date: string) => printDate(date, 'd MMM yyyy');
    const balance = (minor: number) => (minor === 0 ? 'Nil' : `$${plain(minor)} ${minor < 0 ? 'DR' : 'CR'}`);
    const table = {
      columns: [
        left('Date', 8),
        left('Transaction', 46),
        right('Debit', 12),
        right('Credit', 12),
        right('Balance', 18),
      ],
      description: 1,
      amountsOn: 'last' as const,
      cells: (entry: Entry) => [
        printDate(entry.date, 'dd MMM'),
        '',
        debitCell(entry, plain),
        creditCell(entry, (minor) => `$${plain(minor)}`),
        balanceCell(entry, balance),
      ],
    };
    const fixed = (date: string, label: string, minor: number) =>
      line(table.columns, [printDate(date, 'dd MMM'), `${date.slice(0, 4)} ${label}`, '', '', balance(minor)]);
    const totals = totalsOf(account.booked);
    const four = [
      right('Opening balance', 20),
      right('- Total debits', 18),
      right('+ Total credits', 18),
      right('= Closing balance', 22),
    ];
    return printDocument(
      { height: 52, margin: 2, head: (page) => [pair(account.bankName, `Statement page ${page}`, 104), ''] },
      [
        {
          before: [
            account.holder,
            ...account.address,
            '',
            `Account Number ${account.accountNumber}`,
            `Statement Period ${long(account.period.start)} - ${long(account.period.end)}`,
            '',
          ],
          head: [headLine(table.columns)],
          rows: [
            { lines: [fixed(account.period.start, 'OPENING BALANCE', account.opening)], running: account.opening },
            ...ledgerRows(table, account.printed),
          ],
          after: [
            fixed(account.period.end, 'CLOSING BALANCE', account.closing),
            '',
            headLine(four),
            line(four, [
              balance(account.opening),
              `$${plain(totals.debits)}`,
              `$${plain(totals.credits)}`,
              balance(account.closing),
            ]),
          ],
        },
      ],
    );
  },
};

/** Two-digit years, a column of reference numbers, lakh grouping. */
export const indianLakh: StatementLayout = {
  name: 'in-lakh-two-digit-years',
  accountType: 'account',
  amounts: LAKH,
  dates: { pattern: 'dd/MM/yy', language: 'en' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: INDIAN,
      currency: 'INR',
      accountNumber: `5010${random.digits(10)}`,
      balances: 'row',
      scale: 31,
    }),
  ],
  render(accounts) {
    const [account] = accounts as [Account];
    const rupees = (minor: number) => signed(minor, LAKH);
    const short = (date: string) => printDate(date, 'dd/MM/yy');
    const long = (date: string) => printDate(date, 'dd/MM/yyyy');
    const table = {
      columns: [
        left('Date', 9),
        left('Narration', 40),
        left('Chq./Ref.No.', 17),
        left('Value Dt', 9),
        right('Withdrawal Amt.', 15),
        right('Deposit Amt.', 15),
        right('Closing Balance', 16),
      ],
      description: 1,
      cells: (entry: Entry) => [
        short(entry.date),
        '',
        reference(entry),
        short(entry.valueDate),
        debitCell(entry, rupees),
        creditCell(entry, rupees),
        balanceCell(entry, rupees),
      ],
    };
    const totals = totalsOf(account.booked);
    const six = [
      right('Opening Balance', 18),
      right('Dr Count', 9),
      right('Cr Count', 9),
      right('Debits', 16),
      right('Credits', 16),
      right('Closing Bal', 18),
    ];
    const count = (isCredit: boolean) =>
      String(account.booked.filter((entry) => entry.amount >= 0 === isCredit).length);
    return printDocument(
      { height: 56, head: (page) => [pair(account.bankName, `Page No .: ${page}`, 128), 'Statement of account', ''] },
      [
        {
          before: [
            account.holder,
            ...account.address,
            `Account No : ${account.accountNumber}   Currency : INR`,
            `Statement From : ${long(account.period.start)} To : ${long(account.period.end)}`,
            '',
          ],
          head: [headLine(table.columns)],
          rows: ledgerRows(table, account.printed),
          after: [
            '',
            'STATEMENT SUMMARY :-',
            headLine(six),
            line(six, [
              rupees(account.opening),
              count(false),
              count(true),
              rupees(totals.debits),
              rupees(totals.credits),
              rupees(account.closing),
            ]),
            '',
            'This is a computer generated statement and does not require a signature.',
          ],
        },
      ],
    );
  },
};

/** Sixteen digits that belong to the row: made of its own figures, so a printer needs no stream of choices. */
function reference(entry: Entry): string {
  return String(Math.abs(entry.running * 7919 + entry.kind.length * 104_729))
    .padStart(16, '0')
    .slice(-16);
}

/** D and C behind each amount, one balance a day. */
export const brazilianMarks: StatementLayout = {
  name: 'br-debit-credit-letters',
  accountType: 'account',
  amounts: COMMA,
  dates: { pattern: 'dd/MM/yyyy', language: 'pt' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: BRAZILIAN,
      currency: 'BRL',
      accountNumber: `${random.digits(5)}-${random.digits(1)}`,
      balances: 'day',
      overdraft: random.chance(0.4),
      scale: 3,
    }),
  ],
  render(accounts, random) {
    const [account] = accounts as [Account];
    const marked = (minor: number) => `${digitsOf(minor, COMMA)} ${minor < 0 ? 'D' : 'C'}`;
    const day = (date: string) => printDate(date, 'dd/MM/yyyy');
    const table = {
      columns: [
        left('Data', 12),
        left('Histórico', 44),
        left('Documento', 12),
        right('Valor R$', 16),
        right('Saldo', 16),
      ],
      description: 1,
      cells: (entry: Entry) => [
        day(entry.date),
        '',
        reference(entry).slice(-6),
        marked(entry.amount),
        balanceCell(entry, marked),
      ],
    };
    const before = addDays(account.period.start, -1);
    return printDocument(
      { height: 60, margin: 1, head: (page) => [pair(account.bankName, `Folha ${page}`, 106), ''] },
      [
        {
          before: [
            'Extrato de Conta Corrente',
            `Cliente ${account.holder}`,
            `Agência ${random.digits(4)}-${random.digits(1)}   Conta ${account.accountNumber}`,
            `Período ${day(account.period.start)} a ${day(account.period.end)}`,
            '',
          ],
          head: [headLine(table.columns)],
          rows: [
            {
              lines: [line(table.columns, [day(before), 'SALDO ANTERIOR', '', '', marked(account.opening)])],
              running: account.opening,
            },
            ...ledgerRows(table, account.printed),
          ],
          after: [line(table.columns, [day(account.period.end), 'S A L D O', '', '', marked(account.closing)])],
        },
      ],
    );
  },
};
