import type { z } from 'zod';
import { BODY_ERRORS } from '../access/errors.ts';
import type { ApiErrorCode } from '../errors.ts';
import type { AnswerEntry, Endpoint, HeaderEntry, RequestEntry } from '../http/endpoint.ts';
import {
  acceptRequest,
  doneAnswer,
  emptyRequest,
  enterRequest,
  organisationAnswer,
  organisationRequest,
  passwordRequest,
  resetConfirmRequest,
  resetRequest,
  secondFactorRequest,
  sessionAnswer,
  signInAnswer,
  signInRequest,
  signUpAnswer,
  signUpRequest,
  twoFactorAnswer,
  verifyRequest,
} from './schema.ts';

/** What the reference says of `/v1/auth` and of what people do who may belong to no organisation yet. */

const TAG = 'People';

/** Errors of every request of this group. */
const COMMON: readonly ApiErrorCode[] = [
  'https_required',
  'cross_site',
  'rate_limited',
  'database_unavailable',
  'header_too_large',
  'internal_error',
];
const WITH_BODY: readonly ApiErrorCode[] = [...BODY_ERRORS, ...COMMON];
const GUESSED: readonly ApiErrorCode[] = [...WITH_BODY, 'locked'];

const COOKIE: HeaderEntry = {
  name: 'Set-Cookie',
  description: 'The session, or what waits for the second factor.',
  optional: true,
};

const answer = (description: string, json: z.ZodType, cookie = false): AnswerEntry => ({
  description,
  json,
  headers: cookie ? [COOKIE] : [],
});

const request = (name: string, schema: z.ZodType, value: Readonly<Record<string, unknown>>): RequestEntry => ({
  name,
  schema,
  required: [],
  multipart: false,
  examples: [{ name: 'example', summary: 'As a page sends it', value }],
});

const EMAIL = 'ada@example.com';
const PASSWORD = 'a long sentence of my own';
const TOKEN = 'kQ3vX0uYw2m9Zr6tB1nC5pL8sD4fG7hJ0aE2iO6yU1w';

type Shape = Pick<Endpoint, 'path' | 'operation' | 'summary' | 'description' | 'answer' | 'errors'> & Partial<Endpoint>;

/** An operation of this group; what needs a session says so. */
const operation = (shape: Shape): Endpoint => ({ method: 'post', tag: TAG, ...shape });

