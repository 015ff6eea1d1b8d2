import type { StatementLine } from '../lines/lines.ts';
import type { TableHead } from '../rows/heads.ts';
import type { Placed, Row } from '../rows/rows.ts';
import type { Item } from './accounts.ts';

/** Which figure of a row is the amount and which the balance: the possible readings of an account's rows. */

export interface RowReading {
  readonly amount: Placed;
  readonly balance: Placed | null;
  /** The direction that the column of the amount tells: -1, 1, or 0 for none. */
  readonly column: -1 | 0 | 1;
}

/** One way to read all rows; null for a row that has no amount that way. */
export interface Hypothesis {
  readonly name: string;
  readonly read: (row: Row) => RowReading | null;
  /** How well the table head speaks for it, from 0 to 1. */
  readonly prior: number;
  /** Whether rows have balances in it. */
  readonly usesBalances: boolean;
  /** Whether it passes over debit and credit columns, so that signs must be guessed. */
  readonly guessesSigns?: boolean;
  /** Whether the table head names the columns otherwise, so that a sum that fits proves nothing. */
  readonly againstHead?: boolean;
}

type Role = 'amount' | 'debit' | 'credit' | 'balance' | 'none';

interface Column {
  /** Where its figures end: from the first place to the last. */
  readonly from: number;
  readonly edge: number;
  readonly start: number;
  readonly count: number;
}

const MOST_COLUMNS = 4;
/** Digits of one column end at the same place; a sign or a bracket moves them by one or two. */
const EDGE_TOLERANCE = 2;

/** The ways to read the rows: those that head and order suggest, and every other assignment of columns. */
export function hypothesesFor(items: readonly Item[]): { likely: Hypothesis[]; possible: Hypothesis[] } {
  const rows = items.flatMap((item) => (item.type === 'row' ? [item.row] : []));
  const columns = columnsOf(rows);
  if (!columns) return { likely: orderHypotheses(rows), possible: [] };
  const byHead = headHypotheses(rows, columns);
  const directed = byHead.length > 0 && (commonHead(rows)?.money.some((cell) => cell.kind === 'debit') ?? false);
  const byOrder = orderHypotheses(rows).map((hypothesis) => ({ ...hypothesis, guessesSigns: directed }));
  const againstHead = byHead.length > 0;
  const possible = columnHypotheses(columns).map((hypothesis) => ({ ...hypothesis, againstHead }));
  return { likely: [...byHead, ...byOrder], possible };
}

/** By order alone: for text that keeps no columns. */
function orderHypotheses(rows: readonly Row[]): Hypothesis[] {
  const kinds = commonHead(rows)?.money.map((cell) => cell.kind) ?? [];
  const hasBalance = kinds.includes('balance');
  const known = kinds.length > 0;
  const several = rows.filter((row) => row.figures.length > 1).length > rows.length / 2;
  const withBalance = known ? hasBalance : several;
  const balanceFirst = kinds[0] === 'balance' && kinds.length > 1;
  const textLast = endsWithText(rows);
  if (!rows.some(mayHaveBalance)) return [hypothesis('last is the amount', 0.5, (figures) => pick(figures, -1, null))];
  return [
    hypothesis('last is the balance', withBalance && !balanceFirst && !textLast ? 0.5 : 0, (figures) =>
      pick(figures, -2, -1),
    ),
    hypothesis('last is the amount', withBalance ? 0 : 0.5, (figures) => pick(figures, -1, null)),
    hypothesis('first is the amount', textLast && !withBalance ? 0.6 : 0, (figures) => pick(figures, 0, null)),
    hypothesis('balance behind the first', textLast && withBalance ? 0.6 : 0, (figures) => pick(figures, 0, 1)),
    hypothesis('balance before the amount', balanceFirst ? 0.5 : 0, (figures) => pick(figures, -1, -2)),
    hypothesis('debit, credit, balance', 0, (figures) => debitCreditBalance(figures)),
  ];
}

function hypothesis(
  name: string,
  prior: number,
  choose: (figures: readonly Placed[]) => RowReading | null,
): Hypothesis {
  const usesBalances = name.includes('balance');
  return { name, prior, usesBalances, read: (row) => choose(usesBalances ? figuresForReading(row) : row.figures) };
}

const mayHaveBalance = (row: Row) =>
  row.figures.length > 1 || row.lines.slice(1).some((line) => line.figures.length > 1);

/** The figures of the row, or those of one of its later lines where only that line has amount and balance. */
function figuresForReading(row: Row): readonly Placed[] {
  if (row.figures.length > 1) return row.figures;
  for (const line of row.lines.slice(1)) {
    if (line.figures.length === 2 && row.figures[0]?.line !== line && endsWithPair(line))
      return line.figures.map((figure) => ({ figure, line }));
  }
  return row.figures;
}

