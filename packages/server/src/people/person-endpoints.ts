import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { invalidField } from '../http/valid.ts';
import { type AuthParts, deviceOf, endpoint, GUESSED, PASSWORD, personAnswer, TAG } from './auth-parts.ts';
import { exampleBody } from './examples.ts';
import { personData } from './person-data.ts';
import { closedAnswer, passwordRequest, personChange, personChangeAnswer } from './schema.ts';
import type { SignedIn } from './sessions.ts';

/**
 * What a person does with what is kept of them: look, correct, delete. No path has an id: it is always who is signed in. What
 * shows or removes everything asks for the password once more, since whoever finds an open browser has the session.
 */

export const changePerson = endpoint({
  method: 'patch',
  tag: TAG,
  path: '/v1/auth/person',
  operation: 'change_person',
  summary: 'Change your name or address',
  description: 'Another address counts when the link that is sent to it was opened; all sessions end then.',
  access: 'session',
  withoutKeys: true,
  request: exampleBody('ChangePersonRequest', personChange, { name: 'Ada Lovelace' }),
  answer: personAnswer('As it is now.', personChangeAnswer),
  errors: [...GUESSED, 'session_required', 'invalid_credentials'],
  handle: async ({ request, body: { name, email, password } }, parts) => {
    const { correction, answers } = parts;
    const person = await answers.signedIn(request);
    if (name === undefined && email === undefined) {
      throw invalidField('/name', 'Name what is to be changed: "name", or "email" with "password".');
    }
    if (email !== undefined) {
      if (password === undefined) throw invalidField('/password', 'Another address needs your "password", once more.');
      await confirm(request, { person, password }, parts);
    }
    if (name !== undefined) await correction.rename(person.userId, name);
    if (email !== undefined) await correction.askForAddress(person.userId, email);
    const session = await answers.json(await answers.signedIn(request));
    return { success: true, status: email === undefined ? 'changed' : 'verification_sent', session };
  },
});

export const exportPerson = endpoint({
  method: 'post',
  tag: TAG,
  path: '/v1/auth/person/export',
  operation: 'export_person',
  summary: 'Get what is kept of you',
  description: 'One JSON file. It says what is not in it, and why.',
  access: 'session',
  withoutKeys: true,
  request: exampleBody('ExportPersonRequest', passwordRequest, { password: PASSWORD }),
  answer: { description: 'The file.', binary: ['application/json'], headers: [] },
  errors: [...GUESSED, 'session_required', 'invalid_credentials'],
  handle: async ({ request, reply, body: { password } }, parts) => {
    const { answers, database, vault, records, exports } = parts;
    const person = await answers.signedIn(request);
    await confirm(request, { person, password }, parts);
    if (!exports.take(person.userId)) {
      throw new ApiError('rate_limited', { retryAfter: exports.look(person.userId).nextIn / 1_000 });
    }
    // First: without this row there is no file.
    await records.record(person.userId, { action: 'person.exported' });
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-store');
    reply.header('content-disposition', 'attachment; filename="platen-person.json"');
    return reply.send(Readable.from(personData({ database, vault, userId: person.userId, at: new Date() })));
  },
});

export const closeAccount = endpoint({
  method: 'post',
  tag: TAG,
  path: '/v1/auth/person/close',
  operation: 'close_account',
  summary: 'Close your account',
  description:
    'Name, address, password, second factor, sessions, your own keys and memberships are deleted, for good. Rows of the audit log keep your id. An organisation of which you are the only owner is handed over or deleted first.',
  access: 'session',
  withoutKeys: true,
  request: exampleBody('CloseAccountRequest', passwordRequest, { password: PASSWORD }),
  answer: personAnswer('It is closed.', closedAnswer, true),
  errors: [...GUESSED, 'session_required', 'invalid_credentials', 'last_owner', 'legal_hold'],
  handle: async ({ request, reply, body: { password } }, parts) => {
    const { answers, erasure } = parts;
    const person = await answers.signedIn(request);
    await confirm(request, { person, password }, parts);
    const keysLeft = await erasure.erase(person.userId, person.userId);
    answers.clear(request, reply, 'session');
    return { success: true, keys_left: [...keysLeft] };
  },
});

/** @throws ApiError `invalid_credentials`, `locked` */
async function confirm(
  request: FastifyRequest,
  { person, password }: { readonly person: SignedIn; readonly password: string },
  parts: AuthParts,
): Promise<void> {
  const { authentication, guard } = parts;
  const check = () => authentication.confirmPassword(person.cookie, password);
  await guard.attempt(request, check, deviceOf(request, person.email, parts));
}
