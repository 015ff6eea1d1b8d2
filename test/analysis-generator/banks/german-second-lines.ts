import { printDate } from '../calendar.ts';
import { COMMA, signed } from '../money.ts';
import type { StatementLayout } from '../statements/layout.ts';
import { drawAccount } from './compose.ts';
import { ibanOf } from './iban.ts';
import { flow, joined } from './place.ts';

const full = (iso: string) => printDate(iso, 'dd.MM.yyyy');

/** Germany: the value date begins the second line of each row. */
export const secondLineDates: StatementLayout = {
  name: 'de-value-date-second-line',
  accountType: 'account',
  amounts: COMMA,
  dates: { pattern: 'dd.MM.yyyy', language: 'de' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Löwenbank AG',
      holder: 'Torsten Feddersen',
      address: ['Ahornweg 4', '24103 Kiel'],
      accountNumber: ibanOf('DE', random.digits(18)),
      currency: 'EUR',
      movements: [
        [150_000, 330_000, 'Gehalt/Rente Kieler Werft GmbH', 'Lohn 03/2024'],
        [-30_000, -700, 'Lastschrift Stadtwerke Kiel AG', 'KD {n8} Abschlag 55,00', 'Mandat: SW{n6}'],
        [-90_000, -1_000, 'Überweisung Hausverwaltung Petersen', 'Miete'],
        [-9_000, -300, 'Lastschrift VISA FAMILA MARKT', 'NR XXXX {n4} KIEL KAUFUMSATZ {date} {n6}'],
        [900, 30_000, 'Gutschrift Maike Feddersen', 'Essen 12,50 + 8'],
      ],
      balances: 'none',
      amounts: COMMA,
      innerDate: 'dd.MM',
    }),
  ],
  render: ([account], random) => {
    if (!account) return '';
    const euro = (minor: number) => signed(minor, COMMA);
    const rows = account.printed.flatMap(({ date, valueDate, lines: [first = '', second = '', ...more], amount }) => [
      flow(full(date), first, euro(amount)),
      flow(full(valueDate), second),
      ...more,
    ]);
    return joined([
      `Girokonto Nummer ${account.accountNumber.replaceAll(' ', '').slice(-10)}`,
      `Kontoauszug ${printDate(account.period.end, 'MMMM yyyy', 'de')}`,
      account.bankName,
      account.holder,
      ...account.address,
      `Datum ${full(account.period.end)} Auszugsnummer ${random.integer(1, 12)}`,
      `Zeitraum ${full(account.period.start)} bis ${full(account.period.end)}`,
      `IBAN ${account.accountNumber} BIC LOEWDEFF`,
      `Alter Saldo ${euro(account.opening)} Euro`,
      'Buchung Buchung / Verwendungszweck Betrag (EUR)',
      'Valuta',
      ...rows,
      `Neuer Saldo ${euro(account.closing)} Euro`,
      'Eingeräumte Kontoüberziehung 2.500,00 Euro, Zinssatz 9,99 %',
    ]);
  },
};
