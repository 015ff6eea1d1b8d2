import { isUtf8 } from 'node:buffer';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readCsv, TableFault } from '@platen/server/tables';
import { UsageError } from '../usage-error.ts';

/** One document to be made. */
export interface Row {
  /** Where it stands in the file: the row of a table, the line, or the place in a list, from 1. */
  readonly row: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Rows of one batch. */
const MOST = 10_000;

/**
 * Reads the rows of a file: a table whose first row names the fields (CSV), lines of JSON objects, or a list of them.
 * @throws UsageError that names row and column, or line
 */
export function readRows(file: string): readonly Row[] {
  const text = readText(file);
  const rows = rowsOf(file, text);
  if (rows.length === 0) throw new UsageError(`"${file}" has no rows.`);
  if (rows.length > MOST) throw tooMany(file);
  return rows;
}

function rowsOf(file: string, text: string): readonly Row[] {
  const extension = path.extname(file).toLowerCase();
  if (extension === '.json') return fromList(file, text);
  if (extension === '.ndjson' || extension === '.jsonl') return fromLines(file, text);
  try {
    return readCsv(text, MOST);
  } catch (error) {
    if (error instanceof RangeError) throw tooMany(file);
    if (error instanceof TableFault) throw new UsageError(`"${file}": ${error.message}`);
    throw error;
  }
}

function fromList(file: string, text: string): readonly Row[] {
  const list = parsed(text, `"${file}" is not JSON.`);
  if (!Array.isArray(list)) throw new UsageError(`"${file}" has to hold a list of objects.`);
  return list.map((data: unknown, index) => rowOf(data, index + 1, `"${file}": entry ${index + 1}`));
}

function fromLines(file: string, text: string): readonly Row[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const place = `"${file}": line ${index + 1}`;
    return [rowOf(parsed(line, `${place} is not JSON.`), index + 1, place)];
  });
}

function rowOf(data: unknown, row: number, place: string): Row {
  if (typeof data === 'object' && data !== null && !Array.isArray(data)) {
    return { row, data: data as Record<string, unknown> };
  }
  throw new UsageError(`${place} is no JSON object.`);
}

function parsed(text: string, fault: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(fault);
  }
}

function readText(file: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new UsageError(`"${file}" cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  const mark = bytes.toString('hex', 0, 2);
  if (mark === 'fffe') return new TextDecoder('utf-16le').decode(bytes);
  if (!isUtf8(bytes)) throw new UsageError(`"${file}" is not UTF-8. Save it as "CSV UTF-8".`);
  return new TextDecoder().decode(bytes);
}

const tooMany = (file: string): UsageError =>
  new UsageError(`"${file}" has more than ${MOST.toLocaleString('en')} rows. Divide it.`);
