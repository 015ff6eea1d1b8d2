import { addDays, printDate } from '../calendar.ts';
import { COMMA, digitsOf, NO_BREAK_SPACE, SPACE, signed } from '../money.ts';
import { headLine, line, pair, printDocument } from '../page.ts';
import { iban, inFours } from '../vocabulary/describe.ts';
import { FRENCH, ITALIAN, SPANISH } from '../vocabulary/romance.ts';
import { balanceCell, creditCell, debitCell, ledgerRows, left, right, type StatementLayout } from './layout.ts';
import { type Account, composeAccount, type Entry } from './ledger.ts';
import { totalsOf } from './totals.ts';

const WIDTH = 98;

const slashed = (date: string) => printDate(date, 'dd/MM/yyyy');

/** Booking days without a year, value days with one, debit and credit columns, totals, balances above and below. */
export const frenchDebitCredit: StatementLayout = {
  name: 'fr-debit-credit',
  accountType: 'account',
  amounts: SPACE,
  dates: { pattern: 'dd.MM', language: 'fr' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: FRENCH,
      currency: 'EUR',
      accountNumber: inFours(iban('FR', random)),
      balances: 'none',
      overdraft: random.chance(0.4),
    }),
  ],
  render(accounts) {
    const [account] = accounts as [Account];
    const euros = (minor: number) => digitsOf(minor, SPACE);
    const dotted = (date: string) => printDate(date, 'dd.MM.yyyy');
    const long = (date: string) => printDate(date, 'd MMMM yyyy', 'fr');
    const table = {
      columns: [
        left('Date', 7),
        left('Nature des opérations', 48),
        left('Valeur', 11),
        right('Débit', 14),
        right('Crédit', 14),
      ],
      description: 1,
      cells: (entry: Entry) => [
        printDate(entry.date, 'dd.MM'),
        '',
        printDate(entry.valueDate, 'dd.MM.yy'),
        debitCell(entry, euros),
        creditCell(entry, euros),
      ],
    };
    const balance = (date: string, minor: number) => {
      const label = `SOLDE ${minor < 0 ? 'DEBITEUR' : 'CREDITEUR'} AU ${dotted(date)}`;
      return line(table.columns, ['', label, '', ...(minor < 0 ? [euros(minor), ''] : ['', euros(minor)])]);
    };
    const totals = totalsOf(account.booked);
    return printDocument(
      {
        height: 56,
        margin: 2,
        head: (page) => [
          pair(account.bankName, `P. ${page}`, WIDTH),
          'RELEVE DE COMPTE CHEQUES',
          `du ${long(account.period.start)} au ${long(account.period.end)}`,
          `IBAN : ${account.accountNumber}`,
          '',
        ],
      },
      [
        {
          before: [account.holder, ...account.address, '', 'Monnaie du compte : EUR', ''],
          head: [headLine(table.columns)],
          rows: [
            { lines: [balance(addDays(account.period.start, -1), account.opening)], running: account.opening },
            ...ledgerRows(table, account.printed),
          ],
          after: [
            line(table.columns, ['', 'TOTAL DES OPERATIONS', '', euros(totals.debits), euros(totals.credits)]),
            balance(account.period.end, account.closing),
            '',
            'Sous réserve des opérations en cours. Médiateur : 1 rue du Port, 69002 LYON.',
          ],
        },
      ],
    );
  },
};

/** No-break spaces between thousands, a sign ahead of each amount, full dates. */
export const frenchSigned: StatementLayout = {
  name: 'fr-signed-no-break-spaces',
  accountType: 'account',
  amounts: NO_BREAK_SPACE,
  dates: { pattern: 'dd/MM/yyyy', language: 'fr' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: FRENCH,
      currency: 'EUR',
      accountNumber: random.digits(11),
      balances: 'none',
    }),
  ],
  render(accounts) {
    const [account] = accounts as [Account];
    const euros = (minor: number) => `${signed(minor, NO_BREAK_SPACE, '+')}\u00a0€`;
    const table = {
      columns: [left('Date opération', 16), left('Libellé', 52), right('Montant', 20)],
      description: 1,
      cells: (entry: Entry) => [slashed(entry.date), '', euros(entry.amount)],
    };
    return printDocument({ height: 60, head: (page) => [pair(account.bankName, `Page ${page}`, WIDTH), ''] }, [
      {
        before: [
          account.holder,
          ...account.address,
          '',
          `Relevé de compte n° ${account.accountNumber}`,
          `Période du ${slashed(account.period.start)} au ${slashed(account.period.end)}`,
          pair(`Ancien solde au ${slashed(account.period.start)}`, euros(account.opening), 70),
          '',
        ],
        head: [headLine(table.columns)],
        rows: ledgerRows(table, account.printed),
        after: ['', pair(`Nouveau solde au ${slashed(account.period.end)}`, euros(account.closing), 70)],
      },
    ]);
  },
};

