import { printDate } from '../calendar.ts';
import { digitsOf, POINT, signed } from '../money.ts';
import type { StatementLayout } from '../statements/layout.ts';
import type { Account, Entry } from '../statements/ledger.ts';
import { totalsOf } from '../statements/totals.ts';
import { calendarMonth, drawAccount, type Movement } from './compose.ts';
import { flow, joined, place } from './place.ts';

const print = (minor: number) => digitsOf(minor, POINT);

const VERMONT = { holder: 'BRENDA K TALLMADGE', address: ['55 QUARRY LN', 'BARRE VT 05641'] };

/** A credit union: two shares, each with its balances, dates without years. */
export const creditUnionShares: StatementLayout = {
  name: 'us-two-shares',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'MMM dd', language: 'en' },
  compose: (random) => {
    const period = calendarMonth(random);
    const member = random.digits(7);
    const movements: readonly Movement[] = [
      [4, 900, 'Deposit Dividend Tiered Rate'],
      [9_000, 200_000, 'Deposit ACH ROCK OF AGES MFG', 'TYPE: PAYROLL CO: ROCK OF AGES ID: {n10}'],
      [-30_000, -900, 'Withdrawal POS #{n6}', 'SHAWMART 0412 BARRE VT Date {date}'],
      [-50_000, -2_000, 'Withdrawal ACH GREEN MTN POWER'],
      [-20_000, -2_000, 'Withdrawal at ATM #{n6}'],
    ];
    return ['00', '75'].map((suffix) =>
      drawAccount(random, {
        bankName: 'Granite Hills Credit Union',
        ...VERMONT,
        accountNumber: `${member}-${suffix}`,
        currency: 'USD',
        movements,
        balances: 'row',
        amounts: POINT,
        innerDate: 'MM/dd/yy',
        period,
        count: [2, 16],
      }),
    );
  },
  render: (accounts) => {
    const [first] = accounts;
    if (!first) return '';
    const full = (iso: string) => printDate(iso, 'MM/dd/yyyy');
    const day = (iso: string) => printDate(iso, 'MMM dd');
    const share = (account: Account, index: number) => [
      place(0, index === 0 ? 'REGULAR SHARE SAVINGS' : 'FREE CHECKING', 40, `Account No. ${account.accountNumber}`),
      place(0, 'Date', 9, 'Transaction Description', -72, 'Amount', -90, 'New Balance'),
      place(0, day(account.period.start), 9, 'Beginning Balance', -90, print(account.opening)),
      ...account.printed.flatMap(({ date, lines: [text = '', ...more], amount, balance }) => [
        place(0, day(date), 9, text, -72, signed(amount, POINT), -90, balance === null ? '' : print(balance)),
        ...more.map((line) => place(9, line)),
      ]),
      place(0, day(account.period.end), 9, 'Ending Balance', -90, print(account.closing)),
      '',
    ];
    return joined([
      place(0, first.bankName, 60, 'STATEMENT OF ACCOUNT'),
      place(0, first.holder, 60, `Statement Period ${full(first.period.start)} thru ${full(first.period.end)}`),
      ...first.address,
      'Your savings federally insured to at least $250,000 by NCUA',
      '',
      ...accounts.flatMap(share),
    ]);
  },
};

