import { ApiError } from '../errors.ts';
import type { Call } from '../http/define-endpoint.ts';
import {
  type AuthParts,
  deviceOf,
  EMAIL,
  endpoint,
  GUESSED,
  originOf,
  PASSWORD,
  personAnswer,
  SESSION_ERRORS,
  TAG,
  TOKEN,
  WITH_BODY,
} from './auth-parts.ts';
import { exampleBody } from './examples.ts';
import { refuseGuessable } from './passwords.ts';
import {
  doneAnswer,
  emptyRequest,
  sessionAnswer,
  signInAnswer,
  signInRequest,
  signUpAnswer,
  signUpRequest,
  verifyRequest,
} from './schema.ts';

export const signUpEndpoint = endpoint({
  method: 'post',
  tag: TAG,
  path: '/v1/auth/sign-up',
  operation: 'sign_up',
  summary: 'Sign up',
  description:
    'Who has an invitation is a member at once. The first person of an instance owns its first organisation; they send the `setup_code` that the service prints when it starts, or a key with all rights. Everybody else is sent an email, if the operator lets everybody sign up; the answer is the same whether the address had an account.',
  access: 'open',
  request: exampleBody('SignUpRequest', signUpRequest, { name: 'Ada', email: EMAIL, password: PASSWORD }),
  answer: personAnswer('Signed in, or an email was sent.', signUpAnswer, true),
  errors: [...GUESSED, 'sign_up_closed', 'invalid_link', 'address_taken', 'invalid_key', 'invalid_credentials'],
  handle: async (call, parts) => {
    const { request, body } = call;
    const { invitation, setup_code: setupCode, ...person } = body;
    const { signUp, guard } = parts;
    refuseGuessable(person.password, person.email);
    const isIn = await guard.attempt(request, async () => {
      if (invitation === undefined) return await signUp.uninvited(request, person, setupCode);
      await signUp.invited(person, invitation);
      return true;
    });
    if (!isIn) return { success: true, status: 'verification_sent', session: null };
    return await signIn(call, person, parts);
  },
});

export const verifyAddress = endpoint({
  method: 'post',
  tag: TAG,
  path: '/v1/auth/verify',
  operation: 'verify_address',
  summary: 'Verify an address',
  description: 'With the token of the email, within a day. Then sign in.',
  access: 'open',
  request: exampleBody('VerifyRequest', verifyRequest, { token: TOKEN }),
  answer: personAnswer('The address is verified.', doneAnswer),
  errors: [...GUESSED, 'invalid_link', 'address_taken'],
  handle: async ({ request, body: { token } }, { authentication, correction, guard }) => {
    const verify = () => (correction.isOurs(token) ? correction.confirmAddress(token) : authentication.verify(token));
    await guard.attempt(request, verify);
    return { success: true };
  },
});

export const signInEndpoint = endpoint({
  method: 'post',
  tag: TAG,
  path: '/v1/auth/sign-in',
  operation: 'sign_in',
  summary: 'Sign in',
  description:
    'Begins a new session: 30 minutes without a request end it, and 12 hours. Wrong passwords count as wrong keys do: many lock the network that they come from.',
  access: 'open',
  request: exampleBody('SignInRequest', signInRequest, { email: EMAIL, password: PASSWORD }),
  answer: personAnswer('Signed in, or the second factor is to follow within ten minutes.', signInAnswer, true),
  errors: [...GUESSED, 'invalid_credentials', 'email_not_verified'],
  handle: (call, parts) => signIn(call, call.body, parts),
});

export const session = endpoint({
  tag: TAG,
  method: 'get',
  path: '/v1/auth/session',
  operation: 'session',
  summary: 'Who is signed in?',
  description: 'The person, their organisations, and which of them requests are about.',
  access: 'session',
  answer: personAnswer('The session.', sessionAnswer),
  errors: [...SESSION_ERRORS, 'session_required'],
  handle: async ({ request }, { answers }) => ({
    success: true,
    session: await answers.json(await answers.signedIn(request)),
  }),
});

export const signOut = endpoint({
  method: 'post',
  tag: TAG,
  path: '/v1/auth/sign-out',
  operation: 'sign_out',
  summary: 'Sign out',
  description: 'The session ends here, not only in the browser.',
  access: 'session',
  request: { ...exampleBody('SignOutRequest', emptyRequest, {}), optional: true },
  answer: personAnswer('Signed out.', doneAnswer, true),
  errors: WITH_BODY,
  handle: async ({ request, reply }, { sessions, records, answers }) => {
    const person = await sessions.signedIn(request);
    answers.clear(request, reply, 'session');
    answers.clear(request, reply, 'secondFactor');
    if (!person) return { success: true };
    await records.record(person.userId, { action: 'session.ended' });
    await sessions.end(person.sessionId);
    return { success: true };
  },
});

async function signIn(
  { request, reply }: Pick<Call, 'request' | 'reply'>,
  { email, password }: { readonly email: string; readonly password: string },
  parts: AuthParts,
) {
  const { authentication, answers, delays, guard, records } = parts;
  const attempted = async () => {
    try {
      const attempt = () => authentication.signIn({ email, password });
      return await delays.attempt(email, originOf(request, email, parts), attempt);
    } catch (error) {
      const code = error instanceof ApiError ? error.code : undefined;
      if (code === 'invalid_credentials') records.refused({ email }, 'password');
      if (code === 'email_not_verified') records.refused({ email }, 'not_verified');
      throw error;
    }
  };
  const result = await guard.attempt(request, attempted, deviceOf(request, email, parts));
  if (result.state === 'signed_in') return await answers.begin(request, reply, result);
  return answers.half(request, reply, result);
}
