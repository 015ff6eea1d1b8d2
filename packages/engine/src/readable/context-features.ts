import type { Article } from './article.ts';
import { type FeatureRow, log, share } from './block-features.ts';
import { type Block, isContainer } from './blocks.ts';
import { type Context, isMostOfPage, LANDMARKS, type Leaf } from './leaf-context.ts';
import { isConsent, isNavigation, KIND_NAMES, KINDS } from './lexicon.ts';
import type { NameScore } from './names.ts';
import type { Stats, StatsOf } from './stats.ts';

export interface PageContext {
  readonly statsOf: StatsOf;
  readonly page: Stats;
  readonly nameOf: (block: Block) => NameScore;
  readonly article: Article | undefined;
  /** Characters of prose in the article. */
  readonly articleProse: number;
  /** The smallest containers that hold half, three quarters and nine tenths of the prose. */
  readonly roots: readonly (Block | undefined)[];
}

const FAR = 9;
const KIND_COLUMNS = [...LANDMARKS, ...KIND_NAMES];

/** What the containers around a block are called. */
export function addKinds(row: FeatureRow, { kinds, level }: Context): void {
  for (const name of KIND_COLUMNS) {
    const found = kinds.get(name);
    row.add(name, found === undefined ? FAR : Math.min(FAR - 1, level - found));
  }
}

/** What is learned of their names. */
export function addNames(row: FeatureRow, block: Block, { parents }: Context, around: PageContext): void {
  const { statsOf, page, nameOf } = around;
  const own = nameOf(block);
  let { least, most } = own;
  let sum = 0;
  const near = [0, 0, 0, 0];
  for (let up = 0; up < parents.length; up += 1) {
    const parent = parents[parents.length - 1 - up] as Block;
    if (isMostOfPage(parent, statsOf, page)) break;
    const score = nameOf(parent);
    least = Math.min(least, score.least);
    most = Math.max(most, score.most);
    sum += score.sum / (up + 1);
    if (up < near.length) near[up] = score.sum;
  }
  row.add('nameOwn', own.sum);
  row.add('nameLeast', least);
  row.add('nameMost', most);
  row.add('nameSum', sum);
  row.add('name1', near[0] as number);
  row.add('name2', near[1] as number);
  row.add('name3', near[2] as number);
  row.add('name4', near[3] as number);
}

const LEVELS = [1, 2, 3, 4, 6].map((up) => ({
  up,
  linked: `linkedIn${up}`,
  mean: `mean${up}`,
  prose: `proseIn${up}`,
  part: `part${up}`,
  proseLength: `proseLength${up}`,
}));

/** How much there is in the containers around a block, and of what. */
export function addContainers(row: FeatureRow, context: Context, { statsOf, page }: PageContext): void {
  const { level, parents, alike, alikeStats, cardPlace } = context;
  for (const { up, linked, mean, prose, part, proseLength } of LEVELS) {
    const parent = parents[parents.length - up];
    const stats = parent && statsOf(parent);
    row.add(linked, stats ? share(stats.linked, stats.text) : -1);
    row.add(mean, stats ? log(share(stats.text, stats.leaves)) : -1);
    row.add(prose, stats ? share(stats.prose, stats.text) : -1);
    row.add(part, stats ? share(stats.text, page.text) : 1);
    row.add(proseLength, stats ? log(stats.prose) : -1);
  }
  row.add('depth', Math.min(level, 40));
  row.add('alike', log(alike));
  row.add('alikeLinked', alikeStats ? share(alikeStats.linked, alikeStats.text) : -1);
  row.add('alikeProse', alikeStats ? share(alikeStats.prose, alikeStats.text) : -1);
  row.add('alikeLength', alikeStats ? log(alikeStats.text) : -1);
  row.add('alikeLeaves', alikeStats ? log(alikeStats.leaves) : -1);
  row.add('alikePart', alikeStats ? share(alikeStats.text * alike, page.text) : 0);
  row.add('cardPlace', cardPlace);
  addWithin(row, parents);
}

const WITHIN: readonly (readonly [name: string, test: (block: Block) => boolean])[] = [
  ['inList', ({ kind }) => kind === 'list'],
  ['inDefinitions', ({ kind }) => kind === 'definitions'],
  ['inQuote', ({ kind }) => kind === 'quote' || kind === 'callout'],
  ['inDetails', ({ kind }) => kind === 'details'],
  ['inNote', ({ kind }) => kind === 'note'],
  ['inFigure', ({ tag }) => tag === 'figure'],
  ['inSection', ({ tag }) => tag === 'section'],
];

function addWithin(row: FeatureRow, parents: readonly Block[]): void {
  const nearest = parents.slice(-FAR).reverse();
  for (const [name, test] of WITHIN) {
    const found = nearest.findIndex(test);
    row.add(name, found < 0 ? FAR : Math.min(FAR - 1, found));
  }
}

/** Where a block stands in its container and under its heading. */
export function addPlaceInside(row: FeatureRow, leaf: Leaf, { statsOf, nameOf }: PageContext): void {
  const { index, siblings, heading, sinceHeading } = leaf;
  const stats = heading && statsOf(heading);
  row.add('index', Math.min(index, 30));
  row.add('fromEnd', Math.min(siblings - 1 - index, 30));
  row.add('siblings', log(siblings));
  row.add('headingLevel', heading?.level ?? 0);
  row.add('headingLinked', stats ? share(stats.linked, stats.text) : -1);
  row.add('headingLength', stats ? log(stats.text) : -1);
  row.add('headingName', heading ? nameOf(heading).sum : 0);
  row.add('sinceHeading', log(sinceHeading));
}

const ROOT_COLUMNS = ['root50', 'root75', 'root90'] as const;

/** Whether a block lies in the containers that hold most of the prose, and in the article of the page. */
export function addRoots(row: FeatureRow, block: Block, { parents }: Context, around: PageContext): void {
  const { roots, article, articleProse, page } = around;
  const depthOf = (root: Block | undefined): number => {
    if (!root) return -2;
    if (root === block) return 0;
    const found = parents.indexOf(root as (typeof parents)[number]);
    return found < 0 ? -1 : Math.min(12, parents.length - found);
  };
  ROOT_COLUMNS.forEach((name, index) => {
    row.add(name, depthOf(roots[index]));
  });
  let inside = -2;
  if (article) {
    const found = article.roots.has(block) ? parents.length : parents.findIndex((parent) => article.roots.has(parent));
    inside = found < 0 ? -1 : Math.min(12, parents.length - found);
  }
  row.add('article', inside);
  row.add('articleShare', share(articleProse, page.prose));
  row.add('articleLength', log(articleProse));
  let points = 0;
  if (article) for (const parent of parents.slice(-2)) points = Math.max(points, article.shareOf(parent));
  row.add('articlePoints', points);
  row.add('articleAway', article && inside < 0 ? away(parents, article) : 0);
}

/** Levels up to the first container that holds the article, for what lies outside of it. */
function away(parents: readonly Block[], article: Article): number {
  const found = parents.findLastIndex((parent) => article.around.has(parent));
  return found < 0 ? 15 : Math.min(14, parents.length - found);
}

/** The smallest container that holds this share of all prose outside of the frame. */
export function proseRoot(blocks: readonly Block[], part: number, statsOf: StatsOf): Block | undefined {
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
    const next: Block | undefined = children.find((child) => isContainer(child) && proseOf(child) >= part * all);
    if (!next || !isContainer(next)) return root;
    root = next;
    children = next.children;
  }
}
