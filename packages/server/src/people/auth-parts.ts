import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { BODY_ERRORS, OPEN_ERRORS } from '../access/errors.ts';
import type { RateLimit } from '../access/rate-limit.ts';
import type { SignUpPolicy } from '../config/config.ts';
import type { RetentionPeriods } from '../config/retention.ts';
import type { Database } from '../data/database.ts';
import type { ApiErrorCode } from '../errors.ts';
import { endpointsOf } from '../http/define-endpoint.ts';
import type { AnswerEntry, HeaderEntry } from '../http/endpoint.ts';
import type { Reach } from '../network/client.ts';
import type { Vault } from '../vault/vault.ts';
import type { Authentication } from './authentication.ts';
import type { InvitationStore } from './invitations.ts';
import type { KnownDevices } from './known-devices.ts';
import type { OrganisationStore } from './organisations.ts';
import type { PersonCorrection } from './person-correction.ts';
import type { PersonErasure } from './person-erasure.ts';
import type { PublicRouteGuard } from './public-route-guard.ts';
import type { PersonRecords } from './records.ts';
import type { SessionAnswers } from './session-answers.ts';
import type { SessionStore } from './sessions.ts';
import type { SignInDelays } from './sign-in-delays.ts';
import type { SignUp } from './sign-up.ts';
import type { PeopleSweeper } from './sweeper.ts';
import type { UsedCodes } from './used-codes.ts';

/** What the endpoints of people share. */

export interface AuthParts {
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
  readonly correction: PersonCorrection;
  readonly erasure: PersonErasure;
  /** Opens emails that wait. */
  readonly vault: Vault;
  /** Files of what is kept of a person: each reads whole tables. */
  readonly exports: RateLimit;
  readonly answers: SessionAnswers;
  readonly config: Reach & { readonly signUp: SignUpPolicy; readonly retention?: RetentionPeriods };
}

export const endpoint = endpointsOf<AuthParts>();

export const TAG = 'People';

/** Errors of every request of this group. */
export const SESSION_ERRORS: readonly ApiErrorCode[] = [
  'https_required',
  'cross_site',
  'rate_limited',
  'database_unavailable',
  ...OPEN_ERRORS,
];
export const WITH_BODY: readonly ApiErrorCode[] = [...BODY_ERRORS, ...SESSION_ERRORS];
export const GUESSED: readonly ApiErrorCode[] = [...WITH_BODY, 'locked'];

const COOKIE: HeaderEntry = {
  name: 'Set-Cookie',
  description: 'The session, or what waits for the second factor.',
  optional: true,
};

export const personAnswer = (description: string, json: z.ZodType, cookie = false): AnswerEntry => ({
  description,
  json,
  headers: cookie ? [COOKIE] : [],
});

export const EMAIL = 'ada@example.com';
export const PASSWORD = 'a long sentence of my own';
export const TOKEN = 'kQ3vX0uYw2m9Zr6tB1nC5pL8sD4fG7hJ0aE2iO6yU1w';

/** Where a try comes from, as `delays` counts it. */
export function originOf(request: FastifyRequest, email: string | undefined, parts: AuthParts) {
  const device = deviceOf(request, email, parts);
  return { network: parts.guard.networkOf(request), ...(device === undefined ? {} : { device }) };
}

/** The browser, if the account with this address was used in it before. */
export const deviceOf = (request: FastifyRequest, email: string | undefined, { devices }: AuthParts) =>
  email === undefined ? undefined : devices.find(request, email);

export async function emailOf(userId: string, { database }: AuthParts): Promise<string | undefined> {
  const { system } = database;
  return (await system.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst())?.email;
}
