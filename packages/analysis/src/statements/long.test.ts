import { describe, expect, it } from 'vitest';
import { answerStatement } from './answer.ts';

/** A statement whose cells have a line each, as text recognition prints them. */
function boxed(rows: number): string {
  const lines = ['Opening balance', '0.00', 'Date', 'Details', 'Amount', 'Balance'];
  for (let row = 1; row <= rows; row += 1) lines.push('2030-01-02', 'Sale', '1.00', `${row}.00`);
  return lines.join('\n');
}

describe('a very long statement', () => {
  it('is read whole as far as statements go', () => {
    const { transactionCount, verification } = answerStatement(boxed(4000));
    expect([transactionCount, verification.fields.transactions?.status]).toEqual([4000, 'verified']);
    expect(verification.checks.map(({ name }) => name)).not.toContain('lines_read');
  });

  it('says so when its end was not read, and is never verified', () => {
    const { transactionCount, verification } = answerStatement(`${boxed(1000)}\n${'-\n'.repeat(310_000)}`);
    expect(transactionCount).toBe(1000);
    expect(verification.status).toBe('unverified');
    expect(verification.checks).toContainEqual({ name: 'lines_read', ok: false, expected: 314_006, actual: 300_000 });
  });
});
