import { type Block, isContainer, plainText, type Rendered } from './blocks.ts';
import { withoutClosed, withoutFrame } from './content.ts';
import { isSiteFrame } from './lexicon.ts';
import { mainContent, pick, wholeContent } from './main-content.ts';
import { createStats, type StatsOf } from './stats.ts';

/** Which part of a page is kept. */
export type Content = 'auto' | 'main' | 'full';

export interface Choice {
  readonly blocks: readonly Block[];
  readonly mode: Content;
}

/** Takes the part of a page that was asked for. */
export function choose(rendered: Rendered, content: Content, inputKind: 'url' | 'html'): Choice {
  if (content === 'full') return { blocks: rendered.blocks, mode: 'full' };
  if (content === 'main') return { blocks: mainContent(rendered), mode: 'main' };
  const main = inputKind === 'url' ? withFacts(rendered.blocks, wholeContent(rendered)) : undefined;
  if (main) return { blocks: main, mode: 'main' };
  return { blocks: withoutClosed(withoutFrame(rendered.blocks)), mode: 'auto' };
}

/** Share of the text outside of the site's frame that the main content has to have. */
const LEAST_SHARE = 0.3;
/** With this share of it the choice is trusted, even where it lost most of the facts. */
const TRUSTED_SHARE = 0.6;
const MOST_LOST = 0.5;

/**
 * The main content with the facts that the choice left out, or nothing, when it is so little, or so poor in facts, that
 * the choice cannot be trusted.
 */
function withFacts(blocks: readonly Block[], main: readonly Block[]): readonly Block[] | undefined {
  const body = outsideFrame(blocks);
  const statsOf = createStats();
  const length = (list: readonly Block[]): number => list.reduce((sum, block) => sum + statsOf(block).text, 0);
  const share = length(main) / Math.max(1, length(body));
  if (share < LEAST_SHARE) return undefined;
  const kept = leavesOf(main);
  const facts = [...leavesOf(body)].filter((leaf) => isFact(leaf, statsOf));
  const lost = new Set(facts.filter((leaf) => !kept.has(leaf)));
  if (share < TRUSTED_SHARE && lost.size > MOST_LOST * facts.length) return undefined;
  const before = kept.size;
  addWithLabels(body, lost, kept, statsOf);
  addLabels(
    body,
    new Set(facts.filter((leaf) => lost.has(leaf) || statsOf(leaf).text <= LONGEST_AMOUNT)),
    kept,
    statsOf,
  );
  return kept.size === before ? main : pick(blocks, kept, statsOf);
}

/** Longest text that is an amount and no sentence with one, and longest label, in characters. */
const LONGEST_AMOUNT = 40;
const LONGEST_LABEL = 80;

/** A fact without what stands right before it, or the heading over it, is one of nothing, or of what stands further up. */
function addLabels(blocks: readonly Block[], facts: ReadonlySet<Block>, kept: Set<Block>, statsOf: StatsOf): void {
  let heading: Block | undefined;
  blocks.forEach((block, index) => {
    if (isContainer(block)) addLabels(block.children, facts, kept, statsOf);
    if (facts.has(block) || holdsOne(block, facts)) {
      const label = blocks[index - 1];
      for (const one of [heading, label]) if (one && isLabel(one, statsOf)) kept.add(one);
    }
    if (block.kind === 'heading') heading = block;
  });
}

function isLabel(block: Block, statsOf: StatsOf): boolean {
  const { text, control } = statsOf(block);
  return 'runs' in block && text > 0 && text <= LONGEST_LABEL && control === 0;
}

/** A part of the page with more blocks is more than one fact and what it says. */
const MOST_IN_PART = 8;

/** Puts facts back, each with the rest of the smallest part of the page around it, which says what it is. */
function addWithLabels(blocks: readonly Block[], facts: ReadonlySet<Block>, kept: Set<Block>, statsOf: StatsOf): void {
  for (const block of blocks) {
    if (isContainer(block)) addWithLabels(block.children, facts, kept, statsOf);
    else if (facts.has(block)) kept.add(block);
  }
  if (!blocks.some((block) => facts.has(block) || holdsOne(block, facts))) return;
  const around = leavesOf(blocks);
  if (around.size > MOST_IN_PART) return;
  for (const leaf of around) if (statsOf(leaf).control === 0) kept.add(leaf);
}

/** Whether a fact is all that there is in a block. */
const holdsOne = (block: Block, facts: ReadonlySet<Block>): boolean =>
  isContainer(block) && block.children.length === 1 && block.children.some((child) => facts.has(child));

function outsideFrame(blocks: readonly Block[]): Block[] {
  return withoutFrame(blocks).flatMap((block): Block[] => {
    if (isSiteFrame(block)) return [];
    if (!isContainer(block)) return [block];
    return [{ ...block, children: outsideFrame(block.children) } as Block];
  });
}

function leavesOf(blocks: readonly Block[], found = new Set<Block>()): Set<Block> {
  for (const block of blocks) {
    if (isContainer(block)) leavesOf(block.children, found);
    else found.add(block);
  }
  return found;
}

/** Smallest table and code, in characters, whose loss would be one. */
const SMALLEST = 40;

/** What may not get lost unnoticed: tables, code, and amounts of money. */
function isFact(block: Block, statsOf: StatsOf): boolean {
  // What can only be chosen or pressed is no fact.
  if (block.kind === 'table' || block.kind === 'code') return statsOf(block).text - statsOf(block).control >= SMALLEST;
  return 'runs' in block && /\p{Sc}\s?\d|\d\s?(?:\p{Sc}|EUR\b|USD\b|CHF\b|GBP\b)/u.test(plainText(block.runs));
}
