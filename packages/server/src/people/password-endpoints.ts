import { ApiError } from '../errors.ts';
import { EMAIL, emailOf, endpoint, GUESSED, PASSWORD, personAnswer, TAG, TOKEN, WITH_BODY } from './auth-parts.ts';
import { exampleBody } from './examples.ts';
import { refuseGuessable } from './passwords.ts';
import { doneAnswer, resetConfirmRequest, resetRequest } from './schema.ts';

export const resetPassword = endpoint({
  method: 'post',
  tag: TAG,
  path: '/v1/auth/reset',
  operation: 'reset_password',
  summary: 'Ask for a new password',
  description: 'An email is sent if there is an account; the answer is the same if there is none.',
  access: 'open',
  request: exampleBody('ResetRequest', resetRequest, { email: EMAIL }),
  answer: personAnswer('An email was sent, if there is an account.', doneAnswer),
  errors: WITH_BODY,
  handle: async ({ body: { email } }, { authentication }) => {
    await authentication.requestReset(email);
    return { success: true };
  },
});

export const confirmReset = endpoint({
  method: 'post',
  tag: TAG,
  path: '/v1/auth/reset/confirm',
  operation: 'confirm_reset',
  summary: 'Choose a new password',
  description: 'With the token of the email, within an hour, once. All sessions of the person end.',
  access: 'open',
  request: exampleBody('ResetConfirmRequest', resetConfirmRequest, { token: TOKEN, password: PASSWORD }),
  answer: personAnswer('The password is changed. Sign in with it.', doneAnswer),
  errors: [...GUESSED, 'invalid_link'],
  handle: async ({ request, reply, body: { token, password } }, parts) => {
    const { database, authentication, records, guard, devices } = parts;
    const email = await guard.attempt(request, async () => {
      const userId = await authentication.resetOf(token);
      const { system } = database;
      const address = await emailOf(userId, parts);
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
  },
});
