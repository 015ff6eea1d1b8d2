/**
 * Does the same work for each entry, so many at once, and gives what came of it in the order of the entries, as soon as it is there.
 * @throws the first error in that order, when all that was begun has ended; nothing is begun after it
 */
export async function* atOnce<Entry, Value>(
  most: number,
  entries: Iterable<Entry> | AsyncIterable<Entry>,
  work: (entry: Entry) => Promise<Value>,
): AsyncGenerator<Value> {
  const running: Promise<Value>[] = [];
  let hasFailed = false;
  try {
    for await (const entry of entries) {
      if (hasFailed) break;
      const one = work(entry);
      // Its error is heard of in its turn.
      one.catch(() => {
        hasFailed = true;
      });
      running.push(one);
      if (running.length >= most) yield await (running.shift() as Promise<Value>);
    }
    for (const one of running) yield await one;
  } finally {
    await Promise.allSettled(running);
  }
}
