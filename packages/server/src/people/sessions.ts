import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { PersonCaller } from '../access/caller.ts';
import type { Sessions } from '../access/gate.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../data/database.ts';
import { ApiError } from '../errors.ts';
import type { Reach } from '../network/client.ts';
import { ROLES, type Role } from '../rights/roles.ts';
import { readCookie } from './cookies.ts';
import { isSecure } from './secure.ts';

const MINUTE = 60_000;
/** Milliseconds that a session lasts without a request, and at all. */
export const SESSION_LASTS = { idle: 30 * MINUTE, idleUnderHipaa: 15 * MINUTE, absolute: 12 * 60 * MINUTE } as const;
/** Milliseconds that the clocks of servers may differ by. */
const SKEW = 10 * MINUTE;
/** Milliseconds between writes of when a session was used. */
const MOVED_EVERY = MINUTE;

/** Somebody who is signed in. */
export interface SignedIn {
  readonly sessionId: string;
  readonly token: string;
  /** As it was sent. */
  readonly cookie: string;
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly twoFactor: boolean;
  readonly expiresAt: Date;
  /** The organisation that they work in: the one chosen, else the one that they have been in for longest. */
  readonly membership?: { readonly organisationId: string; readonly role: Role; readonly hipaa: boolean };
}

export interface SessionStoreOptions {
  readonly database: Database;
  /** The one that better-auth writes times by, which is the system's. */
  readonly clock: Clock;
  /** Signs the cookies, as better-auth does. */
  readonly secret: string;
  readonly reach: Reach;
}

/**
 * Sessions of people. better-auth makes them; who sends the cookie of one is found here, with role and organisation,
 * in one query. The role is the one of now: it is not kept in the session.
 */
export class SessionStore implements Sessions {
  readonly #options: SessionStoreOptions;

  constructor(options: SessionStoreOptions) {
    this.#options = options;
  }

  /** For the gate. @throws ApiError `insufficient_scope` for a person who belongs to no organisation */
  async find(request: FastifyRequest): Promise<PersonCaller | undefined> {
    const person = await this.signedIn(request);
    if (!person) return undefined;
    const { membership, userId } = person;
    if (!membership) {
      throw new ApiError('insufficient_scope', {
        detail: 'You are not a member of any organisation; create one, or accept an invitation.',
      });
    }
    if (membership.hipaa && !person.twoFactor) {
      throw new ApiError('insufficient_scope', {
        detail: 'Your organization has the HIPAA profile: set up a second factor for your account first.',
      });
    }
    return { kind: 'person', id: userId, sessionId: person.sessionId, ...membership };
  }

  async signedIn(request: FastifyRequest): Promise<SignedIn | undefined> {
    const cookie = readCookie(request, 'session', isSecure(request, this.#options.reach));
    return cookie === undefined ? undefined : await this.#byCookie(cookie);
  }

  /** The session that a cookie is of that was made just now. */
  async ofCookie(cookie: string): Promise<SignedIn> {
    const person = await this.#byCookie(cookie);
    if (!person) throw new Error('A session was made and is not there.');
    return person;
  }

  async #byCookie(cookie: string): Promise<SignedIn | undefined> {
    const token = this.#tokenOf(cookie);
    if (token === undefined) return undefined;
    const row = await this.#read(token);
    if (!row) return undefined;
    const now = this.#options.clock.now();
    const begun = row.created_at.getTime();
    const end = begun + SESSION_LASTS.absolute;
    const idle = row.hipaa === true ? SESSION_LASTS.idleUnderHipaa : SESSION_LASTS.idle;
    // Its end was written before the profile was switched on.
    const isIdle = row.hipaa === true && now >= row.updated_at.getTime() + idle;
    // One that begins in the future was begun before the clock was set back; it would last for ever.
    if (now >= row.expires_at.getTime() || isIdle || now >= end || begun > now + SKEW) {
      await this.end(row.id);
      return undefined;
    }
    const expiresAt = new Date(Math.min(Math.floor(now) + idle, end));
    if (now - row.updated_at.getTime() >= MOVED_EVERY) await this.#move(row.id, expiresAt);
    const role = ROLES.find((name) => name === row.role);
    return {
      sessionId: row.id,
      token,
      cookie,
      userId: row.user_id,
      name: row.name,
      email: row.email,
      twoFactor: row.two_factor_enabled === true,
      expiresAt,
      ...(role && row.organisation_id
        ? { membership: { organisationId: row.organisation_id, role, hipaa: row.hipaa === true } }
        : {}),
    };
  }

  async end(sessionId: string): Promise<void> {
    await this.#options.database.system.deleteFrom('sessions').where('id', '=', sessionId).execute();
  }

  /** Chooses the organisation of a session. */
  async enter(token: string, organisationId: string): Promise<void> {
    await this.#options.database.system
      .updateTable('sessions')
      .set({ active_organisation_id: organisationId })
      .where('token', '=', token)
      .execute();
  }

  /** Removes sessions and links that are over. */
  async sweep(): Promise<void> {
    const now = this.#options.clock.now();
    const { system } = this.#options.database;
    await system
      .deleteFrom('sessions')
      .where('expires_at', '<', new Date(Math.floor(now)))
      .execute();
    await system
      .deleteFrom('verifications')
      .where('expires_at', '<', new Date(Math.floor(now)))
      .execute();
  }

  /** The token that a cookie carries; undefined if the signature is not ours. No query is made for such a one. */
  #tokenOf(cookie: string): string | undefined {
    const [, token = '', signature = ''] = /^([A-Za-z0-9]{1,100})\.([A-Za-z0-9+/]{43}=)$/.exec(decoded(cookie)) ?? [];
    if (token === '') return undefined;
    const expected = createHmac('sha256', this.#options.secret).update(token).digest();
    return timingSafeEqual(Buffer.from(signature, 'base64'), expected) ? token : undefined;
  }

  async #read(token: string) {
    return await this.#options.database.system
      .selectFrom('sessions as session')
      .innerJoin('users as person', 'person.id', 'session.user_id')
      .leftJoin('members as member', 'member.user_id', 'session.user_id')
      .leftJoin('organisations as organisation', 'organisation.id', 'member.organisation_id')
      .select([
        'session.id',
        'session.user_id',
        'session.expires_at',
        'session.created_at',
        'session.updated_at',
        'person.name',
        'person.email',
        'person.two_factor_enabled',
        'member.organisation_id',
        'member.role',
        'organisation.hipaa',
      ])
      .where('session.token', '=', token)
      .orderBy(sql`(member.organisation_id = session.active_organisation_id) is true`, 'desc')
      .orderBy('member.created_at')
      .orderBy('member.id')
      .limit(1)
      .executeTakeFirst();
  }

  async #move(id: string, expiresAt: Date): Promise<void> {
    await this.#options.database.system
      .updateTable('sessions')
      .set({ expires_at: expiresAt, updated_at: new Date(Math.floor(this.#options.clock.now())) })
      .where('id', '=', id)
      .execute();
  }
}

/** Ends all sessions of a person; belongs into the transaction of what changes their rights. */
export async function endSessions(queries: Queries, userId: string): Promise<void> {
  await queries.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

function decoded(cookie: string): string {
  try {
    return decodeURIComponent(cookie);
  } catch {
    return '';
  }
}
