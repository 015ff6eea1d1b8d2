import { printDate } from '../calendar.ts';
import { digitsOf, POINT } from '../money.ts';
import { printDocument } from '../page.ts';
import type { StatementLayout } from '../statements/layout.ts';
import type { Account, Entry } from '../statements/ledger.ts';
import { totalsOf } from '../statements/totals.ts';
import { drawAccount, type Movement } from './compose.ts';
import { earlier, firstOfDay, flow, joined, place } from './place.ts';

const DAYS = { pattern: 'dd MMM yy', language: 'en' } as const;

const HOLDER = { holder: 'MISS R E HARGREAVES', address: ['3 TANNERY ROW', 'SHIPLEY', 'WEST YORKSHIRE BD18 3QX'] };

const print = (minor: number) => digitsOf(minor, POINT);

const out = ({ amount }: Entry) => (amount < 0 ? print(amount) : '');

const into = ({ amount }: Entry) => (amount >= 0 ? print(amount) : '');

const CURRENT: readonly Movement[] = [
  [90_000, 260_000, 'CR|AIRE VALLEY NHS', 'SALARY REF {n8}'],
  [500, 30_000, 'CR|J HARGREAVES', 'PIZZA AND 2 BEERS'],
  [-30_000, -1_000, 'DD|YORKWATER PLC', '{n10}'],
  [-9_000, -150, ')))|SPARROW CAFE 21', 'SHIPLEY'],
  [-9_000, -150, "VIS|INT'L {n10}", 'HOTEL ADLON', 'BERLIN', 'EUR {money} @ 1.1523', 'Visa Rate'],
  [-9_000, -150, 'VIS|FARMSTORES 3012', 'LEEDS {date}'],
  [-60_000, -20_000, 'SO|LETTINGS4U', 'FLAT 7 100.00 DEP'],
  [-20_000, -1_000, 'ATM|CASH NOTEMAC {date}', 'BINGLEY @10:42'],
  [-5_000, -120, 'DR|NON-STERLING', 'TRANSACTION FEE'],
];

function typed(entry: Entry): { type: string; texts: string[] } {
  const [type = '', first = ''] = (entry.lines[0] ?? '').split('|');
  return { type, texts: [first, ...entry.lines.slice(1)] };
}

/** The date once a day, a code for the type, amounts on the last line, balances once a day, D when overdrawn. */
export const codesAndDays: StatementLayout = {
  name: 'uk-codes-and-days',
  accountType: 'account',
  amounts: POINT,
  dates: DAYS,
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Airedale Bank UK plc',
      ...HOLDER,
      accountNumber: random.digits(8),
      currency: 'GBP',
      movements: CURRENT,
      balances: 'day',
      amounts: POINT,
      innerDate: 'dd~MMM',
      opening: [-60_000, 90_000],
      floor: -200_000,
      count: [6, 45],
    }),
  ],
  render: ([account], random) => (account ? codes(account, random.digits(2)) : ''),
};

function balance(minor: number): string {
  return `${print(minor)}${minor < 0 ? ' D' : ''}`;
}

/** Balances end at column 96, and the D of an overdrawn one stands after it. */
function withBalance(line: string, minor: number | null): string {
  if (minor === null) return line;
  return `${place(0, line, -96, print(minor))}${minor < 0 ? ' D' : ''}`;
}

function codes(account: Account, sheet: string): string {
  const date = (iso: string, pattern = 'd MMMM yyyy') => printDate(iso, pattern);
  const { period, booked } = account;
  const totals = totalsOf(booked);
  const rows = account.printed.map((entry, index) => {
    const { type, texts } = typed(entry);
    const day = firstOfDay(account.printed, index) ? printDate(entry.date, 'dd MMM yy') : '';
    const lines = texts.map((text, at) => {
      const last = at === texts.length - 1;
      const start = at === 0 ? place(0, day, 12, type, 17, text) : place(17, text);
      return last ? withBalance(place(0, start, -64, out(entry), -80, into(entry)), entry.balance) : start;
    });
    return { lines, running: entry.running };
  });
  const carried = (minor: number, day: string) => withBalance(place(0, day, 17, 'BALANCE BROUGHT FORWARD'), minor);
  return printDocument(
    {
      height: 58,
      head: (page) => [
        place(0, account.bankName, 60, `Sheet Number ${sheet}${page}`),
        place(0, `${date(period.start, 'd MMMM')} to ${date(period.end)}`),
        place(0, 'Account Name', 50, 'Sortcode', 62, 'Account Number'),
        place(0, account.holder, 50, '40-19-22', 62, account.accountNumber),
        '',
      ],
      foot: () => [
        '',
        'Airedale Bank UK plc, registered in England 998761. Your deposit is protected up to £85,000 by the FSCS.',
      ],
      carryOut: (running) => [withBalance(place(17, 'BALANCE CARRIED FORWARD'), running)],
      carryIn: (running) => [carried(running, '')],
    },
    [
      {
        before: [
          ...account.address,
          place(50, 'Opening Balance', -96, balance(account.opening)),
          place(50, 'Payments In', -96, print(totals.credits)),
          place(50, 'Payments Out', -96, print(totals.debits)),
          place(50, 'Closing Balance', -96, balance(account.closing)),
          place(50, 'Arranged Overdraft Limit', -96, '2,500.00'),
          '',
          `Your Airedale Current Account details`,
        ],
        head: [place(0, 'Date', 12, 'Payment type and details', -64, 'Paid out', -80, 'Paid in', -96, 'Balance')],
        opening: account.opening,
        rows: [
          { lines: [carried(account.opening, date(period.start, 'dd MMM yy'))], running: account.opening },
          ...rows,
        ],
        after: [
          withBalance(place(0, date(period.end, 'dd MMM yy'), 17, 'BALANCE CARRIED FORWARD'), account.closing),
          'Credit Interest Rates balance AER variable  Overdraft Interest Rates EAR variable 39.90%',
        ],
      },
    ],
  );
}