/** Amount and balance stand beside each other at the end of their line; sums in a sentence do not. */
function endsWithPair({ text, figures: [amount, balance] }: StatementLine): boolean {
  if (!amount || !balance) return false;
  return !/\p{L}{3}/u.test(text.slice(amount.end, balance.start)) && text.slice(balance.end).trim() === '';
}

function pick(figures: readonly Placed[], amountAt: number, balanceAt: number | null): RowReading | null {
  const only = figures.length === 1;
  const amount = only ? figures[0] : figures.at(amountAt);
  const balance = balanceAt === null || only ? null : (figures.at(balanceAt) ?? null);
  return amount ? { amount, balance, column: 0 } : null;
}

function debitCreditBalance(figures: readonly Placed[]): RowReading | null {
  const [debit, credit, balance] = figures.slice(-3);
  if (!debit || !credit || !balance) return null;
  const isCredit = debit.figure.size === 0;
  return { amount: isCredit ? credit : debit, balance, column: isCredit ? 1 : -1 };
}

/** Whether descriptions stand behind the amounts. */
function endsWithText(rows: readonly Row[]): boolean {
  let behind = 0;
  for (const { figures, date } of rows) {
    const first = figures[0];
    if (!first) continue;
    const between = first.line.text.slice(date.start < first.figure.start ? date.end : 0, first.figure.start);
    const after = first.line.text.slice(figures.at(-1)?.figure.end ?? 0);
    if (!/\p{L}{3}/u.test(between) && /\p{L}{3}/u.test(after)) behind += 1;
  }
  return behind > rows.length / 2;
}

/** The columns in which the rows print money, from left to right; null when the text keeps no layout. */
function columnsOf(rows: readonly Row[]): Column[] | null {
  const figures = rows.filter((row) => !row.optional).flatMap((row) => row.figures.map(({ figure }) => figure));
  if (figures.length === 0 || figures.filter((figure) => figure.apart).length < 0.6 * figures.length) return null;
  const apart = figures.filter((figure) => figure.apart).sort((a, b) => a.edge - b.edge);
  const columns: Column[] = [];
  for (const { edge, start } of apart) {
    const last = columns.at(-1);
    if (last && edge - last.edge <= EDGE_TOLERANCE) {
      columns.splice(-1, 1, { from: last.from, edge, start: Math.min(start, last.start), count: last.count + 1 });
    } else columns.push({ from: edge, edge, start, count: 1 });
  }
  const least = rows.length < 6 ? 1 : Math.max(1, rows.length * 0.01);
  const kept = joined(
    columns.filter((column) => column.count >= least),
    rows,
  );
  if (kept.length > MOST_COLUMNS) kept.sort((a, b) => b.count - a.count).splice(MOST_COLUMNS);
  return kept.sort((a, b) => a.edge - b.edge);
}

/** A mark behind some figures of a column, such as OD, moves them by its length. */
const MARK_LENGTH = 4;

/** Joins neighbors that no row uses both of: they are one column, of which some figures have a mark behind. */
function joined(columns: readonly Column[], rows: readonly Row[]): Column[] {
  const result: Column[] = [];
  for (const column of columns) {
    const last = result.at(-1);
    const near = last !== undefined && column.edge - last.from <= MARK_LENGTH;
    if (!last || !near || rows.some((row) => isIn(row, last) && isIn(row, column))) result.push(column);
    else {
      const start = Math.min(last.start, column.start);
      result.splice(-1, 1, { from: last.from, edge: column.edge, start, count: last.count + column.count });
    }
  }
  return result;
}

const isIn = (row: Row, column: Column) =>
  row.figures.some(({ figure }) => figure.apart && figure.edge >= column.from && figure.edge <= column.edge);

/** By the names in the table head, where the head keeps its layout. */
function headHypotheses(rows: readonly Row[], columns: readonly Column[]): Hypothesis[] {
  const head = commonHead(rows);
  if (!head?.laidOut || head.money.length === 0) return [];
  const byHead = new Map<number, Role[]>();
  const rolesIn = (row: Row): Role[] => {
    const own = row.head.laidOut && row.head.money.length > 0 ? row.head : head;
    const roles = byHead.get(own.id) ?? rolesByPosition(columns, own);
    byHead.set(own.id, roles);
    return roles;
  };
  const usesBalances = head.money.some((cell) => cell.kind === 'balance');
  const byPosition = {
    name: 'head',
    prior: 0.8,
    usesBalances,
    read: (row: Row) => readByRoles(row, columns, rolesIn(row)),
  };
  const byPage = columnsOfPages(rows);
  return byPage ? [byPosition, { name: 'head of each page', prior: 0.7, usesBalances, read: byPage }] : [byPosition];
}

