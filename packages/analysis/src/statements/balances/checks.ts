import { type Decimal, toNumber } from '../../values/decimal.ts';
import type { Check, VerificationStatus } from '../../verification/verification.ts';
import type { Period } from '../lines/days.ts';
import type { Row } from '../rows/rows.ts';
import { type Account, signedBalance } from './accounts.ts';
import type { Link } from './chain.ts';
import type { RowReading } from './readings.ts';
import type { Solution } from './solve.ts';

/** Whether a statement adds up, and where it does not. */

export interface CheckedRow {
  readonly row: Row;
  readonly reading: RowReading;
  /** Signed amount. */
  readonly amount: Decimal;
  readonly date: string | null;
  /** Position in the answer's `transactions`. */
  readonly index: number;
}

export interface AccountChecks {
  readonly checks: Check[];
  readonly status: VerificationStatus;
}

export interface CheckFacts {
  /** Whether the document says itself that nothing was booked. */
  readonly idle: boolean;
  /** The printed period; null without one. */
  readonly period: Period | null;
}

export function checkAccount(solution: Solution, rows: readonly CheckedRow[], facts: CheckFacts): AccountChecks {
  const { chain, solved, account, owed } = solution;
  const byRow = new Map(rows.map((row) => [row.row, row]));
  const checks: Check[] = [];
  const links = chain.links.filter((link) => link.kind === 'row');
  if (links.length > 0) {
    const held = links.filter((link) => !solved.failed.includes(link)).length;
    checks.push({ name: 'running_balance', ok: held === links.length, expected: links.length, actual: held });
  }
  for (const link of chain.links) {
    const failed = solved.failed.includes(link);
    if (failed || link.kind !== 'row') checks.push(linkCheck(link, !failed, byRow, owed));
  }
  const whole = wholeSum(solution, rows);
  if (whole) checks.push(whole);
  for (const { name, placed, other } of account.conflicts) {
    checks.push({ name, ok: false, expected: number(signedBalance(placed)), actual: number(signedBalance(other)) });
  }
  checks.push(...sumChecks(account, rows), ...dailyChecks(solution, rows));
  return { checks, status: statusOf(solution, rows, checks, facts) };
}

const number = (value: Decimal) => toNumber(value);

function linkCheck(link: Link, ok: boolean, byRow: ReadonlyMap<Row, CheckedRow>, owed: boolean): Check {
  const sum = link.rows.reduce((total, { row }) => total + (byRow.get(row)?.amount ?? 0), 0);
  const last = link.rows.at(-1);
  const index = last ? byRow.get(last.row)?.index : undefined;
  const name =
    link.kind === 'closing' ? 'closing_balance' : index === undefined ? 'balance' : `transactions.${index}.balance`;
  return { name, ok, expected: number(link.from + (owed ? -sum : sum)), actual: number(link.to) };
}

/** Opening balance and all amounts against the closing balance, where rows print balances in between. */
function wholeSum({ account, owed, chain }: Solution, rows: readonly CheckedRow[]): Check | null {
  if (!account.opening || !account.closing || !chain.links.some((link) => link.kind === 'row')) return null;
  const sum = rows.reduce((total, { amount }) => total + amount, 0);
  const expected = signedBalance(account.opening) + (owed ? -sum : sum);
  const actual = signedBalance(account.closing);
  return {
    name: 'opening_plus_amounts',
    ok: expected === actual,
    expected: number(expected),
    actual: number(actual),
  };
}

/** A printed total of debits or credits; several of one kind are parts, which only together give the sum. */
function sumChecks(account: Account, rows: readonly CheckedRow[]): Check[] {
  const checks: Check[] = [];
  for (const direction of ['debit', 'credit'] as const) {
    const printed = new Set(
      account.sums.filter((sum) => sum.direction === direction).map((sum) => sum.placed.figure.size),
    );
    const [only] = printed;
    if (only === undefined || printed.size > 1 || rows.some(({ row }) => row.section !== null)) continue;
    const sign = direction === 'debit' ? -1 : 1;
    const actual = rows.reduce((total, { amount }) => total + (Math.sign(amount) === sign ? Math.abs(amount) : 0), 0);
    checks.push({
      name: direction === 'debit' ? 'total_debits' : 'total_credits',
      ok: actual === only,
      expected: number(only),
      actual: number(actual),
    });
  }
  return checks;
}

/** A list of daily balances against the balance after all rows up to each day. */
function dailyChecks({ account, owed }: Solution, rows: readonly CheckedRow[]): Check[] {
  if (account.daily.length === 0 || !account.opening) return [];
  const ordered = rows.filter(({ date }) => date !== null).sort((a, b) => ((a.date ?? '') < (b.date ?? '') ? -1 : 1));
  const after = new Map<string, Decimal>();
  let balance = signedBalance(account.opening);
  for (const { amount, row } of ordered) {
    balance += owed ? -amount : amount;
    after.set(dayKey(row.date), balance);
  }
  return account.daily.flatMap(({ date, placed }) => {
    const expected = date ? after.get(dayKey(date)) : undefined;
    if (!date || expected === undefined) return [];
    const actual = signedBalance(placed);
    return [
      {
        name: `daily_balance.${dayKey(date)}`,
        ok: expected === actual,
        expected: number(expected),
        actual: number(actual),
      },
    ];
  });
}

/** MM-DD. */
const dayKey = (date: { month: number; day: number }) =>
  [date.month, date.day].map((part) => String(part).padStart(2, '0')).join('-');

/** Entries are booked in the period of a statement, or some days late; a date far from it was misread. */
const MOST_DAYS_AWAY = 60;

function isNear(date: string, period: Period | null): boolean {
  if (!period?.start || !period.end) return true;
  const [at, start, end] = [date, period.start, period.end].map((day) => Date.parse(day)) as [number, number, number];
  const slack = MOST_DAYS_AWAY * 86_400_000;
  return at >= start - slack && at <= end + slack;
}

/** Rows that no two balances enclose may be one at most, and its sign must be printed. */
function statusOf(
  solution: Solution,
  rows: readonly CheckedRow[],
  checks: readonly Check[],
  { idle, period }: CheckFacts,
): AccountChecks['status'] {
  if (checks.some((check) => !check.ok)) return 'failed';
  if (idle && rows.length === 0)
    return checks.some(({ name }) => name === 'closing_balance') ? 'verified' : 'unverified';
  const { chain, solved } = solution;
  const unsure = rows.some(({ row }) => {
    const source = solved.signs.get(row)?.source;
    return source === 'words' || source === undefined;
  });
  const links = chain.links.filter((link) => link.rows.length > 0);
  const openRows = chain.open.length;
  const openSure =
    openRows === 0 ||
    (openRows === 1 && links.length >= 2 && chain.open.every(({ row }) => solved.signs.get(row)?.source !== 'words'));
  return links.length > 0 &&
    !unsure &&
    openSure &&
    solution.complete &&
    !solution.ignoresBalances &&
    solution.account.unread === 0 &&
    rows.every(({ date }) => date !== null && isNear(date, period))
    ? 'verified'
    : 'unverified';
}
