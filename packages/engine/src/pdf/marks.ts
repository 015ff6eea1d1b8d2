import { inflateSync } from 'node:zlib';
import { ContentTokens } from './content-tokens.ts';
import type { PdfDocument } from './finish/document.ts';
import { readStream } from './finish/stream.ts';
import { type Dictionary, isDictionary, Name, type PdfValue, Ref } from './finish/value.ts';
import { FontWidths } from './font-widths.ts';
import { type Box, IDENTITY, intersect, type Matrix, multiply, Path, placeOf, transformed } from './path.ts';

/** What a page paints, in the order in which it does. */
export interface Mark {
  readonly kind: 'text' | 'fill';
  /** For text, the lower half of its letters. */
  readonly box: Box;
  /** What is painted and by which coordinates; the same on another page for what is repeated there. */
  readonly signature: string;
  /** Width and height in the units of the content: CSS pixels where Chromium wrote it. */
  readonly size: { readonly width: number; readonly height: number };
  /** Whether nothing shines through; text is, unless it cannot be seen. */
  readonly opaque: boolean;
  /** What a path is filled with: red, green and blue, from 0 to 1; empty for a picture and for text. */
  readonly color: readonly number[];
}

interface State {
  readonly color: readonly number[];
  readonly matrix: Matrix;
  readonly clip: Box;
  /** Product of the alpha of the groups around and that of fills. */
  readonly group: number;
  readonly alpha: number;
  readonly font: FontWidths | undefined;
  readonly fontSize: number;
}

const EVERYWHERE: Box = { left: -1e9, bottom: -1e9, right: 1e9, top: 1e9 };
const START: Omit<State, 'matrix'> = {
  color: [],
  clip: EVERYWHERE,
  group: 1,
  alpha: 1,
  font: undefined,
  fontSize: 0,
};
/** Forms within forms. */
const DEEPEST = 20;
/** Marks of one page that are looked at. */
const MOST_MARKS = 50_000;
/** Alpha from which nothing is seen through. */
const OPAQUE = 0.9;

/** Reads what pages paint (ISO 32000-1, 8 and 9), as far as Chromium writes it. */
export class MarkReader {
  readonly #document: PdfDocument;
  readonly #fonts = new Map<string, FontWidths>();

  constructor(document: PdfDocument) {
    this.#document = document;
  }

