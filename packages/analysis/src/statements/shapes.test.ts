import { describe, expect, it } from 'vitest';
import { answerStatement } from './answer.ts';

/** Where banks print dates, sums and signs in unusual places. */

const rows = (text: string) => answerStatement(text).transactions.map(({ date, amount }) => `${date} ${amount}`);
const statusOf = (text: string) => answerStatement(text).verification.fields.transactions?.status ?? 'none';

describe('dates of rows', () => {
  const below = [
    'EUR on 31 May 2026   90.00 EUR',
    'EUR on 1 May 2026   100.00 EUR',
    '1 May 2026 - 31 May 2026',
    'Description                     Incoming    Outgoing     Amount',
    'Card transaction Cafe                         -25.00      90.00',
    '20 May 2026  Transaction: CARD-1',
    'Received from Ann                  15.00                 115.00',
    '3 May 2026  Transaction: TRANSFER-2',
  ].join('\n');

  it('may stand below their words and sums', () => {
    expect(rows(below)).toEqual(['2026-05-20 -25', '2026-05-03 15']);
    expect(statusOf(below)).toBe('verified');
  });

  it('are those of the row of the opening balance, where the rows below it have none', () => {
    const text = [
      '03 Jan - 31 Jan 2026',
      'Date     Description                Money out    Money in     Balance',
      '3 Jan    Start balance                                         388.20',
      '         Card payment to Garage         42.10',
      '         Direct Debit to Streamly        9.99                  336.11',
      '6 Jan    Standing order to B Lets      100.00                  236.11',
      '31 Jan   End balance                                           236.11',
    ].join('\n');
    expect(rows(text)).toEqual(['2026-01-03 -42.1', '2026-01-03 -9.99', '2026-01-06 -100']);
    expect(statusOf(text)).toBe('verified');
  });

  it('say that a balance above the rows, of a day that none comes after, is the last one', () => {
    const { accountInfo } = answerStatement(below.replace('EUR on 1 May 2026   100.00 EUR\n', ''));
    expect([accountInfo.openingBalance, accountInfo.closingBalance]).toEqual([null, 90]);
  });

  it('may be a value date in the second line, which is no row although a sum stands in it', () => {
    const text = [
      'Kontoauszug 01.05.2026 bis 31.05.2026',
      'Alter Saldo 100,00 Euro',
      'Buchung Verwendungszweck Betrag (EUR)',
      'Valuta',
      '05.05.2026 Lastschrift Stadtwerke -40,00',
      '04.05.2026 Abschlag 55,00',
      '06.05.2026 Gutschrift Maike 10,00',
      '06.05.2026 Essen 12,50',
      'Neuer Saldo 70,00 Euro',
    ].join('\n');
    expect(rows(text)).toEqual(['2026-05-05 -40', '2026-05-06 10']);
    expect(answerStatement(text).transactions[0]?.valueDate).toBe('2026-05-04');
    expect(statusOf(text)).toBe('verified');
  });

  it('may have the month first with a point, as in Portugal', () => {
    const text = [
      'EXTRATO DE 2026/08/01 A 2026/08/31',
      'DATA   DATA   DESCRITIVO         DEBITO    CREDITO     SALDO',
      '              SALDO INICIAL                            100.00',
      '8.04   8.03   COMPRA              10.00                 90.00',
      '8.21   8.24   TRANSFERENCIA                   5.00      95.00',
      '              SALDO FINAL                               95.00',
    ].join('\n');
    expect(rows(text)).toEqual(['2026-08-04 -10', '2026-08-21 5']);
  });

  it('take no year from the date beside them', () => {
    const text = [
      'Periodo del 01/06/2026 al 30/06/2026',
      'Saldo inicial 100.00',
      'OPER    LIQ     DESCRIPCION         CARGOS    ABONOS    SALDO',
      '02/JUN  03/JUN  RETIRO               10.00               90.00',
      '09/JUN  09/JUN  ABONO                          5.00      95.00',
      'Saldo final 95.00',
    ].join('\n');
    expect(rows(text)).toEqual(['2026-06-02 -10', '2026-06-09 5']);
  });

  it('far from the printed period verify nothing', () => {
    const text = (month: string) =>
      [
        'Statement period 1 May 2026 to 31 May 2026',
        'Opening balance 100.00',
        'Date Details Amount Balance',
        `2026-${month}-04 Rent -10.00 90.00`,
        'Closing balance 90.00',
      ].join('\n');
    expect(statusOf(text('05'))).toBe('verified');
    expect(statusOf(text('12'))).toBe('unverified');
  });
});

