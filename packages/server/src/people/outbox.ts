import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import type { Tables } from '../data/schema.ts';
import type { Log } from '../log/log.ts';
import { SealError } from '../vault/envelope.ts';
import type { Vault } from '../vault/vault.ts';
import type { Email, Mailer, MailTransport } from './email.ts';

/** Seconds before the next try, by how many there were; after these, as the last. */
const DELAYS = [2, 10, 60, 300, 1_800, 7_200];
/** Lease of an email that a server is sending, in seconds; another server may send it after that. */
const LEASE = 120;
/** Milliseconds between two checks for waiting emails. */
const EVERY = 2_000;
/** Emails sent at the same time. */
const AT_ONCE = 5;
/** Most emails that wait; further ones are dropped and logged. */
const MOST_WAITING = 10_000;
/** Owner of the key that emails are sealed under; no organisation has this id. */
const INSTANCE = 'instance';

const KINDS = ['verification', 'account', 'reset', 'invitation', 'trouble', 'billing'] as const;
const sealedEmail = z.object({
  kind: z.enum(KINDS),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  link: z.string(),
  lasts: z.number(),
});

type Row = Pick<Selectable<Tables['outbox']>, 'id' | 'kind' | 'letter' | 'tries'>;

export interface OutboxOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly transport: MailTransport;
  readonly log: Log;
}

/**
 * Emails wait in the database, sealed, until the mail server accepts them or they expire; any server
 * sends them, under a lease. When a server is killed between the mail server's answer and its own record of it, the
 * email is sent again with the same Message-ID.
 */
export class Outbox implements Mailer {
  readonly #options: OutboxOptions;
  readonly #holder = randomUUID();
  readonly #underWay = new Set<Promise<void>>();
  readonly #timer: NodeJS.Timeout;
  #sending: Promise<void> | undefined;
  #again = false;
  #closed = false;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#send(), EVERY).unref();
    this.#send();
  }

  send(email: Email): void {
    const work = this.#keep(email)
      .then(() => this.#send())
      .catch(() => this.#options.log.event('mail_unsent', { kind: email.kind }))
      .finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  async keep(email: Email): Promise<void> {
    await this.#keep(email);
    this.#send();
  }

  /** Finishes what is being sent. What waits is sent by others, or at the next start. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay);
    this.#closed = true;
    await this.#sending;
    this.#options.transport.close();
  }

  async #keep(email: Email): Promise<void> {
    const { database, vault } = this.#options;
    const id = newId('eml');
    const sealed = await vault.seal(objectOf(id), Buffer.from(JSON.stringify(email)));
    const { numAffectedRows } = await sql`
      insert into outbox (id, kind, letter, expires_at)
      select ${id}, ${email.kind}, ${sealed}, now() + make_interval(secs => ${email.lasts / 1_000})
      where (select count(*) from outbox) < ${MOST_WAITING}
    `.execute(database.system);
    if (numAffectedRows === 0n) throw new Error('Too many emails wait.');
  }

  /** Sends what is due, one round after the other. */
  #send(): void {
    if (this.#closed) return;
    if (this.#sending) {
      this.#again = true;
      return;
    }
    this.#sending = this.#rounds()
      // The next look goes on.
      .catch(() => {})
      .finally(() => {
        this.#sending = undefined;
        if (this.#again) {
          this.#again = false;
          this.#send();
        }
      });
  }

  async #rounds(): Promise<void> {
    await this.#removeExpired();
    for (;;) {
      const rows = this.#closed ? [] : await this.#claim();
      if (rows.length === 0) return;
      await Promise.all(rows.map((row) => this.#deliver(row)));
    }
  }

  async #claim(): Promise<readonly Row[]> {
    const { rows } = await sql<Row>`
      update outbox set holder = ${this.#holder}, leased_until = now() + make_interval(secs => ${LEASE}), tries = tries + 1
      where id in (
        select id from outbox
        where next_at <= now() and expires_at > now() and (leased_until is null or leased_until <= now())
        order by next_at, id limit ${AT_ONCE} for update skip locked
      )
      returning id, kind, letter, tries
    `.execute(this.#options.database.system);
    return rows;
  }

  async #deliver(row: Row): Promise<void> {
    const { vault, transport, log } = this.#options;
    const delivery = await openEmail(vault, row.id, row.letter).then(
      (email) => transport.deliver(email, row.id),
      // What was changed is nobody's email. What cannot be opened now and here can be later, or by another server.
      (error: unknown) => (error instanceof SealError ? 'refused' : 'failed'),
    );
    if (delivery === 'failed') {
      log.event('mail_delayed', { kind: kindOf(row), tries: row.tries });
      return await this.#giveBack(row);
    }
    if (delivery === 'refused') log.event('mail_unsent', { kind: kindOf(row) });
    await this.#own(row).execute();
  }

  async #giveBack({ id, tries }: Row): Promise<void> {
    const delay = DELAYS[Math.min(tries, DELAYS.length) - 1] ?? 0;
    await sql`
      update outbox set holder = null, leased_until = null, next_at = now() + make_interval(secs => ${delay})
      where id = ${id} and holder = ${this.#holder}
    `.execute(this.#options.database.system);
  }

  /** An email that expired unsent is logged by the server that removes it. */
  async #removeExpired(): Promise<void> {
    const { rows } = await sql<Row>`
      delete from outbox
      where expires_at <= now() and (leased_until is null or leased_until <= now())
      returning id, kind, letter, tries
    `.execute(this.#options.database.system);
    for (const row of rows) this.#options.log.event('mail_unsent', { kind: kindOf(row) });
  }

  #own({ id }: Row) {
    return this.#options.database.system.deleteFrom('outbox').where('id', '=', id).where('holder', '=', this.#holder);
  }
}

/** An email that waits. @throws SealError for one that was changed */
export async function openEmail(vault: Vault, id: string, letter: Buffer): Promise<Email> {
  return sealedEmail.parse(JSON.parse((await vault.open(objectOf(id), letter)).toString('utf8')));
}

/** What the bytes are sealed to; as the column, named before emails were called so here. */
const objectOf = (id: string) => ({ organisationId: INSTANCE, kind: 'letter', id });

const kindOf = ({ kind }: Row): Email['kind'] => KINDS.find((known) => known === kind) ?? 'account';
