import { printDate } from '../calendar.ts';
import { COMMA, digitsOf, SPACE, signed } from '../money.ts';
import { headLine, line, pair, printDocument } from '../page.ts';
import { iban, inFours } from '../vocabulary/describe.ts';
import { DUTCH, SWEDISH } from '../vocabulary/germanic.ts';
import type { Kind } from '../vocabulary/vocabulary.ts';
import { balanceCell, creditCell, debitCell, ledgerRows, left, right, type StatementLayout } from './layout.ts';
import { type Account, composeAccount, type Entry } from './ledger.ts';
import { totalsOf } from './totals.ts';

const WIDTH = 96;

const euros = (minor: number) => digitsOf(minor, COMMA);
const dashed = (date: string) => printDate(date, 'dd-MM-yyyy');

const DUTCH_CODES: Record<Kind, string> = {
  salary: 'OV',
  transferIn: 'OV',
  refund: 'BA',
  interest: 'DV',
  deposit: 'ST',
  card: 'BA',
  directDebit: 'IC',
  standingOrder: 'PO',
  transferOut: 'GT',
  cash: 'GM',
  check: 'DV',
  fee: 'DV',
};

/** The words Af and Bij tell which way the money went. */
export const dutchAfBij: StatementLayout = {
  name: 'nl-af-bij-words',
  accountType: 'account',
  amounts: COMMA,
  dates: { pattern: 'dd-MM-yyyy', language: 'nl' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: DUTCH,
      currency: 'EUR',
      accountNumber: inFours(iban('NL', random)),
      balances: 'none',
      bankName: 'Polderbank N.V.',
    }),
  ],
  render(accounts) {
    const [account] = accounts as [Account];
    const table = {
      columns: [
        left('Datum', 11),
        left('Naam / Omschrijving', 50),
        left('Code', 5),
        left('Af/Bij', 7),
        right('Bedrag (EUR)', 14),
      ],
      description: 1,
      cells: (entry: Entry) => [
        dashed(entry.date),
        '',
        DUTCH_CODES[entry.kind],
        entry.amount < 0 ? 'Af' : 'Bij',
        euros(entry.amount),
      ],
    };
    const totals = totalsOf(account.booked);
    const value = (label: string, text: string) => pair(label, text, 56);
    return printDocument(
      { height: 58, margin: 2, head: (page) => [pair(account.bankName, `Pagina ${page}`, WIDTH), ''] },
      [
        {
          before: [
            account.holder,
            ...account.address,
            '',
            'Afschrift Betaalrekening',
            value('Rekeningnummer', account.accountNumber),
            value('Periode', `${dashed(account.period.start)} t/m ${dashed(account.period.end)}`),
            value('Vorig saldo', `€ ${signed(account.opening, COMMA)}`),
            value('Totaal af', `€ ${euros(totals.debits)}`),
            value('Totaal bij', `€ ${euros(totals.credits)}`),
            value('Nieuw saldo', `€ ${signed(account.closing, COMMA)}`),
            '',
          ],
          head: [headLine(table.columns)],
          rows: ledgerRows(table, account.printed),
          after: ['', 'Code: BA Betaalautomaat, GM Geldautomaat, GT Online bankieren, IC Incasso, OV Overschrijving'],
        },
      ],
    );
  },
};

/** Two columns, days without a year, balances with CR or D. */
export const dutchTwoColumns: StatementLayout = {
  name: 'nl-af-bij-columns',
  accountType: 'account',
  amounts: COMMA,
  dates: { pattern: 'dd-MM', language: 'nl' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: DUTCH,
      currency: 'EUR',
      accountNumber: inFours(iban('NL', random)),
      balances: 'none',
      bankName: 'Coöperatieve IJsselbank U.A.',
      overdraft: random.chance(0.4),
    }),
  ],
  render(accounts, random) {
    const [account] = accounts as [Account];
    const number = random.integer(1, 12);
    const short = (date: string) => printDate(date, 'dd-MM');
    const balance = (minor: number) => `€ ${euros(minor)} ${minor < 0 ? 'D' : 'CR'}`;
    const table = {
      columns: [
        left('Datum', 7),
        left('Type', 5),
        left('Omschrijving', 46),
        right('Bedrag af (debet)', 18),
        right('Bedrag bij (credit)', 19),
      ],
      description: 2,
      cells: (entry: Entry) => [
        short(entry.date),
        DUTCH_CODES[entry.kind].toLowerCase(),
        '',
        debitCell(entry, euros),
        creditCell(entry, euros),
      ],
    };
    const totals = totalsOf(account.booked);
    return printDocument(
      {
        height: 56,
        margin: 3,
        head: (page) => [
          pair('Rekeningafschrift', account.bankName, WIDTH),
          pair(`${account.accountNumber}  EUR`, `Volgnummer ${number}   Blad ${page}`, WIDTH),
          '',
        ],
      },
      [
        {
          before: [
            account.holder,
            ...account.address,
            '',
            pair('Datum vanaf', dashed(account.period.start), 44),
            pair('Datum t/m', dashed(account.period.end), 44),
            pair('Beginsaldo', balance(account.opening), 44),
            pair('Totaal afgeschreven', `€ ${euros(totals.debits)}`, 44),
            pair('Totaal bijgeschreven', `€ ${euros(totals.credits)}`, 44),
            pair('Eindsaldo', balance(account.closing), 44),
            '',
          ],
          head: [headLine(table.columns)],
          rows: ledgerRows(table, account.printed),
          after: ['', 'Uw saldo valt onder het depositogarantiestelsel.'],
        },
      ],
    );
  },
};

/** ISO dates, spaces between thousands, no sign of the currency, a balance beside each row. */
export const swedishSpaces: StatementLayout = {
  name: 'se-iso-dates-spaces',
  accountType: 'account',
  amounts: SPACE,
  dates: { pattern: 'yyyy-MM-dd', language: 'sv' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: SWEDISH,
      currency: 'SEK',
      accountNumber: `${random.digits(4)} ${random.digits(2)} ${random.digits(5)}`,
      balances: 'row',
      scale: 7,
    }),
  ],
  render(accounts) {
    const [account] = accounts as [Account];
    const kronor = (minor: number) => signed(minor, SPACE);
    const table = {
      columns: [
        left('Bokföringsdag', 14),
        left('Transaktionsdag', 16),
        left('Text', 40),
        right('Belopp', 14),
        right('Saldo', 14),
      ],
      description: 2,
      cells: (entry: Entry) => [entry.date, entry.valueDate, '', kronor(entry.amount), balanceCell(entry, kronor)],
    };
    const saldo = (label: string, minor: number) => line(table.columns, ['', '', label, '', kronor(minor)]);
    return printDocument({ height: 52, head: (page) => [pair(account.bankName, `Sida ${page}`, 106), ''] }, [
      {
        before: [
          account.holder,
          ...account.address,
          '',
          `Kontoutdrag ${account.period.start} - ${account.period.end}`,
          `Kontonummer: ${account.accountNumber}   Valuta: SEK`,
          '',
        ],
        head: [headLine(table.columns)],
        rows: [
          { lines: [saldo('Ingående saldo', account.opening)], running: account.opening },
          ...ledgerRows(table, account.printed),
        ],
        after: [saldo('Utgående saldo', account.closing)],
      },
    ]);
  },
};
