import { printDate } from '../calendar.ts';
import { digitsOf, POINT, signed } from '../money.ts';
import type { StatementLayout } from '../statements/layout.ts';
import { totalsOf } from '../statements/totals.ts';
import { drawAccount } from './compose.ts';
import { firstOfDay, joined, place } from './place.ts';

const print = (minor: number) => digitsOf(minor, POINT);

/** New Zealand: a type column, OD behind overdrawn balances, totals below the columns. */
export const newZealand: StatementLayout = {
  name: 'nz-withdrawals-deposits',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'dd MMM', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Kiwi Savings Bank',
      holder: 'MS ANAHERA WALKER',
      address: ['22 BEACH ROAD', 'MAHIA 4198'],
      accountNumber: `06-0${random.digits(3)}-0${random.digits(6)}-00`,
      currency: 'NZD',
      movements: [
        [120_000, 260_000, 'BP|EASTLAND PORT LTD WAGES'],
        [1_000, 40_000, 'DC|W WALKER BOARD 2 WEEKS'],
        [-15_000, -200, 'EP|PAK N SAVVY GISBORNE'],
        [-30_000, -900, 'DD|GENESYS POWER {n8}'],
        [-20_000, -2_000, 'AT|ATM GLADSTONE RD {date}'],
        [-900, -1, 'DF|UNARRANGED OVERDRAFT INTEREST'],
      ],
      balances: 'row',
      amounts: POINT,
      innerDate: 'dd/MM',
      opening: [-20_000, 100_000],
      floor: -80_000,
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const { credits, debits } = totalsOf(account.booked);
    const day = (iso: string) => printDate(iso, 'dd MMM').toUpperCase();
    const state = (minor: number) => `${print(minor)}${minor < 0 ? ' OD' : ''}`;
    const rows = account.printed.map(({ date, lines: [text = ''], amount, balance }) => {
      const [type = '', first = ''] = text.split('|');
      const row = place(
        0,
        day(date),
        10,
        type,
        15,
        first,
        -66,
        amount < 0 ? print(amount) : '',
        -82,
        amount >= 0 ? print(amount) : '',
      );
      return balance === null ? row : `${place(0, row, -98, print(balance))}${balance < 0 ? ' OD' : ''}`;
    });
    const full = (iso: string) => printDate(iso, 'd MMMM yyyy');
    return joined([
      place(0, account.bankName, 60, 'GO ACCOUNT STATEMENT'),
      place(0, account.holder, 60, `Statement period  ${full(account.period.start)} - ${full(account.period.end)}`),
      place(0, account.address[0] ?? '', 60, `Account number  ${account.accountNumber}`),
      place(0, account.address[1] ?? '', 60, `Opening balance  ${state(account.opening)}`),
      place(60, `Closing balance  ${state(account.closing)}`),
      'All amounts in NZD',
      '',
      place(0, 'Date', 10, 'Type', 15, 'Details', -66, 'Withdrawals', -82, 'Deposits', -98, 'Balance'),
      place(0, day(account.period.start), 15, 'Opening balance', -98, state(account.opening)),
      ...rows,
      place(
        0,
        'Totals at end of period',
        -66,
        `$${print(debits)}`,
        -82,
        `$${print(credits)}`,
        -98,
        `$${state(account.closing)}`,
      ),
    ]);
  },
};

/** Canada: dates and balances once a day, dollars in the heads alone. */
export const canadianDays: StatementLayout = {
  name: 'ca-cheques-deposits',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'd MMM', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Royal Prairie Bank of Canada',
      holder: 'MR OLIVIER TREMBLAY',
      address: ['418 ELGIN ST UNIT 9', 'OTTAWA ON K2P 1N2'],
      accountNumber: `0${random.digits(4)} ${random.digits(3)}-${random.digits(3)}-${random.digits(1)}`,
      currency: 'CAD',
      movements: [
        [140_000, 310_000, 'Payroll Deposit CAPITAL TRANSIT'],
        [2_000, 50_000, 'e-Transfer - Autodeposit M TREMBLAY', 'CAAB{n4}'],
        [-14_000, -150, 'Contactless Interac purchase - {n4}', 'LOBLOW 1021'],
        [-60_000, -2_000, 'Bill Payment HYDRO OTTAWA'],
        [-90_000, -2_000, 'Cheque - {n3}'],
        [-1_600, -50, 'Monthly fee'],
      ],
      balances: 'day',
      amounts: POINT,
      innerDate: 'MMM dd',
      opening: [0, 600_000],
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const { credits, debits } = totalsOf(account.booked);
    const day = (iso: string) => printDate(iso, 'd MMM');
    const full = (iso: string) => printDate(iso, 'MMMM d, yyyy');
    const rows = account.printed.flatMap(({ date, lines, amount, balance }, index) =>
      lines.map((text, at) => {
        const first = at === 0 && firstOfDay(account.printed, index) ? day(date) : '';
        if (at < lines.length - 1) return place(0, first, 9, text);
        const start = first === '' ? place(9, text) : place(0, first, 9, text);
        return place(
          0,
          start,
          -70,
          amount < 0 ? print(amount) : '',
          -88,
          amount >= 0 ? print(amount) : '',
          -104,
          balance === null ? '' : signed(balance, POINT),
        );
      }),
    );
    return joined([
      place(0, account.bankName, 60, 'Your personal banking account statement'),
      place(60, `From ${full(account.period.start)} to ${full(account.period.end)}`),
      place(0, account.holder, 60, `Your account number: ${account.accountNumber}`),
      ...account.address,
      'Summary of your account for this period',
      place(0, `Your opening balance on ${full(account.period.start)}`, -62, `$${print(account.opening)}`),
      place(0, 'Total deposits into your account', -62, `+ ${print(credits)}`),
      place(0, 'Total withdrawals from your account', -62, `- ${print(debits)}`),
      place(0, `Your closing balance on ${full(account.period.end)}`, -62, `= $${print(account.closing)}`),
      '',
      place(0, 'Date', 9, 'Description', -70, 'Withdrawals ($)', -88, 'Deposits ($)', -104, 'Balance ($)'),
      place(9, 'Opening Balance', -104, print(account.opening)),
      ...rows,
      place(9, 'Closing Balance', -104, `$${print(account.closing)}`),
      'Deposits are insured by CDIC up to $100,000. All amounts in Canadian dollars (CAD).',
    ]);
  },
};
