import { printDate } from '../calendar.ts';
import { digitsOf, POINT } from '../money.ts';
import type { Random } from '../random.ts';
import type { StatementLayout } from '../statements/layout.ts';
import type { Account } from '../statements/ledger.ts';
import { totalsOf } from '../statements/totals.ts';
import { calendarMonth, drawAccount } from './compose.ts';
import { firstOfDay, joined, place } from './place.ts';

const print = (minor: number) => digitsOf(minor, POINT);

/** Singapore: two currencies of one account, each with its own table and balances. */
export const singaporeCurrencies: StatementLayout = {
  name: 'sg-two-currencies',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'dd/MM/yyyy', language: 'en' },
  compose: (random) => {
    const period = calendarMonth(random);
    const number = `${random.digits(3)}-${random.digits(6)}`;
    const drawn = (currency: string, suffix: string) =>
      drawAccount(random, {
        bankName: 'Straits Development Bank',
        holder: 'LIM WEI JIE',
        address: ['BLK 88 TAMPINES ST 81', '#07-112 SINGAPORE 520088'],
        accountNumber: `${number}-${suffix}`,
        currency,
        movements: [
          [300_000, 800_000, 'GIRO - Salary', 'KEPPLER YARD PTE LTD', 'OTHR {n10}'],
          [500, 40_000, 'FAST Payment / Receipt', 'PAYNOW TRANSFER {n7}'],
          [-20_000, -120, 'Point-of-Sale Transaction or Proceeds', 'FAIRPRICE TAMPINES {date}'],
          [-50_000, -2_000, 'Advice', 'FUNDS TRANSFER TO {n3}-{n5}-{n1}'],
          [-2_000, -200, 'Service Charge'],
        ],
        balances: 'row',
        amounts: POINT,
        innerDate: 'dd/MM',
        period,
        count: [3, 18],
      });
    return [drawn('SGD', '1'), drawn('USD', '2')];
  },
  render: (accounts) => {
    const [first] = accounts;
    if (!first) return '';
    const full = (iso: string) => printDate(iso, 'dd MMM yyyy');
    return joined([
      place(0, first.bankName, 60, 'Consolidated Statement'),
      place(0, first.holder, 60, `${full(first.period.start)} to ${full(first.period.end)}`),
      ...first.address,
      '',
      ...accounts.flatMap(currencyTable),
      'Deposits are insured up to S$100,000 in aggregate per depositor.',
    ]);
  },
};

function currencyTable(account: Account): string[] {
  const { credits, debits } = totalsOf(account.booked);
  const rows = account.printed.flatMap(({ date, lines: [first = '', ...more], amount, balance }) => [
    place(
      0,
      printDate(date, 'dd/MM/yyyy'),
      13,
      first,
      -70,
      amount < 0 ? print(amount) : '',
      -88,
      amount >= 0 ? print(amount) : '',
      -106,
      balance === null ? '' : print(balance),
    ),
    ...more.map((text) => place(13, text)),
  ]);
  return [
    place(0, 'Multi-Currency Account', 60, `Account No. ${account.accountNumber}`),
    `CURRENCY: ${account.currency === 'SGD' ? 'SINGAPORE DOLLAR' : 'UNITED STATES DOLLAR'}`,
    place(0, 'Date', 13, 'Description', -70, 'Withdrawal (-)', -88, 'Deposit (+)', -106, 'Balance'),
    place(13, 'Balance Brought Forward', -106, `${account.currency} ${print(account.opening)}`),
    ...rows,
    place(13, 'Total', -70, print(debits), -88, print(credits)),
    place(13, 'Balance Carried Forward', -106, `${account.currency} ${print(account.closing)}`),
    '',
  ];
}

