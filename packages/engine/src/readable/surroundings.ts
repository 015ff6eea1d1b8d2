import { FeatureRow, share } from './block-features.ts';
import type { Block } from './blocks.ts';
import type { Leaf } from './leaf-context.ts';
import type { StatsOf } from './stats.ts';

/** Longer blocks have more say, up to this many characters; the shortest have this much. */
const MOST_SAY = 600;
const LEAST_SAY = 8;

interface Sum {
  chances: number;
  say: number;
  most: number;
}

const emptySum = (): Sum => ({ chances: 0, say: 0, most: 0 });
const meanOf = (sum: Sum | undefined): number => (sum && sum.say > 0 ? sum.chances / sum.say : -1);

function add(sum: Sum, chance: number, say: number): void {
  sum.chances += chance * say;
  sum.say += say;
  sum.most = Math.max(sum.most, chance);
}

const LEVELS = [1, 2, 3, 4, 5, 7].map((up) => ({
  up,
  mean: `mean-in-${up}`,
  rest: `rest-in-${up}`,
  held: `held-in-${up}`,
}));
const NEIGHBOURS = [-5, -4, -3, -2, -1, 1, 2, 3, 4, 5].map((offset) => ({ offset, name: `chance${offset}` }));

export interface Surroundings {
  /** Names of the features. */
  readonly names: readonly string[];
  /** For each leaf, its features in the order of the names. */
  readonly rows: readonly Float32Array[];
}

/**
 * What the surroundings of each block say of it, when each block by itself has a chance of being content: its
 * neighbours, its containers, its section, its card, what is called the same elsewhere, and the whole page.
 */
export function surroundingsOf(leaves: readonly Leaf[], chances: ArrayLike<number>, statsOf: StatsOf): Surroundings {
  const says = leaves.map(({ block }) => Math.min(statsOf(block).text, MOST_SAY) + LEAST_SAY);
  const chanceOf = (index: number): number => (index < 0 || index >= leaves.length ? -1 : (chances[index] as number));
  const containers = new Map<Block, Sum>();
  const sections = new Map<Block | undefined, Sum>();
  const names = new Map<string, Sum>();
  const page = emptySum();
  const into = <Key>(map: Map<Key, Sum>, key: Key, index: number): void => {
    let sum = map.get(key);
    if (!sum) {
      sum = emptySum();
      map.set(key, sum);
    }
    add(sum, chanceOf(index), says[index] as number);
  };
  const signatures = leaves.map(signatureOf);
  leaves.forEach((leaf, index) => {
    for (const parent of leaf.context.parents) into(containers, parent, index);
    into(sections, leaf.heading, index);
    into(names, signatures[index] as string, index);
    add(page, chanceOf(index), says[index] as number);
  });
  const all = page.chances;
  const wide = smoothed(leaves, says, chanceOf);
  const columns: string[] = [];
  let before = 0;
  const rows = leaves.map((leaf, index) => {
    const { parents, card } = leaf.context;
    const row = new FeatureRow(index === 0 ? columns : undefined);
    const say = says[index] as number;
    const mass = chanceOf(index) * say;
    row.add('chance', chanceOf(index));
    for (const { offset, name } of NEIGHBOURS) row.add(name, chanceOf(index + offset));
    for (const { up, mean, rest, held } of LEVELS) {
      const sum = containers.get(parents[parents.length - up] as Block);
      row.add(mean, meanOf(sum));
      row.add(rest, sum && sum.say > say ? restOf(sum, mass, say) : -1);
      row.add(held, sum ? share(sum.chances, all) : -1);
    }
    row.add('most-in-1', containers.get(parents.at(-1) as Block)?.most ?? -1);
    row.add('most-in-2', containers.get(parents.at(-2) as Block)?.most ?? -1);
    row.add('chance-section', meanOf(sections.get(leaf.heading)));
    row.add('chance-heading', leaf.heading ? (wide.at.get(leaf.heading) ?? -1) : -1);
    row.add('chance-card', card ? meanOf(containers.get(card)) : -1);
    row.add('chance-named', meanOf(names.get(signatures[index] as string)));
    row.add('chance-page', meanOf(page));
    row.add('chance-most', page.most);
    row.add('chance-before', share(before, all));
    row.add('chance-after', share(all - before - mass, all));
    row.add('chance-near', wide.near[index] as number);
    row.add('chance-far', wide.far[index] as number);
    row.add('chance-best', wide.best);
    row.add('from-best', Math.max(-60, Math.min(60, index - wide.bestAt)));
    before += mass;
    return row.values();
  });
  return { names: columns, rows };
}

function signatureOf({ block, context: { parents } }: Leaf): string {
  const parent = parents.at(-1);
  return `${block.tag} ${block.hints ?? ''} < ${parent?.tag ?? ''} ${parent?.hints ?? ''}`;
}

interface Smoothed {
  readonly near: readonly number[];
  readonly far: readonly number[];
  readonly best: number;
  readonly bestAt: number;
  /** Chances of headings. */
  readonly at: ReadonlyMap<Block, number>;
}

/** Means over the blocks around each block, and where the best stretch of the page is. */
function smoothed(leaves: readonly Leaf[], says: readonly number[], chance: (index: number) => number): Smoothed {
  const count = leaves.length;
  const sums = new Float64Array(count + 1);
  const total = new Float64Array(count + 1);
  for (let index = 0; index < count; index += 1) {
    sums[index + 1] = (sums[index] as number) + chance(index) * (says[index] as number);
    total[index + 1] = (total[index] as number) + (says[index] as number);
  }
  const mean = (index: number, reach: number): number => {
    const [from, to] = [Math.max(0, index - reach), Math.min(count, index + reach + 1)];
    return share((sums[to] as number) - (sums[from] as number), (total[to] as number) - (total[from] as number));
  };
  const near = leaves.map((_, index) => mean(index, 3));
  const far = leaves.map((_, index) => mean(index, 10));
  let [best, bestAt] = [0, 0];
  far.forEach((value, index) => {
    if (value > best) [best, bestAt] = [value, index];
  });
  const at = new Map<Block, number>();
  leaves.forEach(({ block }, index) => {
    if (block.kind === 'heading') at.set(block, chance(index));
  });
  return { near, far, best, bestAt, at };
}

const restOf = (sum: Sum, mass: number, say: number): number => (sum.chances - mass) / (sum.say - say);
