import { type Block, isContainer } from './blocks.ts';
import { hasRole, isAdvertising, isConsent, isNavigation, KIND_NAMES, KINDS, type Kind } from './lexicon.ts';
import type { Stats, StatsOf } from './stats.ts';

/** A block without blocks inside, and what is around it. */
export interface Leaf {
  readonly block: Block;
  readonly context: Context;
}

export interface Context {
  /** Kinds that the ancestors are of, with the level at which each was found first. */
  readonly kinds: ReadonlyMap<Kind | Landmark, number>;
  readonly level: number;
  /** The containers around the block, outermost first. */
  readonly parents: readonly Block[];
  /** Siblings that look the same, of the nearest ancestor that has any. */
  readonly alike: number;
  readonly alikeStats: Stats | undefined;
  /** That ancestor, such as a card or a post. */
  readonly card: Block | undefined;
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

/** The leaves of a page in reading order. */
export function leavesOf(blocks: readonly Block[], statsOf: StatsOf, page: Stats): Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (block: Block, outer: Context): void => {
    const context = kindsOf(block, outer, statsOf, page);
    if (!isContainer(block)) {
      leaves.push({ block, context });
      return;
    }
    const likes = countAlike(block.children);
    for (const child of block.children) {
      const alike = likes.get(likenessOf(child)) ?? 1;
      const isCard = alike >= FEWEST_ALIKE && isContainer(child) && statsOf(child).leaves > 1;
      visit(child, isCard ? { ...context, alike, alikeStats: statsOf(child), card: child } : context);
    }
  };
  const start: Context = { kinds: new Map(), level: 0, parents: [], alike: 1, alikeStats: undefined, card: undefined };
  for (const block of blocks) visit(block, start);
  return leaves;
}

function kindsOf(block: Block, outer: Context, statsOf: StatsOf, page: Stats): Context {
  const level = outer.level + 1;
  const parents = isContainer(block) ? [...outer.parents, block] : outer.parents;
  if (statsOf(block).text > MOST_OF_PAGE * page.text && !/^(?:main|article)$/.test(block.tag))
    return { ...outer, level, parents };
  const insideArticle = outer.kinds.has('articleLandmark') || outer.kinds.has('mainLandmark');
  const found: (Kind | Landmark)[] = landmarksOf(block, insideArticle);
  if (block.hints) for (const kind of KIND_NAMES) if (KINDS[kind].test(block.hints)) found.push(kind);
  if (found.length === 0) return { ...outer, level, parents };
  const kinds = new Map(outer.kinds);
  for (const kind of found) kinds.set(kind, level);
  return { ...outer, level, parents, kinds };
}

const likenessOf = ({ tag, hints = '' }: Block): string => `${tag} ${hints.split(/[\s\d]/)[0] ?? ''}`;

function countAlike(blocks: readonly Block[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const block of blocks) counts.set(likenessOf(block), (counts.get(likenessOf(block)) ?? 0) + 1);
  return counts;
}
