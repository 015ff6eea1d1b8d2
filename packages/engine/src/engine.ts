import { availableParallelism, totalmem } from 'node:os';
import { chooseIsolation } from './chromium/choose-isolation.ts';
import { type FoundBrowser, findBrowser } from './chromium/find.ts';
import { type Isolation, type IsolationLevel, isolationRemedy, sharesUser } from './chromium/isolation.ts';
import type { BrowserProcess } from './chromium/launch.ts';
import type { EngineConfig, EngineEvent } from './config.ts';
import { Attempts } from './convert/attempts.ts';
import { fetchField } from './convert/fetch-field.ts';
import { finishOutputs } from './convert/finish.ts';
import { prepareHeaderFooter } from './convert/header-footer-source.ts';
import { prepareJob } from './convert/job.ts';
import { orAborted } from './convert/or-aborted.ts';
import { prepareWatermarks } from './convert/watermark.ts';
import { createFileFetch, type FetchFile } from './egress/fetch-file.ts';
import { createEgressGuard } from './egress/guard.ts';
import type { EgressPolicy } from './egress/policy.ts';
import { createEgressProxy, type EgressProxy } from './egress/proxy.ts';
import { isRefusedUnresolved } from './egress/resolve.ts';
import { EngineError } from './errors.ts';
import {
  type CheckRequest,
  checkSchema,
  checkTemplate,
  type RenderedTemplate,
  renderTemplate,
  type TemplateOptions,
  type TemplateRequest,
  type TemplateRun,
} from './input/template.ts';
import { endWaitingProcesses } from './input/template-pool.ts';
import { templateIsolationHere } from './input/template-process.ts';
import type { SchemaProblem, TemplateCheck } from './input/template-protocol.ts';
import type { NodeIsolation } from './isolation/node-isolation.ts';
import { notAllowed } from './page/net-errors.ts';
import { type DrawnPages, type DrawOptions, drawPages, prepareDrawing } from './pdf-pages/draw.ts';
import { isPdf } from './pdf-text/process.ts';
import type { PdfText } from './pdf-text/protocol.ts';
import { type ReadPdfOptions, readPdf } from './pdf-text/read.ts';
import { endSparePdfChildren } from './pdf-text/spare-child.ts';
import type { OutputFormat } from './request/request.ts';
import type { SeveralRequest } from './request/several.ts';
import type { ValidRequest } from './request/validate.ts';
import type { ConversionResult, OutputResult, SeveralResults } from './result.ts';

/** What a caller asks the engine to do. */
export interface Conversion {
  readonly format: OutputFormat;
  /** The request, checked by `validateRequest`. */
  readonly request: ValidRequest;
}

export interface ConvertOptions {
  /** Aborts the conversion: its page is thrown away and the promise rejects with `canceled`. */
  readonly signal?: AbortSignal;
  /** Milliseconds from the call to the answer, queue included; default 100,000. Past it: `render_timeout`. */
  readonly deadline?: number;
  /**
   * Fairness group (an organisation): groups take turns in the queue. Default: one group for all. Templates of one group
   * may share a process, one after the other, and so may documents without script (`reusePages`); without a group each has its own.
   */
  readonly group?: string;
  /** More about the template of the request, if it is one that is stored. */
  readonly template?: TemplateOptions;
  /** Words that are laid across every page of a PDF and every picture, over whatever is there: "SANDBOX". */
  readonly mark?: string;
}

export interface EngineHealth {
  /** `ok`, `starting`, or `unavailable` (the browser does not start; it is tried again at growing intervals). */
  readonly status: 'ok' | 'starting' | 'unavailable';
  /** How the browser is walled in. */
  readonly isolation: IsolationLevel;
  /** How the processes that fill templates are walled in. Found out when it is first asked for. */
  readonly templateIsolation: NodeIsolation['level'];
  /** Product and version of the browser. */
  readonly browser: string;
  readonly running: number;
  readonly queued: number;
  readonly concurrency: number;
  /** Whether documents of one group without script may follow one another in one page. */
  readonly pageReuse: boolean;
  /** Jobs that had a page which another of their group had used. */
  readonly reusedPages: number;
  /** Whether virtual time works in this browser; otherwise pages are waited for in real time. */
  readonly virtualTime: boolean;
}

