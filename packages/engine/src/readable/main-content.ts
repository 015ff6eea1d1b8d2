import { type Block, isContainer, type Rendered } from './blocks.ts';
import { wantedIn, withoutFrame, withoutSite } from './content.ts';
import { featuresOf, type LeafFeatures } from './features.ts';
import { isNavigation } from './lexicon.ts';
import { SMOOTHING, THRESHOLD, WEIGHTS } from './main-content-weights.ts';
import { createStats, type StatsOf } from './stats.ts';

/**
 * The main content of a page: what is there for its own sake, without the frame of the site. Every block without
 * blocks inside gets points for what it is, where it stands and what its surroundings are called; its neighbours and
 * containers have a say; and the page decides how many points are enough.
 */
export function mainContent({ blocks }: Rendered): Block[] {
  const statsOf = createStats();
  // A letter, an invoice, a receipt: without a frame everything is content.
  if (!hasFrame(blocks, statsOf)) return withoutFrame(blocks);
  const body = withoutSite(blocks);
  const leaves = featuresOf(body, statsOf);
  const scores = smooth(leaves, leaves.map(scoreOf), statsOf);
  const least = thresholdOf(leaves, scores, statsOf);
  const kept = keepEnough(leaves, scores, least);
  keepCards(leaves, kept, statsOf);
  keepTitle(leaves, kept);
  dropLoneHeadings(leaves, kept);
  keepListsWhole(body, kept, statsOf);
  return pick(body, kept);
}

/** Links on a page whose author framed nothing, as a share of its text. */
const FEW_LINKS = 0.15;

function hasFrame(blocks: readonly Block[], statsOf: StatsOf): boolean {
  const frame = (block: Block): boolean => isNavigation(block) || (isContainer(block) && block.children.some(frame));
  if (blocks.some(frame)) return true;
  const { text, linked } = statsOf({ kind: 'group', tag: 'html', children: blocks });
  return linked > FEW_LINKS * text;
}

/** Points of a block by itself. */
function scoreOf({ features }: LeafFeatures): number {
  let score = 0;
  for (const [name, weight] of Object.entries(WEIGHTS)) score += weight * (features[name] ?? 0);
  return Math.max(-6, Math.min(6, score));
}

/** Longer blocks have more say in their container, up to this many characters. */
const MOST_SAY = 360;

/** Lets neighbours and containers have a say. */
function smooth(leaves: readonly LeafFeatures[], scores: readonly number[], statsOf: StatsOf): number[] {
  const sums = new Map<Block, { points: number; say: number }>();
  const says = leaves.map(({ block }) => Math.min(statsOf(block).text, MOST_SAY) + 6);
  const page = { points: 0, say: 0 };
  leaves.forEach(({ parents }, index) => {
    const say = says[index] ?? 0;
    const points = (scores[index] ?? 0) * say;
    page.points += points;
    page.say += say;
    for (const parent of parents.slice(-SMOOTHING.containers.length)) {
      const sum = sums.get(parent) ?? { points: 0, say: 0 };
      sum.points += points;
      sum.say += say;
      sums.set(parent, sum);
    }
  });
  const pageMean = page.say === 0 ? 0 : page.points / page.say;
  const best = scores.reduce((most, score) => Math.max(most, score), -6);
  return leaves.map(({ parents }, index) => {
    let score =
      SMOOTHING.bias + SMOOTHING.own * (scores[index] ?? 0) + SMOOTHING.page * pageMean + SMOOTHING.best * best;
    SMOOTHING.neighbours.forEach(([offset, weight]) => {
      score += weight * (scores[index + offset] ?? SMOOTHING.noNeighbour);
    });
    SMOOTHING.containers.forEach((weight, up) => {
      const sum = sums.get(parents[parents.length - 1 - up] as Block);
      score += weight * (sum ? sum.points / sum.say : SMOOTHING.noContainer);
    });
    return score;
  });
}

/** Points that are enough on this page: the clearer its best part stands out, the more. */
function thresholdOf(leaves: readonly LeafFeatures[], scores: readonly number[], statsOf: StatsOf): number {
  const ranked = leaves
    .map(({ block }, index) => ({ score: scores[index] ?? 0, text: statsOf(block).text }))
    .sort((a, b) => b.score - a.score);
  let left = THRESHOLD.bestShare * ranked.reduce((sum, { text }) => sum + text, 0);
  for (const { score, text } of ranked) {
    left -= text;
    if (left <= 0) return THRESHOLD.base + THRESHOLD.slope * score;
  }
  return THRESHOLD.base;
}

