import type { Lease } from './chromium/lane.ts';
import type { Conversion } from './engine.ts';
import { EngineError } from './errors.ts';
import { captureImage } from './image/capture.ts';
import { renderTemplate } from './input/template.ts';
import { PageFaults } from './page/faults.ts';
import type { DocumentFacts } from './page/in-page.ts';
import { Interceptor, type InterceptRules } from './page/intercept.ts';
import { type LoadContext, loadInput } from './page/load.ts';
import { Navigation } from './page/navigation.ts';
import { DEFAULT_WINDOW } from './page/open.ts';
import type { Page } from './page/page.ts';
import { OUT_OF_PATIENCE, Patience } from './page/patience.ts';
import { CONDITION_TIMEOUT, makeReady, PENDING, type ReadyOptions, type ReadyReport } from './page/ready.ts';
import { startReports } from './page/reports.ts';
import { setWindow, type Window } from './page/window.ts';
import { contentWidth, geometryOf, printStyle } from './pdf/geometry.ts';
import { printPdf } from './pdf/print.ts';
import type { ConversionRequest, OutputFormat } from './request.ts';
import type { ConversionResult } from './result.ts';
import type { Input } from './validate.ts';
import type { Warning, WarningCode } from './warnings.ts';

/** A conversion whose template, if it had one, is rendered. */
export interface Job extends Conversion {
  readonly input: Input;
}

/** Default patience with a page in milliseconds; `timeout` of the request changes it. */
const PATIENCE = 30_000;
/** A page whose patience is over has to answer a trivial question within this, else its script never ends. */
const PROOF_OF_LIFE = 800;
/** Elements beyond which a document goes to the lane of large documents: some hundreds of pages. */
const LARGE_DOCUMENT = 60_000;
/** Elements up to which a PDF is read in one piece. */
const SHORT_DOCUMENT = 5_000;
const IMAGE_WINDOW = { width: 1280, height: 1024 } as const;

const MEDIA_TYPES: Readonly<Record<OutputFormat, string>> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/** Fills the template of a request, if it is one. */
export async function prepareJob(conversion: Conversion, signal: AbortSignal): Promise<Job> {
  const { input } = conversion.request;
  if (input.kind !== 'html' || input.data === undefined) return { ...conversion, input };
  const { data, ...rest } = input;
  const html = await renderTemplate({ template: input.html, data, signal });
  return { ...conversion, input: { ...rest, html } };
}

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
): Promise<ConversionResult> {
  const { options, ignored } = job.request;
  const started = performance.now();
  const faults = new PageFaults(page, egress);
  const navigation = new Navigation(page);
  const interceptor = new Interceptor(page, interceptRules(job.input, options));
  const patience = new Patience(patienceFor(options));
  const pointer = job.input.kind === 'url' ? '/source/url' : '/source/html';
  const rules = { pointer, egress, allowErrorStatus: options.allow_error_status };
  const context: LoadContext = { page, navigation, interceptor, patience, rules };
  const window = windowFor(job.format, options);
  try {
    await setUp(context, job.input, options, window);
    const style = job.format === 'pdf' ? printStyle(geometryOf(options), options) : '';
    const { end, facts } = await loadInput(context, job.input, style);
    const loaded = performance.now();
    const scriptFailed = () => faults.scriptFailed();
    const report =
      end === 'loaded'
        ? await waitUntilReady(context, readyOptions(options, { window, style, virtualTime, scriptFailed }), facts)
        : await giveUp(context);
    const ready = performance.now();
    if (report.elements > LARGE_DOCUMENT && !large) throw new DocumentTooLarge();
    const printIgnored = report.printStyles && job.format === 'pdf' && mediumOf(options) === 'screen';
    const output = await Promise.race([render(job, page, { window, elements: report.elements }), page.crashed]);
    const rendered = performance.now();
    const warnings = [
      ...faults.warnings(),
      ...documentWarnings(navigation, job.input, report, printIgnored),
      ...ignored.map(ignoredOption),
    ];
    if (options.strict) refuseWarnings(warnings);
    return {
      format: job.format,
      contentType: MEDIA_TYPES[job.format],
      ...output,
      ...(job.input.kind === 'url' && navigation.response ? { sourceStatus: navigation.response.status } : {}),
      warnings,
      timings: { queue: queued, load: loaded - started, ready: ready - loaded, render: rendered - ready, finish: 0 },
    };
  } finally {
    navigation.stop();
    faults.stop();
  }
}

