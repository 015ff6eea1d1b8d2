import { type Block, isContainer, type Run } from './blocks.ts';

export interface LinkEntry {
  /** Absolute; as the author wrote it in a document without an address. */
  readonly url: string;
  readonly text: string;
  /** What the page says of it: `nofollow`, `ugc`, `sponsored`, `author`, `license`, `tag`, `me`, `next`, `prev`. */
  readonly rel?: string;
}

export interface ImageEntry {
  readonly url: string;
  readonly alt: string;
  readonly title?: string;
}

const MOST_LINKS = 5_000;
const MOST_IMAGES = 2_000;
/** Characters of a text and of an address; a longer text is cut, a longer address left out. */
const LONGEST_TEXT = 1_000;
const LONGEST_URL = 8_192;

/** The links of what was read, in order, each pair of address and text once. */
export function linksOf(blocks: readonly Block[], rels: Readonly<Record<string, string>> = {}): LinkEntry[] {
  const links = new Map<string, LinkEntry>();
  for (const runs of inlineContent(blocks)) {
    for (const { url, text } of linksIn(runs)) {
      if (links.size >= MOST_LINKS) return [...links.values()];
      if (!isReported(url)) continue;
      const words = tidy(text);
      const key = `${url}\n${words}`;
      const rel = Object.hasOwn(rels, url) ? rels[url] : undefined;
      if (!links.has(key)) links.set(key, { url, text: words, ...(rel ? { rel } : {}) });
    }
  }
  return [...links.values()];
}

/** The images of what was read, in order, each address once. */
export function imagesOf(blocks: readonly Block[]): ImageEntry[] {
  const images = new Map<string, ImageEntry>();
  for (const runs of inlineContent(blocks)) {
    for (const run of runs) {
      if (run.kind !== 'image' || !isReported(run.source) || images.has(run.source)) continue;
      if (images.size >= MOST_IMAGES) return [...images.values()];
      const title = run.title === undefined ? {} : { title: tidy(run.title) };
      images.set(run.source, { url: run.source, alt: tidy(run.alt), ...title });
    }
  }
  return [...images.values()];
}

const isReported = (url: string): boolean =>
  url.length <= LONGEST_URL && !/^\s*(?:javascript|vbscript|file|data|blob):/i.test(url);

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT).toWellFormed();

/** Stretches of inline content with the same address. */
function* linksIn(runs: readonly Run[]): Generator<{ url: string; text: string }> {
  let url: string | undefined;
  let text = '';
  for (const run of runs) {
    const link = 'link' in run ? run.link : run.kind === 'text' || run.kind === 'image' ? undefined : url;
    if (link !== url && url !== undefined) yield { url, text };
    if (link !== url) text = '';
    url = link;
    if (run.kind === 'text') text += run.text;
    else if (run.kind === 'image') text += run.alt;
    else if (run.kind === 'break') text += ' ';
  }
  if (url !== undefined) yield { url, text };
}

/** All inline content, in reading order. */
export function* inlineContent(blocks: readonly Block[]): Generator<readonly Run[]> {
  for (const block of blocks) {
    if ('runs' in block) yield block.runs;
    else if (block.kind === 'line') for (const { runs } of block.cells) yield runs;
    else if (block.kind === 'table') {
      yield* inlineContent(block.caption);
      for (const { cells } of block.rows) for (const { children } of cells) yield* inlineContent(children);
    } else if (isContainer(block)) {
      if (block.kind === 'details') yield block.summary;
      yield* inlineContent(block.children);
    }
  }
}
