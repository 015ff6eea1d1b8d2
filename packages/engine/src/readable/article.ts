import { type Block, type Container, isContainer, plainText } from './blocks.ts';
import { hasRole, isAdvertising, isConsent, isNavigation, isPageRoot, KINDS } from './lexicon.ts';
import type { StatsOf } from './stats.ts';

/**
 * Finds the container of an article: paragraphs give points to the containers around them, the more the nearer, and
 * links take them away (the idea of Arc90's Readability, 2009).
 */
export interface Article {
  /** Containers that hold the article; siblings when it is cut into parts. */
  readonly roots: ReadonlySet<Block>;
  /** The containers around those. */
  readonly around: ReadonlySet<Block>;
  /** Points of a container, as a share of the best one's. */
  shareOf(block: Block): number;
  /** Points of the best container. */
  readonly points: number;
}

/** Points for the names of a container, and for its element. */
const POINTS = { content: 25, frame: -25, division: 5, cell: 3, list: -3, title: -5, landmark: 10 } as const;
/** Shortest paragraph, in characters, that gives points. */
const SHORTEST = 25;
/** Containers above a paragraph that get points of it. */
const LEVELS = 5;
/** Containers with at least this share of the best one's points compete with it. */
const RIVAL = 0.75;
/** A sibling of the root belongs to it from this share of points on. */
const SIBLING = 0.2;

interface Candidate {
  readonly block: Container;
  readonly parents: readonly Container[];
  points: number;
}

export function findArticle(blocks: readonly Block[], statsOf: StatsOf): Article | undefined {
  const candidates = new Map<Block, Candidate>();
  const visit = (block: Block, parents: readonly Container[]): void => {
    if (parents.length > 1 && isUnlikely(block)) return;
    const given = pointsOf(block, statsOf);
    if (given > 0) give(candidates, parents, given);
    if (isContainer(block)) for (const child of block.children) visit(child, [...parents, block]);
  };
  for (const block of blocks) visit(block, []);
  for (const candidate of candidates.values()) candidate.points *= 1 - linkDensity(candidate.block, statsOf);
  const ranked = [...candidates.values()].sort((a, b) => b.points - a.points);
  const [best] = ranked;
  if (!best || best.points <= 0) return undefined;
  const top = withoutLoneWrappers(riseTo(common(ranked, best), candidates), candidates);
  return {
    roots: withSiblings(top, candidates, statsOf),
    around: new Set<Block>(top.parents),
    shareOf: (block) => Math.max(0, (candidates.get(block)?.points ?? 0) / best.points),
    points: best.points,
  };
}

/** Parts of the frame by name, unless the name says content as well. */
function isUnlikely(block: Block): boolean {
  if (isNavigation(block) || isConsent(block) || isAdvertising(block)) return true;
  if (hasRole(block, 'menu', 'complementary', 'alert', 'dialog', 'contentinfo', 'banner')) return true;
  const { hints = '' } = block;
  if (hints === '' || isPageRoot(block)) return false;
  const frame = [
    KINDS.comments,
    KINDS.footer,
    KINDS.sidebar,
    KINDS.related,
    KINDS.share,
    KINDS.pages,
    KINDS.header,
    KINDS.navigation,
    KINDS.overlay,
    KINDS.subscribe,
  ];
  return (
    frame.some((kind) => kind.test(hints)) && !KINDS.content.test(hints) && !/article|column|content|main/.test(hints)
  );
}

function pointsOf(block: Block, statsOf: StatsOf): number {
  if (block.kind === 'heading' || block.kind === 'table' || !('runs' in block || block.kind === 'code')) return 0;
  const { text: length } = statsOf(block);
  if (length < SHORTEST) return 0;
  const text = 'runs' in block ? plainText(block.runs) : '';
  const commas = (text.match(/[,、，،]/g) ?? []).length;
  return 1 + commas + Math.min(3, Math.floor(length / 100));
}

