import { printDate } from '../calendar.ts';
import { COMMA, digitsOf, POINT, signed } from '../money.ts';
import type { StatementLayout } from '../statements/layout.ts';
import type { Account } from '../statements/ledger.ts';
import { totalsOf } from '../statements/totals.ts';
import { drawAccount } from './compose.ts';
import { ibanOf } from './iban.ts';
import { joined, place } from './place.ts';

const print = (minor: number) => digitsOf(minor, POINT);

/** Newest first; the date stands on the line below, with a reference of digits. */
export const datesBelow: StatementLayout = {
  name: 'app-dates-below',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'd MMMM yyyy', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Sagely Europe SA',
      holder: 'Ana Petrova',
      address: ['Rue du Midi 40', '1000 Brussels', 'Belgium'],
      accountNumber: ibanOf('BE', random.digits(12)),
      currency: 'EUR',
      movements: [
        [2_000, 250_000, 'Received money from Blue Kite Studio with reference 1{n3}'],
        [-9_000, -150, 'Card transaction of {money} USD issued by Cloudbox.example SAN FRANCISCO'],
        [-120_000, -1_000, 'Sent money to Petar Petrov'],
        [-700, -20, 'Sagely Charges for: TRANSFER-{n9}'],
      ],
      balances: 'row',
      amounts: POINT,
      innerDate: 'dd MMM',
      opening: [0, 400_000],
      count: [3, 30],
    }),
  ],
  render: ([account], random) => {
    if (!account) return '';
    const code = random.digits(6);
    const day = (iso: string) => printDate(iso, 'd MMMM yyyy');
    const rows = account.printed
      .toReversed()
      .flatMap(({ date, lines: [first = ''], amount, balance }, index) => [
        place(
          0,
          first,
          -88,
          amount >= 0 ? print(amount) : '',
          -104,
          amount < 0 ? signed(amount, POINT) : '',
          -120,
          balance === null ? '' : signed(balance, POINT),
        ),
        `${day(date)}  Transaction: ${first.startsWith('Card') ? 'CARD' : 'TRANSFER'}-${code}${100 + index}`,
        '',
      ]);
    return joined([
      account.bankName,
      'EUR statement',
      `${day(account.period.start)} [GMT+01:00] - ${day(account.period.end)} [GMT+01:00]`,
      `Generated on: ${day(account.period.end)}`,
      place(0, 'Account Holder', 60, 'IBAN'),
      place(0, account.holder, 60, account.accountNumber),
      ...account.address,
      '',
      place(0, `EUR on ${day(account.period.end)} [GMT+01:00]`, -120, `${signed(account.closing, POINT)} EUR`),
      `EUR on ${day(account.period.start)} [GMT+01:00]  ${signed(account.opening, POINT)} EUR`,
      '',
      place(0, 'Description', -88, 'Incoming', -104, 'Outgoing', -120, 'Amount'),
      ...rows,
    ]);
  },
};

