import type { Definition, Heading, PhrasingContent, RootContent } from 'mdast';
import { type ChunkLimits, HeadingPath, type Piece } from './chunk.ts';
import { windowOf } from './chunk-cuts.ts';
import { wordsOf } from './chunk-inline.ts';
import { type Force, type Split, splitBlock } from './chunk-split.ts';
import { estimateTokens } from './chunk-tokens.ts';

export interface MarkdownToChunk {
  /** The blocks of the document, as they are written in `text` one after the other. */
  readonly blocks: readonly RootContent[];
  readonly text: string;
  /** Writes blocks as a document of their own. */
  readonly write: (blocks: readonly RootContent[]) => string;
}

/** Cuts a document into chunks, each of them a document of its own. Lazily: the first needs no work for the others. */
export function* chunkMarkdown(document: MarkdownToChunk, limits: ChunkLimits): Generator<Piece> {
  const writer = new Writer(document);
  const path = new HeadingPath();
  for (const section of limits.bySection ? sectionsOf(writer.placed()) : [[...writer.placed()]]) {
    for (const { block } of section) if (block.type === 'heading') path.enter(block.depth, wordsOf(block.children));
    const heading_path = limits.bySection ? path.texts : [];
    for (const parts of pack(section, writer, limits)) yield pieceOf(parts, heading_path, writer, limits);
  }
}

/** A block, or a part of one, with its place in the whole. */
interface Part {
  readonly block: RootContent;
  readonly start: number;
  readonly end: number;
  readonly tokens: number;
  /** It is the beginning of a block, or goes on with what the part before it began. */
  readonly cut?: 'head' | 'rest';
}

function pieceOf(parts: readonly Part[], heading_path: readonly string[], writer: Writer, limits: ChunkLimits): Piece {
  const content = writer.contentOf(parts);
  const tokens = estimateTokens(content);
  const place = { start: parts[0]?.start ?? 0, end: parts.at(-1)?.end ?? 0 };
  return { heading_path, content, tokens, ...place, ...(tokens > limits.maxTokens ? { oversized: true } : {}) };
}

/** Parts from one heading to the next. A heading without anything below it goes with the one below, if that is deeper. */
function* sectionsOf(parts: Iterable<Part>): Generator<Part[]> {
  let section: Part[] = [];
  let lone: Heading | undefined;
  for (const part of parts) {
    const { block } = part;
    const goesOn = block.type !== 'heading' || (lone !== undefined && block.depth > lone.depth);
    if (!goesOn && section.length > 0) {
      yield section;
      section = [];
    }
    section.push(part);
    lone = block.type === 'heading' ? block : undefined;
  }
  if (section.length > 0) yield section;
}

function* pack(section: readonly Part[], writer: Writer, { maxTokens, fill }: ChunkLimits): Generator<Part[]> {
  const waiting = [...section].reverse();
  let chunk: Part[] = [];
  let used = 0;
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const before = chunk.length === 0 ? 0 : used + GAP;
    if (before + part.tokens <= maxTokens) {
      chunk.push(part);
      used = before + part.tokens;
      continue;
    }
    const lonely = chunk.every(({ block }) => block.type === 'heading');
    // What fits into a chunk of its own stays whole, unless headings would be left alone.
    const stays = part.tokens <= maxTokens && !lonely && !fill;
    const force: Force = chunk.length === 0 ? 'any' : lonely || fill ? 'firm' : 'gentle';
    const split = stays ? undefined : writer.split(part, { limit: maxTokens - before, force, maxTokens });
    if (split) {
      chunk.push(split.head);
      waiting.push(...split.rest.reverse());
    } else if (chunk.length === 0) chunk.push(part);
    else waiting.push(part);
    yield chunk;
    chunk = [];
    used = 0;
  }
  if (chunk.length > 0) yield chunk;
}

/** The line breaks between two blocks. */
const GAP = 1;

/** A block that is repeated in every part takes at most this share of it. */
const REPEATED_SHARE = 0.5;

class Writer {
  readonly #document: MarkdownToChunk;
  readonly #definitions: ReadonlyMap<string, Definition>;

  constructor(document: MarkdownToChunk) {
    this.#document = document;
    const definitions = document.blocks.filter((block) => block.type === 'definition');
    this.#definitions = new Map(definitions.map((definition) => [definition.identifier, definition]));
  }

