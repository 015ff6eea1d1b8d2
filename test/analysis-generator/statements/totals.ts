import { sum } from '../money.ts';
import type { Account, Entry } from './ledger.ts';

/** Sums over what was booked: both are positive. */
export interface Totals {
  credits: number;
  debits: number;
}

export function totalsOf(entries: readonly Entry[]): Totals {
  return {
    credits: sum(entries.map((entry) => Math.max(0, entry.amount))),
    debits: -sum(entries.map((entry) => Math.min(0, entry.amount))),
  };
}

/** The last balance of each day with a booking, in order. */
export function dailyBalances(account: Account): { date: string; balance: number }[] {
  const byDay = new Map(account.booked.map((entry) => [entry.date, entry.running]));
  return [...byDay].map(([date, balance]) => ({ date, balance }));
}
