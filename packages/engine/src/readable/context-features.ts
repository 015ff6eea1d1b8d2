import type { Article } from './article.ts';
import { AMOUNT, type Features, log, type Order, share } from './block-features.ts';
import { type Block, isContainer, plainText } from './blocks.ts';
import { type Context, LANDMARKS, type Leaf } from './leaf-context.ts';
import { isConsent, isNavigation, KIND_NAMES, KINDS } from './lexicon.ts';
import type { Stats, StatsOf } from './stats.ts';

/** What the containers around a block are. */
export function ofContext(
  { kinds, level, parents, alike, alikeStats }: Context,
  statsOf: StatsOf,
  page: Stats,
): Features {
  const features: Record<string, number> = {};
  for (const landmark of LANDMARKS) features[landmark] = kinds.has(landmark) ? 1 : 0;
  for (const kind of KIND_NAMES) {
    const found = kinds.get(kind);
    features[kind] = found === undefined ? 0 : 1;
    features[`${kind}Near`] = found !== undefined && level - found <= 1 ? 1 : 0;
  }
  const around = (up: number): Stats | undefined => {
    const parent = parents[parents.length - up];
    return parent && statsOf(parent);
  };
  for (const up of [1, 2, 3]) {
    const stats = around(up);
    features[`linked${up}`] = stats ? share(stats.linked, stats.text) : 0;
    features[`length${up}`] = stats ? log(share(stats.text, stats.leaves)) : 0;
    features[`prose${up}`] = stats ? share(stats.prose, stats.text) : 0;
    features[`part${up}`] = stats ? share(stats.text, page.text) : 1;
  }
  features.depth = Math.min(level, 40) / 10;
  features.alike = log(alike);
  features.alikeLinked = alikeStats ? share(alikeStats.linked, alikeStats.text) : 0;
  features.alikeProse = alikeStats ? share(alikeStats.prose, alikeStats.text) : 0;
  features.alikeLength = alikeStats ? log(alikeStats.text) : 0;
  features.inList = parents.some(({ kind }) => kind === 'list') ? 1 : 0;
  features.inDefinitions = parents.some(({ kind }) => kind === 'definitions') ? 1 : 0;
  features.inQuote = parents.some(({ kind }) => kind === 'quote') ? 1 : 0;
  features.inDetails = parents.some(({ kind }) => kind === 'details') ? 1 : 0;
  features.inFigure = parents.some(({ tag }) => tag === 'figure') ? 1 : 0;
  return features;
}

/** Whether a block lies in the containers that hold most of the prose. */
export function ofRoots({ parents }: Context, block: Block, roots: readonly (Block | undefined)[]): Features {
  const inside = (root: Block | undefined): number => (root && (parents.includes(root) || root === block) ? 1 : 0);
  return { root50: inside(roots[0]), root75: inside(roots[1]), root90: inside(roots[2]) };
}

/** Whether a block lies in the article of the page, and how clearly there is one. */
export function ofArticle(
  { parents }: Context,
  block: Block,
  article: Article | undefined,
  statsOf: StatsOf,
  page: Stats,
): Features {
  if (!article) return {};
  const inside = article.roots.has(block) || parents.some((parent) => article.roots.has(parent)) ? 1 : 0;
  const held = [...article.roots].reduce((prose, root) => prose + statsOf(root).prose, 0);
  const clear = share(held, page.prose);
  return {
    article: inside,
    articleClear: inside * clear,
    notArticleClear: (1 - inside) * clear,
    articlePoints: parents.slice(-2).reduce((most, parent) => Math.max(most, article.shareOf(parent)), 0),
    articleShare: clear,
    articleProse: inside * (statsOf(block).prose > 0 ? 1 : 0),
    notArticleRich: (1 - inside) * Math.min(1, held / 3_000),
    articleRich: inside * Math.min(1, held / 3_000),
  };
}

/** What comments are on a page: talk about its content, or the content itself. */
export interface Talk {
  /** Most of the prose is in comments, as on a forum. */
  readonly isContent: boolean;
  /** The title stands by an amount of money: comments are reviews. */
  readonly isReview: boolean;
}

export function talkOf(leaves: readonly Leaf[], order: Order, statsOf: StatsOf): Talk {
  let all = 0;
  let inComments = 0;
  for (const { block, context } of leaves) {
    const { prose } = statsOf(block);
    all += prose;
    if (context.kinds.has('comments')) inComments += prose;
  }
  const around = order.title < 0 ? [] : leaves.slice(Math.max(0, order.title - 5), order.title + 12);
  const isReview = around.some(({ block }) => 'runs' in block && AMOUNT.test(plainText(block.runs)));
  return { isContent: inComments > 0.6 * all, isReview };
}

export function ofTalk({ kinds, level }: Context, { isContent, isReview }: Talk): Features {
  const found = kinds.get('comments');
  const comment = found === undefined ? 0 : 1;
  const near = found !== undefined && level - found <= 1 ? 1 : 0;
  const aside = !isContent && !isReview;
  return {
    comments: aside ? comment : 0,
    commentsNear: aside ? near : 0,
  };
}

/** The smallest container that holds this share of all prose outside of the frame. */
export function proseRoot(blocks: readonly Block[], share: number, statsOf: StatsOf): Block | undefined {
  const proseOf = (block: Block): number => {
    if (
      isNavigation(block) ||
      isConsent(block) ||
      /^(?:footer|aside)$/.test(block.tag) ||
      KINDS.footer.test(block.hints ?? '')
    )
      return 0;
    return statsOf(block).prose;
  };
  const all = blocks.reduce((sum, block) => sum + statsOf(block).prose, 0);
  if (all === 0) return undefined;
  let root: Block | undefined;
  let children = blocks;
  for (;;) {
    const next: Block | undefined = children.find((child) => isContainer(child) && proseOf(child) >= share * all);
    if (!next || !isContainer(next)) return root;
    root = next;
    children = next.children;
  }
}
