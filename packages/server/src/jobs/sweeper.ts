import { sql } from 'kysely';
import type { Database } from '../data/database.ts';
import type { Log } from '../log/log.ts';
import type { Objects } from '../objects/objects.ts';
import type { JobStore } from './store.ts';

/** Milliseconds between looks for lost jobs, and between looks for what has expired. */
const LOST = 5_000;
const EXPIRED = 60_000;
/** Milliseconds between looks for objects that no row names, and how old they have to be. */
const ORPHANS = 600_000;
const ORPHAN_AGE = 3_600_000;
/** Seconds that the record of a job is kept after its end; its content is gone much earlier. */
const RECORD = 30 * 86_400;
/** Rows of one look. */
const MOST = 200;

export interface SweeperOptions {
  readonly database: Database;
  readonly store: JobStore;
  readonly objects: Objects;
  readonly log: Log;
}

/** Puts right what was left behind, whichever process left it. Every process does it; each step can be done twice. */
export class Sweeper {
  readonly #options: SweeperOptions;
  #timers: readonly NodeJS.Timeout[] = [];
  #working: Promise<unknown> = Promise.resolve();

  constructor(options: SweeperOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timers = [
      setInterval(() => this.#soon(() => this.#options.store.sweep()), LOST).unref(),
      setInterval(() => this.#soon(() => this.expire()), EXPIRED).unref(),
      setInterval(() => this.#soon(() => this.removeOrphans()), ORPHANS).unref(),
    ];
    this.#soon(() => this.#options.store.sweep());
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#working;
  }

  /** Removes results whose time is over, and records that are old. */
  async expire(): Promise<void> {
    const { system } = this.#options.database;
    await sql`
      update job_outputs set deleted_at = now() where (job_id, position) in (
        select job_id, position from job_outputs where expires_at < now() and deleted_at is null limit ${MOST}
      )
    `.execute(system);
    await sql`
      update jobs set outcome = null, request = null, purged_at = now() where id in (
        select id from jobs where finished_at < now() - make_interval(secs => keep) and purged_at is null limit ${MOST}
      )
    `.execute(system);
    await sql`
      update batches set purged_at = now(), request = null where id in (
        select id from batches where expires_at < now() and purged_at is null limit ${MOST}
      )
    `.execute(system);
    const { rows } = await sql<{ object: string }>`
      select object from job_outputs where deleted_at is not null limit ${MOST}
    `.execute(system);
    for (const { object } of rows) await this.#remove(object);
    await sql`
      delete from jobs where id in (
        select id from jobs where finished_at < now() - make_interval(secs => ${RECORD}) and not exists (
          select from job_outputs o where o.job_id = jobs.id
        ) limit ${MOST}
      )
    `.execute(system);
    await sql`
      delete from batches where id in (
        select id from batches where finished_at < now() - make_interval(secs => ${RECORD}) and not exists (
          select from jobs j where j.batch_id = batches.id
        ) limit ${MOST}
      )
    `.execute(system);
  }

  /** Removes objects that no row names: those of workers that died between the object and its row. */
  async removeOrphans(): Promise<void> {
    const { objects, database, log } = this.#options;
    let count = 0;
    for await (const name of objects.olderThan(new Date(Date.now() - ORPHAN_AGE))) {
      const { rows } = await sql`
        select from job_outputs where object = ${name}
      `.execute(database.system);
      if (rows.length > 0) continue;
      await objects.remove(name);
      count += 1;
    }
    if (count > 0) log.event('objects_swept', { count });
  }

  /** The row stays until the object is gone, so that a store that is away for a while forgets nothing. */
  async #remove(object: string): Promise<void> {
    await this.#options.objects.remove(object);
    await this.#options.database.system.deleteFrom('job_outputs').where('object', '=', object).execute();
  }

  /** One after the other; what fails is done at the next look. */
  #soon(work: () => Promise<unknown>): void {
    this.#working = this.#working.then(work).catch(() => {});
  }
}
