import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';
import type { Log } from '../log/log.ts';
import type { Departed } from './departed.ts';
import type { Reconciler } from './reconciler.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A bank may take a payment back for about as long. */
export const COMPARED_DAYS = 120;

export interface ComparisonOptions {
  readonly database: Database;
  readonly reconciler: Reconciler;
  readonly departed: Departed;
  readonly clock: Clock;
  readonly log?: Log;
}

/** Once a day one of all processes compares our records with those of the provider, and says what differed. */
export class Comparison {
  readonly #options: ComparisonOptions;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(options: ComparisonOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => void this.look(), HOUR).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** Deletes customers that are left of deleted organizations, and compares, unless that was done today. */
  async look(): Promise<void> {
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = undefined;
    });
    await this.#looking;
  }

  async #lookOnce(): Promise<void> {
    const { departed, log } = this.#options;
    // A key that may not delete customers compares all the same.
    await departed.forget().catch(() => log?.event('billing_customer_left', {}));
    // What cannot be done now is done tomorrow.
    await this.#compare().catch(() => log?.event('billing_uncompared', {}));
  }

  async #compare(): Promise<void> {
    const { database, reconciler, clock, log } = this.#options;
    const now = clock.now();
    const { rows } = await sql`
      insert into billing_events (id) values (${`compared:${new Date(now).toISOString().slice(0, 10)}`})
      on conflict do nothing returning id
    `.execute(database.system);
    if (rows.length === 0) return;
    for (const { kind, organisationId, repaired } of await reconciler.all(now - COMPARED_DAYS * DAY)) {
      log?.event('billing_differed', { kind, repaired, ...(organisationId ? { organisation: organisationId } : {}) });
    }
  }
}
