import { describe, expect, it } from 'vitest';
import { answerStatement } from './answer.ts';
import type { Book } from './testing/books.ts';
import { CARD_LAYOUTS } from './testing/card-layouts.ts';
import { invent, LAYOUTS } from './testing/layouts.ts';
import type { StatementAnalysis } from './types.ts';

/** The transactions as sortable lines; sections print them in another order than time. */
function found(analysis: StatementAnalysis): string[] {
  return analysis.transactions.map(({ date, amount, type }) => `${date} ${amount.toFixed(2)} ${type}`).sort();
}

function expected(book: Book, scale = 100): string[] {
  return book.entries
    .map(({ iso, amount }) => `${iso} ${(amount / scale).toFixed(2)} ${amount < 0 ? 'debit' : 'credit'}`)
    .sort();
}

describe('answerStatement', () => {
  for (const layout of [...LAYOUTS, ...CARD_LAYOUTS]) {
    describe(layout.name, () => {
      for (const [seed, count] of [
        [77, 3],
        [154, 9],
        [231, 26],
        [385, 60],
      ] as const) {
        it(`reads and verifies ${count} transactions`, () => {
          const { text, book } = invent(layout, seed, count);
          const analysis = answerStatement(text);
          expect(found(analysis)).toEqual(expected(book, layout.name.includes('yen') ? 1 : 100));
          expect(analysis.verification.checks.filter((check) => !check.ok)).toEqual([]);
          expect(analysis.verification.fields.transactions?.status).toBe('verified');
          expect(analysis.transactionCount).toBe(count);
          for (const [at, { text: description }] of book.entries.entries()) {
            const own = analysis.transactions.filter((transaction) => transaction.description.includes(description));
            expect(own.length, `${at} ${description}`).toBeGreaterThan(0);
          }
        });
      }
    });
  }

  it('gives every transaction the balance after it, printed or computed', () => {
    for (const layout of LAYOUTS.filter(({ name }) => !/newest|sections|yen/.test(name))) {
      const { text, book } = invent(layout, 12, 14);
      const balances = answerStatement(text).transactions.map(({ balance }) => balance);
      expect(balances, layout.name).toEqual(book.entries.map(({ balance }) => balance / 100));
    }
  });

  it('computes no balance for a card whose bill prints debts', () => {
    const { text, book } = invent(CARD_LAYOUTS[0]!, 3, 8);
    const { transactions, accountInfo } = answerStatement(text);
    expect(transactions.every(({ balance, balanceSource }) => balance === null && balanceSource === null)).toBe(true);
    expect(accountInfo.balanceMeaning).toBe('owed');
    expect(accountInfo.openingBalance).toBe(-book.opening / 100);
  });

  it('reads who and what the statement is about', () => {
    const { text } = invent(LAYOUTS.find(({ name }) => name.startsWith('es'))!, 5, 4);
    expect(answerStatement(text).accountInfo).toMatchObject({
      accountNumber: 'ES91 2100 0418 4502 0005 1332',
      bankName: 'Banco del Ejemplo, S.A.',
      holder: 'Ana Muestra',
      currency: 'EUR',
      statementPeriod: '01/03/2024 al 31/03/2024',
      periodStart: '2024-03-01',
      periodEnd: '2024-03-31',
    });
  });

  it('prefers the bank and the kind of account that the caller knows', () => {
    const { accountInfo } = answerStatement('', { bankName: 'Mine', accountType: 'savings' });
    expect(accountInfo).toMatchObject({ bankName: 'Mine', accountType: 'savings', accountNumber: null });
  });

  it('takes no blank name and no control characters from the caller', () => {
    const named = (bankName: string, accountType: string) =>
      answerStatement('Harbour Bank\nSavings account', { bankName, accountType }).accountInfo;
    expect(named(' \u0000Mill\u0007 Bank\n', 'giro')).toMatchObject({ bankName: 'Mill Bank', accountType: 'giro' });
    expect(named('\u0000 ', '  ')).toMatchObject({ bankName: 'Harbour Bank', accountType: 'Savings account' });
  });

  it('says nothing of balances where nothing was read', () => {
    for (const text of ['hello', '2024-05-02 Rent'])
      expect(answerStatement(text).accountInfo.balanceMeaning).toBeNull();
    expect(answerStatement('Opening balance 5.00\nClosing balance 5.00').accountInfo.balanceMeaning).toBe('owned');
  });

  it('names its checks in one way', () => {
    const text = [
      'Date Description Amount Balance',
      '2024-05-01 Opening balance 100.00',
      '2024-05-02 Salary 50.00 150.00\n2024-05-03 Rent -30.00 120.00\n2024-05-04 Gas -10.00 119.00',
      '2024-05-31 Closing balance 119.00',
      'Total debits 40.00\nTotal credits 50.00',
    ].join('\n');
    const names = answerStatement(text).verification.checks.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['running_balance', 'transactions.2.balance', 'opening_plus_amounts']),
    );
    for (const name of names) expect(name).toMatch(/^(?:transactions\.\d+\.balance|[a-z_]+)$/);
  });

  it('keeps the accounts of one document apart', () => {
    const { transactions, accounts, verification } = answerStatement(TWO_ACCOUNTS);
    expect(transactions.map(({ amount, account }) => [amount, account])).toEqual([
      [50, 0],
      [-30, 0],
      [10, 1],
    ]);
    expect(accounts?.map((account) => [account.accountNumber, account.openingBalance, account.closingBalance])).toEqual(
      [
        ['11112222', 100, 120],
        ['33334444', 1000, 1010],
      ],
    );
    expect(verification.fields.transactions?.status).toBe('verified');
  });

  it('reads lists of cheques with several in a line', () => {
    const { transactions, verification } = answerStatement(CHEQUES);
    expect(transactions.map(({ date, amount, description }) => [date, amount, description])).toEqual([
      ['2024-04-05', 500, 'Payroll deposit'],
      ['2024-04-03', -100, '1001'],
      ['2024-04-09', -75.5, '1002'],
      ['2024-04-20', -150, 'Mortgage payment'],
    ]);
    expect(verification.fields.transactions?.status).toBe('verified');
  });

  it('reads an overdraft from its words or its column', () => {
    const { accountInfo, verification } = answerStatement(OVERDRAWN);
    expect([accountInfo.openingBalance, accountInfo.closingBalance]).toEqual([-120, -20]);
    expect(verification.fields.transactions?.status).toBe('verified');
  });

  it('reads amounts that stand below their date', () => {
    const { transactions, verification } = answerStatement(STACKED);
    expect(transactions.map(({ amount, balance, description }) => [amount, balance, description])).toEqual([
      [-4.5, 1495.5, 'POS purchase Coffee corner'],
      [2000, 3495.5, 'Employer Ltd salary'],
    ]);
    expect(verification.fields.transactions?.status).toBe('verified');
  });

  it('takes neither carried balances nor totals nor summaries for transactions', () => {
    const { text, book } = invent(LAYOUTS[0]!, 9, 40);
    expect(text).toContain('Balance carried forward');
    expect(answerStatement(text).transactions).toHaveLength(book.entries.length);
  });

  it('finds nothing in prose, in an empty text and in a statement without transactions', () => {
    const prose = 'From 1 May 2024 the monthly fee is 3.00. We will tell you again on 2 June 2024 about 4.00 more.';
    expect(answerStatement(prose).transactions).toEqual([]);
    expect(answerStatement('').verification.status).toBe('unverified');
    const idle = answerStatement(
      'Alter Saldo vom 01.02.2024 120,00+\nKeine Umsätze\nNeuer Saldo vom 29.02.2024 120,00+',
    );
    expect(idle.transactions).toEqual([]);
    expect(idle.accountInfo).toMatchObject({ openingBalance: 120, closingBalance: 120 });
  });

  it('is not verified where rows of another account were not read, since its currency has no decimals', () => {
    const second =
      'Számlaszám: HU42   Pénznem: EUR\nDátum   Megnevezés   Összeg   Egyenleg\n   Nyitó egyenleg      310,40\n' +
      '2030.02.12.   Átutalás   -48,90   261,50\n2030.02.20.   Utalás   120,00   381,50\n   Záró egyenleg      381,50';
    const first =
      'Számlaszám: HU41   Pénznem: HUF\nDátum   Megnevezés   Összeg   Egyenleg\n' +
      '2030.02.05.   Bérutalás   412 500   662 500\n2030.02.10.   Közüzemi díj   -38 200   624 300\n';
    expect(answerStatement(second).verification.fields.transactions?.status).toBe('verified');
    const { fields, checks } = answerStatement(first + second).verification;
    expect(fields.transactions?.status).toBe('unverified');
    expect(checks).toContainEqual({ name: 'lines_read', ok: false, expected: 10, actual: 8 });
  });

  it('leaves a date null when no year is printed anywhere', () => {
    const text = 'Date Description Amount\n03/15 Coffee -4.00\n03/16 Tea -3.00';
    expect(answerStatement(text).transactions.map(({ date }) => date)).toEqual([null, null]);
  });

  it('points to every value in the text that the caller sent', () => {
    const { text, book } = invent(LAYOUTS.find(({ name }) => name.startsWith('es'))!, 8, 6);
    const sent = `\ufeff${text}`;
    const { evidence } = answerStatement(sent, { includeEvidence: true });
    const quote = (path: string) => sent.slice(evidence?.[path]?.start, evidence?.[path]?.end);
    expect(quote('transactions.0.date')).toBe(book.entries[0]?.iso.split('-').reverse().join('/'));
    expect(quote('accountInfo.accountNumber')).toBe('ES91 2100 0418 4502 0005 1332');
    for (const [at, { amount }] of book.entries.entries()) {
      expect(quote(`transactions.${at}.amount`).replace(/[^\d]/g, '')).toBe(String(Math.abs(amount)));
    }
    expect(answerStatement(text).evidence).toBeUndefined();
  });

  it('reads a long statement whole', () => {
    const { text } = invent(LAYOUTS.find(({ name }) => name.startsWith('de: S and H'))!, 21, 1500);
    const { transactionCount, verification } = answerStatement(text);
    expect([transactionCount, verification.fields.transactions?.status]).toEqual([1500, 'verified']);
  });
});

