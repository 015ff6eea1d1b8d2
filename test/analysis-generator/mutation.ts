import { type Random, randomFrom } from './random.ts';
import { accountsOf, renderStatement, type Statement } from './statement.ts';
import type { Account, Entry } from './statements/ledger.ts';

/** A statement that contradicts itself, and where. */
export interface Mutation {
  text: string;
  kind: 'amount' | 'balance' | 'drop' | 'swap';
  /** Index in the truth's transactions of the row that was changed, or taken out. */
  row: number;
  /** The second row of a swap. */
  otherRow?: number;
  /** What the changed figure was and is now, in minor units; the amount of a dropped row and null. */
  before: number;
  after: number | null;
  /** Whether printed balances on both sides tell which row it is, rather than the sum of the whole statement alone. */
  locatable: boolean;
}

interface Place {
  account: number;
  index: number;
  /** Index over all accounts. */
  row: number;
  entry: Entry;
}

/** Changes one digit of the amount of one row. Null when there is no row. */
export function changeAmountDigit(statement: Statement, seed: number): Mutation | null {
  const { accounts, places, random } = open(statement, 'amount', seed);
  if (places.length === 0) return null;
  const place = random.pick(places);
  const after = otherDigit(place.entry.amount, random);
  const text = rendered(statement, accounts, place, [{ ...place.entry, amount: after }]);
  return {
    text,
    kind: 'amount',
    row: place.row,
    before: place.entry.amount,
    after,
    locatable: place.entry.balance !== null,
  };
}

/** Changes one digit of the balance beside one row. Null when no row has a balance. */
export function changeBalanceDigit(statement: Statement, seed: number): Mutation | null {
  const { accounts, places, random } = open(statement, 'balance', seed);
  const candidates = places.filter(({ entry }) => entry.balance !== null && entry.balance !== 0);
  if (candidates.length === 0) return null;
  const place = random.pick(candidates);
  const before = place.entry.balance ?? 0;
  const after = otherDigit(before, random);
  const text = rendered(statement, accounts, place, [{ ...place.entry, balance: after }]);
  return { text, kind: 'balance', row: place.row, before, after, locatable: true };
}

/** Takes one row out. Null when there is no row. */
export function dropRow(statement: Statement, seed: number): Mutation | null {
  const { accounts, places, random } = open(statement, 'drop', seed);
  if (places.length === 0) return null;
  const place = random.pick(places);
  const text = rendered(statement, accounts, place, []);
  return { text, kind: 'drop', row: place.row, before: place.entry.amount, after: null, locatable: false };
}

/**
 * Swaps the amounts of two rows of an account that go the same way, where a balance is printed in between; without
 * one, nothing in the document would contradict the swap. Null when there are no such rows.
 */
export function swapAmounts(statement: Statement, seed: number): Mutation | null {
  const { accounts, places, random } = open(statement, 'swap', seed);
  const pairs = places.flatMap((first) =>
    places.filter((second) => isVisibleSwap(first, second, places)).map((second) => ({ first, second })),
  );
  if (pairs.length === 0) return null;
  const { first, second } = random.pick(pairs);
  const changed = replaced(accounts, first, [{ ...first.entry, amount: second.entry.amount }]);
  const text = rendered(statement, changed, second, [{ ...second.entry, amount: first.entry.amount }]);
  return {
    text,
    kind: 'swap',
    row: first.row,
    otherRow: second.row,
    before: first.entry.amount,
    after: second.entry.amount,
    locatable: first.entry.balance !== null,
  };
}

function isVisibleSwap(first: Place, second: Place, places: readonly Place[]): boolean {
  if (first.account !== second.account || first.index >= second.index) return false;
  if (first.entry.amount === second.entry.amount) return false;
  if (Math.sign(first.entry.amount) !== Math.sign(second.entry.amount)) return false;
  return places.slice(first.row, second.row).some(({ entry }) => entry.balance !== null);
}

function open(statement: Statement, kind: string, seed: number) {
  const accounts = accountsOf(statement);
  const places: Place[] = [];
  for (const [account, { printed }] of accounts.entries()) {
    for (const [index, entry] of printed.entries()) places.push({ account, index, row: places.length, entry });
  }
  return { accounts, places, random: randomFrom('mutation', kind, statement.layout, statement.seed, seed) };
}

function replaced(accounts: readonly Account[], place: Place, entries: readonly Entry[]): Account[] {
  return accounts.map((account, index) => {
    if (index !== place.account) return account;
    const printed = account.printed.toSpliced(place.index, 1, ...entries);
    return { ...account, printed };
  });
}

function rendered(statement: Statement, accounts: readonly Account[], place: Place, entries: readonly Entry[]): string {
  return renderStatement({ ...statement, accounts: replaced(accounts, place, entries) });
}

/** Another number of the same sign that differs in one of its printed digits, and has as many of them. */
function otherDigit(minor: number, random: Random): number {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  for (;;) {
    const at = random.integer(0, digits.length - 1);
    const changed = Number(digits.slice(0, at) + random.integer(0, 9) + digits.slice(at + 1));
    const shrunk = changed === 0 || String(changed).padStart(3, '0').length < digits.length;
    if (!shrunk && changed !== Math.abs(minor)) return changed * Math.sign(minor);
  }
}
