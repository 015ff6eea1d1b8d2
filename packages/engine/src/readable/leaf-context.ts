import { type Block, type Container, type Heading, isContainer } from './blocks.ts';
import { hasRole, isAdvertising, isConsent, isNavigation, KIND_NAMES, KINDS, type Kind } from './lexicon.ts';
import type { Stats, StatsOf } from './stats.ts';

/** A block without blocks inside, and what is around it. */
export interface Leaf {
  readonly block: Block;
  readonly context: Context;
  /** Its place among the blocks of its container, and how many those are. */
  readonly index: number;
  readonly siblings: number;
  /** The heading before it, and the leaves between. */
  readonly heading: Heading | undefined;
  readonly sinceHeading: number;
}

export interface Context {
  /** Kinds that the block and its ancestors are of, with the level at which each was found last. */
  readonly kinds: ReadonlyMap<Kind | Landmark, number>;
  readonly level: number;
  /** The containers around the block, outermost first. */
  readonly parents: readonly Container[];
  /** Siblings that look the same, of the nearest ancestor that has any. */
  readonly alike: number;
  readonly alikeStats: Stats | undefined;
  /** That ancestor, such as a card or a post, and its place among its like, from 0 to 1. */
  readonly card: Block | undefined;
  readonly cardPlace: number;
}

export const LANDMARKS = [
  'navigationLandmark',
  'headerLandmark',
  'footerLandmark',
  'asideLandmark',
  'mainLandmark',
  'articleLandmark',
  'formLandmark',
  'consent',
  'advertising',
  'fixed',
] as const;
type Landmark = (typeof LANDMARKS)[number];

function landmarksOf(block: Block, insideArticle: boolean): Landmark[] {
  const found: Landmark[] = [];
  const { tag } = block;
  if (isNavigation(block)) found.push('navigationLandmark');
  if (hasRole(block, 'banner') || (tag === 'header' && !insideArticle)) found.push('headerLandmark');
  if (hasRole(block, 'contentinfo') || (tag === 'footer' && !insideArticle)) found.push('footerLandmark');
  if (tag === 'aside' || hasRole(block, 'complementary')) found.push('asideLandmark');
  if (tag === 'main' || hasRole(block, 'main')) found.push('mainLandmark');
  if (tag === 'article' || hasRole(block, 'article')) found.push('articleLandmark');
  if (tag === 'form' || hasRole(block, 'search', 'form')) found.push('formLandmark');
  if (isConsent(block)) found.push('consent');
  if (isAdvertising(block)) found.push('advertising');
  if (block.fixed) found.push('fixed');
  return found;
}

/** Names of a wrapper around most of the page say nothing about its parts. */
const MOST_OF_PAGE = 0.7;

/** Siblings that look the same, from which on they are cards, posts or the like. */
const FEWEST_ALIKE = 3;

/** Whether a block is so much of the page that its names do not tell its parts from others. */
export function isMostOfPage(block: Block, statsOf: StatsOf, page: Stats): boolean {
  return statsOf(block).text > MOST_OF_PAGE * page.text;
}

/** The leaves of a page in reading order. */
export function leavesOf(blocks: readonly Block[], statsOf: StatsOf, page: Stats): Leaf[] {
  const leaves: Leaf[] = [];
  const kindsOf = createKinds(statsOf, page);
  let heading: Heading | undefined;
  let sinceHeading = 0;
  const visit = (block: Block, outer: Context, index: number, siblings: number): void => {
    const context = kindsOf(block, outer);
    if (!isContainer(block)) {
      sinceHeading += 1;
      leaves.push({ block, context, index, siblings, heading, sinceHeading });
      if (block.kind === 'heading') [heading, sinceHeading] = [block, 0];
      return;
    }
    const { children } = block;
    const likes = countAlike(children);
    const seen = new Map<string, number>();
    children.forEach((child, place) => {
      const likeness = likenessOf(child);
      const alike = likes.get(likeness) ?? 1;
      if (alike < FEWEST_ALIKE || !isContainer(child) || statsOf(child).leaves < 2) {
        visit(child, context, place, children.length);
        return;
      }
      const before = seen.get(likeness) ?? 0;
      seen.set(likeness, before + 1);
      const card = { alike, alikeStats: statsOf(child), card: child, cardPlace: before / (alike - 1) };
      visit(child, { ...context, ...card }, place, children.length);
    });
  };
  const start: Context = {
    kinds: new Map(),
    level: 0,
    parents: [],
    alike: 1,
    alikeStats: undefined,
    card: undefined,
    cardPlace: 0,
  };
  blocks.forEach((block, index) => {
    visit(block, start, index, blocks.length);
  });
  return leaves;
}

function createKinds(statsOf: StatsOf, page: Stats): (block: Block, outer: Context) => Context {
  const known = new Map<string, readonly Kind[]>();
  const named = (hints: string): readonly Kind[] => {
    let kinds = known.get(hints);
    if (!kinds) {
      kinds = KIND_NAMES.filter((kind) => KINDS[kind].test(hints));
      known.set(hints, kinds);
    }
    return kinds;
  };
  return (block, outer) => {
    const level = outer.level + 1;
    const parents = isContainer(block) ? [...outer.parents, block] : outer.parents;
    if (isMostOfPage(block, statsOf, page) && !/^(?:main|article)$/.test(block.tag))
      return { ...outer, level, parents };
    const insideArticle = outer.kinds.has('articleLandmark') || outer.kinds.has('mainLandmark');
    const found: (Kind | Landmark)[] = landmarksOf(block, insideArticle);
    if (block.hints) found.push(...named(block.hints));
    if (found.length === 0) return { ...outer, level, parents };
    const kinds = new Map(outer.kinds);
    for (const kind of found) kinds.set(kind, level);
    return { ...outer, level, parents, kinds };
  };
}

const likenessOf = ({ tag, hints = '' }: Block): string => `${tag} ${hints.split(/[\s\d]/)[0] ?? ''}`;

function countAlike(blocks: readonly Block[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const block of blocks) counts.set(likenessOf(block), (counts.get(likenessOf(block)) ?? 0) + 1);
  return counts;
}