  /** The blocks with their places. Addresses that stand at the end go where they are used. */
  *placed(): Generator<Part> {
    let from = 0;
    for (const block of this.#document.blocks) {
      if (block.type === 'definition') continue;
      const written = this.#document.write([block]);
      if (written === '') continue;
      const start = afterSpace(this.#document.text, from);
      const end = Math.min(start + written.length, this.#document.text.length);
      yield { block, start, end, tokens: this.#definitions.size > 0 ? this.#tokens(block) : estimateTokens(written) };
      from = end;
    }
  }

  /** Parts as a document of their own: whole blocks as they stand in the whole. */
  contentOf(parts: readonly Part[]): string {
    const { text } = this.#document;
    const [first] = parts;
    const last = parts.at(-1);
    const whole = parts.every(({ cut }) => cut === undefined);
    if (first && last && whole && this.#definitions.size === 0) return text.slice(first.start, last.end);
    return this.#write(parts.map(({ block }) => block));
  }

  /** Writes blocks with the addresses that their links refer to. */
  #write(blocks: readonly RootContent[]): string {
    if (this.#definitions.size === 0) return this.#document.write(blocks);
    const used = [...referencesIn(blocks)].flatMap((identifier) => this.#definitions.get(identifier) ?? []);
    return this.#document.write([...blocks, ...used]);
  }

  #tokens = (block: RootContent): number => estimateTokens(this.#write([block]));

  split(
    part: Part,
    { limit, force, maxTokens }: { readonly limit: number; readonly force: Force; readonly maxTokens: number },
  ): { head: Part; rest: Part[] } | undefined {
    if (limit <= 0) return undefined;
    const split = splitBlock(part.block, {
      force,
      fits: (head) => this.#tokens(head) <= limit,
      isShort: (repeated) => this.#tokens(repeated) <= REPEATED_SHARE * maxTokens,
      window: windowOf(maxTokens),
    });
    if (!split) return undefined;
    const end = this.#endOf(split, part);
    const head = { block: split.head, start: part.start, end, tokens: limit, cut: part.cut ?? ('head' as const) };
    const rest: Part[] = [];
    let from = afterSpace(this.#document.text, end);
    for (const [index, block] of split.rest.entries()) {
      const last = index === split.rest.length - 1;
      const until = last ? part.end : Math.min(part.end, endOfWords(this.#document.text, from, this.#words(block)));
      const tokens = isLong(block, windowOf(maxTokens)) ? Number.POSITIVE_INFINITY : this.#tokens(block);
      rest.push({ block, start: Math.min(from, part.end), end: until, tokens, cut: 'rest' });
      from = afterSpace(this.#document.text, until);
    }
    return { head, rest };
  }

  /** Where the beginning of a block ends in the whole. */
  #endOf({ head, lines }: Split, { start, end, cut }: Part): number {
    const { text } = this.#document;
    const written = this.#document.write([head]);
    if (text.startsWith(written, start)) return Math.min(start + written.length, end);
    if (lines) return Math.min(endOfLines(text, start, lines.taken + (cut === 'rest' ? 0 : lines.opening)), end);
    return Math.min(endOfWords(text, start, this.#words(head)), end);
  }

  #words = (block: RootContent): number => wordCharacters(this.#document.write([block]));
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at] as string)) at += 1;
  return at;
}

function endOfLines(text: string, from: number, count: number): number {
  let at = from - 1;
  for (let line = 0; line < count; line += 1) {
    at = text.indexOf('\n', at + 1);
    if (at < 0) return text.length;
  }
  return at;
}

/** Whether blocks hold more than so many characters. */
function isLong(block: RootContent | PhrasingContent, most: number): boolean {
  let left = most;
  const visit = (node: RootContent | PhrasingContent): void => {
    if ('value' in node) left -= node.value.length;
    if (!('children' in node)) return;
    for (const child of node.children as RootContent[]) {
      if (left < 0) return;
      visit(child);
    }
  };
  visit(block);
  return left < 0;
}

const WORD = /[\p{L}\p{N}]/gu;

const wordCharacters = (text: string): number => text.match(WORD)?.length ?? 0;

/** Where as many letters and digits have passed: those are the same however a text is escaped. */
function endOfWords(text: string, from: number, count: number): number {
  let left = count;
  let at = from;
  for (; at < text.length && left > 0; at += 1) {
    const character = String.fromCodePoint(text.codePointAt(at) as number);
    if (/[\p{L}\p{N}]/u.test(character)) left -= 1;
    if (character.length > 1) at += 1;
  }
  // What closes a word belongs to it.
  return at + (/^[^\p{L}\p{N}\s]*/u.exec(text.slice(at, at + 200))?.[0].length ?? 0);
}

function referencesIn(nodes: readonly (RootContent | PhrasingContent)[], found = new Set<string>()): Set<string> {
  for (const node of nodes) {
    if (node.type === 'linkReference') found.add(node.identifier);
    if ('children' in node) referencesIn(node.children as RootContent[], found);
  }
  return found;
}
