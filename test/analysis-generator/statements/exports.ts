import { printDate } from '../calendar.ts';
import { COMMA, digitsOf, POINT, signed } from '../money.ts';
import { iban } from '../vocabulary/describe.ts';
import { BRITISH } from '../vocabulary/english.ts';
import { GERMAN } from '../vocabulary/germanic.ts';
import { balanceCell, creditCell, debitCell, type StatementLayout } from './layout.ts';
import { type Account, composeAccount } from './ledger.ts';

/** A table pasted from a web page: tabs between cells, empty cells kept. */
export const tabSeparated: StatementLayout = {
  name: 'gb-tab-separated',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'dd/MM/yyyy', language: 'en' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: BRITISH,
      currency: 'GBP',
      accountNumber: random.digits(8),
      balances: 'row',
      overdraft: random.chance(0.3),
    }),
  ],
  render(accounts) {
    const [account] = accounts as [Account];
    const day = (date: string) => printDate(date, 'dd/MM/yyyy');
    const pounds = (minor: number) => digitsOf(minor, POINT);
    const balance = (minor: number) => signed(minor, POINT);
    const rows = account.printed.map((entry) => [
      day(entry.date),
      entry.lines.join(' '),
      debitCell(entry, pounds),
      creditCell(entry, pounds),
      balanceCell(entry, balance),
    ]);
    return [
      account.bankName,
      `Account name\t${account.holder}`,
      `Account number\t${account.accountNumber}`,
      `Period\t${day(account.period.start)} to ${day(account.period.end)}`,
      `Opening balance (GBP)\t${balance(account.opening)}`,
      `Closing balance (GBP)\t${balance(account.closing)}`,
      '',
      'Date\tDescription\tPaid out\tPaid in\tBalance',
      ...rows.map((cells) => cells.join('\t')),
      '',
    ].join('\n');
  },
};

/** A web page turned into Markdown: a table with pipes. */
export const markdownTable: StatementLayout = {
  name: 'de-markdown-table',
  accountType: 'account',
  amounts: COMMA,
  dates: { pattern: 'dd.MM.yyyy', language: 'de' },
  compose: (random) => [
    composeAccount(random, {
      vocabulary: GERMAN,
      currency: 'EUR',
      accountNumber: iban('DE', random),
      balances: 'row',
      overdraft: random.chance(0.3),
    }),
  ],
  render(accounts) {
    const [account] = accounts as [Account];
    const day = (date: string) => printDate(date, 'dd.MM.yyyy');
    const euros = (minor: number) => `${signed(minor, COMMA)} €`;
    const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
    return [
      `# Kontoauszug ${account.bankName}`,
      '',
      `**Kontoinhaber:** ${account.holder}  `,
      `**IBAN:** ${account.accountNumber}  `,
      `**Zeitraum:** ${day(account.period.start)} – ${day(account.period.end)}`,
      '',
      `Anfangssaldo: ${euros(account.opening)}`,
      '',
      row(['Buchungstag', 'Wertstellung', 'Verwendungszweck', 'Betrag', 'Saldo']),
      row(['---', '---', '---', '---:', '---:']),
      ...account.printed.map((entry) =>
        row([
          day(entry.date),
          day(entry.valueDate),
          entry.lines.join(' '),
          euros(entry.amount),
          balanceCell(entry, euros),
        ]),
      ),
      '',
      `Endsaldo: ${euros(account.closing)}`,
      '',
    ].join('\n');
  },
};
