import { printDate } from '../calendar.ts';
import { digitsOf, POINT, signed } from '../money.ts';
import type { StatementLayout } from '../statements/layout.ts';
import type { Account, Entry } from '../statements/ledger.ts';
import { dailyBalances } from '../statements/totals.ts';
import { beginning, drawAccount, type Movement } from './compose.ts';
import { joined, place } from './place.ts';

const US = { pattern: 'MM/dd', language: 'en' } as const;

const HOLDER = { holder: 'MARISOL T VANCE', address: ['7719 CEDAR HOLLOW DR', 'TULSA OK 74133-2214'] };

/** Cents as American banks print them: below one dollar without a zero in front. */
function dollars(minor: number): string {
  const digits = digitsOf(minor, POINT);
  return digits.startsWith('0.') ? digits.slice(1) : digits;
}

function total(entries: readonly Entry[]): number {
  return Math.abs(entries.reduce((sum, { amount }) => sum + amount, 0));
}

const CHECKING: readonly Movement[] = [
  [150_000, 320_000, 'Gulf Plains Energy Payroll PPD ID: {n10}'],
  [4, 320, 'Interest Payment'],
  [5_000, 90_000, 'Deposit {n10}'],
  [-98_000, -1_500, 'Check {n4}'],
  [-98_000, -1_500, 'Check {n4}'],
  [-98_000, -1_500, 'Check {n4}'],
  [-16_000, -300, 'Card Purchase {date} Braum Market 4410 Tulsa OK Card {n4}'],
  [-9_000, -300, 'Card Purchase With Pin {date} Quik Stop 0119 Tulsa OK Card {n4}'],
  [-30_000, -2_000, 'ATM Withdrawal {date} 7100 S Memorial Dr Tulsa OK Card {n4}'],
  [-40_000, -3_000, 'Oologah Electric Bill Pay PPD ID: {n10}', 'Orig CO Name: Oologah Entry Descr: Pmt Sec: Web'],
  [-1_500, -1_200, 'Monthly Service Fee'],
];

/** Sections by kind, checks in three columns, balances in a table of days. */
export const threeColumnChecks: StatementLayout = {
  name: 'us-three-column-checks',
  accountType: 'account',
  amounts: POINT,
  dates: US,
  compose: (random) => [
    drawAccount(random, {
      bankName: 'First Chisholm Bank',
      ...HOLDER,
      accountNumber: `0000${random.digits(11)}`,
      currency: 'USD',
      movements: CHECKING,
      balances: 'none',
      amounts: POINT,
      innerDate: 'MM/dd',
      count: [12, 48],
    }),
  ],
  render: ([account]) => (account ? sections(account) : ''),
};

const SECTIONS: readonly (readonly [string, ...string[]])[] = [
  ['DEPOSITS AND ADDITIONS', 'Gulf', 'Interest', 'Deposit'],
  ['CHECKS PAID', 'Check'],
  ['ATM & DEBIT CARD WITHDRAWALS', 'Card', 'ATM'],
  ['ELECTRONIC WITHDRAWALS', 'Oologah'],
  ['FEES', 'Monthly'],
];

function sections(account: Account): string {
  const date = (iso: string) => printDate(iso, 'MMMM d, yyyy');
  const lines = [
    place(62, `${date(account.period.start)} through ${date(account.period.end)}`),
    place(0, account.bankName, 62, `Account Number: ${account.accountNumber}`),
    'P O Box 659754',
    'San Antonio, TX 78265 - 9754',
    place(62, 'CUSTOMER SERVICE INFORMATION'),
    place(4, account.holder, 62, 'Service Center:', -110, '1-800-555-0142'),
    ...account.address.map((text) => place(4, text)),
    '',
    place(0, 'CHECKING SUMMARY', 30, 'Chisholm Everyday Checking'),
    place(-60, 'INSTANCES', -80, 'AMOUNT'),
    place(0, 'Beginning Balance', -80, `$${dollars(account.opening)}`),
  ];
  for (const [title, ...starts] of SECTIONS) {
    const booked = beginning(account.booked, ...starts);
    if (booked.length === 0) continue;
    const sign = title.startsWith('DEP') ? '' : '-';
    lines.push(place(0, titleCase(title), -60, String(booked.length), -80, sign + dollars(total(booked))));
  }
  lines.push(place(0, 'Ending Balance', -60, String(account.booked.length), -80, `$${signed(account.closing, POINT)}`));
  lines.push('', 'Your account was charged no overdraft fees in this period; an Overdraft Fee is $34.00 per item.', '');
  for (const [title, ...starts] of SECTIONS) {
    const rows = beginning(account.printed, ...starts);
    const booked = beginning(account.booked, ...starts);
    if (booked.length === 0) continue;
    lines.push(title, ...(title === 'CHECKS PAID' ? checks(rows) : listed(rows)));
    lines.push(place(0, `Total ${titleCase(title)}`, -92, `$${dollars(total(booked))}`), '');
  }
  const table = 'DAILY ENDING BALANCE';
  return joined(lines, [`Page 2 of 2`, `Account Number: ${account.accountNumber}`, table, ...daily(account)]);
}

function titleCase(title: string): string {
  return title.replace(/[A-Z]+/g, (word) => (word === 'ATM' ? word : word.charAt(0) + word.slice(1).toLowerCase()));
}

function listed(rows: readonly Entry[]): string[] {
  const head = place(0, 'DATE', 10, 'DESCRIPTION', -92, 'AMOUNT');
  const lines = rows.map(({ date, lines: [first = '', ...more], amount }, index) => [
    place(0, printDate(date, 'MM/dd'), 10, first, -92, `${index === 0 ? '$' : ''}${dollars(amount)}`),
    ...more.map((text) => place(10, text)),
  ]);
  return [head, ...lines.flat()];
}

function checks(rows: readonly Entry[]): string[] {
  const cell = ({ lines: [text = ''], date, amount }: Entry, at: number): (number | string)[] => {
    const number = text.replace('Check ', '');
    return [
      at,
      number.endsWith('7') ? `${number} *` : number,
      at + 10,
      printDate(date, 'MM/dd'),
      -(at + 28),
      dollars(amount),
    ];
  };
  const height = Math.ceil(rows.length / 3);
  const head = [0, 34, 68].flatMap((at) => [at, 'NUMBER', at + 10, 'DATE', -(at + 28), 'AMOUNT']);
  const lines = Array.from({ length: height }, (_, line) =>
    place(
      ...[0, 1, 2].flatMap((column) => {
        const row = rows[column * height + line];
        return row ? cell(row, column * 34) : [];
      }),
    ),
  );
  return [place(...head), ...lines, '* All of your recent checks may not be on this statement.'];
}

function daily(account: Account): string[] {
  const days = dailyBalances(account);
  const height = Math.ceil(days.length / 2);
  const lines = Array.from({ length: height }, (_, line) =>
    place(
      ...[0, 1].flatMap((column) => {
        const day = days[column * height + line];
        return day
          ? [column * 40, printDate(day.date, 'MM/dd'), -(column * 40 + 28), `$${signed(day.balance, POINT)}`]
          : [];
      }),
    ),
  );
  return [place(0, 'DATE', -28, 'AMOUNT', 40, 'DATE', -68, 'AMOUNT'), ...lines];
}
