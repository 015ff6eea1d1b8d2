import { type Block, isContainer, plainText, type Rendered } from './blocks.ts';
import { withoutClosed, withoutFrame } from './content.ts';
import { isSiteFrame } from './lexicon.ts';
import { mainContent } from './main-content.ts';
import { createStats, textLength } from './stats.ts';

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
  if (inputKind === 'url') {
    const main = mainContent(rendered);
    if (!losesMuch(rendered.blocks, main)) return { blocks: main, mode: 'main' };
  }
  return { blocks: withoutClosed(withoutFrame(rendered.blocks)), mode: 'auto' };
}

/** Share of the text outside of the site's frame that the main content has to have. */
const LEAST_SHARE = 0.3;

/** Whether the main content is so little, or so poor in facts, that the choice cannot be trusted. */
function losesMuch(blocks: readonly Block[], main: readonly Block[]): boolean {
  const body = outsideFrame(blocks);
  const statsOf = createStats();
  const length = (list: readonly Block[]): number => list.reduce((sum, block) => sum + statsOf(block).text, 0);
  if (length(main) < LEAST_SHARE * length(body)) return true;
  const kept = leavesOf(main);
  return [...leavesOf(body)].some((leaf) => !kept.has(leaf) && isFact(leaf));
}

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
function isFact(block: Block): boolean {
  if (block.kind === 'table' || block.kind === 'code') return textLength(block) >= SMALLEST;
  return 'runs' in block && /\p{Sc}\s?\d|\d\s?(?:\p{Sc}|EUR\b|USD\b|CHF\b|GBP\b)/u.test(plainText(block.runs));
}
