import { printDate } from '../calendar.ts';
import { COMMA, signed } from '../money.ts';
import type { StatementLayout } from '../statements/layout.ts';
import { drawAccount } from './compose.ts';
import { ibanOf } from './iban.ts';
import { flow, joined } from './place.ts';

/** What optical recognition gives: every box a line, an amount and a balance for each row, signs in front. */
export const boxes: StatementLayout = {
  name: 'ocr-boxes-signed',
  accountType: 'account',
  amounts: COMMA,
  dates: { pattern: 'dd.MM.yyyy', language: 'de' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Bodensee Bank AG',
      holder: 'Ruth Allgaier',
      address: ['Seestraße 1', '88131 Lindau'],
      accountNumber: ibanOf('DE', random.digits(18)),
      currency: 'EUR',
      movements: [
        [120_000, 280_000, 'Rentenzahlung Deutsche Rente'],
        [900, 30_000, 'Gutschrift Fam. Allgaier'],
        [-14_000, -150, 'Kartenzahlung Obstmarkt Lindau'],
        [-30_000, -2_000, 'Lastschrift Stadtwerke {n6}'],
      ],
      balances: 'row',
      amounts: COMMA,
      innerDate: 'dd.MM.',
      count: [3, 24],
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const euro = (minor: number) => signed(minor, COMMA);
    const full = (iso: string) => printDate(iso, 'dd.MM.yyyy');
    const rows = account.printed.flatMap(({ date, lines: [first = ''], amount, balance }) => [
      full(date),
      first,
      euro(amount),
      balance === null ? '' : euro(balance),
    ]);
    return joined([
      account.bankName,
      'Kontoauszug',
      account.holder,
      ...account.address,
      'IBAN',
      account.accountNumber,
      'Zeitraum',
      flow(full(account.period.start), '-', full(account.period.end)),
      'Währung',
      'EUR',
      'Datum',
      'Buchungstext',
      'Betrag',
      'Saldo',
      'Anfangssaldo',
      euro(account.opening),
      ...rows.filter((text) => text !== ''),
      'Endsaldo',
      euro(account.closing),
    ]);
  },
};