/**
 * By the names in the head of each page, from left to right, where its rows have just as many columns: pages have
 * margins of their own, and names may stand away from where the sums end. Null where a page has others.
 */
function columnsOfPages(rows: readonly Row[]): ((row: Row) => RowReading | null) | null {
  const pages = Map.groupBy(rows, ({ head }) => head.id);
  const known = new Map<number, { readonly columns: Column[]; readonly roles: Role[] }>();
  for (const [id, own] of pages) {
    const names = own[0]?.head.money ?? [];
    const columns = columnsOf(own);
    if (names.length < 2 || !columns || columns.length !== names.length) return null;
    const ordered = names.toSorted((a, b) => a.start - b.start);
    known.set(id, { columns, roles: ordered.map(({ kind }) => kind as Role) });
  }
  return (row) => {
    const page = known.get(row.head.id);
    return page ? readByRoles(row, page.columns, page.roles) : null;
  };
}

/** Assigns names to columns from left to right so that the distances are least. */
function rolesByPosition(columns: readonly Column[], head: TableHead): Role[] {
  const names = head.money;
  const cost = (column: Column, at: number) => {
    const name = names[at];
    if (!name) return 0;
    return Math.min(
      Math.abs(column.edge - name.end),
      Math.abs(column.start - name.start) + 1,
      Math.abs(column.edge - name.start) + 1,
    );
  };
  let best: { roles: Role[]; cost: number } | null = null;
  const assign = (column: number, from: number, roles: Role[], total: number): void => {
    if (best && total >= best.cost) return;
    if (column === columns.length) {
      best = { roles: [...roles], cost: total };
      return;
    }
    const here = columns[column];
    if (!here) return;
    for (let at = from; at < names.length; at += 1) {
      assign(column + 1, at + 1, [...roles, names[at]?.kind as Role], total + cost(here, at));
    }
    assign(column + 1, from, [...roles, 'none'], total + 25);
  };
  assign(0, 0, [], 0);
  return (best as { roles: Role[] } | null)?.roles ?? columns.map(() => 'none');
}

/** Every sensible assignment of roles, for heads in unknown words or without layout. */
function columnHypotheses(columns: readonly Column[]): Hypothesis[] {
  const roles: Role[] = ['amount', 'debit', 'credit', 'balance', 'none'];
  let assignments: Role[][] = [[]];
  for (let at = 0; at < columns.length; at += 1) {
    assignments = assignments.flatMap((assigned) => roles.map((role) => [...assigned, role]));
  }
  return assignments.filter(isSensible).map((assigned) => ({
    name: assigned.join(' '),
    usesBalances: assigned.includes('balance'),
    prior: assigned.at(-1) === 'balance' || !assigned.includes('balance') ? 0.02 : 0,
    read: (row) => readByRoles(row, columns, assigned),
  }));
}

function isSensible(roles: readonly Role[]): boolean {
  const count = (role: Role) => roles.filter((other) => other === role).length;
  if (count('balance') > 1 || count('debit') > 1 || count('credit') > 1 || count('amount') > 1) return false;
  return count('amount') === 1 ? count('debit') + count('credit') === 0 : count('debit') === 1 && count('credit') === 1;
}

function readByRoles(row: Row, columns: readonly Column[], roles: readonly Role[]): RowReading | null {
  let amount: Placed | null = null;
  let balance: Placed | null = null;
  let column: -1 | 0 | 1 = 0;
  for (const placed of row.figures) {
    const role = roles[columnIndex(columns, placed)] ?? 'none';
    if (role === 'balance') balance = placed;
    else if (role !== 'none' && (amount === null || amount.figure.size === 0)) {
      amount = placed;
      column = role === 'debit' ? -1 : role === 'credit' ? 1 : 0;
    }
  }
  return amount ? { amount, balance, column } : null;
}

function columnIndex(columns: readonly Column[], placed: Placed): number {
  let best = -1;
  let distance = EDGE_TOLERANCE + 2;
  for (const [at, column] of columns.entries()) {
    const { edge } = placed.figure;
    const away = edge < column.from ? column.from - edge : Math.max(0, edge - column.edge);
    if (away < distance) [best, distance] = [at, away];
  }
  return placed.figure.apart ? best : -1;
}

/** The head of most rows. */
export function commonHead(rows: readonly Row[]): TableHead | null {
  const counts = new Map<string, { head: TableHead; count: number }>();
  for (const { head } of rows) {
    const known = counts.get(head.signature);
    if (known) known.count += 1;
    else counts.set(head.signature, { head, count: 1 });
  }
  let best: { head: TableHead; count: number } | null = null;
  for (const entry of counts.values()) if (!best || entry.count > best.count) best = entry;
  return best && best.head.cells.length > 0 ? best.head : null;
}