const CARD: readonly Movement[] = [
  [8_000, 90_000, 'PAYMENT RECEIVED - THANK YOU'],
  [300, 6_000, 'REFUND THREADBARE LTD 0345 5550100'],
  [-12_000, -120, 'BOOKS & BOBS 4412 HEBDEN BRIDGE'],
  [-12_000, -120, 'TFL.EXAMPLE/CP TFL TRAVEL CH'],
  [-30_000, -900, 'SNCB BRUXELLES {money} EUR', 'EXCHANGE RATE 1.1672'],
  [-1_200, -100, 'NON-STERLING TRANSACTION FEE'],
  [-3_900, -100, 'INTEREST'],
];

/** Dates without years, CR behind credits, what is owed without a sign. */
export const britishCredits: StatementLayout = {
  name: 'uk-card-cr',
  accountType: 'card',
  amounts: POINT,
  dates: { pattern: 'dd MMM', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Pennine Cards',
      ...HOLDER,
      accountNumber: `**** **** **** ${random.digits(4)}`,
      currency: 'GBP',
      movements: CARD,
      balances: 'none',
      amounts: POINT,
      innerDate: 'dd MMM',
      opening: [-180_000, -5_000],
      floor: -1_000_000,
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const owed = (minor: number) => `£${print(minor)}${minor > 0 ? 'CR' : ''}`;
    const date = (iso: string) => printDate(iso, 'd MMMM yyyy');
    const head = [
      place(0, account.bankName, 60, 'Your credit card statement'),
      place(60, `${date(account.period.start)} to ${date(account.period.end)}`),
      account.holder,
      ...account.address,
      place(0, 'Card number', 20, account.accountNumber),
      place(0, 'Your credit limit', -60, '£6,500.00'),
      place(0, 'Minimum payment due', -60, '£25.00'),
      place(0, 'Date', 10, 'Date of', 22, 'Description', -84, 'Amount £'),
      place(0, 'entered', 10, 'transaction'),
      place(22, 'BALANCE FROM PREVIOUS STATEMENT', -84, owed(account.opening)),
    ];
    const rows = account.printed.flatMap(({ date: day, valueDate, lines: [first = '', ...more], amount }) => {
      const made = earlier(valueDate, day);
      const figure = `${print(amount)}${amount > 0 ? 'CR' : ''}`;
      const start = place(0, printDate(day, 'dd MMM'), 10, printDate(made, 'dd MMM'), 22, first);
      return [place(0, start, amount > 0 ? -86 : -84, figure), ...more.map((text) => place(22, text))];
    });
    return joined([
      ...head,
      ...rows,
      place(22, 'NEW BALANCE', -84, owed(account.closing)),
      'Monthly interest rate 1.894%',
    ]);
  },
};

/** Text without positions: nothing tells credits from debits but the balance behind each row. */
export const flowingBalances: StatementLayout = {
  name: 'uk-flowing-balances',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'd MMM', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Wharfe Building Society',
      ...HOLDER,
      accountNumber: `20-55-1${random.integer(0, 9)} ${random.digits(8)}`,
      currency: 'GBP',
      movements: CURRENT.map(
        ([from, to, first = '', ...more]) => [from, to, first.split('|')[1] ?? '', ...more] as const,
      ),
      balances: 'row',
      amounts: POINT,
      innerDate: 'dd MMM',
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const date = (iso: string) => printDate(iso, 'dd MMM yyyy');
    const rows = account.printed.flatMap(({ date: day, lines: [first = '', ...more], amount, balance: after }) => [
      flow(printDate(day, 'd MMM'), first, print(amount), after === null ? '' : print(after)),
      ...more,
    ]);
    return joined([
      `${account.bankName} Your FlexPlus statement`,
      account.holder,
      ...account.address,
      `Sort code and account number ${account.accountNumber}`,
      `Statement period ${date(account.period.start)} - ${date(account.period.end)}`,
      `Start balance £${print(account.opening)}`,
      `End balance £${print(account.closing)}`,
      'Date Description Money out Money in Balance',
      flow(printDate(account.period.start, 'd MMM'), 'Start balance', print(account.opening)),
      ...rows,
      flow(printDate(account.period.end, 'd MMM'), 'End balance', print(account.closing)),
      'AER stands for Annual Equivalent Rate. Page 1 of 1',
    ]);
  },
};
