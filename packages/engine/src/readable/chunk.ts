/** A part of a text or of Markdown that makes sense by itself, for search and for language models. */
export interface Chunk {
  /** Its number, from 0. */
  readonly index: number;
  /** The headings that it stands under, outermost first, the one it begins with included. */
  readonly heading_path: readonly string[];
  /** Valid by itself. Without a newline at its end. */
  readonly content: string;
  /** Upper bound of its tokens: see `estimateTokens`. */
  readonly tokens: number;
  /**
   * Place in the whole, in Unicode characters (code points). What stands there is `content`, save for what a part of
   * a table, of a code block or of a list repeats or leaves out to be valid by itself.
   */
  readonly start: number;
  readonly end: number;
  /** It holds one thing that cannot be cut, such as a row of a table, and that is longer than `max_tokens`. */
  readonly oversized?: true;
}

export interface ChunkLimits {
  /** Whether each heading begins a chunk. */
  readonly bySection: boolean;
  /** Most tokens of a chunk. */
  readonly maxTokens: number;
  /** Whether a chunk is filled up with a part of what comes next, rather than kept in whole blocks. */
  readonly fill: boolean;
}

/** A chunk whose place is counted in UTF-16 units, as strings are indexed. */
export type Piece = Omit<Chunk, 'index'>;

/** Numbers chunks, and counts their places in characters. */
export function numbered(pieces: Iterable<Piece>, text: string): Chunk[] {
  const chunks: Chunk[] = [];
  let units = 0;
  let characters = 0;
  const charactersAt = (index: number): number => {
    // Parts follow each other, so that the text is passed once.
    if (index < units) [units, characters] = [0, 0];
    for (; units < index; characters += 1) units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
    return characters;
  };
  for (const piece of pieces) {
    const [start, end] = [charactersAt(piece.start), charactersAt(piece.end)];
    chunks.push({ index: chunks.length, ...piece, start, end });
  }
  return chunks;
}

/** The headings that a place stands under. */
export class HeadingPath {
  #open: { readonly level: number; readonly text: string }[] = [];

  enter(level: number, text: string): void {
    this.#open = [...this.#open.filter((heading) => heading.level < level), { level, text: shortened(text) }];
  }

  get texts(): readonly string[] {
    return this.#open.map(({ text }) => text);
  }
}

/** Characters of a heading that are kept in a path. */
const LONGEST_HEADING = 500;

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= LONGEST_HEADING ? line : `${[...line].slice(0, LONGEST_HEADING - 1).join('')}…`;
}

/** The greatest number up to `count` that fits, where everything below fits too; 0 when nothing does. */
export function largestFitting(count: number, fits: (number: number) => boolean): number {
  let low = 0;
  let step = 1;
  while (low + step <= count && fits(low + step)) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step - 1, count);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
