import { ApiError } from '../errors.ts';
import type { Call } from '../http/define-endpoint.ts';
import {
  type AuthParts,
  deviceOf,
  emailOf,
  endpoint,
  GUESSED,
  originOf,
  PASSWORD,
  personAnswer,
  TAG,
} from './auth-parts.ts';
import { readCookie } from './cookies.ts';
import { exampleBody } from './examples.ts';
import { passwordRequest, secondFactorRequest, signInAnswer, twoFactorAnswer } from './schema.ts';
import { isSecure } from './secure.ts';
import type { SignedIn } from './sessions.ts';

export const verifySecondFactor = endpoint({
  method: 'post',
  tag: TAG,
  path: '/v1/auth/two-factor/verify',
  operation: 'verify_second_factor',
  summary: 'Give the second factor',
  description: 'Ends the sign-in that waits for it; or, when signed in, turns on the second factor that was set up.',
  access: 'open',
  request: exampleBody('SecondFactorRequest', secondFactorRequest, { code: '123456' }),
  answer: personAnswer('Signed in.', signInAnswer, true),
  errors: [...GUESSED, 'invalid_credentials', 'session_required'],
  handle: async ({ request, reply, body: { code } }, parts) => {
    const { authentication, records, guard, delays, config, answers } = parts;
    const pending = readCookie(request, 'secondFactor', isSecure(request, config));
    const person = pending === undefined ? await answers.signedIn(request) : undefined;
    if (person) return await confirmTwoFactor({ request, reply }, { person, code }, parts);
    const backup = !/^\d{6}$/.test(code);
    const userId = await authentication.pendingPerson(pending ?? '');
    const email = userId === undefined ? undefined : await emailOf(userId, parts);
    const attempted = async () => {
      const verify = async () => {
        if (!backup && userId !== undefined) await claimCode(userId, code, parts);
        return await authentication.secondFactor(pending ?? '', { code, backup });
      };
      try {
        if (userId === undefined) return await verify();
        const origin = originOf(request, email, parts);
        return await delays.attempt(`second factor ${userId}`, origin, verify);
      } catch (error) {
        if (userId !== undefined) records.refused({ userId }, 'second_factor');
        throw error;
      }
    };
    const result = await guard.attempt(request, attempted, deviceOf(request, email, parts));
    answers.clear(request, reply, 'secondFactor');
    return await answers.begin(request, reply, result);
  },
});

export const enableTwoFactor = endpoint({
  method: 'post',
  tag: TAG,
  path: '/v1/auth/two-factor/enable',
  operation: 'enable_two_factor',
  summary: 'Set up a second factor',
  description: 'It is on when a first code of it was given.',
  access: 'session',
  request: exampleBody('EnableTwoFactorRequest', passwordRequest, { password: PASSWORD }),
  answer: personAnswer('What the authenticator needs.', twoFactorAnswer),
  errors: [...GUESSED, 'session_required', 'invalid_credentials', 'two_factor_enabled'],
  handle: async ({ request, body: { password } }, parts) => {
    const { authentication, records, guard, answers } = parts;
    const person = await answers.signedIn(request);
    const { uri, backupCodes } = await guard.attempt(
      request,
      () => authentication.enableTwoFactor(person.cookie, password),
      deviceOf(request, person.email, parts),
    );
    await records.record(person.userId, { action: 'two_factor.prepared' });
    return { success: true, uri, backup_codes: backupCodes };
  },
});

export const disableTwoFactor = endpoint({
  method: 'post',
  tag: TAG,
  path: '/v1/auth/two-factor/disable',
  operation: 'disable_two_factor',
  summary: 'Turn the second factor off',
  description: 'The session is replaced by a new one.',
  access: 'session',
  request: exampleBody('DisableTwoFactorRequest', passwordRequest, { password: PASSWORD }),
  answer: personAnswer('It is off.', signInAnswer, true),
  errors: [...GUESSED, 'session_required', 'invalid_credentials'],
  handle: async ({ request, reply, body: { password } }, parts) => {
    const { authentication, records, guard, answers } = parts;
    const person = await answers.signedIn(request);
    const disable = () => authentication.disableTwoFactor(person.cookie, password);
    const cookie = await guard.attempt(request, disable, deviceOf(request, person.email, parts));
    await records.record(person.userId, { action: 'two_factor.disabled' });
    return await answers.replace(request, reply, { cookie, person });
  },
});

/** @throws ApiError `invalid_credentials` for a code that was tried before */
async function claimCode(userId: string, code: string, { usedCodes }: AuthParts): Promise<void> {
  if (!(await usedCodes.claim(userId, code))) throw new ApiError('invalid_credentials');
}

async function confirmTwoFactor(
  { request, reply }: Pick<Call, 'request' | 'reply'>,
  { person, code }: { readonly person: SignedIn; readonly code: string },
  parts: AuthParts,
) {
  const { authentication, answers, guard, records } = parts;
  const attempted = async () => {
    await claimCode(person.userId, code, parts);
    return await authentication.confirmTwoFactor(person.cookie, code);
  };
  const cookie = await guard.attempt(request, attempted, deviceOf(request, person.email, parts));
  await records.record(person.userId, { action: 'two_factor.enabled' });
  return await answers.replace(request, reply, { cookie, person });
}
