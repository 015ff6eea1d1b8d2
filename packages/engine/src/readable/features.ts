import { findArticle } from './article.ts';
import { type Features, ofBlock, ofPage, ofPlace, orderOf } from './block-features.ts';
import type { Block } from './blocks.ts';
import { ofArticle, ofContext, ofRoots, ofTalk, proseRoot, talkOf } from './context-features.ts';
import { leavesOf } from './leaf-context.ts';
import type { StatsOf } from './stats.ts';

/** A block without blocks inside, with what is known of it. */
export interface LeafFeatures {
  readonly block: Block;
  /** The containers around it, outermost first. */
  readonly parents: readonly Block[];
  /** The nearest container that has siblings like it, such as a card or a post. */
  readonly card: Block | undefined;
  readonly features: Features;
}

/** Shares of the prose whose containers are looked for. */
const SHARES = [0.5, 0.75, 0.9];

/** Everything that the score of a block may depend on, for each block without blocks inside, in reading order. */
export function featuresOf(blocks: readonly Block[], statsOf: StatsOf): LeafFeatures[] {
  const page = statsOf({ kind: 'group', tag: 'html', children: blocks });
  const roots = SHARES.map((share) => proseRoot(blocks, share, statsOf));
  const article = findArticle(blocks, statsOf);
  const leaves = leavesOf(blocks, statsOf, page);
  const order = orderOf(
    leaves.map(({ block }) => block),
    statsOf,
  );
  const talk = talkOf(leaves, order, statsOf);
  const ofWholePage = ofPage(page);
  return leaves.map(({ block, context }, index) => ({
    block,
    parents: context.parents,
    card: context.card,
    features: {
      ...ofBlock(block, statsOf(block)),
      ...ofContext(context, statsOf, page),
      ...ofTalk(context, talk),
      ...ofRoots(context, block, roots),
      ...ofArticle(context, block, article, statsOf, page),
      ...ofPlace(leaves, index, order, statsOf),
      ...ofWholePage,
    },
  }));
}
