import { type FeatureRow, log, share } from './block-features.ts';
import { type Block, plainText, type Rendered } from './blocks.ts';
import type { Context, Leaf } from './leaf-context.ts';
import type { Stats, StatsOf } from './stats.ts';

const MOST = 15;
const isArticle = ({ tag, hints = '' }: Block): boolean => tag === 'article' || hints.startsWith('role:article');

/**
 * How a block stands to the title of the page, to the articles on it, to the prose before it, to the comments, and to
 * what repeats.
 */
export function createOrder(
  rendered: Rendered,
  leaves: readonly Leaf[],
  statsOf: StatsOf,
  page: Stats,
): (row: FeatureRow, leaf: Leaf, index: number) => void {
  const title = titleOf(rendered, leaves);
  const titleAt = title ? leaves.indexOf(title) : -1;
  const articles = numbered(leaves, ({ context: { parents } }) => parents.filter(isArticle));
  const proseBefore = runningProse(leaves, statsOf);
  const outside = leaves.reduce(
    (sum, { block, context }) => sum + (context.kinds.has('comments') ? 0 : statsOf(block).prose),
    0,
  );
  /** Prose before the first of the cards that look the same. */
  const beforeCards = new Map<Block, number>();
  leaves.forEach(({ context }, index) => {
    const group = groupOf(context);
    if (group && !beforeCards.has(group)) beforeCards.set(group, proseBefore[index] as number);
  });
  const size = usualSize(leaves, statsOf);
  const signatures = new Map<string, number>();
  for (const leaf of leaves) {
    const signature = signatureOf(leaf);
    signatures.set(signature, (signatures.get(signature) ?? 0) + 1);
  }
  return (row, leaf, index) => {
    const { block, context } = leaf;
    const inside = context.parents.filter(isArticle);
    const group = groupOf(context);
    addTogether(row, context, title?.context, statsOf, page);
    row.add('fromOwnTitle', titleAt < 0 ? -99 : Math.max(-60, Math.min(60, index - titleAt)));
    row.add('isOwnTitle', leaf === title ? 1 : 0);
    row.add('articlesAround', inside.length);
    row.add('outerArticle', Math.min(MOST, articles.get(inside[0] as Block) ?? -1));
    row.add('innerArticle', Math.min(MOST, articles.get(inside.at(-1) as Block) ?? -1));
    row.add('articles', Math.min(30, articles.size));
    row.add('proseBefore', log(proseBefore[index] as number));
    row.add('outsideComments', log(outside));
    row.add('outsideShare', share(outside, page.prose));
    row.add('beforeCards', group ? log(beforeCards.get(group) as number) : -1);
    row.add('size', block.size && size ? block.size / size : 1);
    row.add('signature', log(signatures.get(signatureOf(leaf)) as number));
  };
}

const groupOf = ({ card, parents }: Context): Block | undefined => card && parents[parents.indexOf(card as never) - 1];

function signatureOf({ block, context: { parents } }: Leaf): string {
  const parent = parents.at(-1);
  return `${block.tag} ${block.hints ?? ''} < ${parent?.tag ?? ''} ${parent?.hints ?? ''}`;
}

/** The heading that says most of the name of the document; otherwise the first of the first level. */
function titleOf({ meta }: Rendered, leaves: readonly Leaf[]): Leaf | undefined {
  const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const words = new Set(wordsOf(meta.title));
  let best: Leaf | undefined;
  let most = 0.5;
  for (const leaf of leaves) {
    if (leaf.block.kind !== 'heading') continue;
    const own = new Set(wordsOf(plainText(leaf.block.runs)));
    const common = [...own].filter((word) => words.has(word)).length;
    // As much of one as of the other; the name often has that of the site added.
    const score = share(2 * common, own.size + Math.min(words.size, own.size + 3)) + (leaf.block.level === 1 ? 0.2 : 0);
    if (score > most) [best, most] = [leaf, score];
  }
  return best ?? leaves.find(({ block }) => block.kind === 'heading' && block.level === 1);
}

/** The nearest container that holds both: levels up to it, and its part of the page. */
function addTogether(
  row: FeatureRow,
  { parents }: Context,
  title: Context | undefined,
  statsOf: StatsOf,
  page: Stats,
): void {
  let level = 0;
  if (title) while (level < parents.length && parents[level] === title.parents[level]) level += 1;
  const holder = parents[level - 1];
  row.add('titleAway', title ? Math.min(MOST, parents.length - level) : -1);
  row.add('titleUp', title ? Math.min(MOST, title.parents.length - level) : -1);
  row.add('titlePart', !title ? -1 : holder ? share(statsOf(holder).text, page.text) : 1);
}

function numbered(leaves: readonly Leaf[], of: (leaf: Leaf) => readonly Block[]): Map<Block, number> {
  const numbers = new Map<Block, number>();
  for (const leaf of leaves) for (const block of of(leaf)) if (!numbers.has(block)) numbers.set(block, numbers.size);
  return numbers;
}

function runningProse(leaves: readonly Leaf[], statsOf: StatsOf): number[] {
  let prose = 0;
  return leaves.map(({ block }) => {
    const before = prose;
    prose += statsOf(block).prose;
    return before;
  });
}

/** The font size that most of the prose has, in CSS pixels. */
function usualSize(leaves: readonly Leaf[], statsOf: StatsOf): number | undefined {
  const sizes = new Map<number, number>();
  for (const { block } of leaves)
    if (block.size) sizes.set(block.size, (sizes.get(block.size) ?? 0) + statsOf(block).prose);
  return [...sizes].sort((a, b) => b[1] - a[1])[0]?.[0];
}
