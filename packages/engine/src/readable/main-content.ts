import { AMOUNT, DATE } from './block-features.ts';
import { type Block, isContainer, plainText, type Rendered } from './blocks.ts';
import { isBox, wantedIn, withoutFrame } from './content.ts';
import type { Leaf } from './leaf-context.ts';
import { isNavigation } from './lexicon.ts';
import { type Judged, judge } from './main-content-model.ts';
import { createStats, type StatsOf } from './stats.ts';
import { addWhatBelongs } from './whole-content.ts';

/**
 * The main content of a page: what is there for its own sake, without the frame of the site. A model tells how likely
 * each block is content; what is kept is what makes the whole agree best with that, headings with what they head.
 */
export function mainContent(rendered: Rendered): Block[] {
  return contentOf(rendered, () => {});
}

/** The main content with what belongs to it: its title, who wrote it and when, labels and short facts. */
export function wholeContent(rendered: Rendered): Block[] {
  return contentOf(rendered, (judged, kept, statsOf) => addWhatBelongs(judged, kept, rendered.meta.title, statsOf));
}

type Change = (judged: Judged, kept: Set<Block>, statsOf: StatsOf) => void;

function contentOf(rendered: Rendered, change: Change): Block[] {
  const { blocks } = rendered;
  const statsOf = createStats();
  // A letter, an invoice, a receipt: without a frame everything is content.
  if (!hasFrame(blocks)) return withoutFrame(blocks);
  const judged = judge(rendered, statsOf);
  const kept = keepContent(judged, statsOf);
  change(judged, kept, statsOf);
  return pick(blocks, kept, statsOf);
}

/** The blocks that are kept, given the chance of each. */
export function selectContent(blocks: readonly Block[], judged: Judged, statsOf: StatsOf): Block[] {
  return pick(blocks, keepContent(judged, statsOf), statsOf);
}

function keepContent(judged: Judged, statsOf: StatsOf): Set<Block> {
  const kept = keepLikely(judged, statsOf);
  dropReplies(judged, kept, statsOf);
  keepHeadings(judged, kept);
  dropLoneHeadings(judged, kept);
  keepDetails(judged, kept, statsOf);
  keepNextToPrices(judged, kept, statsOf);
  return kept;
}

/** Links on a page whose author framed nothing. */
const FEW_LINKS = 2;

function hasFrame(blocks: readonly Block[]): boolean {
  const frame = (block: Block): boolean => isNavigation(block) || (isContainer(block) && block.children.some(frame));
  return blocks.some(frame) || countLinks(blocks) > FEW_LINKS;
}

/** Links outside of tables; what is in a table of data belongs to the document. */
function countLinks(blocks: readonly Block[]): number {
  return blocks.reduce((sum, block) => {
    if (isContainer(block)) return sum + countLinks(block.children);
    const runs = 'runs' in block ? block.runs : [];
    return sum + runs.filter((run) => run.kind === 'text' && run.link !== undefined).length;
  }, 0);
}

/** Chances from which on a block is kept at the latest, and below which it never is. */
const SURE = 0.55;
const HOPELESS = 0.15;
/** Less than 1 leans to precision: what is doubtful is left out a little sooner than the mean would have it. */
const LEAN = 0.7;

/**
 * Keeps the likeliest blocks: as many as make the expected harmonic mean of precision and recall, in characters, the
 * greatest.
 */
function keepLikely({ leaves, chances }: Judged, statsOf: StatsOf): Set<Block> {
  const ranked = leaves
    .map(({ block }, index) => ({ block, chance: chances[index] as number, text: statsOf(block).text }))
    .sort((a, b) => b.chance - a.chance);
  const all = ranked.reduce((sum, { chance, text }) => sum + chance * text, 0);
  let [held, taken, best, least] = [0, 0, 0, SURE];
  for (const { chance, text } of ranked) {
    held += chance * text;
    taken += text;
    const score = held / (taken + LEAN * all + 1e-9);
    if (score > best) [best, least] = [score, chance];
  }
  least = Math.max(HOPELESS, Math.min(SURE, least));
  return new Set(ranked.filter(({ chance }) => chance >= least).map(({ block }) => block));
}

/** From this chance on a page is of a forum. */
const FORUM = 0.5;
/** Characters of prose from which on a page says something itself, which readers comment on. */
const OWN_PROSE = 300;
/** Comments with a greater chance are named so by accident. */
const SURE_REPLY = 0.75;

