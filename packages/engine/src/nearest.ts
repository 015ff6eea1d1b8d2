/**
 * The known name that a misspelt one most likely means.
 * @returns the nearest name, or `undefined` when none is near (more than a third of its letters differ, or of fewer than four more than one)
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase().slice(0, 64);
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < bestDistance && distance <= mostDifferences(wanted, candidate)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Of short names, such as "foo" and "zoom", a third would be another word. */
const mostDifferences = (name: string, candidate: string): number =>
  name.length < 4 ? 1 : Math.max(1, Math.ceil(candidate.length / 3));

/** Optimal string alignment: insertions, deletions, substitutions and swaps of neighbours count one each. */
function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const substitution = (last[j - 1] as number) + (left[i - 1] === right[j - 1] ? 0 : 1);
      let distance = Math.min(substitution, (last[j] as number) + 1, (row[j - 1] as number) + 1);
      const swapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      if (swapped) distance = Math.min(distance, (beforeLast[j - 2] as number) + 1);
      row.push(distance);
    }
    beforeLast = last;
    last = row;
  }
  return last[right.length] as number;
}
