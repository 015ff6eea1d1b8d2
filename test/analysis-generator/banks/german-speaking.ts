import { printDate } from '../calendar.ts';
import { COMMA, digitsOf, signed } from '../money.ts';
import type { StatementLayout } from '../statements/layout.ts';
import type { Account } from '../statements/ledger.ts';
import { totalsOf } from '../statements/totals.ts';
import { iban, inFours } from '../vocabulary/describe.ts';
import { calendarMonth, drawAccount, type Movement } from './compose.ts';
import { ibanOf } from './iban.ts';
import { earlier, flow, joined, place } from './place.ts';

const DAYS = { pattern: 'dd.MM.', language: 'de' } as const;

const euro = (minor: number) => digitsOf(minor, COMMA);

const full = (iso: string) => printDate(iso, 'dd.MM.yyyy');

const short = (iso: string) => printDate(iso, 'dd.MM.');

const HOLDER = { holder: 'Frau Gesine Brodersen', address: ['Deichweg 12 a', '25813 Husum'] };

const GIRO: readonly Movement[] = [
  [140_000, 320_000, 'Lohn/Gehalt', 'Nordmole Werft GmbH', 'Gehalt 0{n1}/2025 Pers.-Nr. {n6}', 'EREF: NOTPROVIDED'],
  [900, 40_000, 'Überweisungsgutschr.', 'Jens Brodersen', 'Anteil Miete 450,00 abzgl. 12,50'],
  [
    -30_000,
    -700,
    'SEPA-Basislastschrift',
    'Stadtwerke Husum',
    'Kd.-Nr. {n8} Abschlag {date}',
    'EREF: {n12} MREF: SW{n6}',
    'CRED: DE98ZZZ0{n10}',
  ],
  [-20_000, -500, 'Kartenzahlung girocard', 'EDEKA Thomsen//Husum/DE', '2025-03-14T11:42 Debitk.1 2027-12'],
  [-30_000, -5_000, 'Auszahlung girocard', 'GA NR{n8} BLZ21750000 1', '{date}/17.31UHR HUSUM'],
  [-90_000, -1_000, 'Dauerauftrag', 'Wohnbau eG', 'Miete Whg. 14 DATUM {date}, 10.15 UHR'],
  [-1_200, -395, 'Abschluss', 'Entgelt girocard 4,90 Buchungsposten 7'],
];

/** S and H behind amounts, many lines of reference, text without positions. */
export const sollHaben: StatementLayout = {
  name: 'de-soll-haben-flow',
  accountType: 'account',
  amounts: COMMA,
  dates: DAYS,
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Volksbank Nordfriesland eG',
      ...HOLDER,
      accountNumber: inFours(iban('DE', random)),
      currency: 'EUR',
      movements: GIRO,
      balances: 'none',
      amounts: COMMA,
      innerDate: 'dd.MM',
      opening: [-30_000, 200_000],
      floor: -100_000,
    }),
  ],
  render: ([account], random) => (account ? giro(account, random.integer(1, 12)) : ''),
};

function mark(minor: number): string {
  return `${euro(minor)} ${minor < 0 ? 'S' : 'H'}`;
}

function giro(account: Account, number: number): string {
  const { start, end } = account.period;
  const rows = account.printed.map(({ date, valueDate, lines: [first = '', ...more], amount }) => [
    flow(short(date), short(valueDate), first, mark(amount)),
    ...more,
  ]);
  const half = Math.ceil(rows.length / 2);
  const running = account.booked[half - 1]?.running ?? account.opening;
  const head = [
    `${account.bankName} Markt 7 25813 Husum Tel. 04841 555-0`,
    account.holder,
    ...account.address,
    `Kontoauszug Nr. ${number} / ${end.slice(0, 4)}`,
    `erstellt am ${full(end)} Blatt 1 von 2`,
    `EUR-Konto Kontokorrent IBAN: ${account.accountNumber} BIC: GENODEF1HUM`,
    `Auszug vom ${full(start)} bis ${full(end)}`,
    'Bu-Tag Wert Vorgang',
    `alter Kontostand vom ${full(start)} ${mark(account.opening)}`,
  ];
  const turn = rows.length > 1 ? [`Übertrag auf Blatt 2 ${mark(running)}`] : [];
  const second = [
    `Kontoauszug Nr. ${number} / ${end.slice(0, 4)} Blatt 2 von 2`,
    'Bu-Tag Wert Vorgang',
    ...(turn.length > 0 ? [`Übertrag von Blatt 1 ${mark(running)}`] : []),
    ...rows.slice(half).flat(),
    `neuer Kontostand vom ${full(end)} ${mark(account.closing)}`,
    'Dispositionskredit 5.000,00 EUR, Sollzinssatz 11,24 % p.a. Einlagen sind bis 100.000,00 EUR geschützt.',
  ];
  return joined([...head, ...rows.slice(0, half).flat(), ...turn], second);
}

