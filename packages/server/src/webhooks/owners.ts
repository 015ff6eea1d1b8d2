import { sql } from 'kysely';
import type { Database } from '../data/database.ts';

/** Seconds that a server has for the emails of one event; another sends them after that. */
const LEASE = 60;
/** Milliseconds between looks. */
const EVERY = 5_000;
/** Owners of one organization that are told. */
const MOST_OWNERS = 20;

/** What stops work, by the type of its event. */
const KINDS: Readonly<Record<string, Trouble['kind']>> = {
  'credits.exhausted': 'credits_exhausted',
  'connection.revoked': 'connection_revoked',
};

/** What stops work, for an email to whoever can mend it. */
export interface Trouble {
  readonly kind: 'endpoint_disabled' | 'credits_exhausted' | 'connection_revoked';
  /** Name of the organisation. */
  readonly organisation: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Writes emails to people. Resolves when they are safe: from then on they are sent, whatever happens to the process. */
export interface OwnerEmails {
  trouble(to: string, trouble: Trouble): Promise<void>;
}

interface Row {
  readonly id: string;
  readonly organisation_id: string;
  readonly type: string;
  readonly facts: Readonly<Record<string, unknown>>;
}

/** Tells owners what stops work, once for each event; twice only if a server dies in between. */
export class Owners {
  readonly #database: Database;
  readonly #emails: OwnerEmails;
  #timer: NodeJS.Timeout | undefined;
  #telling: Promise<void> = Promise.resolve();

  constructor({ database, emails }: { readonly database: Database; readonly emails: OwnerEmails }) {
    this.#database = database;
    this.#emails = emails;
  }

  start(): void {
    this.#timer = setInterval(() => void this.tell().catch(() => {}), EVERY).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#telling.catch(() => {});
  }

  /** Tells what is to be told. */
  async tell(): Promise<void> {
    this.#telling = this.#telling.catch(() => {}).then(() => this.#all());
    await this.#telling;
  }

  async #all(): Promise<void> {
    for (let row = await this.#claim(); row; row = await this.#claim()) {
      await this.#tellOf(row);
      await sql`update webhook_events set tells_owners = false, telling_until = null where id = ${row.id}`.execute(
        this.#database.system,
      );
    }
  }

  async #claim(): Promise<Row | undefined> {
    const { rows } = await sql<Row>`
      update webhook_events set telling_until = now() + make_interval(secs => ${LEASE})
      where id = (
        select id from webhook_events where tells_owners and (telling_until is null or telling_until < now())
        order by id limit 1 for update skip locked
      )
      returning id, organisation_id, type, facts
    `.execute(this.#database.system);
    return rows[0];
  }

  async #tellOf({ organisation_id: organisationId, type, facts }: Row): Promise<void> {
    const people = await this.#database.system
      .selectFrom('members as member')
      .innerJoin('users as person', 'person.id', 'member.user_id')
      .innerJoin('organisations as organisation', 'organisation.id', 'member.organisation_id')
      .select(['person.email', 'organisation.name'])
      .where('member.organisation_id', '=', organisationId)
      .where('member.role', '=', 'owner')
      .where('person.email_verified', '=', true)
      .orderBy('member.id')
      .limit(MOST_OWNERS)
      .execute();
    const kind = KINDS[type] ?? 'endpoint_disabled';
    for (const { email, name } of people) await this.#emails.trouble(email, { kind, organisation: name, facts });
  }
}
