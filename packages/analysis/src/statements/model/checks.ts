import { type Decimal, sum } from '../../values/decimal.ts';
import { type Check, sumCheck, type VerificationStatus } from '../../verification/verification.ts';
import type { StatementRow } from './rows.ts';

export interface RowChecks {
  readonly checks: Check[];
  readonly status: VerificationStatus;
  /** Running balances by row, where everything adds up. */
  readonly balances: ReadonlyMap<StatementRow, Decimal>;
}

/** Whether the rows that a model read add up with the printed balances, from the first row on or from the last. */
export function checkRows(
  rows: readonly StatementRow[],
  balances: { readonly opening: Decimal | null; readonly closing: Decimal | null },
): RowChecks {
  const [forward, backward] = [rows, [...rows].reverse()].map((ordered) => checkOrder(ordered, rows, balances));
  return backward && forward?.status === 'failed' && backward.status === 'verified' ? backward : (forward ?? NOTHING);
}

const NOTHING: RowChecks = { checks: [], status: 'unverified', balances: new Map() };

function checkOrder(
  ordered: readonly StatementRow[],
  rows: readonly StatementRow[],
  { opening, closing }: { opening: Decimal | null; closing: Decimal | null },
): RowChecks {
  const failed: Check[] = [];
  const running = new Map<StatementRow, Decimal>();
  let balance = opening;
  let links = 0;
  let unlinked = 0;
  for (const row of ordered) {
    if (balance !== null) balance += row.amount;
    if (balance !== null) running.set(row, balance);
    if (row.balance === null || balance === null) {
      unlinked += 1;
      if (row.balance !== null) balance = row.balance.value;
      continue;
    }
    links += 1;
    unlinked = 0;
    const check = sumCheck(`transactions.${rows.indexOf(row)}.balance`, balance, row.balance.value, 0);
    if (!check.ok) failed.push(check);
    balance = row.balance.value;
  }
  const whole = closing === null || balance === null ? null : sumCheck('closing_balance', balance, closing, 0);
  const checks = [...failed, ...(whole ? [whole] : [])];
  if (checks.some((check) => !check.ok)) return { ...NOTHING, checks, status: 'failed' };
  const enclosed = opening !== null && (whole !== null || (links > 0 && unlinked === 0));
  const moved = sum(rows.map((row) => Math.abs(row.amount))) > 0;
  const complete = rows.length > 0 && moved && enclosed;
  return complete ? { checks, status: 'verified', balances: running } : { ...NOTHING, checks };
}
