import { constants, inflateSync } from 'node:zlib';
import { undoPredictor } from './predictor.ts';
import { KINDS, Unreadable, WHITE } from './syntax.ts';
import { lzwSize, runLengthSize } from './unpacked-size.ts';
import { type Dictionary, isDictionary, Name, type PdfValue } from './value.ts';

/**
 * Bytes that the streams of a file that is taken over may inflate to, all together: whoever opens the result has to
 * inflate them. A color picture of a sheet of A4 with 600 dots an inch is 105 MB.
 */
const MOST_INFLATED = 128 * 1024 * 1024;

/** Filters within each other: one or two are common. */
const MOST_FILTERS = 4;

/** A file that asks for more than is sensible. To read it in another way would cost as much. */
export class TooMuch extends Error {
  constructor() {
    super('the PDF is too complex');
    this.name = 'TooMuch';
  }
}

/** Filters, and their short names, that make much of little. */
const PACKED = new Set(['FlateDecode', 'Fl', 'LZWDecode', 'LZW', 'RunLengthDecode', 'RL']);

export interface ForeignStream {
  readonly dictionary: Dictionary;
  /** As it is stored, filters applied. */
  readonly data: Buffer;
}

/** The file that a stream belongs to. */
export interface StreamOwner {
  /** Bytes that may still be inflated. */
  readonly left: number;
  resolve(value: PdfValue | undefined): PdfValue;
  /** @throws TooMuch */
  spend(bytes: number): void;
}

/** Undoes the filters of a stream (ISO 32000-1, 7.4). @throws Unreadable for filters that only images have */
export function decodeStream(file: StreamOwner, { dictionary, data }: ForeignStream): Buffer {
  const filters = listOf(file, dictionary, 'Filter', 'F');
  const parameters = listOf(file, dictionary, 'DecodeParms', 'DP');
  if (filters.length > MOST_FILTERS) throw new TooMuch();
  let bytes = data;
  for (const [index, filter] of filters.entries()) {
    const found = file.resolve(filter);
    const options = file.resolve(parameters[index]);
    bytes = undo(file, found instanceof Name ? found.text : '', bytes, isDictionary(options) ? options : new Map());
    file.spend(bytes.length);
  }
  return bytes;
}

/** Counts what streams inflate to that are copied as they are stored, without keeping it. */
export class InflatedSize {
  #left = MOST_INFLATED;

  /** @throws TooMuch */
  count(file: StreamOwner, { dictionary, data }: ForeignStream): void {
    const filters = listOf(file, dictionary, 'Filter', 'F').map((filter) => file.resolve(filter));
    if (filters.length > MOST_FILTERS) throw new TooMuch();
    const names = filters.map((filter) => (filter instanceof Name ? filter.text : ''));
    // All but the last have to be undone to come to it, which is rare and has the bounds of what is read.
    const last = names.findLastIndex((name) => PACKED.has(name));
    if (last < 0) return;
    const parameters = listOf(file, dictionary, 'DecodeParms', 'DP');
    const before = new Map<string, PdfValue>([
      ['Filter', filters.slice(0, last)],
      ['DecodeParms', parameters.slice(0, last)],
    ]);
    const packed = last === 0 ? data : decodeStream(file, { dictionary: before, data });
    const options = file.resolve(parameters[last]);
    this.#left -= this.#sizeOf(names[last] as string, packed, isDictionary(options) ? options.get('EarlyChange') : 1);
    if (this.#left < 0) throw new TooMuch();
  }

  #sizeOf(filter: string, packed: Buffer, early: PdfValue | undefined): number {
    if (filter === 'LZWDecode' || filter === 'LZW') return lzwSize(packed, early !== 0);
    if (filter === 'RunLengthDecode' || filter === 'RL') return runLengthSize(packed);
    return inflatedSize(packed, this.#left);
  }
}

function listOf(file: StreamOwner, dictionary: Dictionary, key: string, short: string) {
  const found = file.resolve(dictionary.get(key) ?? dictionary.get(short));
  if (Array.isArray(found)) return found;
  return found === null ? [] : [found];
}

function undo(file: StreamOwner, filter: string, bytes: Buffer, options: Dictionary): Buffer {
  switch (filter) {
    case 'FlateDecode':
    case 'Fl':
      return undoPredictor(inflate(bytes, file.left), {
        predictor: number(file, options, 'Predictor', 1),
        colors: number(file, options, 'Colors', 1),
        bits: number(file, options, 'BitsPerComponent', 8),
        columns: number(file, options, 'Columns', 1),
      });
    case 'ASCIIHexDecode':
    case 'AHx':
      return Buffer.from(hexDigits(bytes), 'hex');
    case 'ASCII85Decode':
    case 'A85':
      return undoAscii85(bytes);
    default:
      throw new Unreadable(`a filter that is not known: ${filter}`);
  }
}

function number(file: StreamOwner, options: Dictionary, key: string, fallback: number): number {
  const value = file.resolve(options.get(key));
  return typeof value === 'number' ? value : fallback;
}

/** What is there of a stream that ends too early is as good as whole. */
function inflate(bytes: Buffer, most: number): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, most), finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw new TooMuch();
    throw new Unreadable('compressed data is damaged');
  }
}

/** How many bytes data inflates to. Damaged data counts as far as it goes: a reader shows what it can. */
function inflatedSize(bytes: Buffer, most: number): number {
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, most), finishFlush: constants.Z_SYNC_FLUSH }).length;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw new TooMuch();
    return 0;
  }
}

function hexDigits(bytes: Buffer): string {
  const text = bytes.toString('latin1').split('>')[0] ?? '';
  const digits = text.replaceAll(/[^0-9a-f]/gi, '');
  return digits.length % 2 === 0 ? digits : `${digits}0`;
}

/** Groups of five digits in base 85 are four bytes (7.4.3). */
function undoAscii85(bytes: Buffer): Buffer {
  const out: number[] = [];
  let group: number[] = [];
  const flush = (digits: readonly number[], count: number) => {
    let word = 0;
    for (const digit of digits) word = word * 85 + digit;
    for (let index = 0; index < count; index += 1) out.push(Math.floor(word / 256 ** (3 - index)) & 0xff);
  };
  for (const byte of bytes) {
    if (byte === 0x7e) break;
    if (KINDS[byte] === WHITE) continue;
    if (byte === 0x7a && group.length === 0) {
      out.push(0, 0, 0, 0);
      continue;
    }
    if (byte < 0x21 || byte > 0x75) throw new Unreadable('text in base 85 is damaged');
    group.push(byte - 0x21);
    if (group.length < 5) continue;
    flush(group, 4);
    group = [];
  }
  if (group.length > 1) flush([...group, 84, 84, 84, 84].slice(0, 5), group.length - 1);
  return Buffer.from(out);
}
