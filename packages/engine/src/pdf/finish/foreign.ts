import { type ForeignEntry, type ForeignObject, readByTable, scanObjects } from './foreign-objects.ts';
import { decodeStream, type ForeignStream, TooMuch } from './foreign-stream.ts';
import { hasWord, skipWhite, Unreadable } from './syntax.ts';
import { type Dictionary, isDictionary, Name, type Parsed, type PdfValue, parseForeignValue, Ref } from './value.ts';

/** Bytes that may be parsed and inflated in all, so that a small file cannot keep the process busy or fill it. */
const MOST_BYTES = 48 * 1024 * 1024;
/** What a value counts for beside its bytes: an empty dictionary of four bytes takes a hundred in memory. */
const VALUE = 48;
/** References to references: none is sensible. */
const LONGEST_CHAIN = 16;

/** The objects of a PDF of any program. They are read when they are asked for. */
export class ForeignPdf {
  readonly bytes: Buffer;
  readonly #entries: Map<number, ForeignEntry>;
  readonly #values = new Map<number, PdfValue>();
  readonly #streams = new Map<number, ForeignStream>();
  /** Texts of object streams, with where their objects begin, by number. */
  readonly #containers = new Map<number, Map<number, number>>();
  readonly #texts = new Map<number, Buffer>();
  #left = MOST_BYTES;
  trailer: Dictionary = new Map();

  /** @param bytes from `%PDF-` on */
  private constructor(bytes: Buffer, entries: Map<number, ForeignEntry>) {
    this.bytes = bytes;
    this.#entries = entries;
  }

  /** Reads the tables that a file has of its objects. @throws Unreadable when they are damaged */
  static byTable(bytes: Buffer): ForeignPdf {
    const file = new ForeignPdf(bytes, new Map());
    file.trailer = readByTable(file, file.#entries);
    return file;
  }

  /** Looks for objects in the whole of a file whose tables are damaged. */
  static byScan(bytes: Buffer): ForeignPdf {
    const file = new ForeignPdf(bytes, new Map());
    file.trailer = scanObjects(file, file.#entries);
    return file;
  }

  /** Takes bytes from what may be read in all. @throws TooMuch */
  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw new TooMuch();
  }

  /** Bytes that may still be inflated. */
  get left(): number {
    return this.#left;
  }

  parse(bytes: Buffer, at: number): Parsed {
    try {
      const parsed = parseForeignValue(bytes, at, this.#left / VALUE);
      this.spend(parsed.end - at + parsed.count * VALUE);
      return parsed;
    } catch (error) {
      // It may have been read to the end.
      if (error instanceof Unreadable) this.spend(bytes.length - at);
      throw error;
    }
  }

  /** What a value is, once references are followed. */
  resolve(value: PdfValue | undefined): PdfValue {
    let found = value ?? null;
    for (let step = 0; found instanceof Ref; step += 1) {
      if (step > LONGEST_CHAIN) throw new Unreadable('references go round');
      found = this.#read(found.number);
    }
    return found;
  }

  dictionary(value: PdfValue | undefined): Dictionary {
    const found = this.resolve(value);
    if (!isDictionary(found)) throw new Unreadable('a dictionary is missing');
    return found;
  }

  /** The stream that a reference leads to, if it is one. */
  stream(reference: PdfValue | undefined): ForeignStream | undefined {
    if (!(reference instanceof Ref)) return undefined;
    this.#read(reference.number);
    return this.#streams.get(reference.number);
  }

  /** Bytes of a stream, filters undone. */
  decode(stream: ForeignStream): Buffer {
    return decodeStream(this, stream);
  }

  /** Reads `12 0 obj` and what follows. */
  readAt(at: number): ForeignObject {
    const header = /^[\0\t\n\f\r ]{0,8}(\d{1,10})[\0\t\n\f\r ]{1,8}\d{1,5}[\0\t\n\f\r ]{1,8}obj/.exec(
      this.bytes.toString('latin1', at, at + 48),
    );
    if (!header) throw new Unreadable('an object is not where the table says');
    const { value, end } = this.parse(this.bytes, at + header[0].length);
    const number = Number(header[1]);
    const after = skipWhite(this.bytes, end);
    this.spend(after - end);
    if (!isDictionary(value) || !hasWord(this.bytes, after, 'stream')) return { number, value, end };
    let start = after + 'stream'.length;
    if (this.bytes[start] === 13) start += 1;
    if (this.bytes[start] === 10) start += 1;
    const data = this.#streamData(value, start);
    return { number, value, end: start + data.length, data };
  }

  /** By its length where that is true, to the next `endstream` otherwise. */
  #streamData(dictionary: Dictionary, start: number): Buffer {
    const entry = dictionary.get('Length');
    const length = entry instanceof Ref && !this.#entries.has(entry.number) ? null : this.resolve(entry);
    if (
      typeof length === 'number' &&
      Number.isSafeInteger(length) &&
      length >= 0 &&
      start + length <= this.bytes.length
    ) {
      if (hasWord(this.bytes, skipSpace(this.bytes, start + length), 'endstream')) {
        return this.bytes.subarray(start, start + length);
      }
    }
    let end = this.bytes.indexOf('endstream', start, 'latin1');
    this.spend((end < 0 ? this.bytes.length : end) - start);
    if (end < 0) throw new Unreadable('a stream does not end');
    if (this.bytes[end - 1] === 10) end -= 1;
    if (this.bytes[end - 1] === 13) end -= 1;
    return this.bytes.subarray(start, Math.max(start, end));
  }

  #read(number: number): PdfValue {
    const known = this.#values.get(number);
    if (known !== undefined) return known;
    // Whoever asks for an object while it is read gets nothing.
    this.#values.set(number, null);
    const value = this.#readEntry(number, this.#entries.get(number));
    this.#values.set(number, value);
    return value;
  }

