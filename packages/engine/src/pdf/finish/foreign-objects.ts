import type { ForeignStream } from './foreign-stream.ts';
import { hasWord, skipWhite, Unreadable } from './syntax.ts';
import { type Dictionary, isDictionary, Name, type Parsed, type PdfValue, Ref } from './value.ts';

/** Where an object of a file is: at an offset, or in an object stream. */
export type ForeignEntry = { readonly offset: number } | { readonly container: number };

/** An object as it stands in a file. */
export interface ForeignObject {
  readonly number: number;
  readonly value: PdfValue;
  /** Of a stream, as it is stored. */
  readonly data?: Buffer;
  readonly end: number;
}

/** What reads the objects of a file while it is found out where they are. */
export interface ObjectReader {
  readonly bytes: Buffer;
  spend(bytes: number): void;
  parse(bytes: Buffer, at: number): Parsed;
  readAt(offset: number): ForeignObject;
  decode(stream: ForeignStream): Buffer;
  members(container: number): ReadonlyMap<number, number>;
  memberValue(container: number, at: number): PdfValue;
}

/** Updates of a file, each with a table of its own. */
const MOST_TABLES = 500;
const MOST_OBJECTS = 500_000;

type Entries = Map<number, ForeignEntry>;

/**
 * Reads the tables of a file (ISO 32000-1, 7.5.4 and 7.5.8), the newest first, with all earlier ones that it refers
 * to.
 * @returns the newest trailer
 */
export function readByTable(file: ObjectReader, entries: Entries): Dictionary {
  const { bytes } = file;
  const pointer = bytes.lastIndexOf('startxref');
  if (pointer < 0) throw new Unreadable('no table');
  const queue = [file.parse(bytes, pointer + 'startxref'.length).value];
  const seen = new Set<number>();
  /** Free numbers stay free, whatever an earlier table says. */
  const free = new Set<number>();
  let newest: Dictionary | undefined;
  for (let offset = queue.shift(); offset !== undefined; offset = queue.shift()) {
    if (typeof offset !== 'number' || !(offset >= 0 && offset < bytes.length)) throw new Unreadable('no table');
    if (seen.has(offset)) continue;
    if (seen.add(offset).size > MOST_TABLES) throw new Unreadable('too many tables');
    const at = skipWhite(bytes, offset);
    const trailer = hasWord(bytes, at, 'xref')
      ? readTable(file, at, entries, free)
      : readTableStream(file, at, entries, free);
    newest ??= trailer;
    // A hybrid file has a stream for readers that know them; it comes before earlier tables.
    for (const key of ['XRefStm', 'Prev']) {
      const next = trailer.get(key);
      if (typeof next === 'number') queue.push(next);
    }
  }
  if (!newest?.has('Root')) throw new Unreadable('no catalog');
  return newest;
}

function readTable(file: ObjectReader, start: number, entries: Entries, free: Set<number>): Dictionary {
  const { bytes } = file;
  let at = skipWhite(bytes, start + 'xref'.length);
  while (!hasWord(bytes, at, 'trailer')) {
    const header = /^(\d{1,10})[ \t]{1,4}(\d{1,10})[ \t\r\n]{1,4}/.exec(bytes.toString('latin1', at, at + 40));
    if (!header) throw new Unreadable('a table without sections');
    const [first, count] = [Number(header[1]), Number(header[2])];
    at += header[0].length;
    if (at + count * 18 > bytes.length) throw new Unreadable('a table without an end');
    file.spend(count * 20);
    for (let number = first; number < first + count; number += 1) {
      const row = /^[ \r\n]{0,2}(\d{10}) (\d{5}) ([nf])[ \r\n]{0,2}/.exec(bytes.toString('latin1', at, at + 24));
      if (!row) throw new Unreadable('a table of another form');
      at += row[0].length;
      if (row[3] === 'f') free.add(number);
      else addEntry(entries, free, number, { offset: Number(row[1]) });
    }
    at = skipWhite(bytes, at);
  }
  const { value } = file.parse(bytes, at + 'trailer'.length);
  if (!isDictionary(value)) throw new Unreadable('no trailer');
  return value;
}

