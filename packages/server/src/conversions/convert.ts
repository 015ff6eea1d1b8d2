import { type ConversionResult, EngineError, type OutputKind, type SeveralResults } from '@platen/engine';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { askerOf } from '../access/asker.ts';
import type { Metering } from '../credits/metering.ts';
import { ApiError } from '../errors.ts';
import { onExchangeEnd } from '../http/exchange-end.ts';
import type { Lifecycle } from '../http/lifecycle.ts';
import { bodyOf, type RequestBody } from '../http/request-body.ts';
import { stopwatchOf } from '../http/stopwatch.ts';
import { type ConversionObserver, observed } from '../observe/conversion-observer.ts';
import { sendResult, sendResults } from './answer.ts';
import type { SeveralAnswerFields } from './answer-fields.ts';
import { charged } from './charged.ts';
import { type Preference, readPreference } from './preference.ts';
import type { ConversionRequest, Conversions, PreparedConversion } from './service.ts';

/** Milliseconds from the arrival of a request's headers to its answer. */
const SYNCHRONOUS_DEADLINE = 100_000;

/** Answers with several results, as the API has them that was asked. */
export type SendSeveral = (reply: FastifyReply, results: SeveralResults, fields: SeveralAnswerFields) => void;

/** What makes conversions that outlive their request. */
export interface ConversionJobs {
  /** Whether this process has no browser: each conversion is a job then. */
  readonly only: boolean;
  /**
   * Answers a request by a job: at once, or with its result.
   * @param how.wait Milliseconds to wait for the result; 0: the answer is 202 at once
   */
  answer(
    exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    work: { readonly asked: ConversionRequest; readonly prepared: PreparedConversion; readonly send: SendSeveral },
    how: { readonly wait: number; readonly onTimeout: 'error' | 'async'; readonly signal: AbortSignal },
  ): Promise<void>;
  /**
   * Accepts several conversions: all of them, or none.
   * @param options.priority `interactive` if somebody waits for them. Default: `normal`
   * @returns their ids
   */
  queue(
    request: FastifyRequest,
    work: readonly { readonly asked: ConversionRequest; readonly prepared: PreparedConversion }[],
    options?: { readonly priority?: 'interactive' | 'normal' },
  ): Promise<readonly string[]>;
  /** A path as people reach it. */
  addressOf(path: string): string;
}

export interface ConversionParts {
  readonly conversions: Conversions;
  readonly lifecycle: Lifecycle;
  readonly observers: readonly ConversionObserver[];
  /** Default: nothing is counted or charged. */
  readonly metering?: Metering;
  /** Default: there are none, and what asks for one is refused. */
  readonly jobs?: ConversionJobs;
  /** When each request came, as `performance.now()` reports it. */
  readonly arrivals: WeakMap<FastifyRequest, number>;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Answers a request with one result. */
export async function convertOne(
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, body }: { readonly kind: OutputKind; readonly body: RequestBody },
  parts: ConversionParts,
): Promise<FastifyReply> {
  const asked = { asker: askerOf(request), kind, body, accept: request.headers.accept };
  await answer({ request, reply }, asked, parts);
  return reply;
}

/** Answers a request with several results of one loaded page. */
export async function convertSeveral(
  request: FastifyRequest,
  reply: FastifyReply,
  { body = bodyOf(request), send = sendResults }: { readonly body?: RequestBody; readonly send?: SendSeveral },
  parts: ConversionParts,
): Promise<FastifyReply> {
  await answer({ request, reply }, { asker: askerOf(request), kind: 'several', body }, parts, send);
  return reply;
}

/** Accepts several conversions as jobs, and answers with their ids. */
export async function convertMany(
  request: FastifyRequest,
  reply: FastifyReply,
  { kind, bodies }: { readonly kind: OutputKind; readonly bodies: readonly RequestBody[] },
  parts: ConversionParts,
): Promise<FastifyReply> {
  const work = bodies.map((body) => ({ kind, body }));
  const ids = await queueSeveral(request, work, parts);
  return reply.code(202).header('cache-control', 'no-store').send({ success: true, queued: true, ids });
}

/** Accepts several conversions as jobs. All are checked before the first is accepted. @returns their ids */
export async function queueSeveral(
  request: FastifyRequest,
  all: readonly Pick<ConversionRequest, 'kind' | 'body' | 'note'>[],
  { conversions, jobs }: ConversionParts,
): Promise<readonly string[]> {
  if (!jobs) throw withoutJobs();
  const work: { asked: ConversionRequest; prepared: PreparedConversion }[] = [];
  for (const one of all) {
    const asked = { asker: askerOf(request), ...one };
    work.push({ asked, prepared: await conversions.prepare(asked) });
  }
  return await jobs.queue(request, work);
}

/**
 * Accepts a conversion as a job.
 * @param work.note what comes back with the job
 * @param work.priority `interactive` if somebody waits for it. Default: `normal`
 * @returns its id
 */
