import type { Payer } from '../access/caller.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { RetentionPeriods } from '../config/retention.ts';
import { formatName } from '../conversions/charged.ts';
import type { ConversionRequest, PreparedConversion } from '../conversions/service.ts';
import type { Metering } from '../credits/metering.ts';
import type { Queries } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import type { Destinations } from '../destinations/open.ts';
import type { DeliveryJson } from '../destinations/report.ts';
import { ApiError } from '../errors.ts';
import type { Objects } from '../objects/objects.ts';
import { isHeld } from '../retention/statements.ts';
import type { Vault } from '../vault/vault.ts';
import type { Webhooks } from '../webhooks/open.ts';
import { batchForbidden, keptUnderHipaa } from './hipaa.ts';
import { keptWithin } from './kept-within.ts';
import type { ResultLinks } from './links.ts';
import type { Accepted, NewJob, QueueLimits } from './new-job.ts';
import type { JobOutcome } from './outcome.ts';
import { type JobPayload, outcomeOf, payloadOf, readPayload, writePayload } from './payload.ts';
import type { JobOutputRow, JobRow, ReportedOutput } from './reader.ts';
import type { ReadyWork } from './ready-work.ts';
import type { JobSignals } from './signals.ts';
import { isFinal, type Priority } from './states.ts';
import type { JobStore } from './store.ts';
import type { KeptSlot } from './worker.ts';

export const DAY = 86_400;

/** What one organization may have waiting: jobs, and bytes of their requests. */
export const QUEUE_LIMITS: QueueLimits = { jobs: 20_000, bytes: 2 * 1024 * 1024 * 1024 };
/** Milliseconds between looks at a job that no signal told of. */
const LOOK = 1_000;

export interface JobServiceOptions {
  readonly store: JobStore;
  readonly signals: JobSignals;
  readonly vault: Vault;
  readonly objects: Objects;
  readonly metering: Metering;
  readonly links: ResultLinks;
  /** A slot of this process for a job that it accepts; undefined if it has none. */
  readonly keepSlot: () => KeptSlot | undefined;
  readonly audit: Pick<AuditLog, 'record'>;
  /** Whether an organization has the HIPAA profile. */
  readonly isUnderHipaa: (organisationId: string) => Promise<boolean>;
  /** How an organization keeps things. */
  readonly keepingOf: (
    organisationId: string,
  ) => Promise<{ readonly hipaa: boolean; readonly periods: RetentionPeriods }>;
  /** Default: none, and requests that name one are refused. */
  readonly webhooks?: Pick<Webhooks, 'forJob'>;
  /** Default: none. */
  readonly destinations?:
    | Pick<Destinations, 'ofJob' | 'report' | 'deliveries' | 'resolve' | 'wake' | 'clock'>
    | undefined;
  /** Where people reach the service, for links. */
  readonly origin: () => string;
}

/** A job that was waited for, with its results: they are read together. */
type EndedJob = JobRow & { readonly outputs: readonly ReportedOutput[] };

/** A job with all that is reported of it. */
export interface WholeJob {
  readonly row: JobRow;
  readonly outputs: readonly JobOutputRow[];
  readonly outcome: JobOutcome;
  /** What was sent where. */
  readonly deliveries: readonly DeliveryJson[];
}

/** Accepts jobs, waits for them, and opens their results. */
export class JobService {
  readonly store: JobStore;
  readonly signals: JobSignals;
  readonly objects: Objects;
  readonly links: ResultLinks;
  readonly #vault: Vault;
  readonly #audit: JobServiceOptions['audit'];
  readonly #isUnderHipaa: JobServiceOptions['isUnderHipaa'];
  readonly #keepingOf: JobServiceOptions['keepingOf'];
  readonly #metering: Metering;
  readonly #webhooks: JobServiceOptions['webhooks'];
  readonly #keepSlot: () => KeptSlot | undefined;
  readonly destinations: JobServiceOptions['destinations'];
  readonly #origin: () => string;

  constructor(options: JobServiceOptions) {
    this.store = options.store;
    this.signals = options.signals;
    this.objects = options.objects;
    this.links = options.links;
    this.#vault = options.vault;
    this.#audit = options.audit;
    this.#isUnderHipaa = options.isUnderHipaa;
    this.#keepingOf = options.keepingOf;
    this.#metering = options.metering;
    this.#webhooks = options.webhooks;
    this.#keepSlot = options.keepSlot;
    this.destinations = options.destinations;
    this.#origin = options.origin;
  }

