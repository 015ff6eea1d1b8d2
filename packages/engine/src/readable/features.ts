import { findArticle } from './article.ts';
import { addBlock, FeatureRow } from './block-features.ts';
import type { Rendered } from './blocks.ts';
import {
  addContainers,
  addKinds,
  addNames,
  addPlaceInside,
  addRoots,
  type PageContext,
  proseRoot,
} from './context-features.ts';
import { type Leaf, leavesOf } from './leaf-context.ts';
import { createNameScores, type NameWeights } from './names.ts';
import { createOrder } from './order-features.ts';
import { createDeclaredVotes, createPageFacts, createPlaces } from './page-features.ts';
import type { StatsOf } from './stats.ts';

/** Everything that is known of the blocks without blocks inside, in reading order. */
export interface PageFeatures {
  readonly leaves: readonly Leaf[];
  /** Names of the features. */
  readonly names: readonly string[];
  /** For each leaf, its features in the order of the names. */
  readonly rows: readonly Float32Array[];
}

/** Shares of the prose whose containers are looked for. */
const SHARES = [0.5, 0.75, 0.9];

/** Everything that the score of a block may depend on, for each block without blocks inside. */
export function featuresOf(rendered: Rendered, weights: NameWeights, statsOf: StatsOf): PageFeatures {
  const { blocks } = rendered;
  const page = statsOf({ kind: 'group', tag: 'html', children: blocks });
  const article = findArticle(blocks, statsOf);
  const around: PageContext = {
    statsOf,
    page,
    nameOf: createNameScores(weights),
    article,
    articleProse: [...(article?.roots ?? [])].reduce((prose, root) => prose + statsOf(root).prose, 0),
    roots: SHARES.map((part) => proseRoot(blocks, part, statsOf)),
  };
  const leaves = leavesOf(blocks, statsOf, page);
  const addVotes = createDeclaredVotes(rendered);
  const addPlace = createPlaces(leaves, statsOf, page);
  const addOrder = createOrder(rendered, leaves, statsOf, page);
  const addPage = createPageFacts(rendered, leaves, page);
  const names: string[] = [];
  const rows = leaves.map((leaf, index) => {
    const { block, context } = leaf;
    const row = new FeatureRow(index === 0 ? names : undefined);
    addBlock(row, block, statsOf(block));
    addKinds(row, context);
    addNames(row, block, context, around);
    addContainers(row, context, around);
    addPlaceInside(row, leaf, around);
    addRoots(row, block, context, around);
    addVotes(row, block);
    addPlace(row, index);
    addOrder(row, leaf, index);
    addPage(row);
    return row.values();
  });
  return { leaves, names, rows };
}
