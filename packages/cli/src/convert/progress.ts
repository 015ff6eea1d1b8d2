import type { Terminal } from '../command.ts';

/** Milliseconds of patience before anything is said. */
const SOON = 1_000;

/**
 * Shows on a terminal that something is going on, once it takes longer than a second.
 * @returns ends it, and wipes it away
 */
export function showProgress({ error: stream }: Terminal, what: string): () => void {
  if (!stream.isTTY) return () => {};
  const start = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - start) / 1_000);
    stream.write(`\r\x1b[K${what} … ${seconds} s`);
  }, SOON);
  timer.unref();
  return () => {
    clearInterval(timer);
    if (performance.now() - start >= SOON) stream.write('\r\x1b[K');
  };
}
