import type { CdpParams } from '../cdp/connection.ts';
import type { Page } from '../page/page.ts';
import { TIMED_OUT, Timeout } from '../page/timeout.ts';
import { catchUp } from '../page/virtual-time.ts';

/** The browser draws no frame of a page that a picture is asked of. */
export class CaptureStuck extends Error {
  constructor() {
    super('the browser does not draw the page');
    this.name = 'CaptureStuck';
  }
}

/** How many milliseconds a picture is waited for until something is done, and those for each megapixel of it. */
interface Patience {
  readonly first: number;
  readonly second: number;
}
const patienceFor = ({ isStopped }: Page, pixels: number): Patience => {
  const size = (pixels / 1e6) * 500;
  // A page that was stopped draws no frame for what has changed since.
  return { first: isStopped ? 1_000 : 3_000 + size, second: 20_000 + size };
};

/**
 * Takes a picture. A page whose clock stands behind the real time draws no frame, and the picture would not come at all: after a while its clock is
 * brought to the real time, once.
 * @param pixels of the picture
 * @param patience milliseconds until then, and until the page is given up
 * @throws CaptureStuck
 */
export async function screenshot(
  page: Page,
  command: CdpParams<'Page.captureScreenshot'>,
  pixels: number,
  patience: Patience = patienceFor(page, pixels),
): Promise<{ readonly data: string }> {
  const taken = page.session.send('Page.captureScreenshot', command);
  const first = await new Timeout(patience.first).wait(taken);
  if (first !== TIMED_OUT) return first;
  catchUp(page).catch(() => {});
  const second = await new Timeout(patience.second).wait(taken);
  if (second === TIMED_OUT) throw new CaptureStuck();
  return second;
}
