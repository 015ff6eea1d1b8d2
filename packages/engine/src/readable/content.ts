import { type Block, isContainer, MARK } from './blocks.ts';
import { isAdvertising, isConsent, isNavigation, isSharing } from './lexicon.ts';
import { type StatsOf, textLength } from './stats.ts';

/** Longest text of a cookie dialog and of an advertisement, in characters; more is a page about such things. */
const LONGEST_CONSENT = 4_000;
const LONGEST_ADVERTISEMENT = 600;

/** Everything visible except navigation, cookie dialogs and advertising. What the caller asked for stays. */
export function withoutFrame(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (isFrame(block)) return wantedIn([block]);
    if (!isContainer(block)) return [block];
    const children = withoutFrame(block.children);
    return children.length === 0 && block.children.length > 0 ? [] : [{ ...block, children } as Block];
  });
}

function isFrame(block: Block): boolean {
  if (isNavigation(block)) return true;
  if (isConsent(block)) return textLength(block) <= LONGEST_CONSENT;
  return isAdvertising(block) && textLength(block) <= LONGEST_ADVERTISEMENT;
}

/** Longest text of a box to share, in characters. */
const LONGEST_SHARING = 300;

/** An advertisement or a box to share: never content, wherever it stands. */
export function isBox(block: Block, statsOf: StatsOf): boolean {
  if (isAdvertising(block)) return statsOf(block).text <= LONGEST_ADVERTISEMENT;
  if (!isSharing(block)) return false;
  const { text, prose } = statsOf(block);
  return text <= LONGEST_SHARING && prose < 0.5 * text;
}

/** What the caller asked for, out of what is left out: blocks, and words within others. */
export function wantedIn(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (block.wanted) return [block];
    if (isContainer(block)) return wantedIn(block.children);
    if (block.kind !== 'text' && block.kind !== 'heading') return [];
    const runs = block.runs.filter((run) => run.kind === 'text' && (run.marks & MARK.wanted) !== 0);
    return runs.length === 0 ? [] : [{ ...block, runs }];
  });
}

/** What shows as long as nobody opens anything. */
export function withoutClosed(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (!isContainer(block)) return [block];
    if (block.kind === 'details' && block.closed) {
      return block.summary.length > 0 ? [{ ...block, children: [] }] : [];
    }
    const children = withoutClosed(block.children);
    return children.length === 0 ? [] : [{ ...block, children } as Block];
  });
}
