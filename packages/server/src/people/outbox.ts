import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import type { Tables } from '../data/schema.ts';
import type { Log } from '../log/log.ts';
import type { Vault } from '../vault/vault.ts';
import type { Letter, Mailer, Post } from './mail.ts';

/** Seconds before the next try, by how many there were; after these, as the last. */
const DELAYS = [2, 10, 60, 300, 1_800, 7_200];
/** Seconds after which another server takes a letter that this one has begun to send. */
const LEASE = 120;
/** Milliseconds between looks at what waits. */
const EVERY = 2_000;
/** Letters that are sent at once. */
const AT_ONCE = 5;
/** Letters that wait; whoever asks for more than a mail server takes is not answered by mail. */
const MOST_WAITING = 10_000;
/** Owner of the key that letters are sealed under; no organisation has this id. */
const INSTANCE = 'instance';

const KINDS = ['verification', 'account', 'reset', 'invitation'] as const;
const sealedLetter = z.object({
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
  readonly post: Post;
  readonly log: Log;
}

/**
 * Letters wait in the database, sealed, until the mail server takes them or they are of no use any more; any server
 * sends them. One at a time has a letter, by a lease: when a server is killed between the mail server's answer and its
 * own note of it, the letter is sent again, under the same Message-ID.
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

  send(letter: Letter): void {
    const work = this.#keep(letter)
      .then(() => this.#send())
      .catch(() => this.#options.log.event('mail_unsent', { kind: letter.kind }))
      .finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  /** Finishes what is being sent. What waits is sent by others, or at the next start. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#underWay);
    this.#closed = true;
    await this.#sending;
    this.#options.post.close();
  }

  async #keep(letter: Letter): Promise<void> {
    const { database, vault } = this.#options;
    const id = newId('ltr');
    const sealed = await vault.seal(objectOf(id), Buffer.from(JSON.stringify(letter)));
    const { numAffectedRows } = await sql`
      insert into outbox (id, kind, letter, expires_at)
      select ${id}, ${letter.kind}, ${sealed}, now() + make_interval(secs => ${letter.lasts / 1_000})
      where (select count(*) from outbox) < ${MOST_WAITING}
    `.execute(database.system);
    if (numAffectedRows === 0n) throw new Error('Too many letters wait.');
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
    const { vault, post, log } = this.#options;
    const opened = await vault.open(objectOf(row.id), row.letter).catch(() => undefined);
    const letter = opened && sealedLetter.parse(JSON.parse(opened.toString('utf8')));
    const delivery = letter ? await post.deliver(letter, row.id) : 'refused';
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

  /** What nobody has taken in time is logged by the one server that removes it. */
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

const objectOf = (id: string) => ({ organisationId: INSTANCE, kind: 'letter', id });

const kindOf = ({ kind }: Row): Letter['kind'] => KINDS.find((known) => known === kind) ?? 'account';
