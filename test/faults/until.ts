import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a condition holds. @throws Error with `what`, when it does not within `milliseconds` */
export async function until(what: string, milliseconds: number, condition: () => unknown): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Not within ${milliseconds} ms: ${what}`);
    await sleep(50);
  }
}
