import type { Lease } from '../chromium/lane.ts';
import { EngineError } from '../errors.ts';
import { PageFaults } from '../page/faults.ts';
import type { DocumentFacts } from '../page/in-page.ts';
import { Interceptor } from '../page/intercept.ts';
import { type LoadContext, loadInput } from '../page/load.ts';
import { Navigation } from '../page/navigation.ts';
import { OUT_OF_PATIENCE, Patience } from '../page/patience.ts';
import { makeReady, PENDING, type ReadyOptions, type ReadyReport } from '../page/ready.ts';
import { geometryOf, printStyle } from '../pdf/geometry.ts';
import type { ConversionRequest } from '../request/request.ts';
import type { Output } from '../request/several.ts';
import type { SeveralResults } from '../result.ts';
import type { Job } from './job.ts';
import { renderOutputs } from './render.ts';
import { interceptRules, patienceFor, readyOptions, setUpPage } from './set-up.ts';
import { documentWarnings, ignoredOption } from './warnings.ts';
import { windowFor } from './window.ts';

/** A page whose patience is over has to answer a trivial question within this, else its script never ends. */
const PROOF_OF_LIFE = 800;
/** Elements beyond which a document goes to the lane of large documents: some hundreds of pages. */
const LARGE_DOCUMENT = 60_000;

/** The document is too large for the lane of ordinary documents: it would hold up many short ones. */
export class DocumentTooLarge extends Error {
  constructor() {
    super('the document belongs to the lane of large documents');
    this.name = 'DocumentTooLarge';
  }
}

export interface Attempt {
  /** Milliseconds that the job waited for its slot. */
  readonly queued: number;
  /** Whether the attempt runs in the lane of large documents. */
  readonly large: boolean;
  /** Whether virtual time works in this browser. */
  readonly virtualTime: boolean;
}

/**
 * One attempt to convert a document on a lent page.
 * @throws DocumentTooLarge in the ordinary lane, once the size of the document is known
 */
export async function convertOnPage(
  job: Job,
  { page, egress }: Lease,
  { queued, large, virtualTime }: Attempt,
): Promise<SeveralResults> {
  const { options, outputs, ignored } = job.request;
  const started = performance.now();
  const faults = new PageFaults(page, egress);
  const navigation = new Navigation(page);
  const interceptor = new Interceptor(page, interceptRules(job));
  const patience = new Patience(patienceFor(options));
  const pointer = job.input.kind === 'url' ? '/source/url' : '/source/html';
  const rules = { pointer, egress, allowErrorStatus: options.allow_error_status ?? options.raise_for_status === false };
  const disconnect = () => {
    // What fails from now on is our doing, and told by another warning.
    faults.stop();
    egress.disconnect();
  };
  const context: LoadContext = { page, navigation, interceptor, patience, rules, disconnect };
  const window = windowFor(outputs[0] as Output);
  try {
    await setUpPage(context, job, window);
    const style = styleFor(outputs, options);
    const { end, facts } = await loadInput(context, job.input, style);
    const loaded = performance.now();
    const scriptFailed = () => faults.scriptFailed();
    const report =
      end === 'loaded'
        ? await waitUntilReady(context, readyOptions(options, { window, style, virtualTime, scriptFailed }), facts)
        : await giveUp(context);
    const ready = performance.now();
    if (report.elements > LARGE_DOCUMENT && !large) throw new DocumentTooLarge();
    const scene = {
      page,
      patience,
      virtualTime: virtualTime && options.virtual_time && !options.disable_javascript,
      window,
      pending: report.pending,
      disconnect,
      elements: report.elements,
    };
    const rendering = await Promise.race([renderOutputs(job, scene), page.crashed]);
    const rendered = performance.now();
    const warnings = [
      ...faults.warnings(),
      ...documentWarnings(job, navigation, { ...report, pending: rendering.pending }),
      ...rendering.warnings,
      ...ignored.map(ignoredOption),
    ];
    return {
      outputs: rendering.outputs,
      ...(job.input.kind === 'url' && navigation.response ? { sourceStatus: navigation.response.status } : {}),
      warnings,
      timings: { queue: queued, load: loaded - started, ready: ready - loaded, render: rendered - ready, finish: 0 },
    };
  } finally {
    navigation.stop();
    faults.stop();
  }
}

/** What a document has of images without asking the network for them. */
const NO_IMAGES = 'img,picture,video,input[type=image],svg image{visibility:hidden!important}';

/** Rules of our own that the document gets: those of the paper, if it is printed. */
function styleFor(outputs: readonly Output[], { disable_images: noImages }: ConversionRequest): string {
  const pdf = outputs.find(({ format }) => format === 'pdf');
  return (noImages ? NO_IMAGES : '') + (pdf ? printStyle(geometryOf(pdf.options), pdf.options) : '');
}

async function waitUntilReady(
  context: LoadContext,
  options: ReadyOptions,
  facts: DocumentFacts | undefined,
): Promise<ReadyReport> {
  const ready = makeReady(context, options, facts);
  const report = await context.patience.wait(Promise.race([ready, context.page.crashed]));
  return report === OUT_OF_PATIENCE ? await giveUp(context) : report;
}

/** Takes the page as it is: stops what still loads and holds its clock. */
async function giveUp({ page, disconnect }: LoadContext): Promise<ReadyReport> {
  disconnect();
  const still = Promise.all([
    page.session.send('Page.stopLoading'),
    page.session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' }),
    page.call(() => true),
  ]);
  const alive = await new Patience(PROOF_OF_LIFE).wait(Promise.race([still, page.crashed]));
  if (alive === OUT_OF_PATIENCE) {
    throw new EngineError('render_timeout', 'The page kept its script running until the time for loading was over.');
  }
  return PENDING;
}
