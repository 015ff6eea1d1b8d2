import type { Decimal } from '../../values/decimal.ts';
import type { BalanceEntry, Entry, Placed, Row } from '../rows/rows.ts';
import type { Direction } from '../words/directions.ts';

/** The accounts of a document: each has its rows between an opening and a closing balance. */

export interface Interim {
  readonly type: 'interim';
  readonly placed: Placed;
  /** Page carry-overs and balances between rows. */
  readonly carried: boolean;
}

export type Item = { readonly type: 'row'; readonly row: Row } | Interim;

export interface Account {
  opening: Placed | null;
  /** The day of an opening balance whose label does not say which balance it is. */
  openingDay: string | null;
  closing: Placed | null;
  /** A closing balance from a summary above the rows; it must agree with the one below them. */
  summaryClosing: Placed | null;
  readonly items: Item[];
  readonly sums: { readonly direction: Direction; readonly placed: Placed }[];
  readonly daily: BalanceEntry[];
  /** Printed balances that say something else than another print of the same balance. */
  readonly conflicts: {
    readonly name: 'opening_balance' | 'closing_balance';
    readonly placed: Placed;
    readonly other: Placed;
  }[];
  rows: number;
  rowsSinceClosing: number;
  /** Lines behind the closing balance that look like rows. */
  unread: number;
}

const NEGATIVE_LABEL =
  /d[ée]biteur|debitore|deudor|\bdebit balance|overdrawn|zu ihren lasten|zu unseren gunsten|debetsaldo|devedor/i;

/** The printed balance with its sign: `SOLDE DEBITEUR 12,00` is negative. */
export function signedBalance(placed: Placed): Decimal {
  const { size, mark } = placed.figure;
  const negative =
    mark === -1 || (mark === 0 && placed.line.labels.length > 0 && NEGATIVE_LABEL.test(placed.line.text));
  return negative && size !== 0 ? -size : size;
}

/** The account numbers that stand in the lines from one position to another. */
export type NumbersBetween = (from: number, to: number) => readonly string[];

export function splitAccounts(entries: readonly Entry[], numbersBetween: NumbersBetween): Account[] {
  const accounts: Account[] = [];
  let current = newAccount();
  let first = 0;
  for (const [at, entry] of entries.entries()) {
    if (entry.type === 'row') {
      current.items.push(entry);
      if (!entry.row.optional) {
        current.rows += 1;
        current.rowsSinceClosing += 1;
      }
    } else if (entry.type === 'unread') current.unread += 1;
    else if (entry.type === 'sum') current.sums.push(entry);
    else if (entry.type === 'balance') {
      const carriesOther = entry.kind === 'carry' && isOfAnother(current, entry.placed, first, numbersBetween);
      if (carriesOther || beginsAccount(current, entry, entries, at)) {
        accounts.push(current);
        first = lastLineOf(current) + 1;
        current = newAccount();
      }
      takeBalance(current, entry);
    }
  }
  accounts.push(current);
  return settle(accounts);
}

function newAccount(): Account {
  return {
    opening: null,
    openingDay: null,
    closing: null,
    summaryClosing: null,
    items: [],
    sums: [],
    daily: [],
    conflicts: [],
    rows: 0,
    rowsSinceClosing: 0,
    unread: 0,
  };
}

const same = (a: Placed | null, b: Placed) => a !== null && signedBalance(a) === signedBalance(b);

function beginsAccount(account: Account, entry: BalanceEntry, entries: readonly Entry[], at: number): boolean {
  const { kind, placed } = entry;
  if (kind === 'opening') {
    if (account.opening === null || same(account.opening, placed)) return false;
    if (account.rows === 0) return account.summaryClosing !== null && !same(account.summaryClosing, placed);
    return !same(account.closing, placed);
  }
  if (kind !== 'balance' || account.rows === 0) return false;
  return account.rowsSinceClosing === 0 || account.summaryClosing !== null ? isSummaryPair(entries, at) : false;
}

