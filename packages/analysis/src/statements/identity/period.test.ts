import { describe, expect, it } from 'vitest';
import { answerStatement } from '../answer.ts';

const ROWS = 'Datum   Omschrijving   Bedrag af   Bedrag bij\n25-12   Loon                       10,00\n';

describe('the period of a statement', () => {
  it('is read from two lines', () => {
    const text = `Datum vanaf     12-12-2020\nDatum t/m       10-01-2021\n\n${ROWS}`;
    const { accountInfo, transactions, evidence } = answerStatement(text, { includeEvidence: true });
    expect(accountInfo.periodStart).toBe('2020-12-12');
    expect(accountInfo.periodEnd).toBe('2021-01-10');
    expect(accountInfo.statementPeriod).toBe('Datum vanaf 12-12-2020 Datum t/m 10-01-2021');
    expect(transactions.map(({ date }) => date)).toEqual(['2020-12-25']);
    const span = evidence?.['accountInfo.statementPeriod'];
    expect(text.slice(span?.start, span?.end)).toMatch(/^12-12-2020\s+Datum t\/m\s+10-01-2021$/);
  });

  it('takes no two dates that are no period', () => {
    const text = `Datum                12-12-2020\nVervaldatum          10-01-2021\n\n${ROWS}`;
    expect(answerStatement(text).accountInfo.statementPeriod).toBeNull();
  });

  it('tells the order of day and month by its length', () => {
    const text = `Statement period: 12/11/18 - 01/10/19
Date Description Amount Balance
12/11/18 Balance forward 100.00
01/03/19 Deposit 10.00 110.00
01/08/19 Check 5.00- 105.00`;
    const { accountInfo, transactions } = answerStatement(text);
    expect([accountInfo.periodStart, accountInfo.periodEnd]).toEqual(['2018-12-11', '2019-01-10']);
    expect(transactions.map(({ date }) => date)).toEqual(['2019-01-03', '2019-01-08']);
  });
});
