/**
 * Does the same work for each entry, so many at once, and gives what came of it in the order of the entries.
 * @throws the first error, when all that was begun has ended; nothing is begun after it
 */
export async function atOnce<Entry, Value>(
  most: number,
  entries: AsyncIterable<Entry>,
  work: (entry: Entry) => Promise<Value>,
): Promise<readonly Value[]> {
  const values: Value[] = [];
  const running = new Set<Promise<void>>();
  const errors: unknown[] = [];
  let next = 0;
  try {
    for await (const entry of entries) {
      const position = next;
      next += 1;
      const one: Promise<void> = work(entry)
        .then(
          (value) => {
            values[position] = value;
          },
          (error: unknown) => void errors.push(error),
        )
        .finally(() => running.delete(one));
      running.add(one);
      if (running.size >= most) await Promise.race(running);
      if (errors.length > 0) break;
    }
  } finally {
    await Promise.all(running);
  }
  if (errors.length > 0) throw errors[0];
  return values;
}
