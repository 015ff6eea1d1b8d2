/**
 * What a model should say of each block: which share of its words belongs to the text that should come out of the
 * page.
 */
import { type Block, plainText } from '../../packages/engine/src/readable/blocks.ts';
import { wordsOf } from './metrics.ts';
import type { DevelopmentPage } from './pages.ts';

/** Share of a block's words that are wanted; `undefined` where nothing is known. */
export type Label = number | undefined;

/** Words of a block that has no blocks inside. */
export function textOf(block: Block): string {
  if (block.kind === 'table') {
    const cells = block.rows.flatMap((row) => row.cells.flatMap(({ children }) => children));
    return [...block.caption, ...cells].map(textOf).join('\n');
  }
  if (block.kind === 'code') return block.text;
  if (block.kind === 'line') return block.cells.map(textOf).join(' ');
  if ('runs' in block) return plainText(block.runs);
  return 'children' in block ? block.children.map(textOf).join('\n') : '';
}

export function labelsOf({ metric, truth }: DevelopmentPage, leaves: readonly Block[]): Label[] {
  const texts = leaves.map(textOf);
  if (metric === 'segments') return byPieces(texts, truth.with ?? [], truth.without ?? []);
  return byAlignment(
    texts.map((text) => wordsOf(text.toLowerCase())),
    wordsOf((truth.text ?? '').toLowerCase()),
  );
}

const flatten = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A piece that is not wanted speaks of a block when it is this share of its text. */
const MOST = 0.4;

function byPieces(texts: readonly string[], wanted: readonly string[], unwanted: readonly string[]): Label[] {
  return texts.map((text) => {
    const flat = flatten(text);
    if (flat === '') return undefined;
    const isPart = (piece: string): boolean => {
      const other = flatten(piece);
      return flat.includes(other) || (flat.length >= 12 && other.includes(flat));
    };
    if (wanted.some(isPart)) return 1;
    const against = unwanted.filter(isPart);
    if (against.length === 0) return undefined;
    return against.some((piece) => flatten(piece).length >= MOST * flat.length) ? 0 : undefined;
  });
}

/** Where the words of a block, or some of them, stand in the text that is wanted. */
interface Match {
  readonly leaf: number;
  readonly from: number;
  readonly to: number;
  readonly words: number;
}

const SEED = 4;
const MOST_PLACES = 40;

/**
 * Finds the blocks of a page in the text that is wanted: the chain of matches that holds most words, in the order of
 * both; then what is left over, in any order.
 */
function byAlignment(leaves: readonly (readonly string[])[], truth: readonly string[]): Label[] {
  const places = new Map<string, number[]>();
  for (let size = 1; size <= SEED; size += 1) {
    for (let at = 0; at + size <= truth.length; at += 1) {
      const key = truth.slice(at, at + size).join(' ');
      const known = places.get(key);
      if (known) known.push(at);
      else places.set(key, [at]);
    }
  }
  const matches = leaves.flatMap((words, leaf) => matchesOf(words, leaf, places, truth));
  const taken = new Array<boolean>(truth.length).fill(false);
  const got = new Array<number>(leaves.length).fill(0);
  const inChain = new Set(chainOf(matches, truth.length));
  const take = ({ leaf, from, to, words }: Match): void => {
    let free = 0;
    for (let at = from; at < to; at += 1) if (!taken[at]) free += 1;
    if (free < 0.6 * (to - from)) return;
    taken.fill(true, from, to);
    got[leaf] = Math.min((got[leaf] ?? 0) + words, leaves[leaf]?.length ?? 0);
  };
  for (const match of inChain) take(match);
  const rest = matches.filter((match) => !inChain.has(match) && match.words >= SEED);
  for (const match of rest.sort((a, b) => b.words - a.words)) {
    if ((got[match.leaf] ?? 0) < 0.3 * (leaves[match.leaf]?.length ?? 0)) take(match);
  }
  return leaves.map((words, leaf) => (words.length === 0 ? undefined : (got[leaf] ?? 0) / words.length));
}

function matchesOf(
  words: readonly string[],
  leaf: number,
  places: ReadonlyMap<string, number[]>,
  truth: readonly string[],
): Match[] {
  const size = Math.min(SEED, words.length);
  if (size === 0) return [];
  const matches: Match[] = [];
  if (words.length <= SEED) {
    for (const from of (places.get(words.join(' ')) ?? []).slice(0, MOST_PLACES * 5))
      matches.push({ leaf, from, to: from + size, words: size });
    return matches;
  }
  /** By diagonal: the word of the block up to which it was followed. */
  const reached = new Map<number, number>();
  const spans: { from: number; to: number; at: number }[] = [];
  for (let at = 0; at + size <= words.length; at += 1) {
    for (const place of (places.get(words.slice(at, at + size).join(' ')) ?? []).slice(0, MOST_PLACES)) {
      if ((reached.get(place - at) ?? -1) > at) continue;
      let length = size;
      while (at + length < words.length && words[at + length] === truth[place + length]) length += 1;
      reached.set(place - at, at + length);
      spans.push({ from: place, to: place + length, at });
    }
  }
  // Spans that follow each other closely are one match with a gap.
  spans.sort((a, b) => a.from - b.from);
  let open: { from: number; to: number; words: number } | undefined;
  for (const { from, to } of spans) {
    if (open && from <= open.to + 12 && to - open.from <= 1.5 * words.length) {
      open.words += Math.max(0, to - Math.max(from, open.to));
      open.to = Math.max(open.to, to);
    } else {
      if (open) matches.push({ leaf, ...open });
      open = { from, to, words: to - from };
    }
  }
  if (open) matches.push({ leaf, ...open });
  return matches;
}

/** The heaviest chain of matches that goes forward in blocks and text alike. */
function chainOf(matches: readonly Match[], length: number): Match[] {
  interface Link {
    readonly match: Match;
    readonly weight: number;
    readonly before: Link | undefined;
  }
  const tree = new Array<Link | undefined>(length + 2).fill(undefined);
  const best = (upTo: number): Link | undefined => {
    let found: Link | undefined;
    for (let at = upTo; at > 0; at -= at & -at) if ((tree[at]?.weight ?? 0) > (found?.weight ?? 0)) found = tree[at];
    return found;
  };
  const put = (at: number, link: Link): void => {
    for (let place = at; place < tree.length; place += place & -place)
      if (link.weight > (tree[place]?.weight ?? 0)) tree[place] = link;
  };
  for (let index = 0; index < matches.length; ) {
    const leaf = matches[index]?.leaf;
    const links: Link[] = [];
    for (; matches[index]?.leaf === leaf && index < matches.length; index += 1) {
      const match = matches[index] as Match;
      const before = best(match.from);
      // Near to what was matched before, a short match is no accident.
      const near = before && match.from - before.match.to <= 3 ? 0.5 : 0;
      links.push({ match, before, weight: match.words + near + (before?.weight ?? 0) });
    }
    for (const link of links) put(link.match.to, link);
  }
  const chain: Match[] = [];
  for (let link = best(length); link; link = link.before) chain.push(link.match);
  return chain.reverse();
}
