import { CsvError, parse } from 'csv-parse/sync';

/** What is wrong with a table, as a sentence that names its row and, if there is one, its column. */
export class TableFault extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'TableFault';
  }
}

/** A row, and its number as a spreadsheet shows it. */
export interface TableRow {
  readonly row: number;
  readonly data: RowData;
}

/** The data of one row: texts, nested as the names of their columns say. */
export type RowData = { [name: string]: string | RowData };

const DELIMITERS = [',', ';', '\t'] as const;
/** Characters of one cell. */
const LONGEST_CELL = 1_000_000;
/** Names that mean something to every object. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Reads CSV (RFC 4180) whose first row names the fields; `a.b` is the field `b` in `a`. The delimiter, a comma,
 * semicolon or tab, is the one that the first row has most of outside of quotes, unless a line `sep=;` before it, which
 * Excel writes and hides, says another. Rows are counted as a spreadsheet shows them: the names stand in row 1; empty
 * rows count and are left out.
 * @param most rows of data
 * @throws TableFault for what cannot be read; RangeError for more rows than `most`
 */
export function readCsv(text: string, most: number): TableRow[] {
  const [, separator, table = ''] = /^\ufeff?(?:"?sep=([^\r\n])"?(?:\r\n?|\n))?([\s\S]*)$/.exec(text) ?? [];
  const records = recordsOf(table, { most, delimiter: separator ?? delimiterOf(table) });
  const [names, ...rows] = records;
  if (!names || isEmpty(names)) throw new TableFault('Row 1 is empty; it has to name the fields.');
  const paths = pathsOf(names);
  const data: TableRow[] = [];
  for (const [index, cells] of rows.entries()) {
    if (isEmpty(cells)) continue;
    if (cells.length !== paths.length) {
      const column = Math.min(cells.length, paths.length) + 1;
      throw new TableFault(
        `Row ${index + 2} has ${counted(cells.length)}, but row 1 names ${paths.length}: they part at column ${column}.`,
      );
    }
    if (data.length === most) throw new RangeError(`more than ${most} rows`);
    data.push({ row: index + 2, data: nested(paths, cells) });
  }
  return data;
}

function recordsOf(
  text: string,
  { most, delimiter }: { readonly most: number; readonly delimiter: string },
): string[][] {
  try {
    return parse(text, {
      delimiter,
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: LONGEST_CELL * 4,
      // Empty rows count for places only; many of them are refused all the same.
      to: 2 * most + 2,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = Number((error as { readonly records?: number }).records ?? 0) + 1;
    const column = Number((error as { readonly column?: number | string }).column ?? 0) + 1;
    throw new TableFault(`Row ${row}, column ${Number.isNaN(column) ? 1 : column}: ${sentenceOf(error)}`);
  }
}

/** Words for what happens; the parser's own name its options. */
function sentenceOf({ code }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quotation mark is not closed.';
  if (code === 'INVALID_OPENING_QUOTE') return 'a quotation mark stands within a cell that does not begin with one.';
  if (code === 'CSV_INVALID_CLOSING_QUOTE') return 'text follows the quotation mark that ends the cell.';
  if (code === 'CSV_MAX_RECORD_SIZE') return 'the row is longer than 4,000,000 characters.';
  return 'the row cannot be read as CSV.';
}

function delimiterOf(text: string): string {
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === '\n' || character === '\r') break;
    else if (counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  // The first of equals: the comma.
  return DELIMITERS.reduce((best, delimiter) =>
    (counts.get(delimiter) ?? 0) > (counts.get(best) ?? 0) ? delimiter : best,
  );
}

const isEmpty = (cells: readonly string[]): boolean => cells.every((cell) => cell === '');

const counted = (columns: number): string => `${columns} ${columns === 1 ? 'column' : 'columns'}`;

function pathsOf(names: readonly string[]): string[][] {
  const leaves = new Map<string, number>();
  const branches = new Map<string, number>();
  return names.map((written, index) => {
    const name = written.trim();
    const path = name.split('.');
    const at = `Row 1, column ${index + 1}`;
    if (path.some((part) => part === '')) {
      throw new TableFault(name === '' ? `${at} has no name.` : `${at}: "${name}" has an empty part.`);
    }
    if (path.some((part) => RESERVED.has(part))) throw new TableFault(`${at}: "${name}" is no name of a field.`);
    const clash =
      leaves.get(name) ??
      branches.get(name) ??
      parentsOf(path)
        .map((over) => leaves.get(over))
        .find(Boolean);
    if (clash !== undefined) throw new TableFault(`${at}: "${name}" is named by column ${clash} already.`);
    leaves.set(name, index + 1);
    for (const over of parentsOf(path)) branches.set(over, index + 1);
    return path;
  });
}

/** `a` and `a.b` of `a.b.c`. */
const parentsOf = (path: readonly string[]): string[] =>
  path.slice(1).map((_part, index) => path.slice(0, index + 1).join('.'));

function nested(paths: readonly (readonly string[])[], cells: readonly string[]): RowData {
  const data: RowData = {};
  for (const [index, path] of paths.entries()) {
    let within = data;
    for (const part of path.slice(0, -1)) {
      within[part] ??= {};
      within = within[part] as RowData;
    }
    within[path.at(-1) as string] = cells[index] ?? '';
  }
  return data;
}
