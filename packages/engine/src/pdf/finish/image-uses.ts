import { inflateSync } from 'node:zlib';
import { ContentTokens } from '../content-tokens.ts';
import type { PdfDocument } from './document.ts';
import { listPages, type PageNode } from './pages.ts';
import { type PdfStream, readStream } from './stream.ts';
import { hasWord, skipWhite, Unreadable } from './syntax.ts';
import { type Dictionary, isDictionary, Name, type PdfValue, parseValue, Ref } from './value.ts';

/** Bytes of content that are looked through. */
const MOST_CONTENT = 256 * 1024 * 1024;
/** Forms within each other. */
const DEEPEST = 24;

/** How large a picture is drawn, where it is largest. */
export interface ImageUse {
  readonly number: number;
  /** Inches. */
  readonly width: number;
  readonly height: number;
}

/** A matrix as `cm` has it. */
type Matrix = readonly [number, number, number, number, number, number];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** The stream of an object. @returns `undefined` for what is none */
export function streamOf(document: PdfDocument, reference: PdfValue | undefined): PdfStream | undefined {
  const place = reference instanceof Ref ? document.locate(reference.number) : undefined;
  if (!place) return undefined;
  const end = skipWhite(place.bytes, parseValue(place.bytes, place.at).end);
  return hasWord(place.bytes, end, 'stream') ? readStream(place.bytes, place.at, document) : undefined;
}

/**
 * The pictures of the pages and how large they are drawn, by the matrices of the content (ISO 32000-1, 8.3): those of
 * forms, patterns and masks too. Pictures of fonts (emoji) are not among them.
 */
export function imageUses(document: PdfDocument): ImageUse[] {
  const finder = new Finder(document);
  for (const page of listPages(document)) finder.page(page);
  return [...finder.found].map(([number, size]) => ({ number, ...size }));
}

