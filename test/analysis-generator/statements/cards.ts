import { addDays, printDate } from '../calendar.ts';
import { digitsOf, POINT, sum } from '../money.ts';
import { type Block, headLine, pair, printDocument } from '../page.ts';
import { AMERICAN, BRITISH } from '../vocabulary/english.ts';
import type { Kind, Vocabulary } from '../vocabulary/vocabulary.ts';
import { ledgerRows, left, right, type StatementLayout } from './layout.ts';
import { type Account, composeAccount, type Entry } from './ledger.ts';

const WIDTH = 96;

/** On a card, `deposit` is the holder's payment. */
const AMERICAN_CARD: Vocabulary = {
  ...AMERICAN,
  templates: {
    deposit: [['PAYMENT THANK YOU - WEB'], ['AUTOMATIC PAYMENT - THANK YOU']],
    refund: [['{shop} {city}'], ['{shop} CREDIT {n3}-{n3}-{n4} WA']],
    card: [
      ['{shop} {city}'],
      ['{shop} {n3}-{n3}-{n4} CA'],
      ['CAFE DE FLORE PARIS', '{money} EUR X 1.08{n5} (EXCHG RATE)'],
    ],
    fee: [['FOREIGN TRANSACTION FEE'], ['LATE FEE']],
    interest: [['INTEREST CHARGE ON PURCHASES']],
  },
};

const BRITISH_CARD: Vocabulary = {
  ...BRITISH,
  templates: {
    deposit: [['PAYMENT RECEIVED - THANK YOU'], ['DIRECT DEBIT PAYMENT - THANK YOU']],
    refund: [['{shop} {city}']],
    card: [['{shop} {city}'], ['{shop} BARCELONA', '{money} EURO', 'EXCHANGE RATE 1.16{n2}']],
    fee: [['NON-STERLING CASH FEE']],
    interest: [['INTEREST']],
  },
};

const usd = (minor: number) => digitsOf(minor, POINT);
const day = (date: string) => printDate(date, 'MM/dd');

interface Group {
  title: string;
  total: string;
  kinds: readonly Kind[];
}

const GROUPS: readonly Group[] = [
  { title: 'PAYMENTS AND OTHER CREDITS', total: 'Payments and Credits', kinds: ['deposit', 'refund'] },
  { title: 'PURCHASES', total: 'Purchases', kinds: ['card'] },
  { title: 'FEES CHARGED', total: 'Fees Charged', kinds: ['fee'] },
  { title: 'INTEREST CHARGED', total: 'Interest Charged', kinds: ['interest'] },
];

/** Previous balance, payments, purchases, fees, interest, new balance; purchases are printed without a sign. */
export const americanCard: StatementLayout = {
  name: 'us-credit-card',
  accountType: 'card',
  amounts: POINT,
  dates: { pattern: 'MM/dd', language: 'en' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: AMERICAN_CARD,
      currency: 'USD',
      accountNumber: `XXXX XXXX XXXX ${random.digits(4)}`,
      balances: 'none',
      card: true,
      bankName: random.pick(['Redwood Card Services', 'Lakeshore Rewards Visa']),
    }),
  ],
  render(accounts) {
    const [account] = accounts as [Account];
    const full = (date: string) => printDate(date, 'MM/dd/yy');
    const owed = (minor: number) => `${minor > 0 ? '-' : ''}$${usd(minor)}`;
    return printDocument(
      {
        height: 62,
        margin: 3,
        head: (page) => [
          pair(account.bankName, `Account Number: ${account.accountNumber}`, WIDTH),
          pair(account.holder, `Page ${page}`, WIDTH),
          '',
        ],
      },
      [
        {
          before: [
            'ACCOUNT SUMMARY',
            pair('Previous Balance', owed(account.opening), 50),
            ...GROUPS.map((group) => pair(group.total, groupTotal(account, group), 50)),
            pair('New Balance', owed(account.closing), 50),
            pair('Opening/Closing Date', `${full(account.period.start)} - ${full(account.period.end)}`, 50),
            pair('Payment Due Date', full(addDays(account.period.end, 25)), 50),
            pair('Minimum Payment Due', '$35.00', 50),
            pair('Credit Access Line', '$12,000', 50),
            '',
            'ACCOUNT ACTIVITY',
          ],
          head: [],
          rows: [],
          after: [],
        },
        ...GROUPS.flatMap((group) => groupBlock(account, group)),
      ],
    );
  },
};

function inGroup(group: Group): (entry: Entry) => boolean {
  return (entry) => group.kinds.includes(entry.kind);
}

function groupTotal(account: Account, group: Group): string {
  const total = sum(account.booked.filter(inGroup(group)).map((entry) => entry.amount));
  if (total === 0) return '$0.00';
  return `${total > 0 ? '-' : '+'}$${usd(total)}`;
}

function groupBlock(account: Account, group: Group): Block[] {
  const table = {
    columns: [
      left('Trans Date', 11),
      left('Post Date', 11),
      left('Merchant Name or Transaction Description', 54),
      right('$ Amount', 14),
    ],
    description: 2,
    cells: (entry: Entry) => [
      day(entry.date),
      day(addDays(entry.date, 1)),
      '',
      `${entry.amount > 0 ? '-' : ''}${usd(entry.amount)}`,
    ],
  };
  const entries = account.printed.filter(inGroup(group));
  if (account.booked.filter(inGroup(group)).length === 0) return [];
  return [{ before: ['', group.title], head: [headLine(table.columns)], rows: ledgerRows(table, entries), after: [] }];
}

/** One list in the order of time; credits carry CR behind the amount. */
export const britishCard: StatementLayout = {
  name: 'gb-credit-card-cr',
  accountType: 'card',
  amounts: POINT,
  dates: { pattern: 'dd MMM yy', language: 'en' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: BRITISH_CARD,
      currency: 'GBP',
      accountNumber: `**** **** **** ${random.digits(4)}`,
      balances: 'none',
      card: true,
      bankName: 'Kestrel Bank UK',
    }),
  ],
  render(accounts) {
    const [account] = accounts as [Account];
    const short = (date: string) => printDate(date, 'dd MMM yy');
    const long = (date: string) => printDate(date, 'd MMMM yyyy');
    const marked = (minor: number) => `${usd(minor)}${minor > 0 ? 'CR' : ''}`;
    const table = {
      columns: [left('Received By Us', 14), left('Transaction Date', 16), left('Details', 46), right('Amount £', 14)],
      description: 2,
      cells: (entry: Entry) => [short(addDays(entry.date, 1)), short(entry.date), '', marked(entry.amount)],
    };
    const summary = (label: string, minor: number) => pair(label, `£${marked(minor)}`, 54);
    const spent = sum(account.booked.map((entry) => Math.min(0, entry.amount)));
    const paid = sum(account.booked.map((entry) => Math.max(0, entry.amount)));
    return printDocument(
      { height: 56, margin: 2, head: (page) => [pair(`${account.bankName} Credit Card`, `Sheet ${page}`, WIDTH), ''] },
      [
        {
          before: [
            account.holder,
            ...account.address,
            '',
            pair('Card number', account.accountNumber, 54),
            pair('Statement period', `${long(account.period.start)} to ${long(account.period.end)}`, 54),
            '',
            'Summary',
            summary('Balance from your last statement', account.opening),
            summary('Payments and refunds', paid),
            summary('New spending and charges', spent),
            summary('Your new balance', account.closing),
            pair('Minimum payment', '£25.00', 54),
            '',
            'Your Transactions',
          ],
          head: [headLine(table.columns)],
          rows: ledgerRows(table, account.printed),
          after: [''],
        },
      ],
    );
  },
};
