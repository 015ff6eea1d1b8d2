import { type RawBuilder, sql } from 'kysely';
import type { RetentionKind, RetentionPeriods } from '../config/retention.ts';

/** What is removed when its time is over, and how its tables tell that it is. */
export interface PurgedKind {
  readonly name: string;
  /** The tables that it is removed from, one after the other. */
  readonly tables: readonly PurgedTable[];
  /** Rows of one statement. */
  readonly batch: number;
}

export interface PurgedTable {
  readonly table: string;
  /** The columns that tell its rows apart, as one text. */
  readonly id: RawBuilder<string>;
  readonly key: RawBuilder<unknown>;
  /** Whether the time of a row is over, of an organization with a period of its own, or of all. */
  due(scope: PurgeScope): RawBuilder<boolean>;
  /** Whether a row counts as kept. */
  kept: RawBuilder<boolean>;
  /** What takes the place of deleting the row. */
  readonly set?: RawBuilder<unknown>;
}

export interface PurgeScope {
  readonly periods: RetentionPeriods;
  /** Only of this organization. */
  readonly organisationId?: string;
}

const ALL = sql<boolean>`true`;
const ID = { id: sql<string>`id`, key: sql`id` };

/** Older than the period. An organization is named where its own is shorter. */
const before = (column: string, kind: RetentionKind, { periods, organisationId }: PurgeScope) => {
  const old = sql<boolean>`${sql.ref(column)} < now() - make_interval(days => ${periods[kind]})`;
  return organisationId === undefined ? old : sql<boolean>`${old} and organisation_id = ${organisationId}`;
};

/** A result stays as long as its request said, and not longer than its organization keeps any. */
const over = (ends: RawBuilder<boolean>, { periods, organisationId }: PurgeScope): RawBuilder<boolean> =>
  organisationId === undefined
    ? ends
    : sql<boolean>`finished_at < now() - make_interval(days => ${periods.results}) and organisation_id = ${organisationId}`;

/** What is known of the content of jobs and batches: requests, outcomes, warnings. */
const requests: PurgedKind = {
  name: 'requests',
  batch: 200,
  tables: [
    {
      ...ID,
      table: 'jobs',
      kept: sql`purged_at is null and finished_at is not null`,
      due: (scope) =>
        sql`purged_at is null and finished_at is not null
          and ${over(sql`finished_at < now() - make_interval(secs => keep)`, scope)}`,
      set: sql`outcome = null, request = null, purged_at = now()`,
    },
    {
      ...ID,
      table: 'batches',
      kept: sql`purged_at is null and finished_at is not null`,
      due: (scope) => sql`purged_at is null and finished_at is not null and ${over(sql`expires_at < now()`, scope)}`,
      set: sql`request = null, purged_at = now()`,
    },
  ],
};

/** Records of jobs, once their results are gone, and of batches without jobs. */
const jobs: PurgedKind = {
  name: 'jobs',
  batch: 200,
  tables: [
    {
      ...ID,
      table: 'jobs',
      kept: ALL,
      due: (scope) =>
        sql`${before('finished_at', 'jobs', scope)} and not exists (select from job_outputs o where o.job_id = jobs.id)`,
    },
    {
      ...ID,
      table: 'batches',
      kept: ALL,
      due: (scope) =>
        sql`${before('finished_at', 'jobs', scope)} and not exists (select from jobs j where j.batch_id = batches.id)`,
    },
  ],
};

/** Webhook events, with their deliveries and tries. */
const deliveries: PurgedKind = {
  name: 'deliveries',
  batch: 500,
  tables: [
    {
      ...ID,
      table: 'webhook_events',
      kept: ALL,
      due: (scope) => before('created_at', 'deliveries', scope),
    },
  ],
};

const logs: PurgedKind = {
  name: 'logs',
  batch: 2_000,
  tables: [{ ...ID, table: 'request_log', kept: ALL, due: (scope) => before('at', 'logs', scope) }],
};

/** Answers that are kept for repeats of a request. Their time is fixed. */
const answers: PurgedKind = {
  name: 'answers',
  batch: 500,
  tables: [
    {
      ...ID,
      table: 'idempotency_keys',
      kept: ALL,
      due: ({ organisationId }) => (organisationId === undefined ? sql`expires_at <= now()` : sql`false`),
    },
  ],
};

/** Results: rows whose object has been removed already. */
export const results: PurgedKind = {
  name: 'results',
  batch: 200,
  tables: [
    {
      id: sql`job_id || ':' || position`,
      key: sql`(job_id, position)`,
      table: 'job_outputs',
      kept: sql`deleted_at is null`,
      due: () => sql`expires_at < now()`,
    },
  ],
};

/** Those that are looked at each minute, and those that live for days. The order matters: content goes before records. */
export const SHORT_LIVED: readonly PurgedKind[] = [requests, answers];
export const LONG_LIVED: readonly PurgedKind[] = [jobs, deliveries, logs];
