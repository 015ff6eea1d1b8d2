import { setTimeout as sleep } from 'node:timers/promises';
import type { ConversionResult, SeveralResults } from '@platen/engine';
import { formatName } from '../conversions/charged.ts';
import { distinctFileNames } from '../conversions/download-name.ts';
import { isKept } from '../conversions/later-fields.ts';
import type { Conversions, PreparedConversion } from '../conversions/service.ts';
import { creditsFor } from '../credits/cost.ts';
import type { Metering } from '../credits/metering.ts';
import type { Destinations } from '../destinations/open.ts';
import { pathsOf } from '../destinations/plan.ts';
import { ApiError, toApiError } from '../errors.ts';
import { ObjectTooLarge } from '../objects/object-store.ts';
import type { Objects } from '../objects/objects.ts';
import { type ConversionObserver, observed } from '../observe/conversion-observer.ts';
import { isMasterKeyChanged } from '../vault/master-key-changed.ts';
import type { Vault } from '../vault/vault.ts';
import { type JobOutcome, outcomeOfError, outcomeOfResults } from './outcome.ts';
import { type JobPayload, outcomeOf, payloadOf, readPayload } from './payload.ts';
import type { BegunJob } from './reader.ts';
import { ATTEMPTS, type JobStore, type StoredOutput } from './store.ts';
import type { RunJob, StopReason } from './worker.ts';

/** Milliseconds that a job may take, from its beginning to its result. */
const ASYNCHRONOUS_DEADLINE = 900_000;
/** Errors after which another attempt may go well. */
const PASSING = new Set(['render_crashed', 'database_unavailable', 'storage_unavailable']);
/** Errors of a job that was not begun here and can be elsewhere, and milliseconds before another one is. */
const UNBEGUN = new Set(['capacity', 'queue_timeout']);
const UNBEGUN_PAUSE = 500;
/** Milliseconds between attempts to write how a job ended, and how many there are. */
const WRITE_EVERY = 1_000;
const WRITES = 20;

/** What is done for jobs of batches. */
export interface BatchWork {
  /** What an item was accepted with. */
  payload(job: BegunJob): Promise<JobPayload>;
  /** Hears what an item came to whose end is written down: its result, with its bytes, or nothing. */
  ended(job: BegunJob, result?: { readonly object: string; readonly bytes: Uint8Array }): void;
  /** Makes the one file of a batch. */
  readonly assemble: (job: BegunJob, signal: AbortSignal) => Promise<void>;
}

/** Why a job ends without a result, and what comes back with it. */
interface Fault {
  readonly error: unknown;
  readonly note: string | undefined;
}

export interface JobRunnerOptions {
  readonly store: JobStore;
  readonly vault: Vault;
  readonly objects: Objects;
  readonly conversions: Conversions;
  readonly metering: Metering;
  readonly observers: readonly ConversionObserver[];
  readonly batches: BatchWork;
  /** Default: there are none. */
  readonly destinations?: Pick<Destinations, 'plan' | 'wake' | 'clock'> | undefined;
}

