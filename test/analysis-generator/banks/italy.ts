import { printDate } from '../calendar.ts';
import { type AmountStyle, COMMA, digitsOf } from '../money.ts';
import type { StatementLayout } from '../statements/layout.ts';
import type { Entry } from '../statements/ledger.ts';
import { totalsOf } from '../statements/totals.ts';
import { iban } from '../vocabulary/describe.ts';
import { drawAccount } from './compose.ts';
import { joined, place } from './place.ts';

const day = (iso: string, pattern: string) => printDate(iso, pattern);

function debit(entry: Entry, style: AmountStyle): string {
  return entry.amount < 0 ? digitsOf(entry.amount, style) : '';
}

function credit(entry: Entry, style: AmountStyle): string {
  return entry.amount >= 0 ? digitsOf(entry.amount, style) : '';
}

/** Italy: dare and avere ahead of the description, balances at both ends alone. */
export const dareAvere: StatementLayout = {
  name: 'it-dare-avere',
  accountType: 'account',
  amounts: COMMA,
  dates: { pattern: 'dd.MM.yyyy', language: 'it' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Banca Popolare del Conero',
      holder: 'DOTT.SSA CHIARA MENGONI',
      address: ['VIA ROMA 21', '60121 ANCONA AN'],
      accountNumber: iban('IT', random),
      currency: 'EUR',
      movements: [
        [120_000, 260_000, 'EMOLUMENTI CANTIERI ADRIATICI SPA', 'COD. {n10}'],
        [2_000, 60_000, 'BONIFICO A VOSTRO FAVORE'],
        [-14_000, -200, 'PAGAMENTO POS {date} ORE 12.15', 'CONAD CITY ANCONA CARTA *{n4}'],
        [-40_000, -900, 'ADDEBITO SDD ENEL ENERGIA', 'MANDATO {n12} IMPORTO LORDO {money}'],
        [-25_000, -2_000, 'PRELIEVO BANCOMAT {date}'],
        [-3_420, -855, 'IMPOSTA DI BOLLO E/C'],
        [-300, -50, 'COMMISSIONI BONIFICO'],
      ],
      balances: 'none',
      amounts: COMMA,
      innerDate: 'dd/MM/yy',
      period: quarter(random.integer(2019, 2025), random.integer(0, 3)),
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const { start, end } = account.period;
    const { credits, debits } = totalsOf(account.booked);
    const rows = account.printed.flatMap((entry) => [
      place(
        0,
        day(entry.date, 'dd.MM.yyyy'),
        12,
        day(entry.valueDate, 'dd.MM.yyyy'),
        -40,
        debit(entry, COMMA),
        -56,
        credit(entry, COMMA),
        60,
        entry.lines[0] ?? '',
      ),
      ...entry.lines.slice(1).map((text) => place(60, text)),
    ]);
    return joined([
      place(0, account.bankName, 50, 'ESTRATTO CONTO'),
      place(50, `periodo dal ${day(start, 'dd.MM.yyyy')} al ${day(end, 'dd.MM.yyyy')}`),
      place(0, account.holder, 50, `IBAN ${account.accountNumber}`),
      ...account.address,
      'Fido concesso: 3.000,00 EUR',
      '',
      place(0, 'Data', 12, 'Valuta', -40, 'Dare', -56, 'Avere', 60, 'Descrizione operazioni'),
      place(
        0,
        day(start, 'dd.MM.yyyy'),
        account.opening < 0 ? -40 : -56,
        digitsOf(account.opening, COMMA),
        60,
        'SALDO INIZIALE',
      ),
      ...rows,
      place(0, 'Totali', -40, digitsOf(debits, COMMA), -56, digitsOf(credits, COMMA)),
      place(0, day(end, 'dd.MM.yyyy'), -56, digitsOf(account.closing, COMMA), 60, 'SALDO FINALE A VOSTRO CREDITO'),
      'Il presente estratto conto si intende approvato trascorsi 60 giorni.',
    ]);
  },
};

function quarter(year: number, index: number): { start: string; end: string } {
  const month = String(index * 3 + 1).padStart(2, '0');
  return { start: `${year}-${month}-01`, end: new Date(Date.UTC(year, index * 3 + 3, 0)).toISOString().slice(0, 10) };
}
