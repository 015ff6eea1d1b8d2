import { availableParallelism, totalmem } from 'node:os';
import { CdpClosed } from './cdp/connection.ts';
import { BrowserPool, type BrowserPoolOptions } from './chromium/browser-pool.ts';
import { type FoundBrowser, findBrowser } from './chromium/find.ts';
import { type Isolation, type IsolationLevel, isolationRemedy } from './chromium/isolation.ts';
import { chooseIsolation } from './chromium/launch.ts';
import { OutOfMemory } from './chromium/watchdog.ts';
import type { EngineConfig, EngineEvent } from './config.ts';
import { convertOnPage, DocumentTooLarge, NavigationAwayFailed } from './convert/attempt.ts';
import { finishOutputs } from './convert/finish.ts';
import { type Job, prepareJob } from './convert/job.ts';
import { prepareWatermarks } from './convert/watermark.ts';
import { createFileFetch, type FetchFile } from './egress/fetch-file.ts';
import { systemLookup } from './egress/lookup.ts';
import { createEgressPolicy, type EgressPolicy } from './egress/policy.ts';
import { createEgressProxy, type EgressProxy } from './egress/proxy.ts';
import { rememberLookups } from './egress/remembered-lookup.ts';
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
import type { SchemaProblem, TemplateCheck } from './input/template-protocol.ts';
import { notAllowed } from './page/net-errors.ts';
import { PageCrashed } from './page/page.ts';
import { probeVirtualTime } from './page/virtual-time.ts';
import { prepareWalk } from './readable/walk.ts';
import type { Input } from './request/input.ts';
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
   * may share a process, one after the other; without a group each has its own.
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
  /** Product and version of the browser. */
  readonly browser: string;
  readonly running: number;
  readonly queued: number;
  readonly concurrency: number;
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
  /** Whether another conversion would run or wait, rather than be refused. */
  readonly hasCapacity: boolean;
  health(): EngineHealth;
  /** Finishes what runs, refuses what waits, and ends the browser. */
  close(): Promise<void>;
}

const MIB = 1024 ** 2;
const DEADLINE = 100_000;
/** Memory that one renderer may hold in the pool of ordinary documents. */
const ORDINARY_MEMORY = 512 * MIB;
/** HTML longer than this goes to the pool of large documents at once. */
const LARGE_INPUT = 4 * MIB;

/**
 * Starts an engine. It finds the browser, finds out how well it can be walled in on this machine, and has it running
 * when the promise resolves.
 * @throws BrowserNotFound, or BrowserStartFailed when the browser starts on no level that the configuration allows
 */
export async function createEngine(config: EngineConfig = {}): Promise<Engine> {
  const found = findBrowser(config.chrome);
  const isolation = await chooseIsolation(found, config.allowNoSandbox ?? false);
  const policy = createEgressPolicy({
    ...(config.egressAllow ? { allow: config.egressAllow } : {}),
    ...(config.egressPorts ? { ports: config.egressPorts } : {}),
  });
  const lookup = config.lookup ?? rememberLookups(systemLookup);
  const proxy = createEgressProxy({ policy, lookup });
  const fetchFile = createFileFetch(policy, lookup);
  const engine = new ChromiumEngine({ found, isolation, proxy, policy, fetchFile, config });
  await engine.start();
  if (isolation.level !== 'full') {
    config.onEvent?.({
      name: 'isolation_reduced',
      fields: { level: isolation.level, remedy: isolationRemedy(isolation.level) },
    });
  }
  return engine;
}

interface EngineParts {
  readonly found: FoundBrowser;
  readonly isolation: Isolation;
  readonly proxy: EgressProxy;
  readonly policy: EgressPolicy;
  readonly fetchFile: FetchFile;
  readonly config: EngineConfig;
}

class ChromiumEngine implements Engine {
  readonly #ordinary: BrowserPool;
  readonly #large: BrowserPool;
  readonly #proxy: EgressProxy;
  readonly #policy: EgressPolicy;
  readonly #fetchFile: FetchFile;
  readonly #isolation: Isolation;
  readonly #concurrency: number;
  readonly #running = new Set<Promise<unknown>>();
  #product = '';
  #virtualTime = false;
  #closed = false;

