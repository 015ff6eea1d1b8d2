import { inflateSync } from 'node:zlib';
import type { PdfDocument } from './document.ts';
import { readStream } from './stream.ts';
import { type Dictionary, isDictionary, Name, type PdfValue, Ref } from './value.ts';

/** Text and pictures of a page that leave nothing to see on it. */
export interface Ink {
  /** Whether a text is white space. @param codes of its glyphs, in hexadecimal */
  isWhiteSpace(font: string, codes: string): boolean;
  /** Whether a name stands for a picture, and not for more content. */
  isPicture(name: string): boolean;
}

/** For content whose fonts and pictures are not known. */
export const UNKNOWN_INK: Ink = { isWhiteSpace: () => false, isPicture: () => false };

/** Bytes that a table of characters may have. */
const LONGEST_TABLE = 1_000_000;
const UNSEEN = /^[\s\u{200b}-\u{200d}\u{2060}]*$/u;

/** Reads what the fonts and pictures of a page are. */
export class PageInk implements Ink {
  readonly #document: PdfDocument;
  readonly #resources: Dictionary | undefined;
  readonly #fonts = new Map<string, ReadonlyMap<string, string>>();

  constructor(document: PdfDocument, page: Dictionary) {
    this.#document = document;
    const resources = document.resolve(page.get('Resources'));
    this.#resources = isDictionary(resources) ? resources : undefined;
  }

  isWhiteSpace(font: string, codes: string): boolean {
    const known = this.#fonts.get(font) ?? this.#readFont(font);
    this.#fonts.set(font, known);
    const [code] = known.keys();
    const digits = code?.length ?? 4;
    for (let at = 0; at < codes.length; at += digits) {
      const character = known.get(codes.slice(at, at + digits).toLowerCase());
      if (character === undefined || !UNSEEN.test(character)) return false;
    }
    return true;
  }

  isPicture(name: string): boolean {
    const object = this.#entry('XObject', name);
    const place = object instanceof Ref ? this.#document.locate(object.number) : undefined;
    if (!place) return false;
    const subtype = readStream(place.bytes, place.at, this.#document).dictionary.get('Subtype');
    return subtype instanceof Name && subtype.text === 'Image';
  }

  #entry(kind: string, name: string): PdfValue | undefined {
    const entries = this.#document.resolve(this.#resources?.get(kind));
    return isDictionary(entries) ? entries.get(name) : undefined;
  }

  /** Characters by the codes of their glyphs (ISO 32000-1, 9.10.3). */
  #readFont(name: string): ReadonlyMap<string, string> {
    const characters = new Map<string, string>();
    const font = this.#document.resolve(this.#entry('Font', name));
    const table = isDictionary(font) ? font.get('ToUnicode') : undefined;
    const place = table instanceof Ref ? this.#document.locate(table.number) : undefined;
    if (!place) return characters;
    const { dictionary, data } = readStream(place.bytes, place.at, this.#document);
    const text = (dictionary.has('Filter') ? inflateSync(data, { maxOutputLength: LONGEST_TABLE }) : data).toString();
    for (const [, entries = ''] of text.matchAll(/beginbfchar(.*?)endbfchar/gs)) {
      for (const [, code = '', to = ''] of entries.matchAll(/<(\w+)>\s*<(\w+)>/g)) {
        characters.set(code.toLowerCase(), Buffer.from(to, 'hex').swap16().toString('utf16le'));
      }
    }
    for (const [, entries = ''] of text.matchAll(/beginbfrange(.*?)endbfrange/gs)) {
      for (const [, first = '', last = '', to = ''] of entries.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
        const [start, end, base] = [first, last, to].map((hex) => Number.parseInt(hex, 16)) as [number, number, number];
        for (let code = start; code <= Math.min(end, start + 0xff); code += 1) {
          const key = code.toString(16).padStart(first.length, '0');
          characters.set(key, String.fromCodePoint(Math.min(base + code - start, 0x10ffff)));
        }
      }
    }
    return characters;
  }
}
