import type { Engine, Timings } from '@platen/engine';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { API_ERRORS } from '../errors.ts';
import type { Log, LogEvents } from '../log/log.ts';
import { AnalysisMetrics } from './analysis-metrics.ts';
import type { AnalysisPoolState } from './analysis-observer.ts';
import type { ConversionObserver, FinishedConversion } from './conversion-observer.ts';
import { type DeliveryFigures, watchDeliveries } from './delivery-metrics.ts';
import { type JobQueueFigures, watchJobs } from './job-metrics.ts';
import type { LoopDelay } from './loop-delay.ts';

/** Seconds, from what a warm page takes to the longest synchronous conversion. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100];
const STAGES = [
  ...(['prepare', 'retry', 'queue', 'page'] as const),
  ...(['load', 'ready', 'render', 'finish'] as const),
] satisfies readonly (keyof Timings)[];
const BROWSER_STATUSES = ['ok', 'starting', 'unavailable'] as const;
/** Events of the engine's life that are counted, by the label that they get. */
const BROWSER_EVENTS: Readonly<Record<string, string>> = {
  browser_started: 'started',
  browser_start_failed: 'start_failed',
  browser_recycled: 'recycled',
  browser_lost: 'lost',
};
/** Methods that get a label of their own. A stranger who tries all that exist must not make the answer grow. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** What the gauges show, read when somebody asks for the metrics. */
export interface MetricsSources {
  readonly engine: Engine;
  readonly loopDelay: LoopDelay;
  /** What analyses texts. Default: nothing does. */
  readonly analyses?: (() => AnalysisPoolState) | undefined;
  /** The queue of jobs. Default: there is none. */
  readonly jobs?: JobQueueFigures | undefined;
  /** What waits to be sent. Default: there is nothing. */
  readonly deliveries?: DeliveryFigures | undefined;
}

/**
 * The figures of a service for Prometheus. Labels come from fixed sets only (formats, codes, route patterns,
 * statuses): nothing of a request, a document or a key can be in them, and their number is bounded.
 */
export class Metrics implements ConversionObserver {
  readonly #own = new Registry();
  readonly #conversions = this.#counter('platen_conversions_total', 'Conversions that ended, by outcome.', [
    'format',
    'outcome',
  ]);
  readonly #conversionSeconds = this.#histogram(
    'platen_conversion_duration_seconds',
    'Time from the call of the engine to its answer, whatever the outcome.',
    ['format'],
  );
  readonly #stageSeconds = this.#histogram(
    'platen_conversion_stage_duration_seconds',
    'Time that each stage of a successful conversion took.',
    ['format', 'stage'],
  );
  readonly #outputBytes = this.#counter('platen_output_bytes_total', 'Size of the results.', ['format']);
  readonly #pages = this.#counter('platen_pages_total', 'Pages of the PDFs that were made.', []);
  readonly #warnings = this.#counter('platen_conversion_warnings_total', 'Warnings of successful conversions.', [
    'code',
  ]);
  readonly #requests = this.#counter('platen_http_requests_total', 'Requests that ended.', [
    'method',
    'route',
    'status',
  ]);
  readonly #requestSeconds = this.#histogram(
    'platen_http_request_duration_seconds',
    'Time from the headers of a request to the end of its answer.',
    ['method', 'route'],
  );
  readonly #errors = this.#counter('platen_http_request_errors_total', 'Requests that were answered with an error.', [
    'code',
  ]);
  readonly #locks = this.#counter('platen_source_locks_total', 'Locks of a source that guessed keys.', []);
  readonly #browserEvents = this.#counter('platen_browser_events_total', 'Starts and ends of the browser.', ['event']);

  /** Is notified of analyses. */
  readonly analyses = new AnalysisMetrics(this.#own);

  /** Shows the state of these parts from now on. */
  watch({ engine, loopDelay, analyses, jobs, deliveries }: MetricsSources): void {
    if (jobs) watchJobs(this.#own, jobs);
    if (deliveries) watchDeliveries(this.#own, deliveries);
    this.analyses.watch(analyses);
    this.#gauge('platen_conversions_running', 'Conversions that run.', () => engine.health().running);
    this.#gauge('platen_conversions_queued', 'Conversions that wait for a slot.', () => engine.health().queued);
    this.#gauge(
      'platen_conversions_concurrency',
      'Conversions that may run at the same time.',
      () => engine.health().concurrency,
    );
    this.#gauge(
      'platen_event_loop_delay_p99_seconds',
      '99th percentile of how late timers ran in the last 30 to 60 s.',
      () => loopDelay.p99() / 1_000,
    );
    const status = new Gauge({
      name: 'platen_browser_status',
      help: '1 for the status that the browser has, 0 for the others.',
      labelNames: ['status'],
      registers: [this.#own],
      collect: () => {
        const { status: now, concurrency } = engine.health();
        // Where nothing is converted there is no browser.
        for (const each of BROWSER_STATUSES) status.set({ status: each }, concurrency > 0 && each === now ? 1 : 0);
      },
    });
  }

  finished({ format, started, ended, outcome, results }: FinishedConversion): void {
    this.#conversions.inc({ format, outcome });
    this.#conversionSeconds.observe({ format }, (ended - started) / 1_000);
    if (!results) return;
    for (const stage of STAGES) this.#stageSeconds.observe({ format, stage }, results.timings[stage] / 1_000);
    for (const output of results.outputs) {
      this.#outputBytes.inc({ format: output.format }, output.bytes.byteLength);
      this.#pages.inc(output.pages ?? 0);
    }
    for (const { code } of results.warnings) this.#warnings.inc({ code });
  }

  /** The same log, whose events are counted: every request ends in one, whichever way it goes. */
  counting(log: Log): Log {
    const count: { readonly [Name in keyof LogEvents]?: (fields: LogEvents[Name]) => void } = {
      request_finished: (fields) => this.#requestFinished(fields),
      request_unreadable: ({ error_code: code }) => this.#failed(code),
      source_locked: () => this.#locks.inc(),
      engine: ({ what }) => {
        const event = BROWSER_EVENTS[what];
        if (event !== undefined) this.#browserEvents.inc({ event });
      },
    };
    return {
      event: (name, fields) => {
        count[name]?.(fields);
        log.event(name, fields);
      },
      close: () => log.close(),
    };
  }

  /** Everything, of this service and of the process it runs in. */
  get registry(): Registry {
    return Registry.merge([this.#own, processRegistry()]);
  }

  #requestFinished(fields: LogEvents['request_finished']): void {
    const method = METHODS.has(fields.method) ? fields.method : 'other';
    const { route } = fields;
    this.#requests.inc({ method, route, status: fields.status });
    this.#requestSeconds.observe({ method, route }, fields.duration_ms / 1_000);
    if (fields.error_code !== undefined) this.#failed(fields.error_code);
  }

  #failed(code: string): void {
    this.#errors.inc({ code: Object.hasOwn(API_ERRORS, code) ? code : 'other' });
  }

  #counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#own] });
  }

  #histogram<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Histogram<Label> {
    return new Histogram({ name, help, labelNames, buckets: BUCKETS, registers: [this.#own] });
  }

  #gauge(name: string, help: string, read: () => number): void {
    const gauge: Gauge = new Gauge({ name, help, registers: [this.#own], collect: () => gauge.set(read()) });
  }
}

let ofProcess: Registry | undefined;

/** There is one process however many services run in it, and what watches it cannot be taken off again. */
function processRegistry(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}
