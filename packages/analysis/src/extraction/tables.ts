import { type Cell, cellsOf } from '../text/cells.ts';
import type { Line, Span } from '../text/source.ts';
import type { Document } from '../values/document.ts';

/** Tables by their layout: rows of cells whose columns line up. Also tables with pipes, as Markdown writes them. */

export interface Table {
  readonly title: string | null;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly span: Span;
}

interface Row {
  readonly line: Line;
  readonly cells: readonly Cell[];
}

const FEWEST_ROWS = 2;
const MOST_TABLES = 500;
const MOST_COLUMNS = 60;

export function tablesOf(document: Document): Table[] {
  const tables: Table[] = [];
  let rows: Row[] = [];
  let before: Line | null = null;
  let title: Line | null = null;
  const close = () => {
    const table = tableFrom(rows, title);
    if (table && tables.length < MOST_TABLES) tables.push(table);
    rows = [];
  };
  for (const line of document.source.lines) {
    const cells = tableCells(line);
    if (cells.length >= 2 && continues(rows, cells)) {
      if (rows.length === 0) title = before;
      rows.push({ line, cells });
    } else if (line.text.trim() !== '' && !isRule(line.text)) {
      close();
      if (cells.length >= 2) {
        title = before;
        rows.push({ line, cells });
      }
    }
    if (line.text.trim() !== '' && !isRule(line.text)) before = line;
  }
  close();
  return tables;
}

function tableCells(line: Line): Cell[] {
  if (isRule(line.text)) return [];
  const text = line.text.trim();
  if (!text.startsWith('|') || !text.endsWith('|') || text.length < 3) {
    const cells = cellsOf(line);
    return cells.length <= MOST_COLUMNS ? cells : [];
  }
  const cells: Cell[] = [];
  let start = line.text.indexOf('|') + 1;
  for (let at = start; at < line.text.length; at += 1) {
    if (line.text.charAt(at) !== '|') continue;
    cells.push({ start, end: at, text: line.text.slice(start, at).trim() });
    start = at + 1;
  }
  return cells.length <= MOST_COLUMNS ? cells : [];
}

/** Lines of dashes and the like separate, they say nothing. */
function isRule(text: string): boolean {
  return text.length > 0 && /^[\s|+:=_*-]*$/.test(text) && /[-=_]/.test(text);
}

/** Most cells of a row stand under a cell of the row before. */
function continues(rows: readonly Row[], cells: readonly Cell[]): boolean {
  const last = rows.at(-1);
  if (!last) return true;
  const fitting = cells.filter((cell) =>
    last.cells.some((above) => above.start <= cell.end + 1 && cell.start <= above.end + 1),
  );
  return (
    fitting.length * 2 > cells.length &&
    Math.abs(last.cells.length - cells.length) <= Math.max(2, last.cells.length / 2)
  );
}

function tableFrom(rows: readonly Row[], title: Line | null): Table | null {
  const [first] = rows;
  if (!first || rows.length < FEWEST_ROWS) return null;
  const widest = rows.reduce((top, row) => (row.cells.length > top.cells.length ? row : top));
  const columns = widest.cells;
  const texts = rows.map((row) => columns.map((column, index) => textUnder(row, columns, column, index)));
  const head = texts[0] ?? [];
  const titled =
    !head.some((text) => /\d/.test(text)) && texts.slice(1).some((row) => row.some((text) => /\d/.test(text)));
  const last = rows.at(-1) ?? first;
  return {
    title: title && title.text.trim().length <= 100 && cellsOf(title).length === 1 ? title.text.trim() : null,
    headers: titled ? head : [],
    rows: titled ? texts.slice(1) : texts,
    span: { start: first.line.start, end: last.line.start + last.line.text.length },
  };
}

/** The text of a row in a column: of each cell that overlaps it more than its neighbours. */
function textUnder(row: Row, columns: readonly Cell[], column: Cell, index: number): string {
  if (row.cells.length === columns.length) return row.cells[index]?.text ?? '';
  return row.cells
    .filter((cell) => nearest(columns, cell) === column)
    .map((cell) => cell.text)
    .join(' ');
}

function nearest(columns: readonly Cell[], cell: Cell): Cell | undefined {
  const distance = (column: Cell) => Math.max(0, Math.max(column.start, cell.start) - Math.min(column.end, cell.end));
  return columns.reduce<Cell | undefined>(
    (best, one) => (best === undefined || distance(one) < distance(best) ? one : best),
    undefined,
  );
}
