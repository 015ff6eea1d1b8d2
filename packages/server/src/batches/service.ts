import { kindOf } from '@platen/engine';
import type { Asker } from '../access/asker.ts';
import type { Payer } from '../access/caller.ts';
import type { Conversions } from '../conversions/service.ts';
import type { Metering } from '../credits/metering.ts';
import { newId } from '../data/ids.ts';
import { pathsOf } from '../destinations/plan.ts';
import { requestedDestinations } from '../destinations/request-field.ts';
import type { JobDestination } from '../destinations/resolve.ts';
import { ApiError } from '../errors.ts';
import type { RequestBody } from '../http/request-body.ts';
import { invalidField } from '../http/valid.ts';
import type { Accepted } from '../jobs/new-job.ts';
import { errorOfOutcome } from '../jobs/outcome.ts';
import { type JobPayload, payloadOf, readPayload, writePayload } from '../jobs/payload.ts';
import type { JobOutputRow, JobRow } from '../jobs/reader.ts';
import { DAY, type JobService, ownerOf, payerOf, QUEUE_LIMITS } from '../jobs/service.ts';
import type { Vault } from '../vault/vault.ts';
import { checkItems, checkTogether, pointed, refusePageNumbers, refuseUnmergeable, sharedBody } from './check.ts';
import { filePathFacts } from './file-path.ts';
import { readItems } from './items.ts';
import { readItem, type SharedBody, sharedOf, writeItem } from './payload.ts';
import { type BatchRow, fileJobOf } from './reader.ts';
import { type BatchRequest, FAILURES_SHOWN } from './schema.ts';
import type { BatchStore, NewItem } from './store.ts';

/** Milliseconds between looks at a batch that no signal told of. */
const LOOK = 1_000;
/** Milliseconds for the paths of a request. */
const PATHS = 10_000;
/** Failed items that are read at the same time. */
const READ_AT_ONCE = 200;
/** Objects that are removed at the same time. */
const REMOVED_AT_ONCE = 8;

export interface BatchServiceOptions {
  readonly store: BatchStore;
  readonly jobs: JobService;
  readonly vault: Vault;
  readonly metering: Metering;
  readonly conversions: Conversions;
}

/** A batch with all that is reported of it. */
export interface WholeBatch {
  readonly row: BatchRow;
  readonly credits: number;
  readonly file: JobOutputRow | undefined;
  readonly failures: readonly JobRow[];
}

/** Accepts batches, waits for them, cancels them and tries what failed once more. */
export class BatchService {
  readonly store: BatchStore;
  readonly jobs: JobService;
  readonly #vault: Vault;
  readonly #metering: Metering;
  readonly #conversions: Conversions;

  constructor({ store, jobs, vault, metering, conversions }: BatchServiceOptions) {
    this.store = store;
    this.jobs = jobs;
    this.#vault = vault;
    this.#metering = metering;
    this.#conversions = conversions;
  }