/** A card or a post of which most is kept is kept whole: its price, its author, its date. */
function keepCards(leaves: readonly LeafFeatures[], kept: Set<Block>, statsOf: StatsOf): void {
  const cards = new Map<Block, LeafFeatures[]>();
  for (const leaf of leaves) {
    const { card } = leaf;
    if (!card) continue;
    const inside = cards.get(card);
    if (inside) inside.push(leaf);
    else cards.set(card, [leaf]);
  }
  const lengthOf = (list: readonly LeafFeatures[]): number =>
    list.reduce((sum, { block }) => sum + statsOf(block).text, 0);
  for (const inside of cards.values()) {
    const told = inside.filter(({ block }) => !isAction(block, statsOf));
    if (lengthOf(told.filter(({ block }) => kept.has(block))) < MOST_OF_CARD * lengthOf(told)) continue;
    for (const { block } of told) if (statsOf(block).text <= LONGEST_DETAIL) kept.add(block);
  }
}

/**
 * A list of points or of terms belongs to the content as a whole, or not at all. One without links goes with the
 * paragraph that it follows.
 */
function keepListsWhole(blocks: readonly Block[], kept: Set<Block>, statsOf: StatsOf): void {
  blocks.forEach((block, index) => {
    if (!isContainer(block)) return;
    keepListsWhole(block.children, kept, statsOf);
    if (block.kind !== 'list' && block.kind !== 'definitions') return;
    const leaves = leavesOf(block);
    if (leaves.length > LONGEST_LIST || leaves.some((leaf) => leaf.kind === 'heading')) return;
    const before = blocks[index - 1];
    const follows = before !== undefined && kept.has(before) && statsOf(block).linked === 0;
    const length = (list: readonly Block[]): number => list.reduce((sum, leaf) => sum + statsOf(leaf).text, 0);
    const most = length(leaves.filter((leaf) => kept.has(leaf))) >= 0.5 * length(leaves);
    for (const leaf of leaves) {
      if (most || follows) kept.add(leaf);
      else kept.delete(leaf);
    }
  });
}

/** Leaves of a list that is one thing; a longer one may hold a whole page. */
const LONGEST_LIST = 60;

function leavesOf(block: Block): Block[] {
  return isContainer(block) ? block.children.flatMap(leavesOf) : [block];
}

/** Share of its text that makes a card worth completing, and the longest detail that is added to it, in characters. */
const MOST_OF_CARD = 0.7;
const LONGEST_DETAIL = 80;
/** Longest label of a button or link that does something, in characters. */
const LONGEST_ACTION = 25;

function isAction(block: Block, statsOf: StatsOf): boolean {
  const { text, linked, control } = statsOf(block);
  return block.kind !== 'heading' && text < LONGEST_ACTION && linked + control >= text;
}

/** Points that a text without links may lack under a heading that is kept: the heading vouches for it. */
const VOUCHED = 0.8;

function keepEnough(leaves: readonly LeafFeatures[], scores: readonly number[], least: number): Set<Block> {
  const kept = new Set<Block>();
  let vouched = false;
  leaves.forEach(({ block, features }, index) => {
    const score = scores[index] ?? 0;
    if (block.kind === 'heading') vouched = score > least;
    const relief = vouched && features.linked === 0 && features.control === 0 ? VOUCHED : 0;
    if (score > least - relief) kept.add(block);
  });
  return kept;
}

/** The title of the page names the content, wherever it stands. */
function keepTitle(leaves: readonly LeafFeatures[], kept: Set<Block>): void {
  const titles = leaves.filter(
    ({ block, features }) =>
      block.kind === 'heading' && block.level === 1 && !features.navigationLandmark && !features.footerLandmark,
  );
  const [only] = titles;
  if (titles.length === 1 && only && kept.size > 0) kept.add(only.block);
}

/** A heading over nothing that is kept heads nothing. */
function dropLoneHeadings(leaves: readonly LeafFeatures[], kept: Set<Block>): void {
  /** By level: whether something is kept between here and the next heading of that level or above. */
  const filled = new Array<boolean>(7).fill(false);
  for (let index = leaves.length - 1; index >= 0; index -= 1) {
    const block = leaves[index]?.block;
    if (!block) continue;
    if (block.kind !== 'heading') {
      if (kept.has(block)) filled.fill(true);
      continue;
    }
    if (block.level > 1 && !filled[block.level]) kept.delete(block);
    filled.fill(false, block.level);
  }
}

function pick(blocks: readonly Block[], kept: ReadonlySet<Block>): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (block.wanted) return [block];
    if (!isContainer(block)) return kept.has(block) ? [block] : wantedIn([block]);
    const children = pick(block.children, kept);
    if (children.length === 0) return wantedIn(block.children);
    return [{ ...block, children } as Block];
  });
}
