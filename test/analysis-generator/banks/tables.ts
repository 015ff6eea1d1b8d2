import { printDate } from '../calendar.ts';
import { COMMA, digitsOf, POINT, signed } from '../money.ts';
import type { StatementLayout } from '../statements/layout.ts';
import { drawAccount } from './compose.ts';
import { ibanOf } from './iban.ts';
import { firstOfDay, joined } from './place.ts';

const PLAIN = { group: '', decimal: '.' } as const;

/** Values with commas: times behind dates, a column of fees, states of rows, no account in the head. */
export const datesWithTimes: StatementLayout = {
  name: 'csv-dates-with-times',
  accountType: 'account',
  amounts: PLAIN,
  dates: { pattern: 'yyyy-MM-dd', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Orbital Bank UAB',
      holder: 'TOMAS KAZLAUSKAS',
      address: [],
      accountNumber: ibanOf('LT', random.digits(16)).replaceAll(' ', ''),
      currency: 'EUR',
      movements: [
        [1_000, 200_000, 'TOPUP|Top-Up by *{n4}'],
        [-9_000, -99, 'CARD_PAYMENT|Maxi, Vilnius'],
        [-30_000, -900, 'TRANSFER|To Rasa Petraite'],
      ],
      balances: 'row',
      amounts: POINT,
      innerDate: 'MMM d',
      opening: [0, 90_000],
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const rows = account.printed.map(({ date, lines: [text = ''], amount, balance }, index) => {
      const [type = '', name = ''] = text.split('|');
      const time = `${String(8 + (index % 12)).padStart(2, '0')}:${String((index * 7) % 60).padStart(2, '0')}:11`;
      const quoted = name.includes(',') ? `"${name}"` : name;
      const after = balance === null ? '' : signed(balance, PLAIN);
      return [
        type,
        'Current',
        `${date} ${time}`,
        `${date} ${time}`,
        quoted,
        signed(amount, PLAIN),
        '0.00',
        'EUR',
        'COMPLETED',
        after,
      ].join(',');
    });
    return joined([
      `${account.bankName}`,
      `IBAN ${account.accountNumber}`,
      `${account.period.start} - ${account.period.end}`,
      `Opening balance ${signed(account.opening, PLAIN)}`,
      `Closing balance ${signed(account.closing, PLAIN)}`,
      'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance',
      ...rows,
    ]);
  },
};

/** Values with semicolons: debit and credit in columns of their own, no quotes. */
export const sollHabenColumns: StatementLayout = {
  name: 'csv-soll-haben',
  accountType: 'account',
  amounts: COMMA,
  dates: { pattern: 'dd.MM.yyyy', language: 'de' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Volksbank Elbmarsch eG',
      holder: 'Imke Lührs',
      address: [],
      accountNumber: ibanOf('DE', random.digits(18)),
      currency: 'EUR',
      movements: [
        [120_000, 300_000, 'GUTSCHRIFT Obsthof Lührs'],
        [-9_000, -150, 'KARTENZAHLUNG Hofladen {date}'],
        [-60_000, -1_000, 'DAUERAUFTRAG Pacht 12/24'],
      ],
      balances: 'row',
      amounts: COMMA,
      innerDate: 'dd.MM.',
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const full = (iso: string) => printDate(iso, 'dd.MM.yyyy');
    const rows = account.printed.map(({ date, valueDate, lines: [text = ''], amount, balance }) =>
      [
        full(date),
        full(valueDate),
        text,
        amount < 0 ? digitsOf(amount, COMMA) : '',
        amount >= 0 ? digitsOf(amount, COMMA) : '',
        balance === null ? '' : signed(balance, COMMA),
        'EUR',
      ].join(';'),
    );
    return joined([
      `${account.bankName};;;;;;`,
      `Kontonummer;${account.accountNumber};;;;;`,
      `Zeitraum;${full(account.period.start)} bis ${full(account.period.end)};;;;;`,
      'Buchungstag;Valuta;Verwendungszweck;Soll;Haben;Saldo;Währung',
      `;;Anfangssaldo;;;${signed(account.opening, COMMA)};EUR`,
      ...rows,
      `;;Endsaldo;;;${signed(account.closing, COMMA)};EUR`,
    ]);
  },
};

/** Dates once a day in a spreadsheet that was pasted with tabs, the newest first. */
export const pastedSheet: StatementLayout = {
  name: 'tsv-newest-first',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'dd MMM yyyy', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Tasman Bank Limited',
      holder: 'K Ngata',
      address: [],
      accountNumber: `12-3${random.digits(3)}-0${random.digits(6)}-50`,
      currency: 'NZD',
      movements: [
        [90_000, 220_000, 'Direct Credit Salary Harbour Ltd'],
        [-9_000, -150, 'Eftpos New Worlds Nelson {date}'],
        [-30_000, -900, 'Automatic Payment Rent'],
      ],
      balances: 'row',
      amounts: POINT,
      innerDate: 'dd/MM',
      opening: [0, 200_000],
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const day = (iso: string) => printDate(iso, 'dd MMM yyyy');
    const newest = account.printed.toReversed();
    const rows = newest.map(({ date, lines: [text = ''], amount, balance }, index) =>
      [
        firstOfDay(newest, index) ? day(date) : '',
        text,
        amount < 0 ? digitsOf(amount, POINT) : '',
        amount >= 0 ? digitsOf(amount, POINT) : '',
        balance === null ? '' : signed(balance, POINT),
      ].join('\t'),
    );
    return joined([
      `${account.bankName}\tEveryday account`,
      `Account number\t${account.accountNumber}\tCurrency\tNZD`,
      `From\t${day(account.period.start)}\tto\t${day(account.period.end)}`,
      `Opening balance\t${signed(account.opening, POINT)}`,
      `Closing balance\t${signed(account.closing, POINT)}`,
      'Date\tDetails\tWithdrawals\tDeposits\tBalance',
      ...rows,
    ]);
  },
};