  constructor({ found, isolation, proxy, policy, fetchFile, config }: EngineParts) {
    this.#proxy = proxy;
    this.#policy = policy;
    this.#fetchFile = fetchFile;
    this.#isolation = isolation;
    this.#concurrency = config.concurrency ?? defaultConcurrency();
    const onEvent = (name: string, fields?: EngineEvent['fields']) =>
      config.onEvent?.({ name, ...(fields ? { fields } : {}) });
    const common: Omit<BrowserPoolOptions, 'slots' | 'warm' | 'rendererMemory'> = {
      found,
      isolation,
      proxy,
      queueLength: config.queueLength ?? 32 * this.#concurrency,
      queueTimeout: config.queueTimeout ?? 40_000,
      onEvent,
    };
    this.#ordinary = new BrowserPool({
      ...common,
      slots: this.#concurrency,
      warm: 2 * this.#concurrency,
      prepare: prepareWalk,
      rendererMemory: ORDINARY_MEMORY,
    });
    const rendererMemory = Math.min(3 * 1024 * MIB, totalmem() / 2);
    this.#large = new BrowserPool({ ...common, slots: 1, warm: 0, rendererMemory });
  }

  async start(): Promise<void> {
    await this.#ordinary.start();
    this.#virtualTime = await this.#ordinary.run(({ page }) => probeVirtualTime(page));
    this.#product = this.#ordinary.product ?? '';
  }

  get hasCapacity(): boolean {
    return !this.#closed && this.#ordinary.queue.hasCapacity;
  }

  health(): EngineHealth {
    return {
      status: this.#ordinary.status,
      isolation: this.#isolation.level,
      browser: this.#ordinary.product ?? this.#product,
      running: this.#ordinary.queue.running + this.#large.queue.running,
      queued: this.#ordinary.queue.waiting + this.#large.queue.waiting,
      concurrency: this.#concurrency,
      virtualTime: this.#virtualTime,
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

  async close(): Promise<void> {
    this.#closed = true;
    this.#ordinary.queue.close();
    this.#large.queue.close();
    await Promise.allSettled([...this.#running]);
    await Promise.all([this.#ordinary.close(), this.#large.close()]);
    endWaitingProcesses();
    await this.#proxy.close();
  }

  async #convert(
    request: SeveralRequest,
    { signal, deadline = DEADLINE, group: given, template, mark }: ConvertOptions,
  ): Promise<SeveralResults> {
    const group = given ?? '';
    const expiry = new AbortController();
    const timer = setTimeout(() => expiry.abort(expired()), deadline);
    const bound = signal ? AbortSignal.any([signal, expiry.signal]) : expiry.signal;
    try {
      this.#checkDestination(request.input);
      const prepared = await prepareWatermarks(request, this.#fetchFile, bound);
      const job = await prepareJob(prepared, { signal: bound, group: given, template });
      // Opening a page or starting a browser takes its time too.
      const results = await orAborted(this.#attempt(job, bound, group), bound);
      const print = (apart: SeveralRequest) => this.#attempt({ request: apart, input: apart.input }, bound, group);
      return await orAborted(finishOutputs(job, results, { signal: bound, print, mark }), bound);
    } catch (error) {
      if (bound.aborted) throw expiry.signal.aborted ? expired() : canceled();
      if (error instanceof EngineError) throw error;
      throw new EngineError('render_crashed', 'The browser failed while rendering. Try again.', { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Refuses what no resolver could make reachable, before a page is lent. */
  #checkDestination(input: Input): void {
    if (input.kind !== 'url') return;
    const { hostname, port, protocol } = new URL(input.url);
    const endpoint = { host: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
    if (isRefusedUnresolved(this.#policy, endpoint)) throw notAllowed('/source/url');
  }

  /** A crash is tried once more on a fresh page; a page killed for its memory once in the pool of large documents. */
  async #attempt(job: Job, signal: AbortSignal, group: string): Promise<SeveralResults> {
    let pool = isLarge(job) ? this.#large : this.#ordinary;
    let crashes = 0;
    let stay = false;
    for (;;) {
      try {
        return await this.#runOn(pool, job, { signal, group, stay });
      } catch (error) {
        if (signal.aborted) throw error;
        if (error instanceof OutOfMemory || error instanceof DocumentTooLarge) {
          if (pool === this.#large) throw outOfMemory();
          pool = this.#large;
        } else if (error instanceof NavigationAwayFailed) {
          stay = true;
        } else if (error instanceof PageCrashed || error instanceof CdpClosed) {
          crashes += 1;
          if (crashes > 1) throw crashed();
        } else {
          throw error;
        }
      }
    }
  }

  async #runOn(pool: BrowserPool, job: Job, { signal, group, stay }: Run): Promise<SeveralResults> {
    const start = performance.now();
    const release = await pool.queue.acquire(group, signal);
    const queued = performance.now() - start;
    try {
      return await pool.run((lease) =>
        orAborted(
          convertOnPage(job, lease, { queued, large: pool === this.#large, virtualTime: this.#virtualTime, stay }),
          signal,
        ),
      );
    } finally {
      release();
    }
  }
}

interface Run {
  readonly signal: AbortSignal;
  readonly group: string;
  readonly stay: boolean;
}

/** The result of `work`, unless the signal comes first; work that is given up ends with its page. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => {});
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
  });
  aborted.catch(() => {});
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Two per core, and one gibibyte of memory for each. */
function defaultConcurrency(): number {
  return Math.max(1, Math.min(2 * availableParallelism(), Math.floor(totalmem() / (1024 * MIB))));
}

const isLarge = ({ input }: Job): boolean => input.kind === 'html' && input.html.length > LARGE_INPUT;

const expired = () => new EngineError('render_timeout', 'The conversion was not finished before its deadline.');
const canceled = () => new EngineError('canceled', 'The caller canceled the conversion.');
const crashed = () => new EngineError('render_crashed', 'The browser crashed twice while rendering this page.');
const outOfMemory = () =>
  new EngineError(
    'render_out_of_memory',
    'The page needed more memory than a conversion may use. Make it smaller, or split it.',
  );
