import { sql } from 'kysely';
import { QUEUE } from '../credits/holder.ts';
import { ledgerEntry, type Job as MeteredJob } from '../credits/ledger.ts';
import type { Database, Queries } from '../data/database.ts';
import { retried } from '../data/retried.ts';
import type { JobState } from '../data/schema/jobs.ts';
import type { NewDelivery } from '../destinations/plan.ts';
import type { Accepted, NewJob, QueueLimits, Shortage } from './new-job.ts';
import { type BegunJob, type ClaimableJob, JobReader } from './reader.ts';
import type { JobSignals } from './signals.ts';
import { type FinalState, PRIORITIES } from './states.ts';

/** Seconds that a worker may be silent before its jobs are given to others. */
const LEASE = 30;
/** How often a job is begun at most: one that ends its worker each time has failed. */
export const ATTEMPTS = 3;

/** A worker's right to a job. */
export interface Held {
  readonly id: string;
  readonly fence: number;
}

/** A job that a worker has begun. */
export interface ClaimedJob extends ClaimableJob, BegunJob {
  /** Whether others waited beside it. */
  readonly more_wait: boolean;
}

/** A result that is in the object store. */
export interface StoredOutput {
  readonly position: number;
  readonly format: string;
  readonly contentType: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
  readonly object: string;
}

export interface Success {
  readonly outputs: readonly StoredOutput[];
  /** What it costs; absent where nothing is charged. */
  readonly capture?: { readonly job: MeteredJob; readonly facts: object };
  readonly credits: number;
  readonly pages?: number;
  readonly bytes: number;
  /** What is sent where. */
  readonly deliveries?: readonly NewDelivery[];
}

/** What became of a worker's attempt to end a job. */
export type Finished =
  | { readonly kind: 'ended' }
  /** Somebody else has it, or it has ended: nothing was written. */
  | { readonly kind: 'lost' }
  /** It is to be canceled: nothing was written. */
  | { readonly kind: 'canceled' }
  /** Too few credits are left for what it costs: nothing was written. */
  | { readonly kind: 'refused'; readonly shortage: Shortage };

/**
 * Jobs in the database, and what changes them. Each change of a state is one SQL function of migrations 0011 to 0036, so it happens whole or not at
 * all, and no row stays locked while somebody waits for a network.
 */
export class JobStore extends JobReader {
  readonly #database: Database;
  readonly #signals: JobSignals;
  /** Seconds that a worker may be silent. */
  readonly lease: number;

  /** @param options.lease seconds that a worker may be silent before its jobs are given to others; default 30 */
  constructor({
    database,
    signals,
    lease = LEASE,
  }: {
    readonly database: Database;
    readonly signals: JobSignals;
    readonly lease?: number;
  }) {
    super(database);
    this.#database = database;
    this.#signals = signals;
    this.lease = lease;
  }