/** What readers say below a page is prose as well, but not what the page is there for, unless it is of a forum. */
function dropReplies({ leaves, chances, forum }: Judged, kept: Set<Block>, statsOf: StatsOf): void {
  if (forum >= FORUM) return;
  const isReply = ({ context }: Leaf): boolean => context.kinds.has('comments');
  let prose = 0;
  for (const leaf of leaves) if (kept.has(leaf.block) && !isReply(leaf)) prose += statsOf(leaf.block).prose;
  if (prose < OWN_PROSE) return;
  leaves.forEach((leaf, index) => {
    if (isReply(leaf) && (chances[index] as number) < SURE_REPLY) kept.delete(leaf.block);
  });
}

/** A heading goes with what it heads, and the title with the page, when it is not unlikely itself. */
const LIKELY_HEADING = 0.25;
/** A heading with a greater chance may head nothing: it is an entry of a list, or stands over pictures. */
const SURE_HEADING = 0.6;

function keepHeadings({ leaves, chances }: Judged, kept: Set<Block>): void {
  if (kept.size === 0) return;
  leaves.forEach(({ block }, index) => {
    if (block.kind !== 'heading' || (chances[index] as number) < LIKELY_HEADING) return;
    const next = leaves[index + 1];
    if (block.level === 1 || (next && kept.has(next.block))) kept.add(block);
  });
}

/** A heading over nothing that is kept heads nothing. */
function dropLoneHeadings({ leaves, chances }: Judged, kept: Set<Block>): void {
  /** By level: whether something is kept between here and the next heading of that level or above. */
  const filled = new Array<boolean>(7).fill(false);
  for (let index = leaves.length - 1; index >= 0; index -= 1) {
    const block = leaves[index]?.block;
    if (!block) continue;
    if (block.kind !== 'heading') {
      if (kept.has(block)) filled.fill(true);
      continue;
    }
    if (block.level > 1 && !filled[block.level] && (chances[index] as number) < SURE_HEADING) kept.delete(block);
    filled.fill(false, block.level);
  }
}

/** A card or post of which so much of the text is kept is kept with its price and its date. */
const MOST_OF_CARD = 0.5;
const MOST_IN_CARD = 12;
const LONGEST_DETAIL = 40;
const LIKELY_DETAIL = 0.2;
/** A block with more links is a link to something else. */
const ALL_LINKED = 0.9;

function keepDetails({ leaves, chances }: Judged, kept: Set<Block>, statsOf: StatsOf): void {
  const cards = new Map<Block, { readonly block: Block; readonly chance: number }[]>();
  leaves.forEach(({ block, context }, index) => {
    const { text, linked } = statsOf(block);
    if (!context.card || linked >= ALL_LINKED * text) return;
    const inside = cards.get(context.card) ?? [];
    cards.set(context.card, inside);
    inside.push({ block, chance: chances[index] as number });
  });
  const lengthOf = (list: readonly { readonly block: Block }[]): number =>
    list.reduce((sum, { block }) => sum + statsOf(block).text, 0);
  for (const inside of cards.values()) {
    if (inside.length > MOST_IN_CARD) continue;
    if (lengthOf(inside.filter(({ block }) => kept.has(block))) < MOST_OF_CARD * lengthOf(inside)) continue;
    for (const { block, chance } of inside)
      if (chance >= LIKELY_DETAIL && isDetail(block) && statsOf(block).text <= LONGEST_DETAIL) kept.add(block);
  }
}

/** What is said right after a price, such as its unit, its tax or the stock, goes with it. */
function keepNextToPrices({ leaves, chances }: Judged, kept: Set<Block>, statsOf: StatsOf): void {
  leaves.forEach(({ block, context: { parents } }, index) => {
    const before = leaves[index - 1];
    if (!before || !kept.has(before.block) || (chances[index] as number) < LIKELY_DETAIL) return;
    const { text, linked, control } = statsOf(block);
    if (text > LONGEST_DETAIL || linked > 0 || control > 0 || before.context.parents.at(-1) !== parents.at(-1)) return;
    if ('runs' in before.block && AMOUNT.test(plainText(before.block.runs).slice(0, LONGEST_DETAIL))) kept.add(block);
  });
}

function isDetail(block: Block): boolean {
  if (!('runs' in block)) return false;
  const text = plainText(block.runs);
  return AMOUNT.test(text) || DATE.test(text);
}

/** The tree of what is kept. */
export function pick(blocks: readonly Block[], kept: ReadonlySet<Block>, statsOf: StatsOf): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (block.wanted) return [block];
    if (isBox(block, statsOf)) return wantedIn([block]);
    if (!isContainer(block)) return kept.has(block) ? [block] : wantedIn([block]);
    const children = pick(block.children, kept, statsOf);
    if (children.length === 0) return wantedIn(block.children);
    return [{ ...block, children } as Block];
  });
}
