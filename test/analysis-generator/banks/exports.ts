import { printDate } from '../calendar.ts';
import { COMMA, digitsOf, POINT, signed } from '../money.ts';
import type { StatementLayout } from '../statements/layout.ts';
import { totalsOf } from '../statements/totals.ts';
import { drawAccount, type Movement } from './compose.ts';
import { ibanOf } from './iban.ts';
import { joined } from './place.ts';

const PLAIN = { group: '', decimal: ',' } as const;

/** German comma-separated values: semicolons, quotes, newest first. */
export const semicolons: StatementLayout = {
  name: 'csv-semicolons',
  accountType: 'account',
  amounts: PLAIN,
  dates: { pattern: 'dd.MM.yyyy', language: 'de' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Direktbank Spree AG',
      holder: 'Kolja Wendt',
      address: ['Uferstr. 9', '10557 Berlin'],
      accountNumber: ibanOf('DE', random.digits(18)).replaceAll(' ', ''),
      currency: 'EUR',
      movements: [
        [150_000, 320_000, 'Gehalt|Spreewerk GmbH|LOHN {n2}/2025'],
        [-9_000, -150, 'Lastschrift|REWE Markt 0{n3}|EC {n8} {date} 12.10'],
        [-60_000, -1_000, 'Überweisung|Hausverwaltung Kranz|Miete; Whg 4, Nebenkosten 120,00'],
        [-500, 0, 'Entgelt|Direktbank Spree AG|Kontoführung'],
      ],
      balances: 'row',
      amounts: COMMA,
      innerDate: 'dd.MM.',
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const full = (iso: string) => printDate(iso, 'dd.MM.yyyy');
    const cells = (list: readonly string[]) => list.map((text) => `"${text}"`).join(';');
    const rows = account.printed.toReversed().map(({ date, valueDate, lines: [text = ''], amount, balance }) => {
      const [kind = '', party = '', reference = ''] = text.split('|');
      const after = balance === null ? '' : signed(balance, PLAIN);
      return cells([full(date), full(valueDate), party, kind, reference, signed(amount, PLAIN), 'EUR', after]);
    });
    return joined([
      cells(['Umsatzanzeige', `Datei erstellt am: ${full(account.period.end)}`]),
      cells(['IBAN', account.accountNumber]),
      cells(['Bank', account.bankName]),
      cells(['Zeitraum', `${full(account.period.start)} - ${full(account.period.end)}`]),
      cells(['Anfangssaldo', signed(account.opening, PLAIN), 'EUR']),
      cells(['Endsaldo', signed(account.closing, PLAIN), 'EUR']),
      '',
      cells([
        'Buchung',
        'Wertstellungsdatum',
        'Auftraggeber/Empfänger',
        'Buchungstext',
        'Verwendungszweck',
        'Betrag',
        'Währung',
        'Saldo',
      ]),
      ...rows,
    ]);
  },
};

const AMERICAN: readonly Movement[] = [
  [140_000, 310_000, 'DES MOINES MILLING DES:PAYROLL ID:{n6}'],
  [-14_000, -95, 'HY-VEE STORE {n4} {date} PURCHASE AMES IA'],
  [-60_000, -2_000, 'Zelle payment to Rob Olson for "rent, March"'],
  [-40_000, -2_000, 'MIDLAND ENERGY DES:WEB PMT ID:{n8}'],
  [1, 300, 'Interest Earned'],
];

/** American comma-separated values with a summary ahead; amounts with a comma in quotes. */
export const commas: StatementLayout = {
  name: 'csv-commas',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'MM/dd/yyyy', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Prairie Trust Bank',
      holder: 'DALE OLSON',
      address: ['1 MAIN ST', 'AMES IA 50010'],
      accountNumber: `xxxx xxxx ${random.digits(4)}`,
      currency: 'USD',
      movements: AMERICAN,
      balances: 'row',
      amounts: POINT,
      innerDate: 'MM/dd',
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const full = (iso: string) => printDate(iso, 'MM/dd/yyyy');
    const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const money = (minor: number) => quoted(signed(minor, POINT));
    const { credits, debits } = totalsOf(account.booked);
    const { start, end } = account.period;
    const rows = account.printed.map(({ date, lines: [text = ''], amount, balance }) =>
      [full(date), quoted(text), money(amount), balance === null ? '' : money(balance)].join(','),
    );
    return joined([
      `${account.bankName},,`,
      `Account,${account.accountNumber} USD,`,
      `Statement period,${full(start)} - ${full(end)},`,
      'Description,,Summary Amt.',
      `Beginning balance as of ${full(start)},,${money(account.opening)}`,
      `Total credits,,${money(credits)}`,
      `Total debits,,${money(-debits)}`,
      `Ending balance as of ${full(end)},,${money(account.closing)}`,
      '',
      'Date,Description,Amount,Running Bal.',
      `${full(start)},Beginning balance as of ${full(start)},,${money(account.opening)}`,
      ...rows,
    ]);
  },
};

/** A table in Markdown with debit and credit columns, and balances in bold around it. */
export const markdownColumns: StatementLayout = {
  name: 'md-debit-credit',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'dd MMM yyyy', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Solent Bank',
      holder: 'G. Appleyard',
      address: ['8 Dock Lane', 'Southampton SO14 2AQ'],
      accountNumber: random.digits(8),
      currency: 'GBP',
      movements: [
        [100_000, 220_000, 'Solent Marine Ltd wages'],
        [-9_000, -150, 'Card 4421 Tesbury {date}'],
        [-30_000, -900, 'Direct Debit Wessex Water'],
        [-500, -20, 'Charges | fees'],
      ],
      balances: 'row',
      amounts: POINT,
      innerDate: 'dd MMM',
      opening: [0, 0],
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const day = (iso: string) => printDate(iso, 'dd MMM yyyy');
    const print = (minor: number) => `£${digitsOf(minor, POINT)}`;
    const rows = account.printed.map(({ date, lines: [text = ''], amount, balance }) => {
      const cells = [
        day(date),
        text.replace('|', '\\|'),
        amount < 0 ? print(amount) : '',
        amount >= 0 ? print(amount) : '',
        balance === null ? '' : print(balance),
      ];
      return `| ${cells.join(' | ')} |`;
    });
    return joined([
      `# ${account.bankName}`,
      '',
      `**Account holder:** ${account.holder}  `,
      `**Account number:** ${account.accountNumber}  `,
      `**Sort code:** 30-11-08  `,
      `**Statement period:** ${day(account.period.start)} to ${day(account.period.end)}`,
      '',
      `- Opening balance: **${print(account.opening)}**`,
      `- Closing balance: **${print(account.closing)}**`,
      '',
      '| Date | Details | Debit | Credit | Balance |',
      '|:-----|:--------|------:|-------:|--------:|',
      ...rows,
      '',
      '*Page 1 of 1*',
    ]);
  },
};
