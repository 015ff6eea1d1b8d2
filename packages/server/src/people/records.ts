import { RecentMap } from '../access/recent-map.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { AuditEntry } from '../audit/chain.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';
import type { Log } from '../log/log.ts';

export interface RecordsOptions {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly log: Log;
}

/** The chain of what people do who belong to no organisation. No organisation has this id. */
export const INSTANCE_CHAIN = 'instance';

/** Milliseconds in which the same refusal is recorded once: guesses must not fill the log. */
const SAME = 60_000;
const REMEMBERED = 10_000;

/** What somebody was refused who wanted to sign in. */
export type Refusal = 'password' | 'second_factor' | 'not_verified';

/** The person, as far as is known. */
type Who = { readonly email: string } | { readonly userId: string };

/** Who signed in and what they did to their account, in the audit logs of all organisations that they belong to. */
export class PersonRecords {
  readonly #options: RecordsOptions;
  readonly #recent = new RecentMap<{ readonly at: number; repeated: number }>(REMEMBERED);
  readonly #underWay = new Set<Promise<void>>();

  constructor(options: RecordsOptions) {
    this.#options = options;
  }

  /** @param actor who did it; default the person @throws when it cannot be recorded: then it must not be done */
  async record(userId: string, entry: Omit<AuditEntry, 'actor' | 'target'>, actor = userId): Promise<void> {
    const { database, audit } = this.#options;
    const members = await database.system
      .selectFrom('members')
      .select('organisation_id')
      .where('user_id', '=', userId)
      .execute();
    const chains = members.length === 0 ? [INSTANCE_CHAIN] : members.map((member) => member.organisation_id);
    for (const chain of chains) await audit.record(chain, { ...entry, actor, target: userId });
  }

  /**
   * Records, beside the answer, that somebody with this address was refused. Whether there is an account with it must
   * not show in how long the answer takes.
   */
  refused(who: Who, reason: Refusal): void {
    const work = this.#refused(who, reason)
      .catch(() => this.#options.log.event('records_unwritten', { kind: 'sign_ins', count: 1 }))
      .finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  async close(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #refused(who: Who, reason: Refusal): Promise<void> {
    const { database, clock } = this.#options;
    const userId = 'userId' in who ? who.userId : await userIdOf(database, who.email);
    if (userId === undefined) return;
    const name = `${userId} ${reason}`;
    const before = this.#recent.get(name);
    if (before && clock.now() - before.at < SAME) {
      before.repeated += 1;
      return;
    }
    this.#recent.set(name, { at: clock.now(), repeated: 0 });
    const repeated = before?.repeated ?? 0;
    await this.record(userId, { action: 'session.refused', detail: { reason, repeated } });
  }
}

async function userIdOf({ system }: Database, email: string): Promise<string | undefined> {
  return (await system.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id;
}
