import type { DateToken } from '../../values/dates.ts';
import type { Figure } from '../lines/figures.ts';
import type { StatementLine } from '../lines/lines.ts';
import type { BalanceKind } from '../words/balances.ts';
import type { Direction } from '../words/directions.ts';
import type { TableHead } from './heads.ts';

/** The parts of a statement: rows of transactions, balances, totals. */

/** A figure and the line that it stands in. */
export interface Placed {
  readonly figure: Figure;
  readonly line: StatementLine;
}

export interface Row {
  readonly date: DateToken;
  readonly dateLine: StatementLine;
  readonly valueDate: DateToken | null;
  /** The lines of the row; the first has the date. */
  readonly lines: StatementLine[];
  /** The figures among which amount and balance are. */
  readonly figures: Placed[];
  readonly head: TableHead;
  readonly section: Direction | null;
  /** The part of its line that an entry takes that shares the line with others. */
  readonly part: { readonly start: number; readonly end: number } | null;
  /** A line without a date of its own that counts only when the statement adds up with it. */
  readonly optional: boolean;
}

export type BalanceEntry = {
  readonly type: 'balance';
  readonly kind: Exclude<BalanceKind, 'debits' | 'credits' | 'total' | 'other'> | 'daily';
  readonly placed: Placed;
  readonly date: DateToken | null;
};

/** `unread` is a line behind the closing balance that looks like a row. */
export type Entry =
  | BalanceEntry
  | { readonly type: 'row'; readonly row: Row }
  | { readonly type: 'unread'; readonly line: StatementLine }
  | { readonly type: 'sum'; readonly direction: Direction; readonly placed: Placed };
