import { drawFrame } from './in-page.ts';
import type { Page } from './page.ts';
import { OUT_OF_PATIENCE, Patience } from './patience.ts';

/** A frame comes within this many milliseconds, or the page has fallen asleep. */
const ASLEEP = 200;
/** Longest wait for a frame that was asked for, in milliseconds. */
const FORCED = 2_000;

/**
 * Lets the page draw a frame, so that what observes sizes and visibility is told.
 *
 * A page whose clock has stood still for a second falls asleep and draws none by itself; a capture wakes it.
 * @returns how many nodes and attributes changed meanwhile
 */
export async function drawOneFrame(page: Page): Promise<number> {
  const drawn = page.call(drawFrame);
  const changes = await new Patience(ASLEEP).wait(drawn);
  if (changes !== OUT_OF_PATIENCE) return changes;
  const clip = { x: 0, y: 0, width: 1, height: 1, scale: 1 };
  page.session.send('Page.captureScreenshot', { format: 'jpeg', quality: 1, clip }).catch(() => {});
  const late = await new Patience(FORCED).wait(drawn);
  return late === OUT_OF_PATIENCE ? 0 : late;
}