  /**
   * Puts a job into the queue, and sets aside what it needs; of both, or neither.
   * @param options.queries of a transaction that it is a part of
   * @param options.worker who has a slot for it, and begins it at once if nobody else waits
   */
  async accept(
    job: NewJob,
    reservation: MeteredJob | undefined,
    limits: QueueLimits,
    { queries, worker }: { readonly queries?: Queries | undefined; readonly worker?: string | undefined } = {},
  ): Promise<Accepted> {
    const entry = {
      id: job.id,
      organisation: job.organisationId,
      actor: job.actor,
      owner: job.owner,
      request_id: job.requestId,
      priority: PRIORITIES[job.priority],
      format: job.format,
      template: job.template,
      tag: job.tag,
      sandbox: job.sandbox,
      start_within: job.startWithin,
      keep: job.keep,
    };
    // The job itself holds it, however long it waits and whichever process dies.
    const reserve = reservation && { ...ledgerEntry(reservation), holder: QUEUE, key_cap: reservation.key?.cap };
    const { webhook } = job;
    const parts = sql`${JSON.stringify(entry)}::jsonb, ${job.request},
      ${reserve ? JSON.stringify(reserve) : null}::jsonb, ${limits.jobs}, ${limits.bytes}`;
    const { events, queue, target } = webhook ?? {};
    const call = webhook
      ? sql`accept_job_with_webhook(${parts}, ${JSON.stringify({ events, queue })}::jsonb, ${target})`
      : sql`accept_job(${parts})`;
    const answer = await this.#call<Partial<Shortage> & { readonly full?: true; readonly begun?: true }>(
      worker === undefined ? call : sql`begin_accepted_job(${call}, ${job.id}, ${worker}, ${this.lease})`,
      queries,
    );
    if (answer.full) return { kind: 'full' };
    if (answer.refused !== undefined) return { kind: 'refused', shortage: answer as Shortage };
    if (answer.begun) this.#signals.begun(job.id);
    else this.#signals.arrived();
    return { kind: 'accepted', begun: answer.begun === true };
  }

  /** Tells those who wait for a job or batch that it has changed. */
  changed(id: string): void {
    this.#signals.changed(id);
  }

  /** The next job for this worker; undefined if none waits. */
  async claim(worker: string): Promise<ClaimedJob | undefined> {
    // The whole statement sees what waited when it began, this job too.
    const { rows } = await retried(() =>
      sql<ClaimedJob>`
        select j.*, exists (select from jobs w where w.state = 'queued' and w.id <> j.id) as more_wait, b.batch_standing,
          b.batch_result
        from claim_job(${worker}, ${this.lease}) j left join lateral (
          select b.result as batch_result,
            case when b.purged_at is not null then 'purged' when b.cancel_requested then 'canceled' else 'open' end as batch_standing
          from batches b where b.id = j.batch_id limit 1
        ) b on true
      `.execute(this.#database.system),
    );
    if (rows[0]) this.#signals.begun(rows[0].id);
    return rows[0];
  }

  /** Keeps what a worker has. @returns those that it still has, and whether each is to be canceled */
  async renew(held: readonly Held[]): Promise<ReadonlyMap<string, { readonly cancelRequested: boolean }>> {
    const ids = held.map(({ id }) => id);
    const fences = held.map(({ fence }) => fence);
    const { rows } = await sql<{ id: string; cancel_requested: boolean }>`
      update jobs set lease_until = now() + make_interval(secs => ${this.lease})
      from unnest(${ids}::text[], ${fences}::bigint[]) as held (id, fence)
      where jobs.id = held.id and jobs.fence = held.fence and jobs.state = 'processing'
      returning jobs.id, jobs.cancel_requested
    `.execute(this.#database.system);
    return new Map(rows.map((row) => [row.id, { cancelRequested: row.cancel_requested }]));
  }

  /** Ends a job that went well: its results are there, and what they cost is taken, or nothing of it happens. */
  async succeed({ id, fence }: Held, success: Success, outcome: Buffer): Promise<Finished> {
    const { outputs, capture, credits, pages, bytes, deliveries } = success;
    return await this.#finish(
      {
        id,
        fence,
        state: 'succeeded',
        credits,
        pages,
        bytes,
        capture: capture ? { ...ledgerEntry(capture.job), key_cap: capture.job.key?.cap, ...capture.facts } : null,
        outputs: outputs.map(({ position, format, contentType, bytes: size, sha256, object }) => ({
          position,
          format,
          content_type: contentType,
          bytes: size,
          sha256,
          object,
        })),
      },
      outcome,
      deliveries,
    );
  }

  /** Ends a job that came to nothing; what was set aside for it is given back. */
  async fail(
    { id, fence }: Held,
    { state, errorCode }: { readonly state: Exclude<FinalState, 'succeeded'>; readonly errorCode: string },
    outcome: Buffer | undefined,
  ): Promise<Finished> {
    return await this.#finish({ id, fence, state, error_code: errorCode }, outcome);
  }

  /**
   * Gives a job back that was not finished. Whether it was still this worker's.
   * @param options.counts whether it was an attempt; default: the worker only ends itself
   */
  async handBack({ id, fence }: Held, { counts = false }: { readonly counts?: boolean } = {}): Promise<boolean> {
    const { rows } = await retried(() =>
      sql<{ done: boolean }>`select hand_back_job(${id}, ${fence}, ${counts}) as done`.execute(this.#database.system),
    );
    this.#signals.changed(id);
    this.#signals.arrived();
    return rows[0]?.done ?? false;
  }

  /** Frees jobs of dead workers, and ends those that have waited for too long. @returns how many */
  async sweep(most = 500): Promise<number> {
    for (let swept = 0; ; swept += 1) {
      if (swept === most || !(await this.#sweepOne())) {
        if (swept > 0) this.#signals.arrived();
        return swept;
      }
    }
  }

  /**
   * Cancels a job: at once if it waits, else as soon as its worker hears of it.
   * @returns its state then, `processing` if it is about to end; undefined if the organization has no such job
   */
  async cancel(organisationId: string, id: string): Promise<JobState | undefined> {
    const { rows } = await retried(() =>
      sql<{ state: JobState | null }>`select cancel_job(${organisationId}, ${id}) as state`.execute(
        this.#database.system,
      ),
    );
    this.#signals.changed(id);
    this.#signals.canceled(id);
    return rows[0]?.state ?? undefined;
  }

  /**
   * Marks what a job has made as gone, and forgets what is known of its content.
   * @returns the objects that are to be removed
   */
  async purge(organisationId: string, id: string): Promise<readonly string[]> {
    return await this.#database.inOrganisation(organisationId, async (queries) => {
      await queries
        .updateTable('jobs')
        .set({ purged_at: sql`now()`, outcome: null, request: null })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .where('purged_at', 'is', null)
        .where('finished_at', 'is not', null)
        .execute();
      const rows = await queries
        .updateTable('job_outputs')
        .set({ deleted_at: sql`now()` })
        .where('organisation_id', '=', organisationId)
        .where('job_id', '=', id)
        .where('deleted_at', 'is', null)
        .returning('object')
        .execute();
      return rows.map(({ object }) => object);
    });
  }

  async #finish(
    finish: object,
    outcome: Buffer | undefined,
    deliveries: readonly NewDelivery[] = [],
  ): Promise<Finished> {
    const parts = sql`${JSON.stringify(finish)}::jsonb, ${outcome ?? null}`;
    const targets = deliveries.map(({ target, ...rest }) => ({ ...rest, target: target.toString('hex') }));
    const answer = await this.#call<
      Partial<Shortage> & { readonly lost?: true; readonly canceled?: true; readonly batch_ended?: string }
    >(
      targets.length > 0
        ? sql`finish_job_delivering(${parts}, ${JSON.stringify(targets)}::jsonb)`
        : sql`finish_job(${parts})`,
    );
    if (answer.lost) return { kind: 'lost' };
    if (answer.canceled) return { kind: 'canceled' };
    if (answer.refused !== undefined) return { kind: 'refused', shortage: answer as Shortage };
    this.#signals.changed((finish as Held).id);
    if (answer.batch_ended !== undefined) this.#signals.changed(answer.batch_ended);
    return { kind: 'ended' };
  }

  async #sweepOne(): Promise<boolean> {
    const { rows } = await retried(() =>
      sql<{ swept: boolean }>`select sweep_job(${ATTEMPTS}) as swept`.execute(this.#database.system),
    );
    return rows[0]?.swept ?? false;
  }

  /** Within a transaction there is one try: what fails in it ends it. */
  async #call<Answer>(call: ReturnType<typeof sql>, queries?: Queries): Promise<Answer> {
    const ask = sql<{ answer: Answer }>`select ${call} as answer`;
    const { rows } = queries ? await ask.execute(queries) : await retried(() => ask.execute(this.#database.system));
    return (rows[0] as { answer: Answer }).answer;
  }
}
