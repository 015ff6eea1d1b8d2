import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds. For what never comes: a test does not say how fast a machine is. */
const LIMIT = 120_000;

/** Waits until a condition holds, however slow the machine is. @throws Error with `what`, when it never does */
export async function until(what: string, condition: () => unknown): Promise<void> {
  const end = performance.now() + LIMIT;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Not within ${LIMIT / 1_000} s: ${what}`);
    await sleep(50);
  }
}
