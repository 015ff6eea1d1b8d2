import { EngineError } from '../errors.ts';
import { fault } from '../request/fault.ts';
import type { ContentBlocking } from './content-blocking.ts';
import { drawOneFrame } from './frame.ts';
import { addStyleSheet, hideElements, linkScript, linkStyleSheet } from './in-page/change.ts';
import { selectorState } from './in-page/measure.ts';
import { type DocumentFacts, finishAnimations, settleResources } from './in-page/settle.ts';
import { checkDocument, endlessPages, followUntilLoaded, type LoadContext, loadEvent, MOST_DOCUMENTS } from './load.ts';
import { expandContent } from './overflow.ts';
import { type Page, PageNavigated } from './page.ts';
import { growViewport, shrinkViewport } from './reveal.ts';
import { hiddenByRoot } from './root-cut.ts';
import { BUDGET, finishAll, finishShown, type NetworkWait, runAhead } from './run-ahead.ts';
import { TIMED_OUT } from './timeout.ts';
import type { Viewport } from './viewport.ts';
import { setClock } from './virtual-time.ts';

export interface ReadyOptions {
  readonly viewport: Viewport;
  readonly css?: string | undefined;
  /** Rules of our own to add, before anything is laid out. */
  readonly style: string;
  readonly javascript?: string | undefined;
  /** CSS selectors of elements that are not shown. */
  readonly hidden: readonly string[];
  /** What is taken off the page. */
  readonly contentBlocking?: ContentBlocking | undefined;
  /** Called when `javascript` throws. */
  readonly scriptFailed: () => void;
  readonly delay: number;
  readonly waitFor?: string | undefined;
  readonly waitForSelector?:
    | {
        readonly selector: string;
        readonly state: 'attached' | 'visible' | 'hidden';
        /** Seconds. Default: 30 */
        readonly timeout?: number | undefined;
      }
    | undefined;
  readonly virtualTime: boolean;
  /** Whether boxes with scroll bars are opened, before what appears in them on scrolling is waited for. */
  readonly expand?: boolean;
  /** Whether images and content count that appear on scrolling only. */
  readonly lazy: boolean;
  /** How long requests of the page are waited for. */
  readonly network: NetworkWait;
  /** Whether the scripts of the page run. */
  readonly scripts: boolean;
}

export interface ReadyReport {
  /** Whether something could change the document by itself: script, frames, animations. */
  readonly alive: boolean;
  /** Whether something was still pending when waiting ended. */
  readonly pending: boolean;
  /** Elements whose text or drawing was still changing then. */
  readonly changing: readonly string[];
  /** Whether images waited for being scrolled to. */
  readonly deferred: boolean;
  readonly elements: number;
  /** Whether the document has rules for print that the screen medium leaves unused. */
  readonly printStyles: boolean;
  /** Whether it shows anything on scrolling. */
  readonly reveals: boolean;
  /** What of it was stopped before its end. */
  readonly cut: DocumentFacts['cut'];
}

/** A page that was given up: nothing is known of it. */
export const PENDING: ReadyReport = {
  alive: true,
  pending: true,
  changing: [],
  deferred: true,
  elements: 0,
  printStyles: false,
  reveals: true,
  cut: { document: false, frames: 0 },
};

/** Longest wait for a condition, in real milliseconds. */
export const CONDITION_TIMEOUT = 30_000;

/**
 * Brings a loaded page to the state a person would wait for: fonts, images, what appears on scrolling, what script
 * draws late, what animates in. Nothing waits for a fixed idle time.
 * @param facts what is known of the document when its fonts and images have been waited for
 * @throws TimeIsUp when the time for it is over: who waited for it has given it up
 */
export async function makeReady(
  context: LoadContext,
  options: ReadyOptions,
  facts?: DocumentFacts,
): Promise<ReadyReport> {
  for (let documents = 0; ; documents += 1) {
    try {
      return await getReady(context, options, documents === 0 ? facts : undefined);
    } catch (error) {
      if (!(error instanceof PageNavigated)) throw error;
      context.timeout.check();
      if (documents === MOST_DOCUMENTS) throw endlessPages(context.rules.pointer);
      // The clock of the page that left may stand still, and would keep the next one from loading.
      const policy = 'pauseIfNetworkFetchesPending';
      await setClock(context.page, { policy, budget: BUDGET });
      await context.timeout.wait(context.navigation.settled());
      checkDocument(context);
      const end = await followUntilLoaded(context, loadEvent(context.page));
      if (end === 'timed-out') return PENDING;
    }
  }
}

