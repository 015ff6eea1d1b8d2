import { hasWord, Unreadable } from './syntax.ts';
import { type Dictionary, isDictionary, type PdfValue, parseValue, printValue, Ref } from './value.ts';

/** Where the objects of a file stand. */
export interface Table {
  /** Bytes that objects stand in: the file itself first, then object streams that were inflated. */
  readonly sources: Buffer[];
  /** Index of the source of each object; -1 for a number that is free. */
  readonly source: Int32Array;
  /** Where each object begins in its source. */
  readonly start: Float64Array;
  readonly trailer: Dictionary;
}

/** The bytes of one object. */
export interface Place {
  readonly bytes: Buffer;
  /** Where its value begins. */
  readonly at: number;
}

/** The objects of a file, by number. What is changed stands over what was read. */
export class PdfDocument {
  readonly trailer: Dictionary;
  readonly #table: Table;
  readonly #changed = new Map<number, Buffer>();
  #size: number;

  constructor(table: Table) {
    this.#table = table;
    this.trailer = table.trailer;
    this.#size = table.source.length;
  }

  /** One more than the highest number. */
  get size(): number {
    return this.#size;
  }

  /** Bytes of all that objects can stand in. */
  get capacity(): number {
    let total = 0;
    for (const { length } of this.#table.sources) total += length;
    for (const { length } of this.#changed.values()) total += length;
    return total;
  }

  /** The file itself. */
  get file(): Buffer {
    return this.#table.sources[0] as Buffer;
  }

  has(number: number): boolean {
    return this.#changed.has(number) || (this.#table.source[number] ?? -1) >= 0;
  }

  /** Where an object stands. @returns `undefined` for a number that has none, which means null */
  locate(number: number): Place | undefined {
    const changed = this.#changed.get(number);
    if (changed) return { bytes: changed, at: 0 };
    const source = this.#table.source[number] ?? -1;
    if (source < 0) return undefined;
    const bytes = this.#table.sources[source] as Buffer;
    const start = this.#table.start[number] as number;
    return { bytes, at: source === 0 ? headerEnd(bytes, start, number) : start };
  }

  /** The objects that stand over what was read, by number. */
  changes(): Iterable<readonly [number, Buffer]> {
    return this.#changed;
  }

  read(number: number): PdfValue {
    const place = this.locate(number);
    return place ? parseValue(place.bytes, place.at).value : null;
  }

  /** What a value is, once references are followed. */
  resolve(value: PdfValue | undefined): PdfValue {
    return value instanceof Ref ? this.read(value.number) : (value ?? null);
  }

  /** A dictionary that has to be there. */
  dictionary(value: PdfValue | undefined): Dictionary {
    const found = this.resolve(value);
    if (!isDictionary(found)) throw new Unreadable('a dictionary is missing');
    return found;
  }

  /** Puts a value in the place of an object that is not a stream. */
  replace(number: number, value: PdfValue): void {
    this.#changed.set(number, Buffer.from(printValue(value), 'latin1'));
  }

  /** Puts an object that is written already in the place of one that is not a stream. */
  replaceText(number: number, text: Buffer): void {
    this.#changed.set(number, text);
  }

  /** Puts a stream in the place of an object. @param data as it is stored, filters applied */
  replaceStream(number: number, dictionary: Dictionary, data: Buffer): void {
    const head = printValue(new Map([...dictionary, ['Length', data.length]]));
    const [before, after] = [Buffer.from(`${head}stream\n`, 'latin1'), Buffer.from('\nendstream', 'latin1')];
    this.#changed.set(number, Buffer.concat([before, data, after]));
  }

  add(value: PdfValue): Ref {
    const reference = this.reserve();
    this.replace(reference.number, value);
    return reference;
  }

  addStream(dictionary: Dictionary, data: Buffer): Ref {
    const reference = this.reserve();
    this.replaceStream(reference.number, dictionary, data);
    return reference;
  }

  /** A number for an object that follows. */
  reserve(): Ref {
    this.#size += 1;
    return new Ref(this.#size - 1);
  }
}

/** The end of `12 0 obj`. */
function headerEnd(bytes: Buffer, start: number, number: number): number {
  let at = start;
  let written = 0;
  while (written <= number && (bytes[at] as number) >= 0x30 && (bytes[at] as number) <= 0x39) {
    written = written * 10 + (bytes[at] as number) - 0x30;
    at += 1;
  }
  if (written !== number || at === start || !hasWord(bytes, at, ' 0 obj')) {
    throw new Unreadable('an object is not where the table says');
  }
  return at + 6;
}
