import type { Selectable } from 'kysely';
import type { Database, Queries } from '../data/database.ts';
import type { JobState, JobsTables } from '../data/schema/jobs.ts';

export type JobRow = Selectable<JobsTables['jobs']>;
export type JobOutputRow = Selectable<JobsTables['job_outputs']>;
export type JobEventRow = Selectable<JobsTables['job_events']>;

/** Which jobs are listed. */
export interface JobFilter {
  readonly before?: string;
  readonly limit: number;
  readonly state?: JobState;
  readonly batch?: string;
  readonly schedule?: string;
  readonly tag?: string;
}

/** What is known of jobs. */
export class JobReader {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Queries that are done together, in one transaction. */
  async inOrganisation<Value>(organisationId: string, work: (queries: Queries) => Promise<Value>): Promise<Value> {
    return await this.#database.inOrganisation(organisationId, work);
  }

  async get(organisationId: string, id: string): Promise<JobRow | undefined> {
    return await this.#database.inOrganisation(organisationId, (queries) =>
      queries
        .selectFrom('jobs')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .executeTakeFirst(),
    );
  }

  /** Whether any organization has it, for the record of who asked for what is not theirs. */
  async exists(id: string): Promise<boolean> {
    const row = await this.#database.system.selectFrom('jobs').select('id').where('id', '=', id).executeTakeFirst();
    return row !== undefined;
  }

  /** @param within queries of a transaction of the organization; default: one of its own */
  async outputs(organisationId: string, jobId: string, within?: Queries): Promise<readonly JobOutputRow[]> {
    const read = (queries: Queries) =>
      queries
        .selectFrom('job_outputs')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .where('job_id', '=', jobId)
        .orderBy('position')
        .execute();
    return await (within ? read(within) : this.#database.inOrganisation(organisationId, read));
  }

  /** The newest jobs of an organization before the one of this id. */
  async list(
    organisationId: string,
    { before, limit, state, batch, schedule, tag }: JobFilter,
  ): Promise<readonly JobRow[]> {
    return await this.#database.inOrganisation(organisationId, (queries) =>
      queries
        .selectFrom('jobs')
        .selectAll()
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
    return await this.#database.inOrganisation(organisationId, (queries) =>
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
