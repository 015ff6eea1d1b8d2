import type { StatementLine } from '../lines/lines.ts';
import type { Placed, Row } from '../rows/rows.ts';
import type { Account, Item } from './accounts.ts';
import type { Chain, ReadRow, SolvedSigns } from './chain.ts';

/** Other readings of an account, where its balances do not fit the first one. */

interface Solved {
  readonly chain: Chain;
  readonly solved: SolvedSigns;
  readonly owed: boolean;
}

/** Other cuts of the same account: without tables of another kind, or with lines that have no date. */
export function* variantsOf(account: Account, whole: Solved): Generator<Account> {
  const signatures = new Map<string, number>();
  for (const { row } of whole.chain.rows)
    signatures.set(row.head.signature, (signatures.get(row.head.signature) ?? 0) + 1);
  if (signatures.size > 1) {
    for (const [signature] of [...signatures].sort((a, b) => b[1] - a[1])) {
      yield withRows(account, (row) => row.head.signature === signature);
    }
  }
  yield* withOptional(account, whole);
  yield* withEveryOptional(account);
  yield* withOverdrafts(account);
}

/** Balances without a mark may stand in the debit column: the account was overdrawn. */
function* withOverdrafts(account: Account): Generator<Account> {
  const negative = (placed: Placed | null): Placed | null =>
    placed && placed.figure.mark === 0 ? { ...placed, figure: { ...placed.figure, mark: -1 } } : null;
  const opening = negative(account.opening);
  const closing = negative(account.closing);
  if (closing) yield { ...account, closing };
  if (opening) yield { ...account, opening };
  if (opening && closing) yield { ...account, opening, closing };
}

/** Adds the undated line that makes up for the difference of a failed link, if exactly one does. */
function* withOptional(account: Account, whole: Solved): Generator<Account> {
  const included = new Set<Row>();
  const positions = new Map(account.items.map((item, at) => [item.type === 'row' ? item.row : item, at]));
  for (const link of whole.solved.failed) {
    const at = positionsOf(link.rows, positions);
    if (!at) return;
    const sum = link.rows.reduce((total, { row, size }) => total + size * (whole.solved.signs.get(row)?.sign ?? 1), 0);
    const missing = Math.abs(link.to - link.from - (whole.owed ? -sum : sum));
    const candidates = optionalBetween(account, at.first, at.last).filter(
      (row) => row.figures.at(-1)?.figure.size === missing,
    );
    const [only] = candidates;
    if (!only || candidates.length > 1) return;
    included.add(only);
  }
  if (included.size === 0) return;
  yield withRows(account, (row) => !row.optional, included);
}

/** With every undated line that ends with its sums: the date may be printed once a day, where no columns are kept. */
function* withEveryOptional(account: Account): Generator<Account> {
  const optional = account.items.flatMap((item) => (item.type === 'row' && item.row.optional ? [item.row] : []));
  const included = new Set(optional.filter(endsWithSums));
  if (included.size > 0) yield withRows(account, (row) => !row.optional, included);
}

function endsWithSums({ figures }: Row): boolean {
  const last = figures.at(-1);
  return last !== undefined && last.line.text.slice(last.figure.end).trim() === '';
}

function positionsOf(rows: readonly ReadRow[], positions: ReadonlyMap<unknown, number>) {
  const places = rows.flatMap(({ row }) => positions.get(row) ?? []);
  return places.length === 0 ? null : { first: Math.min(...places), last: Math.max(...places) };
}

/** Optional lines among the rows of a link, and behind its last row before the next dated one. */
function optionalBetween(account: Account, first: number, last: number): Row[] {
  const rows: Row[] = [];
  for (let at = first; at < account.items.length; at += 1) {
    const item = account.items[at];
    if (item?.type !== 'row' || (!item.row.optional && at > last)) {
      if (at > last) break;
      continue;
    }
    if (item.row.optional) rows.push(item.row);
  }
  return rows;
}

function withRows(account: Account, keep: (row: Row) => boolean, included: ReadonlySet<Row> = new Set()): Account {
  const lines = new Map([...included].flatMap((row) => (row.lines[0] ? [[row.lines[0], row]] : [])));
  const parts = new Map<Row, StatementLine[]>();
  const items = account.items.flatMap((item): Item[] => {
    if (item.type !== 'row') return [item];
    if (included.has(item.row)) {
      return [{ type: 'row', row: { ...item.row, lines: parts.get(item.row) ?? item.row.lines, optional: false } }];
    }
    if (!keep(item.row)) return [];
    if (lines.size === 0) return [item];
    return [{ type: 'row', row: { ...item.row, lines: ownLines(item.row, lines, parts) } }];
  });
  return { ...account, items, rows: items.filter((item) => item.type === 'row' && !item.row.optional).length };
}

/** The lines of a row before the first undated one that is a row itself; each of those gets the lines behind it. */
function ownLines(
  row: Row,
  included: ReadonlyMap<StatementLine, Row>,
  parts: Map<Row, StatementLine[]>,
): StatementLine[] {
  const own: StatementLine[] = [];
  let into = own;
  for (const line of row.lines) {
    const other = included.get(line);
    if (other) {
      into = [];
      parts.set(other, into);
    }
    into.push(line);
  }
  return own;
}
