import { printDate } from '../calendar.ts';
import { APOSTROPHE, digitsOf, signed } from '../money.ts';
import type { StatementLayout } from '../statements/layout.ts';
import { totalsOf } from '../statements/totals.ts';
import { iban, inFours } from '../vocabulary/describe.ts';
import { calendarMonth, drawAccount } from './compose.ts';
import { ibanOf } from './iban.ts';
import { flow, joined, place } from './place.ts';

const full = (iso: string) => printDate(iso, 'dd.MM.yyyy');

/** Switzerland: text without positions; the balance alone tells where the money went. */
export const swissFlow: StatementLayout = {
  name: 'ch-flowing-balances',
  accountType: 'account',
  amounts: APOSTROPHE,
  dates: { pattern: 'dd.MM.yy', language: 'de' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Aaretal Bank AG',
      holder: 'Frau Beatrice Wyss',
      address: ['Bahnhofplatz 2', '3110 Münsingen'],
      accountNumber: ibanOf('CH', random.digits(17)),
      currency: 'CHF',
      movements: [
        [300_000, 700_000, 'Zahlungseingang Inselklinik Bern'],
        [-20_000, -300, 'Bezug Debitkarte {date} MIGRO MUENSINGEN'],
        [-200_000, -5_000, 'e-banking-Vergütungsauftrag', "Krankenkasse 1'250.00 / Steuern 80.00"],
        [-900, -100, 'Saldo Dienstleistungspreisabschluss'],
      ],
      balances: 'row',
      amounts: APOSTROPHE,
      innerDate: 'dd.MM.yy',
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const day = (iso: string) => printDate(iso, 'dd.MM.yy');
    const franc = (minor: number) => digitsOf(minor, APOSTROPHE);
    const rows = account.printed.flatMap(({ date, valueDate, lines: [text = '', ...more], amount, balance }) => [
      flow(day(date), text, franc(amount), day(valueDate), balance === null ? '' : franc(balance)),
      ...more,
    ]);
    const { credits, debits } = totalsOf(account.booked);
    return joined([
      `${account.bankName} Kontoauszug ${full(account.period.start)} - ${full(account.period.end)}`,
      account.holder,
      ...account.address,
      `Privatkonto CHF IBAN ${account.accountNumber}`,
      'Datum Text Belastungen Gutschriften Valuta Saldo',
      `${day(account.period.start)} Anfangssaldo ${franc(account.opening)}`,
      ...rows,
      `Umsatztotal ${franc(debits)} ${franc(credits)}`,
      `${day(account.period.end)} Schlusssaldo ${franc(account.closing)}`,
    ]);
  },
};

/** Switzerland, post style: blanks between thousands, date once a day, balance once a day, value date in between. */
export const swissPost: StatementLayout = {
  name: 'ch-gutschrift-lastschrift',
  accountType: 'account',
  amounts: { group: ' ', decimal: '.' },
  dates: { pattern: 'dd.MM.yy', language: 'de' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Säntis Finance AG',
      holder: 'Urs Zellweger',
      address: ['Poststrasse 8', '9100 Herisau'],
      accountNumber: inFours(iban('CH', random)),
      currency: 'CHF',
      movements: [
        [310_000, 690_000, 'GIRO AUS KONTO', 'ALPSTEIN BAU AG', 'LOHN'],
        [1_500, 90_000, 'GUTSCHRIFT VON FREMDBANK', 'MITTEILUNGEN: TEILZAHLUNG 150.00 VON 300.00'],
        [-21_000, -180, 'KAUF/DIENSTLEISTUNG VOM {date}', 'KARTEN NR. XXXX{n4}', 'MIGRO HERISAU'],
        [-90_000, -2_000, 'LASTSCHRIFT', 'KRANKENKASSE ALPENBLICK', 'REFERENZ NR. {n15}'],
        [-20_000, -2_000, 'BARGELDBEZUG VOM {date}'],
        [-500, -100, 'FÜR DAS ONLINE KONTO'],
      ],
      balances: 'day',
      amounts: { group: ' ', decimal: '.' },
      innerDate: 'dd.MM.yyyy',
      period: calendarMonth(random),
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const style = { group: ' ', decimal: '.' };
    const day = (iso: string) => printDate(iso, 'dd.MM.yy');
    const rows = account.printed.flatMap(
      ({ date, valueDate, lines: [first = '', ...more], amount, balance }, index) => {
        const shown = account.printed[index - 1]?.date === date ? '' : day(date);
        return [
          place(
            0,
            shown,
            10,
            first,
            -70,
            amount >= 0 ? digitsOf(amount, style) : '',
            -86,
            amount < 0 ? digitsOf(amount, style) : '',
            90,
            day(valueDate),
            -114,
            balance === null ? '' : signed(balance, style),
          ),
          ...more.map((text) => place(10, text)),
        ];
      },
    );
    const { start, end } = account.period;
    return joined([
      place(0, account.bankName, 60, `Kontoauszug ${printDate(start, 'dd.MM.yyyy')} - ${printDate(end, 'dd.MM.yyyy')}`),
      place(0, 'Privatkonto', 60, account.holder),
      ...account.address.map((text) => place(60, text)),
      place(0, 'IBAN', 8, account.accountNumber, 60, 'Währung CHF'),
      '',
      place(0, 'Datum', 10, 'Text', -70, 'Gutschrift', -86, 'Lastschrift', 90, 'Valuta', -114, 'Saldo'),
      place(0, day(start), 10, 'Kontostand', -114, signed(account.opening, style)),
      ...rows,
      place(0, day(end), 10, 'Kontostand', -114, signed(account.closing, style)),
      'Bitte überprüfen Sie den Kontoauszug. Ohne Ihren Bericht innert 30 Tagen gilt er als genehmigt.',
    ]);
  },
};
