import { DEEPEST, hasWord, KINDS, skipHex, skipRegular, skipString, skipWhite, Unreadable, WHITE } from './syntax.ts';

/** Objects of PDF (ISO 32000-1, 7.3) for the few that are changed; all others are copied as they are written. */

/** A name without its solidus, as it is written. */
export class Name {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** The bytes that a string means. */
export class Text {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** A reference to an indirect object, as a rule of generation 0. */
export class Ref {
  readonly number: number;
  constructor(number: number) {
    this.number = number;
  }
}

export type Dictionary = Map<string, PdfValue>;
export type PdfValue = null | boolean | number | Name | Text | Ref | PdfValue[] | Dictionary;

export const isDictionary = (value: PdfValue | undefined): value is Dictionary => value instanceof Map;

export interface Parsed {
  readonly value: PdfValue;
  readonly end: number;
  /** Number of values, with those in it. */
  readonly count: number;
}

/** Reads one value as Chromium writes it. */
export function parseValue(bytes: Buffer, at: number): Parsed {
  return parse(new Parser(bytes, at));
}

/**
 * Reads one value of any program: references of all generations, and null for a word that means nothing.
 * @param most values that may be in it
 */
export function parseForeignValue(bytes: Buffer, at: number, most: number): Parsed {
  return parse(new Parser(bytes, at, most));
}

function parse(parser: Parser): Parsed {
  const value = parser.read(0);
  return { value, end: parser.at, count: parser.count };
}

class Parser {
  readonly #bytes: Buffer;
  readonly #most: number | undefined;
  at: number;
  count = 0;

  /** @param most values; absent for a file of Chromium's, which is read strictly */
  constructor(bytes: Buffer, at: number, most?: number) {
    this.#bytes = bytes;
    this.at = at;
    this.#most = most;
  }

  read(depth: number): PdfValue {
    if (depth > DEEPEST) throw new Unreadable('nested too deeply');
    this.count += 1;
    if (this.#most !== undefined && this.count > this.#most) throw new Unreadable('too many values');
    const bytes = this.#bytes;
    this.at = skipWhite(bytes, this.at);
    const start = this.at;
    switch (bytes[start]) {
      case 0x2f:
        return this.#name();
      case 0x28:
        this.at = skipString(bytes, start);
        return new Text(withoutEscapes(bytes.subarray(start + 1, this.at - 1)));
      case 0x5b:
        this.at += 1;
        return this.#array(depth);
      case 0x3c:
        if (bytes[start + 1] === 0x3c) {
          this.at += 2;
          return this.#dictionary(depth);
        }
        this.at = skipHex(bytes, start);
        return new Text(unhex(bytes.toString('latin1', start + 1, this.at - 1)));
      default:
        return this.#word();
    }
  }

  #name(): Name {
    const start = this.at + 1;
    this.at = skipRegular(this.#bytes, start);
    return new Name(this.#bytes.toString('latin1', start, this.at));
  }

  #array(depth: number): PdfValue[] {
    const items: PdfValue[] = [];
    for (;;) {
      this.at = skipWhite(this.#bytes, this.at);
      if (this.#bytes[this.at] === 0x5d) break;
      items.push(this.read(depth + 1));
    }
    this.at += 1;
    return items;
  }

  #dictionary(depth: number): Dictionary {
    const entries: Dictionary = new Map();
    for (;;) {
      this.at = skipWhite(this.#bytes, this.at);
      if (hasWord(this.#bytes, this.at, '>>')) break;
      if (this.#bytes[this.at] !== 0x2f) throw new Unreadable('a key is not a name');
      const { text } = this.#name();
      entries.set(text, this.read(depth + 1));
    }
    this.at += 2;
    return entries;
  }

  #word(): PdfValue {
    const start = this.at;
    this.at = skipRegular(this.#bytes, start);
    const word = this.#bytes.toString('latin1', start, this.at);
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null') return null;
    if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(word)) {
      if (this.#most !== undefined && word !== '' && !STRUCTURAL.test(word)) return null;
      throw new Unreadable('neither a number nor a keyword');
    }
    if (!/^\d+$/.test(word)) return Number(word);
    const reference = /^[\0\t\n\f\r ]+(\d+)[\0\t\n\f\r ]+R/.exec(this.#bytes.toString('latin1', this.at, this.at + 24));
    if (!reference) return Number(word);
    const end = this.at + reference[0].length;
    if (end < this.#bytes.length && skipRegular(this.#bytes, end) !== end) return Number(word);
    if (Number(reference[1]) !== 0 && this.#most === undefined)
      throw new Unreadable('a generation that Chromium never writes');
    this.at = end;
    return new Ref(Number(word));
  }
}

/** Words that can stand in no value: where one does, the value before it never ended. */
const STRUCTURAL = /^(?:obj|endobj|stream|endstream|xref|trailer|startxref)$/;

const ESCAPES: Readonly<Record<number, number>> = { 110: 10, 114: 13, 116: 9, 98: 8, 102: 12 };

function withoutEscapes(raw: Buffer): Buffer {
  if (!raw.includes(0x5c)) return raw;
  const out: number[] = [];
  for (let at = 0; at < raw.length; at += 1) {
    const byte = raw[at] as number;
    if (byte !== 0x5c) {
      out.push(byte);
      continue;
    }
    at += 1;
    const next = raw[at] ?? 0x5c;
    const octal = /^[0-7]{1,3}/.exec(raw.toString('latin1', at, at + 3))?.[0];
    if (octal !== undefined) {
      out.push(Number.parseInt(octal, 8) & 0xff);
      at += octal.length - 1;
    } else if (next === 13 || next === 10) {
      if (next === 13 && raw[at + 1] === 10) at += 1;
    } else out.push(ESCAPES[next] ?? next);
  }
  return Buffer.from(out);
}

function unhex(digits: string): Buffer {
  const hex = [...digits].filter((digit) => KINDS[digit.charCodeAt(0)] !== WHITE).join('');
  if (!/^[0-9a-f]*$/i.test(hex)) throw new Unreadable('a string is not hexadecimal');
  return Buffer.from(hex.length % 2 === 0 ? hex : `${hex}0`, 'hex');
}

/** Writes a value, references by their number in the file that was read. */
export function printValue(value: PdfValue): string {
  if (value instanceof Map) {
    return `<<${[...value].map(([key, entry]) => `/${key} ${printValue(entry)}`).join('')}>>`;
  }
  if (Array.isArray(value)) return `[${value.map(printValue).join(' ')}]`;
  if (value instanceof Name) return `/${value.text}`;
  if (value instanceof Text) return printText(value.bytes);
  if (value instanceof Ref) return `${value.number} 0 R`;
  if (typeof value === 'number') return printNumber(value);
  return String(value);
}

function printText(bytes: Buffer): string {
  const plain = bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
  if (!plain) return `<${bytes.toString('hex')}>`;
  return `(${bytes.toString('latin1').replaceAll(/[\\()]/g, '\\$&')})`;
}

/** PDF has no exponents. */
const printNumber = (value: number): string =>
  Math.abs(value) >= 1e-6 || value === 0 ? String(value) : value.toFixed(12);
