import { type Selectable, sql } from 'kysely';
import { QUEUE } from '../credits/holder.ts';
import { ledgerEntry } from '../credits/ledger.ts';
import type { MeteredJob } from '../credits/metering.ts';
import type { Database, Queries } from '../data/database.ts';
import { retried } from '../data/retried.ts';
import type { BatchState, JobsTables } from '../data/schema/jobs.ts';
import { PRIORITIES } from '../jobs/states.ts';
import {
  type Accepted,
  ATTEMPTS,
  type JobOutputRow,
  type JobRow,
  type QueueLimits,
  type Shortage,
} from '../jobs/store.ts';

/** A batch without what all items share, which may be large. */
export type BatchRow = Omit<Selectable<JobsTables['batches']>, 'request'>;

const COLUMNS = [
  'id',
  'organisation_id',
  'actor',
  'owner',
  'state',
  'result',
  'format',
  'tag',
  'sandbox',
  'total',
  'succeeded',
  'failed',
  'canceled',
  'cancel_requested',
  'bytes',
  'pages',
  'error_code',
  'created_at',
  'started_at',
  'finished_at',
  'keep',
  'expires_at',
  'purged_at',
] as const satisfies readonly (keyof BatchRow)[];

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

export interface BatchFilter {
  readonly before?: string | undefined;
  readonly limit: number;
  readonly state?: BatchState | undefined;
  readonly tag?: string | undefined;
}

/** Rows of one statement. */
const CHUNK = 500;
/** Jobs that are canceled in one transaction. */
const CANCELED_AT_ONCE = 200;

function* partsOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += CHUNK) yield items.slice(start, start + CHUNK);
}

const idsOf = (items: readonly NewItem[]): string[] => items.map(({ id }) => id);

/** Id of the job that makes the one file of a batch. */
export const fileJobOf = (batchId: string): string => `${batchId}_file`;

/** Batches in the database; what changes with the end of an item is changed by the functions of jobs. */
export class BatchStore {
  readonly #database: Database;

  constructor(database: Database) {
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

  async get(organisationId: string, id: string): Promise<BatchRow | undefined> {
    return await this.#database.inOrganisation(organisationId, (queries) =>
      queries
        .selectFrom('batches')
        .select(COLUMNS)
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .executeTakeFirst(),
    );
  }

