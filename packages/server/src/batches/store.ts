import { sql } from 'kysely';
import { QUEUE } from '../credits/holder.ts';
import { ledgerEntry } from '../credits/ledger.ts';
import type { MeteredJob } from '../credits/metering.ts';
import type { Database, Queries } from '../data/database.ts';
import { retried } from '../data/retried.ts';
import type { NewDelivery } from '../destinations/plan.ts';
import type { Accepted, QueueLimits, Shortage } from '../jobs/new-job.ts';
import type { JobRow } from '../jobs/reader.ts';
import { PRIORITIES } from '../jobs/states.ts';
import { ATTEMPTS } from '../jobs/store.ts';
import { BatchReader, type BatchRow, fileJobOf } from './reader.ts';

/** A batch that is about to wait. */
export type NewBatch = Pick<
  BatchRow,
  'id' | 'organisation_id' | 'actor' | 'owner' | 'result' | 'format' | 'tag' | 'sandbox' | 'keep'
> & {
  /** What all items share, sealed. */
  readonly request: Buffer;
};

/** An item that is about to wait. */
export interface NewItem {
  readonly id: string;
  readonly position: number;
  /** Sealed. */
  readonly request: Buffer;
}

/** What the jobs of all items have in common. */
export type ItemFacts = Pick<
  JobRow,
  'organisation_id' | 'actor' | 'owner' | 'request_id' | 'format' | 'template' | 'tag' | 'sandbox' | 'keep'
>;

/** What has to be there for jobs before they may wait. */
export interface Admission {
  readonly reservation: MeteredJob | undefined;
  readonly limits: QueueLimits;
  /** Seconds within which each has to begin. */
  readonly startWithin: number;
}

/** Rows of one statement. */
const CHUNK = 500;
/** Jobs that are canceled in one transaction. */
const CANCELED_AT_ONCE = 200;

function* partsOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += CHUNK) yield items.slice(start, start + CHUNK);
}

const idsOf = (items: readonly NewItem[]): string[] => items.map(({ id }) => id);

/** Batches in the database, and what changes them; what changes with the end of an item is changed by the functions of jobs. */
export class BatchStore extends BatchReader {
  readonly #database: Database;

  constructor(database: Database) {
    super(database);
    this.#database = database;
  }

