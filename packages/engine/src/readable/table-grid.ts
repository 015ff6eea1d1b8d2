import type { Align, Block, Cell, Row, Run, Table } from './blocks.ts';
import { MARK } from './blocks.ts';

/** A cell in its place; places that a span covers besides its first are `covered`. */
export interface Place {
  readonly cell: Cell;
  readonly covered: boolean;
}

/** A table with its spans expanded: every row has every column. */
export interface TableGrid {
  readonly rows: readonly (readonly (Place | undefined)[])[];
  /** Rows at the top that are its head. */
  readonly headRows: number;
  readonly aligns: readonly (Align | undefined)[];
}

/** Columns beyond which a table is cut: a span may claim any number of them. */
const MOST_COLUMNS = 1_000;

export function gridOf(table: Table): TableGrid {
  const rows: (Place | undefined)[][] = table.rows.map(() => []);
  table.rows.forEach((row, top) => {
    let column = 0;
    for (const cell of row.cells) {
      while (rows[top]?.[column] !== undefined) column += 1;
      const right = Math.min(column + (cell.columns ?? 1), MOST_COLUMNS);
      const bottom = Math.min(top + (cell.rows ?? 1), rows.length);
      for (let y = top; y < bottom; y += 1) {
        for (let x = column; x < right; x += 1) {
          const line = rows[y];
          if (line && line[x] === undefined) line[x] = { cell, covered: y !== top || x !== column };
        }
      }
      column = right;
      if (column >= MOST_COLUMNS) break;
    }
  });
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const used = usedColumns(rows, width);
  const kept = rows.map((row) => used.map((column) => row[column]));
  const headRows = headOf(table.rows);
  return { rows: kept, headRows, aligns: used.map((_, column) => alignOf(kept, column, headRows)) };
}

/** Columns that some cell begins in; those that only spans reach into say nothing. */
function usedColumns(rows: readonly (readonly (Place | undefined)[])[], width: number): number[] {
  const used = new Array<boolean>(width).fill(false);
  for (const row of rows) {
    row.forEach((place, column) => {
      if (place && !place.covered) used[column] = true;
    });
  }
  return used.flatMap((isUsed, column) => (isUsed ? [column] : []));
}

function headOf(rows: readonly Row[]): number {
  const told = rows.findIndex((row) => !row.head);
  if (told !== 0) return told < 0 ? Math.min(1, rows.length) : told;
  // Without marked head cells, a bold first row above rows that are not is the head.
  const [first, ...rest] = rows;
  if (!first || rest.length === 0 || !isBoldRow(first)) return 0;
  return rest.slice(0, 20).some(isBoldRow) ? 0 : 1;
}

function isBoldRow({ cells }: Row): boolean {
  const filled = cells.filter(({ children }) => children.length > 0);
  return filled.length > 1 && filled.every(({ children }) => children.every(isBold));
}

function isBold(block: Block): boolean {
  if (!('runs' in block)) return false;
  return block.runs.every((run) => run.kind !== 'text' || run.text.trim() === '' || (run.marks & MARK.strong) !== 0);
}

function alignOf(
  rows: readonly (readonly (Place | undefined)[])[],
  column: number,
  headRows: number,
): Align | undefined {
  const places = rows.map((row) => row[column]);
  const single = (place: Place | undefined) =>
    place && !place.covered && place.cell.children.length > 0 && (place.cell.columns ?? 1) === 1;
  const body = places.slice(headRows).find(single);
  const head = places.slice(0, headRows).find(single);
  return body?.cell.align ?? head?.cell.align;
}

/** The head of a table needs no bold: its place says the same. */
export function withoutBold(block: Block): Block {
  if (!('runs' in block)) return block;
  const runs = block.runs.map((run): Run => (run.kind === 'text' ? { ...run, marks: run.marks & ~MARK.strong } : run));
  return { ...block, runs };
}
