import { printDate } from '../calendar.ts';
import { COMMA, digitsOf } from '../money.ts';
import type { StatementLayout } from '../statements/layout.ts';
import type { Account, Entry } from '../statements/ledger.ts';
import { dailyBalances, totalsOf } from '../statements/totals.ts';
import { drawAccount } from './compose.ts';
import { firstOfDay, joined, place } from './place.ts';

/** Brazil: a heading for each day, with totals of what came in and what went out over the rows of each. */
export const dailyTotals: StatementLayout = {
  name: 'br-daily-totals',
  accountType: 'account',
  amounts: COMMA,
  dates: { pattern: 'dd MMM yyyy', language: 'pt' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Banco Roxinho S.A.',
      holder: 'Carla Menezes',
      address: ['Rua das Laranjeiras 9', 'Curitiba PR'],
      accountNumber: `${random.digits(8)}-${random.digits(1)}`,
      currency: 'BRL',
      movements: [
        [1_000, 400_000, 'Transferência recebida pelo Pix RITA MENEZES'],
        [-30_000, -300, 'Compra no débito PADARIA BOM DIA'],
        [-90_000, -2_000, 'Transferência enviada pelo Pix JOAO LIMA'],
        [-60_000, -3_000, 'Pagamento de boleto efetuado COPEL'],
      ],
      balances: 'none',
      amounts: COMMA,
      innerDate: 'dd/MM',
      opening: [0, 200_000],
    }),
  ],
  render: ([account]) => (account ? dailyRows(account) : ''),
};

function dailyRows(account: Account): string {
  const day = (iso: string) => printDate(iso, 'dd MMM yyyy', 'pt').toUpperCase();
  const real = (minor: number) => digitsOf(minor, COMMA);
  const part = (entries: readonly Entry[], booked: readonly Entry[], date: string, sign: 1 | -1) => {
    const own = (list: readonly Entry[]) =>
      list.filter((each) => each.date === date && Math.sign(each.amount) === sign);
    const total = own(booked).reduce((sum, { amount }) => sum + amount, 0);
    if (own(booked).length === 0) return [];
    const title = sign === 1 ? 'Total de entradas' : 'Total de saídas';
    return [
      place(16, title, -90, `${sign === 1 ? '+' : '-'} ${real(total)}`),
      ...own(entries).map(({ lines: [text = ''], amount }) => place(16, text, -90, real(amount))),
    ];
  };
  const days = [...new Set(account.booked.map(({ date }) => date))];
  const rows = days.flatMap((date) => [
    day(date),
    ...part(account.printed, account.booked, date, 1),
    ...part(account.printed, account.booked, date, -1),
    '',
  ]);
  const { credits, debits } = totalsOf(account.booked);
  return joined([
    place(0, account.bankName, 50, account.holder),
    place(50, `Agência 0001 Conta ${account.accountNumber}`),
    `${day(account.period.start)} a ${day(account.period.end)}`,
    'Valores em R$',
    place(0, 'Saldo inicial', -90, real(account.opening)),
    place(0, 'Total de entradas', -90, `+${real(credits)}`),
    place(0, 'Total de saídas', -90, `-${real(debits)}`),
    place(0, 'Saldo final do período', -90, real(account.closing)),
    '',
    'Movimentações',
    ...rows,
    'Tem alguma dúvida? Ligue 0800 555 0177',
  ]);
}

const day = (iso: string, pattern: string) => printDate(iso, pattern);

/** Brazil: C and D behind amounts, the day's balance as a line of its own. */
export const saldoDoDia: StatementLayout = {
  name: 'br-saldo-do-dia',
  accountType: 'account',
  amounts: COMMA,
  dates: { pattern: 'dd/MM', language: 'pt' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Banco do Cerrado S.A.',
      holder: 'ANTONIO CARLOS PRADO',
      address: ['QD 12 LT 4 SETOR OESTE', 'GOIANIA GO'],
      accountNumber: `${random.digits(5)}-${random.digits(1)}`,
      currency: 'BRL',
      movements: [
        [180_000, 520_000, 'PIX RECEBIDO FAZENDA BOA VISTA'],
        [1_000, 30_000, 'DEP DINHEIRO 24H {n6}'],
        [-16_000, -300, 'COMPRA CARTAO MERCADO UNIAO {date}'],
        [-50_000, -1_500, 'PAGTO BOLETO CONDOMINIO {n8}'],
        [-4_500, -900, 'TARIFA PACOTE SERVICOS'],
        [-40_000, -2_000, 'PIX ENVIADO JOANA PRADO'],
      ],
      balances: 'none',
      amounts: COMMA,
      innerDate: 'dd/MM',
      opening: [-30_000, 200_000],
      floor: -150_000,
    }),
  ],
  render: ([account]) => (account ? extrato(account) : ''),
};

function extrato(account: Account): string {
  const mark = (minor: number) => `${digitsOf(minor, COMMA)} ${minor < 0 ? 'D' : 'C'}`;
  const ends = new Map(dailyBalances(account).map(({ date, balance }) => [date, balance]));
  const rows = account.printed.flatMap((entry, index) => {
    const row = place(
      0,
      firstOfDay(account.printed, index) ? day(entry.date, 'dd/MM') : '',
      8,
      entry.lines[0] ?? '',
      -80,
      mark(entry.amount),
    );
    const last = account.printed[index + 1]?.date !== entry.date;
    return last ? [row, place(8, 'SALDO DO DIA', -100, mark(ends.get(entry.date) ?? 0))] : [row];
  });
  return joined([
    place(0, account.bankName, 40, 'EXTRATO DE CONTA CORRENTE'),
    place(0, account.holder, 40, `Agência 1482-3 Conta ${account.accountNumber}`),
    place(0, 'Período', 10, `${day(account.period.start, 'dd/MM/yyyy')} a ${day(account.period.end, 'dd/MM/yyyy')}`),
    place(0, 'Data', 8, 'Histórico', -80, 'Valor R$', -100, 'Saldo R$'),
    place(8, 'SALDO ANTERIOR', -100, mark(account.opening)),
    ...rows,
    place(8, 'SALDO FINAL', -100, mark(account.closing)),
    'Limite de cheque especial R$ 2.000,00 - SAC 0800 555 0199',
  ]);
}