describe('rows', () => {
  it('keep a date in their words apart from the column of dates, on the next page too', () => {
    const head = 'Date        Details                              Paid out      Paid in      Balance';
    const text = [
      '1 April 2026 to 30 April 2026',
      head,
      '            BALANCE BROUGHT FORWARD                                            500.00',
      '29 Apr 26   VIS    CAFE                             10.00                      490.00',
      '30 Apr 26   DD     MOBILE',
      '                   MANDATE NO 3929                  40.00                      450.00',
      '            BALANCE CARRIED FORWARD                                            450.00\f',
      head,
      '            BALANCE BROUGHT FORWARD                                            450.00',
      '            VIS    CARD PAYMENT TO STORES ON',
      '                   28 Apr                           50.00                      400.00',
      '            BALANCE CARRIED FORWARD                                            400.00',
    ].join('\n');
    expect(rows(text)).toEqual(['2026-04-29 -10', '2026-04-30 -40', '2026-04-30 -50']);
  });

  it('without a mark beside others with CR are not turned round until some sum fits', () => {
    const text = (first: string) =>
      [
        'Credit card statement 1 May 2026 to 31 May 2026',
        'Previous balance £100.00',
        'Date     Details               Amount',
        `04 May   STORES                ${first}`,
        '05 May   PAYMENT RECEIVED      60.00CR',
        ...Array.from({ length: 9 }, (_, at) => `1${at} May   CAFE ${at}                ${at + 1}.${at}3`),
        'New balance £99.07',
      ].join('\n');
    expect(statusOf(text('10.20'))).toBe('verified');
    expect(statusOf(text('90.20'))).toBe('failed');
  });

  it('of a day may leave out its date where text keeps no columns, when the balances prove them', () => {
    const text = [
      'Statement period 1 May 2026 to 31 May 2026',
      'Date Details Payments - out Payments - in Balance',
      '01 May 2026 BALANCE FORWARD 100.00',
      '04 May 2026 DD ENERGY 10.00',
      'POS CENTRA 2.50 87.50',
      '06 May 2026 SALARY FOODS 50.00 137.50',
      '06 May 2026 CLOSING BALANCE 137.50',
    ].join('\n');
    expect(rows(text)).toEqual(['2026-05-04 -10', '2026-05-04 -2.5', '2026-05-06 50']);
    expect(statusOf(text)).toBe('verified');
  });

  it('may have neither date nor sign, below totals of what came in and went out on a day', () => {
    const text = [
      '01 MAI 2026 a 31 MAI 2026',
      'Saldo inicial                             100,00',
      'Saldo final do periodo                     75,00',
      '04 MAI 2026',
      '          Total de entradas              + 15,00',
      '          Pix RITA                         15,00',
      '          Total de saídas                - 40,00',
      '          Padaria                          10,00',
      '          Boleto                           30,00',
    ].join('\n');
    expect(rows(text)).toEqual(['2026-05-04 15', '2026-05-04 -10', '2026-05-04 -30']);
    expect(statusOf(text)).toBe('verified');
  });

  it('behind the closing balance that were not read verify nothing', () => {
    const text = (more: string) =>
      `Alter Saldo per 03.05.2026 62,00\nDatum Buchungstext Wert Betrag\n04.05.2026 Miete 04.05.2026 12,00-\nNeuer Saldo per 04.05.2026 50,00\n${more}`;
    expect(statusOf(text(''))).toBe('verified');
    expect(statusOf(text('18.05.2026 Muster 19.05.2026 100,00'))).toBe('unverified');
  });
});

