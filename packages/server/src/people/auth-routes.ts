import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SignUpPolicy } from '../config/config.ts';
import type { Database } from '../data/database.ts';
import { ApiError } from '../errors.ts';
import { bodyOf } from '../http/request-body.ts';
import { valid } from '../http/valid.ts';
import type { Authentication } from './authentication.ts';
import { readCookie } from './cookies.ts';
import type { InvitationStore } from './invitations.ts';
import type { KnownDevices } from './known-devices.ts';
import { organisationJson } from './organisation-json.ts';
import type { OrganisationStore } from './organisations.ts';
import { refuseGuessable } from './passwords.ts';
import type { PublicRouteGuard } from './public-route-guard.ts';
import type { PersonRecords } from './records.ts';
import {
  acceptRequest,
  emptyRequest,
  enterRequest,
  organisationRequest,
  passwordRequest,
  resetConfirmRequest,
  resetRequest,
  secondFactorRequest,
  signInRequest,
  signUpRequest,
  verifyRequest,
} from './schema.ts';
import { isSecure, type SecureOptions } from './secure.ts';
import { SessionAnswers } from './session-answers.ts';
import type { SessionStore, SignedIn } from './sessions.ts';
import type { SignInDelays } from './sign-in-delays.ts';
import type { SignUp } from './sign-up.ts';
import type { PeopleSweeper } from './sweeper.ts';
import type { UsedCodes } from './used-codes.ts';

export interface AuthRouteOptions {
  readonly database: Database;
  readonly authentication: Authentication;
  readonly sessions: SessionStore;
  readonly signUp: SignUp;
  readonly organisations: OrganisationStore;
  readonly invitations: InvitationStore;
  readonly records: PersonRecords;
  readonly usedCodes: UsedCodes;
  readonly guard: PublicRouteGuard;
  readonly delays: SignInDelays;
  readonly devices: KnownDevices;
  readonly sweeper: PeopleSweeper;
  readonly config: SecureOptions & { readonly signUp: SignUpPolicy };
}