async function setUp(
  { page, interceptor }: LoadContext,
  input: Input,
  options: ConversionRequest,
  window: Window,
): Promise<void> {
  const injected = options.css !== undefined || options.javascript !== undefined;
  const steps: Promise<unknown>[] = [interceptor.start(), ...startReports(page, input, injected)];
  const { session } = page;
  if (!isDefaultWindow(window)) steps.push(setWindow(page, window));
  if (mediumOf(options) === 'print') steps.push(session.send('Emulation.setEmulatedMedia', { media: 'print' }));
  if (options.disable_javascript) steps.push(session.send('Emulation.setScriptExecutionDisabled', { value: true }));
  const url = input.kind === 'url' ? input.url : input.baseUrl;
  if (options.cookies && url !== undefined) {
    const cookies = options.cookies.map(({ name, value, secure, http_only: httpOnly }) => ({
      name,
      value,
      url,
      ...(secure === undefined ? {} : { secure }),
      ...(httpOnly === undefined ? {} : { httpOnly }),
    }));
    steps.push(session.send('Network.setCookies', { cookies }));
  }
  await Promise.all(steps);
}

/** Milliseconds that the job waits for its page; conditions that the request names have their own time on top. */
function patienceFor({ timeout, delay, wait_for: waitFor, wait_for_selector: selector }: ConversionRequest): number {
  if (timeout !== undefined) return timeout * 1_000;
  const conditions = [waitFor, selector].filter((condition) => condition !== undefined).length;
  return PATIENCE + delay + conditions * CONDITION_TIMEOUT;
}

function interceptRules(input: Input, options: ConversionRequest): InterceptRules {
  const url = input.kind === 'url' ? input.url : input.baseUrl;
  if (url === undefined) return {};
  const serve = input.kind === 'html' ? { serve: { url, html: input.html } } : {};
  if (!options.http_headers && !options.auth) return serve;
  const authorization =
    options.auth && `Basic ${Buffer.from(`${options.auth.username}:${options.auth.password}`).toString('base64')}`;
  return {
    ...serve,
    origin: {
      origin: new URL(url).origin,
      headers: { ...options.http_headers, ...(authorization ? { Authorization: authorization } : {}) },
      ...(options.auth ? { credentials: options.auth } : {}),
    },
  };
}

type Surroundings = Pick<ReadyOptions, 'window' | 'style' | 'virtualTime' | 'scriptFailed'>;