/** An account has its number within so many lines from its beginning. */
const HEAD_LINES = 200;

const lastLineOf = ({ items }: Account) => {
  const last = items.findLast((item) => item.type === 'row');
  return last?.type === 'row' ? last.row.dateLine.index : 0;
};

/**
 * Whether a balance that is brought forward belongs to another account than the rows above it: in another currency, or
 * below another account number. A balance carried over a page break has neither.
 */
function isOfAnother(account: Account, placed: Placed, from: number, numbersBetween: NumbersBetween): boolean {
  const last = account.items.at(-1);
  if (account.rows === 0 || last?.type !== 'interim' || same(last.placed, placed)) return false;
  const [before, now] = [last.placed.figure.currency, placed.figure.currency];
  if (before !== null && now !== null && before !== now) return true;
  const named = numbersBetween(last.placed.line.index + 1, placed.line.index);
  if (named.length === 0) return false;
  const own = new Set(numbersBetween(from, Math.min(lastLineOf(account), from + HEAD_LINES)));
  return own.size > 0 && named.every((number) => !own.has(number));
}

/** Two balances in a row before the next rows: the summary above another account. */
function isSummaryPair(entries: readonly Entry[], at: number): boolean {
  for (const entry of entries.slice(at + 1, at + 5)) {
    if (entry.type === 'balance') return entry.kind === 'balance' || entry.kind === 'closing';
    if (entry.type !== 'sum') return false;
  }
  return false;
}

function takeBalance(account: Account, entry: BalanceEntry): void {
  const { kind, placed } = entry;
  if (kind === 'daily') account.daily.push(entry);
  else if (kind === 'opening') takeOpening(account, placed);
  else if (kind === 'closing') takeClosing(account, placed);
  else if (account.rows === 0) takeBeforeRows(account, entry);
  else if (kind === 'balance' && account.rowsSinceClosing === 0 && account.closing !== null) return;
  else account.items.push({ type: 'interim', placed, carried: true });
}

function takeOpening(account: Account, placed: Placed): void {
  if (account.opening === null) account.opening = placed;
  else if (same(account.opening, placed)) return;
  else if (account.rows === 0)
    account.conflicts.push({ name: 'opening_balance', placed: account.opening, other: placed });
  else {
    // The next statement of the same account begins where the last one ended.
    account.items.push({ type: 'interim', placed, carried: true });
    account.closing = null;
  }
}

function takeClosing(account: Account, placed: Placed): void {
  if (account.rows === 0) {
    account.summaryClosing ??= placed;
    return;
  }
  if (account.closing !== null && account.rowsSinceClosing > 0) {
    account.items.splice(closingPosition(account), 0, { type: 'interim', placed: account.closing, carried: true });
  } else if (account.closing !== null && !same(account.closing, placed)) {
    account.conflicts.push({ name: 'closing_balance', placed: account.closing, other: placed });
    return;
  }
  account.closing = placed;
  account.rowsSinceClosing = 0;
}

/** Where the last closing balance stood among the items: before the rows that came after it. */
function closingPosition(account: Account): number {
  let rows = account.rowsSinceClosing;
  for (let at = account.items.length - 1; at >= 0; at -= 1) {
    if (account.items[at]?.type === 'row') rows -= 1;
    if (rows === 0) return at;
  }
  return 0;
}

function takeBeforeRows(account: Account, { placed, kind, date }: BalanceEntry): void {
  const day = kind === 'balance' ? (date?.iso ?? null) : null;
  if (account.opening === null) {
    account.opening = placed;
    account.openingDay = day;
  } else if (same(account.opening, placed)) return;
  else if (kind === 'balance' && day !== null && account.openingDay !== null && day < account.openingDay) {
    // The newest first: the balance of the last day stands above that of the first.
    account.summaryClosing ??= account.opening;
    account.opening = placed;
    account.openingDay = day;
  } else if (kind === 'balance') account.summaryClosing ??= placed;
  else account.conflicts.push({ name: 'opening_balance', placed: account.opening, other: placed });
}

