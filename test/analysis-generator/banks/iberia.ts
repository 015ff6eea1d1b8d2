import { printDate } from '../calendar.ts';
import { type AmountStyle, COMMA, digitsOf, signed } from '../money.ts';
import type { StatementLayout } from '../statements/layout.ts';
import type { Entry } from '../statements/ledger.ts';
import { iban } from '../vocabulary/describe.ts';
import { calendarMonth, drawAccount } from './compose.ts';
import { ibanOf } from './iban.ts';
import { joined, place } from './place.ts';

/** Spain: newest first, the euro sign behind amounts and balances. */
export const newestEuros: StatementLayout = {
  name: 'es-newest-euros',
  accountType: 'account',
  amounts: COMMA,
  dates: { pattern: 'dd/MM/yyyy', language: 'es' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Banco de Sanabria',
      holder: 'Íñigo Barreiro Paz',
      address: ['Plaza Mayor 1', '49300 Zamora'],
      accountNumber: ibanOf('ES', random.digits(20)),
      currency: 'EUR',
      movements: [
        [110_000, 240_000, 'Nómina recibida Quesos Zamora SL'],
        [-12_000, -95, 'Pago en Mercadio Zamora ES'],
        [-30_000, -700, 'Recibo Aguas de Zamora {n8}'],
        [-40_000, -1_000, 'Bizum enviado a Ana'],
        [500, 20_000, 'Bizum recibido de Ana'],
      ],
      balances: 'row',
      amounts: COMMA,
      innerDate: 'dd/MM',
      opening: [0, 300_000],
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const day = (iso: string) => printDate(iso, 'dd/MM/yyyy');
    const euro = (minor: number) => `${signed(minor, COMMA)} €`;
    const rows = account.printed
      .toReversed()
      .map(({ date, valueDate, lines: [text = ''], amount, balance }) =>
        place(
          0,
          day(date),
          13,
          day(valueDate),
          26,
          text,
          -84,
          euro(amount),
          -102,
          balance === null ? '' : euro(balance),
        ),
      );
    return joined([
      place(0, account.bankName, 60, 'Movimientos de la cuenta'),
      `Titular: ${account.holder}`,
      `Número de cuenta: ${account.accountNumber}`,
      `Desde ${day(account.period.start)} hasta ${day(account.period.end)}`,
      `Saldo inicial: ${euro(account.opening)}`,
      `Saldo final: ${euro(account.closing)}`,
      place(0, 'Fecha', 13, 'Fecha valor', 26, 'Descripción', -84, 'Importe (€)', -102, 'Saldo (€)'),
      ...rows,
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

/** Spain: charges and credits with a running balance that may carry a minus behind. */
export const extracto: StatementLayout = {
  name: 'es-cargos-abonos',
  accountType: 'account',
  amounts: COMMA,
  dates: { pattern: 'dd/MM/yy', language: 'es' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Caja Rural de Ademuz',
      holder: 'LUCIA FERRANDIS GIL',
      address: ['C/ MAYOR 14 2 B', '46003 VALENCIA'],
      accountNumber: iban('ES', random),
      currency: 'EUR',
      movements: [
        [110_000, 240_000, 'NOMINA TEXTIL LEVANTE SL', 'REF. {n12}'],
        [1_000, 40_000, 'TRANSFERENCIA A SU FAVOR'],
        [-12_000, -95, 'COMPRA TARJ. 5402XXXXXXXX{n4} MERCADONIA'],
        [-30_000, -700, 'RECIBO IBERLUZ CLIENTES', 'N. RECIBO {n4} {n3} {n7}'],
        [-20_000, -2_000, 'REINTEGRO CAJERO {date}'],
        [-2_000, -5, 'COMISION MANTENIMIENTO'],
      ],
      balances: 'row',
      amounts: COMMA,
      innerDate: 'dd/MM',
      opening: [-5_000, 300_000],
      floor: -60_000,
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const { start, end } = account.period;
    const state = (minor: number) => `${digitsOf(minor, COMMA)}${minor < 0 ? '-' : ''}`;
    const rows = account.printed.flatMap((entry) => [
      place(
        0,
        day(entry.date, 'dd/MM/yy'),
        11,
        day(entry.valueDate, 'dd/MM/yy'),
        22,
        entry.lines[0] ?? '',
        -82,
        debit(entry, COMMA),
        -98,
        credit(entry, COMMA),
        entry.balance !== null && entry.balance < 0 ? -115 : -114,
        entry.balance === null ? '' : state(entry.balance),
      ),
      ...entry.lines.slice(1).map((text) => place(22, text)),
    ]);
    return joined([
      place(0, account.bankName, 60, 'EXTRACTO DE CUENTA CORRIENTE'),
      place(0, account.holder, 60, `DEL ${day(start, 'dd/MM/yyyy')} AL ${day(end, 'dd/MM/yyyy')}`),
      ...account.address,
      place(0, 'IBAN', 8, account.accountNumber, 60, 'DIVISA EUR', 75, 'HOJA 1/1'),
      '',
      place(0, 'F. OPER.', 11, 'F. VALOR', 22, 'CONCEPTO', -82, 'CARGOS', -98, 'ABONOS', -114, 'SALDO'),
      place(22, 'SALDO ANTERIOR', account.opening < 0 ? -115 : -114, state(account.opening)),
      ...rows,
      place(
        22,
        `SALDO A SU FAVOR A ${day(end, 'dd/MM/yyyy')}`.replace(
          'A SU FAVOR',
          account.closing < 0 ? 'A NUESTRO FAVOR' : 'A SU FAVOR',
        ),
        account.closing < 0 ? -115 : -114,
        state(account.closing),
      ),
      'T.A.E. 0,00%  Atención al cliente 900 555 014',
    ]);
  },
};

/** Portugal: days as month.day, blanks between thousands and a point before cents. */
export const combinado: StatementLayout = {
  name: 'pt-extrato-combinado',
  accountType: 'account',
  amounts: { group: ' ', decimal: '.' },
  dates: { pattern: 'M.dd', language: 'pt' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Banco Atlântico do Douro',
      holder: 'TERESA ISABEL MOUTINHO',
      address: ['RUA DAS FLORES 88 3 ESQ', '4050-262 PORTO'],
      accountNumber: ibanOf('PT', `00330000${random.digits(13)}`),
      currency: 'EUR',
      movements: [
        [95_000, 210_000, 'TRF CRED SEPA+ VENCIMENTO DOURO TEXTEIS'],
        [-11_000, -80, 'COMPRA {n4} PINGO DOCE PORTO'],
        [-24_000, -900, 'DD AGUAS DO PORTO {n11}'],
        [-20_000, -1_000, 'LEV ATM {n4} RUA DE CEUTA'],
        [-700, -4, 'IMPOSTO SELO'],
      ],
      balances: 'row',
      amounts: { group: ' ', decimal: '.' },
      innerDate: 'dd/MM',
      period: calendarMonth(random),
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const style = { group: ' ', decimal: '.' };
    const { start, end } = account.period;
    const rows = account.printed.map((entry) =>
      place(
        0,
        day(entry.date, 'M.dd'),
        7,
        day(entry.valueDate, 'M.dd'),
        14,
        entry.lines[0] ?? '',
        -76,
        debit(entry, style),
        -92,
        credit(entry, style),
        -108,
        entry.balance === null ? '' : signed(entry.balance, style),
      ),
    );
    return joined([
      place(0, account.bankName, 50, 'EXTRATO COMBINADO'),
      place(0, account.holder, 50, `EXTRATO DE ${day(start, 'yyyy/MM/dd')} A ${day(end, 'yyyy/MM/dd')}`),
      ...account.address,
      place(0, 'CONTA A ORDEM', 50, 'MOEDA EUR'),
      `IBAN: ${account.accountNumber}`,
      '',
      place(0, 'DATA', 7, 'DATA', 14, 'DESCRITIVO', -76, 'DÉBITO', -92, 'CRÉDITO', -108, 'SALDO'),
      place(0, 'LANC.', 7, 'VALOR'),
      place(14, 'SALDO INICIAL', -108, signed(account.opening, style)),
      ...rows,
      place(14, 'SALDO FINAL', -108, signed(account.closing, style)),
    ]);
  },
};
