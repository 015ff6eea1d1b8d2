import type { Leaf } from './leaf-context.ts';
import type { StatsOf } from './stats.ts';

/** Longer blocks have more say, up to this many characters; the shortest have this much. */
const MOST_SAY = 600;
const LEAST_SAY = 8;

/**
 * What a page is like as a whole: the mean of the features of its blocks. Blocks have more say the longer they are and
 * the likelier content, so that the frame of the site hardly counts.
 */
export function meanFeatures(
  rows: readonly ArrayLike<number>[],
  leaves: readonly Leaf[],
  chances: ArrayLike<number>,
  statsOf: StatsOf,
): Float32Array {
  const sums = new Float64Array(rows[0]?.length ?? 0);
  let all = 1e-9;
  rows.forEach((row, index) => {
    const block = leaves[index]?.block;
    const length = block ? statsOf(block).text : 0;
    const say = (Math.min(length, MOST_SAY) + LEAST_SAY) * (chances[index] as number);
    all += say;
    for (let column = 0; column < sums.length; column += 1)
      sums[column] = (sums[column] as number) + say * (row[column] as number);
  });
  return Float32Array.from(sums, (sum) => sum / all);
}
