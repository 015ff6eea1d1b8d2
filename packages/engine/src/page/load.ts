import { EngineError } from '../errors.ts';
import type { Input } from '../request/input.ts';
import type { SourceUrl } from '../request/url.ts';
import { Encodings } from './encoding.ts';
import { isPage, untilComplete, untilLoaded, writeDocument } from './in-page/document.ts';
import { type DocumentFacts, settleResources } from './in-page/settle.ts';
import type { Interceptor } from './intercept.ts';
import type { Navigation } from './navigation.ts';
import { checkResponse, fromFailure, isXml, notAPage, type ResponseRules, sourceTimeout } from './net-errors.ts';
import { type Page, PageNavigated } from './page.ts';
import type { PendingRequests } from './pending-requests.ts';
import { TIMED_OUT, type Timeout } from './timeout.ts';
import { withoutOpenFrames } from './written-frames.ts';

export interface LoadContext {
  readonly page: Page;
  readonly navigation: Navigation;
  readonly interceptor: Interceptor;
  readonly timeout: Timeout;
  readonly rules: ResponseRules;
  readonly pending: PendingRequests;
  /**
   * Ends the requests of the page, also those to come. While one is pending, a page whose clock runs ahead draws no
   * frames, and can be captured once at most: a request that does not end has to be ended.
   */
  readonly disconnect: () => void;
}

/** Documents that a job follows from one to the next. */
export const MOST_DOCUMENTS = 10;
/** How often a document may be loaded that was given: it may load itself again, and one that always does is kept as it is. */
const MOST_GIVEN = 3;

export type LoadEnd = 'loaded' | 'timed-out';

/** What happens to a document that is written, once it is there. */
export interface Additions {
  /** Rules of our own. */
  readonly style: string;
  /** Whether images are loaded that the page would load on scrolling only. */
  readonly lazy: boolean;
}

export interface LoadedInput {
  readonly end: LoadEnd;
  /** What is known of the document, when its fonts and images have been waited for already. */
  readonly facts?: DocumentFacts | undefined;
}

/**
 * Loads the input; resolves at the load event, or when time is up, with the page as far as it has come.
 */
export async function loadInput(context: LoadContext, input: Input, additions: Additions): Promise<LoadedInput> {
  const encodings = new Encodings(context.page);
  try {
    const loaded = await loadOnce(context, input, additions);
    if (loaded.end === 'timed-out') return loaded;
    // A page that is leaving answers nothing.
    const misread = await context.timeout.wait(Promise.race([encodings.misread(), context.page.crashed]));
    return { ...loaded, end: misread === TIMED_OUT ? 'timed-out' : await readAgain(context, misread) };
  } finally {
    encodings.stop();
  }
}

async function loadOnce(context: LoadContext, input: Input, { style, lazy }: Additions): Promise<LoadedInput> {
  if (input.kind === 'url') return { end: await loadAddress(context, input.url) };
  // At an address of its own, the interceptor answers with the document.
  if (input.baseUrl !== undefined) return { end: await loadAddress(context, input.baseUrl) };
  const { page } = context;
  let facts: DocumentFacts | undefined;
  const written = page.callInTurn([writeDocument, input.html], [settleResources, style, lazy]);
  const stays = untilItStays(context).then(() => page.call(settleResources, style, lazy));
  const loading = Promise.race([written, stays]).then((found) => {
    facts = found;
  });
  return { end: await followUntilLoaded(context, loading), facts };
}

async function loadAddress(context: LoadContext, url: SourceUrl): Promise<LoadEnd> {
  await navigate(context, url);
  return await followUntilLoaded(context, Promise.race([loadEvent(context.page), untilItStays(context)]));
}

/** Waits for a document that was to be replaced while it was loading, and stays: it may be complete without a load event. */
async function untilItStays({ page, navigation }: LoadContext): Promise<void> {
  await navigation.refused();
  await page.call(untilComplete);
}