  #readEntry(number: number, entry: ForeignEntry | undefined): PdfValue {
    if (entry === undefined) return null;
    if ('container' in entry) {
      const at = this.members(entry.container).get(number);
      return at === undefined ? null : this.memberValue(entry.container, at);
    }
    const { number: written, value, data } = this.readAt(entry.offset);
    if (written !== number) throw new Unreadable('an object is not where the table says');
    if (data && isDictionary(value)) this.#streams.set(number, { dictionary: value, data });
    return value;
  }

  memberValue(container: number, at: number): PdfValue {
    const text = this.#texts.get(container);
    return text ? this.parse(text, at).value : null;
  }

  /** Where the objects of an object stream begin, by number. */
  members(container: number): ReadonlyMap<number, number> {
    const known = this.#containers.get(container);
    if (known) return known;
    const places = new Map<number, number>();
    this.#containers.set(container, places);
    const stream = this.stream(new Ref(container));
    const [first, count] = [stream?.dictionary.get('First'), stream?.dictionary.get('N')].map((v) => this.resolve(v));
    if (!stream || typeof first !== 'number' || typeof count !== 'number') throw new Unreadable('no object stream');
    const text = this.decode(stream);
    this.#texts.set(container, text);
    const head = text
      .toString('latin1', 0, Math.max(0, first))
      .trim()
      .split(/[\0\t\n\f\r ]+/)
      .map(Number);
    for (let index = 0; index < Math.min(count, head.length >> 1); index += 1) {
      const at = first + (head[2 * index + 1] as number);
      if (at >= 0 && at < text.length) places.set(head[2 * index] as number, at);
    }
    return places;
  }
}

/** Unlike `skipWhite`, takes no per cent sign of binary data for a comment. */
function skipSpace(bytes: Buffer, at: number): number {
  let position = at;
  while (position < at + 4 && (bytes[position] === 10 || bytes[position] === 13 || bytes[position] === 32))
    position += 1;
  return position;
}

/** Whether a dictionary tells that it is of a type. */
export function isType(file: ForeignPdf, dictionary: Dictionary, ...types: readonly string[]): boolean {
  const type = file.resolve(dictionary.get('Type'));
  return type instanceof Name && types.includes(type.text);
}
