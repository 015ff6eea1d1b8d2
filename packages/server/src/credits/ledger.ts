import { sql } from 'kysely';
import type { Database } from '../data/database.ts';
import { retried } from '../data/retried.ts';
import type { Pool } from '../data/schema/plan.ts';
import { runOfJob } from '../idempotency/job.ts';
import type { PoolLimit } from './limits.ts';

/** Units of one pool, and what its period allows. */
export interface Share extends PoolLimit {
  readonly units: number;
}

/** A key whose credits are counted. */
export interface KeyShare {
  readonly id: string;
  /** Credits a period; undefined: as the organisation. */
  readonly cap?: number;
}

export interface Job {
  /** Each job is captured once. */
  readonly id: string;
  readonly organisationId: string;
  readonly key?: KeyShare;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** In the order of `POOLS`. */
  readonly shares: readonly Share[];
}

/** What usage is grouped by. */
export interface JobFacts {
  readonly format?: string;
  readonly template?: string;
  readonly tag?: string;
  readonly bytes?: number;
}

/** Why nothing was taken. */
export interface Shortage {
  /** The pool that has too little left, or the cap of the key or of one that made it. */
  readonly refused: Pool | 'key';
  readonly used: number;
  /** Set aside for work under way. */
  readonly reserved: number;
  /** The cap that has too little left. */
  readonly cap?: number;
  /** The key whose cap it is, if it is that of one that made the key. */
  readonly above?: string | null;
}

export interface PoolState {
  readonly pool: Pool;
  readonly used: number;
  readonly reserved: number;
  readonly included: number | null;
  /** Units of this job beyond what is included. */
  readonly overage: number;
}

export type Captured = { readonly pools: readonly PoolState[] } | { readonly repeated: true };

/**
 * The ledger. Each step is one statement that the database runs to its end by itself, so no row is locked across the
 * network, and all of a step happens or nothing of it.
 */
export class Ledger {
  readonly #database: Database;
  readonly #holder: string;

  /** @param options.holder the process that the reservations belong to */
  constructor({ database, holder }: { readonly database: Database; readonly holder: string }) {
    this.#database = database;
    this.#holder = holder;
  }

  /** Sets units aside, of all pools or of none. */
  async reserve(job: Job): Promise<Shortage | undefined> {
    const answer = await this.#call<Partial<Shortage>>('reserve_credits', {
      ...ledgerEntry(job),
      holder: this.#holder,
      key_cap: job.key?.cap,
    });
    return answer.refused === undefined ? undefined : (answer as Shortage);
  }

  /** Takes what the job has cost in the end. It may be more than was set aside; if that is too much, nothing is taken. */
  async capture(job: Job, facts: JobFacts = {}): Promise<Captured | Shortage> {
    return await this.#call('capture_credits', { ...ledgerEntry(job), key_cap: job.key?.cap, ...facts });
  }

  /**
   * As `capture`, for the job of an Idempotency-Key: only while its run still holds the key, which the same statement
   * finds out.
   * @returns `lost` if somebody else has taken over, and nothing was taken
   */
  async captureHeld(job: Job, facts: JobFacts = {}): Promise<Captured | Shortage | 'lost'> {
    const entry = JSON.stringify({ ...ledgerEntry(job), key_cap: job.key?.cap, ...facts });
    const { rows } = await retried(() =>
      sql<{ answer: Captured | Shortage | { readonly lost: true } }>`
        select capture_held_credits(${entry}::jsonb, ${runOfJob(job.id)}) as answer
      `.execute(this.#database.system),
    );
    const [row] = rows;
    if (row === undefined || 'lost' in row.answer) return 'lost';
    return row.answer;
  }

  /** Gives back what was set aside, and what was captured for nothing. Doing it again changes nothing. */
  async release({ id, organisationId, at }: Pick<Job, 'id' | 'organisationId' | 'at'>): Promise<void> {
    await retried(() =>
      sql`select release_credits(${organisationId}, ${id}, ${instant(at)}::timestamptz)`.execute(this.#database.system),
    );
  }

  async #call<Answer>(name: 'reserve_credits' | 'capture_credits', job: object): Promise<Answer> {
    const { rows } = await retried(() =>
      sql<{ answer: Answer }>`select ${sql.raw(name)}(${JSON.stringify(job)}::jsonb) as answer`.execute(
        this.#database.system,
      ),
    );
    return (rows[0] as { answer: Answer }).answer;
  }
}

const instant = (milliseconds: number): string => new Date(Math.floor(milliseconds)).toISOString();

/** A job as the functions of the ledger in the database take it. */
export const ledgerEntry = ({ id, organisationId, key, at, shares }: Job) => ({
  id,
  organisation: organisationId,
  key_id: key?.id,
  at: instant(at),
  pools: shares.map(({ pool, start, end, included, overage, price, units }) => ({
    pool,
    start: instant(start),
    end: instant(end),
    included,
    overage,
    price,
    units,
  })),
});
