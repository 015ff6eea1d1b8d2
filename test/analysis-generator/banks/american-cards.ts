import { addDays, printDate } from '../calendar.ts';
import { digitsOf, POINT } from '../money.ts';
import type { Random } from '../random.ts';
import type { StatementLayout } from '../statements/layout.ts';
import type { Account, Entry } from '../statements/ledger.ts';
import { totalsOf } from '../statements/totals.ts';
import { beginning, drawAccount, type Movement } from './compose.ts';
import { flow, joined, place } from './place.ts';

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

const CARD: readonly Movement[] = [
  [20_000, 90_000, 'PAYMENT - THANK YOU'],
  [700, 9_000, 'NORTH STAR OUTFITTERS RETURN 800-5550171 MN'],
  [-22_000, -400, 'HILL COUNTRY GROCERS #12 AUSTIN TX'],
  [-22_000, -400, 'PARKLINE GARAGE 3RD ST AUSTIN TX'],
  [-9_000, -95, 'STREAMBOX.COM/BILL 866-555-0117 CA'],
  [-48_000, -9_000, 'HOTEL LA PALOMA 5551234 MADRID', '{money} EUR at 1.08 exchange rate'],
  [-4_000, -2_900, 'LATE FEE FOR PAYMENT DUE {date}'],
  [-9_500, -20, 'INTEREST CHARGED ON PURCHASES'],
];

/** A card: payments, purchases, fees and interest in sections, credits with a minus. */
export const cardSections: StatementLayout = {
  name: 'us-card-sections',
  accountType: 'card',
  amounts: POINT,
  dates: US,
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Bluebonnet Bank',
      ...HOLDER,
      accountNumber: `XXXX XXXX XXXX ${random.digits(4)}`,
      currency: 'USD',
      movements: CARD,
      balances: 'none',
      amounts: POINT,
      innerDate: 'MM/dd',
      opening: [-180_000, -30_000],
      floor: -2_000_000,
    }),
  ],
  render: ([account], random) => (account ? cardPages(account, random) : ''),
};

function cardPages(account: Account, random: Random): string {
  const date = (iso: string) => printDate(iso, 'MM/dd/yyyy');
  const reference = random.digits(15);
  const year = account.period.end.slice(0, 4);
  const groups = (entries: readonly Entry[]) => [
    ['Payments and Other Credits', entries.filter(({ amount }) => amount > 0)] as const,
    [
      'Purchases and Adjustments',
      entries.filter((entry) => entry.amount < 0 && !/LATE|INTEREST/.test(entry.lines[0] ?? '')),
    ] as const,
    ['Fees Charged', beginning(entries, 'LATE')] as const,
    ['Interest Charged', beginning(entries, 'INTEREST')] as const,
  ];
  const owed = (minor: number) => `${minor > 0 ? '-' : ''}$${dollars(minor)}`;
  const summary = groups(account.booked).map(([title, entries], index) =>
    place(0, title, -52, `${index === 0 ? '-' : ''}$${dollars(total(entries))}`),
  );
  const { credits } = totalsOf(account.booked);
  const head = [
    place(0, account.bankName, 60, 'Account Number', 80, account.accountNumber),
    place(60, `${date(account.period.start)} - ${date(account.period.end)}`),
    account.holder,
    ...account.address,
    '',
    place(
      0,
      'Account Summary/Payment Information',
      60,
      'Payment Due Date',
      -100,
      date(addDays(account.period.end, 25)),
    ),
    place(0, 'Previous Balance', -52, owed(account.opening), 60, 'Total Minimum Payment Due', -100, '$35.00'),
    ...summary,
    place(0, 'New Balance Total', -52, owed(account.closing), 60, 'Credit Limit', -100, '$12,500.00'),
    place(0, 'Statement Closing Date', -52, date(account.period.end)),
    '',
    'If you make only the minimum payment, you will pay off the balance in about 14 years and pay about $4,310.00.',
    '',
    'Transactions',
  ];
  const rows = groups(account.printed).flatMap(([title, entries], index) => [
    title,
    ...entries.flatMap((entry) => cardRow(entry, index === 0 ? '-' : '', reference)),
    place(
      0,
      `TOTAL ${title.toUpperCase()} FOR THIS PERIOD`,
      -100,
      `${index === 0 ? '-' : ''}$${dollars(total(groups(account.booked)[index]?.[1] ?? []))}`,
    ),
  ]);
  const columns = [place(-100, 'Amount'), flow('Trans Date', 'Post Date', 'Description', 'Reference Number', 'Total')];
  const foot = [
    place(20, `${year} Totals Year-to-Date`),
    place(0, `Total fees charged in ${year}`, -60, '$58.00'),
    place(0, `Total interest charged in ${year}`, -60, `$${dollars(credits + 1_234)}`),
    '',
    'Interest Charge Calculation',
    place(0, 'Purchases', 24, '24.99% (v)', -60, '$512.77', -80, '$10.88'),
  ];
  return joined(head, [...columns, ...rows, '', ...foot]);
}

function cardRow(
  { date, valueDate, lines: [first = '', ...more], amount }: Entry,
  sign: string,
  reference: string,
): string[] {
  const [trans, post] = [date, valueDate > date ? valueDate : date].map((iso) => printDate(iso, 'MM/dd'));
  return [
    place(0, trans ?? '', 8, post ?? '', 16, first, 68, reference.slice(-4), -100, sign + dollars(amount)),
    ...more.map((text) => place(16, text)),
  ];
}