export async function queueOne(
  request: FastifyRequest,
  {
    kind,
    body,
    note,
    beside,
    priority,
  }: Pick<ConversionRequest, 'body' | 'note' | 'beside'> & {
    readonly kind: OutputKind;
    readonly priority?: 'interactive' | 'normal';
  },
  { conversions, jobs }: ConversionParts,
): Promise<string> {
  if (!jobs) throw withoutJobs();
  const asked = { asker: askerOf(request), kind, body, note, beside };
  const [id = ''] = await jobs.queue(request, [{ asked, prepared: await conversions.prepare(asked) }], { priority });
  return id;
}

const withoutJobs = () => new ApiError('capacity', { detail: 'This service keeps no jobs.' });

/** Resolves when the answer is on its way: a reply that async functions return to each other waits for its own end. */
async function answer(
  exchange: Exchange,
  given: ConversionRequest,
  parts: ConversionParts,
  send: SendSeveral = sendResults,
): Promise<void> {
  const { request, reply } = exchange;
  const preference = readPreference(request.headers.prefer);
  const only = parts.jobs?.only ?? false;
  const direct = !preference.respondAsync && preference.wait === undefined && !only;
  const prepared = await parts.conversions.prepare({ ...given, direct });
  stopwatchOf(request).lap('check');
  const controller = new AbortController();
  onExchangeEnd(reply.raw, (finished) => {
    if (!finished) controller.abort();
  });
  const { signal } = controller;
  const remaining = Math.max(1, SYNCHRONOUS_DEADLINE - elapsedSince(request, parts));
  const how = jobFor(prepared, preference, { remaining, only });
  if (how) {
    if (!parts.jobs) throw withoutJobs();
  }
  const leave = parts.lifecycle.openConversion(controller);
  try {
    // Counted while somebody waits: the service ends after the answer.
    if (how && parts.jobs)
      return await parts.jobs.answer(exchange, { asked: given, prepared, send }, { ...how, signal });
    if (prepared.kind === 'one') {
      const result = await converted(
        exchange,
        given,
        prepared,
        (until) => prepared.run({ signal: until, deadline: remaining }),
        signal,
        parts,
      );
      sendResult(reply, result, prepared.answer);
      return;
    }
    const results = await converted(
      exchange,
      given,
      prepared,
      (until) => prepared.run({ signal: until, deadline: remaining }),
      signal,
      parts,
    );
    send(reply, results, prepared.answer);
  } catch (error) {
    throw refusedByShutdown(error, parts.lifecycle) ?? error;
  } finally {
    leave();
  }
}

/** How a request is answered by a job; undefined if it is answered without one. */
function jobFor(
  { later }: PreparedConversion,
  preference: Preference,
  { remaining, only }: { readonly remaining: number; readonly only: boolean },
): { readonly wait: number; readonly onTimeout: 'error' | 'async' } | undefined {
  if (later.webhook !== undefined) return { wait: 0, onTimeout: 'async' };
  if (later.async ?? preference.respondAsync) return { wait: 0, onTimeout: 'async' };
  if (preference.wait !== undefined) return { wait: Math.min(remaining, preference.wait * 1_000), onTimeout: 'async' };
  if (later.on_timeout === 'async') return { wait: remaining, onTimeout: 'async' };
  if (later.filename !== undefined || later.destinations.length > 0 || only)
    return { wait: remaining, onTimeout: 'error' };
  return undefined;
}

/** Runs a conversion until it ends, its client leaves, or its time is over, and takes what it costs. */
async function converted<Result extends ConversionResult | SeveralResults>(
  { request, reply }: Exchange,
  { asker }: ConversionRequest,
  { formats, isSandbox, tag, template }: PreparedConversion,
  run: (until: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
  { observers, metering }: ConversionParts,
): Promise<Result> {
  const stopwatch = stopwatchOf(request);
  const convert = async (withdrawn?: AbortSignal) => {
    stopwatch.lap('ledger');
    const until = withdrawn ? AbortSignal.any([signal, withdrawn]) : signal;
    const result = await observed(observers, { request, formats }, () => run(until));
    stopwatch.split('other', { ...result.timings });
    return result;
  };
  if (!metering) return await convert();
  const charge = { caller: asker.caller, reply, formats, isSandbox, tag, template, signal };
  const result = await charged(metering, charge, convert);
  stopwatch.lap('ledger');
  return result;
}

const elapsedSince = (request: FastifyRequest, { arrivals }: ConversionParts): number =>
  performance.now() - (arrivals.get(request) ?? performance.now());

/** A conversion that the shutdown canceled was not canceled by its client, who is still waiting for an answer. */
function refusedByShutdown(error: unknown, lifecycle: Lifecycle): ApiError | undefined {
  const canceled = (error instanceof EngineError || error instanceof ApiError) && error.code === 'canceled';
  return canceled && lifecycle.draining ? shuttingDown() : undefined;
}

export function shuttingDown(): ApiError {
  return new ApiError('capacity', { detail: 'The service is restarting. Send the request again in a moment.' });
}
