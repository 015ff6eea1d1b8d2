import { printDate } from '../calendar.ts';
import { APOSTROPHE, digitsOf } from '../money.ts';
import { headLine, line, pair, printDocument } from '../page.ts';
import { iban, inFours } from '../vocabulary/describe.ts';
import { SWISS } from '../vocabulary/germanic.ts';
import { balanceCell, creditCell, debitCell, ledgerRows, left, right, type StatementLayout } from './layout.ts';
import { type Account, composeAccount, type Entry } from './ledger.ts';
import { totalsOf } from './totals.ts';

const day = (date: string) => printDate(date, 'dd.MM.yyyy');

/** Apostrophes between thousands, debit and credit columns, two-digit years, a balance beside each row. */
export const swissApostrophes: StatementLayout = {
  name: 'ch-apostrophes',
  accountType: 'account',
  amounts: APOSTROPHE,
  dates: { pattern: 'dd.MM.yy', language: 'de' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: SWISS,
      currency: 'CHF',
      accountNumber: inFours(iban('CH', random)),
      balances: 'row',
    }),
  ],
  render(accounts) {
    const [account] = accounts as [Account];
    const francs = (minor: number) => digitsOf(minor, APOSTROPHE);
    const short = (date: string) => printDate(date, 'dd.MM.yy');
    const table = {
      columns: [
        left('Datum', 9),
        left('Text', 40),
        right('Belastung', 13),
        right('Gutschrift', 13),
        left('Valuta', 9),
        right('Saldo', 13),
      ],
      description: 1,
      cells: (entry: Entry) => [
        short(entry.date),
        '',
        debitCell(entry, francs),
        creditCell(entry, francs),
        short(entry.valueDate),
        balanceCell(entry, francs),
      ],
    };
    const totals = totalsOf(account.booked);
    return printDocument(
      { height: 54, margin: 3, head: (page) => [pair(account.bankName, `Seite ${page}`, 106), ''] },
      [
        {
          before: [
            account.holder,
            ...account.address,
            '',
            `Kontoauszug ${day(account.period.start)} - ${day(account.period.end)}`,
            `Privatkonto CHF   IBAN ${account.accountNumber}`,
            '',
          ],
          head: [headLine(table.columns)],
          rows: [
            {
              lines: [
                line(table.columns, ['', 'Saldovortrag', '', '', short(account.period.start), francs(account.opening)]),
              ],
              running: account.opening,
            },
            ...ledgerRows(table, account.printed),
          ],
          after: [
            line(table.columns, ['', 'Umsatztotal', francs(totals.debits), francs(totals.credits)]),
            line(table.columns, [short(account.period.end), 'Schlusssaldo', '', '', '', francs(account.closing)]),
          ],
        },
      ],
    );
  },
};
