import { sql } from 'kysely';
import type { Database } from '../data/database.ts';

/** What a process asks the database for, on behalf of one caller. */
export interface Ask {
  readonly caller: string;
  /** Requests a minute; 0 sets no limit. */
  readonly rate: number;
  /** Requests at once; 0 sets no limit. */
  readonly concurrency: number;
  /** Requests that are asked for. */
  readonly wanted: number;
  /** Requests that were handed out before, and come back. */
  readonly unused: number;
  /** Requests that this process wants to have under way, all in all. */
  readonly slots: number;
}

/** What the database hands out. */
export interface Grant {
  readonly granted: number;
  /** Requests that are left for all servers. */
  readonly remaining: number;
  /** Milliseconds until the whole minute may be used again, what was granted included. */
  readonly wholeIn: number;
  /** Requests that this process may have under way. */
  readonly slots: number;
  /** Requests at once that are left for all servers. */
  readonly free: number;
}

/** Limits of callers in the database, which all servers share. */
export class SharedLimitStore {
  readonly #database: Database;
  readonly #holder: string;

  /** @param options.holder this process in `credit_holders`: when its heartbeats stop, its slots are free */
  constructor({ database, holder }: { readonly database: Database; readonly holder: string }) {
    this.#database = database;
    this.#holder = holder;
  }

  /** One statement. @throws ApiError `database_unavailable` */
  async take({ caller, rate, concurrency, wanted, unused, slots }: Ask): Promise<Grant> {
    const { rows } = await sql<Omit<Grant, 'wholeIn'> & { readonly whole_in: number }>`
      select * from take_of_limits(
        ${caller}, ${this.#holder}, ${rate}, ${concurrency}, ${wanted}, ${unused}, ${slots}
      )
    `.execute(this.#database.system);
    const [row] = rows;
    if (!row) throw new Error('take_of_limits gives one row');
    const { whole_in, ...grant } = row;
    return { ...grant, wholeIn: whole_in * 1_000 };
  }

  /** Forgets callers who may use all again, and processes that are gone. */
  async sweep(): Promise<void> {
    await sql`delete from caller_rates where whole_at < now() - interval '1 minute'`.execute(this.#database.system);
    await sql`
      delete from caller_slots s where not exists (select from credit_holders h where h.id = s.holder)
    `.execute(this.#database.system);
  }
}
