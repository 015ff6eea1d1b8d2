import { setTimeout as sleep } from 'node:timers/promises';
import type { Lease } from '../chromium/browser-pool.ts';
import { EngineError, type EngineErrorCode } from '../errors.ts';
import { PageFaults } from '../page/faults.ts';
import { drawOneFrame } from '../page/frame.ts';
import { areFontsComing, type DocumentFacts } from '../page/in-page/settle.ts';
import { Interceptor } from '../page/intercept.ts';
import { checkDocument, type LoadContext, loadInput } from '../page/load.ts';
import { Navigation } from '../page/navigation.ts';
import { sourceTimeout } from '../page/net-errors.ts';
import { showPage } from '../page/open.ts';
import { PageNavigated } from '../page/page.ts';
import { PendingRequests } from '../page/pending-requests.ts';
import { Pictures } from '../page/pictures.ts';
import { makeReady, PENDING, type ReadyOptions, type ReadyReport } from '../page/ready.ts';
import { keepDocument } from '../page/stay.ts';
import { TIMED_OUT, TimeIsUp, Timeout } from '../page/timeout.ts';
import type { UnpackedLimit } from '../page/unpacked-limit.ts';
import { resetViewport, setViewport, type Viewport } from '../page/viewport.ts';
import { freezeViewportUnits } from '../page/viewport-units.ts';
import { setClock } from '../page/virtual-time.ts';
import { expectedWindow } from '../pdf/expected-window.ts';
import { geometryOf, printStyle } from '../pdf/geometry.ts';
import type { ConversionRequest } from '../request/request.ts';
import { ignoredByFormat, type Output } from '../request/several.ts';
import type { SeveralResults, Timings } from '../result.ts';
import { inputWarnings } from './input-warnings.ts';
import type { Job } from './job.ts';
import { renderOutputs, type Scene } from './render.ts';
import { didNothing, leavesNothing } from './reuse.ts';
import { contentBlockingOf, inputOf, interceptRules, readyOptions, setUpPage, timeoutFor } from './set-up.ts';
import { isDefaultViewport, viewportFor } from './viewport.ts';
import { documentWarnings, ignoredOption, navigationRefused } from './warnings.ts';

/** A page that has timed out has to answer a trivial question within this, else its script never ends. */
const RESPONSE_TIMEOUT = 800;
/** Elements beyond which a document goes to the pool of large documents: some hundreds of pages. */
const LARGE_DOCUMENT = 60_000;

/** The document is too large for the pool of ordinary documents: it would hold up many short ones. */
export class DocumentTooLarge extends Error {
  constructor() {
    super('the document belongs to the pool of large documents');
    this.name = 'DocumentTooLarge';
  }
}

/** HTML that was given has script that leads to where nothing is: it is tried again and kept where it is. */
export class NavigationAwayFailed extends Error {
  constructor(cause: EngineError) {
    super('the document left for an address that does not answer with a page', { cause });
    this.name = 'NavigationAwayFailed';
  }
}

/** How a document ends that leads to another, which is none. */
const NOWHERE: ReadonlySet<EngineErrorCode> = new Set([
  'url_not_allowed',
  'source_unreachable',
  'source_status',
  'source_timeout',
  'tls_error',
  'too_many_redirects',
  'unsupported_content_type',
  'unsupported_scheme',
]);
/** How often a page is followed that leaves while results are made of it. */
const MOST_DEPARTURES = 2;

export interface Attempt {
  /** Milliseconds that went by before the page was lent. */
  readonly before: Pick<Timings, 'retry' | 'queue' | 'page'>;
  /** Whether the attempt runs in the pool of large documents. */
  readonly large: boolean;
  /** Whether virtual time works in this browser. */
  readonly virtualTime: boolean;
  /** Whether the document is kept where it is, whatever its script wants. */
  readonly stay: boolean;
  /** Whether the page may have shown other documents, and be left to others. Default false. */
  readonly reuse?: boolean;
  /** Whether no frame of the page has to be drawn, unless a picture moves that it loads. Default false. */
  readonly unseen?: boolean;
  /** Counts documents that come packed before the page gets them, and ends the job if one is too large. */
  readonly counted?: UnpackedLimit | undefined;
  /** Called when the page is ready. */
  readonly ready?: () => void;
}

/**
 * One attempt to convert a document on a lent page.
 * @throws DocumentTooLarge in the ordinary pool, once the size of the document is known
 * @throws NavigationAwayFailed unless it was to stay
 */
