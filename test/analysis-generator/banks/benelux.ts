import { printDate } from '../calendar.ts';
import { COMMA, digitsOf, signed } from '../money.ts';
import type { StatementLayout } from '../statements/layout.ts';
import { iban, inFours } from '../vocabulary/describe.ts';
import { drawAccount } from './compose.ts';
import { ibanOf } from './iban.ts';
import { flow, joined, place } from './place.ts';

/** The Netherlands: the words Af and Bij behind amounts, text without positions. */
export const dutchFlow: StatementLayout = {
  name: 'nl-af-bij-flow',
  accountType: 'account',
  amounts: COMMA,
  dates: { pattern: 'dd-MM-yyyy', language: 'nl' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Waddenbank N.V.',
      holder: 'Hr F Dijkstra',
      address: ['Havenstraat 9', '8861 VX Harlingen'],
      accountNumber: inFours(iban('NL', random)),
      currency: 'EUR',
      movements: [
        [140_000, 300_000, 'Scheepswerf Noord BV Salaris periode 3'],
        [-14_000, -95, 'AH 1521 Harlingen Betaalautomaat 17:04 pas 0{n2}'],
        [-30_000, -1_000, 'Vitens NV Incasso', 'Machtiging {n10} Termijn 2 van 12'],
        [-20_000, -2_000, 'Geldautomaat Voorstraat {date}'],
        [700, 20_000, 'Mw J Dijkstra Overschrijving', 'boodschappen 23,50 + 12,00'],
      ],
      balances: 'none',
      amounts: COMMA,
      innerDate: 'dd-MM-yyyy',
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const day = (iso: string) => printDate(iso, 'dd-MM-yyyy');
    const rows = account.printed.flatMap(({ date, lines: [first = '', ...more], amount }) => [
      flow(day(date), first, digitsOf(amount, COMMA), amount < 0 ? 'Af' : 'Bij'),
      ...more,
    ]);
    return joined([
      account.bankName,
      'Afschrift Betaalrekening',
      account.holder,
      ...account.address,
      `Periode ${day(account.period.start)} t/m ${day(account.period.end)}`,
      `Rekeningnummer ${account.accountNumber} BIC WADDNL2A`,
      `Beginsaldo op ${day(account.period.start)} € ${signed(account.opening, COMMA)}`,
      'Datum Omschrijving Bedrag Af/Bij',
      ...rows,
      `Eindsaldo op ${day(account.period.end)} € ${signed(account.closing, COMMA)}`,
      'Dit product valt onder het depositogarantiestelsel tot € 100.000,00.',
    ]);
  },
};

/** Belgium: rows with numbers of their own, the sign apart in front of the amount. */
export const belgianNumbered: StatementLayout = {
  name: 'be-numbered-rows',
  accountType: 'account',
  amounts: COMMA,
  dates: { pattern: 'dd-MM-yyyy', language: 'nl' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Scheldebank NV',
      holder: 'ELS VAN DEN BOSSCHE',
      address: ['KORENMARKT 4', '9000 GENT'],
      accountNumber: ibanOf('BE', random.digits(12)),
      currency: 'EUR',
      movements: [
        [150_000, 290_000, 'Overschrijving van HAVENBEDRIJF GENT', 'wedde', 'Mededeling: /A/ 8{n6}'],
        [-12_000, -200, 'Betaling via Bancontact DELHAYE GENT', 'op {date} om 18u12 kaart {n4}'],
        [-30_000, -900, 'Domiciliëring FARYS', 'Mandaat {n10}', 'Mededeling: ***{n3}/{n4}/{n5}***'],
        [-900, -30, 'Bijdrage rekeningkosten'],
      ],
      balances: 'none',
      amounts: COMMA,
      innerDate: 'dd-MM',
      count: [3, 25],
    }),
  ],
  render: ([account], random) => {
    if (!account) return '';
    const day = (iso: string) => printDate(iso, 'dd-MM-yyyy');
    const apart = (minor: number) => `${minor < 0 ? '-' : '+'} ${digitsOf(minor, COMMA)}`;
    const rows = account.printed.flatMap(({ date, valueDate, lines: [first = '', ...more], amount }, index) => [
      place(0, String(index + 1).padStart(4, '0'), 6, day(date), 18, first, 60, day(valueDate), -90, apart(amount)),
      ...more.map((text) => place(18, text)),
    ]);
    return joined([
      place(
        0,
        account.bankName,
        50,
        `Rekeninguittreksel nr. ${random.integer(1, 52)} van ${account.period.end.slice(0, 4)}`,
      ),
      place(0, account.holder, 50, 'Zichtrekening'),
      ...account.address,
      place(0, account.accountNumber, 50, `van ${day(account.period.start)} tot ${day(account.period.end)}`),
      '',
      place(0, `Vorig saldo op ${day(account.period.start)}`, -90, apart(account.opening)),
      place(0, 'Nr', 6, 'Datum', 18, 'Omschrijving', 60, 'Valuta', -90, 'Bedrag EUR'),
      ...rows,
      place(0, `Nieuw saldo op ${day(account.period.end)}`, -90, apart(account.closing)),
    ]);
  },
};
