import { printDate } from '../calendar.ts';
import { COMMA, digitsOf, NO_BREAK_SPACE, SPACE } from '../money.ts';
import type { StatementLayout } from '../statements/layout.ts';
import { totalsOf } from '../statements/totals.ts';
import { calendarMonth, drawAccount } from './compose.ts';
import { ibanOf } from './iban.ts';
import { flow, joined, place } from './place.ts';

/** Sweden: newest first, U+2212 as minus, blanks that do not break, dates as in ISO 8601. */
export const swedishMinus: StatementLayout = {
  name: 'se-true-minus',
  accountType: 'account',
  amounts: NO_BREAK_SPACE,
  dates: { pattern: 'yyyy-MM-dd', language: 'sv' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Sundets Sparbank AB',
      holder: 'Elsa Lindqvist',
      address: ['Storgatan 5', '252 23 Helsingborg'],
      accountNumber: `8${random.digits(3)}-9, ${random.digits(3)} ${random.digits(3)} ${random.digits(3)}-${random.digits(1)}`,
      currency: 'SEK',
      movements: [
        [1_900_000, 4_200_000, 'Lön Hamnbolaget'],
        [5_000, 200_000, 'Swish från LINDQVIST,NILS'],
        [-90_000, -1_900, 'Kortköp {date} ICA SUNDET'],
        [-400_000, -9_900, 'Autogiro Öresundskraft'],
        [-120_000, -5_000, 'Swish till 123 {n3} {n2} {n2}'],
      ],
      balances: 'row',
      amounts: NO_BREAK_SPACE,
      innerDate: 'yy~MM~dd',
      opening: [100_000, 5_000_000],
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const krona = (minor: number) => `${minor < 0 ? '\u2212' : ''}${digitsOf(minor, NO_BREAK_SPACE)}`;
    const rows = account.printed
      .toReversed()
      .map(({ date, valueDate, lines: [first = ''], amount, balance }) =>
        place(0, date, 12, valueDate, 24, first, -80, krona(amount), -98, balance === null ? '' : krona(balance)),
      );
    return joined([
      place(0, account.bankName, 60, 'Kontoutdrag'),
      place(0, account.holder, 60, `Period ${account.period.start} – ${account.period.end}`),
      ...account.address,
      place(0, 'Kontonummer', 16, account.accountNumber, 60, 'Valuta SEK'),
      place(0, 'Ingående saldo', -40, `${krona(account.opening)} kr`),
      place(0, 'Utgående saldo', -40, `${krona(account.closing)} kr`),
      '',
      place(0, 'Bokföring', 12, 'Valuta', 24, 'Text', -80, 'Belopp', -98, 'Saldo'),
      ...rows,
    ]);
  },
};

/** Norway: two columns of amounts, days as ddmm, sums at the end. */
export const norwegianColumns: StatementLayout = {
  name: 'no-ut-inn',
  accountType: 'account',
  amounts: COMMA,
  dates: { pattern: 'dd.MM', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Fjordbanken ASA',
      holder: 'Ingrid Haugland',
      address: ['Strandgaten 17', '5013 BERGEN'],
      accountNumber: `${random.digits(4)}.${random.digits(2)}.${random.digits(5)}`,
      currency: 'NOK',
      movements: [
        [2_400_000, 5_200_000, 'Lønn Verftet AS'],
        [10_000, 150_000, 'Giro fra Haugland Per'],
        [-90_000, -1_900, 'Varekjøp {date} Rema 412 Bergen'],
        [-500_000, -19_900, 'Avtalegiro BKK Nett KID {n12}'],
        [-300, -200, 'Gebyr varekjøp'],
      ],
      balances: 'none',
      amounts: COMMA,
      innerDate: 'dd.MM',
      opening: [50_000, 4_000_000],
      period: calendarMonth(random),
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const { credits, debits } = totalsOf(account.booked);
    const day = (iso: string) => printDate(iso, 'dd.MM');
    const print = (minor: number) => digitsOf(minor, COMMA);
    const rows = account.printed.map(({ date, valueDate, lines: [first = ''], amount }) =>
      place(
        0,
        first,
        50,
        day(valueDate),
        -76,
        amount < 0 ? print(amount) : '',
        -94,
        amount >= 0 ? print(amount) : '',
        100,
        day(date),
      ),
    );
    const full = (iso: string) => printDate(iso, 'dd.MM.yyyy');
    return joined([
      place(0, account.bankName, 60, 'Kontoutskrift'),
      place(0, account.holder, 60, `Utskrift for perioden ${full(account.period.start)} - ${full(account.period.end)}`),
      ...account.address,
      place(0, `Kontonummer ${account.accountNumber}`, 60, 'Valuta NOK'),
      '',
      place(0, 'Forklaring', 50, 'Rentedato', -76, 'Ut av konto', -94, 'Inn på konto', 100, 'Bokført'),
      place(0, `Saldo fra kontoutskrift ${full(account.period.start)}`, -94, print(account.opening)),
      ...rows,
      place(0, 'Sum bevegelser', -76, print(debits), -94, print(credits)),
      place(0, `Saldo i Deres favør ${full(account.period.end)}`, -94, print(account.closing)),
    ]);
  },
};

/** Finland: the sign behind every amount, plus or minus, text without positions. */
export const finnishSigns: StatementLayout = {
  name: 'fi-trailing-signs',
  accountType: 'account',
  amounts: SPACE,
  dates: { pattern: 'dd.MM.', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Saimaan Osuuspankki',
      holder: 'VIRTANEN AINO MARIA',
      address: ['Rantatie 3 B 14', '53100 LAPPEENRANTA'],
      accountNumber: ibanOf('FI', random.digits(14)),
      currency: 'EUR',
      movements: [
        [160_000, 320_000, 'PALKKA', 'SAIMAAN SAHA OY'],
        [1_000, 30_000, 'TILISIIRTO', 'VIRTANEN MATTI'],
        [-12_000, -150, 'KORTTIOSTO', 'PRISMA LAPPEENRANTA', 'Kortin numero 4920 **** **** {n4}'],
        [-30_000, -900, 'E-LASKU', 'LAPPEEN ENERGIA', 'Viite {n5} {n5}'],
        [-350, -100, 'PALVELUMAKSU'],
      ],
      balances: 'none',
      amounts: SPACE,
      innerDate: 'dd.MM.',
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const euro = (minor: number) => `${digitsOf(minor, SPACE)}${minor < 0 ? '-' : '+'}`;
    const rows = account.printed.flatMap(({ date, valueDate, lines: [first = '', ...more], amount }) => [
      flow(printDate(date, 'dd.MM.'), printDate(valueDate, 'dd.MM.'), first, euro(amount)),
      ...more,
    ]);
    const full = (iso: string) => printDate(iso, 'd.M.yyyy');
    return joined([
      `${account.bankName} TILIOTE`,
      `Ajalta ${full(account.period.start)} - ${full(account.period.end)}`,
      account.holder,
      ...account.address,
      `Tilinumero ${account.accountNumber} BIC OKOYFIHH`,
      'Valuutta EUR',
      'Kirj.pv Arvopv Selite Määrä',
      `Alkusaldo ${full(account.period.start)} ${euro(account.opening)}`,
      ...rows,
      `Loppusaldo ${full(account.period.end)} ${euro(account.closing)}`,
    ]);
  },
};