  /** @throws Unreadable */
  read(page: Dictionary): Mark[] {
    const contents = this.#document.resolve(page.get('Contents'));
    const parts = Array.isArray(contents) ? contents : [page.get('Contents')];
    const text = parts.map((part) => this.#stream(part)?.text ?? '').join('\n');
    const marks: Mark[] = [];
    const resources = this.#document.resolve(page.get('Resources'));
    this.#run({ text, resources: asDictionary(resources), state: { ...START, matrix: IDENTITY }, marks, depth: 0 });
    return marks;
  }

  #run({ text, resources, state: start, marks, depth }: Content): void {
    const operands: (number | string)[] = [];
    const stack: State[] = [];
    const path = new Path();
    let state = start;
    let clipping = false;
    let textMatrix = IDENTITY;
    const number = (index: number) => Number(operands[index] ?? 0);
    const fill = () => {
      const { box, size } = path.placed(state.matrix);
      if (path.isBox) {
        const opaque = state.alpha * state.group > OPAQUE;
        const signature = `${path.signature} ${placeOf(state.matrix)}`;
        marks.push({ kind: 'fill', box: intersect(box, state.clip), signature, size, opaque, color: state.color });
      }
    };
    const endPath = () => {
      if (clipping) state = { ...state, clip: intersect(state.clip, path.placed(state.matrix).box) };
      clipping = false;
      path.clear();
    };
    const tokens = new ContentTokens(text);
    for (let token = tokens.next(); token !== undefined; token = tokens.next()) {
      if (typeof token === 'number' || /^[/<([\]]/.test(token)) {
        operands.push(token);
        continue;
      }
      if (marks.length > MOST_MARKS) return;
      switch (token) {
        case 'q':
          stack.push(state);
          break;
        case 'Q':
          state = stack.pop() ?? state;
          break;
        case 'cm':
          state = { ...state, matrix: multiply(operands.slice(0, 6).map(Number) as unknown as Matrix, state.matrix) };
          break;
        case 'rg':
          state = { ...state, color: operands.slice(0, 3).map(Number) };
          break;
        case 'gs':
          state = this.#withGraphicsState(state, resources, String(operands[0]));
          break;
        case 're':
          path.rectangle(number(0), number(1), number(2), number(3));
          break;
        case 'm':
        case 'l':
          path.point(number(0), number(1));
          break;
        case 'c':
          path.curve(number(4), number(5));
          break;
        case 'v':
        case 'y':
          path.curve(number(2), number(3));
          break;
        case 'W':
        case 'W*':
          clipping = true;
          break;
        case 'f':
        case 'f*':
        case 'F':
        case 'B':
        case 'B*':
        case 'b':
        case 'b*':
          fill();
          endPath();
          break;
        case 'n':
        case 'S':
        case 's':
          endPath();
          break;
        case 'BT':
          textMatrix = IDENTITY;
          break;
        case 'Tf':
          state = { ...state, font: this.#font(resources, String(operands[0])), fontSize: number(1) };
          break;
        case 'Tm':
          textMatrix = operands.slice(0, 6).map(Number) as unknown as Matrix;
          break;
        case 'Td':
        case 'TD':
          textMatrix = multiply([1, 0, 0, 1, number(0), number(1)], textMatrix);
          break;
        case 'Tj':
        case 'TJ':
          textMatrix = this.#show(operands, state, textMatrix, marks);
          break;
        case 'Do':
          this.#draw(String(operands[0]), { text, resources, state, marks, depth });
          break;
      }
      operands.length = 0;
    }
  }

  /** @returns the text matrix behind the text */
  #show(operands: readonly (number | string)[], state: State, start: Matrix, marks: Mark[]): Matrix {
    const { font, fontSize, matrix } = state;
    if (!font) return start;
    let width = 0;
    for (const operand of operands) {
      if (typeof operand === 'number') width -= (operand / 1000) * fontSize;
      else if (operand.startsWith('<')) width += font.widthOf(operand.slice(1, -1)) * fontSize;
    }
    const placed = multiply(start, matrix);
    const box = transformed({ left: 0, bottom: 0, right: width, top: fontSize / 2 }, placed);
    const opaque = state.alpha * state.group > 0.1;
    const shown = operands.length === 1 ? operands[0] : operands.join(' ');
    const signature = `${shown} ${placeOf(start)} ${placeOf(matrix)}`;
    const size = { width: Math.abs(width), height: Math.abs(fontSize) };
    marks.push({ kind: 'text', box: intersect(box, state.clip), signature, size, opaque, color: [] });
    return multiply([1, 0, 0, 1, width, 0], start);
  }

  #draw(name: string, { resources, state, marks, depth }: Content): void {
    const object = this.#resource(resources, 'XObject', name);
    const stream = this.#stream(object, depth < DEEPEST);
    if (!stream) return;
    const { dictionary } = stream;
    if (nameOf(dictionary.get('Subtype')) === 'Image') {
      const opaque = !dictionary.has('SMask') && !dictionary.has('Mask') && state.alpha * state.group > OPAQUE;
      const { matrix, clip } = state;
      const box = intersect(transformed({ left: 0, bottom: 0, right: 1, top: 1 }, matrix), clip);
      const size = { width: Math.hypot(matrix[0], matrix[1]), height: Math.hypot(matrix[2], matrix[3]) };
      marks.push({ kind: 'fill', box, signature: `${name} ${placeOf(matrix)}`, size, opaque, color: [] });
      return;
    }
    const own = this.#document.resolve(dictionary.get('Matrix'));
    const matrix = Array.isArray(own) ? multiply(own.map(Number) as unknown as Matrix, state.matrix) : state.matrix;
    const inner: State = { ...START, matrix, clip: state.clip, group: state.group * state.alpha };
    const inside = asDictionary(this.#document.resolve(dictionary.get('Resources')));
    this.#run({ text: stream.text, resources: inside, state: inner, marks, depth: depth + 1 });
  }

  #withGraphicsState(state: State, resources: Dictionary, name: string): State {
    const settings = this.#document.resolve(this.#resource(resources, 'ExtGState', name));
    if (!isDictionary(settings)) return state;
    const alpha = this.#document.resolve(settings.get('ca'));
    const mask = this.#document.resolve(settings.get('SMask'));
    const blend = nameOf(this.#document.resolve(settings.get('BM')));
    // What is masked or blended may let anything through.
    const thin = isDictionary(mask) || (blend !== undefined && blend !== 'Normal') ? 0.5 : 1;
    return { ...state, alpha: (typeof alpha === 'number' ? alpha : 1) * thin };
  }

  #font(resources: Dictionary, name: string): FontWidths | undefined {
    const value = this.#resource(resources, 'Font', name);
    if (!(value instanceof Ref)) return undefined;
    const key = String(value.number);
    let font = this.#fonts.get(key);
    if (!font) {
      font = new FontWidths(this.#document, this.#document.dictionary(value));
      this.#fonts.set(key, font);
    }
    return font;
  }

  #resource(resources: Dictionary, kind: string, name: string): PdfValue | undefined {
    return asDictionary(this.#document.resolve(resources.get(kind))).get(name.slice(1));
  }

  #stream(value: PdfValue | undefined, withText = true): { dictionary: Dictionary; text: string } | undefined {
    const place = value instanceof Ref ? this.#document.locate(value.number) : undefined;
    if (!place) return undefined;
    const { dictionary, data } = readStream(place.bytes, place.at, this.#document);
    const isContent = withText && nameOf(dictionary.get('Subtype')) !== 'Image';
    const filter = nameOf(dictionary.get('Filter'));
    if (!isContent || (filter !== undefined && filter !== 'FlateDecode')) return { dictionary, text: '' };
    const plain = filter === undefined ? data : inflateSync(data, { maxOutputLength: LARGEST_CONTENT });
    return { dictionary, text: plain.toString('latin1') };
  }
}

/** Bytes that the content of one page may inflate to. */
const LARGEST_CONTENT = 64 * 1024 * 1024;

interface Content {
  readonly text: string;
  readonly resources: Dictionary;
  readonly state: State;
  readonly marks: Mark[];
  readonly depth: number;
}

const asDictionary = (value: PdfValue | undefined): Dictionary => (isDictionary(value) ? value : new Map());
const nameOf = (value: PdfValue | undefined): string | undefined => (value instanceof Name ? value.text : undefined);