/** Does conversions that were accepted earlier. Whatever happens, the job ends, or goes back into the queue. */
export function jobRunner(options: JobRunnerOptions): RunJob {
  const { store, vault, objects, conversions, metering, observers, batches, destinations } = options;
  return async (job, signal, rendered, ready) => {
    if (job.kind === 'assemble') return await batches.assemble(job, signal);
    let payload: JobPayload | undefined;
    try {
      payload = ready?.payload ?? (job.batch_id === null ? await payloadAlone(job) : await batches.payload(job));
      const prepared = ready?.prepared ?? (await preparedAgain(payload));
      // Before the work: a path that cannot be made costs nothing.
      const paths = await pathsFor(job, payload, prepared, signal);
      const results = await converted(prepared, payload, signal);
      rendered();
      const outputs = await stored(job, results);
      await finish(job, { payload, prepared, results, outputs, paths });
    } catch (error) {
      await end(job, signal, { error, note: payload?.note });
    }
  };

  async function preparedAgain(payload: JobPayload): Promise<PreparedConversion> {
    const asker = { caller: payload.caller, method: 'POST', route: `job:${payload.kind}` };
    return await conversions.prepare({ ...payload, asker, body: payload });
  }

  async function payloadAlone({ organisation_id, id, request }: BegunJob): Promise<JobPayload> {
    return readPayload(await vault.open(payloadOf(organisation_id, id), request ?? Buffer.alloc(0)));
  }

  async function pathsFor(
    job: BegunJob,
    { json }: JobPayload,
    prepared: PreparedConversion,
    signal: AbortSignal,
  ): Promise<readonly (readonly string[])[]> {
    if (!destinations || prepared.destinations.length === 0) return [];
    const { data } = json as { readonly data?: Readonly<Record<string, unknown>> | null };
    const name = prepared.later.filename ?? prepared.answer.download_name;
    const names = name === undefined ? undefined : distinctFileNames(prepared.formats, name);
    return await pathsOf(conversions.engine, prepared.destinations, {
      data: data ?? {},
      job: factsOf(job),
      formats: prepared.formats,
      names,
      now: destinations.clock.now(),
      organisationId: job.organisation_id,
      signal,
    });
  }

  async function converted(
    prepared: PreparedConversion,
    payload: JobPayload,
    signal: AbortSignal,
  ): Promise<SeveralResults> {
    const run = () => prepared.run({ signal, deadline: ASYNCHRONOUS_DEADLINE });
    const result: ConversionResult | SeveralResults = await observed(
      observers,
      { request: payload, formats: prepared.formats },
      run as () => Promise<ConversionResult | SeveralResults>,
    );
    return 'outputs' in result ? result : { ...result, outputs: [result] };
  }

  async function stored(job: BegunJob, { outputs }: SeveralResults): Promise<readonly StoredOutput[]> {
    const kept: StoredOutput[] = [];
    for (const [position, { format, contentType, bytes }] of outputs.entries()) {
      try {
        const { name, ...facts } = await objects.put(job.organisation_id, [bytes]);
        kept.push({ position, format, contentType, object: name, ...facts });
      } catch (error) {
        throw storageFault(error);
      }
    }
    return kept;
  }

  async function finish(
    job: BegunJob,
    done: {
      readonly payload: JobPayload;
      readonly prepared: PreparedConversion;
      readonly results: SeveralResults;
      readonly outputs: readonly StoredOutput[];
      readonly paths: readonly (readonly string[])[];
    },
  ): Promise<void> {
    const { payload, prepared, results, outputs, paths } = done;
    const bytes = outputs.reduce((sum, output) => sum + output.bytes, 0);
    const credits = outputs.reduce((sum, output) => sum + creditsFor(output.bytes), 0);
    // Free work needs no plan.
    const share = prepared.isSandbox ? undefined : await metering.shareOf(job.id, payload.caller, { credits });
    const { tag, template } = prepared;
    const facts = { format: formatName(prepared.formats), template, tag, bytes };
    const pages = results.outputs.reduce<number | undefined>(
      (sum, output) => (output.pages === undefined ? sum : (sum ?? 0) + output.pages),
      undefined,
    );
    const name = prepared.later.filename ?? prepared.answer.download_name;
    const told = { name, note: payload.note, unused: prepared.unused };
    const isAnswer = job.batch_id === null && !isKept(prepared.later);
    const outcome = await sealed(job, outcomeOfResults(results, { ...told, isAnswer }));
    const deliveries = await destinations?.plan(prepared.destinations, { organisationId: job.organisation_id, paths });
    const success = {
      outputs,
      deliveries,
      capture: share && { job: share.job, facts },
      credits: share ? credits : 0,
      pages,
      bytes,
    };
    const finished = await persistently(() => store.succeed(job, success, outcome));
    // What a lost job has stored is removed by the sweeper: whoever has it now may have ended it with these very objects.
    if (finished.kind === 'ended' && deliveries && deliveries.length > 0) destinations?.wake();
    const [first] = outputs;
    const [made] = results.outputs;
    if (finished.kind === 'ended' && first && made) batches.ended(job, { object: first.object, bytes: made.bytes });
    if (finished.kind === 'ended' || finished.kind === 'lost') return;
    for (const { object } of outputs) await objects.remove(object).catch(() => {});
    const { note } = payload;
    if (finished.kind === 'canceled') return await fail(job, 'canceled', { error: new ApiError('canceled'), note });
    // Only what is charged is refused.
    if (share) await fail(job, 'failed', { error: metering.refusal(finished.shortage, share), note });
  }

  async function end(job: BegunJob, signal: AbortSignal, { error, note }: Fault): Promise<void> {
    const reason = signal.aborted ? (signal.reason as StopReason) : undefined;
    if (reason === 'lost') return;
    if (reason === 'canceled') return await fail(job, 'canceled', { error: new ApiError('canceled'), note });
    if (reason === 'stopping') return void (await persistently(() => store.handBack(job)));
    const { code } = toApiError(error);
    // Its batch is canceled.
    if (code === 'canceled') return await fail(job, 'canceled', { error, note });
    if (UNBEGUN.has(code) || isMasterKeyChanged(error)) {
      await sleep(UNBEGUN_PAUSE);
      return void (await persistently(() => store.handBack(job)));
    }
    if (PASSING.has(code) && job.attempts < ATTEMPTS)
      return void (await persistently(() => store.handBack(job, { counts: true })));
    await fail(job, 'failed', { error, note });
  }

  async function fail(job: BegunJob, state: 'failed' | 'canceled', { error, note }: Fault): Promise<void> {
    const outcome = outcomeOfError(error, note);
    const bytes = await sealed(job, outcome);
    await persistently(() => store.fail(job, { state, errorCode: outcome.error.code }, bytes));
    batches.ended(job);
  }

  async function sealed(job: BegunJob, outcome: JobOutcome): Promise<Buffer> {
    return await persistently(() =>
      vault.seal(outcomeOf(job.organisation_id, job.id), Buffer.from(JSON.stringify(outcome))),
    );
  }
}

/** What paths may say of a job. */
const factsOf = (job: BegunJob) => ({
  id: job.id,
  tag: job.tag,
  format: job.format,
  template: job.template,
  batch: job.batch_id,
  position: job.batch_position,
  schedule: job.schedule_id,
});

/** Writes also when the database is away for a moment, as long as the lease may last. */
export async function persistently<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === WRITES || toApiError(error).code !== 'database_unavailable') throw error;
      await sleep(WRITE_EVERY);
    }
  }
}

/** What the client is told when a result cannot be kept. */
export function storageFault(error: unknown): unknown {
  if (!(error instanceof ObjectTooLarge)) return error;
  const detail = `The result has more than ${error.limit} bytes, the most that the store keeps. Divide the document, or convert it synchronously.`;
  return new ApiError('result_too_large', { detail });
}
