import { isUtf8 } from 'node:buffer';
import type { SourceFile } from '@platen/engine';
import { ApiError, toApiError } from '../errors.ts';
import { readJsonText } from '../http/parse-json.ts';
import type { RequestBody } from '../http/request-body.ts';
import { invalidField, valid } from '../http/valid.ts';
import { readCsv, TableFault } from './csv.ts';
import { type BatchItem, type BatchRequest, itemSchema } from './schema.ts';

/** Items of one batch. */
const MOST_ITEMS = 10_000;

/** Name of the part of a form that has the items, whatever the file is called; or name of the file, without its extension. */
const ITEMS = 'items';
const CSV = /\.(?:csv|tsv|tab|txt)$/i;
const LINES = /\.(?:ndjson|jsonl)$/i;

/** The items of a request, and the files that all of them share. */
export interface ReadItems {
  readonly items: readonly BatchItem[];
  /** Where an item stands in the request, for errors about it. */
  readonly place: (position: number) => ItemPlace;
  readonly files: readonly SourceFile[];
}

export interface ItemPlace {
  /** Pointer to the item, or to the text that it stands in. */
  readonly pointer: string;
  /** Whether the pointer goes on into the item. */
  readonly exact: boolean;
  /** Names the item in a sentence. */
  readonly name: string;
}

const isItems = ({ name, field }: RequestBody['files'][number]): boolean =>
  field === ITEMS || /^items\.(?:csv|ndjson|jsonl)$/.test(name);

/** @throws ApiError `payload_too_large` for more items than a batch may have */
export function refuseTooMany(count: number): void {
  if (count <= MOST_ITEMS) return;
  throw new ApiError('payload_too_large', {
    detail: `A batch has at most ${MOST_ITEMS.toLocaleString('en')} items. Divide it.`,
  });
}

/**
 * Reads the items of a batch from the field, or the file, that has them.
 * @throws ApiError `invalid_request` that names row, line or item; `payload_too_large` for more than 10,000
 */
export function readItems(request: BatchRequest, files: RequestBody['files']): ReadItems {
  const tables = files.filter(isItems);
  const other = tables.find(({ name }) => !CSV.test(name) && !LINES.test(name));
  if (other)
    throw invalidField('/items', `Of the file "${other.name}" the name has to end in .csv, .ndjson or .jsonl.`);
  const table = tables.filter(({ name }) => CSV.test(name));
  const lines = tables.filter(({ name }) => LINES.test(name));
  const rest = files.filter((file) => !isItems(file));
  const csv = request.items_csv ?? (table[0] && textOf(table[0]));
  const json = request.items_ndjson ?? (lines[0] && textOf(lines[0]));
  const given = [request.items, request.items_csv, request.items_ndjson, ...table, ...lines];
  if (given.filter((each) => each !== undefined).length !== 1) {
    throw invalidField(
      '/items',
      'Give the items once: "items", "items_csv" or "items_ndjson", or a CSV or NDJSON file as the part "items" of a form.',
    );
  }
  const read = csv !== undefined ? fromCsv(csv) : json !== undefined ? fromLines(json) : fromList(request.items ?? []);
  if (read.items.length === 0) throw invalidField(read.place(0).pointer, 'A batch needs an item at least.');
  return { ...read, files: rest };
}

function fromList(items: readonly BatchItem[]): Omit<ReadItems, 'files'> {
  refuseTooMany(items.length);
  const place = (position: number) => ({ pointer: `/items/${position}`, exact: true, name: `Item ${position}` });
  // An empty list has no first item to point at.
  return { items, place: items.length === 0 ? () => ({ ...place(0), pointer: '/items' }) : place };
}

function fromCsv(text: string): Omit<ReadItems, 'files'> {
  const place = (position: number) => ({ pointer: '/items_csv', exact: false, name: `Item ${position}` });
  try {
    return { items: readCsv(text, MOST_ITEMS).map(({ data }) => ({ data })), place };
  } catch (error) {
    if (error instanceof RangeError) refuseTooMany(MOST_ITEMS + 1);
    if (error instanceof TableFault) throw invalidField('/items_csv', error.message);
    throw error;
  }
}

function fromLines(text: string): Omit<ReadItems, 'files'> {
  const items: BatchItem[] = [];
  const numbers: number[] = [];
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '') continue;
    refuseTooMany(items.length + 1);
    items.push(itemOfLine(line, index + 1));
    numbers.push(index + 1);
  }
  const place = (position: number) => ({
    pointer: '/items_ndjson',
    exact: false,
    name: `Line ${numbers[position] ?? 1}`,
  });
  return { items, place };
}

function itemOfLine(line: string, number: number): BatchItem {
  const read = readJsonText(line);
  if ('fault' in read) {
    // Within the one line that was read, so that its own number would be taken for that of the table.
    const fault = read.fault.replace('at line 1, column', 'at column');
    throw invalidField('/items_ndjson', `Line ${number} is not JSON as it has to be. ${fault}`);
  }
  try {
    return valid(itemSchema, read.value);
  } catch (error) {
    const { message } = toApiError(error);
    const hint = /unknown/i.test(message) ? ' The data of the item stands in "data".' : '';
    throw invalidField('/items_ndjson', `Line ${number}: ${message}${hint}`);
  }
}

/** UTF-8, or UTF-16 with a byte order mark, as spreadsheets write "Unicode text". Anything else would be guessed. */
function textOf({ name, bytes }: SourceFile): string {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const mark = whole.toString('hex', 0, 2);
  if (mark === 'fffe' || mark === 'feff') {
    return new TextDecoder(mark === 'fffe' ? 'utf-16le' : 'utf-16be').decode(whole);
  }
  if (isUtf8(whole)) return whole.toString('utf8');
  let line = 1;
  for (let start = 0; start < whole.length; line += 1) {
    const end = whole.indexOf(0x0a, start);
    const next = end < 0 ? whole.length : end + 1;
    if (!isUtf8(whole.subarray(start, next))) break;
    start = next;
  }
  const pointer = CSV.test(name) ? '/items_csv' : '/items_ndjson';
  throw invalidField(pointer, `The file "${name}" is not UTF-8: see line ${line}. Save it as "CSV UTF-8".`);
}