function readTableStream(file: ObjectReader, at: number, entries: Entries, free: Set<number>): Dictionary {
  const { value: dictionary, data } = file.readAt(at);
  if (!data || !isDictionary(dictionary)) throw new Unreadable('no table');
  const widths = dictionary.get('W');
  if (!Array.isArray(widths) || widths.length < 3) throw new Unreadable('a table without fields');
  const [kindWidth = 0, secondWidth = 0, thirdWidth = 0] = widths.map(fieldWidth);
  const width = kindWidth + secondWidth + thirdWidth;
  if (width === 0) throw new Unreadable('a table without fields');
  const rows = file.decode({ dictionary, data });
  const size = dictionary.get('Size');
  const index = dictionary.get('Index') ?? [0, size ?? 0];
  if (!Array.isArray(index)) throw new Unreadable('a table without sections');
  let row = 0;
  for (let section = 0; section + 1 < index.length; section += 2) {
    const [first, count] = [index[section], index[section + 1]];
    if (typeof first !== 'number' || typeof count !== 'number') throw new Unreadable('a table without sections');
    for (let number = first; number < first + count && row + width <= rows.length; number += 1, row += width) {
      const kind = kindWidth === 0 ? 1 : rows.readUIntBE(row, kindWidth);
      const second = secondWidth === 0 ? 0 : rows.readUIntBE(row + kindWidth, secondWidth);
      if (kind === 0) free.add(number);
      else if (kind === 1) addEntry(entries, free, number, { offset: second });
      else if (kind === 2) addEntry(entries, free, number, { container: second });
    }
  }
  return dictionary;
}

function fieldWidth(value: PdfValue): number {
  if (typeof value !== 'number' || !(value >= 0 && value <= 6)) throw new Unreadable('fields of another width');
  return value;
}

function addEntry(entries: Entries, free: ReadonlySet<number>, number: number, entry: ForeignEntry): void {
  if (entries.has(number) || free.has(number)) return;
  if (entries.set(number, entry).size > MOST_OBJECTS) throw new Unreadable('too many objects');
}

/**
 * Finds the objects of a file whose tables are damaged or absent: all that look like one, the last of each number.
 * @returns a trailer, of the file or made up
 */
export function scanObjects(file: ObjectReader, entries: Entries): Dictionary {
  const { bytes } = file;
  const text = bytes.toString('latin1');
  const start = /(?<=^|[^0-9])\d{1,10}[\0\t\n\f\r ]{1,8}\d{1,5}[\0\t\n\f\r ]{1,8}obj(?![a-z])|trailer/g;
  const trailer: Dictionary = new Map();
  for (let match = start.exec(text); match; match = start.exec(text)) {
    try {
      if (match[0] === 'trailer') {
        take(trailer, file.parse(bytes, match.index + 'trailer'.length).value);
        continue;
      }
      const { number, value, data, end } = file.readAt(match.index);
      if (entries.set(number, { offset: match.index }).size > MOST_OBJECTS) throw new Unreadable('too many objects');
      start.lastIndex = Math.max(end, start.lastIndex);
      if (isDictionary(value)) note(trailer, entries, file, { number, value, data });
    } catch (error) {
      // What cannot be read is passed over: something else may be whole.
      if (!(error instanceof Unreadable)) throw error;
    }
  }
  if (!trailer.has('Root')) throw new Unreadable('no catalog');
  return trailer;
}

interface Found {
  readonly number: number;
  readonly value: Dictionary;
  readonly data: Buffer | undefined;
}

/** Notes what else an object tells of the file: objects in it, the trailer, or that it is the catalog. */
function note(trailer: Dictionary, entries: Entries, file: ObjectReader, { number, value, data }: Found): void {
  const type = value.get('Type');
  if (!(type instanceof Name)) return;
  if (type.text === 'XRef') take(trailer, value);
  if (type.text === 'Catalog') trailer.set('Root', new Ref(number));
  if (type.text !== 'ObjStm' || !data) return;
  for (const [member, at] of file.members(number)) {
    entries.set(member, { container: number });
    const found = file.memberValue(number, at);
    const kind = isDictionary(found) ? found.get('Type') : undefined;
    if (kind instanceof Name && kind.text === 'Catalog') trailer.set('Root', new Ref(member));
  }
}

function take(trailer: Dictionary, found: PdfValue): void {
  if (!isDictionary(found)) return;
  for (const key of ['Root', 'Encrypt']) {
    const value = found.get(key);
    if (value !== undefined) trailer.set(key, value);
  }
}
