/**
 * Trains decision trees by gradient boosting on histograms, for targets between 0 and 1 (cross-entropy). The same rows
 * and options give the same trees.
 */
import type { Trees } from '../../packages/engine/src/readable/trees.ts';

export interface Table {
  readonly names: readonly string[];
  readonly rows: number;
  /** Row after row. */
  readonly values: Float32Array;
  readonly targets: Float32Array;
  /** Rows without weight are not learned from. */
  readonly weights: Float32Array;
}

export interface BoostingOptions {
  readonly trees: number;
  readonly leaves: number;
  readonly rate: number;
  /** Fewest rows in a leaf. */
  readonly fewest: number;
  /** Share of the features and of the rows that each tree sees. */
  readonly features: number;
  readonly sample: number;
  /** Added to the weight of a leaf, which pulls its value to 0. */
  readonly ridge: number;
  readonly seed: number;
}

const BINS = 64;

interface Binned {
  /** For each feature, the bin of each row. */
  readonly columns: readonly Uint8Array[];
  /** For each feature, the upper bounds of its bins but the last. */
  readonly bounds: readonly Float32Array[];
}

/** Numbers between 0 and 1 that look random (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function boost(table: Table, used: Int32Array, options: BoostingOptions): Trees {
  const binned = bin(table, used);
  const { targets, weights } = table;
  const random = createRandom(options.seed);
  const base = baseOf(targets, weights, used);
  const scores = new Float64Array(used.length).fill(base);
  const gradients = new Float32Array(used.length);
  const curvatures = new Float32Array(used.length);
  const model = { names: table.names, base, roots: [], feature: [], threshold: [], right: [] } as Mutable;
  for (let round = 0; round < options.trees; round += 1) {
    for (let at = 0; at < used.length; at += 1) {
      const chance = 1 / (1 + Math.exp(-(scores[at] as number)));
      const weight = weights[used[at] as number] as number;
      gradients[at] = weight * (chance - (targets[used[at] as number] as number));
      curvatures[at] = weight * Math.max(1e-6, chance * (1 - chance));
    }
    const tree = grow({ binned, gradients, curvatures, random, options });
    write(tree, model, binned);
    for (let at = 0; at < used.length; at += 1) scores[at] = (scores[at] as number) + predictedBy(tree, binned, at);
  }
  return model;
}

type Mutable = { -readonly [Key in keyof Trees]: Trees[Key] extends readonly number[] ? number[] : Trees[Key] };

function baseOf(targets: Float32Array, weights: Float32Array, used: Int32Array): number {
  let [sum, all] = [0, 0];
  for (const row of used) {
    sum += (targets[row] as number) * (weights[row] as number);
    all += weights[row] as number;
  }
  const mean = Math.min(0.999, Math.max(0.001, sum / all));
  return Math.log(mean / (1 - mean));
}

function bin({ names, values }: Table, used: Int32Array): Binned {
  const width = names.length;
  const columns: Uint8Array[] = [];
  const bounds: Float32Array[] = [];
  const step = Math.max(1, Math.floor(used.length / 20_000));
  for (let feature = 0; feature < width; feature += 1) {
    const sample: number[] = [];
    for (let at = 0; at < used.length; at += step)
      sample.push(values[(used[at] as number) * width + feature] as number);
    const limits = boundsOf(Float32Array.from(sample).sort());
    const column = new Uint8Array(used.length);
    for (let at = 0; at < used.length; at += 1)
      column[at] = placeOf(limits, values[(used[at] as number) * width + feature] as number);
    columns.push(column);
    bounds.push(limits);
  }
  return { columns, bounds };
}

/** Bounds between different values, so that the bins hold about as many rows each. */
function boundsOf(sorted: Float32Array): Float32Array {
  const bounds: number[] = [];
  const different = new Set(sorted).size;
  if (different <= BINS) {
    let last: number | undefined;
    for (const value of sorted) {
      if (last !== undefined && value !== last) bounds.push((last + value) / 2);
      last = value;
    }
  } else {
    for (let cut = 1; cut < BINS; cut += 1) {
      const value = sorted[Math.floor((cut * sorted.length) / BINS)] as number;
      if (value !== bounds.at(-1) && value < (sorted.at(-1) as number)) bounds.push(value);
    }
  }
  // Few digits keep the stored model short.
  return new Float32Array([...new Set(bounds.map((bound) => Number(bound.toPrecision(4))))]);
}

