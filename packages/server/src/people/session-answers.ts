import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import type { Reach } from '../network/client.ts';
import { ROLES } from '../rights/roles.ts';
import { type CookieKind, writeCookie } from './cookies.ts';
import type { KnownDevices } from './known-devices.ts';
import type { OrganisationStore } from './organisations.ts';
import type { PersonRecords } from './records.ts';
import type { SessionJson } from './schema.ts';
import { isSecure } from './secure.ts';
import type { SessionStore, SignedIn } from './sessions.ts';
import type { PeopleSweeper } from './sweeper.ts';

export interface SessionAnswerOptions {
  readonly sessions: SessionStore;
  readonly organisations: OrganisationStore;
  readonly records: PersonRecords;
  readonly devices: KnownDevices;
  readonly sweeper: PeopleSweeper;
  readonly config: Reach;
}

/** Answers that begin, replace, show or end a session, with its cookie. */
export class SessionAnswers {
  readonly #options: SessionAnswerOptions;

  constructor(options: SessionAnswerOptions) {
    this.#options = options;
  }

  /** @throws ApiError `session_required` */
  async signedIn(request: FastifyRequest): Promise<SignedIn> {
    const person = await this.#options.sessions.signedIn(request);
    if (!person) throw new ApiError('session_required');
    return person;
  }

  /** Begins a session: always a new one. One that the browser had before ends, whoever it was of. */
  async begin(
    request: FastifyRequest,
    reply: FastifyReply,
    { userId, cookie }: { readonly userId: string; readonly cookie: string },
  ) {
    const { sessions, records, devices, sweeper } = this.#options;
    const before = await sessions.signedIn(request);
    const person = await sessions.ofCookie(cookie);
    try {
      await records.record(userId, { action: 'session.started' });
    } catch (error) {
      await sessions.end(person.sessionId);
      throw error;
    }
    if (before) await sessions.end(before.sessionId);
    sweeper.sweepBeside();
    this.#set(request, reply, { kind: 'session', value: cookie });
    devices.remember(request, reply, person.email);
    return { success: true, status: 'signed_in', session: await this.json(person) };
  }

  /** The password was right; the second factor is to follow. */
  half(request: FastifyRequest, reply: FastifyReply, { cookie }: { readonly cookie: string }) {
    this.#set(request, reply, { kind: 'secondFactor', value: cookie });
    return { success: true, status: 'second_factor_required', session: null };
  }

  /** A session that has replaced another, in the same organisation. */
  async replace(
    request: FastifyRequest,
    reply: FastifyReply,
    { cookie, person }: { readonly cookie: string; readonly person: SignedIn },
  ) {
    const { sessions } = this.#options;
    const { token } = await sessions.ofCookie(cookie);
    if (person.membership) await sessions.enter(token, person.membership.organisationId);
    this.#set(request, reply, { kind: 'session', value: cookie });
    return { success: true, status: 'signed_in', session: await this.json(await sessions.ofCookie(cookie)) };
  }

  clear(request: FastifyRequest, reply: FastifyReply, kind: CookieKind): void {
    this.#set(request, reply, { kind });
  }

  async json(person: SignedIn): Promise<SessionJson> {
    const own = await this.#options.organisations.ofPerson(person.userId);
    return {
      person: { id: person.userId, name: person.name, email: person.email, two_factor: person.twoFactor },
      organisations: own.flatMap(({ id, name, role }) => {
        const known = ROLES.find((candidate) => candidate === role);
        return known ? [{ id, name, role: known, active: id === person.membership?.organisationId }] : [];
      }),
      expires_at: person.expiresAt.toISOString(),
    };
  }

  #set(
    request: FastifyRequest,
    reply: FastifyReply,
    { kind, value }: { readonly kind: CookieKind; readonly value?: string },
  ): void {
    writeCookie(reply, kind, { value, secure: isSecure(request, this.#options.config) });
  }
}
