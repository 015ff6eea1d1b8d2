/** Delimiters of CSV files, as the service knows them. */
const DELIMITERS = [',', ';', '\t'] as const;

/** A table: the names of its columns, and its rows. */
export interface CsvTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Whether it has quotation marks that the service refuses: what they enclose is a guess. */
  readonly isFaulty: boolean;
}

/**
 * The text of a file: UTF-8, or UTF-16 that says so. Excel saves CSV in the code page of the computer, unless somebody chooses
 * "CSV UTF-8": anything else is read as Windows-1252, that of Western Europe.
 */
export async function textOf(file: Blob): Promise<{ readonly text: string; readonly isGuess: boolean }> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [first, second] = bytes;
  const wide =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
  try {
    return { text: new TextDecoder(wide ?? 'utf-8', { fatal: true }).decode(bytes), isGuess: false };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isGuess: true };
  }
}

/**
 * Reads CSV (RFC 4180) as the service does: the delimiter is the one that the first row has most of outside of quotes, or
 * that a line `sep=;` names. Empty rows are left out. The service checks what is sent; this only shows it.
 */
export function readCsv(text: string): CsvTable {
  const [, separator, table = ''] = /^\ufeff?(?:"?sep=([^\r\n])"?(?:\r\n?|\n))?([\s\S]*)$/.exec(text) ?? [];
  const { rows: all, isFaulty } = cellsOf(table, separator ?? delimiterOf(table));
  const [columns = [], ...rows] = all;
  return { columns, rows, isFaulty };
}

function delimiterOf(text: string): string {
  const counts = new Map<string, number>(DELIMITERS.map((each) => [each, 0]));
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) break;
    else if (!quoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}

function cellsOf(text: string, delimiter: string): { readonly rows: string[][]; readonly isFaulty: boolean } {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  /** Whether the cell was in quotation marks that are closed. */
  let closed = false;
  let isFaulty = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
    closed = false;
  };
  const endRow = () => {
    endCell();
    if (row.some((each) => each !== '')) rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else {
        quoted = false;
        closed = true;
      }
    } else if (character === '"' && cell === '' && !closed) quoted = true;
    else if (character === delimiter) endCell();
    else if (character === '\n' || (character === '\r' && text[at + 1] !== '\n')) endRow();
    else if (character !== '\r') {
      isFaulty ||= character === '"' || closed;
      cell += character;
    }
  }
  endRow();
  return { rows, isFaulty: isFaulty || quoted };
}

const quote = (cell: string): string => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Writes the columns that have a field, under its name. */
export function writeCsv(
  { columns, rows }: Pick<CsvTable, 'columns' | 'rows'>,
  fields: readonly (string | undefined)[],
): string {
  const kept = columns.flatMap((_, index) => (fields[index] === undefined ? [] : [index]));
  const lines = [kept.map((index) => fields[index] ?? ''), ...rows.map((row) => kept.map((index) => row[index] ?? ''))];
  return lines.map((cells) => cells.map(quote).join(',')).join('\r\n');
}

/** How many rows have nothing in the columns that have a field: the service leaves them out. */
export const emptyIn = ({ rows }: Pick<CsvTable, 'rows'>, fields: readonly (string | undefined)[]): number =>
  rows.filter((row) => row.every((cell, index) => cell === '' || fields[index] === undefined)).length;

/** Paths of the values of sample data, such as `customer.name`. What is in a list has none: a row fills no lists. */
export function fieldsOf(sample: unknown, path = ''): string[] {
  if (typeof sample !== 'object' || sample === null) return path === '' ? [] : [path];
  if (Array.isArray(sample)) return [];
  return Object.entries(sample).flatMap(([name, value]) => fieldsOf(value, path === '' ? name : `${path}.${name}`));
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The field that a column most likely fills: of its name, or of the same last name if there is one such field only. */
export function likelyField(column: string, fields: readonly string[]): string | undefined {
  const whole = fields.find((field) => field === column) ?? fields.find((field) => plain(field) === plain(column));
  if (whole !== undefined) return whole;
  const ends = fields.filter((field) => plain(field.split('.').at(-1) ?? '') === plain(column));
  return ends.length === 1 ? ends[0] : undefined;
}
