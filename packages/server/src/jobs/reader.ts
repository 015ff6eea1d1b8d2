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
> & {
  /** Whether its batch still is to be made; null of a job that is none of a batch, and where the batch is not there any more. */
  readonly batch_standing: BatchStanding | null;
  readonly batch_result: BatchResult | null;
};
type BatchStanding = 'open' | 'canceled' | 'purged';
type BatchResult = Selectable<JobsTables['batches']>['result'];
export type JobOutputRow = Selectable<JobsTables['job_outputs']>;
export type JobEventRow = Selectable<JobsTables['job_events']>;

/** A result, and whether anything of its job was sent somewhere, or is to be. */
export type ReportedOutput = JobOutputRow & { readonly sent: boolean };

export interface JobWithResults {
  readonly job: JobRow;
  readonly outputs: readonly ReportedOutput[];
  /** Whether the organization has the HIPAA profile. */
  readonly hipaa: boolean;
}

type Nullable<Row> = { readonly [Name in keyof Row]: Row[Name] | null };

/** A result beside the columns of its job; null without any. */
type OutputColumns = Nullable<
  Pick<JobOutputRow, 'position' | 'content_type' | 'sha256' | 'object' | 'expires_at' | 'deleted_at'>
> & {
  readonly output_job_id: string | null;
  readonly output_format: string | null;
  readonly output_bytes: number | null;
  readonly sent: boolean;
};

/** Which jobs are listed. */
export interface JobFilter {
  readonly before?: string;
  /** The oldest of them. */
  readonly from?: string;
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
const LISTED_COLUMNS = JOB_COLUMNS.filter((column) => column !== 'outcome');
const COLUMNS_OF_J = sql.join(JOB_COLUMNS.map((column) => sql.ref(`j.${column}`)));

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

  /** A job with its results and how its organization keeps things, for those who are told of all: in one query. */
  async withResults(organisationId: string, id: string): Promise<JobWithResults | undefined> {
    const { rows } = await this.#database.read(organisationId, (queries) =>
      sql<JobRow & { readonly hipaa: boolean } & OutputColumns>`
        select ${COLUMNS_OF_J}, r.hipaa,
          o.job_id as output_job_id, o.position, o.format as output_format, o.content_type, o.bytes as output_bytes, o.sha256,
          o.object, o.expires_at, o.deleted_at,
          exists (select from destination_deliveries d where d.job_id = o.job_id) as sent
        from jobs j join organisations r on r.id = j.organisation_id
          left join job_outputs o on o.job_id = j.id
        where j.organisation_id = ${organisationId} and j.id = ${id}
        order by o.position
      `.execute(queries),
    );
    const [first] = rows;
    if (!first) return undefined;
    const { hipaa, output_job_id, output_format, output_bytes, ...rest } = first;
    const { position, content_type, sha256, object, expires_at, deleted_at, sent, ...job } = rest;
    return { job, hipaa, outputs: rows.flatMap((row) => outputOf(organisationId, row) ?? []) };
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
  async outputs(organisationId: string, jobId: string): Promise<readonly ReportedOutput[]> {
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

  /** The newest jobs of an organization before the one of this id, without what they came to: each may be megabytes. */
  async list(
    organisationId: string,
    { before, from, limit, state, batch, schedule, tag }: JobFilter,
  ): Promise<readonly JobRow[]> {
    return await this.#database.read(organisationId, (queries) =>
      queries
        .selectFrom('jobs')
        .select(LISTED_COLUMNS)
        .select(sql<null>`null`.as('outcome'))
        .where('organisation_id', '=', organisationId)
        .where('kind', '=', 'convert')
        .$if(before !== undefined, (query) => query.where('id', '<', before as string))
        .$if(from !== undefined, (query) => query.where('id', '>=', from as string))
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

function outputOf(organisationId: string, row: OutputColumns): ReportedOutput | undefined {
  const { output_job_id: jobId, output_format: format, output_bytes: bytes, sent } = row;
  const { position, content_type, sha256, object, expires_at, deleted_at } = row;
  if (jobId === null) return undefined;
  const columns = { job_id: jobId, organisation_id: organisationId, position, format, content_type, bytes };
  return { ...columns, sha256, object, expires_at, deleted_at, sent } as ReportedOutput;
}
