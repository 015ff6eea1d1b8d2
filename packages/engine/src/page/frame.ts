import { drawFrame } from './in-page/settle.ts';
import type { Page } from './page.ts';
import { TIMED_OUT, Timeout } from './timeout.ts';
import { catchUp } from './virtual-time.ts';

/** A frame comes within this many milliseconds, or the page has fallen asleep. */
const ASLEEP = 200;
/** Longest wait for a frame that was asked for, in milliseconds. */
const FORCED = 2_000;

/**
 * Lets the page draw a frame, so that what observes sizes and visibility is told. One whose clock has fallen behind the
 * real time draws none by itself.
 * @param until when nobody waits for the frame any longer; default: never
 * @returns how many nodes and attributes changed meanwhile
 * @throws TimeIsUp
 */
export async function drawOneFrame(page: Page, until?: Timeout): Promise<number> {
  // A hidden page draws none, and nothing in it could be told.
  if (page.isHidden) return 0;
  const drawn = page.call(drawFrame);
  const changes = await new Timeout(ASLEEP).wait(drawn);
  if (changes !== TIMED_OUT) return changes;
  until?.check();
  await catchUp(page);
  const late = await new Timeout(FORCED).wait(drawn);
  return late === TIMED_OUT ? 0 : late;
}