  /**
   * Accepts a conversion: from now on it ends in one final state, whatever happens.
   * @throws ApiError `storage_forbidden`, `credits_exhausted`, `payment_required`, `rate_limited`, `queue_full`, `url_not_allowed`,
   *   `database_unavailable`
   */
  async accept(
    { asker, kind, body, accept, note, beside }: ConversionRequest,
    prepared: PreparedConversion,
    {
      id = newId('job'),
      priority,
      requestId,
      startWithin = DAY,
      awaited = false,
      within,
    }: {
      readonly id?: string;
      readonly priority: Priority;
      readonly requestId?: string;
      /** Seconds within which it has to begin. Default: a day. */
      readonly startWithin?: number;
      /** Whether somebody waits for the result, and gets it or nothing. Default: no. */
      readonly awaited?: boolean;
      /** Does it together with something else, in one transaction. */
      readonly within?: (accept: (queries?: Queries) => Promise<Accepted>) => Promise<Accepted>;
    },
  ): Promise<string> {
    const { caller } = asker;
    const { organisationId } = caller;
    const keep = await this.keepOf(organisationId, prepared, awaited);
    const { webhook: asked } = prepared.later;
    if (asked && !this.#webhooks) throw new ApiError('capacity', { detail: 'This service sends no webhooks.' });
    const webhook = asked && (await this.#webhooks?.forJob(organisationId, id, asked));
    const payload: JobPayload = { caller: payerOf(caller), kind, accept, note, beside, ...body };
    const request = await this.#vault.seal(payloadOf(organisationId, id), writePayload(payload));
    if (prepared.isSandbox) await this.#metering.admitSandbox(caller);
    const share = prepared.isSandbox ? undefined : await this.#metering.shareOf(id, caller, { credits: 1 });
    const job: NewJob = {
      id,
      organisationId,
      actor: caller.id,
      owner: ownerOf(caller),
      requestId,
      priority,
      format: formatName(prepared.formats),
      template: prepared.template,
      tag: prepared.tag,
      sandbox: prepared.isSandbox,
      request,
      startWithin,
      keep,
      webhook,
    };
    const put = (options: { readonly queries?: Queries | undefined; readonly worker?: string } = {}) =>
      this.store.accept(job, share?.job, QUEUE_LIMITS, options);
    const accepted = within
      ? await within((queries) => put({ queries }))
      : await this.#atOnce((worker) => put({ worker }), job, { payload, prepared });
    if (accepted.kind === 'full') throw new ApiError('queue_full');
    if (accepted.kind === 'refused' && share) throw this.#metering.refusal(accepted.shortage, share);
    return id;
  }

  /** Accepts a job, and has this process begin it with what is at hand if it has a slot and nobody waits for one. */
  async #atOnce(put: (worker?: string) => Promise<Accepted>, job: NewJob, ready: ReadyWork): Promise<Accepted> {
    const slot = this.#keepSlot();
    if (!slot) return await put();
    let begun: boolean | undefined = false;
    try {
      const accepted = await put(slot.worker);
      begun = accepted.kind === 'accepted' && accepted.begun;
      return accepted;
    } finally {
      if (begun) slot.begin(job, ready);
      else slot.free();
    }
  }

  /** Waits for the end of a job, at most so many milliseconds. @returns its row as it is then */
  async ended(organisationId: string, id: string, wait: number, signal?: AbortSignal): Promise<EndedJob | undefined> {
    const until = performance.now() + wait;
    for (let isFirst = true; ; isFirst = false) {
      const left = until - performance.now();
      const tick = AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(LOOK, left))));
      // Before the look, so that no change falls in between.
      const change = this.signals.nextChange(id, signal ? AbortSignal.any([tick, signal]) : tick);
      // Most jobs have not ended when somebody begins to wait: of those one column is enough.
      const state = isFirst && left > 0 ? await this.store.stateOf(organisationId, id) : undefined;
      if (state && !isFinal(state) && !signal?.aborted) {
        await change;
        continue;
      }
      const { job, outputs = [] } = (await this.store.withResults(organisationId, id)) ?? {};
      const row = job && { ...job, outputs };
      if (!row || isFinal(row.state) || left <= 0 || signal?.aborted) return row;
      await change;
    }
  }

  /** Waits until all deliveries of a job have arrived or failed, at most so many milliseconds. @returns them as they are then */
  async delivered(row: JobRow, wait: number, signal?: AbortSignal): Promise<readonly DeliveryJson[]> {
    const until = performance.now() + wait;
    for (;;) {
      const left = until - performance.now();
      const tick = AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(LOOK, left))));
      const change = this.signals.nextChange(row.id, signal ? AbortSignal.any([tick, signal]) : tick);
      const deliveries = (await this.destinations?.ofJob(row.organisation_id, row.id, true)) ?? [];
      if (deliveries.every(({ state }) => state !== 'waiting') || left <= 0 || signal?.aborted) return deliveries;
      await change;
    }
  }

  /**
   * @param read a job, with its results if they were read with it
   * @param options.open whether the reader may fetch the results: where they were sent may quote them. Default: yes
   */
  async whole(read: JobRow | EndedJob, { open = true }: { readonly open?: boolean } = {}): Promise<WholeJob> {
    const { outputs: known, ...row }: JobRow & Partial<EndedJob> = read;
    const { organisation_id: organisationId, id } = row;
    if (row.state !== 'succeeded') return { row, outputs: [], outcome: await this.outcome(row), deliveries: [] };
    const { destinations } = this;
    const outputs = known ?? (await this.store.outputs(organisationId, id));
    // Rows of results are removed when they expire, and those of deliveries later.
    const sent = outputs.length === 0 || outputs.some((output) => output.sent);
    const deliveries =
      destinations && sent
        ? await destinations.report(await destinations.deliveries.ofJob(organisationId, id), { open })
        : [];
    return { row, outputs, outcome: await this.outcome(row), deliveries };
  }

  /**
   * How long the results of a conversion are to be kept.
   * @param awaited whether somebody waits for the result, and gets it or nothing
   * @returns seconds
   * @throws ApiError `storage_forbidden`
   */
  async keepOf(organisationId: string, { later }: Pick<PreparedConversion, 'later'>, awaited = false): Promise<number> {
    const { hipaa, periods } = await this.#keepingOf(organisationId);
    if (hipaa) return keptUnderHipaa(later, awaited);
    return keptWithin(periods.results, later.expires_in);
  }

  /**
   * How long the results of a batch are to be kept.
   * @param asked what its request asks for, in seconds
   * @returns seconds
   * @throws ApiError `storage_forbidden`
   */
  async keepOfBatch(organisationId: string, asked?: number): Promise<number> {
    const { hipaa, periods } = await this.#keepingOf(organisationId);
    if (hipaa) throw batchForbidden();
    return keptWithin(periods.results, asked);
  }

  /**
   * Records that somebody reads a result of an organization with the HIPAA profile; before a byte of it is sent.
   * @param actor id of a key or a person; `link` for whoever has the link
   * @param isUnderHipaa whether it has the profile, if that is known
   */
  async noteRead(
    actor: string,
    { organisation_id: organisationId, job_id, position }: JobOutputRow,
    isUnderHipaa?: boolean,
  ): Promise<void> {
    if (!(isUnderHipaa ?? (await this.#isUnderHipaa(organisationId)))) return;
    await this.#audit.record(organisationId, { actor, action: 'result.read', target: job_id, detail: { position } });
  }

  /** The address that opens a result without a key. */
  linkTo({ job_id: jobId, position, expires_at }: JobOutputRow): string {
    return this.addressOf(`/v1/results/${this.links.token({ jobId, position, expiresAt: expires_at.getTime() })}`);
  }

  /** A path as people reach it. */
  addressOf(path: string): string {
    return this.#origin() + path;
  }

  /**
   * Cancels a job that has not ended; of one that has, removes what it has made. One that has ended since it was read is
   * removed too.
   */
  async remove({ organisation_id: organisationId, id, state }: JobRow): Promise<void> {
    const now = isFinal(state) ? state : await this.store.cancel(organisationId, id);
    // What is canceled by this has made nothing, and is still told of.
    if (isFinal(state) || now === 'succeeded' || now === 'failed') await this.purge(organisationId, id);
  }

  /** Removes what a job has made, and what is known of its content. */
  async purge(organisationId: string, id: string): Promise<void> {
    const objects = await this.store.purge(organisationId, id);
    this.signals.changed(id);
    // What cannot be removed now is removed by the sweeper: its row says that it is to go.
    for (const object of objects) await this.objects.remove(object).catch(() => {});
  }

  /** Removes what a job has made for an answer that is on its way; of an organization with a legal hold it stays. */
  async forget({ organisation_id: organisationId, id }: JobRow): Promise<void> {
    await this.purge(organisationId, id).catch((error: unknown) => {
      if (!isHeld(error)) throw error;
    });
  }

  /** What is reported of the end of a job beside its columns; empty before, and once it was removed. */
  async outcome({
    organisation_id: organisationId,
    id,
    outcome,
  }: Pick<JobRow, 'organisation_id' | 'id' | 'outcome'>): Promise<JobOutcome> {
    if (!outcome) return {};
    return JSON.parse((await this.#vault.open(outcomeOf(organisationId, id), outcome)).toString('utf8')) as JobOutcome;
  }

  /** What its request said is to come back with a job; undefined if nothing, of an item of a batch, and once it was removed. */
  async noteOf(row: JobRow, { note }: JobOutcome): Promise<string | undefined> {
    const { organisation_id: organisationId, id, batch_id: batch } = row;
    if (row.outcome || batch !== null) return note;
    const request = await this.store.request(organisationId, id);
    if (!request) {
      // It has ended since the row was read, and its request is gone: the note is in its outcome now.
      const ended = await this.store.get(organisationId, id);
      return ended && (await this.outcome(ended)).note;
    }
    return readPayload(await this.#vault.open(payloadOf(organisationId, id), request)).note;
  }
}

/** The person whose work it is. */
export const ownerOf = (caller: Payer): string | undefined => (caller.kind === 'person' ? caller.id : caller.userId);

/** What of the caller outlives the request. */
export function payerOf(caller: Payer): Payer {
  const { id, organisationId } = caller;
  if (caller.kind === 'person') return { kind: caller.kind, id, organisationId };
  return { kind: caller.kind, id, organisationId, mode: caller.mode, monthlyCreditCap: caller.monthlyCreditCap };
}