function give(candidates: Map<Block, Candidate>, parents: readonly Container[], given: number): void {
  for (let level = 0; level < LEVELS; level += 1) {
    const index = parents.length - 1 - level;
    const block = parents[index];
    if (!block) return;
    let candidate = candidates.get(block);
    if (!candidate) {
      candidate = { block, parents: parents.slice(0, index), points: basePoints(block) };
      candidates.set(block, candidate);
    }
    candidate.points += given / (level === 0 ? 1 : level === 1 ? 2 : level * 3);
  }
}

function basePoints(block: Container): number {
  const { hints = '', tag } = block;
  let points = 0;
  if (/^(?:div|article|main|section)$/.test(tag)) points += POINTS.division;
  if (/^(?:td|blockquote|pre)$/.test(tag)) points += POINTS.cell;
  if (/^(?:address|ol|ul|dl|dd|li|form|details)$/.test(tag)) points += POINTS.list;
  if (tag === 'article' || tag === 'main') points += POINTS.landmark;
  return points + namePoints(hints);
}

function namePoints(hints: string): number {
  if (hints === '') return 0;
  let points = 0;
  if (KINDS.content.test(hints)) points += POINTS.content;
  const frame = [
    KINDS.comments,
    KINDS.footer,
    KINDS.sidebar,
    KINDS.related,
    KINDS.share,
    KINDS.promotion,
    KINDS.overlay,
    KINDS.subscribe,
    KINDS.tags,
    KINDS.unseen,
  ];
  if (frame.some((kind) => kind.test(hints))) points += POINTS.frame;
  return points;
}

function linkDensity(block: Block, statsOf: StatsOf): number {
  const { text, linked } = statsOf(block);
  return text === 0 ? 0 : linked / text;
}

/** Where several containers are about as good as the best, what holds most of them is the article. */
function common(ranked: readonly Candidate[], best: Candidate): Candidate {
  const rivals = ranked.slice(0, 6).filter(({ points }) => points >= RIVAL * best.points && points > 0);
  if (rivals.length < 4) return best;
  for (let index = best.parents.length - 1; index > 0; index -= 1) {
    const holder = best.parents[index] as Container;
    const held = rivals.filter(({ block, parents }) => block === holder || parents.includes(holder));
    if (held.length >= 4)
      return (
        ranked.find(({ block }) => block === holder) ?? {
          block: holder,
          parents: best.parents.slice(0, index),
          points: best.points,
        }
      );
  }
  return best;
}

/** Goes up while the containers above have more points: the article goes on in them. */
function riseTo(start: Candidate, candidates: ReadonlyMap<Block, Candidate>): Candidate {
  let top = start;
  let last = start.points;
  for (let index = start.parents.length - 1; index > 0; index -= 1) {
    const parent = candidates.get(start.parents[index] as Block);
    if (!parent || parent.points < start.points / 3) break;
    if (parent.points > last) {
      top = parent;
      break;
    }
    last = parent.points;
  }
  return top;
}

function withoutLoneWrappers(start: Candidate, candidates: ReadonlyMap<Block, Candidate>): Candidate {
  let top = start;
  for (let index = start.parents.length - 1; index > 0; index -= 1) {
    const parent = start.parents[index] as Container;
    if (parent.children.length !== 1 || parent.tag === 'body') break;
    top = candidates.get(parent) ?? { block: parent, parents: start.parents.slice(0, index), points: start.points };
  }
  return top;
}

function withSiblings(top: Candidate, candidates: ReadonlyMap<Block, Candidate>, statsOf: StatsOf): ReadonlySet<Block> {
  const roots = new Set<Block>([top.block]);
  const parent = top.parents.at(-1);
  if (!parent) return roots;
  const least = Math.max(10, SIBLING * top.points);
  for (const sibling of parent.children) {
    if (sibling === top.block || isUnlikely(sibling)) continue;
    const points = candidates.get(sibling)?.points ?? 0;
    const named = sibling.hints !== undefined && sibling.hints === top.block.hints ? SIBLING * top.points : 0;
    const { text, linked } = statsOf(sibling);
    const paragraph =
      sibling.kind === 'text' &&
      ((text > 80 && linked < 0.25 * text) ||
        (text > 0 && linked === 0 && /[.!?。]\s*$/.test(plainText(sibling.runs))));
    if (points + named >= least || paragraph) roots.add(sibling);
  }
  return roots;
}