  /** What all items share, sealed; undefined once it is forgotten. */
  async request({ organisation_id, id }: BatchRow): Promise<Buffer | undefined> {
    const row = await this.#database.inOrganisation(organisation_id, (queries) =>
      queries
        .selectFrom('batches')
        .select('request')
        .where('organisation_id', '=', organisation_id)
        .where('id', '=', id)
        .executeTakeFirst(),
    );
    return row?.request ?? undefined;
  }

  /** Whether any organization has it, for the record of who asked for what is not theirs. */
  async exists(id: string): Promise<boolean> {
    const row = await this.#database.system.selectFrom('batches').select('id').where('id', '=', id).executeTakeFirst();
    return row !== undefined;
  }

  async list(organisationId: string, { before, limit, state, tag }: BatchFilter): Promise<readonly BatchRow[]> {
    return await this.#database.inOrganisation(organisationId, (queries) =>
      queries
        .selectFrom('batches')
        .select(COLUMNS)
        .where('organisation_id', '=', organisationId)
        .$if(before !== undefined, (query) => query.where('id', '<', before as string))
        .$if(state !== undefined, (query) => query.where('state', '=', state as BatchState))
        .$if(tag !== undefined, (query) => query.where('tag', '=', tag as string))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    );
  }

  /**
   * Items that failed and were not tried again, by position.
   * @param after only those behind this position
   */
  async failures({ organisation_id, id }: BatchRow, limit: number, after = -1): Promise<readonly JobRow[]> {
    return await this.#database.inOrganisation(organisation_id, (queries) =>
      queries
        .selectFrom('jobs')
        .selectAll()
        .where('batch_id', '=', id)
        .where('kind', '=', 'convert')
        .where('state', '=', 'failed')
        .where('request', 'is not', null)
        .where('batch_position', '>', after)
        .orderBy('batch_position')
        .limit(limit)
        .execute(),
    );
  }

  /** Credits that the items have cost. */
  async credits({ organisation_id, id }: BatchRow): Promise<number> {
    const row = await this.#database.inOrganisation(organisation_id, (queries) =>
      queries
        .selectFrom('jobs')
        .select((row) => row.fn.sum<string | number | null>('credits').as('credits'))
        .where('batch_id', '=', id)
        .executeTakeFirst(),
    );
    return Number(row?.credits ?? 0);
  }

  /** The one file, once it is made; also one that was removed. */
  async file({ organisation_id, id }: BatchRow): Promise<JobOutputRow | undefined> {
    return await this.#database.inOrganisation(organisation_id, (queries) =>
      queries
        .selectFrom('job_outputs')
        .selectAll()
        .where('job_id', '=', fileJobOf(id))
        .orderBy('position', 'desc')
        .limit(1)
        .executeTakeFirst(),
    );
  }

  /** Cancels what waits, at once, and tells workers of what runs. @returns ids of the jobs that run */
  async cancel(organisationId: string, id: string): Promise<readonly string[]> {
    await this.#database.inOrganisation(organisationId, (queries) =>
      queries
        .updateTable('batches')
        .set({ cancel_requested: true })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .where('finished_at', 'is', null)
        .execute(),
    );
    for (let canceled = CANCELED_AT_ONCE; canceled === CANCELED_AT_ONCE; ) {
      const { rows } = await retried(() =>
        sql<{ canceled: number }>`select cancel_batch_jobs(${id}, ${CANCELED_AT_ONCE}) as canceled`.execute(
          this.#database.system,
        ),
      );
      canceled = rows[0]?.canceled ?? 0;
    }
    const { rows } = await sql<{ id: string }>`
      with running as (
        update jobs set cancel_requested = true where batch_id = ${id} and state = 'processing' returning id
      )
      select id, pg_notify('platen_job', id)::text from running
    `.execute(this.#database.system);
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

  /** Results of the items that succeeded, in their order, with what is known of each. */
  async *results({ organisation_id, id }: Pick<BatchRow, 'organisation_id' | 'id'>): AsyncGenerator<ItemResult> {
    for (let after = -1; ; ) {
      const { rows } = await sql<ItemResult>`
        select j.id, j.batch_position as position, j.outcome, j.organisation_id,
          o.object, o.bytes, o.format, o.deleted_at
        from jobs j left join job_outputs o on o.job_id = j.id
        where j.batch_id = ${id} and j.organisation_id = ${organisation_id} and j.kind = 'convert'
          and j.state = 'succeeded' and j.batch_position > ${after}
        order by j.batch_position limit ${CHUNK}
      `.execute(this.#database.system);
      yield* rows;
      if (rows.length < CHUNK) return;
      after = rows.at(-1)?.position ?? after;
    }
  }

  /** Ends the job that makes the file. @returns whether it was still this worker's, and not to be canceled */
  async finishFile(finish: object, outcome: Buffer | undefined): Promise<'ended' | 'lost' | 'canceled'> {
    const { rows } = await retried(() =>
      sql<{ answer: { readonly lost?: true; readonly canceled?: true } }>`
        select finish_batch_file(${JSON.stringify(finish)}::jsonb, ${outcome ?? null}) as answer
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

export interface ItemResult {
  readonly id: string;
  readonly organisation_id: string;
  readonly position: number;
  readonly outcome: Buffer | null;
  /** Null, like all that follows, where the result was removed. */
  readonly object: string | null;
  readonly bytes: number | null;
  readonly format: string | null;
  readonly deleted_at: Date | null;
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
