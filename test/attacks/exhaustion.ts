import { expect } from 'vitest';
import type { ExhaustingPage } from './exhausting-pages.ts';
import type { Outcome, Range } from './range.ts';

/** Converts a page that takes all it can get, while a neighbour's ordinary documents are converted beside it. */
export async function survive(range: Range, page: ExhaustingPage): Promise<Outcome> {
  const { html, format = 'pdf', options = {}, deadline, ends } = page;
  let over = false;
  const attack = range.attack({ source: { html }, ...options }, { format, deadline }).finally(() => {
    over = true;
  });
  attack.catch(() => {});
  do {
    await new Promise((resolve) => setTimeout(resolve, 200));
    await range.benign();
  } while (!over);
  const outcome = await attack;
  expect(ends).toContain(outcome.code ?? 'done');
  return outcome;
}
