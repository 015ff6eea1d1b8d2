import { graphemeBorder } from './grapheme.ts';

/** The lines of a text: where each begins and ends in three arrays of numbers, and an object only while it is read. */

export interface Line {
  /** Position in `Source.lines`. */
  readonly index: number;
  /** Page, from 0. Form feeds separate pages. */
  readonly page: number;
  /** Offset of the first character in `Source.text`. */
  readonly start: number;
  /** The cleaned line without its line break. */
  readonly text: string;
}

/** A longer line is cut at a space, so that no rule ever meets an unbounded one. */
const LONGEST_LINE = 1000;
/** How far back from there a space is looked for. */
const CUT_REACH = 120;
/** A text of so many lines keeps its line objects, so that what was read of a line can be remembered with it. */
export const MOST_KEPT = 5000;

/** Reads like an array of lines. A line of a long text is a new object each time it is asked for. */
export class Lines implements Iterable<Line> {
  readonly length: number;
  readonly pageCount: number;
  readonly #text: string;
  readonly #starts: Int32Array;
  readonly #lengths: Uint16Array;
  readonly #pages: Int32Array;
  readonly #kept: (Line | undefined)[] = [];

  /** Splits a text. Linear in time; ten bytes for each line. */
  constructor(text: string) {
    const most = countBreaks(text) + 1 + Math.ceil(text.length / (LONGEST_LINE - CUT_REACH));
    const [starts, lengths, pages] = [new Int32Array(most), new Uint16Array(most), new Int32Array(most)];
    let [count, page, start] = [0, 0, 0];
    const push = (end: number) => {
      do {
        const to = end - start <= LONGEST_LINE ? end : cutBefore(text, start + LONGEST_LINE);
        starts[count] = start;
        lengths[count] = to - start;
        pages[count] = page;
        count += 1;
        start = to;
      } while (start < end);
    };
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (!isBreak(code)) continue;
      push(at);
      if (code === FORM_FEED) page += 1;
      if (code === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED) at += 1;
      start = at + 1;
    }
    push(text.length);
    this.#text = text;
    this.#starts = starts;
    this.#lengths = lengths;
    this.#pages = pages;
    this.length = count;
    this.pageCount = page + 1;
  }

  /** The line at a position; undefined outside of the text, also before its beginning. */
  at(index: number): Line | undefined {
    if (index < 0 || index >= this.length) return undefined;
    const known = this.#kept[index];
    if (known) return known;
    const start = this.#starts[index] ?? 0;
    const text = this.#text.slice(start, start + (this.#lengths[index] ?? 0));
    const line = { index, page: this.#pages[index] ?? 0, start, text };
    if (this.length <= MOST_KEPT) this.#kept[index] = line;
    return line;
  }

  *[Symbol.iterator](): Generator<Line> {
    for (let index = 0; index < this.length; index += 1) {
      const line = this.at(index);
      if (line) yield line;
    }
  }

  slice(from = 0, to = this.length): Line[] {
    const lines: Line[] = [];
    for (let index = Math.max(0, from); index < Math.min(to, this.length); index += 1) {
      const line = this.at(index);
      if (line) lines.push(line);
    }
    return lines;
  }

  /** The lines that are not blank, from the first on. */
  printed(most = Number.POSITIVE_INFINITY): Line[] {
    const lines: Line[] = [];
    for (let index = 0; index < this.length && lines.length < most; index += 1) {
      const line = this.isBlank(index) ? undefined : this.at(index);
      if (line) lines.push(line);
    }
    return lines;
  }

  /** The last lines that are not blank, in the order of the text. */
  printedLast(most: number): Line[] {
    const lines: Line[] = [];
    for (let index = this.length - 1; index >= 0 && lines.length < most; index -= 1) {
      const line = this.isBlank(index) ? undefined : this.at(index);
      if (line) lines.push(line);
    }
    return lines.reverse();
  }

  /** The positions of the lines that are not blank. */
  printedPlaces(): Int32Array {
    const places = new Int32Array(this.length);
    let count = 0;
    for (let index = 0; index < this.length; index += 1) {
      if (this.isBlank(index)) continue;
      places[count] = index;
      count += 1;
    }
    return places.slice(0, count);
  }

  /** Whether a line has nothing but white space. */
  isBlank(index: number): boolean {
    const start = this.#starts[index] ?? 0;
    const end = start + (this.#lengths[index] ?? 0);
    for (let at = start; at < end; at += 1) {
      const code = this.#text.charCodeAt(at);
      if (code === SPACE || code === TAB || code === NO_BREAK_SPACE) continue;
      if (code > TAB && code < 128) return false;
      return this.#text.slice(at, end).trim() === '';
    }
    return true;
  }

  filter(keeps: (line: Line) => boolean): Line[] {
    const lines: Line[] = [];
    for (const line of this) if (keeps(line)) lines.push(line);
    return lines;
  }

  findLastIndex(test: (line: Line) => boolean): number {
    for (let index = this.length - 1; index >= 0; index -= 1) {
      const line = this.at(index);
      if (line && test(line)) return index;
    }
    return -1;
  }

  some(test: (line: Line) => boolean): boolean {
    for (const line of this) if (test(line)) return true;
    return false;
  }

  map<Value>(read: (line: Line) => Value): Value[] {
    const values: Value[] = [];
    for (const line of this) values.push(read(line));
    return values;
  }

  flatMap<Value>(read: (line: Line) => readonly Value[]): Value[] {
    const values: Value[] = [];
    for (const line of this) for (const value of read(line)) values.push(value);
    return values;
  }
}

const TAB = 9;
const LINE_FEED = 10;
const FORM_FEED = 12;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const NO_BREAK_SPACE = 160;

function isBreak(code: number): boolean {
  return (code <= CARRIAGE_RETURN && code >= LINE_FEED) || code === 0x2028 || code === 0x2029;
}

function countBreaks(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if (isBreak(text.charCodeAt(at))) count += 1;
  return count;
}

/** The end of the last space before an offset, or the border of a character when none is near. */
function cutBefore(text: string, limit: number): number {
  for (let at = limit; at > limit - CUT_REACH; at -= 1) {
    if (text.charAt(at - 1) === ' ') return at;
  }
  return graphemeBorder(text, limit);
}
