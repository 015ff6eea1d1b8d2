/**
 * A model of many small decision trees whose values add up (gradient boosting), as it is stored: the nodes of all
 * trees one after the other. A leaf has feature -1 and its value in the place of the threshold.
 */
export interface Trees {
  /** Names of the features that the model was trained with, by their number in `feature`. */
  readonly names: readonly string[];
  readonly base: number;
  /** Node at which each tree starts. */
  readonly roots: readonly number[];
  readonly feature: readonly number[];
  /** A row goes left when its feature is at most this. */
  readonly threshold: readonly number[];
  /** The left child of a node is the next one; this is its right child. */
  readonly right: readonly number[];
}

/** Prepares a model for rows whose features come in the order of `names`. */
export function createPredictor(trees: Trees, names: readonly string[]): (row: ArrayLike<number>) => number {
  const places = trees.names.map((name) => names.indexOf(name));
  const feature = Int32Array.from(trees.feature, (number) => (number < 0 ? -1 : (places[number] as number)));
  const threshold = Float32Array.from(trees.threshold);
  const right = Int32Array.from(trees.right);
  const roots = Int32Array.from(trees.roots);
  return (row) => {
    let sum = trees.base;
    for (let tree = 0; tree < roots.length; tree += 1) {
      let node = roots[tree] as number;
      for (let column = feature[node] as number; column >= 0; column = feature[node] as number) {
        node = (row[column] as number) <= (threshold[node] as number) ? node + 1 : (right[node] as number);
      }
      sum += threshold[node] as number;
    }
    return 1 / (1 + Math.exp(-sum));
  };
}
