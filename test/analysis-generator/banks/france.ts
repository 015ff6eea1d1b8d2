import { printDate } from '../calendar.ts';
import { type AmountStyle, digitsOf, SPACE } from '../money.ts';
import type { StatementLayout } from '../statements/layout.ts';
import type { Entry } from '../statements/ledger.ts';
import { totalsOf } from '../statements/totals.ts';
import { drawAccount, type Movement } from './compose.ts';
import { ibanOf } from './iban.ts';
import { joined, place } from './place.ts';

const full = (iso: string) => printDate(iso, 'dd.MM.yyyy');

/** France: a stray mark behind the columns, two dates, former and new balance in the columns. */
export const strayMarks: StatementLayout = {
  name: 'fr-ancien-nouveau-solde',
  accountType: 'account',
  amounts: SPACE,
  dates: { pattern: 'dd.MM', language: 'fr' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Crédit Régional de Bretagne',
      holder: 'MLLE ANAÏS LE GALL',
      address: ['8 QUAI DE LA FOSSE', '29200 BREST'],
      accountNumber: random.digits(11),
      currency: 'EUR',
      movements: [
        [120_000, 260_000, 'Virement Arsenal Brest', 'Salaire'],
        [-15_000, -200, 'Carte X{n4} Leclair Brest {date}'],
        [-40_000, -900, 'Prlv Orangina Telecom', '{n10}'],
        [-300, -20, 'Frais Tenue De Compte'],
        [700, 30_000, 'Remise De Cheque {n7}'],
      ],
      balances: 'none',
      amounts: SPACE,
      innerDate: 'dd/MM',
      opening: [-20_000, 300_000],
      floor: -90_000,
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const print = (minor: number) => digitsOf(minor, SPACE);
    const { credits, debits } = totalsOf(account.booked);
    const state = (minor: number) => (minor < 0 ? 'débiteur' : 'créditeur');
    const at = (minor: number) => (minor < 0 ? -84 : -102);
    const rows = account.printed.flatMap(({ date, valueDate, lines: [first = '', ...more], amount }) => [
      `${place(0, printDate(date, 'dd.MM'), 8, printDate(valueDate, 'dd.MM'), 16, first, at(amount), print(amount))}${amount < 0 ? '' : ' ¨'}`,
      ...more.map((text) => place(16, text)),
    ]);
    return joined([
      place(0, account.bankName, 60, 'RELEVÉ DE COMPTES'),
      place(0, account.holder, 60, `Date d'arrêté : ${printDate(account.period.end, 'd MMMM yyyy', 'fr')}`),
      ...account.address,
      `Période du ${full(account.period.start)} au ${full(account.period.end)}`,
      place(0, 'Compte de Dépôt', 30, `carte n° de compte ${account.accountNumber}`),
      place(0, 'Date', 8, 'Date'),
      place(0, 'opé.', 8, 'valeur', 16, 'Libellé des opérations', -84, 'Débit', -102, 'Crédit'),
      place(
        16,
        `Ancien solde ${state(account.opening)} au ${printDate(account.period.start, 'dd.MM.yyyy')}`,
        at(account.opening),
        print(account.opening),
      ),
      ...rows,
      place(16, 'Total des opérations', -84, print(debits), -102, print(credits)),
      place(
        16,
        `Nouveau solde ${state(account.closing)} au ${printDate(account.period.end, 'dd.MM.yyyy')}`,
        at(account.closing),
        print(account.closing),
      ),
      'Montants exprimés en euros. Plafond de garantie 100 000 euros.',
    ]);
  },
};

const day = (iso: string, pattern: string) => printDate(iso, pattern);

function debit(entry: Entry, style: AmountStyle): string {
  return entry.amount < 0 ? digitsOf(entry.amount, style) : '';
}

function credit(entry: Entry, style: AmountStyle): string {
  return entry.amount >= 0 ? digitsOf(entry.amount, style) : '';
}

const FRENCH: readonly Movement[] = [
  [120_000, 280_000, 'VIR RECU {n10}', 'DE: ATELIERS DE LOIRE', 'MOTIF: SALAIRE 01/2026'],
  [500, 20_000, 'REMISE CHEQUE {n7}'],
  [-15_000, -190, 'CB MONOPRIX {date} NANTES 44', 'CARTE {n4}XX'],
  [-30_000, -500, 'PRLV SEPA EDF CLIENTS PART', 'RUM {n10} ICS FR47EDF00{n4}'],
  [-20_000, -2_000, 'RETRAIT DAB {date} 18H05'],
  [-9_000, -300, 'CARTE {date} HOTEL ZURICH', '{money} CHF 1 EURO = 0,935000'],
  [-150, 0, 'COTISATION JAZZ NT'],
];

/** France: debit and credit columns, days without years, totals of both columns, rows of zero. */
export const releve: StatementLayout = {
  name: 'fr-releve-points',
  accountType: 'account',
  amounts: SPACE,
  dates: { pattern: 'dd.MM', language: 'fr' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Banque de la Loire',
      holder: 'M OU MME BERTRAND KERMAREC',
      address: ['5 RUE DES TANNEURS', '44000 NANTES'],
      accountNumber: ibanOf('FR', `30004008120001${random.digits(9)}`),
      currency: 'EUR',
      movements: FRENCH,
      balances: 'none',
      amounts: SPACE,
      innerDate: 'dd/MM',
      opening: [-20_000, 400_000],
      floor: -100_000,
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const { start, end } = account.period;
    const { credits, debits } = totalsOf(account.booked);
    const balance = (label: string, minor: number) => place(0, label, minor < 0 ? -82 : -100, digitsOf(minor, SPACE));
    const state = (minor: number) => (minor < 0 ? 'DEBITEUR' : 'CREDITEUR');
    const rows = account.printed.flatMap((entry) => [
      place(
        0,
        day(entry.date, 'dd.MM'),
        8,
        entry.lines[0] ?? '',
        56,
        day(entry.valueDate, 'dd.MM'),
        -82,
        debit(entry, SPACE),
        -100,
        credit(entry, SPACE),
      ),
      ...entry.lines.slice(1).map((text) => place(8, text)),
    ]);
    return joined([
      place(0, account.bankName, 50, 'RELEVE DE COMPTE CHEQUES'),
      place(50, `du ${printDate(start, 'd MMMM yyyy', 'fr')} au ${printDate(end, 'd MMMM yyyy', 'fr')}`),
      account.holder,
      ...account.address,
      `RIB : ${account.accountNumber.replaceAll(' ', '').slice(4)}`,
      `IBAN : ${account.accountNumber}`,
      '',
      place(0, 'Date', 8, 'Nature des opérations', 56, 'Valeur', -82, 'Débit', -100, 'Crédit'),
      balance(`SOLDE ${state(account.opening)} AU ${day(start, 'dd.MM.yyyy')}`, account.opening),
      ...rows,
      place(0, 'TOTAL DES OPERATIONS', -82, digitsOf(debits, SPACE), -100, digitsOf(credits, SPACE)),
      balance(`SOLDE ${state(account.closing)} AU ${day(end, 'dd.MM.yyyy')}`, account.closing),
      'Monnaie du compte : EURO. Garantie des dépôts : 100 000,00 EUR par déposant.',
    ]);
  },
};
