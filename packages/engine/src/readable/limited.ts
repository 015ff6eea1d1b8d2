import type { ReadableOptions } from '../request/readable-fields.ts';
import type { Block, DocumentMeta } from './blocks.ts';
import { type Chunk, type ChunkLimits, numbered, type Piece } from './chunk.ts';
import { chunkMarkdown } from './chunk-markdown.ts';
import { chunkText } from './chunk-text.ts';
import { estimateTokens } from './chunk-tokens.ts';
import { markdownDocument, withFrontMatter } from './print-markdown.ts';
import { textDocument } from './print-text.ts';

export interface Printed {
  /** Ends with one newline; empty when there is nothing to read. */
  readonly text: string;
  readonly chunks?: readonly Chunk[];
  /** The text was longer than it may be, and ends early. */
  readonly truncated: boolean;
}

/** Writes blocks in a format, as a whole, up to a number of tokens, or also in chunks. */
export function print(
  format: 'text' | 'markdown',
  blocks: readonly Block[],
  meta: DocumentMeta,
  options: ReadableOptions,
): Printed {
  if (format === 'text') {
    const document = textDocument(blocks, options);
    return limited(document.text.trimEnd(), (limits) => chunkText(document, limits), options, newline);
  }
  const { blocks: tree, write } = markdownDocument(blocks, options);
  const body = write(tree);
  const chunk = (limits: ChunkLimits) => chunkMarkdown({ blocks: tree, text: body, write }, limits);
  return limited(body, chunk, options, (text) => withFrontMatter(text, meta, options));
}

const newline = (text: string): string => (text === '' ? '' : `${text}\n`);

function limited(
  body: string,
  chunk: (limits: ChunkLimits) => Iterable<Piece>,
  { chunking, max_tokens: most }: ReadableOptions,
  finish: (body: string) => string,
): Printed {
  const text = finish(body);
  if (chunking === 'none' && most === undefined) return { text, truncated: false };
  const maxTokens = most ?? Number.POSITIVE_INFINITY;
  if (chunking === 'headings') {
    const before = text.length - newline(body).length;
    const moved = Iterator.from(chunk({ bySection: true, maxTokens, fill: false })).map((piece) => ({
      ...piece,
      start: piece.start + before,
      end: piece.end + before,
    }));
    return { text, chunks: numbered(moved, text), truncated: false };
  }
  if (estimateTokens(body) <= maxTokens) return { text, truncated: false };
  const [first] = Iterator.from(chunk({ bySection: false, maxTokens, fill: true })).take(1);
  return { text: finish(first && !first.oversized ? first.content : ''), truncated: true };
}
