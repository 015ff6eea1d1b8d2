import type { WalkOptions } from './document.ts';

/** The isolated world of a page whose walk was sent ahead. */
type Stage = typeof globalThis & { $walk?: (options: WalkOptions) => string };

/**
 * Keeps the walk in the page's isolated world, and runs it on a sample that nobody sees: the next document written
 * into the page finds it compiled, and the fonts of the system open. Runs in the page, which has to be empty.
 */
export function warmUp(
  { walk }: { readonly walk: (options: WalkOptions) => string },
  options: WalkOptions,
  sample: string,
  times: number,
): void {
  (globalThis as Stage).$walk = walk;
  // Shown and taken back within one task, before a frame is drawn.
  document.body.$innerHTML = sample;
  for (let time = 0; time < times; time += 1) walk(options);
  document.body.$replaceChildren();
}

/** Runs the walk that the page keeps; empty when it keeps none, as after a navigation. Runs in the page. */
export function recallWalk(options: WalkOptions): string {
  return (globalThis as Stage).$walk?.(options) ?? '';
}