  /** Puts a batch and all its items into the queue, and sets aside what they need; all, or nothing. */
  async accept(
    batch: NewBatch,
    items: readonly NewItem[],
    { facts, ...admission }: Admission & { readonly facts: ItemFacts },
  ): Promise<Accepted> {
    return await this.#admitted(async (queries) => {
      await queries
        .insertInto('batches')
        .values({ ...batch, state: 'queued', total: items.length })
        .execute();
      return await this.#insert(queries, batch.id, items, { facts, ...admission });
    });
  }

  /**
   * Puts items that failed into the queue once more, as new jobs. Nothing is done if one of them is tried already.
   * @returns undefined if the batch has not ended, or others came first
   */
  async retry(
    batchId: string,
    {
      old,
      items,
      ...rest
    }: Admission & {
      readonly facts: ItemFacts;
      readonly old: readonly string[];
      readonly items: readonly NewItem[];
    },
  ): Promise<Accepted | undefined> {
    return await this.#admitted(async (queries) => {
      const begun = await queries
        .updateTable('batches')
        .set((row) => ({
          state: 'processing',
          failed: row('failed', '-', items.length),
          finished_at: null,
          expires_at: null,
          error_code: null,
          bytes: null,
          pages: null,
        }))
        .where('id', '=', batchId)
        .where('state', '=', 'completed')
        .where('purged_at', 'is', null)
        .executeTakeFirst();
      if (begun.numUpdatedRows === 0n) return undefined;
      for (const part of partsOf(old)) {
        const { rows } = await sql`
          update jobs set request = null where id = any(${[...part]}::text[]) and request is not null returning id
        `.execute(queries);
        if (rows.length !== part.length) throw new TriedAlready();
      }
      await queries
        .updateTable('job_outputs')
        .set({ deleted_at: sql`now()` })
        .where('job_id', '=', fileJobOf(batchId))
        .where('deleted_at', 'is', null)
        .execute();
      return await this.#insert(queries, batchId, items, rest);
    }).catch((error: unknown) => {
      if (error instanceof TriedAlready) return undefined;
      throw error;
    });
  }

  /** Has the file of a batch made again that could not be made. @returns whether it is to be */
  async retryFile(batchId: string): Promise<boolean> {
    const { rows } = await retried(() =>
      sql<{ done: boolean }>`select retry_batch_file(${batchId}) as done`.execute(this.#database.system),
    );
    return rows[0]?.done ?? false;
  }

  /**
   * Cancels what waits, at once, and tells workers of what runs.
   * @returns ids of the jobs that run; undefined if the batch has ended, which is left as it is
   */
  async cancel(organisationId: string, id: string): Promise<readonly string[] | undefined> {
    const marked = await this.#database.inOrganisation(organisationId, (queries) =>
      queries
        .updateTable('batches')
        .set({ cancel_requested: true })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .where('finished_at', 'is', null)
        .returning('id')
        .executeTakeFirst(),
    );
    if (!marked) return undefined;
    for (let canceled = CANCELED_AT_ONCE; canceled === CANCELED_AT_ONCE; ) {
      const { rows } = await retried(() =>
        sql<{ canceled: number }>`select cancel_batch_jobs(${id}, ${CANCELED_AT_ONCE}) as canceled`.execute(
          this.#database.system,
        ),
      );
      canceled = rows[0]?.canceled ?? 0;
    }
    // What a worker is about to begin is locked and waits still, as far as can be seen: it is waited for, since its worker may have
    // looked at the batch before it was canceled.
    const { rows } = await retried(() =>
      sql<{ id: string }>`
        with running as (
          update jobs set cancel_requested = true where batch_id = ${id} and state in ('queued', 'processing') returning id
        )
        select id, pg_notify('platen_cancel', id)::text from running
      `.execute(this.#database.system),
    );
    return rows.map((row) => row.id);
  }

  /**
   * Forgets the content of a batch that has ended: at once for whoever asks for it, then row by row. Doing it again goes on
   * where it was interrupted.
   * @returns the objects that are to be removed, in parts
   */
  async *purge(organisationId: string, id: string): AsyncGenerator<readonly string[]> {
    const { system } = this.#database;
    const { numUpdatedRows } = await system
      .updateTable('batches')
      .set({ purged_at: sql`now()`, request: null })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .where('finished_at', 'is not', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    for (let count = CHUNK; count === CHUNK; ) {
      const { rows } = await sql<{ object: string }>`
        update job_outputs o set deleted_at = now() where (o.job_id, o.position) in (
          select u.job_id, u.position from jobs j join job_outputs u on u.job_id = j.id
          where j.batch_id = ${id} and j.organisation_id = ${organisationId} and u.deleted_at is null limit ${CHUNK}
        ) returning o.object
      `.execute(system);
      count = rows.length;
      yield rows.map(({ object }) => object);
    }
    for (let count = CHUNK; count === CHUNK; ) {
      const { rows } = await sql`
        update jobs set purged_at = now(), outcome = null, request = null where id in (
          select j.id from jobs j
          where j.batch_id = ${id} and j.organisation_id = ${organisationId} and j.purged_at is null limit ${CHUNK}
        ) returning id
      `.execute(system);
      count = rows.length;
    }
  }

  /** Ends the job that makes the file. @returns whether it was still this worker's, and not to be canceled */
  async finishFile(
    finish: object,
    outcome: Buffer | undefined,
    deliveries: readonly NewDelivery[] = [],
  ): Promise<'ended' | 'lost' | 'canceled'> {
    const sent = deliveries.map(({ target, ...each }) => ({ ...each, target: target.toString('hex') }));
    const { rows } = await retried(() =>
      sql<{ answer: { readonly lost?: true; readonly canceled?: true } }>`
        select finish_batch_file_delivering(${JSON.stringify(finish)}::jsonb, ${outcome ?? null},
          ${JSON.stringify(sent)}::jsonb) as answer
      `.execute(this.#database.system),
    );
    const answer = rows[0]?.answer;
    return answer?.lost ? 'lost' : answer?.canceled ? 'canceled' : 'ended';
  }

  /** In parts, each of which the database does well within the time of a statement. */
  async #insert(
    queries: Queries,
    batchId: string,
    items: readonly NewItem[],
    { facts, reservation, limits, startWithin }: Admission & { readonly facts: ItemFacts },
  ): Promise<Accepted> {
    for (const part of partsOf(items)) {
      const rows = part.map(({ id, position, request }) => ({
        ...facts,
        id,
        kind: 'convert' as const,
        state: 'queued' as const,
        priority: PRIORITIES.batch,
        batch_id: batchId,
        batch_position: position,
        request,
        request_bytes: request.length,
        start_before: sql<Date>`now() + make_interval(secs => ${startWithin})`,
      }));
      await queries.insertInto('jobs').values(rows).execute();
      await sql`
        insert into job_events (job_id, number, organisation_id, state, attempt)
        select id, 1, ${facts.organisation_id}, 'queued', 0 from unnest(${idsOf(part)}::text[]) as item (id)
      `.execute(queries);
    }
    const bytes = items.reduce((sum, { request }) => sum + request.length, 0);
    const entry = reservation && { ...ledgerEntry(reservation.job), holder: QUEUE, key_cap: reservation.job.key?.cap };
    // From here on rows are locked that others of the organization need.
    const { rows } = await sql<{ answer: Partial<Shortage> & { readonly full?: true } }>`
      select admit_batch_jobs(${facts.organisation_id}, ${items.length}, ${bytes},
        ${entry ? JSON.stringify(entry) : null}::jsonb, ${limits.jobs}, ${limits.bytes}) as answer
    `.execute(queries);
    const answer = rows[0]?.answer ?? {};
    if (answer.full) throw new NotAdmitted({ kind: 'full' });
    if (answer.refused !== undefined) throw new NotAdmitted({ kind: 'refused', shortage: answer as Shortage });
    if (reservation) await this.#divide(queries, facts.organisation_id, reservation.job.id, items);
    await sql`select pg_notify('platen_job', ${batchId}), pg_notify('platen_jobs', '')`.execute(queries);
    return { kind: 'accepted' };
  }

  async #divide(queries: Queries, organisationId: string, reservation: string, items: readonly NewItem[]) {
    for (const part of partsOf(items)) {
      await sql`select divide_reservation(${organisationId}, ${reservation}, ${items.length}, ${idsOf(part)}::text[])`.execute(
        queries,
      );
    }
    await queries
      .deleteFrom('credit_reservations')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', reservation)
      .execute();
  }

  /** Runs a transaction that a refusal undoes. */
  async #admitted<Value extends Accepted | undefined>(
    work: (queries: Queries) => Promise<Value>,
  ): Promise<Value | Accepted> {
    try {
      return await retried(() => this.#database.system.transaction().execute(work));
    } catch (error) {
      if (error instanceof NotAdmitted) return error.refusal;
      throw error;
    }
  }
}

/** Attempts after which the making of a file has failed. */
export const FILE_ATTEMPTS = ATTEMPTS;

class NotAdmitted extends Error {
  readonly refusal: Accepted;

  constructor(refusal: Accepted) {
    super('The jobs may not wait.');
    this.refusal = refusal;
  }
}

class TriedAlready extends Error {}