/** `/v1/auth`, and what a person does who may not belong to an organisation yet. */
export function authRoutes(scope: FastifyInstance, options: AuthRouteOptions): void {
  const { authentication, sessions, signUp, records, guard, delays, devices } = options;
  const answers = new SessionAnswers(options);

  scope.post('/v1/auth/sign-up', async (request, reply) => {
    const { invitation, ...person } = valid(signUpRequest, bodyOf(request).json);
    refuseGuessable(person.password, person.email);
    const isIn = await guard.attempt(request, async () => {
      if (invitation === undefined) return await signUp.uninvited(request, person);
      await signUp.invited(person, invitation);
      return true;
    });
    if (!isIn) return { success: true, status: 'verification_sent', session: null };
    return await signIn(request, reply, person);
  });

  scope.post('/v1/auth/verify', async (request) => {
    const { token } = valid(verifyRequest, bodyOf(request).json);
    await guard.attempt(request, () => authentication.verify(token));
    return { success: true };
  });

  scope.post('/v1/auth/sign-in', async (request, reply) =>
    signIn(request, reply, valid(signInRequest, bodyOf(request).json)),
  );

  scope.post('/v1/auth/two-factor/verify', async (request, reply) => {
    const { code } = valid(secondFactorRequest, bodyOf(request).json);
    const pending = readCookie(request, 'secondFactor', isSecure(request, options.config));
    const person = pending === undefined ? await answers.signedIn(request) : undefined;
    if (person) return await confirmTwoFactor(request, reply, { person, code });
    const backup = !/^\d{6}$/.test(code);
    const result = await guard.attempt(request, async () => {
      const userId = await authentication.pendingPerson(pending ?? '');
      const verify = async () => {
        if (!backup && userId !== undefined) await claimCode(userId, code);
        return await authentication.secondFactor(pending ?? '', { code, backup });
      };
      try {
        if (userId === undefined) return await verify();
        const origin = originOf(request, await emailOf(userId));
        return await delays.attempt(`second factor ${userId}`, origin, verify);
      } catch (error) {
        if (userId !== undefined) records.refused({ userId }, 'second_factor');
        throw error;
      }
    });
    answers.clear(request, reply, 'secondFactor');
    return await answers.begin(request, reply, result);
  });

  scope.post('/v1/auth/two-factor/enable', async (request) => {
    const { password } = valid(passwordRequest, bodyOf(request).json);
    const person = await answers.signedIn(request);
    const { uri, backupCodes } = await guard.attempt(request, () =>
      authentication.enableTwoFactor(person.cookie, password),
    );
    await records.record(person.userId, { action: 'two_factor.prepared' });
    return { success: true, uri, backup_codes: backupCodes };
  });

  scope.post('/v1/auth/two-factor/disable', async (request, reply) => {
    const { password } = valid(passwordRequest, bodyOf(request).json);
    const person = await answers.signedIn(request);
    const cookie = await guard.attempt(request, () => authentication.disableTwoFactor(person.cookie, password));
    await records.record(person.userId, { action: 'two_factor.disabled' });
    return await answers.replace(request, reply, { cookie, person });
  });

  scope.post('/v1/auth/reset', async (request) => {
    const { email } = valid(resetRequest, bodyOf(request).json);
    await authentication.requestReset(email);
    return { success: true };
  });

  scope.post('/v1/auth/reset/confirm', async (request, reply) => {
    const { token, password } = valid(resetConfirmRequest, bodyOf(request).json);
    const email = await guard.attempt(request, async () => {
      const userId = await authentication.resetOf(token);
      const { system } = options.database;
      const address = await emailOf(userId);
      if (address === undefined) throw new ApiError('invalid_link');
      refuseGuessable(password, address);
      await records.record(userId, { action: 'password.reset' });
      await authentication.reset(token, password);
      // The link came by mail: that verifies the address too.
      await system.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute();
      return address;
    });
    // Whoever has the mailbox is not kept out by those who guess.
    devices.remember(request, reply, email);
    return { success: true };
  });

  scope.get('/v1/auth/session', async (request) => ({
    success: true,
    session: await answers.json(await answers.signedIn(request)),
  }));

  scope.post('/v1/auth/sign-out', async (request, reply) => {
    valid(emptyRequest, bodyOf(request).json);
    const person = await sessions.signedIn(request);
    answers.clear(request, reply, 'session');
    answers.clear(request, reply, 'secondFactor');
    if (!person) return { success: true };
    await records.record(person.userId, { action: 'session.ended' });
    await sessions.end(person.sessionId);
    return { success: true };
  });

  scope.post('/v1/auth/organisation', async (request) => {
    const { organisation_id } = valid(enterRequest, bodyOf(request).json);
    const person = await answers.signedIn(request);
    const own = await options.organisations.ofPerson(person.userId);
    if (!own.some(({ id }) => id === organisation_id)) {
      throw new ApiError('not_found', { detail: 'You belong to no organisation with this id.' });
    }
    await sessions.enter(person.token, organisation_id);
    return { success: true, session: await answers.json(await answers.signedIn(request)) };
  });

  scope.post('/v1/organisations', async (request, reply) => {
    const { name } = valid(organisationRequest, bodyOf(request).json);
    const person = await answers.signedIn(request);
    await refuseGuest(person.userId);
    const organisation = await options.organisations.create(person.userId, name);
    await sessions.enter(person.token, organisation.id);
    return reply.code(201).send({ success: true, organisation: organisationJson(organisation) });
  });

  scope.post('/v1/invitations/accept', async (request) => {
    const { token } = valid(acceptRequest, bodyOf(request).json);
    const person = await answers.signedIn(request);
    const organisationId = await guard.attempt(request, async () => {
      const invitation = await options.invitations.open(token);
      if (invitation.email !== person.email) throw new ApiError('invalid_link');
      await options.invitations.accept(invitation, person.userId);
      return invitation.organisationId;
    });
    await sessions.enter(person.token, organisationId);
    return { success: true, session: await answers.json(await answers.signedIn(request)) };
  });

  /** Where not everybody can sign up, who was invited as a guest cannot become an owner of something else. */
  async function refuseGuest(userId: string): Promise<void> {
    if (options.config.signUp === 'open') return;
    const own = await options.organisations.ofPerson(userId);
    if (own.some(({ role }) => role === 'owner')) return;
    throw new ApiError('insufficient_scope', { detail: 'Here only an owner makes further organisations.' });
  }

  async function signIn(request: FastifyRequest, reply: FastifyReply, person: { email: string; password: string }) {
    const { email, password } = person;
    const result = await guard.attempt(request, async () => {
      try {
        const attempt = () => authentication.signIn({ email, password });
        return await delays.attempt(email, originOf(request, email), attempt);
      } catch (error) {
        const code = error instanceof ApiError ? error.code : undefined;
        if (code === 'invalid_credentials') records.refused({ email }, 'password');
        if (code === 'email_not_verified') records.refused({ email }, 'not_verified');
        throw error;
      }
    });
    if (result.state === 'signed_in') return await answers.begin(request, reply, result);
    return answers.half(request, reply, result);
  }

  /** Where a try comes from, as `delays` counts it. */
  function originOf(request: FastifyRequest, email: string | undefined) {
    const device = email === undefined ? undefined : devices.find(request, email);
    return { network: guard.networkOf(request), ...(device === undefined ? {} : { device }) };
  }

  async function emailOf(userId: string): Promise<string | undefined> {
    const { system } = options.database;
    return (await system.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst())?.email;
  }

  /** @throws ApiError `invalid_credentials` for a code that was tried before */
  async function claimCode(userId: string, code: string): Promise<void> {
    if (!(await options.usedCodes.claim(userId, code))) throw new ApiError('invalid_credentials');
  }

  async function confirmTwoFactor(
    request: FastifyRequest,
    reply: FastifyReply,
    { person, code }: { readonly person: SignedIn; readonly code: string },
  ) {
    const cookie = await guard.attempt(request, async () => {
      await claimCode(person.userId, code);
      return await authentication.confirmTwoFactor(person.cookie, code);
    });
    await records.record(person.userId, { action: 'two_factor.enabled' });
    return await answers.replace(request, reply, { cookie, person });
  }
}
