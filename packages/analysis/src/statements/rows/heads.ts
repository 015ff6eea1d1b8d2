import { type HeaderCell, isTableHead, type StatementLine } from '../lines/lines.ts';
import type { HeaderKind } from '../words/headers.ts';

/** A head of a transaction table: one to three lines of column names. */
export interface TableHead {
  /** Position in the document; 0 for rows before any head. */
  readonly id: number;
  readonly cells: readonly HeaderCell[];
  /** The names of the money columns from left to right. */
  readonly money: readonly HeaderCell[];
  /** Whether the head keeps its layout, so that its offsets say which column is which. */
  readonly laidOut: boolean;
  /** Whether the second date of a row is the booking date, behind the value date or the date of purchase. */
  readonly bookedSecond: boolean;
  /** Whether the booking date is the last column, behind the money. */
  readonly dateLast: boolean;
  /** Whether the second line of a row begins with its value date, as the second line of the head does. */
  readonly valueBelow: boolean;
  /** Lines that the head takes. */
  readonly length: number;
  /** The same for heads with the same columns: a table that continues on the next page. */
  readonly signature: string;
}

export const NO_HEAD: TableHead = {
  id: 0,
  cells: [],
  money: [],
  laidOut: false,
  bookedSecond: false,
  dateLast: false,
  valueBelow: false,
  length: 0,
  signature: '',
};

const MOST_LINES = 3;
/** Lines of a head whose cells have a line each, as text recognition prints them. */
const MOST_CELLS = 6;

/** The table heads by the index of their first line. */
export function findHeads(lines: readonly StatementLine[]): Map<number, TableHead> {
  const heads = new Map<number, TableHead>();
  for (let at = 0; at < lines.length; at += 1) {
    const head = headAt(lines, at, heads.size + 1);
    if (!head) continue;
    heads.set(at, head);
    at += head.length - 1;
  }
  return heads;
}

function headAt(lines: readonly StatementLine[], at: number, id: number): TableHead | null {
  const first = lines[at]?.header ?? [];
  if (first.length === 0 || isSummaryHead(lines[at]) || isHeadingAbove(lines, at)) return null;
  let length = 1;
  const most = isCellAlone(lines[at]) ? MOST_CELLS : MOST_LINES;
  while (
    length < most &&
    (length < MOST_LINES || isCellAlone(lines[at + length])) &&
    (lines[at + length]?.header.length ?? 0) > 0 &&
    !isSummaryHead(lines[at + length])
  ) {
    const next = lines[at + length]?.header ?? [];
    if (isTableHead(cellsOfLines(lines, at, length)) && isTableHead(next) && next.some(isMoney)) break;
    length += 1;
  }
  while (length > 1 && !isTableHead(cellsOfLines(lines, at, length))) length -= 1;
  const cells = cellsOfLines(lines, at, length);
  if (!isTableHead(cells)) return null;
  const money = moneyCells(lines, at, length);
  return {
    id,
    cells,
    money,
    laidOut: lines.slice(at, at + length).some((line) => /\S(?: {3}|\t)\s*\S/.test(line.text)),
    bookedSecond: isBookedSecond(cells),
    dateLast: length === 1 && isBookedSecond(cells) && cells.findLast(({ kind }) => isColumn(kind))?.kind === 'date',
    valueBelow: isValueBelow(lines, at, length),
    length,
    signature: money.map((cell) => cell.kind).join(' ') + cells.length,
  };
}

const isCellAlone = (line: StatementLine | undefined) => line?.header.length === 1 && line.text.trim().length <= 24;

/** `Deposits and additions` alone above a whole table head names the section, not a column. */
function isHeadingAbove(lines: readonly StatementLine[], at: number): boolean {
  const kinds = new Set((lines[at]?.header ?? []).map(({ kind }) => kind).filter(isColumn));
  const [kind] = kinds;
  const names = kind === 'debit' || kind === 'credit' || kind === 'balance';
  const below = lines[at + 1]?.header ?? [];
  return kinds.size === 1 && names && isTableHead(below) && below.some((cell) => cell.kind === 'amount');
}

function isBookedSecond(cells: readonly HeaderCell[]): boolean {
  const dates = cells.filter(({ kind }) => kind === 'date' || kind === 'value' || kind === 'purchase');
  return (dates[0]?.kind === 'value' || dates[0]?.kind === 'purchase') && dates[1]?.kind === 'date';
}

/** Columns whose names begin so near to each other are one. */
const SAME_COLUMN = 2;

function isValueBelow(lines: readonly StatementLine[], at: number, length: number): boolean {
  const [first] = lines[at]?.header ?? [];
  const last = lines[at + length - 1]?.header ?? [];
  const [only] = last;
  if (length < 2 || last.length !== 1 || first?.kind !== 'date' || only?.kind !== 'value') return false;
  return Math.abs(only.start - first.start) <= SAME_COLUMN;
}

function cellsOfLines(lines: readonly StatementLine[], at: number, length: number): HeaderCell[] {
  return lines.slice(at, at + length).flatMap((line) => [...line.header]);
}

/** A head that names opening and closing balance belongs to a summary. */
function isSummaryHead(line: StatementLine | undefined): boolean {
  return line?.labels.some((label) => label.kind === 'opening') ?? false;
}

const isColumn = (kind: HeaderKind) => kind !== 'filler' && kind !== 'reference';

const isMoney = (cell: HeaderCell) =>
  cell.kind === 'amount' || cell.kind === 'debit' || cell.kind === 'credit' || cell.kind === 'balance';

/** The money columns. `Betrag Soll` is one debit column, not an amount and a debit. */
function moneyCells(lines: readonly StatementLine[], at: number, length: number): HeaderCell[] {
  const all = lines.slice(at, at + length).flatMap((line) => line.header.filter(isMoney));
  if (length > 1) all.sort((a, b) => a.start - b.start);
  const directed = all.some((cell) => cell.kind === 'debit') && all.some((cell) => cell.kind === 'credit');
  const kept = directed ? all.filter((cell) => cell.kind !== 'amount') : all;
  const merged: HeaderCell[] = [];
  for (const cell of kept) {
    const last = merged.at(-1);
    if (last && last.kind === cell.kind && cell.start - last.end < 3) merged.splice(-1, 1, { ...last, end: cell.end });
    else if (!merged.some((known) => known.kind === cell.kind)) merged.push(cell);
  }
  return merged;
}