export interface Engine {
  /** Converts one document. Rejects with an `EngineError` only. */
  convert(conversion: Conversion, options?: ConvertOptions): Promise<ConversionResult>;
  /** Makes several results of one loaded page. Rejects with an `EngineError` only. */
  convertSeveral(request: SeveralRequest, options?: ConvertOptions): Promise<SeveralResults>;
  /** Fills a template, and its header and footer, without converting it. Rejects with an `EngineError` only. */
  renderTemplate(request: TemplateRequest, options?: TemplateRun): Promise<RenderedTemplate>;
  /** Looks for mistakes in a template. Rejects with an `EngineError` only. */
  checkTemplate(request: CheckRequest, options?: TemplateRun): Promise<TemplateCheck>;
  /** Looks for what keeps a JSON Schema from being used. Rejects with an `EngineError` only. */
  checkSchema(schema: object | boolean, options?: TemplateRun): Promise<readonly SchemaProblem[]>;
  /**
   * Reads the text of the PDF at an address, as `readPdf` reads that of a file.
   * @returns `undefined` if what is there is no PDF. Rejects with an `EngineError`, or the reason of the signal
   */
  readPdfAt(url: string, options?: Omit<ReadPdfOptions, 'pointer'>): Promise<PdfText | undefined>;
  /** Draws pages of a PDF, for looking at what was made. Rejects with an `EngineError`, or the reason of the signal */
  drawPages(bytes: Uint8Array, options?: DrawOptions): Promise<DrawnPages>;
  /**
   * Has a process ready that the next `drawPages` need not wait for. It waits a minute, and holds nothing of anybody.
   * Each drawing makes the next one ready.
   */
  prepareDrawing(): void;
  /** Whether another conversion would run or wait, rather than be refused. */
  readonly hasCapacity: boolean;
  health(): EngineHealth;
  /** Finishes what runs, refuses what waits, and ends the browser. */
  close(): Promise<void>;
}

const GIB = 1024 ** 3;
const DEADLINE = 100_000;
/** Megabytes of a PDF that is read from an address. */
const LARGEST_PDF = 8;

/**
 * Starts an engine. It finds the browser, finds out how well it can be walled in on this machine, and has it running
 * when the promise resolves.
 * @throws BrowserNotFound; IsolationRefused when the browser starts only on a level that the configuration does not
 *   allow; BrowserStartFailed when it starts on none
 */
export async function createEngine(config: EngineConfig = {}): Promise<Engine> {
  const found = findBrowser(config.chrome);
  const { allowNoSandbox = false, allowSharedUser = true } = config;
  const { policy, lookup } = createEgressGuard({
    lookup: config.lookup,
    ...(config.egressAllow ? { allow: config.egressAllow } : {}),
    ...(config.egressDeny ? { deny: config.egressDeny } : {}),
    ...(config.egressPorts ? { ports: config.egressPorts } : {}),
  });
  const proxy = createEgressProxy({ policy, lookup });
  const fetchFile = createFileFetch(policy, lookup);
  // After all that can fail: the browser that has shown how it starts is the first one of the engine.
  const { isolation, browser } = await chooseIsolation(found, { allowNoSandbox, allowSharedUser });
  const engine = new ChromiumEngine({ found, isolation, browser, proxy, policy, fetchFile, config });
  await engine.start();
  if (isolation.level !== 'full') {
    config.onEvent?.({
      name: 'isolation_reduced',
      fields: { level: isolation.level, shares_user: sharesUser(isolation), remedy: isolationRemedy(isolation.level) },
    });
  }
  return engine;
}

interface EngineParts {
  readonly found: FoundBrowser;
  readonly isolation: Isolation;
  readonly browser: BrowserProcess;
  readonly proxy: EgressProxy;
  readonly policy: EgressPolicy;
  readonly fetchFile: FetchFile;
  readonly config: EngineConfig;
}

class ChromiumEngine implements Engine {
  readonly #attempts: Attempts;
  readonly #proxy: EgressProxy;
  readonly #policy: EgressPolicy;
  readonly #fetchFile: FetchFile;
  readonly #isolation: Isolation;
  readonly #concurrency: number;
  readonly #running = new Set<Promise<unknown>>();
  #closed = false;