  /**
   * Checks a batch and accepts it with all its items, or none.
   * @param work.id Of the batch, if it has a name already
   * @throws ApiError with what is wrong and where; `credits_exhausted` when fewer credits are left than items
   */
  async accept(
    asker: Asker,
    {
      request,
      files,
      requestId,
      id = newId('bat'),
    }: {
      readonly request: BatchRequest;
      readonly files: RequestBody['files'];
      readonly requestId?: string;
      readonly id?: string | undefined;
    },
  ): Promise<{ readonly id: string; readonly total: number }> {
    const { caller } = asker;
    checkTogether(request);
    const read = readItems(request, files);
    const shared = sharedBody(request);
    const prepared = await checkItems(this.#conversions, { asker, request, shared, read });
    const { organisationId } = caller;
    const destinations = await this.#destinationsOf({ ...request, id, organisation_id: organisationId });
    const kept = await this.#vault.seal(
      sharedOf(organisationId, id),
      writePayload({
        caller: payerOf(caller),
        kind: kindOf(request.format),
        // All items are made of the version that was checked, whatever is published meanwhile.
        json: { ...pinned(shared, prepared.version), destinations },
        files: read.files,
      }),
    );
    const items: NewItem[] = [];
    for (const [position, item] of read.items.entries()) {
      const jobId = newId('job');
      items.push({
        id: jobId,
        position,
        request: await this.#vault.seal(payloadOf(organisationId, jobId), writeItem(item)),
      });
    }
    const common = {
      organisation_id: organisationId,
      actor: caller.id,
      owner: ownerOf(caller) ?? null,
      format: request.format,
      tag: request.tag ?? null,
      sandbox: prepared.isSandbox,
      keep: await this.jobs.keepOfBatch(organisationId, request.expires_in),
    };
    const facts = {
      ...common,
      request_id: requestId ?? null,
      template: prepared.template ?? null,
    };
    await this.#admitted(caller, { id, count: items.length, sandbox: prepared.isSandbox }, (admission) =>
      this.store.accept({ ...common, id, result: request.result, request: kept }, items, { ...admission, facts }),
    );
    return { id, total: items.length };
  }

  /** @throws ApiError `nothing_failed` if no delivery has */
  async #deliverAgain({ organisation_id: organisationId, id }: BatchRow): Promise<void> {
    const { destinations } = this.jobs;
    const again = await destinations?.deliveries.retry(organisationId, fileJobOf(id), destinations.clock.now());
    if (!again) throw new ApiError('nothing_failed');
    destinations?.wake();
  }

  /**
   * Has the items made once more that failed, or else the file that could not be made, or sent what did not arrive.
   * @param options.deliveriesOnly the file that is there is sent, and nothing made. Default false
   * @returns how many items
   * @throws ApiError `batch_unfinished`, `result_expired`, `nothing_failed`, `credits_exhausted`
   */
  async retry(row: BatchRow, { deliveriesOnly = false } = {}): Promise<number> {
    const { organisation_id: organisationId, id } = row;
    if (row.state === 'canceled') throw new ApiError('nothing_failed', { detail: 'The batch was canceled.' });
    if (row.state !== 'completed') throw unfinished();
    const kept = row.purged_at === null ? await this.store.request(row) : undefined;
    if (kept === undefined) throw new ApiError('result_expired');
    const payload = readPayload(await this.#vault.open(sharedOf(organisationId, id), kept));
    if (deliveriesOnly) {
      await this.#deliverAgain(row);
      return 0;
    }
    const { first, items, old } = await this.#failed(row, await this.#version(row, payload));
    if (!first) {
      if (row.error_code !== null && (await this.store.retryFile(id))) {
        this.jobs.signals.arrived();
        return 0;
      }
      await this.#deliverAgain(row);
      return 0;
    }
    const { caller } = payload;
    const { actor, owner, request_id, format, template, tag, sandbox, keep } = first;
    const facts = {
      organisation_id: organisationId,
      actor,
      owner,
      request_id,
      format,
      template,
      tag,
      sandbox,
      keep,
    };
    // Another name than the batch's: what was set aside for it may have been captured.
    const reservation = newId('job');
    await this.#admitted(caller, { id: reservation, count: items.length, sandbox }, async (admission) => {
      const accepted = await this.store.retry(id, { ...admission, facts, old, items });
      if (!accepted) throw unfinished();
      return accepted;
    });
    return items.length;
  }

  /** Where the one file is sent. Its path is tried, too: nobody waits for many items to be told of a fault of it. */
  async #destinationsOf(
    batch: Omit<Parameters<typeof filePathFacts>[0], 'tag'> & Pick<BatchRequest, 'destination' | 'data' | 'tag'>,
  ): Promise<readonly JobDestination[] | undefined> {
    const { destination, data, organisation_id: organisationId, tag = null } = batch;
    if (destination === undefined) return undefined;
    const { destinations } = this.jobs;
    if (!destinations) throw new ApiError('capacity', { detail: 'This service sends no results anywhere.' });
    const resolved = await destinations.resolve(organisationId, {
      requested: requestedDestinations({ destination }),
      results: 1,
    });
    const now = destinations.clock.now();
    const facts = filePathFacts({ ...batch, tag }, { data, now, signal: AbortSignal.timeout(PATHS) });
    for (const each of resolved)
      await pointed({ pointer: () => `${each.at}/path` }, () => pathsOf(this.#conversions.engine, [each], facts));
    return resolved;
  }

  /** Cancels what waits and runs; of a batch that has ended, removes its results and what is known of its content. */
  async remove({ organisation_id: organisationId, id, finished_at }: BatchRow): Promise<void> {
    // It may have ended since it was read.
    const running = finished_at === null ? await this.store.cancel(organisationId, id) : undefined;
    for (const job of running ?? []) this.jobs.signals.canceled(job);
    if (!running) {
      for await (const objects of this.store.purge(organisationId, id)) await this.#removeAll([...objects]);
    }
    this.jobs.signals.changed(id);
  }

  /** What cannot be removed now is removed by the sweeper: its row says that it is to go. */
  async #removeAll(objects: string[]): Promise<void> {
    const next = async (): Promise<void> => {
      for (let object = objects.pop(); object !== undefined; object = objects.pop()) {
        await this.jobs.objects.remove(object).catch(() => {});
      }
    };
    await Promise.all(Array.from({ length: REMOVED_AT_ONCE }, next));
  }

  /** The version of the template that is published by now: whoever tries again may have mended it. */
  async #version({ result, id }: BatchRow, { caller, kind, json, files }: JobPayload): Promise<string | undefined> {
    const { asked, fields, numbering } = json as SharedBody;
    if (asked === undefined) return undefined;
    const asker = { caller, method: 'POST', route: `batch:${id}` };
    const body = { json: { ...fields, template_id: asked, data: {} }, files };
    const prepared = await this.#conversions.prepare({ asker, kind, body });
    refuseUnmergeable({ result }, prepared);
    refusePageNumbers({ page_numbering: numbering }, prepared);
    return prepared.version;
  }

  /** The failed items of a batch, each sealed anew for the job that is to come. */
  async #failed(row: BatchRow, version: string | undefined) {
    const items: NewItem[] = [];
    const old: string[] = [];
    let first: JobRow | undefined;
    for (let after = -1; ; ) {
      const jobs = await this.store.failures(row, READ_AT_ONCE, after);
      for (const job of jobs) {
        first ??= job;
        const jobId = newId('job');
        const position = job.batch_position as number;
        const request = await this.#vault.open(payloadOf(job.organisation_id, job.id), job.request as Buffer);
        old.push(job.id);
        items.push({
          id: jobId,
          position,
          request: await this.#vault.seal(
            payloadOf(job.organisation_id, jobId),
            writeItem({ ...readItem(request), ...(version === undefined ? {} : { version }) }),
          ),
        });
        after = position;
      }
      if (jobs.length < READ_AT_ONCE) return { first, items, old };
    }
  }

  /** Waits for the end of a batch, at most so many milliseconds. @returns its row as it is then */
  async ended({ organisation_id: organisationId, id }: BatchRow, wait: number, signal: AbortSignal) {
    const until = performance.now() + wait;
    for (;;) {
      const left = until - performance.now();
      const tick = AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(LOOK, left))));
      const change = this.jobs.signals.nextChange(id, AbortSignal.any([tick, signal]));
      const row = await this.store.get(organisationId, id);
      if (!row || row.finished_at !== null || left <= 0 || signal.aborted) return row;
      await change;
    }
  }

  async whole(row: BatchRow): Promise<WholeBatch> {
    const file = row.result === 'separate' || row.purged_at !== null ? undefined : await this.store.file(row);
    const failures = row.failed > 0 && row.purged_at === null ? await this.store.failures(row, FAILURES_SHOWN) : [];
    const isThere = file?.deleted_at === null && file.expires_at.getTime() > Date.now();
    return { row, credits: await this.store.credits(row), file: isThere ? file : undefined, failures };
  }

  /** Why a batch that has ended has no file: none was asked for, it is gone, or it could not be made. */
  async whyNoFile(row: BatchRow): Promise<ApiError> {
    if (row.state === 'completed' && row.error_code !== null) {
      const job = await this.jobs.store.get(row.organisation_id, fileJobOf(row.id));
      if (job) return errorOfOutcome(await this.jobs.outcome(job), job.error_code);
    }
    return new ApiError(row.bytes === null ? 'batch_without_result' : 'result_expired');
  }

  /** Cancels a batch that a process accepted that died before it answered. */
  async abandon(organisationId: string, id: string): Promise<void> {
    const row = await this.store.get(organisationId, id);
    if (row && row.finished_at === null) await this.remove(row);
  }

  async #admitted(
    caller: Payer,
    { id, count, sandbox }: { readonly id: string; readonly count: number; readonly sandbox: boolean },
    admit: (admission: {
      readonly reservation: Awaited<ReturnType<Metering['shareOf']>> | undefined;
      readonly limits: typeof QUEUE_LIMITS;
      readonly startWithin: number;
    }) => Promise<Accepted>,
  ): Promise<void> {
    await this.jobs.keepOfBatch(caller.organisationId);
    if (sandbox) await this.#admitSandbox(caller, count);
    const reservation = sandbox ? undefined : await this.#metering.shareOf(id, caller, { credits: count });
    const accepted = await admit({ reservation, limits: QUEUE_LIMITS, startWithin: DAY });
    if (accepted.kind === 'full') throw new ApiError('queue_full');
    if (accepted.kind === 'refused' && reservation) throw this.#metering.refusal(accepted.shortage, reservation);
    this.jobs.signals.arrived();
  }

  async #admitSandbox(caller: Payer, count: number): Promise<void> {
    const most = this.#metering.sandboxLimit;
    if (most !== undefined && count > most) {
      throw invalidField('/items', `In the sandbox a batch has at most ${most} items; this one has ${count}.`);
    }
    for (let item = 0; item < count; item += 1) await this.#metering.admitSandbox(caller);
  }
}

function pinned({ fields, ...shared }: SharedBody, version: string | undefined): SharedBody {
  if (version === undefined) return { ...shared, fields };
  const named = String(fields.template_id);
  return {
    ...shared,
    fields: { ...fields, template_id: version },
    ...(named.includes('@') ? {} : { asked: named }),
  };
}

const unfinished = () =>
  new ApiError('job_unfinished', {
    detail: 'The batch has not ended; GET /v1/batches/{id}?wait=30 waits for its end.',
  });