function placeOf(bounds: Float32Array, value: number): number {
  let [low, high] = [0, bounds.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= (bounds[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}

// ---- One tree

interface Growing {
  readonly binned: Binned;
  readonly gradients: Float32Array;
  readonly curvatures: Float32Array;
  readonly random: () => number;
  readonly options: BoostingOptions;
}

interface Node {
  rows: Int32Array;
  gradient: number;
  curvature: number;
  histogram: Float64Array | undefined;
  split: Split | undefined;
  left: Node | undefined;
  right: Node | undefined;
}

interface Split {
  readonly gain: number;
  readonly feature: number;
  readonly bin: number;
}

interface Tree {
  readonly root: Node;
  readonly options: BoostingOptions;
}

function grow(growing: Growing): Tree {
  const { binned, gradients, random, options } = growing;
  const chosen = choose(binned.columns.length, options.features, random);
  const rows: number[] = [];
  for (let at = 0; at < gradients.length; at += 1) if (random() < options.sample) rows.push(at);
  const root = nodeOf(Int32Array.from(rows), growing, chosen);
  const open = [root];
  for (let leaves = 1; leaves < options.leaves; leaves += 1) {
    let best: Node | undefined;
    for (const node of open) if (node.split && node.split.gain > (best?.split?.gain ?? 0)) best = node;
    if (!best) break;
    open.splice(open.indexOf(best), 1);
    for (const child of part(best, growing, chosen)) open.push(child);
  }
  return { root, options };
}

function choose(count: number, share: number, random: () => number): Int32Array {
  const all = Array.from({ length: count }, (_, index) => index);
  for (let index = count - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [all[index], all[other]] = [all[other] as number, all[index] as number];
  }
  return Int32Array.from(all.slice(0, Math.max(1, Math.round(share * count)))).sort();
}

function nodeOf(rows: Int32Array, growing: Growing, chosen: Int32Array, known?: Float64Array): Node {
  const { gradients, curvatures } = growing;
  let [gradient, curvature] = [0, 0];
  for (const row of rows) {
    gradient += gradients[row] as number;
    curvature += curvatures[row] as number;
  }
  const node: Node = {
    rows,
    gradient,
    curvature,
    histogram: known,
    split: undefined,
    left: undefined,
    right: undefined,
  };
  if (rows.length < 2 * growing.options.fewest) return node;
  node.histogram ??= histogramOf(rows, growing, chosen);
  node.split = bestSplit(node, growing, chosen);
  return node;
}

/** Gradient, curvature and number of rows, for each bin of each chosen feature. */
function histogramOf(rows: Int32Array, { binned, gradients, curvatures }: Growing, chosen: Int32Array): Float64Array {
  const histogram = new Float64Array(chosen.length * BINS * 3);
  for (let place = 0; place < chosen.length; place += 1) {
    const column = binned.columns[chosen[place] as number] as Uint8Array;
    const start = place * BINS * 3;
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as number;
      const at = start + (column[row] as number) * 3;
      histogram[at] = (histogram[at] as number) + (gradients[row] as number);
      histogram[at + 1] = (histogram[at + 1] as number) + (curvatures[row] as number);
      histogram[at + 2] = (histogram[at + 2] as number) + 1;
    }
  }
  return histogram;
}

function bestSplit(node: Node, { binned, options }: Growing, chosen: Int32Array): Split | undefined {
  const histogram = node.histogram as Float64Array;
  const { ridge, fewest } = options;
  const worth = (gradient: number, curvature: number): number => (gradient * gradient) / (curvature + ridge);
  const whole = worth(node.gradient, node.curvature);
  let best: Split | undefined;
  for (let place = 0; place < chosen.length; place += 1) {
    const feature = chosen[place] as number;
    const last = (binned.bounds[feature] as Float32Array).length;
    let [gradient, curvature, count] = [0, 0, 0];
    for (let value = 0; value < last; value += 1) {
      const at = (place * BINS + value) * 3;
      gradient += histogram[at] as number;
      curvature += histogram[at + 1] as number;
      count += histogram[at + 2] as number;
      if (count < fewest) continue;
      if (node.rows.length - count < fewest) break;
      const gain = worth(gradient, curvature) + worth(node.gradient - gradient, node.curvature - curvature) - whole;
      if (gain > (best?.gain ?? 1e-6)) best = { gain, feature, bin: value };
    }
  }
  return best;
}

function part(node: Node, growing: Growing, chosen: Int32Array): Node[] {
  const { feature, bin: limit } = node.split as Split;
  const column = growing.binned.columns[feature] as Uint8Array;
  const left = node.rows.filter((row) => (column[row] as number) <= limit);
  const right = node.rows.filter((row) => (column[row] as number) > limit);
  const [few, many] = left.length < right.length ? [left, right] : [right, left];
  const fewHistogram = histogramOf(few, growing, chosen);
  // The histogram of one side is what the other leaves over.
  const manyHistogram = (node.histogram as Float64Array).map((value, at) => value - (fewHistogram[at] as number));
  const fewNode = nodeOf(few, growing, chosen, fewHistogram);
  const manyNode = nodeOf(many, growing, chosen, manyHistogram);
  [node.left, node.right] = few === left ? [fewNode, manyNode] : [manyNode, fewNode];
  node.histogram = undefined;
  node.rows = new Int32Array(0);
  return [node.left, node.right];
}

function leafValue({ gradient, curvature }: Node, { rate, ridge }: BoostingOptions): number {
  return (-rate * gradient) / (curvature + ridge);
}

function predictedBy({ root, options }: Tree, { columns }: Binned, row: number): number {
  let node = root;
  while (node.left && node.right) {
    const { feature, bin: limit } = node.split as Split;
    node = ((columns[feature] as Uint8Array)[row] as number) <= limit ? node.left : node.right;
  }
  return leafValue(node, options);
}

function write({ root, options }: Tree, model: Mutable, { bounds }: Binned): void {
  model.roots.push(model.feature.length);
  const visit = (node: Node): void => {
    const at = model.feature.length;
    if (!node.left || !node.right) {
      model.feature.push(-1);
      model.threshold.push(Number(leafValue(node, options).toPrecision(3)));
      model.right.push(0);
      return;
    }
    const { feature, bin: limit } = node.split as Split;
    model.feature.push(feature);
    model.threshold.push(Number(((bounds[feature] as Float32Array)[limit] as number).toPrecision(4)));
    model.right.push(0);
    visit(node.left);
    model.right[at] = model.feature.length;
    visit(node.right);
  };
  visit(root);
}
