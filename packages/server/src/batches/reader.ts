import { type Selectable, sql } from 'kysely';
import type { Database } from '../data/database.ts';
import type { BatchState, JobsTables } from '../data/schema/jobs.ts';
import type { ClaimableJob, JobOutputRow } from '../jobs/reader.ts';

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

export interface BatchFilter {
  readonly before?: string | undefined;
  readonly limit: number;
  readonly state?: BatchState | undefined;
  readonly tag?: string | undefined;
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

/** Rows of one statement. */
const CHUNK = 500;

/** Id of the job that makes the one file of a batch. */
export const fileJobOf = (batchId: string): string => `${batchId}_file`;

/** What is known of batches. */
export class BatchReader {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(organisationId: string, id: string): Promise<BatchRow | undefined> {
    return await this.#database.read(organisationId, (queries) =>
      queries
        .selectFrom('batches')
        .select(COLUMNS)
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .executeTakeFirst(),
    );
  }

  /** What all items share, sealed; undefined once it is forgotten. */
  async request({ organisation_id, id }: Pick<BatchRow, 'organisation_id' | 'id'>): Promise<Buffer | undefined> {
    const row = await this.#database.read(organisation_id, (queries) =>
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
    return await this.#database.read(organisationId, (queries) =>
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
  async failures({ organisation_id, id }: BatchRow, limit: number, after = -1): Promise<readonly ClaimableJob[]> {
    return await this.#database.read(organisation_id, (queries) =>
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
    const row = await this.#database.read(organisation_id, (queries) =>
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
    return await this.#database.read(organisation_id, (queries) =>
      queries
        .selectFrom('job_outputs')
        .selectAll()
        .where('job_id', '=', fileJobOf(id))
        .orderBy('position', 'desc')
        .limit(1)
        .executeTakeFirst(),
    );
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
}
