import { setTimeout as sleep } from 'node:timers/promises';
import type { Engine, OutputFormat } from '@platen/engine';
import { fileName } from '../conversions/download-name.ts';
import type { Destinations } from '../destinations/open.ts';
import { type NewDelivery, pathsOf } from '../destinations/plan.ts';
import { ApiError, toApiError } from '../errors.ts';
import { type JobOutcome, outcomeOfError } from '../jobs/outcome.ts';
import { type JobPayload, outcomeOf, payloadOf, readPayload } from '../jobs/payload.ts';
import type { BegunJob } from '../jobs/reader.ts';
import { type BatchWork, persistently, storageFault } from '../jobs/run-job.ts';
import type { JobStore } from '../jobs/store.ts';
import type { StopReason } from '../jobs/worker.ts';
import type { Objects } from '../objects/objects.ts';
import { isMasterKeyChanged } from '../vault/master-key-changed.ts';
import type { Vault } from '../vault/vault.ts';
import { EarlyJoins } from './early-joins.ts';
import { filePathFacts } from './file-path.ts';
import { type MergedEntry, mergedOf } from './merged.ts';
import { DistinctNames } from './names.ts';
import { bodyOfItem, dataOf, readItem, type SharedBody, sharedOf } from './payload.ts';
import type { BatchRow, ItemResult } from './reader.ts';
import { type BatchStore, FILE_ATTEMPTS } from './store.ts';
import { zipOf } from './zip.ts';

/** Batches whose shared part a worker keeps at hand. */
const RECENT = 4;
/** Errors after which another attempt may go well. */
const PASSING = new Set(['database_unavailable', 'storage_unavailable']);

/** Milliseconds before a job that only other servers can do is handed to them. */
const ELSEWHERE_PAUSE = 500;

export interface BatchWorkOptions {
  readonly store: BatchStore;
  readonly jobs: JobStore;
  readonly vault: Vault;
  readonly objects: Objects;
  readonly engine: Engine;
  /** Default: there are none. */
  readonly destinations?: Pick<Destinations, 'plan' | 'wake' | 'clock'> | undefined;
}

interface Shared extends JobPayload {
  readonly json: SharedBody;
}

interface MadeFile {
  readonly format: 'zip' | 'pdf';
  readonly contentType: string;
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  readonly pages?: number;
}

