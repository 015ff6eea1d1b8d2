import { sql } from 'kysely';
import type { Database } from '../data/database.ts';
import type { JobQueueFigures } from '../observe/job-metrics.ts';
import { PRIORITIES, type Priority } from './states.ts';
import type { Worker } from './worker.ts';

/** Milliseconds that an answer of the database is used again: whoever asks often does not make it work. */
const FRESH = 1_000;

interface Waiting {
  readonly waiting: Readonly<Record<Priority, number>>;
  readonly oldestSeconds: number;
}

/** How much waits in the queue that all servers share, and what this one does about it. */
export class JobFigures implements JobQueueFigures {
  readonly #database: Database;
  readonly #worker: Worker | undefined;
  #asked = Number.NEGATIVE_INFINITY;
  #waiting: Promise<Waiting> | undefined;

  constructor({ database, worker }: { readonly database: Database; readonly worker: Worker | undefined }) {
    this.#database = database;
    this.#worker = worker;
  }

  slots(): { readonly busy: number; readonly idle: number } {
    const { slots = 0, busy = 0 } = this.#worker ?? {};
    return { busy, idle: Math.max(0, slots - busy) };
  }

  async queue(): Promise<Waiting> {
    if (!this.#waiting || performance.now() - this.#asked > FRESH) {
      this.#asked = performance.now();
      this.#waiting = this.#count();
    }
    return await this.#waiting;
  }

  /** Of the partial index of what waits: finished jobs are not read. */
  async #count(): Promise<Waiting> {
    const { rows } = await sql<{ priority: number; jobs: number; oldest: number }>`
      select priority, count(*)::integer as jobs, extract(epoch from now() - min(created_at))::double precision as oldest
      from jobs where state = 'queued' group by priority
    `.execute(this.#database.system);
    const jobsOf = (priority: Priority) => rows.find((row) => row.priority === PRIORITIES[priority])?.jobs ?? 0;
    return {
      waiting: { interactive: jobsOf('interactive'), normal: jobsOf('normal'), batch: jobsOf('batch') },
      oldestSeconds: rows.reduce((most, { oldest }) => Math.max(most, oldest), 0),
    };
  }
}