describe('accounts', () => {
  it('with names and numbers of their own are told apart, and a page of the same account is none', () => {
    const page = (name: string, opening: string, row: string, closing: string) =>
      `${name}\nDate         Details                Out        In     Balance\n01 May 2026  Brought forward                     ${opening}\n${row}\n31 May 2026  Carried forward                     ${closing}`;
    const main = page(
      'Everyday Account 10044821',
      '512.40',
      '28 May 2026  To saver     400.00                 112.40',
      '112.40',
    );
    const saver = page(
      'Holiday Pot Account 10044822',
      '50.00',
      '28 May 2026  From everyday             400.00   450.00',
      '450.00',
    );
    const both = answerStatement(`Union Bank  1 May 2026 to 31 May 2026\n${main}\n${saver}`);
    expect(both.accounts?.map(({ accountNumber, closingBalance }) => [accountNumber, closingBalance])).toEqual([
      ['10044821', 112.4],
      ['10044822', 450],
    ]);
    expect(both.verification.fields.transactions?.status).toBe('verified');
    const next = page(
      'Everyday Account 10044821',
      '112.40',
      '29 May 2026  Rent          12.40                 100.00',
      '100.00',
    );
    expect(answerStatement(`Union Bank  1 May 2026 to 31 May 2026\n${main}\n${next}`).accounts).toBeUndefined();
  });
});

describe('the number of the account', () => {
  it('is not that of another one, which a row names', () => {
    const text =
      'Union Bank  1 May 2026 to 31 May 2026\nDate         Details                Out        In     Balance\n01 May 2026  Brought forward                     512.40\n28 May 2026  Transfer     400.00                 112.40\nTransfer to account 99887766\n31 May 2026  Carried forward                     112.40';
    expect(answerStatement(text).accountInfo.accountNumber).toBeNull();
  });
});

describe('summaries', () => {
  it('give balances beside other facts in the same line', () => {
    const text = [
      'Credit Card Statement 05/01/2026 - 05/31/2026',
      'Previous Balance     $80.00      Total Minimum Payment Due     $35.00',
      'New Balance Total    $60.00      Credit Limit              $12,500.00',
      'Trans Date  Description           Amount',
      '05/04       PAYMENT - THANK YOU   -30.00',
      '05/06       GROCERS AUSTIN TX      10.00',
    ].join('\n');
    const { accountInfo, verification } = answerStatement(text);
    expect([accountInfo.openingBalance, accountInfo.closingBalance]).toEqual([80, 60]);
    expect(verification.fields.transactions?.status).toBe('verified');
  });

  it('of two accounts in one document are told apart by currency', () => {
    const table = (currency: string, number: number, from: string, amount: string, to: string) =>
      [
        `Account No. 625-196185-${number}`,
        'Date         Description              Withdrawal (-)    Deposit (+)      Balance',
        `             Balance Brought Forward                                   ${currency} ${from}`,
        `04/05/2026   Transfer                                        ${amount}       ${to}`,
        `             Balance Carried Forward                                   ${currency} ${to}`,
      ].join('\n');
    const text = [
      '01 May 2026 to 31 May 2026',
      table('SGD', 1, '10.00', '5.00', '15.00'),
      table('USD', 2, '70.00', '2.00', '72.00'),
    ];
    const { accounts, verification } = answerStatement(text.join('\n'));
    expect(accounts?.map(({ currency, openingBalance }) => [currency, openingBalance])).toEqual([
      ['SGD', 10],
      ['USD', 70],
    ]);
    expect(verification.fields.transactions?.status).toBe('verified');
  });
});