/** Hong Kong: deposits ahead of withdrawals, B/F and C/F, DR behind overdrawn balances. */
export const hongKong: StatementLayout = {
  name: 'hk-brought-forward',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'd MMM', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'Victoria Harbour Banking Corporation',
      holder: 'CHAN SIU MING',
      address: ['FLAT 12C 88 NATHAN ROAD', 'KOWLOON'],
      accountNumber: `${random.digits(3)}-${random.digits(6)}-${random.digits(3)}`,
      currency: 'HKD',
      movements: [
        [1_500_000, 4_500_000, 'CR TO {n6} PEARL LOGISTICS', 'SALARY'],
        [10_000, 300_000, 'FPS CREDIT N1{n5}'],
        [-90_000, -1_500, 'EPS {n6} WELLDONE MKT {date}'],
        [-900_000, -30_000, 'AUTOPAY OUT HK GAS {n8}'],
        [-300_000, -10_000, 'ATM WITHDRAWAL {date}'],
      ],
      balances: 'day',
      amounts: POINT,
      innerDate: 'dd~MMM',
      opening: [-300_000, 4_000_000],
      floor: -2_000_000,
    }),
  ],
  render: ([account]) => {
    if (!account) return '';
    const day = (iso: string) => printDate(iso, 'd MMM');
    const full = (iso: string) => printDate(iso, 'd MMMM yyyy');
    const state = (minor: number) => `${print(minor)}${minor < 0 ? ' DR' : ''}`;
    const at = (line: string, minor: number) => `${place(0, line, -106, print(minor))}${minor < 0 ? ' DR' : ''}`;
    const rows = account.printed.flatMap(({ date, lines: [first = '', ...more], amount, balance }, index) => {
      const start = firstOfDay(account.printed, index) ? place(0, day(date), 10, first) : place(10, first);
      const row = place(0, start, -70, amount >= 0 ? print(amount) : '', -88, amount < 0 ? print(amount) : '');
      return [balance === null ? row : at(row, balance), ...more.map((text) => place(10, text))];
    });
    return joined([
      account.bankName,
      place(0, account.holder, 60, 'Statement'),
      ...account.address,
      place(
        0,
        `Number ${account.accountNumber}`,
        60,
        `Period ${full(account.period.start)} to ${full(account.period.end)}`,
      ),
      'HKD Current',
      place(0, 'Date', 10, 'Transaction Details', -70, 'Deposit', -88, 'Withdrawal', -106, 'Balance (HKD)'),
      at(place(0, day(account.period.start), 10, 'B/F BALANCE'), account.opening),
      ...rows,
      at(place(0, day(account.period.end), 10, 'C/F BALANCE'), account.closing),
      `Transaction Turnover ${account.booked.length}`,
      `Closing Balance HKD ${state(account.closing)}`,
    ]);
  },
};

/** Japan: whole yen, dates with the signs for year, month and day. */
export const japaneseYen: StatementLayout = {
  name: 'jp-whole-yen',
  accountType: 'account',
  amounts: POINT,
  dates: { pattern: 'yyyy/MM/dd', language: 'en' },
  compose: (random) => [
    drawAccount(random, {
      bankName: 'みなと銀行',
      holder: 'サトウ ハナコ',
      address: ['〒650-0021', '神戸市中央区三宮町1-2-3'],
      accountNumber: random.digits(7),
      currency: 'JPY',
      movements: [
        [18_000_000, 42_000_000, '給与 カ)ミナトコウギヨウ'],
        [100_000, 5_000_000, '振込 ヤマダ タロウ'],
        [-2_500_000, -10_000, 'デビット {n6} スーパーコウベ'],
        [-1_800_000, -300_000, '口座振替 デンキ'],
        [-5_000_000, -100_000, 'ATM 出金'],
        [-33_000, -11_000, '手数料'],
      ],
      balances: 'row',
      amounts: POINT,
      innerDate: 'MM/dd',
      opening: [1_000_000, 90_000_000],
      step: 100,
    }),
  ],
  render: ([account], random) => (account ? yenRows(account, random) : ''),
};

function yenRows(account: Account, random: Random): string {
  const yen = (minor: number) => digitsOf(minor, POINT).replace('.00', '');
  const full = (iso: string) => printDate(iso, 'yyyy年 M月 d日').replaceAll(' ', '');
  const rows = account.printed.map(({ date, lines: [first = ''], amount, balance }) =>
    place(
      0,
      printDate(date, 'yyyy/MM/dd'),
      13,
      first,
      -60,
      amount < 0 ? yen(amount) : '',
      -76,
      amount >= 0 ? yen(amount) : '',
      -94,
      balance === null ? '' : yen(balance),
    ),
  );
  return joined([
    place(0, account.bankName, 50, '普通預金 取引明細'),
    place(0, `${account.holder} 様`, 50, `期間 ${full(account.period.start)}~${full(account.period.end)}`),
    ...account.address,
    `店番号 ${random.digits(3)}  口座番号 ${account.accountNumber}  通貨 円 (JPY)`,
    '',
    place(0, 'お取引日', 13, '摘要', -60, 'お支払金額', -76, 'お預り金額', -94, '差引残高'),
    place(13, '前月繰越', -94, yen(account.opening)),
    ...rows,
    place(13, '次月繰越', -94, yen(account.closing)),
  ]);
}