const TWO_ACCOUNTS = `Harbour Bank plc
Statement period 1 May 2024 to 31 May 2024

Current account 11112222
Date Description Amount Balance
Opening balance 100.00
02 May Salary 50.00 150.00
03 May Rent -30.00 120.00
Closing balance 120.00

Savings account
Account number 33334444
Date Description Amount Balance
Opening balance 1,000.00
05 May Transfer from current 10.00 1,010.00
Closing balance 1,010.00
`;

const CHEQUES = `Lakeside National Bank
Statement Period 04/01/2024 through 04/30/2024
Beginning Balance     Deposits      Withdrawals     Ending Balance
$1,000.00             $500.00       $325.50         $1,174.50

DEPOSITS AND OTHER CREDITS
Date    Description                       Amount
04/05   Payroll deposit                   500.00

CHECKS
Check No   Date    Amount       Check No   Date    Amount
1001       04/03   100.00       1002       04/09   75.50

OTHER WITHDRAWALS
Date    Description                       Amount
04/20   Mortgage payment                  150.00
`;

const OVERDRAWN = `Banque Exemple
Relevé du 01/05/2024 au 31/05/2024
Date        Libellé                          Débit        Crédit
            SOLDE DEBITEUR AU 01/05/2024    120,00
02/05       Virement reçu                                 500,00
03/05       Loyer                           400,00
            SOLDE DEBITEUR AU 31/05/2024     20,00
`;

const STACKED = `Bank of Sample
Statement from 2024-06-01 to 2024-06-30
Date Transaction Debit Credit Balance
2024-06-01 Balance brought forward 1,500.00
2024-06-03
POS purchase
Coffee corner
4.50 1,495.50
2024-06-04
Employer Ltd
salary
2,000.00 3,495.50
`;
