import { inflateSync } from 'node:zlib';
import { PdfDocument, type Table } from './document.ts';
import { readStream } from './stream.ts';
import { hasWord, KINDS, skipWhite, Unreadable, WHITE } from './syntax.ts';
import { type Dictionary, isDictionary, Name, type PdfValue, parseValue } from './value.ts';

/** Bytes that tables and object streams of a file may inflate to. */
const LARGEST_INFLATED = 512 * 1024 * 1024;
/** Keys of a trailer that Chromium never writes: updates, hybrid tables, encryption. */
const FOREIGN = ['Prev', 'XRefStm', 'Encrypt'];

/**
 * Finds the objects of a file by its cross-reference table or stream (ISO 32000-1, 7.5.4 and 7.5.8). Nothing is
 * scanned for: a file without a sound table is not Chromium's.
 * @throws Unreadable
 */
export function readDocument(bytes: Buffer): PdfDocument {
  if (!hasWord(bytes, 0, '%PDF-')) throw new Unreadable('not a PDF');
  const pointer = bytes.lastIndexOf('startxref');
  if (pointer < 0 || pointer < bytes.length - 1024) throw new Unreadable('no cross-reference table');
  const offset = parseValue(bytes, pointer + 9).value;
  if (typeof offset !== 'number' || !(offset > 0 && offset < pointer)) throw new Unreadable('no table');
  const table = hasWord(bytes, offset, 'xref') ? readTable(bytes, offset) : readTableStream(bytes, offset);
  if (FOREIGN.some((key) => table.trailer.has(key))) throw new Unreadable('a file with updates or a lock');
  const document = new PdfDocument(table);
  const catalog = document.dictionary(table.trailer.get('Root'));
  // Rewriting would break a signature.
  if (catalog.has('AcroForm') || catalog.has('Perms')) throw new Unreadable('a form');
  return document;
}

function readTable(bytes: Buffer, offset: number): Table {
  let at = skipWhite(bytes, offset + 4);
  const sections: { readonly first: number; readonly count: number; readonly at: number }[] = [];
  while (!hasWord(bytes, at, 'trailer')) {
    const header = /^(\d{1,9}) (\d{1,9})[ \r\n]{1,3}/.exec(bytes.toString('latin1', at, at + 24));
    if (!header) throw new Unreadable('a table without sections');
    const [first, count] = [Number(header[1]), Number(header[2])];
    at += header[0].length;
    if (at + count * 20 > bytes.length || first > bytes.length) throw new Unreadable('a table without an end');
    sections.push({ first, count, at });
    at = skipWhite(bytes, at + count * 20);
  }
  const trailer = dictionaryAt(bytes, at + 'trailer'.length);
  const table = emptyTable([bytes], Math.max(0, ...sections.map(({ first, count }) => first + count)), trailer);
  for (const section of sections) {
    for (let index = 0; index < section.count; index += 1) {
      const entry = section.at + index * 20;
      if (bytes[entry + 17] !== 0x6e) continue;
      let start = 0;
      for (let digit = 0; digit < 10; digit += 1) start = start * 10 + (bytes[entry + digit] as number) - 0x30;
      if (!(start > 0 && start < bytes.length)) throw new Unreadable('an entry points outside');
      table.source[section.first + index] = 0;
      table.start[section.first + index] = start;
    }
  }
  return table;
}

