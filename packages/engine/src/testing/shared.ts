/**
 * Something that costs a second to start, for all test files of one process. Each test process has a browser of its own
 * in place of one for each file.
 * @param start called when it is first asked for, and again when what there was is no longer of use
 * @param isGone whether it ended by itself
 * @param end called when Vitest ends the process
 */
export function shared<T>({ start, isGone, end }: Shared<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  ends.push(async () => {
    if (running) await end(await running);
  });
  return async () => {
    if (running && isGone(await running)) running = undefined;
    running ??= start();
    return running;
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
