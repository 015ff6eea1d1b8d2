import type { ConversionResult } from '@platen/engine';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noteCharge } from '../audit/request-charge.ts';
import { sendResult } from '../conversions/answer.ts';
import type { ConversionJobs } from '../conversions/convert.ts';
import type { ConversionRequest, PreparedConversion } from '../conversions/service.ts';
import type { DeliveryJson } from '../destinations/report.ts';
import { ApiError } from '../errors.ts';
import { stopwatchOf } from '../http/stopwatch.ts';
import { jobOf } from '../idempotency/job.ts';
import { keptResult } from './kept.ts';
import { errorOfOutcome } from './outcome.ts';
import type { JobOutputRow, JobRow } from './reader.ts';
import { resultsOf } from './results.ts';
import type { JobService, WholeJob } from './service.ts';
import { isFinal } from './states.ts';

/** Seconds after which a client should look again. */
const LOOK_AGAIN = 1;
/** Seconds within which a job that somebody waits for has to begin. */
const BEGIN_WITHIN = 100;

/** Answers conversions by jobs. */
export class JobAnswers implements ConversionJobs {
  readonly only: boolean;
  readonly #jobs: JobService;

  /** @param options.only whether this process has no browser of its own */
  constructor({ jobs, only }: { readonly jobs: JobService; readonly only: boolean }) {
    this.#jobs = jobs;
    this.only = only;
  }

  async answer(
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    { asked, prepared, send }: Parameters<ConversionJobs['answer']>[1],
    {
      wait,
      onTimeout,
      signal,
    }: { readonly wait: number; readonly onTimeout: 'error' | 'async'; readonly signal: AbortSignal },
  ): Promise<void> {
    const { organisationId } = asked.asker.caller;
    const id = await this.#jobs.accept(asked, prepared, {
      id: jobOf(request),
      priority: wait > 0 ? 'interactive' : 'normal',
      requestId: request.id,
      ...(onTimeout === 'error' ? { startWithin: BEGIN_WITHIN, awaited: true } : {}),
    });
    if (wait === 0) return sendQueued(reply, id);
    const until = performance.now() + wait;
    const row = await this.#jobs.ended(organisationId, id, wait, signal);
    if (row?.state === 'succeeded' && prepared.destinations.length > 0)
      return await this.#delivered({ request, reply }, row, { until, signal });
    if (row && isFinal(row.state)) return await this.#ended({ request, reply }, { prepared, send }, row);
    if (onTimeout === 'async' && !signal.aborted) return sendQueued(reply, id, row);
    // Nobody waits for it any more, or nobody may.
    await this.#jobs.store.cancel(organisationId, id);
    throw new ApiError(signal.aborted ? 'canceled' : 'render_timeout');
  }

  async queue(
    request: FastifyRequest,
    work: readonly { readonly asked: ConversionRequest; readonly prepared: PreparedConversion }[],
    { priority = 'normal' }: { readonly priority?: 'interactive' | 'normal' } = {},
  ): Promise<readonly string[]> {
    const accepted: { readonly id: string; readonly organisationId: string }[] = [];
    try {
      for (const [at, { asked, prepared }] of work.entries()) {
        // Whoever takes over a run whose process died ends what it has accepted.
        const own = at === 0 ? jobOf(request) : undefined;
        const id = await this.#jobs.accept(asked, prepared, { id: own, priority, requestId: request.id });
        accepted.push({ id, organisationId: asked.asker.caller.organisationId });
      }
    } catch (error) {
      for (const { id, organisationId } of accepted) await this.#jobs.store.cancel(organisationId, id);
      throw error;
    }
    return accepted.map(({ id }) => id);
  }

  addressOf(path: string): string {
    return this.#jobs.addressOf(path);
  }

  async #ended(
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    { prepared, send }: Pick<Parameters<ConversionJobs['answer']>[1], 'prepared' | 'send'>,
    row: JobRow,
  ): Promise<void> {
    const whole = await this.#jobs.whole(row);
    if (row.state !== 'succeeded') throw errorOfOutcome(whole.outcome, row.error_code);
    noteCharge(request, { format: row.format, credits: row.credits ?? 0 });
    reply.headers(creditHeaders(row));
    if (prepared.later.filename !== undefined) return void reply.send(this.#kept(whole));
    const results = await resultsOf(whole, this.#jobs);
    stopwatchOf(request).split('job', { ...results.timings });
    if (this.only && prepared.later.expires_in === undefined) await this.#jobs.forget(row);
    if (prepared.kind === 'several') return void send(reply, results, prepared.answer);
    const [output] = results.outputs;
    if (!output) throw new ApiError('result_expired');
    sendResult(reply, { ...results, ...output } as ConversionResult, prepared.answer);
  }

  /** Answers when each result has arrived, or could not. What takes longer is a job that the caller looks at later. */
  async #delivered(
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    row: JobRow,
    { until, signal }: { readonly until: number; readonly signal: AbortSignal },
  ): Promise<void> {
    const deliveries = await this.#jobs.delivered(row, until - performance.now(), signal);
    noteCharge(request, { format: row.format, credits: row.credits ?? 0 });
    reply.headers(creditHeaders(row));
    const failed = deliveries.filter(({ state }) => state === 'failed');
    if (failed.length > 0) throw notDelivered(row, failed);
    if (deliveries.some(({ state }) => state === 'waiting')) return sendQueued(reply, row.id, row);
    reply.send(this.#kept(await this.#jobs.whole(row)));
  }

  /** What PDFShift answers, and every result where there are several. */
  #kept(whole: WholeJob): object {
    const { row, outputs, outcome, deliveries } = whole;
    const linkTo = (output: JobOutputRow) => this.#jobs.linkTo(output);
    return {
      ...keptResult(whole, linkTo),
      id: row.id,
      ...(outputs.length > 1 ? { urls: outputs.map(linkTo) } : {}),
      ...(deliveries.length > 0 ? { deliveries } : {}),
      warnings: outcome.warnings ?? [],
    };
  }
}

function sendQueued(reply: FastifyReply, id: string, row?: JobRow): void {
  const status_url = `/v1/jobs/${id}`;
  reply
    .code(202)
    .headers({ location: status_url, 'retry-after': String(LOOK_AGAIN), 'x-job-id': id, 'cache-control': 'no-store' })
    .send({ success: true, queued: true, id, status: row?.state ?? 'queued', status_url });
}

/** The errors point to the destinations, and say what can be done. */
function notDelivered({ id }: JobRow, failed: readonly DeliveryJson[]): ApiError {
  const issues = failed.map(({ position, error }) => ({
    pointer: `/destination/${position}`,
    code: error?.code ?? 'internal_error',
    detail: `${error?.detail ?? ''} ${error?.remedy ?? ''}`.trim(),
  }));
  const detail = `The result was made, and did not arrive: ${issues[0]?.detail ?? ''} It is kept as that of the job ${id}.`;
  return new ApiError('delivery_failed', { detail, issues });
}

/** Headers that report what a job has cost. */
function creditHeaders({ id, credits, sandbox }: JobRow): Record<string, string> {
  return {
    'x-job-id': id,
    'x-credits-cost': String(credits ?? 0),
    'x-credits-used': String(sandbox ? 0 : (credits ?? 0)),
    ...(sandbox ? { 'x-sandbox': 'true' } : {}),
  };
}