function readTableStream(bytes: Buffer, offset: number): Table {
  const header = /^\d{1,10} 0 obj/.exec(bytes.toString('latin1', offset, offset + 24));
  if (!header) throw new Unreadable('no table');
  const { dictionary, data } = readStream(bytes, offset + header[0].length);
  const widths = numbers(dictionary.get('W'));
  const [kindWidth = 0, secondWidth = 0, thirdWidth = 0] = widths;
  const width = kindWidth + secondWidth + thirdWidth;
  if (widths.length !== 3 || kindWidth !== 1 || secondWidth > 6 || thirdWidth > 6)
    throw new Unreadable('fields of another width');
  const rows = decode(dictionary, data, width);
  const size = dictionary.get('Size');
  if (typeof size !== 'number' || size > rows.length) throw new Unreadable('a table without a size');
  const index = dictionary.has('Index') ? numbers(dictionary.get('Index')) : [0, size];
  const table = emptyTable([bytes], size, dictionary);
  const packed = new Map<number, Set<number>>();
  let at = 0;
  for (let section = 0; section + 1 < index.length; section += 2) {
    const first = index[section] as number;
    for (let number = first; number < first + (index[section + 1] as number); number += 1, at += width) {
      if (at + width > rows.length || number >= size) throw new Unreadable('a table without an end');
      const second = rows.readUIntBE(at + 1, secondWidth);
      if (rows[at] === 1) {
        table.source[number] = 0;
        table.start[number] = second;
      } else if (rows[at] === 2) {
        const members = packed.get(second) ?? new Set();
        packed.set(second, members.add(number));
      }
    }
  }
  for (const [container, members] of packed) unpack(table, container, members);
  return table;
}

/** Finds the objects of an object stream (7.5.7). */
function unpack(table: Table, container: number, members: ReadonlySet<number>): void {
  const place = new PdfDocument(table).locate(container);
  if (!place) throw new Unreadable('an object stream is missing');
  const { dictionary, data } = readStream(place.bytes, place.at);
  const [first, count] = numbers([dictionary.get('First') ?? null, dictionary.get('N') ?? null]);
  const text = decode(dictionary, data, 0);
  if (first === undefined || count === undefined || first > text.length || count > first) {
    throw new Unreadable('an object stream without a head');
  }
  const head = text.toString('latin1', 0, first).trim().split(/\s+/).map(Number);
  const source = table.sources.push(text) - 1;
  for (let index = 0; index < count; index += 1) {
    const number = head[2 * index] ?? Number.NaN;
    const start: number = first + (head[2 * index + 1] ?? Number.NaN);
    const byte = text[start];
    // White space before an object could be read over and over.
    if (!members.has(number) || byte === undefined || byte === 0x25 || KINDS[byte] === WHITE) {
      throw new Unreadable('an object stream of others');
    }
    table.source[number] = source;
    table.start[number] = start;
  }
}

function decode(dictionary: Dictionary, data: Buffer, columns: number): Buffer {
  const filter = dictionary.get('Filter');
  if (!(filter instanceof Name) || filter.text !== 'FlateDecode') throw new Unreadable('another filter');
  const text = inflateSync(data, { maxOutputLength: LARGEST_INFLATED });
  const parameters = dictionary.get('DecodeParms');
  if (parameters === undefined) return text;
  const up = isDictionary(parameters) && parameters.get('Predictor') === 12 && parameters.get('Columns') === columns;
  return up && columns > 0 ? undoUp(text, columns) : fail();
}

/** PNG's filter "up" on rows of a table. */
function undoUp(text: Buffer, columns: number): Buffer {
  const rows = Math.floor(text.length / (columns + 1));
  const out = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const from = row * (columns + 1);
    if (text[from] !== 2) fail();
    for (let column = 0; column < columns; column += 1) {
      const to = row * columns + column;
      out[to] = (text[from + 1 + column] as number) + (row > 0 ? (out[to - columns] as number) : 0);
    }
  }
  return out;
}

function fail(): never {
  throw new Unreadable('another predictor');
}

function numbers(value: PdfValue | undefined): number[] {
  if (!Array.isArray(value)) return [];
  return value.filter((item) => typeof item === 'number' && Number.isSafeInteger(item) && item >= 0) as number[];
}

function dictionaryAt(bytes: Buffer, at: number): Dictionary {
  const { value } = parseValue(bytes, at);
  if (!isDictionary(value)) throw new Unreadable('no trailer');
  return value;
}

function emptyTable(sources: Buffer[], size: number, trailer: Dictionary): Table {
  if (size > LARGEST_INFLATED / 16) throw new Unreadable('too many objects');
  return { sources, source: new Int32Array(size).fill(-1), start: new Float64Array(size), trailer };
}
