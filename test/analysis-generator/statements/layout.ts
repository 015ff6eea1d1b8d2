import type { Language } from '../calendar.ts';
import type { AmountStyle } from '../money.ts';
import { type Column, line, type Row, wrap } from '../page.ts';
import type { Random } from '../random.ts';
import type { Account, Entry } from './ledger.ts';

/** One way in which banks lay out statements. */
export interface StatementLayout {
  /** Country or kind, and what is special about it. */
  name: string;
  accountType: 'account' | 'card';
  /** How the amounts of rows are written, without their signs. */
  amounts: AmountStyle;
  /** How the dates of rows are written. */
  dates: { pattern: string; language: Language };
  /** Draws the accounts of a document. */
  compose(random: Random): Account[];
  /**
   * Prints the accounts. The stream is the same each time for a document, and is drawn from before any row is
   * printed, so that a changed row changes nothing else.
   */
  render(accounts: readonly Account[], random: Random): string;
}

/** A table of transactions. */
export interface LedgerTable {
  columns: readonly Column[];
  /** Index of the column of descriptions. */
  description: number;
  /** The cells of a row but for the description. */
  cells(entry: Entry, previous: Entry | undefined): string[];
  /** Which line of a row holds the cells aligned to the right; the first when left out. */
  amountsOn?: 'first' | 'last';
  /** Blanks between columns; 2 when left out. */
  gap?: number;
  /** An empty line after each row. */
  spaced?: boolean;
}

/** Prints rows, with descriptions broken to the width of their column. */
export function ledgerRows(table: LedgerTable, entries: readonly Entry[]): Row[] {
  return entries.map((entry, index) => ({
    lines: entryLines(table, entry, entries[index - 1]),
    running: entry.running,
  }));
}

function entryLines(table: LedgerTable, entry: Entry, previous: Entry | undefined): string[] {
  const column = table.columns[table.description];
  if (!column) throw new Error('a ledger table needs a column for descriptions');
  const texts = entry.lines.flatMap((text) => wrap(text, column.width));
  const cells = table.cells(entry, previous);
  const amountLine = table.amountsOn === 'last' ? texts.length - 1 : 0;
  const lines = texts.map((text, index) => {
    const shown = table.columns.map((each, position) => {
      if (position === table.description) return text;
      const here = each.align === 'right' ? index === amountLine : index === 0;
      return here ? (cells[position] ?? '') : '';
    });
    return line(table.columns, shown, table.gap);
  });
  return table.spaced ? [...lines, ''] : lines;
}

/** The amount when money went out, unsigned by the printer; empty otherwise. */
export function debitCell(entry: Entry, print: (minor: number) => string): string {
  return entry.amount < 0 ? print(-entry.amount) : '';
}

/** The amount when money came in; empty otherwise. */
export function creditCell(entry: Entry, print: (minor: number) => string): string {
  return entry.amount >= 0 ? print(entry.amount) : '';
}

/** The printed balance, or an empty cell where the layout prints none. */
export function balanceCell(entry: Entry, print: (minor: number) => string): string {
  return entry.balance === null ? '' : print(entry.balance);
}

export function left(head: string, width: number): Column {
  return { head, width, align: 'left' };
}

export function right(head: string, width: number): Column {
  return { head, width, align: 'right' };
}