export async function convertOnPage(
  job: Job,
  { page, egress, keep }: Lease,
  { before, large, virtualTime, stay, reuse = false, unseen = false, counted, ready: becameReady }: Attempt,
): Promise<SeveralResults> {
  const { options, outputs, ignored } = job.request;
  const started = performance.now();
  const faults = new PageFaults(page, egress);
  const contentBlocking = contentBlockingOf(job);
  const input = inputOf(job, stay);
  const interceptor = new Interceptor(page, interceptRules(job, input, contentBlocking));
  const navigation = new Navigation(page, {
    refused: interceptor.refused,
    served: interceptor.served,
    keepsUnparsed: job.input.kind === 'url',
  });
  const timeout = new Timeout(timeoutFor(options));
  const pointer = job.input.kind === 'url' ? '/source/url' : '/source/html';
  const rules = { pointer, egress, allowErrorStatus: options.allow_error_status ?? options.raise_for_status === false };
  const disconnect = () => {
    // What fails from now on is our doing, and reported by another warning.
    faults.stop();
    // A next document that the page waits for would fail, and the browser's page of that failure come in its place.
    if (!navigation.pending) egress.disconnect();
    else
      page.session
        .send('Page.stopLoading')
        .catch(() => {})
        .finally(() => egress.disconnect());
  };
  const pending = new PendingRequests(page);
  const context: LoadContext = { page, navigation, interceptor, timeout, rules, pending, disconnect };
  const viewport = viewportFor(outputs[0] as Output);
  const window = windowFor(job, viewport, unseen);
  const pictures = unseen ? new Pictures(page) : undefined;
  try {
    page.begunIn = window ?? viewport;
    // Not waited for: it is there before a document is laid out that is not drawn.
    const later = window !== undefined || (unseen && isDefaultViewport(viewport));
    await setUpPage(context, job, { viewport: later ? undefined : viewport, scriptless: reuse, unseen });
    if (later) (window ? setViewport(page, window) : resetViewport(page, viewport)).catch(() => {});
    if (stay) await Promise.all([interceptor.refuseNavigation(), keepDocument(page)]);
    if (counted) await interceptor.countDocuments(() => counted.exceeded());
    const style = styleFor(outputs, options);
    const { end, facts } = await loadInput(context, input, { style, lazy: options.lazy_load_images });
    const isLeaving = () =>
      job.input.kind === 'html' &&
      !stay &&
      !navigation.parsed &&
      (navigation.pending || navigation.failure !== undefined);
    if (end === 'timed-out' && isLeaving()) throw sourceTimeout(pointer);
    if (end === 'timed-out' && navigation.unchecked) checkDocument(context);
    if (pictures) await showWhatMoves(context, pictures);
    const haveFonts = !page.isHidden || facts?.fontsComing === false || (await untilFontsCame(context));
    const loaded = performance.now();
    const scriptFailed = () => faults.scriptFailed();
    const readiness = readyOptions(options, {
      ...{ viewport, style, virtualTime, contentBlocking, scriptFailed },
      expand: outputs.every(({ format, options: { expand } }) => format === 'pdf' && expand),
    });
    let report =
      end === 'loaded' && haveFonts
        ? await waitUntilReady(context, readiness, facts)
        : await giveUp(context, readiness);
    // That it was leaving may have been told only after it was complete.
    if (page.isStopped && isLeaving()) throw sourceTimeout(pointer);
    // Where it was given up, it broke off for our sake.
    if (navigation.unchecked && !page.isStopped) checkDocument(context);
    const ready = performance.now();
    becameReady?.();
    if (report.elements > LARGE_DOCUMENT && !large) throw new DocumentTooLarge();
    const scene = (): Scene => ({
      page,
      timeout,
      virtualTime: virtualTime && options.virtual_time && !options.disable_javascript,
      viewport,
      window,
      pending: report.pending,
      deferred: report.deferred,
      lazy: options.lazy_load_images,
      contentBlocking,
      disconnect,
      requests: pending,
      alive: report.alive,
      reveals: report.reveals,
      elements: report.elements,
      received: egress.bytes,
      broken: faults.broken,
    });
    const follow = async () => {
      await timeout.wait(navigation.settled());
      checkDocument(context);
      report = await waitUntilReady(context, readiness, undefined);
    };
    const render = async () => {
      await faults.judgeStyleSheets(page);
      return await renderOutputs(job, scene());
    };
    const rendering = await followed(() => Promise.race([render(), page.crashed]), follow);
    const rendered = performance.now();
    const deeds = { navigation, report, intercepted: interceptor.heldRequests, pending: rendering.pending };
    if (reuse && page.isHidden === unseen && didNothing(deeds)) {
      page.leavesNothing = unseen && leavesNothing(job);
      keep();
    }
    const leaves = stay || navigation.abandoned || (page.isStopped && navigation.pending);
    const warnings = [
      ...faults.warnings(),
      ...contentBlocking.warnings(interceptor.adRequests),
      ...(leaves ? [navigationRefused({ parsed: navigation.parsed })] : []),
      ...inputWarnings(job.request.input),
      ...documentWarnings(job, navigation, { ...report, pending: rendering.pending }, leaves),
      ...rendering.warnings,
      ...[...ignored, ...ignoredByFormat(job.request)].map(ignoredOption),
    ];
    return {
      outputs: rendering.outputs,
      ...(job.input.kind === 'url' && navigation.response ? { sourceStatus: navigation.response.status } : {}),
      warnings,
      timings: {
        ...{ prepare: 0, ...before },
        ...{ load: loaded - started, ready: ready - loaded, render: rendered - ready, finish: 0 },
      },
    };
  } catch (error) {
    const inVain = error instanceof EngineError && NOWHERE.has(error.code);
    if (inVain && job.input.kind === 'html' && !stay) throw new NavigationAwayFailed(error);
    throw error;
  } finally {
    navigation.stop();
    faults.stop();
  }
}