export const AUTH_ENDPOINTS: readonly Endpoint[] = [
  operation({
    path: '/v1/auth/sign-up',
    operation: 'sign_up',
    summary: 'Sign up',
    description:
      'Who has an invitation is a member at once. The first person of an instance owns its first organisation; they sign up on the machine itself, or send a key with all rights. Everybody else is sent a letter, if the operator lets everybody sign up; the answer is the same whether the address had an account.',
    open: true,
    request: request('SignUpRequest', signUpRequest, { name: 'Ada', email: EMAIL, password: PASSWORD }),
    answer: answer('Signed in, or a letter is on its way.', signUpAnswer, true),
    errors: [...GUESSED, 'sign_up_closed', 'invalid_link', 'address_taken', 'invalid_key', 'invalid_credentials'],
  }),
  operation({
    path: '/v1/auth/verify',
    operation: 'verify_address',
    summary: 'Verify an address',
    description: 'With the token of the letter, within a day. Then sign in.',
    open: true,
    request: request('VerifyRequest', verifyRequest, { token: TOKEN }),
    answer: answer('The address is verified.', doneAnswer),
    errors: [...GUESSED, 'invalid_link'],
  }),
  operation({
    path: '/v1/auth/sign-in',
    operation: 'sign_in',
    summary: 'Sign in',
    description:
      'Begins a new session: 30 minutes without a request end it, and 12 hours. Wrong passwords count as wrong keys do: many lock the network that they come from.',
    open: true,
    request: request('SignInRequest', signInRequest, { email: EMAIL, password: PASSWORD }),
    answer: answer('Signed in, or the second factor is to follow within ten minutes.', signInAnswer, true),
    errors: [...GUESSED, 'invalid_credentials', 'email_not_verified'],
  }),
  operation({
    path: '/v1/auth/two-factor/verify',
    operation: 'verify_second_factor',
    summary: 'Give the second factor',
    description: 'Ends the sign-in that waits for it; or, when signed in, turns on the second factor that was set up.',
    open: true,
    request: request('SecondFactorRequest', secondFactorRequest, { code: '123456' }),
    answer: answer('Signed in.', signInAnswer, true),
    errors: [...GUESSED, 'invalid_credentials', 'session_required'],
  }),
  operation({
    path: '/v1/auth/two-factor/enable',
    operation: 'enable_two_factor',
    summary: 'Set up a second factor',
    description: 'It is on when a first code of it was given.',
    session: true,
    request: request('EnableTwoFactorRequest', passwordRequest, { password: PASSWORD }),
    answer: answer('What the authenticator needs.', twoFactorAnswer),
    errors: [...GUESSED, 'session_required', 'invalid_credentials', 'two_factor_enabled'],
  }),
  operation({
    path: '/v1/auth/two-factor/disable',
    operation: 'disable_two_factor',
    summary: 'Turn the second factor off',
    description: 'The session is replaced by a new one.',
    session: true,
    request: request('DisableTwoFactorRequest', passwordRequest, { password: PASSWORD }),
    answer: answer('It is off.', signInAnswer, true),
    errors: [...GUESSED, 'session_required', 'invalid_credentials'],
  }),
  operation({
    path: '/v1/auth/reset',
    operation: 'reset_password',
    summary: 'Ask for a new password',
    description: 'A letter is sent if there is an account; the answer is the same if there is none.',
    open: true,
    request: request('ResetRequest', resetRequest, { email: EMAIL }),
    answer: answer('A letter is on its way, if there is an account.', doneAnswer),
    errors: WITH_BODY,
  }),
  operation({
    path: '/v1/auth/reset/confirm',
    operation: 'confirm_reset',
    summary: 'Choose a new password',
    description: 'With the token of the letter, within an hour, once. All sessions of the person end.',
    open: true,
    request: request('ResetConfirmRequest', resetConfirmRequest, { token: TOKEN, password: PASSWORD }),
    answer: answer('The password is changed. Sign in with it.', doneAnswer),
    errors: [...GUESSED, 'invalid_link'],
  }),
  operation({
    method: 'get',
    path: '/v1/auth/session',
    operation: 'session',
    summary: 'Who is signed in?',
    description: 'The person, their organisations, and which of them requests are about.',
    session: true,
    answer: answer('The session.', sessionAnswer),
    errors: [...COMMON, 'session_required'],
  }),
  operation({
    path: '/v1/auth/organisation',
    operation: 'enter_organisation',
    summary: 'Change to another organisation',
    description: 'Requests of this session are about it from then on.',
    session: true,
    request: request('EnterOrganisationRequest', enterRequest, { organisation_id: 'org_01jc0000000000000000000000' }),
    answer: answer('The session as it is now.', sessionAnswer),
    errors: [...WITH_BODY, 'session_required', 'not_found'],
  }),
  operation({
    path: '/v1/organisations',
    operation: 'create_organisation',
    summary: 'Make an organisation',
    description:
      'Whoever makes it owns it. Where not everybody can sign up, only somebody who owns an organisation makes further ones.',
    session: true,
    request: request('CreateOrganisationRequest', organisationRequest, { name: 'Example Ltd' }),
    answer: { ...answer('The organisation. The session has changed to it.', organisationAnswer), status: 201 },
    errors: [...WITH_BODY, 'session_required', 'insufficient_scope'],
  }),
  operation({
    path: '/v1/invitations/accept',
    operation: 'accept_invitation',
    summary: 'Accept an invitation',
    description: 'With the token of the letter, by the person that it is for. Without an account, sign up with it.',
    session: true,
    request: request('AcceptInvitationRequest', acceptRequest, { token: TOKEN }),
    answer: answer('The session, changed to the organisation.', sessionAnswer),
    errors: [...GUESSED, 'session_required', 'invalid_link', 'already_member'],
  }),
  operation({
    path: '/v1/auth/sign-out',
    operation: 'sign_out',
    summary: 'Sign out',
    description: 'The session ends here, not only in the browser.',
    session: true,
    request: { ...request('SignOutRequest', emptyRequest, {}), optional: true },
    answer: answer('Signed out.', doneAnswer, true),
    errors: WITH_BODY,
  }),
];
