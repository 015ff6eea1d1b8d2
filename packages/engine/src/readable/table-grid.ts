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
/**
 * Places beyond which spans are left as they are, if there are this many times as many places as cells: a few cells
 * that claim much would fill the memory.
 */
const MOST_PLACES = 200_000;
const MOST_PER_CELL = 4;

export function gridOf(table: Table): TableGrid {
  const { starts, used } = placeCells(table.rows);
  const places = table.rows.length * used.length;
  const cells = table.rows.reduce((sum, row) => sum + row.cells.length, 0);
  const claimed = places > MOST_PLACES && places > MOST_PER_CELL * cells;
  const rows = claimed ? unexpanded(table.rows) : expanded(table.rows, starts, used);
  const headRows = headOf(table.rows);
  return { rows, headRows, aligns: used.map((_, column) => alignOf(rows, column, headRows)) };
}

/**
 * Finds the column in which each cell begins. Columns that none begins in, that only spans reach into, say nothing:
 * `used` are the others.
 */
function placeCells(rows: readonly Row[]): {
  readonly starts: readonly (readonly number[])[];
  readonly used: number[];
} {
  /** By column: the first row that no cell from above reaches into. */
  const free: number[] = [];
  const used = new Set<number>();
  const starts = rows.map(({ cells }, top) => {
    const found: number[] = [];
    let column = 0;
    for (const { columns = 1, rows: height = 1 } of cells) {
      while ((free[column] ?? 0) > top) column += 1;
      if (column >= MOST_COLUMNS) break;
      found.push(column);
      used.add(column);
      const right = Math.min(column + columns, MOST_COLUMNS);
      // One that spans from above may lie within; it keeps its places.
      for (; column < right; column += 1) free[column] = Math.max(free[column] ?? 0, top + height);
    }
    return found;
  });
  return { starts, used: [...used].sort((a, b) => a - b) };
}

type Places = readonly (readonly (Place | undefined)[])[];

function expanded(rows: readonly Row[], starts: readonly (readonly number[])[], used: readonly number[]): Places {
  const grid: (Place | undefined)[][] = rows.map(() => used.map(() => undefined));
  const placeOf = new Map(used.map((column, place) => [column, place]));
  rows.forEach(({ cells }, top) => {
    starts[top]?.forEach((start, index) => {
      const cell = cells[index] as Cell;
      const from = placeOf.get(start) as number;
      const right = start + (cell.columns ?? 1);
      const covered: Place = { cell, covered: true };
      const bottom = Math.min(top + (cell.rows ?? 1), grid.length);
      for (let y = top; y < bottom; y += 1) {
        const line = grid[y] as (Place | undefined)[];
        for (let x = from; x < used.length && (used[x] as number) < right; x += 1) {
          line[x] ??= y === top && x === from ? { cell, covered: false } : covered;
        }
      }
    });
  });
  return grid;
}

/** Each row with its own cells, whatever they span. */
function unexpanded(rows: readonly Row[]): Places {
  return rows.map(({ cells }) => cells.slice(0, MOST_COLUMNS).map((cell): Place => ({ cell, covered: false })));
}

function headOf(rows: readonly Row[]): number {
  const firstBodyRow = rows.findIndex((row) => !row.head);
  if (firstBodyRow !== 0) return firstBodyRow < 0 ? Math.min(1, rows.length) : firstBodyRow;
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
