import { printDate } from '../calendar.ts';
import { digitsOf, POINT } from '../money.ts';
import type { StatementLayout } from '../statements/layout.ts';
import { totalsOf } from '../statements/totals.ts';
import { drawAccount } from './compose.ts';
import { joined, place } from './place.ts';

/** Mexico: months as capital letters, two columns of balances that are printed once a day. */
export const twoBalances: StatementLayout = {
  name: 'mx-two-balances',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'dd/MMM', language: 'es' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Banco del Anáhuac',
      holder: 'ROSA ELENA CRUZ MEJIA',
      address: ['AV JUAREZ 210', 'PUEBLA PUE 72000'],
      accountNumber: random.digits(10),
      currency: 'MXN',
      movements: [
        [600_000, 2_200_000, 'T20|SPEI RECIBIDO BANORTIZ', 'NOMINA QUINCENA'],
        [-90_000, -2_000, 'A15|OXYO PUEBLA', 'RFC: CCO {n6}4N5 {date} AUT: {n6}'],
        [-200_000, -10_000, 'C07|RETIRO CAJERO AUTOMATICO'],
        [-500_000, -20_000, 'T17|SPEI ENVIADO AZTLAN', '{n10} RENTA'],
      ],
      balances: 'day',
      amounts: POINT,
      innerDate: 'dd/MM',
      opening: [100_000, 3_000_000],
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const day = (iso: string) => printDate(iso, 'dd/MMM', 'es').toUpperCase();
    const print = (minor: number) => digitsOf(minor, POINT);
    const rows = account.printed.flatMap(({ date, lines: [text = '', ...more], amount, balance }) => {
      const [code = '', name = ''] = text.split('|');
      const after = balance === null ? '' : print(balance);
      return [
        place(
          0,
          day(date),
          8,
          day(date),
          16,
          code,
          21,
          name,
          -72,
          amount < 0 ? print(amount) : '',
          -88,
          amount >= 0 ? print(amount) : '',
          -104,
          after,
          -120,
          after,
        ),
        ...more.map((line) => place(21, line)),
      ];
    });
    const { credits, debits } = totalsOf(account.booked);
    const full = (iso: string) => printDate(iso, 'dd/MM/yyyy');
    return joined([
      place(0, account.bankName, 60, 'Estado de Cuenta'),
      place(0, account.holder, 60, `Periodo DEL ${full(account.period.start)} AL ${full(account.period.end)}`),
      place(0, account.address[0] ?? '', 60, `No. de Cuenta ${account.accountNumber}`),
      place(0, account.address[1] ?? '', 60, 'MONEDA NACIONAL (MXN)'),
      place(0, 'Saldo Inicial', -40, print(account.opening)),
      place(0, 'Depósitos / Abonos (+)', -40, print(credits)),
      place(0, 'Retiros / Cargos (-)', -40, print(debits)),
      place(0, 'Saldo Final', -40, print(account.closing)),
      '',
      place(2, 'FECHA', -120, 'SALDO'),
      place(
        0,
        'OPER',
        8,
        'LIQ',
        16,
        'COD. DESCRIPCIÓN',
        -72,
        'CARGOS',
        -88,
        'ABONOS',
        -104,
        'OPERACIÓN',
        -120,
        'LIQUIDACIÓN',
      ),
      ...rows,
      '',
      place(0, 'TOTAL IMPORTE CARGOS', -60, print(debits), 70, 'TOTAL MOVIMIENTOS CARGOS', -104, '11'),
    ]);
  },
};
