import { type Selectable, sql } from 'kysely';
import type { Database } from '../data/database.ts';
import type { JobState, JobsTables } from '../data/schema/jobs.ts';

/** A job with what it was accepted with, which is as large as what its client sent. */
export type ClaimableJob = Selectable<JobsTables['jobs']>;
export type JobRow = Omit<ClaimableJob, 'request'>;
/** What the worker of a job knows of it. */
export type BegunJob = Pick<
  ClaimableJob,
  | 'id'
  | 'organisation_id'
  | 'kind'
  | 'batch_id'
  | 'batch_position'
  | 'schedule_id'
  | 'attempts'
  | 'fence'
  | 'format'
  | 'template'
  | 'tag'
  | 'request'
>;
export type JobOutputRow = Selectable<JobsTables['job_outputs']>;
export type JobEventRow = Selectable<JobsTables['job_events']>;

/** What those who fetch a result have to know of its job. */
export type ResultJob = Pick<
  JobRow,
  'id' | 'organisation_id' | 'kind' | 'state' | 'owner' | 'format' | 'outcome' | 'error_code' | 'purged_at'
>;

export interface JobWithResults {
  readonly job: ResultJob;
  readonly outputs: readonly JobOutputRow[];
  /** Whether the organization has the HIPAA profile. */
  readonly hipaa: boolean;
}

type Nullable<Row> = { readonly [Name in keyof Row]: Row[Name] | null };

/** Which jobs are listed. */
export interface JobFilter {
  readonly before?: string;
  readonly limit: number;
  readonly state?: JobState;
  readonly batch?: string;
  readonly schedule?: string;
  readonly tag?: string;
}

/** Columns of those who look at a job. */
const OF_JOB: Readonly<Record<keyof JobRow, true>> = {
  id: true,
  organisation_id: true,
  kind: true,
  state: true,
  priority: true,
  actor: true,
  owner: true,
  request_id: true,
  format: true,
  template: true,
  tag: true,
  sandbox: true,
  batch_id: true,
  batch_position: true,
  schedule_id: true,
  attempts: true,
  fence: true,
  worker: true,
  lease_until: true,
  cancel_requested: true,
  request_bytes: true,
  outcome: true,
  error_code: true,
  credits: true,
  pages: true,
  bytes: true,
  start_before: true,
  keep: true,
  created_at: true,
  started_at: true,
  finished_at: true,
  result_expires_at: true,
  purged_at: true,
};
const JOB_COLUMNS = Object.keys(OF_JOB) as (keyof JobRow)[];

/** What is known of jobs. */
export class JobReader {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(organisationId: string, id: string): Promise<JobRow | undefined> {
    return await this.#database.read(organisationId, (queries) =>
      queries
        .selectFrom('jobs')
        .select(JOB_COLUMNS)
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .executeTakeFirst(),
    );
  }

  /** The state of a job; undefined if the organization has none of this id. */
  async stateOf(organisationId: string, id: string): Promise<JobState | undefined> {
    const { rows } = await this.#database.read(organisationId, (queries) =>
      sql<{ state: JobState }>`
        select state from jobs where organisation_id = ${organisationId} and id = ${id}
      `.execute(queries),
    );
    return rows[0]?.state;
  }

  /** A job with its results and how its organization keeps things, for those who fetch one: in one query. */
  async withResults(organisationId: string, id: string): Promise<JobWithResults | undefined> {
    const { rows } = await this.#database.read(organisationId, (queries) =>
      sql<
        ResultJob & { readonly hipaa: boolean } & Nullable<Omit<JobOutputRow, 'organisation_id' | 'format'>> & {
            readonly output_format: string;
          }
      >`
        select j.id, j.organisation_id, j.kind, j.state, j.owner, j.format, j.error_code, j.purged_at, r.hipaa,
          case when row_number() over (order by o.position) = 1 then j.outcome end as outcome,
          o.job_id, o.position, o.format as output_format, o.content_type, o.bytes, o.sha256, o.object, o.expires_at, o.deleted_at
        from jobs j join organisations r on r.id = j.organisation_id
          left join job_outputs o on o.job_id = j.id
        where j.organisation_id = ${organisationId} and j.id = ${id}
        order by o.position
      `.execute(queries),
    );
    const [job] = rows;
    if (!job) return undefined;
    const outputs = rows.flatMap(({ output_format: format, organisation_id, ...row }) =>
      row.object === null ? [] : [{ ...row, organisation_id, format } as JobOutputRow],
    );
    return { job, outputs, hipaa: job.hipaa };
  }

  /** What a job was accepted with, sealed; null once nobody needs it any more. */
  async request(organisationId: string, id: string): Promise<Buffer | null> {
    const row = await this.#database.read(organisationId, (queries) =>
      queries
        .selectFrom('jobs')
        .select('request')
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .executeTakeFirst(),
    );
    return row?.request ?? null;
  }

  /** Whether any organization has it, for the record of who asked for what is not theirs. */
  async exists(id: string): Promise<boolean> {
    const row = await this.#database.system.selectFrom('jobs').select('id').where('id', '=', id).executeTakeFirst();
    return row !== undefined;
  }

  /** The results of a job, and of each whether any of the job was sent somewhere, or is to be. */
  async outputs(
    organisationId: string,
    jobId: string,
  ): Promise<readonly (JobOutputRow & { readonly sent: boolean })[]> {
    return await this.#database.read(organisationId, (queries) =>
      queries
        .selectFrom('job_outputs')
        .selectAll()
        .select(({ exists, selectFrom }) =>
          exists(selectFrom('destination_deliveries').whereRef('job_id', '=', 'job_outputs.job_id'))
            .$castTo<boolean>()
            .as('sent'),
        )
        .where('organisation_id', '=', organisationId)
        .where('job_id', '=', jobId)
        .orderBy('position')
        .execute(),
    );
  }

  /** The newest jobs of an organization before the one of this id. */
  async list(
    organisationId: string,
    { before, limit, state, batch, schedule, tag }: JobFilter,
  ): Promise<readonly JobRow[]> {
    return await this.#database.read(organisationId, (queries) =>
      queries
        .selectFrom('jobs')
        .select(JOB_COLUMNS)
        .where('organisation_id', '=', organisationId)
        .where('kind', '=', 'convert')
        .$if(before !== undefined, (query) => query.where('id', '<', before as string))
        .$if(state !== undefined, (query) => query.where('state', '=', state as JobState))
        .$if(batch !== undefined, (query) => query.where('batch_id', '=', batch as string))
        .$if(schedule !== undefined, (query) => query.where('schedule_id', '=', schedule as string))
        .$if(tag !== undefined, (query) => query.where('tag', '=', tag as string))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
    );
  }

  /** A result, whoever asks: for links that open without a key. */
  async output(jobId: string, position: number): Promise<JobOutputRow | undefined> {
    return await this.#database.system
      .selectFrom('job_outputs')
      .selectAll()
      .where('job_id', '=', jobId)
      .where('position', '=', position)
      .executeTakeFirst();
  }

  /** What happened to a job after its event of this number. */
  async events(organisationId: string, jobId: string, after: number): Promise<readonly JobEventRow[]> {
    return await this.#database.read(organisationId, (queries) =>
      queries
        .selectFrom('job_events')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .where('job_id', '=', jobId)
        .where('number', '>', after)
        .orderBy('number')
        .execute(),
    );
  }
}