/** The balances as a line of four figures ahead of the table, currency signs at each amount, fees below rows. */
export const summaryLine: StatementLayout = {
  name: 'app-summary-line',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'MMM d, yyyy', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Orbital Bank UAB',
      holder: 'TOMAS KAZLAUSKAS',
      address: ['Gedimino pr. 20', '01103 Vilnius'],
      accountNumber: ibanOf('LT', random.digits(16)),
      currency: 'EUR',
      movements: [
        [1_000, 200_000, 'Transfer from JONAS K.', 'Reference: dinner 2 people'],
        [5_000, 60_000, 'Top-up by *{n4}', 'From: *{n4}'],
        [-9_000, -99, 'Maxi Vilnius', 'To: Maxi X{n3}, Vilnius', 'Card: 416598******{n4}'],
        [
          -30_000,
          -900,
          'Ryanfly',
          'Orbital Rate €1.00 = £0.86 (ECB rate* €1.00 = £0.86)',
          'Card: 416598******{n4}',
          '£{money}',
        ],
        [-900, -99, 'Premium plan fee'],
      ],
      balances: 'row',
      amounts: POINT,
      innerDate: 'MMM d',
      opening: [0, 90_000],
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const euro = (minor: number) => `${minor < 0 ? '-' : ''}€${print(minor)}`;
    const day = (iso: string) => printDate(iso, 'MMM d, yyyy');
    const long = (iso: string) => printDate(iso, 'MMMM d, yyyy');
    const { credits, debits } = totalsOf(account.booked);
    const rows = account.printed.flatMap(({ date, lines: [first = '', ...more], amount, balance }) => [
      place(
        0,
        day(date),
        16,
        first,
        70,
        amount < 0 ? euro(-amount) : '',
        86,
        amount >= 0 ? euro(amount) : '',
        102,
        balance === null ? '' : euro(balance),
      ),
      ...more.map((text) => place(16, text)),
    ]);
    return joined([
      place(0, 'EUR Statement', 60, `Generated on the ${day(account.period.end)}`),
      place(0, account.holder, 60, account.bankName),
      ...account.address,
      place(0, 'IBAN', 10, account.accountNumber, 60, 'BIC', 70, 'ORBLLT21'),
      'Balance summary',
      place(0, 'Product', 30, 'Opening balance', 52, 'Money out', 68, 'Money in', 84, 'Closing balance'),
      place(
        0,
        'Account (Current Account)',
        30,
        euro(account.opening),
        52,
        euro(debits),
        68,
        euro(credits),
        84,
        euro(account.closing),
      ),
      place(0, 'Total', 30, euro(account.opening), 52, euro(debits), 68, euro(credits), 84, euro(account.closing)),
      'The balance on your statement might differ from the balance shown in your app.',
      `Account transactions from ${long(account.period.start)} to ${long(account.period.end)}`,
      place(0, 'Date', 16, 'Description', 70, 'Money out', 86, 'Money in', 102, 'Balance'),
      ...rows,
      'Report lost or stolen card +370 5 214 3608. © Orbital Bank UAB',
    ]);
  },
};

/** Gross, fee and net: the balance follows the net amount. */
export const grossFeeNet: StatementLayout = {
  name: 'app-gross-fee-net',
  accountType: 'account',
  amounts: COMMA,
  dates: { pattern: 'dd.MM.yyyy', language: 'de' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'PayBuddy (Europe) S.à r.l.',
      holder: 'Keramik am Deich',
      address: ['Deichweg 3', '25813 Husum'],
      accountNumber: `PB${random.digits(11)}`,
      currency: 'EUR',
      movements: [
        [900, 14_000, 'Zahlung von Karin Olsen', 'ID: 4X{n7}KD'],
        [900, 14_000, 'Website-Zahlung Piet Jansen', 'ID: 9K{n7}LT'],
        [-9_000, -300, 'Rückzahlung an Karin Olsen', 'ID: 2A{n7}MM'],
        [-60_000, -5_000, 'Allgemeine Abbuchung auf Bankkonto'],
      ],
      balances: 'row',
      amounts: COMMA,
      innerDate: 'dd.MM.',
      opening: [0, 60_000],
    }),
  ],
  render: ([account], random) => (account ? merchant(account, random.integer(35, 49)) : ''),
};

function merchant(account: Account, fixed: number): string {
  const euro = (minor: number) => signed(minor, COMMA);
  const full = (iso: string) => printDate(iso, 'dd.MM.yyyy');
  const rows = account.printed.flatMap(({ date, lines: [first = '', ...more], amount, balance }) => {
    const fee = amount > 0 ? -fixed : 0;
    return [
      place(
        0,
        full(date),
        12,
        first,
        -70,
        euro(amount - fee),
        -82,
        euro(fee),
        -96,
        euro(amount),
        -112,
        balance === null ? '' : euro(balance),
      ),
      ...more.map((text) => place(12, text)),
    ];
  });
  return joined([
    place(0, account.bankName, 60, 'Kontoauszug für Händler'),
    place(0, account.holder, 60, `${full(account.period.start)} - ${full(account.period.end)}`),
    ...account.address,
    `Händlerkonto-ID: ${account.accountNumber}   Währung: EUR`,
    place(0, 'Anfangsguthaben', -40, euro(account.opening)),
    place(0, 'Endguthaben', -40, euro(account.closing)),
    '',
    place(0, 'Datum', 12, 'Beschreibung', -70, 'Brutto', -82, 'Gebühr', -96, 'Netto', -112, 'Guthaben'),
    ...rows,
  ]);
}
