import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../data/database.ts';
import { ApiError } from '../errors.ts';

/** Where tries come from: what they are counted by. */
export interface TryOrigin {
  /** The network of the client, wider than one source of guesses. */
  readonly network: string;
  /** A browser that this account was used in before. */
  readonly device?: string;
}

/** What may be tried at once, and how the wait grows after that. Times are milliseconds. */
interface Allowance {
  readonly free: number;
  readonly first: number;
  readonly longest: number;
  /** After so long without a try, all is forgotten. */
  readonly window: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** One network, or one browser that is known. As many as lock a single source: this is for guesses that come from several. */
const OF_ORIGIN: Allowance = { free: 20, first: 2 * SECOND, longest: 5 * MINUTE, window: 15 * MINUTE };
/** All networks together: guesses that come from many. Short, so that nobody can keep the person out with it. */
const OF_ALL: Allowance = { free: 100, first: SECOND, longest: 30 * SECOND, window: 60 * MINUTE };
const ALL = '*';
/** Milliseconds after which a row says nothing any more. */
const KEPT = 24 * 60 * MINUTE;

export interface SignInDelaysOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly secret: string;
}

/**
 * Slows down guesses at one account, wherever they come from: the lock of a source sees only its own. Whoever guesses
 * cannot keep the person out: a browser in which the account was used before is counted by itself, other networks are
 * too, and the wait for all of them is half a minute at most. An account that does not exist is slowed down as well.
 */
export class SignInDelays {
  readonly #options: SignInDelaysOptions;

  constructor(options: SignInDelaysOptions) {
    this.#options = options;
  }

  /**
   * Lets a password or a code be tried. It is counted before, so that many at once are not all let through, and taken
   * off again unless it was wrong.
   * @param account An address, or what else says whose secret it is.
   * @throws ApiError `locked`, and what `work` throws
   */
  async attempt<Value>(account: string, origin: TryOrigin, work: () => Promise<Value>): Promise<Value> {
    const digest = createHmac('sha256', this.#options.secret).update(`sign-in ${account}`).digest();
    const counted = countersOf(origin);
    await this.#options.database.system.transaction().execute(async (queries) => {
      for (const counter of counted) await this.#count(queries, digest, counter);
    });
    try {
      const value = await work();
      await this.#takeOff(digest, counted);
      return value;
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'invalid_credentials')) await this.#takeOff(digest, counted);
      throw error;
    }
  }

  /** Removes what says nothing any more. */
  async sweep(): Promise<void> {
    await this.#options.database.system
      .deleteFrom('sign_in_delays')
      .where('last_at', '<', new Date(this.#now() - KEPT))
      .execute();
  }

  async #count(queries: Queries, account: Buffer, { origin, allowance }: Counter): Promise<void> {
    const now = new Date(this.#now());
    const { free, first, longest, window } = allowance;
    const forgotten = new Date(this.#now() - window);
    const wait = sql`make_interval(secs => least(${longest / SECOND}::float8,
      ${first / SECOND}::float8 * power(2::float8, least(d.tries - ${free}::integer, 20))))`;
    const { rows } = await sql<{ tries: number }>`
      insert into sign_in_delays as d (account, origin, tries, last_at) values (${account}, ${origin}, 1, ${now})
      on conflict (account, origin) do update set
        tries = case when d.last_at < ${forgotten} then 1 else d.tries + 1 end, last_at = excluded.last_at
      where d.last_at < ${forgotten} or d.tries < ${free} or d.last_at + ${wait} <= ${now}
      returning tries
    `.execute(queries);
    if (rows.length > 0) return;
    const row = await queries
      .selectFrom('sign_in_delays')
      .select(['tries', 'last_at'])
      .where('account', '=', account)
      .where('origin', '=', origin)
      .executeTakeFirst();
    throw delayed(row ? row.last_at.getTime() + waitAfter(row.tries, allowance) - this.#now() : first);
  }

  async #takeOff(account: Buffer, counters: readonly Counter[]): Promise<void> {
    await this.#options.database.system
      .updateTable('sign_in_delays')
      .set({ tries: sql<number>`greatest(tries - 1, 0)` })
      .where('account', '=', account)
      .where(
        'origin',
        'in',
        counters.map(({ origin }) => origin),
      )
      .execute();
  }

  #now(): number {
    return Math.floor(this.#options.clock.now());
  }
}

interface Counter {
  readonly origin: string;
  readonly allowance: Allowance;
}

function countersOf({ network, device }: TryOrigin): readonly Counter[] {
  if (device !== undefined) return [{ origin: `device ${device}`, allowance: OF_ORIGIN }];
  return [
    { origin: network, allowance: OF_ORIGIN },
    { origin: ALL, allowance: OF_ALL },
  ];
}

/** As the statement has it. */
const waitAfter = (tries: number, { free, first, longest }: Allowance): number =>
  Math.min(longest, first * 2 ** Math.min(tries - free, 20));

const delayed = (milliseconds: number) =>
  new ApiError('locked', {
    detail:
      'Too many failed attempts for this account. Wait for the seconds in Retry-After, use a browser in which you have signed in before, or reset the password.',
    retryAfter: Math.max(1, milliseconds / SECOND),
  });