/** Renders; a page that leaves meanwhile is followed, as one is that leaves while it gets ready. */
async function followed<T>(render: () => Promise<T>, follow: () => Promise<void>): Promise<T> {
  for (let departures = 0; ; departures += 1) {
    try {
      return await render();
    } catch (error) {
      if (!(error instanceof PageNavigated) || departures === MOST_DEPARTURES) throw error;
      await follow();
    }
  }
}

/** Has a page drawn after all that shows a picture which is not proven to stand still. */
async function showWhatMoves({ page, timeout }: LoadContext, pictures: Pictures): Promise<void> {
  // A page that does not answer until time is up moves, for all that is known.
  if ((await timeout.wait(Promise.race([pictures.mayMove(), page.crashed]))) === false) return;
  await Promise.race([showPage(page), page.crashed]);
  await timeout.wait(Promise.race([drawOneFrame(page), page.crashed]));
}

/** Waits for the fonts of a page that is not drawn. @returns false when time was up before */
async function untilFontsCame({ page, timeout }: LoadContext): Promise<boolean> {
  for (let pause = 1; ; pause = Math.min(2 * pause, 50)) {
    const coming = await timeout.wait(Promise.race([page.call(areFontsComing), page.crashed]));
    if (coming === TIMED_OUT) return false;
    if (!coming) return true;
    await sleep(pause);
  }
}

/** What a document has of images without asking the network for them. */
const NO_IMAGES = 'img,picture,video,input[type=image],svg image{visibility:hidden!important}';

/** Rules of our own that the document gets: those of the paper, if it is printed. */
function styleFor(outputs: readonly Output[], { disable_images: noImages }: ConversionRequest): string {
  const pdf = outputs.find(({ format }) => format === 'pdf');
  return (noImages ? NO_IMAGES : '') + (pdf ? printStyle(geometryOf(pdf.options), pdf.options) : '');
}

/** The window that a document begins in, where that is another than its viewport: only one that nothing can tell. */
function windowFor({ input, request }: Job, viewport: Viewport, unseen: boolean): Viewport | undefined {
  const [output, ...others] = request.outputs;
  if (!unseen || input.kind !== 'html' || output?.format !== 'pdf' || others.length > 0) return undefined;
  const { options } = output;
  return expectedWindow(input.html, { options, geometry: geometryOf(options), viewport });
}

async function waitUntilReady(
  context: LoadContext,
  options: ReadyOptions,
  facts: DocumentFacts | undefined,
): Promise<ReadyReport> {
  const ready = makeReady(context, options, facts).catch(untilTimeIsUp);
  const report = await context.timeout.wait(Promise.race([ready, context.page.crashed]));
  return report === TIMED_OUT ? await giveUp(context, options) : report;
}

function untilTimeIsUp(error: unknown): typeof TIMED_OUT {
  if (error instanceof TimeIsUp) return TIMED_OUT;
  throw error;
}

/** Takes the page as it is, in its own window: stops what still loads and holds its clock. */
async function giveUp(
  { page, disconnect }: LoadContext,
  { viewport, contentBlocking }: Pick<ReadyOptions, 'viewport' | 'contentBlocking'>,
): Promise<ReadyReport> {
  // Its requests are ended only then: a next document that it waits for would fail, and the browser's page of that failure come in its place.
  const stopped = page.session.send('Page.stopLoading').finally(disconnect);
  const still = Promise.all([stopped, setClock(page, { policy: 'pause' }), page.call(() => true)]);
  const alive = await new Timeout(RESPONSE_TIMEOUT).wait(Promise.race([still, page.crashed]));
  if (alive === TIMED_OUT) {
    throw new EngineError('render_timeout', 'The page kept its script running until the time for loading was over.');
  }
  page.isStopped = true;
  // Time may have been up while the page was shown in a taller window.
  // No frame is drawn in between: that would let its clock go on.
  const shrunk = Promise.all([resetViewport(page, viewport), page.call(freezeViewportUnits, false, false)]);
  await new Timeout(RESPONSE_TIMEOUT).wait(Promise.race([shrunk, page.crashed]));
  if (contentBlocking)
    await new Timeout(RESPONSE_TIMEOUT).wait(Promise.race([contentBlocking.hide(page), page.crashed]));
  return PENDING;
}