  constructor({ found, isolation, browser, proxy, policy, fetchFile, config }: EngineParts) {
    this.#proxy = proxy;
    this.#policy = policy;
    this.#fetchFile = fetchFile;
    this.#isolation = isolation;
    this.#concurrency = config.concurrency ?? defaultConcurrency();
    const onEvent = (name: string, fields?: EngineEvent['fields']) =>
      config.onEvent?.({ name, ...(fields ? { fields } : {}) });
    this.#attempts = new Attempts({
      found,
      isolation,
      first: browser,
      proxy,
      concurrency: this.#concurrency,
      queueLength: config.queueLength ?? 32 * this.#concurrency,
      queueTimeout: config.queueTimeout ?? 40_000,
      reuse: config.reusePages ?? false,
      warm: config.readyPages ?? 2 * this.#concurrency,
      onEvent,
    });
  }

  start(): Promise<void> {
    return this.#attempts.start();
  }

  get hasCapacity(): boolean {
    return !this.#closed && this.#attempts.hasCapacity;
  }

  health(): EngineHealth {
    return {
      ...this.#attempts.health(),
      isolation: this.#isolation.level,
      templateIsolation: templateIsolationHere().level,
      concurrency: this.#concurrency,
    };
  }

  async convert({ format, request }: Conversion, options: ConvertOptions = {}): Promise<ConversionResult> {
    const several = { ...request, outputs: [{ format, options: request.options }] };
    const { outputs, ...page } = await this.convertSeveral(several, options);
    return { ...(outputs[0] as OutputResult), ...page };
  }

  async convertSeveral(request: SeveralRequest, options: ConvertOptions = {}): Promise<SeveralResults> {
    const work = this.#convert(request, options);
    this.#running.add(work);
    try {
      return await work;
    } finally {
      this.#running.delete(work);
    }
  }

  renderTemplate(request: TemplateRequest, options: TemplateRun = {}): Promise<RenderedTemplate> {
    return renderTemplate(request, options);
  }

  checkTemplate(request: CheckRequest, options: TemplateRun = {}): Promise<TemplateCheck> {
    return checkTemplate(request, options);
  }

  checkSchema(schema: object | boolean, options: TemplateRun = {}): Promise<readonly SchemaProblem[]> {
    return checkSchema(schema, options);
  }

  async readPdfAt(url: string, options: Omit<ReadPdfOptions, 'pointer'> = {}): Promise<PdfText | undefined> {
    this.#checkDestination(url);
    const field = { url, pointer: '/source/url', what: 'PDF', largestMegabytes: LARGEST_PDF };
    const bytes = await fetchField(field, this.#fetchFile, options.signal ?? new AbortController().signal);
    return isPdf(bytes) ? await readPdf(bytes, { ...options, pointer: field.pointer }) : undefined;
  }

  async drawPages(bytes: Uint8Array, options: DrawOptions = {}): Promise<DrawnPages> {
    try {
      return await drawPages(bytes, options);
    } finally {
      this.prepareDrawing();
    }
  }

  prepareDrawing(): void {
    if (!this.#closed) prepareDrawing();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#attempts.refuseWaiting();
    await Promise.allSettled([...this.#running]);
    await this.#attempts.close();
    endWaitingProcesses();
    endSparePdfChildren();
    await this.#proxy.close();
  }

  async #convert(
    request: SeveralRequest,
    { signal, deadline = DEADLINE, group, template, mark }: ConvertOptions,
  ): Promise<SeveralResults> {
    const expiry = new AbortController();
    const timer = setTimeout(() => expiry.abort(expired()), deadline);
    const bound = signal ? AbortSignal.any([signal, expiry.signal]) : expiry.signal;
    const start = performance.now();
    try {
      if (request.input.kind === 'url') this.#checkDestination(request.input.url);
      const marked = await prepareWatermarks(request, this.#fetchFile, bound);
      const prepared = await prepareHeaderFooter(marked, this.#fetchFile, bound);
      const job = await prepareJob(prepared, { signal: bound, group, template });
      const prepare = performance.now() - start;
      const attempt = { signal: bound, group: group ?? '' };
      // Opening a page or starting a browser takes its time too.
      const results = await orAborted(this.#attempts.run(job, attempt), bound);
      const print = (apart: SeveralRequest) => this.#attempts.run({ request: apart, input: apart.input }, attempt);
      const finished = await orAborted(finishOutputs(job, results, { signal: bound, print, mark }), bound);
      return { ...finished, timings: { ...finished.timings, prepare } };
    } catch (error) {
      if (bound.aborted) throw expiry.signal.aborted ? expired() : canceled();
      if (error instanceof EngineError) throw error;
      throw new EngineError('render_crashed', 'The browser failed while rendering. Try again.', { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Refuses what no resolver could make reachable, before a page is lent. */
  #checkDestination(url: string): void {
    const { hostname, port, protocol } = new URL(url);
    const endpoint = { host: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
    if (isRefusedUnresolved(this.#policy, endpoint)) throw notAllowed('/source/url');
  }
}

/** Two per core, and one gibibyte of memory for each. */
function defaultConcurrency(): number {
  return Math.max(1, Math.min(2 * availableParallelism(), Math.floor(totalmem() / GIB)));
}

const expired = () => new EngineError('render_timeout', 'The conversion was not finished before its deadline.');
const canceled = () => new EngineError('canceled', 'The caller canceled the conversion.');