/** Loads documents once more that were read in another encoding than their own. */
async function readAgain(context: LoadContext, misread: ReadonlyMap<string, string>): Promise<LoadEnd> {
  if (misread.size === 0) return 'loaded';
  const { page, navigation, interceptor, timeout } = context;
  const { mainFrame } = page;
  await interceptor.readAsUtf8([...misread.values()]);
  try {
    const main = misread.get(mainFrame);
    if (main === undefined) {
      await Promise.all(
        [...misread.keys()].map((frame) => timeout.wait(reloadFrame(page, frame), timeout.leftForRequests)),
      );
      return 'loaded';
    }
    const answered = await timeout.wait(Promise.race([page.navigate(main), page.crashed]));
    if (answered === TIMED_OUT) return 'timed-out';
    if (answered.errorText) return 'loaded';
    navigation.loadedAgain();
    return await followUntilLoaded(context, loadEvent(page));
  } finally {
    await interceptor.readAsUtf8([]);
  }
}

async function reloadFrame({ session }: Page, frameId: string): Promise<void> {
  let stop = () => {};
  const loaded = new Promise<void>((resolve) => {
    stop = session.on('Page.frameStoppedLoading', (event) => {
      if (event.frameId === frameId) resolve();
    });
  });
  try {
    const { executionContextId } = await session.send('Page.createIsolatedWorld', {
      frameId,
      worldName: 'platen-text',
    });
    const functionDeclaration = 'function () { location.reload(); }';
    await session.send('Runtime.callFunctionOn', { functionDeclaration, executionContextId });
    await loaded;
  } finally {
    stop();
  }
}

/**
 * The load event of the document that is there. The browser tells it too: where the page's scripts are switched off, it
 * does not always call a listener of ours.
 */
export function loadEvent(page: Page): Promise<void> {
  let stop = () => {};
  const told = new Promise<void>((resolve) => {
    stop = page.session.on('Page.loadEventFired', () => resolve());
  });
  return Promise.race([page.call(untilLoaded), told]).finally(() => stop());
}

/** Waits for the load event; a page that replaces itself meanwhile is followed, and each new document is checked. */
export async function followUntilLoaded(context: LoadContext, loading: Promise<void>): Promise<LoadEnd> {
  const { page, navigation, timeout } = context;
  let current = loading;
  let left = false;
  for (;;) {
    try {
      const loaded = withoutOpenFrames(page, Promise.race([current, navigation.broken(), page.crashed]));
      const end = await timeout.wait(loaded);
      if (end === TIMED_OUT) return 'timed-out';
      // It is complete only because it was leaving, and where that leads decides what there is to show.
      const leaving = !navigation.parsed && navigation.pending && !left;
      if (leaving) throw new PageNavigated();
      if (navigation.commits > 0 || navigation.unchecked) {
        checkDocument(context);
        if ((await timeout.wait(Promise.race([checkRoot(context), page.crashed]))) === TIMED_OUT) return 'timed-out';
      }
      return 'loaded';
    } catch (error) {
      if (!(error instanceof PageNavigated)) throw error;
      left = true;
      if ((await timeout.wait(navigation.settled())) === TIMED_OUT) return 'timed-out';
      checkDocument(context);
      // Counted for the job as a whole, since it is followed from more than one place.
      if (navigation.commits > MOST_DOCUMENTS) throw endlessPages(context.rules.pointer);
      current = loadEvent(page);
    }
  }
}

export function endlessPages(pointer: string): EngineError {
  return new EngineError('too_many_redirects', 'The page leads from one page to the next without an end.', { pointer });
}

/** @throws EngineError when the document that the main frame shows is not one that may be converted */
export function checkDocument({ navigation, rules }: LoadContext): void {
  if (navigation.failure) throw fromFailure(navigation.failure, rules);
  if (navigation.response) checkResponse(navigation.response, rules);
  if (navigation.given > MOST_GIVEN) throw endlessPages(rules.pointer);
  navigation.checked();
}

/** @throws EngineError when the document is XML that is no page */
async function checkRoot({ page, navigation: { response }, rules }: LoadContext): Promise<void> {
  if (response && isXml(response) && !(await page.call(isPage))) throw notAPage(response, rules.pointer);
}

async function navigate(context: LoadContext, url: SourceUrl): Promise<void> {
  const { page, timeout, navigation, rules } = context;
  const answered = await timeout.wait(Promise.race([page.navigate(url), page.crashed]));
  if (answered === TIMED_OUT) throw sourceTimeout(rules.pointer);
  // The answer is checked first: a download is reported as an aborted navigation.
  if (navigation.response) checkResponse(navigation.response, rules);
  if (answered.errorText) throw fromFailure({ url: navigation.requestUrl || url, error: answered.errorText }, rules);
}
