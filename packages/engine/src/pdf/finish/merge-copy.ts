import { createHash } from 'node:crypto';
import type { PdfDocument, Place } from './document.ts';
import { movedText, TextMemory } from './merge-text.ts';
import { readStream } from './stream.ts';
import { hasWord, skipWhite } from './syntax.ts';
import { type Dictionary, isDictionary, Name, type PdfValue, parseValue, printValue, Ref, Text } from './value.ts';

/** What makes names and numbers of one part differ from those of the others. */
export interface PartMarks {
  /** Before names of places and of elements. */
  readonly prefix: string;
  /** Added to keys of the parent tree. */
  readonly firstKey: number;
}

/** Streams that are in the file already, by their bytes: fonts and pictures that several parts share. */
export type Streams = Map<string, number>;

/** A part as it stands in the file that it was copied into. */
export interface CopiedPart {
  /** Number in the new file. */
  numberOf(old: number): number;
  /** A value of the part as the new file has it. */
  moved(value: PdfValue): PdfValue;
}

/** Kinds of streams that hold objects, which are copied one by one. */
const CONTAINERS = new Set(['ObjStm', 'XRef']);

/** Copies all objects of a document into another, under new numbers and with names of their own. */
export function copyPart(from: PdfDocument, into: PdfDocument, marks: PartMarks, streams: Streams): CopiedPart {
  const numbers = new Int32Array(from.size);
  const plain: number[] = [];
  const withReferences: { readonly number: number; readonly dictionary: Dictionary; readonly data: Buffer }[] = [];
  for (let old = 0; old < from.size; old += 1) {
    if (!from.has(old)) continue;
    const { bytes, at } = from.locate(old) as Place;
    // What stands in an object stream is none itself.
    if (bytes !== from.file || !hasWord(bytes, skipWhite(bytes, parseValue(bytes, at).end), 'stream')) {
      numbers[old] = into.reserve().number;
      plain.push(old);
      continue;
    }
    const { dictionary, data } = readStream(bytes, at, from);
    const type = dictionary.get('Type');
    if (type instanceof Name && CONTAINERS.has(type.text)) continue;
    dictionary.delete('Length');
    if (hasMore(dictionary)) {
      const { number } = into.reserve();
      numbers[old] = number;
      withReferences.push({ number, dictionary, data });
    } else numbers[old] = shared(into, dictionary, data, streams);
  }
  const numberOf = (old: number): number => numbers[old] ?? 0;
  const moved = (value: PdfValue): PdfValue => move(value, numberOf, marks);
  const moving = { numberOf, memory: new TextMemory() };
  const texts = plain.map((old) => {
    const { bytes, at } = from.locate(old) as Place;
    return movedText(bytes, at, moving) ?? Buffer.from(printValue(moved(parseValue(bytes, at).value)), 'latin1');
  });
  for (const [index, text] of packed(texts).entries()) into.replaceText(numberOf(plain[index] as number), text);
  for (const { number, dictionary, data } of withReferences) {
    into.replaceStream(number, moved(dictionary) as Dictionary, data);
  }
  return { numberOf, moved };
}

/** The same in memory of their own. Made one by one they hold what was made beside them, which is several times as much. */
function packed(texts: readonly Buffer[]): Buffer[] {
  const all = Buffer.allocUnsafeSlow(texts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  return texts.map((text) => {
    const start = at;
    at += text.copy(all, start);
    return all.subarray(start, at);
  });
}

/** Whether a dictionary leads to something, or has a place in the structure: then it is its part's own. */
function hasMore(value: PdfValue): boolean {
  if (value instanceof Ref) return true;
  if (Array.isArray(value)) return value.some(hasMore);
  return isDictionary(value) && (value.has('StructParents') || [...value.values()].some(hasMore));
}

function shared(into: PdfDocument, dictionary: Dictionary, data: Buffer, streams: Streams): number {
  const hash = createHash('sha256').update(printValue(dictionary)).update('\0').update(data).digest('base64');
  const known = streams.get(hash);
  if (known !== undefined) return known;
  const { number } = into.addStream(dictionary, Buffer.from(data));
  streams.set(hash, number);
  return number;
}

function move(value: PdfValue, numberOf: (old: number) => number, marks: PartMarks): PdfValue {
  if (value instanceof Ref) {
    const number = numberOf(value.number);
    return number === 0 ? null : new Ref(number);
  }
  if (Array.isArray(value)) return value.map((item) => move(item, numberOf, marks));
  if (!isDictionary(value)) return value;
  const isElement = value.has('S') && value.has('P');
  const entries = [...value].map(([key, entry]): [string, PdfValue] => {
    if ((key === 'StructParents' || key === 'StructParent') && typeof entry === 'number') {
      return [key, entry + marks.firstKey];
    }
    // A place that has a name: of a link, or of what it does (ISO 32000-1, 12.3.2.3).
    if (key === 'Dest' || (key === 'D' && isGoTo(value))) {
      return [key, isNamed(entry) ? marked(entry, marks) : move(entry, numberOf, marks)];
    }
    if (key === 'ID' && isElement && entry instanceof Text) return [key, marked(entry, marks)];
    // Names of the cells that a cell of a table belongs to (14.8.5.7).
    if (key === 'Headers' && Array.isArray(entry)) {
      return [key, entry.map((item) => (item instanceof Text ? marked(item, marks) : item))];
    }
    return [key, move(entry, numberOf, marks)];
  });
  return new Map(entries);
}

function isGoTo(dictionary: Dictionary): boolean {
  const kind = dictionary.get('S');
  return kind instanceof Name && kind.text === 'GoTo';
}

const isNamed = (value: PdfValue): value is Name | Text => value instanceof Name || value instanceof Text;

/** A name of this part alone. */
export function marked<Named extends Name | Text>(name: Named, { prefix }: PartMarks): Named {
  return (
    name instanceof Text
      ? new Text(Buffer.concat([Buffer.from(prefix, 'latin1'), name.bytes]))
      : new Name(prefix + name.text)
  ) as Named;
}
