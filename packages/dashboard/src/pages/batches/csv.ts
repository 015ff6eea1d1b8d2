/** Delimiters of CSV files, as the service knows them. */
const DELIMITERS = [',', ';', '\t'] as const;

/** A table: the names of its columns, and its rows. */
export interface CsvTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * Reads CSV (RFC 4180) as the service does: the delimiter is the one that the first row has most of outside of quotes, or
 * that a line `sep=;` names. Empty rows are left out. The service checks what is sent; this only shows it.
 */
export function readCsv(text: string): CsvTable {
  const named = /^\ufeff?sep=(.)\r?\n/i.exec(text);
  const body = text.slice(named?.[0].length ?? 0).replace(/^\ufeff/, '');
  const [columns = [], ...rows] = cellsOf(body, named?.[1] ?? delimiterOf(body));
  return { columns, rows };
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

function cellsOf(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endRow = () => {
    row.push(cell);
    if (row.length > 1 || cell !== '') rows.push(row);
    row = [];
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && cell === '') quoted = true;
    else if (character === delimiter) {
      row.push(cell);
      cell = '';
    } else if (character === '\n' || (character === '\r' && text[at + 1] !== '\n')) endRow();
    else if (character !== '\r') cell += character;
  }
  endRow();
  return rows;
}

const quote = (cell: string): string => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Writes the columns that have a field, under its name. */
export function writeCsv({ columns, rows }: CsvTable, fields: readonly (string | undefined)[]): string {
  const kept = columns.flatMap((_, index) => (fields[index] === undefined ? [] : [index]));
  const lines = [kept.map((index) => fields[index] ?? ''), ...rows.map((row) => kept.map((index) => row[index] ?? ''))];
  // One empty cell alone would be an empty row, which is left out.
  return lines.map((cells) => (cells.length === 1 && cells[0] === '' ? '""' : cells.map(quote).join(','))).join('\r\n');
}

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
