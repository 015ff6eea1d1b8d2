import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';
import type { Log } from '../log/log.ts';
import { type Job, Ledger } from './ledger.ts';
import type { ProcessFacts } from './process-facts.ts';

/** Milliseconds between heartbeats. */
const EVERY = 10_000;
/** Seconds without one after which a process counts as dead, by the clock of the database. */
const LEASE = 30;
/** Seconds after which a reservation is nobody's, whoever lives: no job takes so long. */
const LONGEST_JOB = 3_600;
/** Holder of what waiting jobs have set aside: they hold it themselves until they end, whichever process dies. */
export const QUEUE = 'queue';
/** Reservations that one look releases. */
const MOST = 500;

export interface HolderOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log?: Log;
}

/**
 * This process as the holder of reservations. It sends heartbeats, and releases what is held by processes that
 * do not. What could not be given back at once is given back later.
 */
export class Holder {
  readonly id = `${process.pid}-${randomUUID()}`;
  readonly ledger: Ledger;
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #log: Log | undefined;
  readonly #unreleased = new Map<string, Pick<Job, 'id' | 'organisationId'>>();
  #timer: NodeJS.Timeout | undefined;
  #beating: Promise<void> = Promise.resolve();
  #facts: (() => ProcessFacts) | undefined;

  constructor({ database, clock, log }: HolderOptions) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
    this.ledger = new Ledger({ database, holder: this.id });
  }

  /** Begins to live. Reservations of the dead are released at once. */
  async open(): Promise<void> {
    // PGlite is for one process: whoever was there before is gone.
    if (this.#database.kind === 'pglite') await this.#database.system.deleteFrom('credit_holders').execute();
    await this.#renew();
    await this.#sweep();
    this.#timer = setInterval(() => void this.beat(), EVERY).unref();
  }

  /** One heartbeat, and a check of the others. */
  async beat(): Promise<void> {
    this.#beating = this.#beating.then(async () => {
      try {
        await this.#renew();
        await this.#releaseRest();
        await this.#sweep();
      } catch {
        this.#log?.event('records_unwritten', { kind: 'reservations', count: this.#unreleased.size });
      }
    });
    await this.#beating;
  }

  /** From now on each heartbeat tells this of the process. */
  async tell(facts: () => ProcessFacts): Promise<void> {
    this.#facts = facts;
    await this.beat();
  }

  /** What the processes that live have told of themselves, the oldest first. */
  async processes(): Promise<readonly ProcessFacts[]> {
    const { rows } = await sql<{ facts: ProcessFacts }>`
      select facts from credit_holders where facts is not null and expires_at > now() order by facts ->> 'started_at', id
    `.execute(this.#database.system);
    return rows.map(({ facts }) => facts);
  }

  /** Gives back what a job had set aside or had taken, now or as soon as the database can be asked. */
  async release(job: Pick<Job, 'id' | 'organisationId'>): Promise<void> {
    this.#unreleased.set(job.id, job);
    await this.#release(job).catch(() => {});
  }

  /** Gives back what waits, and leaves. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    try {
      await this.#releaseRest();
      // With something held it stays, so that others see it end.
      if (this.#unreleased.size === 0) {
        await this.#database.system.deleteFrom('credit_holders').where('id', '=', this.id).execute();
      }
    } catch {
      // Others release what is left when this process has been silent for long enough.
    }
  }

  async #release(job: Pick<Job, 'id' | 'organisationId'>): Promise<void> {
    await this.ledger.release({ ...job, at: this.#clock.now() });
    this.#unreleased.delete(job.id);
  }

  async #releaseRest(): Promise<void> {
    for (const job of [...this.#unreleased.values()]) await this.#release(job);
  }

  async #renew(): Promise<void> {
    const facts = this.#facts ? JSON.stringify(this.#facts()) : null;
    await sql`
      insert into credit_holders (id, expires_at, facts)
      values (${this.id}, now() + make_interval(secs => ${LEASE}), ${facts}::jsonb)
      on conflict (id) do update set expires_at = excluded.expires_at, facts = excluded.facts
    `.execute(this.#database.system);
  }

  /** One by one: a transaction that holds rows of several jobs could meet another one that does. */
  async #sweep(): Promise<void> {
    const { rows } = await sql<{ id: string; organisation_id: string }>`
      select distinct r.organisation_id, r.id from credit_reservations r
      where r.holder <> ${QUEUE} and (
        not exists (select from credit_holders h where h.id = r.holder and h.expires_at > now())
        or r.created_at < now() - make_interval(secs => ${LONGEST_JOB})
      )
      limit ${MOST}
    `.execute(this.#database.system);
    const at = this.#clock.now();
    for (const row of rows) await this.ledger.release({ id: row.id, organisationId: row.organisation_id, at });
    await sql`
      delete from credit_holders where expires_at < now() - make_interval(secs => ${LONGEST_JOB})
    `.execute(this.#database.system);
  }
}