/** Text without positions; a minus at debits, a balance behind each row, dollar signs at the ends alone. */
export const flowingMinus: StatementLayout = {
  name: 'us-flowing-minus',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'MM/dd', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Chautauqua Savings Bank',
      ...VERMONT,
      accountNumber: `00000${random.digits(10)}`,
      currency: 'USD',
      movements: [
        [120_000, 330_000, 'Rock Of Ages Payroll PPD ID: {n10}'],
        [-9_000, -95, 'Card Purchase {date} Shawmart 0412 Barre VT Card {n4}'],
        [-9_000, -95, 'Recurring Card Purchase {date} Streambox.Com 866-5550117 CA Card {n4}'],
        [-60_000, -2_500, 'Zelle Payment To Mom Jpm99{n7}'],
        [500, 40_000, 'Zelle Payment From Pat Reed {n11}'],
      ],
      balances: 'row',
      amounts: POINT,
      innerDate: 'MM/dd',
      opening: [-10_000, 500_000],
      floor: -50_000,
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const full = (iso: string) => printDate(iso, 'MMMM dd, yyyy');
    const dollar = (minor: number) => `${minor < 0 ? '-' : ''}$${print(minor)}`;
    const rows = account.printed.map(({ date, lines: [text = ''], amount, balance }) =>
      flow(printDate(date, 'MM/dd'), text, signed(amount, POINT), balance === null ? '' : signed(balance, POINT)),
    );
    const { credits, debits } = totalsOf(account.booked);
    return joined([
      `${full(account.period.start)} through ${full(account.period.end)}`,
      `Account Number: ${account.accountNumber}`,
      account.bankName,
      'P O Box 659754',
      account.holder,
      ...account.address,
      'CHECKING SUMMARY Chautauqua College Checking',
      'AMOUNT',
      `Beginning Balance ${dollar(account.opening)}`,
      `Deposits and Additions ${print(credits)}`,
      `Electronic Withdrawals -${print(debits)}`,
      `Ending Balance ${dollar(account.closing)}`,
      'TRANSACTION DETAIL',
      'DATE DESCRIPTION AMOUNT BALANCE',
      `Beginning Balance ${dollar(account.opening)}`,
      ...rows,
      `Ending Balance ${dollar(account.closing)}`,
      'IN CASE OF ERRORS OR QUESTIONS ABOUT YOUR ELECTRONIC FUNDS TRANSFERS: Call us at 1-866-564-2262',
    ]);
  },
};

/** A card: dollar signs everywhere, a star behind posting dates, credits with a minus ahead of the dollar. */
export const starredDates: StatementLayout = {
  name: 'us-card-starred-dates',
  accountType: 'card',
  amounts: POINT,
  dates: { pattern: 'MM/dd/yy', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Meridian Express',
      ...VERMONT,
      accountNumber: `${random.digits(1)}-${random.digits(5)}`,
      currency: 'USD',
      movements: [
        [30_000, 200_000, 'AUTOPAY PAYMENT RECEIVED - THANK YOU'],
        [900, 20_000, 'NORTH STAR OUTFITTERS CREDIT'],
        [-30_000, -300, 'MAPLE LEAF DINER WATERBURY VT', '802-555-0144'],
        [-90_000, -8_000, 'AIR ADRIATIC ZAGREB', 'TKT {n13} {money} EUR'],
        [-9_000, -99, 'APPLEDORE.COM/BILL INTERNET CHARGE CA', 'RECORD STORE'],
      ],
      balances: 'none',
      amounts: POINT,
      innerDate: 'MM/dd/yy',
      opening: [-300_000, -20_000],
      floor: -3_000_000,
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const dollar = (minor: number) => `${minor < 0 ? '-' : ''}$${print(minor)}`;
    const { credits, debits } = totalsOf(account.booked);
    const rows = (list: readonly Entry[], star: string) =>
      list.flatMap(({ date, lines: [text = '', ...more], amount }) => [
        place(0, `${printDate(date, 'MM/dd/yy')}${star}`, 12, text, -92, dollar(-amount)),
        ...more.map((line) => place(12, line)),
      ]);
    const full = (iso: string) => printDate(iso, 'MM/dd/yyyy');
    return joined([
      place(0, `${account.bankName} Credit Card Statement`, 60, account.holder),
      place(60, `Account Ending ${account.accountNumber}`),
      place(60, `Billing Period ${full(account.period.start)} to ${full(account.period.end)}`),
      place(0, 'Previous Balance', -40, dollar(-account.opening)),
      place(0, 'Payments/Credits', -40, `-$${print(credits)}`),
      place(0, 'New Charges', -40, `+$${print(debits)}`),
      place(0, 'Fees', -40, '+$0.00'),
      place(0, 'New Balance', -40, dollar(-account.closing)),
      place(0, 'Minimum Payment Due', -40, '$35.00'),
      '',
      'Payments and Credits',
      place(-92, 'Amount'),
      ...rows(
        account.printed.filter(({ amount }) => amount > 0),
        '*',
      ),
      '',
      'New Charges',
      place(0, 'Date', 12, 'Description', -92, 'Amount'),
      ...rows(
        account.printed.filter(({ amount }) => amount < 0),
        '',
      ),
      '',
      place(0, `${account.period.end.slice(0, 4)} Fees and Interest Totals Year-to-Date`, -92, 'Amount'),
      place(0, `Total Fees in ${account.period.end.slice(0, 4)}`, -92, '$0.00'),
    ]);
  },
};
