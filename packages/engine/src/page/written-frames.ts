import { setTimeout as sleep } from 'node:timers/promises';
import { closeWrittenFrames } from './in-page/written-frames.ts';
import type { Page } from './page.ts';
import { textForPage, withOwnNames } from './page-text.ts';

/** Milliseconds between two looks; a frame that is the same at both is closed. */
const PAUSE = 1_000;
/** Frames of other origins that are looked into. */
const MOST_OTHERS = 20;
const WORLD = 'platen-frames';

/** While `loading` lasts: frames that script has written into and left open are not waited for. */
export async function withoutOpenFrames<T>(page: Page, loading: Promise<T>): Promise<T> {
  const loaded = new AbortController();
  void look(page, loaded.signal);
  try {
    return await loading;
  } finally {
    loaded.abort();
  }
}

async function look(page: Page, loaded: AbortSignal): Promise<void> {
  while (!loaded.aborted) {
    try {
      await sleep(PAUSE, undefined, { signal: loaded, ref: false });
      if (await page.call(closeWrittenFrames)) await lookIntoOthers(page);
    } catch {
      // The page runs away, or ends; whoever waits for it is told.
    }
  }
}

/** Each frame of another origin sees those below it that are of its own. */
async function lookIntoOthers({ session }: Page): Promise<void> {
  const { frameTree } = await session.send('Page.getFrameTree');
  for (const frameId of framesBelow(frameTree).slice(0, MOST_OTHERS)) {
    const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName: WORLD });
    await session.send('Runtime.callFunctionOn', {
      functionDeclaration: withOwnNames(textForPage(closeWrittenFrames)),
      executionContextId,
    });
  }
}

interface FrameTree {
  readonly frame: { readonly id: string };
  readonly childFrames?: readonly FrameTree[];
}

const framesBelow = ({ childFrames = [] }: FrameTree): readonly string[] =>
  childFrames.flatMap((child) => [child.frame.id, ...framesBelow(child)]);
