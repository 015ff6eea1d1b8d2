/** A value of an answer, with its path, such as `accountInfo.bankName`. */
export interface Value {
  readonly path: string;
  readonly value: string | number | boolean | null;
}

/** Rows of one kind: transactions, or lines of an invoice. */
export interface Rows {
  readonly path: string;
  /** Names of the values that at least one row has. */
  readonly columns: readonly string[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

export interface Read {
  readonly values: readonly Value[];
  readonly tables: readonly Rows[];
}

const isRow = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What was read, as values and as tables. A row without a value is told by its empty cell, and a column without any is left out. */
export function readOf(data: unknown, path = ''): Read {
  if (Array.isArray(data) && data.length > 0 && data.every(isRow)) {
    const names = [...new Set(data.flatMap((row) => Object.keys(row)))];
    const columns = names.filter((name) => data.some((row) => row[name] !== null && row[name] !== undefined));
    return { values: [], tables: [{ path, columns, rows: data }] };
  }
  if (!isRow(data)) {
    const value = typeof data === 'string' || typeof data === 'number' || typeof data === 'boolean' ? data : null;
    return Array.isArray(data) || path === '' ? { values: [], tables: [] } : { values: [{ path, value }], tables: [] };
  }
  const parts = Object.entries(data).map(([name, value]) => readOf(value, path === '' ? name : `${path}.${name}`));
  return { values: parts.flatMap(({ values }) => values), tables: parts.flatMap(({ tables }) => tables) };
}

/** `accountInfo.openingBalance` as `Opening balance`. */
export function titleOf(path: string): string {
  const words = (path.split('.').at(-1) ?? path)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return (words[0] ?? '').toUpperCase() + words.slice(1);
}
