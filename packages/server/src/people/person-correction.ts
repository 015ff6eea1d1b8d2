import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';
import { ApiError } from '../errors.ts';
import type { Emails } from './emails.ts';
import type { PersonRecords } from './records.ts';

export interface PersonCorrectionOptions {
  readonly database: Database;
  readonly records: PersonRecords;
  readonly emails: Pick<Emails, 'addressChange' | 'addressChanged' | 'account'>;
  /** The one that accounts are written by, which is the system's. */
  readonly clock: Clock;
  /** Signs links. */
  readonly secret: string;
}

const HOUR = 3_600_000;
/** Milliseconds that the link to a new address works. */
const LASTS = 24 * HOUR;
/** What such links begin with: those of a first address have another form. */
const PREFIX = 'chg_';

/** A person changes name or address (article 16 of the GDPR). */
export class PersonCorrection {
  readonly #options: PersonCorrectionOptions;

  constructor(options: PersonCorrectionOptions) {
    this.#options = options;
  }

  /** @param actor who does it; default the person */
  async rename(userId: string, name: string, actor = userId): Promise<void> {
    const { database, records, clock } = this.#options;
    await records.record(userId, { action: 'person.changed', detail: { name: true } }, actor);
    const set = { name, updated_at: new Date(Math.floor(clock.now())) };
    await database.system.updateTable('users').set(set).where('id', '=', userId).execute();
  }

  /**
   * Has a link sent to a new address; until it is opened the old one counts. Whether the new one has an account is told to its
   * mailbox only.
   */
  async askForAddress(userId: string, address: string): Promise<void> {
    const { database, records, emails } = this.#options;
    const person = await this.#person(userId);
    if (!person || person.email === address) return;
    await records.record(userId, { action: 'person.address_asked' });
    const taken = await database.system
      .selectFrom('users')
      .select('id')
      .where('email', '=', address)
      .executeTakeFirst();
    if (taken) emails.account(address);
    else emails.addressChange(address, this.#token(userId, address, person));
  }

  /** Whether a token is of a link to a new address. */
  isOurs(token: string): boolean {
    return token.startsWith(PREFIX);
  }

  /**
   * Changes the address. All sessions end, and the old address is told. The link works once, for a day, and no more once
   * password, name or address were changed.
   * @throws ApiError `invalid_link`, `address_taken`
   */
  async confirmAddress(token: string): Promise<void> {
    const { userId, address, endsAt } = readToken(token);
    const person = await this.#person(userId);
    if (!person || endsAt <= this.#options.clock.now()) throw new ApiError('invalid_link');
    const expected = Buffer.from(this.#token(userId, address, { ...person, endsAt }));
    const given = Buffer.from(token);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new ApiError('invalid_link');
    await this.setAddress(userId, address, { from: person.email });
  }

  /**
   * @param options.actor who does it. Default: the person
   * @param options.from the address that is replaced. Default: whichever it is
   * @throws ApiError `address_taken`, `invalid_link` if it is another by now
   */
  async setAddress(
    userId: string,
    address: string,
    { actor = userId, from }: { readonly actor?: string; readonly from?: string } = {},
  ): Promise<void> {
    const { database, records, emails, clock } = this.#options;
    const person = await this.#person(userId);
    if (!person) throw new ApiError('not_found', { detail: 'There is no person with this id.' });
    // Of two links that are opened at once, one counts.
    if (from !== undefined && from !== person.email) throw new ApiError('invalid_link');
    const { system } = database;
    const other = await system.selectFrom('users').select('id').where('email', '=', address).executeTakeFirst();
    if (other && other.id !== userId) throw new ApiError('address_taken');
    await records.record(userId, { action: 'person.changed', detail: { email: true } }, actor);
    const set = { email: address, email_verified: true, updated_at: new Date(Math.floor(clock.now())) };
    const { numUpdatedRows } = await system
      .updateTable('users')
      .set(set)
      .where('id', '=', userId)
      .where('email', '=', person.email)
      .executeTakeFirst()
      .catch((error: unknown) => {
        // Somebody else has signed up with it a moment ago.
        throw isTaken(error) ? new ApiError('address_taken', { cause: error }) : error;
      });
    if (Number(numUpdatedRows) === 0) throw new ApiError('invalid_link');
    // A link to a new password that lies in the old mailbox would let in whoever has that.
    await system.deleteFrom('verifications').where('value', '=', userId).execute();
    await system.deleteFrom('sessions').where('user_id', '=', userId).execute();
    emails.addressChanged(person.email);
  }

  async #person(userId: string): Promise<Person | undefined> {
    return await this.#options.database.system
      .selectFrom('users as person')
      .leftJoin('accounts as account', 'account.user_id', 'person.id')
      .select(['person.email', 'person.updated_at', 'account.password'])
      .where('person.id', '=', userId)
      .executeTakeFirst();
  }

  /** Signed over what the account is now: any change of it makes the link worthless. Nothing of it is stored. */
  #token(userId: string, address: string, { email, updated_at: changed, password, endsAt }: Signed): string {
    const end = endsAt ?? Math.floor(this.#options.clock.now()) + LASTS;
    const text = JSON.stringify(['address', userId, address, end, email, changed.getTime(), password]);
    const mac = createHmac('sha256', this.#options.secret).update(text).digest('base64url');
    return `${PREFIX}${Buffer.from(JSON.stringify([userId, address, end])).toString('base64url')}.${mac}`;
  }
}

interface Person {
  readonly email: string;
  readonly updated_at: Date;
  readonly password: string | null;
}

type Signed = Person & { readonly endsAt?: number };

/** @throws ApiError `invalid_link` */
function readToken(token: string) {
  const [, facts = ''] = /^chg_([\w-]{1,800})\.[\w-]{43}$/.exec(token) ?? [];
  try {
    const [userId, address, endsAt] = JSON.parse(Buffer.from(facts, 'base64url').toString('utf8')) as unknown[];
    if (typeof userId === 'string' && typeof address === 'string' && typeof endsAt === 'number') {
      return { userId, address, endsAt };
    }
  } catch {
    // It is no link of ours.
  }
  throw new ApiError('invalid_link');
}

/** unique_violation (PostgreSQL, appendix A). */
const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505';
