/**
 * Something that costs a second to start, for all test files of one process. Each test process has a browser of its own
 * in place of one for each file.
 * @param start called when it is first asked for, and again when it failed, or what there was is no longer of use: a machine that
 *   was too busy for one file must not fail all those after it
 * @param isGone whether it ended by itself
 * @param end called when Vitest ends the process
 */
export function shared<T>({ start, isGone, end }: Shared<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  const begin = () => {
    const begun = start();
    begun.catch(() => {
      if (running === begun) running = undefined;
    });
    return begun;
  };
  ends.push(async () => {
    if (running) await end(await running);
  });
  return async () => {
    const known = running;
    // Whoever asked at the same time may have another one started already.
    if (known && isGone(await known) && running === known) running = undefined;
    running ??= begin();
    return await running;
  };
}

interface Shared<T> {
  readonly start: () => Promise<T>;
  readonly isGone: (running: T) => boolean;
  readonly end: (running: T) => Promise<unknown>;
}

const ends: (() => Promise<void>)[] = [];
// Vitest ends its processes by this signal. However else this one ends, browsers end without their pipe.
process.once('SIGTERM', () => {
  void Promise.allSettled(ends.map((end) => end())).then(() => process.exit());
});