/** A card: foreign amounts and rates beside the booked ones, a fee abroad as a row of its own. */
export const foreignLines: StatementLayout = {
  name: 'de-umsatzabrechnung',
  accountType: 'card',
  amounts: COMMA,
  dates: { pattern: 'dd.MM.yy', language: 'de' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Hanse Kartenservice',
      ...HOLDER,
      accountNumber: `4907 62XX XXXX ${random.digits(4)}`,
      currency: 'EUR',
      movements: [
        [20_000, 140_000, 'Lastschrift von Ihrem Konto, vielen Dank'],
        [900, 9_000, 'GUTSCHRIFT BUCHVERSAND LUEBECK'],
        [-19_000, -400, 'DB VERTRIEB GMBH FRANKFURT'],
        [-19_000, -400, 'TANKHOF NORD HUSUM'],
        [-40_000, -900, 'BRYGGEN CAFE BERGEN', 'NOK {money} Kurs 11,3850'],
        [-40_000, -900, 'PIER 39 GIFTS SAN FRANCISCO', 'USD {money} Kurs 1,0712'],
        [-700, -15, '1,75% Entgelt für Auslandseinsatz'],
      ],
      balances: 'none',
      amounts: COMMA,
      innerDate: 'dd.MM.',
      opening: [-150_000, -10_000],
      floor: -900_000,
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const amount = (minor: number) => `${euro(minor)}${minor < 0 ? '-' : '+'}`;
    const day = (iso: string) => printDate(iso, 'dd.MM.yy');
    const rows = account.printed.flatMap(({ date, valueDate, lines: [first = '', foreign = ''], amount: value }) => [
      place(0, day(earlier(valueDate, date)), 10, day(date), 20, first, 60, foreign, -104, amount(value)),
    ]);
    return joined([
      place(0, account.bankName, 60, 'Umsatzabrechnung'),
      place(0, account.holder, 60, `Abrechnungszeitraum ${full(account.period.start)} - ${full(account.period.end)}`),
      ...account.address,
      place(0, 'Kartennummer', 20, account.accountNumber, 60, 'Verfügungsrahmen', -104, '5.000,00 EUR'),
      '',
      place(0, 'Beleg', 10, 'Buchung', 20, 'Umsatz', 60, 'Währung   Betrag   Kurs', -104, 'Betrag EUR'),
      place(20, 'Saldo letzte Abrechnung', -104, amount(account.opening)),
      ...rows,
      place(20, 'Neuer Saldo', -104, amount(account.closing)),
      `Der Saldo wird am ${full(account.period.end)} von Ihrem Konto DE** **** 4711 eingezogen.`,
    ]);
  },
};

/** Austria: the value date as four digits behind the text, a minus behind debits. */
export const austrianValuta: StatementLayout = {
  name: 'at-valuta-behind',
  accountType: 'account',
  amounts: COMMA,
  dates: DAYS,
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Sparkasse Pinzgau AG',
      holder: 'Mag. Alois Hinterseer',
      address: ['Kirchgasse 3', '5700 Zell am See'],
      accountNumber: ibanOf('AT', random.digits(16)),
      currency: 'EUR',
      movements: [
        [120_000, 290_000, 'GUTSCHRIFT PENSION', 'PVA Wien {n10}'],
        [700, 20_000, 'Bargeldeinzahlung'],
        [-19_000, -300, 'BILLA DANKT 0{n3} {date} 5700', 'Bezahlung Karte POS {n4} K1'],
        [-30_000, -900, 'LASTSCHRIFT SALZBURG STROM', 'ZR {n6} VOM {date} ZU {money}'],
        [-40_000, -2_000, 'ATM {n4} K1 {date} 11:20'],
        [-900, 0, 'Kontoführungsentgelt'],
      ],
      balances: 'none',
      amounts: COMMA,
      innerDate: 'dd.MM.',
      period: calendarMonth(random),
    }),
  ],
  render: ([account], random) => {
    if (!account) return '';
    const amount = (minor: number) => `${euro(minor)}${minor < 0 ? '-' : ''}`;
    const { credits, debits } = totalsOf(account.booked);
    const rows = account.printed.flatMap(({ date, valueDate, lines: [first = '', ...more], amount: value }) => [
      place(
        0,
        short(date),
        9,
        first,
        60,
        printDate(valueDate, 'dd.MM').replace('.', ''),
        -84,
        value < 0 ? amount(value) : `${euro(value)} `,
      ),
      ...more.map((text) => place(9, text)),
    ]);
    return joined([
      place(0, account.bankName, 50, 'KONTOAUSZUG', 70, `Nr. ${random.integer(1, 40)}/1`),
      account.holder,
      ...account.address,
      place(0, 'IBAN', 8, account.accountNumber, 50, 'BIC SPZEAT2SXXX', 70, 'Währung EUR'),
      `Zeitraum von ${full(account.period.start)} bis ${full(account.period.end)}`,
      '',
      place(0, 'Buchung', 9, 'Text', 60, 'Wert', -84, 'Betrag EUR'),
      place(9, 'ALTER KONTOSTAND', -84, `${signed(account.opening, COMMA)} `),
      ...rows,
      place(9, 'SUMME EINGÄNGE', -84, `${euro(credits)} `),
      place(9, 'SUMME AUSGÄNGE', -84, `${euro(debits)}-`),
      place(9, `NEUER KONTOSTAND PER ${full(account.period.end)}`, -84, `${amount(account.closing)} `),
    ]);
  },
};