/** What workers do for batches: the request of an item, and the one file of all results. */
export function batchWork({ store, jobs, vault, objects, engine, destinations }: BatchWorkOptions): BatchWork {
  /** What items of the last batches share: they come one after the other, those of several batches in turn. */
  const recent = new Map<string, Shared>();
  const joins = new EarlyJoins();

  return {
    payload: async (job) => {
      const shared = await sharedBy(job);
      const item = readItem(await vault.open(payloadOf(job.organisation_id, job.id), job.request ?? Buffer.alloc(0)));
      const name = item.download_name ?? (await nameOf(job, shared.json, dataOf(shared.json, item)));
      return { ...shared, json: bodyOfItem(shared.json, item, name) };
    },
    ended: ({ batch_id, batch_position, batch_result }, result) => {
      if (batch_id !== null && batch_position !== null && batch_result === 'merged')
        joins.add(batch_id, batch_position, result);
    },
    assemble: async (job, signal) => {
      try {
        const batch = await store.get(job.organisation_id, job.batch_id ?? '');
        if (!batch) throw new ApiError('result_expired');
        const shared = await sharedBy(job);
        // Before the work: a path that cannot be made shows at once.
        const deliveries = await deliveriesOf(batch, shared.json, signal);
        await finish(job, { batch, file: await made(batch, shared.json, signal), deliveries });
      } catch (error) {
        await end(job, signal, error);
      }
    },
  };

  /** What the items of a batch share. @throws ApiError `canceled`, `result_expired` */
  async function sharedBy({ organisation_id, batch_id, batch_standing }: BegunJob): Promise<Shared> {
    if (batch_id === null || batch_standing === null || batch_standing === 'purged') {
      throw new ApiError('result_expired');
    }
    if (batch_standing === 'canceled') throw new ApiError('canceled');
    const known = recent.get(batch_id);
    if (known) return known;
    const request = await store.request({ organisation_id, id: batch_id });
    if (!request) throw new ApiError('result_expired');
    const shared = readPayload(await vault.open(sharedOf(organisation_id, batch_id), request)) as Shared;
    const [oldest] = recent.size >= RECENT ? recent.keys() : [];
    if (oldest !== undefined) recent.delete(oldest);
    recent.set(batch_id, shared);
    return shared;
  }

  async function nameOf(
    job: BegunJob,
    { name }: SharedBody,
    data: Record<string, unknown> = {},
  ): Promise<string | undefined> {
    if (name === undefined) return undefined;
    const run = { group: job.organisation_id };
    const { html } = await engine.renderTemplate({ template: name, data, escape: 'none', strictVariables: true }, run);
    return html.trim() === '' ? undefined : html.trim().slice(0, 10_000);
  }

  async function made(batch: BatchRow, { numbering }: SharedBody, signal: AbortSignal): Promise<MadeFile> {
    if (batch.result === 'zip') {
      return { format: 'zip', contentType: 'application/zip', bytes: zipOf(entriesOf(batch, signal)) };
    }
    const merged = await mergedOf(entriesOf(batch, signal), { early: joins.take(batch.id), numbering, signal });
    return { format: 'pdf', contentType: 'application/pdf', bytes: [merged.bytes], pages: merged.pages };
  }

  async function* entriesOf(batch: BatchRow, signal: AbortSignal): AsyncGenerator<MergedEntry> {
    const names = new DistinctNames();
    for await (const result of store.results(batch)) {
      signal.throwIfAborted();
      const { object, bytes, deleted_at } = result;
      if (object === null || bytes === null || deleted_at !== null) {
        throw new ApiError('result_expired', { detail: `The result of item ${result.position} was removed.` });
      }
      const name = names.next(await givenName(result, batch.total));
      yield { name, object, bytes, read: () => objects.read({ name: object, bytes }) };
    }
  }

  async function givenName({ organisation_id, id, outcome, format, position }: ItemResult, total: number) {
    const known: JobOutcome = outcome
      ? JSON.parse((await vault.open(outcomeOf(organisation_id, id), outcome)).toString('utf8'))
      : {};
    const digits = String(total).length;
    return fileName(format as OutputFormat, known.name ?? `document-${String(position + 1).padStart(digits, '0')}`);
  }

  async function deliveriesOf(
    batch: BatchRow,
    shared: SharedBody,
    signal: AbortSignal,
  ): Promise<readonly NewDelivery[]> {
    const { organisation_id: organisationId } = batch;
    if (!destinations || !shared.destinations) return [];
    const facts = filePathFacts(batch, { data: shared.data, now: destinations.clock.now(), signal });
    const paths = await pathsOf(engine, shared.destinations, facts);
    return await destinations.plan(shared.destinations, { organisationId, paths });
  }

  async function finish(
    job: BegunJob,
    {
      batch,
      file: { format, contentType, bytes, pages },
      deliveries,
    }: { readonly batch: BatchRow; readonly file: MadeFile; readonly deliveries: readonly NewDelivery[] },
  ): Promise<void> {
    const { name, ...facts } = await objects.put(batch.organisation_id, bytes).catch((error: unknown) => {
      throw storageFault(error);
    });
    const outcome = await sealed(job, { name: batch.tag ?? 'batch', outputs: [{ format: 'pdf', pages: pages ?? 0 }] });
    const { id, fence } = job;
    const row = { id, fence, state: 'succeeded', object: name, format, content_type: contentType, pages, ...facts };
    const ended = await persistently(() => store.finishFile(row, outcome, deliveries));
    if (ended === 'ended' && deliveries.length > 0) destinations?.wake();
    if (ended === 'ended') return told(job);
    // Whoever has a job that was lost may have ended it with this very object; the sweeper knows.
    if (ended === 'lost') return;
    await objects.remove(name).catch(() => {});
    await fail(job, 'canceled', new ApiError('canceled'));
  }

  async function end(job: BegunJob, signal: AbortSignal, error: unknown): Promise<void> {
    const reason = signal.aborted ? (signal.reason as StopReason) : undefined;
    if (reason === 'lost') return;
    if (reason === 'stopping') return void (await persistently(() => jobs.handBack(job)));
    const { code } = toApiError(error);
    if (reason === 'canceled' || code === 'canceled') return await fail(job, 'canceled', new ApiError('canceled'));
    if (isMasterKeyChanged(error)) {
      await sleep(ELSEWHERE_PAUSE);
      return void (await persistently(() => jobs.handBack(job)));
    }
    if (PASSING.has(code) && job.attempts < FILE_ATTEMPTS) {
      return void (await persistently(() => jobs.handBack(job, { counts: true })));
    }
    await fail(job, 'failed', error);
  }

  async function fail(job: BegunJob, state: 'failed' | 'canceled', error: unknown): Promise<void> {
    const outcome = outcomeOfError(error);
    const bytes = await sealed(job, outcome);
    const row = { id: job.id, fence: job.fence, state, error_code: outcome.error.code };
    await persistently(() => store.finishFile(row, bytes));
    told(job);
  }

  function told({ id, batch_id }: BegunJob): void {
    jobs.changed(id);
    if (batch_id !== null) jobs.changed(batch_id);
  }

  async function sealed(job: BegunJob, outcome: JobOutcome): Promise<Buffer> {
    return await persistently(() =>
      vault.seal(outcomeOf(job.organisation_id, job.id), Buffer.from(JSON.stringify(outcome))),
    );
  }
}