async function getReady(
  context: LoadContext,
  options: ReadyOptions,
  known: DocumentFacts | undefined,
): Promise<ReadyReport> {
  const { page, navigation, interceptor, timeout } = context;
  const { commits } = navigation;
  if (navigation.unchecked) throw new PageNavigated();
  await inject(page, options);
  const injected = options.css !== undefined || options.javascript !== undefined || options.hidden.length > 0;
  let facts = known ?? (await page.call(settleResources, options.style, options.lazy));
  if (known && injected) facts = await page.call(settleResources, '', options.lazy);
  const alive = (facts.alive && options.scripts) || options.javascript !== undefined;
  // Before anything is revealed: a page whose scrolling is locked does not show its height.
  await options.contentBlocking?.hide(page);
  timeout.check();
  if (alive && options.expand) await page.callInTurn([expandContent], [hiddenByRoot, true]);
  const grown = alive && options.lazy ? await growViewport(page, options.viewport, timeout) : undefined;
  await waitForConditions(context, options);
  timeout.check();
  let { deferred } = facts;
  let reveals = false;
  const couldChange = facts.alive || alive;
  let [pending, changing]: [boolean, readonly string[]] = [false, []];
  if (alive) {
    const ahead = options.virtualTime ? { requests: new Map<string, number>(), network: options.network } : undefined;
    if (ahead) ({ pending, changing } = await runAhead(context, ahead));
    else pending = await settleInRealTime(context);
    // Whoever does not wait for requests knows that some are pending.
    if (options.network !== 'full') pending = false;
    const finish = () => finishAll(context, ahead);
    // What never stood still does not now.
    const follow = changing.length === 0 ? () => finishShown(context, ahead) : finish;
    if (grown) reveals = await shrinkViewport(page, grown, { follow, finish }, timeout);
    else await finish();
    await options.contentBlocking?.hide(page);
    facts = await page.call(settleResources, '', options.lazy, true);
    deferred ||= facts.deferred;
  } else if (facts.alive) {
    await page.call(finishAnimations);
    // Without script a page may still be told to leave, by a refresh.
    await interceptor.refuseNavigation();
    await navigation.settled();
    // What is to have the focus gets it with a frame.
    await drawOneFrame(page, timeout);
  }
  // A page that left between two calls was not noticed by either, and what it led to was not checked.
  if (navigation.commits > commits) throw new PageNavigated();
  const { elements, printStyles, cut } = facts;
  return { alive: couldChange, pending, changing, deferred, elements, printStyles, reveals, cut };
}

async function inject(page: Page, { css, javascript, hidden, scriptFailed }: ReadyOptions): Promise<void> {
  if (hidden.length > 0) {
    const unreadable = await page.call(hideElements, hidden);
    if (unreadable >= 0) {
      const pointer = `/hide_selectors/${unreadable}`;
      throw fault('invalid_request', pointer, 'An entry of "hide_selectors" is not a valid CSS selector.');
    }
  }
  if (css !== undefined) {
    if (isAddress(css)) await page.call(linkStyleSheet, css);
    else await page.call(addStyleSheet, css);
  }
  if (javascript !== undefined) {
    if (isAddress(javascript)) {
      await page.call(linkScript, javascript);
      return;
    }
    // Runs as the page's own script would: it may use the page's globals, and what it throws is a script error.
    const { exceptionDetails } = await page.session.send('Runtime.evaluate', {
      expression: javascript,
      awaitPromise: true,
      userGesture: true,
    });
    if (exceptionDetails) scriptFailed();
  }
}

const isAddress = (text: string): boolean => /^https?:\/\/\S+$/i.test(text.trim());

async function waitForConditions(context: LoadContext, options: ReadyOptions): Promise<void> {
  const { page } = context;
  const { waitFor, waitForSelector, delay } = options;
  if (waitForSelector) {
    const { selector, state, timeout } = waitForSelector;
    const pointer = '/wait_for_selector';
    const condition = async () => {
      const now = await page.call(selectorState, selector);
      if (now === 'invalid') {
        throw new EngineError('invalid_request', '"wait_for_selector" is not a valid CSS selector.', { pointer });
      }
      if (state === 'hidden') return now !== 'visible';
      return now === 'visible' || (state === 'attached' && now === 'attached');
    };
    const failure = `No element for "wait_for_selector" became ${state}`;
    await waitUntil(context, condition, {
      pointer,
      failure,
      ...(timeout === undefined ? {} : { limit: timeout * 1_000 }),
    });
  }
  if (waitFor !== undefined) {
    const failure = 'The function of "wait_for" did not return a truthy value';
    await waitUntil(context, () => callGlobal(page, waitFor), { pointer: '/wait_for', failure });
  }
  if (delay > 0) await context.timeout.wait(Promise.race([pause(delay), page.crashed]));
}

async function callGlobal(page: Page, path: string): Promise<boolean> {
  // The value itself stays in the page, and what it throws: either may be as long as the page likes.
  const look = `const f = globalThis.${path}; return !!(await (typeof f === 'function' ? f() : f));`;
  const expression = `(async () => { try { ${look} } catch { return false } })()`;
  const { result } = await page.session.send('Runtime.evaluate', { expression, awaitPromise: true });
  return result.value === true;
}

interface Wait {
  readonly pointer: string;
  /** What is said of a condition that does not come: a sentence without its end. */
  readonly failure: string;
  /** Milliseconds. Default: `CONDITION_TIMEOUT` */
  readonly limit?: number;
}

async function waitUntil(
  context: LoadContext,
  condition: () => Promise<boolean>,
  { pointer, failure, limit = CONDITION_TIMEOUT }: Wait,
): Promise<void> {
  const end = performance.now() + limit;
  for (let wait = 10; ; wait = Math.min(wait * 2, 200)) {
    const met = await context.timeout.wait(condition(), Math.max(0, end - performance.now()));
    if (met === true) return;
    // `timeout` of the request ends waiting without an error.
    if (context.timeout.left === 0) return;
    if (performance.now() >= end) {
      throw new EngineError('wait_condition_unmet', `${failure} within ${limit / 1000} s.`, { pointer });
    }
    await pause(wait);
  }
}

/** Without virtual time: waits until the document has been still for a moment, at most a second. */
async function settleInRealTime({ page, timeout }: LoadContext): Promise<boolean> {
  const end = performance.now() + 1_000;
  for (let still = 0; still < 3 && performance.now() < end; ) {
    const changes = await timeout.wait(drawOneFrame(page, timeout));
    if (changes === TIMED_OUT) return true;
    still = changes === 0 ? still + 1 : 0;
    await pause(50);
  }
  return false;
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
