import { describe, expect, it } from 'vitest';
import { answerStatement } from '../answer.ts';

/** Balances prove sums: that 03/04 is no day in March they do not. */

function statusOf(head: string, ...days: readonly [string, string, string]) {
  const text = [
    head,
    'Opening balance 100.00',
    `${days[0]}  Transfer in     50.00   150.00`,
    `${days[1]}  Shop           -20.00   130.00`,
    `${days[2]}  Cafe            -5.00   125.00`,
    'Closing balance 125.00',
  ].join('\n');
  const { fields } = answerStatement(text).verification;
  return [fields.transactions?.status, fields['accountInfo.closingBalance']?.status];
}

const OPEN = ['03/04/2025', '05/04/2025', '07/04/2025'] as const;

describe('the order of day and month in a statement', () => {
  it('leaves rows unverified where nothing tells it, and balances verified', () => {
    expect(statusOf('Harbor Credit', ...OPEN)).toEqual(['unverified', 'verified']);
    expect(statusOf('Harbor Credit, Fresno, CA 93701, and 12 High Street, Leeds LS1 4DT', ...OPEN)).toEqual([
      'unverified',
      'verified',
    ]);
  });

  it.each<readonly [string, string, readonly [string, string, string]]>([
    ['a day above 12', 'Harbor Credit', ['03/04/2025', '05/04/2025', '17/04/2025']],
    ['the months of the period', 'Harbor Credit 1 April 2025 to 30 April 2025', OPEN],
    ['the length of the period', 'Harbor Credit From : 01/04/2025 To : 12/04/2025', OPEN],
    ['days that follow each other', 'Harbor Credit', ['03/12/2024', '05/01/2025', '01/02/2025']],
    ['the country', 'Harbor Credit   Sort code 20-00-00', OPEN],
    ['the language', 'Banco: fecha, importe, saldo, cantidad, efectivo', OPEN],
    ['points', 'Harbor Credit', ['03.04.2025', '05.04.2025', '07.04.2025']],
  ])('is told by %s', (_, head, days) => {
    expect(statusOf(head, ...days)).toEqual(['verified', 'verified']);
  });
});
