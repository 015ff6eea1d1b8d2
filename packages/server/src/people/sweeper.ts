import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';
import { INSTANCE_CHAIN } from './records.ts';
import type { SessionStore } from './sessions.ts';
import type { SignInDelays } from './sign-in-delays.ts';

const HOUR = 3_600_000;
/** Milliseconds that an account may stay unverified. A link lasts a day; a new one can be had until then. */
const UNVERIFIED_FOR = 7 * 24 * HOUR;
/** Accounts that are removed at once; the next time goes on. */
const MOST = 500;

export interface PeopleSweeperOptions {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly sessions: SessionStore;
  readonly delays: SignInDelays;
  /** The one that accounts and sessions are written by, which is the system's. */
  readonly clock: Clock;
}

/** Removes what is over, once an hour: sessions, links, counted tries, and accounts that nobody has verified. */
export class PeopleSweeper {
  readonly #options: PeopleSweeperOptions;
  #sweptAt = 0;
  readonly #timer: NodeJS.Timeout;
  #sweeping: Promise<void> = Promise.resolve();

  constructor(options: PeopleSweeperOptions) {
    this.#options = options;
    // Also where nobody signs in.
    this.#timer = setInterval(() => this.sweepBeside(), HOUR).unref();
  }

  /** Begins to remove what is over, beside whatever the caller does. What fails is done an hour later. */
  sweepBeside(): void {
    this.#sweeping = this.#sweeping.then(() => this.sweep()).catch(() => {});
  }

  /** Removes what is over, if that was not done in the last hour. */
  async sweep(): Promise<void> {
    const { sessions, delays, clock } = this.#options;
    const now = clock.now();
    if (now - this.#sweptAt < HOUR) return;
    this.#sweptAt = now;
    await sessions.sweep();
    await delays.sweep();
    await this.#removeUnverified(now);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sweeping;
  }

  /** Nobody has proved to have such a mailbox, and whoever has it may want to sign up. */
  async #removeUnverified(now: number): Promise<void> {
    const { database, audit } = this.#options;
    const { system } = database;
    const old = system
      .selectFrom('users as person')
      .select('person.id')
      .where('person.email_verified', '=', false)
      .where('person.created_at', '<', new Date(Math.floor(now) - UNVERIFIED_FOR))
      .where((row) =>
        row.not(
          row.exists(
            row.selectFrom('members as member').select('member.id').whereRef('member.user_id', '=', 'person.id'),
          ),
        ),
      )
      .limit(MOST);
    const removed = await system
      .deleteFrom('users')
      .where('id', 'in', old)
      .where('email_verified', '=', false)
      .returning('id')
      .execute();
    if (removed.length === 0) return;
    const detail = { count: removed.length };
    await audit.record(INSTANCE_CHAIN, { actor: 'system', action: 'people.unverified_removed', target: null, detail });
  }
}
