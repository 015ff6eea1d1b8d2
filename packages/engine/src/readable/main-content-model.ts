import { readFileSync } from 'node:fs';
import type { Rendered } from './blocks.ts';
import { featuresOf } from './features.ts';
import type { Leaf } from './leaf-context.ts';
import { meanFeatures } from './mean-features.ts';
import type { NameWeights } from './names.ts';
import type { StatsOf } from './stats.ts';
import { surroundingsOf } from './surroundings.ts';
import { createPredictor, type Trees } from './trees.ts';

/** Weights of the model, as `script/readable-train.ts` writes them. */
interface Model {
  readonly names: NameWeights;
  /** Looks at each block by itself. */
  readonly first: Trees;
  /** Looks also at what the first says of the blocks around it. */
  readonly second: Trees;
  /** Tells a page of a forum by what its likely blocks are like. */
  readonly forum: Trees;
}

let model: Model | undefined;

function readModel(): Model {
  model ??= JSON.parse(readFileSync(new URL('./main-content-model.json', import.meta.url), 'utf8')) as Model;
  return model;
}

/** Blocks without blocks inside, each with its chance of being content. */
export interface Judged {
  readonly leaves: readonly Leaf[];
  readonly chances: Float32Array;
  /** Chance that the page is of a forum, where replies are content. */
  readonly forum: number;
}

type Predict = (row: ArrayLike<number>) => number;

/** Each model once; the features of all pages have the same names in the same order. */
const predictors = new Map<Trees, Predict>();

function predictorOf(trees: Trees, names: readonly string[]): Predict {
  let predict = predictors.get(trees);
  if (!predict) {
    predict = createPredictor(trees, names);
    predictors.set(trees, predict);
  }
  return predict;
}

/** Tells how likely each part of a page is content, from 0 to 1. */
export function judge(rendered: Rendered, statsOf: StatsOf): Judged {
  const { names, first, second, forum } = readModel();
  const found = featuresOf(rendered, names, statsOf);
  const { leaves } = found;
  if (leaves.length === 0) return { leaves, chances: new Float32Array(), forum: 0 };
  const byItself = Float32Array.from(found.rows, predictorOf(first, found.names));
  const mean = meanFeatures(found.rows, leaves, byItself, statsOf);
  const around = surroundingsOf(leaves, byItself, statsOf);
  const chanceOf = predictorOf(second, [...found.names, ...around.names]);
  const row = new Float32Array(found.names.length + around.names.length);
  const chances = Float32Array.from(found.rows, (own, index) => {
    row.set(own);
    row.set(around.rows[index] as Float32Array, own.length);
    return chanceOf(row);
  });
  return { leaves, chances, forum: predictorOf(forum, found.names)(mean) };
}
