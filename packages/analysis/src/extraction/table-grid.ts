import type { Cell } from '../text/cells.ts';
import type { Row } from './table-rows.ts';

/** Headers and rows of a table: which cell stands in which column, and what goes on over several lines. */

export interface Grid {
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

interface Column {
  start: number;
  end: number;
}

const FEWEST_ROWS = 2;

export function gridOf(rows: readonly Row[]): Grid | null {
  const [first] = rows;
  if (!first || rows.length < FEWEST_ROWS) return null;
  const columns = columnsOf(rows);
  const texts =
    first.kind === 'columns' ? joined(rows, columns) : rows.map((row) => row.cells.map((cell) => cell.text));
  if (texts.length < FEWEST_ROWS || columns.length < 2 || isForm(texts)) return null;
  const [head = []] = texts;
  const titled = first.ruled === true || isHead(head, texts.slice(1));
  return { headers: titled ? head : [], rows: titled ? texts.slice(1) : texts };
}

/** The columns of the row with most cells, each as wide as what stands in it. */
function columnsOf(rows: readonly Row[]): Column[] {
  const widest = rows.reduce((top, row) => (row.cells.length > top.cells.length ? row : top));
  const columns: Column[] = widest.cells.map(({ start, end }) => ({ start, end }));
  for (const row of rows) {
    if (row.cells.length !== columns.length) continue;
    for (const [index, cell] of row.cells.entries()) {
      const column = columns[index];
      const [before, behind] = [columns[index - 1]?.end ?? -1, columns[index + 1]?.start ?? Number.POSITIVE_INFINITY];
      if (!column || cell.start <= before || cell.end >= behind) continue;
      column.start = Math.min(column.start, cell.start);
      column.end = Math.max(column.end, cell.end);
    }
  }
  return columns;
}

/** Rows of texts; a line that only goes on the cells of the row above is added to them. */
function joined(rows: readonly Row[], columns: readonly Column[]): string[][] {
  const texts: string[][] = [];
  for (const row of rows) {
    const own = columns.map((column, index) => textUnder(row, columns, column, index));
    const above = texts.at(-1);
    if (above && texts.length > 1 && goesOn(above, own)) {
      for (const [index, text] of own.entries()) above[index] = [above[index] ?? '', text].filter(Boolean).join(' ');
    } else texts.push(own);
  }
  return texts;
}

const NUMERIC = /^[^\p{L}]{0,6}\d[\d.,'\u00a0 %€$£-]{0,20}$/u;
const SUMMARY =
  /^(?:sub|total|summe|gesamt|zwischen|netto|brutto|steuer|mwst|vat|tax|iva|tva|btw|imponibile|base|shipping|discount|balance)/i;

/** No first cell, and no cell that the row above has a number for. */
function goesOn(above: readonly string[], own: readonly string[]): boolean {
  if (own[0] !== '' || above[0] === '' || SUMMARY.test(own.find(Boolean) ?? '')) return false;
  return own.every(
    (text, index) => text === '' || above[index] === '' || !(NUMERIC.test(text) || NUMERIC.test(above[index] ?? '')),
  );
}

/** The text of a row in a column: of each cell that overlaps it more than its neighbors. */
function textUnder(row: Row, columns: readonly Column[], column: Column, index: number): string {
  if (row.cells.length === columns.length) return row.cells[index]?.text ?? '';
  return row.cells
    .filter((cell) => nearest(columns, cell) === column)
    .map((cell) => cell.text)
    .join(' ');
}

function nearest(columns: readonly Column[], cell: Cell): Column | undefined {
  const distance = (column: Column) => Math.max(column.start, cell.start) - Math.min(column.end, cell.end);
  return columns.reduce<Column | undefined>(
    (best, one) => (best === undefined || distance(one) < distance(best) ? one : best),
    undefined,
  );
}

/** Labels with their values are a form, no table. */
function isForm(texts: readonly (readonly string[])[]): boolean {
  const cells = texts.flat().filter(Boolean);
  const labels = cells.filter((text) => /\p{L}\s?:(?:\s|$)/u.test(text)).length;
  return labels * 3 > cells.length;
}

/** The first row names the columns: words without digits above numbers, or words that nothing below repeats. */
function isHead(head: readonly string[], body: readonly (readonly string[])[]): boolean {
  if (isHeadOfPeriods(head, body)) return true;
  if (head.some((text) => /\d/.test(text))) return false;
  if (body.some((row) => row.some((text) => /\d/.test(text)))) return true;
  const below = new Set(body.flat());
  const names = head.every((text) => text !== '' && text.length <= 24 && /^\p{L}/u.test(text) && !below.has(text));
  return (
    names &&
    head.length > 1 &&
    body.length > 1 &&
    (head.length > 2 || new Set(body.map((row) => row[1])).size < body.length)
  );
}

/** `   Q1 2030   Q1 2029` over columns of numbers: no first cell, and names with a number in them. */
function isHeadOfPeriods(head: readonly string[], body: readonly (readonly string[])[]): boolean {
  const [corner, ...names] = head;
  if (corner !== '' || names.length === 0 || !names.every((name) => PERIOD.test(name))) return false;
  return body.every((row) => row.slice(1).every((text) => text === '' || NUMERIC.test(text)));
}

const PERIOD = /^(?:\p{L}[\p{L}. ]{0,14}\d{1,4}(?: \d{4})?|(?:19|20)\d\d(?:[/-]\d{2,4})?)$/u;
