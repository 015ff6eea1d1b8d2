/**
 * Files that import each other, directly or through others (Tarjan's strongly connected components).
 * @param imports files by the file that imports them; others than the keys are left out
 * @returns one sentence for each circle, with its files in the order of their names
 */
export function importCircles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const indices = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];

  const visit = (file: string): void => {
    const index = indices.size;
    indices.set(file, index);
    lowest.set(file, index);
    open.push(file);
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue;
      const seen = indices.get(target);
      if (seen === undefined) visit(target);
      const reach = seen === undefined ? lowest.get(target) : open.includes(target) ? seen : undefined;
      lowest.set(file, Math.min(lowest.get(file) ?? index, reach ?? index));
    }
    if (lowest.get(file) === index) circles.push(open.splice(open.indexOf(file)));
  };

  for (const file of imports.keys()) if (!indices.has(file)) visit(file);
  return circles.filter(({ length }) => length > 1).map((files) => `${files.sort().join(' and ')} import each other`);
}
