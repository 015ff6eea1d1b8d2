import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { checksOfReference, meaningOf } from './checks-table.ts';

const REFERENCE = path.join(import.meta.dirname, '../../../../../docs/reference/checks.md');

it('says what a check means, by its name as it stands in an answer', () => {
  const known = checksOfReference(readFileSync(REFERENCE, 'utf8'));
  expect(known.length).toBeGreaterThan(50);
  expect(meaningOf('opening_plus_amounts', known)).toBe('opening balance and all amounts give the closing balance');
  expect(meaningOf('accounts.1.closing_balance', known)).toMatch(/^the closing balance follows/);
  expect(meaningOf('transactions.12.balance', known)).toMatch(/^the balance printed beside transaction N/);
  expect(meaningOf('daily_balance.03-28', known)).toBe('the balance of a day follows');
  expect(meaningOf('model_total_in_text', known)).toMatch(/^what a model quotes/);
  expect(meaningOf('no_such_check', known)).toBeUndefined();
});