function readyOptions(options: ConversionRequest, { virtualTime, ...surroundings }: Surroundings): ReadyOptions {
  const selector = options.wait_for_selector;
  return {
    ...surroundings,
    css: options.css,
    javascript: options.javascript,
    delay: options.delay,
    waitFor: options.wait_for,
    waitForSelector: typeof selector === 'string' ? { selector, state: 'visible' } : selector,
    virtualTime: virtualTime && options.virtual_time,
    scripts: !options.disable_javascript,
  };
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
async function giveUp({ page }: LoadContext): Promise<ReadyReport> {
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

interface Scene {
  readonly window: Window;
  /** Elements of the document; 0 when they are not known. */
  readonly elements: number;
}

async function render(
  job: Job,
  page: Page,
  { window, elements }: Scene,
): Promise<{ bytes: Uint8Array; pages?: number }> {
  const { options } = job.request;
  if (job.format === 'pdf') {
    const hasAddress = job.input.kind === 'url' || job.input.baseUrl !== undefined;
    // Nothing is known of a page that was given up.
    const inPieces = elements === 0 || elements > SHORT_DOCUMENT;
    const geometry = geometryOf(options);
    return await printPdf(page, { options, geometry, hasAddress, mayBeHuge: mayBeHuge(job), inPieces });
  }
  return { bytes: await captureImage(page, job.format, options, window) };
}

/** What a few characters of CSS can make huge: lengths of five digits or more, exponents, arithmetic. */
const HUGE_LENGTH =
  /\d{5,}(?:\.\d*)?\s*(?:px|r?em|v[a-z]{1,3}|%|pt|pc|in|cm|mm|q|ex|ch|lh)|\de\+?\d|calc\(|pow\(|<script/i;
/** Characters of HTML beyond which a document is measured before it is printed. */
const LONG_DOCUMENT = 200_000;

/** Whether a document has to be measured before it is printed; that costs a layout, which most need not pay. */
function mayBeHuge({ input, request }: Job): boolean {
  if (input.kind === 'url' || request.options.css !== undefined || request.options.javascript !== undefined)
    return true;
  return input.html.length > LONG_DOCUMENT || HUGE_LENGTH.test(input.html);
}

function windowFor(format: OutputFormat, options: ConversionRequest): Window {
  const { viewport, dpi } = options;
  const given = typeof viewport === 'string' ? readSize(viewport) : viewport;
  const scale = dpi ?? (typeof viewport === 'object' ? viewport.device_scale_factor : undefined) ?? 1;
  if (given) return { width: given.width, height: given.height, scale };
  if (format !== 'pdf') return { ...IMAGE_WINDOW, scale };
  const geometry = geometryOf(options);
  const width = contentWidth(geometry, options.zoom);
  return {
    width,
    height: width === DEFAULT_WINDOW.width ? DEFAULT_WINDOW.height : Math.round(width * Math.SQRT2),
    scale: 1,
  };
}

function readSize(text: string): { width: number; height: number } {
  const [width = 0, height = 0] = text.split('x').map(Number);
  return { width, height };
}

const isDefaultWindow = ({ width, height, scale }: Window): boolean =>
  width === DEFAULT_WINDOW.width && height === DEFAULT_WINDOW.height && scale === 1;

const mediumOf = ({ media, use_print: usePrint }: ConversionRequest): 'screen' | 'print' =>
  media ?? (usePrint ? 'print' : 'screen');

function documentWarnings(navigation: Navigation, input: Input, report: ReadyReport, printIgnored: boolean): Warning[] {
  const warnings: Warning[] = [];
  if (input.kind === 'url' && (navigation.redirects > 0 || navigation.commits > 1)) {
    warnings.push({
      code: 'source_redirected',
      message: 'The source redirected; the result shows the page it led to.',
    });
  }
  if (report.pending) {
    warnings.push({ code: 'ready_timeout', message: 'Something of the page was still loading when waiting ended.' });
  }
  if (printIgnored) {
    const message = 'The page has styles for print that were not used. Set "media" to "print" to use them.';
    warnings.push({ code: 'print_styles_ignored', message });
  }
  return warnings;
}

const ignoredOption = (option: string): Warning => ({
  code: 'option_ignored',
  message: `The option "${option}" has no effect here.`,
  detail: { option },
});

/** Warnings that mean that something of the page is missing. */
const MISSING: ReadonlySet<WarningCode> = new Set([
  'resource_failed',
  'resource_blocked',
  'script_error',
  'ready_timeout',
]);

function refuseWarnings(warnings: readonly Warning[]): void {
  const refused = warnings.filter(({ code }) => MISSING.has(code));
  if (refused.length === 0) return;
  const issues = refused.map(({ code, message }) => ({ pointer: '/strict', code, detail: message }));
  throw new EngineError(
    'warning_refused',
    `${refused.map(({ message }) => message).join(' ')} Mend the page, or leave out "strict".`,
    {
      pointer: '/strict',
      issues,
    },
  );
}