/** A summary lists few accounts; comparing each with each must not take long. */
const MOST_SUMMARISED = 40;

/**
 * Drops accounts without rows: they are summaries. Where such a summary shares one balance with an account and not the
 * other, the document contradicts itself.
 */
function settle(accounts: readonly Account[]): Account[] {
  const filled = accounts.filter((account) => account.rows > 0);
  if (filled.length === 0) return withoutRows(accounts);
  for (const empty of accounts.filter((account) => account.rows === 0)) {
    for (const account of filled.slice(0, MOST_SUMMARISED)) adoptSummary(account, empty);
  }
  for (const account of filled) {
    if (isOfLastDay(account)) {
      account.summaryClosing ??= account.opening;
      account.opening = null;
    }
    adoptClosing(account);
  }
  const [first] = filled;
  const emptied = accounts.filter((account) => first !== undefined && isEmptied(account, first));
  for (const account of emptied) account.closing = account.summaryClosing;
  return emptied.length === 0 ? filled : accounts.filter((account) => account.rows > 0 || emptied.includes(account));
}

/** Two different balances in the table of an account, in the column of balances, and no row between them. */
function isEmptied({ rows, opening, summaryClosing }: Account, other: Account): boolean {
  if (rows > 0 || opening === null || summaryClosing === null || !opening.figure.apart) return false;
  const { edge } = opening.figure;
  const inColumn = [other.opening, other.closing].some((balance) => balance?.figure.edge === edge);
  const below = summaryClosing.line.index > opening.line.index && summaryClosing.figure.edge === edge;
  return inColumn && below && !same(opening, summaryClosing);
}

/** A statement without transactions still has its balances. */
function withoutRows(accounts: readonly Account[]): Account[] {
  const named = accounts.filter((account) => account.opening !== null || account.summaryClosing !== null);
  for (const account of named) account.closing = account.summaryClosing;
  return named;
}

function adoptSummary(account: Account, empty: Account): void {
  const closing = account.closing ?? account.summaryClosing;
  const { opening, summaryClosing } = empty;
  const opens = opening !== null && account.opening !== null && same(account.opening, opening);
  const closes = summaryClosing !== null && closing !== null && same(closing, summaryClosing);
  if (closes && opening && account.opening && !opens) {
    account.conflicts.push({ name: 'opening_balance', placed: account.opening, other: opening });
  }
  if (opens && summaryClosing && closing && !closes) {
    account.conflicts.push({ name: 'closing_balance', placed: closing, other: summaryClosing });
  }
  if (closes && account.opening === null) account.opening = opening;
  if (opens && closing === null) account.closing = summaryClosing;
}

/** Whether the balance above the rows is of a day that none of them comes after, and one comes before: it is the last one. */
function isOfLastDay({ openingDay, items }: Account): boolean {
  if (openingDay === null) return false;
  const days = items.flatMap((item) => (item.type === 'row' ? [item.row.date.iso] : []));
  return days.every((day) => day !== null && day <= openingDay) && days.some((day) => day !== null && day < openingDay);
}

/** A last balance below the rows is the closing balance; a summary above them must agree with it. */
function adoptClosing(account: Account): void {
  const { summaryClosing } = account;
  const lastRow = account.items.findLastIndex((item) => item.type === 'row');
  const [next] = account.items.slice(lastRow + 1);
  if (account.closing === null && next?.type === 'interim') {
    // Balances further below belong to other accounts of the books, such as a quarterly settlement.
    account.closing = next.placed;
    account.items.splice(lastRow + 1);
  }
  if (summaryClosing === null) return;
  if (account.closing === null) account.closing = summaryClosing;
  else if (!same(account.closing, summaryClosing)) {
    account.conflicts.push({ name: 'closing_balance', placed: account.closing, other: summaryClosing });
  }
}
