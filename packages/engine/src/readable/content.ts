import { type Block, isContainer, MARK } from './blocks.ts';
import { hasRole, isAdvertising, isBeside, isConsent, isNavigation, isSharing, isSubscription } from './lexicon.ts';
import { createStats, textLength } from './stats.ts';

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

/** Longest text of a box to share or to subscribe, in characters. */
const LONGEST_BOX = 300;

/**
 * Everything but what is never the main content of a page: its frame, and further the footer of the site, boxes to
 * share and to subscribe, and lists of links beside the content.
 */
export function withoutSite(blocks: readonly Block[]): Block[] {
  const statsOf = createStats();
  const isBox = (block: Block): boolean => {
    const { text, prose, linked } = statsOf(block);
    if (isSharing(block) || isSubscription(block)) return text <= LONGEST_BOX && prose < 0.5 * text;
    // Links beside the content; a title or prose among them would be content with an unlucky name.
    return isBeside(block) && prose === 0 && linked >= 0.5 * text && !hasTitle(block);
  };
  const without = (list: readonly Block[], inside: boolean): Block[] =>
    list.flatMap((block): Block[] => {
      const footer = !inside && (block.tag === 'footer' || hasRole(block, 'contentinfo'));
      if (footer || isBox(block)) return wantedIn([block]);
      if (!isContainer(block)) return [block];
      const children = without(block.children, inside || /^(?:main|article)$/.test(block.tag));
      return children.length === 0 && block.children.length > 0 ? [] : [{ ...block, children } as Block];
    });
  return without(withoutFrame(blocks), false);
}

function hasTitle(block: Block): boolean {
  if (block.kind === 'heading') return block.level === 1;
  return isContainer(block) && block.children.some(hasTitle);
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
