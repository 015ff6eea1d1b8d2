import type { PdfDocument } from './document.ts';
import { hasWord, skipWhite, Unreadable } from './syntax.ts';
import { type Dictionary, isDictionary, parseValue } from './value.ts';

export interface PdfStream {
  readonly dictionary: Dictionary;
  /** As it is stored, filters applied. */
  readonly data: Buffer;
}

/** Where the data of a stream begins (ISO 32000-1, 7.3.8.1), when `at` is the end of its dictionary. */
function dataStart(bytes: Buffer, at: number): number {
  const start = skipWhite(bytes, at) + 'stream'.length;
  if (bytes[start] === 13 && bytes[start + 1] === 10) return start + 2;
  if (bytes[start] === 10) return start + 1;
  throw new Unreadable('a stream does not begin');
}

/** Reads a stream whose dictionary begins at `at`. */
export function readStream(bytes: Buffer, at: number, document?: PdfDocument): PdfStream {
  const { value: dictionary, end } = parseValue(bytes, at);
  if (!isDictionary(dictionary)) throw new Unreadable('a stream has no dictionary');
  const start = dataStart(bytes, end);
  const length = document ? document.resolve(dictionary.get('Length')) : dictionary.get('Length');
  if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 0) {
    throw new Unreadable('a stream has no length');
  }
  const after = skipWhite(bytes, start + length);
  if (!hasWord(bytes, after, 'endstream')) throw new Unreadable('a stream does not end where it should');
  return { dictionary, data: bytes.subarray(start, start + length) };
}
