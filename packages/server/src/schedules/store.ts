import { type Selectable, sql, type Updateable } from 'kysely';
import type { Database, Queries } from '../data/database.ts';
import type { SchedulesTables } from '../data/schema/schedules.ts';
import { ApiError } from '../errors.ts';

export type ScheduleRow = Selectable<SchedulesTables['schedules']>;

/** Why a schedule makes no runs. */
export type PauseReason = 'requested' | 'owner_ended' | 'owner_lacks_right' | 'request_refused' | 'no_next_time';

/** What somebody can set. */
export type ScheduleFields = Pick<
  ScheduleRow,
  'name' | 'cron' | 'timezone' | 'actor_kind' | 'actor' | 'format' | 'template' | 'tag' | 'sandbox' | 'request'
>;

/** A run whose time has come. */
export interface Turn {
  readonly id: string;
  /** `next_at` as it was read: whoever comes second finds another one. */
  readonly due: Date;
  readonly next: Date;
  readonly now: Date;
}

/** Schedules of one organization. */
export const MOST_SCHEDULES = 100;
/** Milliseconds that a process has for one run before others try it. */
const CLAIM = 60_000;

/** Schedules in the database. Times are those of the caller's clock. */
export class ScheduleStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws ApiError `schedule_limit` */
  async create(organisationId: string, row: ScheduleFields & { readonly id: string; readonly next_at: Date }) {
    return await this.#database.inOrganisation(organisationId, async (queries) => {
      // One at a time, so that the count is true.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`schedules ${organisationId}`}, 0))`.execute(queries);
      const { count } = await queries
        .selectFrom('schedules')
        .select((row) => row.fn.countAll<number>().as('count'))
        .where('organisation_id', '=', organisationId)
        .where('id', '!=', row.id)
        .executeTakeFirstOrThrow();
      if (Number(count) >= MOST_SCHEDULES) throw new ApiError('schedule_limit');
      return await queries
        .insertInto('schedules')
        .values({ ...row, organisation_id: organisationId })
        // A request that is run again, since its process died, has the same id.
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ updated_at: sql`now()` }))
        .returningAll()
        .executeTakeFirstOrThrow();
    });
  }

  async get(organisationId: string, id: string): Promise<ScheduleRow | undefined> {
    return await this.#database.inOrganisation(organisationId, (queries) =>
      queries
        .selectFrom('schedules')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .executeTakeFirst(),
    );
  }

  /** Whether any organization has it, for the record of who asked for what is not theirs. */
  async exists(id: string): Promise<boolean> {
    const row = await this.#database.system
      .selectFrom('schedules')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Newest first, before the one of this id. */
  async list(organisationId: string, { before, limit }: { readonly before?: string; readonly limit: number }) {
    return await this.#database.inOrganisation(organisationId, (queries) =>
      queries
        .selectFrom('schedules')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .$if(before !== undefined, (query) => query.where('id', '<', before as string))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    );
  }

  /** @returns the row as it is then; undefined if it is not there any more */
  async update(organisationId: string, id: string, set: Updateable<SchedulesTables['schedules']>) {
    return await this.#database.inOrganisation(organisationId, (queries) =>
      queries
        .updateTable('schedules')
        .set({ ...set, updated_at: sql`now()`, claimed_until: null })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    );
  }

  async remove(organisationId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#database.inOrganisation(organisationId, (queries) =>
      queries
        .deleteFrom('schedules')
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    );
    return numDeletedRows > 0n;
  }

  /** The schedule whose time came first, for this process alone for a minute; undefined if there is none. */
  async claim(now: Date): Promise<(ScheduleRow & { readonly next_at: Date }) | undefined> {
    const { rows } = await sql<ScheduleRow & { readonly next_at: Date }>`
      update schedules set claimed_until = ${new Date(now.getTime() + CLAIM)} where id = (
        select id from schedules
        where next_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
        order by next_at limit 1 for update skip locked
      ) returning *
    `.execute(this.#database.system);
    return rows[0];
  }

  /** Moves a schedule to its next time. @returns false if somebody else has, or it was changed meanwhile */
  async takeTurn(queries: Queries, { id, due, next, now }: Turn, job: string): Promise<boolean> {
    const { numUpdatedRows } = await queries
      .updateTable('schedules')
      .set({ next_at: next, claimed_until: null, last_at: now, last_job: job, last_error: null })
      .where('id', '=', id)
      .where('next_at', '=', due)
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  /** Records that a run came to nothing before it was a job. */
  async skip({ id, due, next, now }: Turn, code: string): Promise<void> {
    await this.#database.system
      .updateTable('schedules')
      .set({ next_at: next, claimed_until: null, last_at: now, last_job: null, last_error: code })
      .where('id', '=', id)
      .where('next_at', '=', due)
      .execute();
  }

  /** Makes no more runs. @param due as it was read; undefined whatever it is */
  async pause(
    { id, next_at: due }: Pick<ScheduleRow, 'id' | 'next_at'>,
    { reason, code, now }: { readonly reason: PauseReason; readonly code?: string; readonly now: Date },
  ): Promise<void> {
    await this.#database.system
      .updateTable('schedules')
      .set({
        next_at: null,
        claimed_until: null,
        paused_at: now,
        paused_reason: reason,
        paused_code: code ?? null,
      })
      .where('id', '=', id)
      .where('next_at', 'is not distinct from', due)
      .execute();
  }

  /** Says of a job which schedule it is a run of. */
  async link(queries: Queries, job: string, schedule: string): Promise<void> {
    await queries.updateTable('jobs').set({ schedule_id: schedule }).where('id', '=', job).execute();
  }

  /** A run that was asked for beside the times of the schedule. */
  async noteRun(
    queries: Queries,
    id: string,
    { job, now }: { readonly job: string; readonly now: Date },
  ): Promise<void> {
    await queries
      .updateTable('schedules')
      .set({ last_at: now, last_job: job, last_error: null })
      .where('id', '=', id)
      .execute();
  }

  /** One transaction across organizations, as jobs are accepted. */
  async transaction<Value>(work: (queries: Queries) => Promise<Value>): Promise<Value> {
    return await this.#database.system.transaction().execute(work);
  }
}