/** Operation and value days, one signed column, a balance beside each row. */
export const spanishSigned: StatementLayout = {
  name: 'es-importe-saldo',
  accountType: 'account',
  amounts: COMMA,
  dates: { pattern: 'dd/MM/yyyy', language: 'es' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: SPANISH,
      currency: 'EUR',
      accountNumber: inFours(iban('ES', random)),
      balances: 'row',
      overdraft: random.chance(0.3),
    }),
  ],
  render(accounts) {
    const [account] = accounts as [Account];
    const euros = (minor: number) => signed(minor, COMMA);
    const table = {
      columns: [
        left('F. Operación', 12),
        left('F. Valor', 12),
        left('Concepto', 46),
        right('Importe', 14),
        right('Saldo', 14),
      ],
      description: 2,
      cells: (entry: Entry) => [
        slashed(entry.date),
        slashed(entry.valueDate),
        '',
        euros(entry.amount),
        balanceCell(entry, euros),
      ],
    };
    return printDocument(
      {
        height: 50,
        margin: 1,
        head: (page) => [pair(account.bankName, `Página ${page}`, 104), 'EXTRACTO DE CUENTA', ''],
        carryOut: (running) => [line(table.columns, ['', '', 'SUMA Y SIGUE', '', euros(running)])],
        carryIn: (running) => [line(table.columns, ['', '', 'SUMA ANTERIOR', '', euros(running)])],
      },
      [
        {
          before: [
            `Titular: ${account.holder}`,
            ...account.address,
            `IBAN: ${account.accountNumber}`,
            `Divisa: EUR   Periodo: ${slashed(account.period.start)} a ${slashed(account.period.end)}`,
            '',
          ],
          head: [headLine(table.columns)],
          rows: [
            {
              lines: [line(table.columns, ['', '', 'SALDO ANTERIOR', '', euros(account.opening)])],
              running: account.opening,
            },
            ...ledgerRows(table, account.printed),
          ],
          opening: account.opening,
          after: [line(table.columns, ['', '', `SALDO A ${slashed(account.period.end)}`, '', euros(account.closing)])],
        },
      ],
    );
  },
};

/** The columns of amounts stand ahead of the description; two-digit years. */
export const italianAmountsFirst: StatementLayout = {
  name: 'it-amounts-before-description',
  accountType: 'account',
  amounts: COMMA,
  dates: { pattern: 'dd/MM/yy', language: 'it' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: ITALIAN,
      currency: 'EUR',
      accountNumber: iban('IT', random),
      balances: 'none',
    }),
  ],
  render(accounts) {
    const [account] = accounts as [Account];
    const euros = (minor: number) => digitsOf(minor, COMMA);
    const short = (date: string) => printDate(date, 'dd/MM/yy');
    const table = {
      columns: [
        left('Data', 9),
        left('Valuta', 9),
        right('Addebiti', 14),
        right('Accrediti', 14),
        left('  Descrizione operazioni', 46),
      ],
      description: 4,
      cells: (entry: Entry) => [
        short(entry.date),
        short(entry.valueDate),
        debitCell(entry, euros),
        creditCell(entry, euros),
      ],
    };
    const totals = totalsOf(account.booked);
    const balance = (date: string, minor: number, label: string) =>
      line(table.columns, [short(date), '', ...(minor < 0 ? [euros(minor), ''] : ['', euros(minor)]), `  ${label}`]);
    return printDocument(
      { height: 55, margin: 2, head: (page) => [pair(account.bankName, `Pag. ${page}`, WIDTH), ''] },
      [
        {
          before: [
            account.holder,
            ...account.address,
            '',
            `ESTRATTO CONTO dal ${slashed(account.period.start)} al ${slashed(account.period.end)}`,
            `Conto corrente in euro - IBAN ${account.accountNumber}`,
            '',
          ],
          head: [headLine(table.columns)],
          rows: [
            { lines: [balance(account.period.start, account.opening, 'SALDO INIZIALE')], running: account.opening },
            ...ledgerRows(table, account.printed),
          ],
          after: [
            line(table.columns, ['', '', euros(totals.debits), euros(totals.credits), '  TOTALE MOVIMENTI']),
            balance(account.period.end, account.closing, 'SALDO FINALE'),
          ],
        },
      ],
    );
  },
};