class Finder {
  readonly #document: PdfDocument;
  readonly found = new Map<number, { width: number; height: number }>();
  /** Whether resources have pictures in them, by number of the form or pattern. */
  readonly #pictures = new Map<number, boolean>();
  #left = MOST_CONTENT;

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  page({ dictionary }: PageNode): void {
    const resources = this.#document.resolve(dictionary.get('Resources'));
    if (!isDictionary(resources) || !this.#hasPictures(resources, 0)) return;
    const contents = dictionary.get('Contents');
    const parts = Array.isArray(contents) ? contents : [contents];
    const text = parts.map((part) => this.#textOf(streamOf(this.#document, part))).join('\n');
    this.#content(text, resources, IDENTITY, 0);
  }

  /** A form or pattern drawn under a matrix. */
  #form(reference: PdfValue | undefined, matrix: Matrix, depth: number): void {
    const stream = streamOf(this.#document, reference);
    if (!stream || depth > DEEPEST) return;
    const resources = this.#document.resolve(stream.dictionary.get('Resources'));
    if (!isDictionary(resources) || !this.#hasPictures(resources, depth)) return;
    const own = matrixOf(this.#document.resolve(stream.dictionary.get('Matrix')));
    this.#content(this.#textOf(stream), resources, multiply(own, matrix), depth + 1);
  }

  #content(text: string, resources: Dictionary, start: Matrix, depth: number): void {
    // Patterns have their place on the page or form, whatever the matrix where they are used.
    for (const pattern of this.#entries(resources, 'Pattern').values()) this.#form(pattern, start, depth);
    const objects = this.#entries(resources, 'XObject');
    const states = this.#entries(resources, 'ExtGState');
    const tokens = new ContentTokens(text);
    const saved: Matrix[] = [];
    let matrix = start;
    let operands: (number | string)[] = [];
    for (let token = tokens.next(); token !== undefined; token = tokens.next()) {
      if (typeof token === 'number' || token.startsWith('/') || /^[(<[\]>]/.test(token)) {
        operands.push(token);
        continue;
      }
      const name = String(operands.at(-1) ?? '').slice(1);
      if (token === 'q') saved.push(matrix);
      else if (token === 'Q') matrix = saved.pop() ?? start;
      else if (token === 'cm') matrix = multiply(matrixOf(operands.slice(-6)), matrix);
      else if (token === 'gs') this.#mask(states.get(name), matrix, depth);
      else if (token === 'Do') this.#draw(objects.get(name), matrix, depth);
      else if (token === 'BI') throw new Unreadable('a picture in the content');
      operands = [];
    }
  }

  #draw(reference: PdfValue | undefined, matrix: Matrix, depth: number): void {
    const dictionary = this.#document.resolve(reference);
    if (!(reference instanceof Ref) || !isDictionary(dictionary)) return;
    if (!isPicture(dictionary)) {
      this.#form(reference, matrix, depth);
      return;
    }
    const [a, b, c, d] = matrix;
    const known = this.found.get(reference.number);
    this.found.set(reference.number, {
      width: Math.max(known?.width ?? 0, Math.hypot(a, b) / 72),
      height: Math.max(known?.height ?? 0, Math.hypot(c, d) / 72),
    });
  }

  #mask(state: PdfValue | undefined, matrix: Matrix, depth: number): void {
    const group = this.#maskGroup(state);
    if (group) this.#form(group, matrix, depth);
  }

  #maskGroup(state: PdfValue | undefined): PdfValue | undefined {
    const found = this.#document.resolve(state);
    const mask = isDictionary(found) ? this.#document.resolve(found.get('SMask')) : null;
    return isDictionary(mask) ? mask.get('G') : undefined;
  }

  #entries(resources: Dictionary, kind: string): Dictionary {
    const found = this.#document.resolve(resources.get(kind));
    return isDictionary(found) ? found : new Map();
  }

  /** So that the content of pages of mere text is not looked through. */
  #hasPictures(resources: Dictionary, depth: number): boolean {
    if (depth > DEEPEST) return false;
    const below = (reference: PdfValue | undefined): boolean => {
      if (!(reference instanceof Ref)) return false;
      const known = this.#pictures.get(reference.number);
      if (known !== undefined) return known;
      this.#pictures.set(reference.number, false);
      const dictionary = this.#document.resolve(reference);
      if (!isDictionary(dictionary)) return false;
      const inner = this.#document.resolve(dictionary.get('Resources'));
      const has = isPicture(dictionary) || (isDictionary(inner) && this.#hasPictures(inner, depth + 1));
      this.#pictures.set(reference.number, has);
      return has;
    };
    const drawn = [...this.#entries(resources, 'XObject').values(), ...this.#entries(resources, 'Pattern').values()];
    const masks = [...this.#entries(resources, 'ExtGState').values()].map((state) => this.#maskGroup(state));
    return [...drawn, ...masks].some(below);
  }

  #textOf(stream: PdfStream | undefined): string {
    if (!stream) return '';
    const filter = stream.dictionary.get('Filter');
    let bytes = stream.data;
    if (filter instanceof Name && filter.text === 'FlateDecode') {
      bytes = inflateSync(stream.data, { maxOutputLength: Math.max(1, this.#left) });
    } else if (filter !== undefined) throw new Unreadable('content of another filter');
    this.#left -= bytes.length;
    if (this.#left < 0) throw new Unreadable('too much content');
    return bytes.toString('latin1');
  }
}

function isPicture(dictionary: Dictionary): boolean {
  const kind = dictionary.get('Subtype');
  return kind instanceof Name && kind.text === 'Image';
}

function matrixOf(value: unknown): Matrix {
  const numbers = Array.isArray(value) ? value.filter((part) => typeof part === 'number') : [];
  return numbers.length === 6 ? (numbers as unknown as Matrix) : IDENTITY;
}

/** What `inner` does first and `outer` then. */
function multiply([a, b, c, d, e, f]: Matrix, outer: Matrix): Matrix {
  const [A, B, C, D, E, F] = outer;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}
