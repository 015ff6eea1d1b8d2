import { CompactText } from './compact.ts';
import type { PdfDocument, Place } from './document.ts';
import { type PdfStream, readStream } from './stream.ts';
import { hasWord, skipWhite, Unreadable } from './syntax.ts';
import { type Dictionary, type PdfValue, printValue, Ref, Text } from './value.ts';

/** What the trailer reaches. */
export interface Reached {
  /** Text of every object, in the order in which they were reached. For streams: of their dictionary. */
  readonly text: CompactText;
  /** The old number of each. */
  readonly numbers: readonly number[];
  /** Old numbers of the objects that the trailer names. */
  readonly roots: ReadonlyMap<string, number>;
  /** One more than the highest old number. */
  readonly size: number;
  /** Data of streams, by the place of their object. */
  readonly data: ReadonlyMap<number, Buffer>;
}

/** Encrypts data of a stream, or a string. */
export type Seal = (data: Buffer) => Buffer;

/**
 * Reads what can be reached from the trailer, the nearest first. That order puts elements of one kind next to each
 * other (rows, then cells, then what is in them), which compresses best.
 */
export function reachAll(document: PdfDocument, seal?: Seal): Reached {
  const text = new CompactText(2 * document.capacity + 4096);
  const numbers: number[] = [];
  const data = new Map<number, Buffer>();
  const seen = new Uint8Array(document.size);
  const roots = new Map<string, number>();
  const visit = (number: number) => {
    if (seen[number] === 0 && document.has(number)) numbers.push(number);
    seen[number] = 1;
  };
  for (const key of ['Root', 'Info']) {
    const value = document.trailer.get(key);
    if (value instanceof Ref) {
      roots.set(key, value.number);
      visit(value.number);
    } else if (value !== undefined) throw new Unreadable('a trailer with direct objects');
  }
  for (let object = 0; object < numbers.length; object += 1) {
    const { bytes, at } = document.locate(numbers[object] as number) as Place;
    const end = skipWhite(bytes, text.add(bytes, at));
    if (hasWord(bytes, end, 'stream')) {
      const stream = readStream(bytes, at, document);
      const stored = seal ? seal(stream.data) : stream.data;
      data.set(object, stored);
      if (seal) {
        text.removeLast();
        text.add(sealDictionary(stream, stored, seal), 0);
      }
    }
    text.references(object, visit);
  }
  return { text, numbers, roots, size: document.size, data };
}

/**
 * The dictionary of a stream whose data was encrypted, as text. Its strings stand in the open and are encrypted one by
 * one; those in an object stream are encrypted with it (ISO 32000-2, 7.6.2).
 */
function sealDictionary({ dictionary }: PdfStream, data: Buffer, seal: Seal): Buffer {
  const sealed = sealStrings(dictionary, seal) as Dictionary;
  return Buffer.from(printValue(sealed.set('Length', data.length)), 'latin1');
}

function sealStrings(value: PdfValue, seal: Seal): PdfValue {
  if (value instanceof Text) return new Text(seal(value.bytes));
  if (Array.isArray(value)) return value.map((item) => sealStrings(item, seal));
  if (value instanceof Map) return new Map([...value].map(([key, entry]) => [key, sealStrings(entry, seal)]));
  return value;
}
