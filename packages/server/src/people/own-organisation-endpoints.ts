import { DEFAULT_RETENTION } from '../config/retention.ts';
import { ApiError } from '../errors.ts';
import { type AuthParts, endpoint, GUESSED, personAnswer, TAG, TOKEN, WITH_BODY } from './auth-parts.ts';
import { exampleBody } from './examples.ts';
import { organisationJson } from './organisation-json.ts';
import { acceptRequest, enterRequest, organisationAnswer, organisationRequest, sessionAnswer } from './schema.ts';

export const enterOrganisation = endpoint({
  method: 'post',
  tag: TAG,
  path: '/v1/auth/organisation',
  operation: 'enter_organisation',
  summary: 'Change to another organisation',
  description: 'Requests of this session are about it from then on.',
  access: 'session',
  request: exampleBody('EnterOrganisationRequest', enterRequest, { organisation_id: 'org_01jc0000000000000000000000' }),
  answer: personAnswer('The session as it is now.', sessionAnswer),
  errors: [...WITH_BODY, 'session_required', 'not_found'],
  handle: async ({ request, body: { organisation_id } }, { sessions, organisations, answers }) => {
    const person = await answers.signedIn(request);
    const own = await organisations.ofPerson(person.userId);
    if (!own.some(({ id }) => id === organisation_id)) {
      throw new ApiError('not_found', { detail: 'You belong to no organisation with this id.' });
    }
    await sessions.enter(person.token, organisation_id);
    return { success: true, session: await answers.json(await answers.signedIn(request)) };
  },
});

export const createOrganisation = endpoint({
  method: 'post',
  tag: TAG,
  path: '/v1/organisations',
  operation: 'create_organisation',
  summary: 'Make an organisation',
  description:
    'Whoever makes it owns it. Where not everybody can sign up, only somebody who owns an organisation makes further ones.',
  access: 'session',
  request: exampleBody('CreateOrganisationRequest', organisationRequest, { name: 'Example Ltd' }),
  answer: { ...personAnswer('The organisation. The session has changed to it.', organisationAnswer), status: 201 },
  errors: [...WITH_BODY, 'session_required', 'insufficient_scope'],
  handle: async ({ request, body: { name } }, parts) => {
    const { sessions, organisations, answers } = parts;
    const person = await answers.signedIn(request);
    await refuseGuest(person.userId, parts);
    const organisation = await organisations.create(person.userId, name);
    await sessions.enter(person.token, organisation.id);
    return { success: true, organisation: organisationJson(organisation, parts.config.retention ?? DEFAULT_RETENTION) };
  },
});

export const acceptInvitation = endpoint({
  method: 'post',
  tag: TAG,
  path: '/v1/invitations/accept',
  operation: 'accept_invitation',
  summary: 'Accept an invitation',
  description: 'With the token of the email, by the person that it is for. Without an account, sign up with it.',
  access: 'session',
  request: exampleBody('AcceptInvitationRequest', acceptRequest, { token: TOKEN }),
  answer: personAnswer('The session, changed to the organisation.', sessionAnswer),
  errors: [...GUESSED, 'session_required', 'invalid_link', 'already_member'],
  handle: async ({ request, body: { token } }, { sessions, invitations, guard, answers }) => {
    const person = await answers.signedIn(request);
    const organisationId = await guard.attempt(request, async () => {
      const invitation = await invitations.open(token);
      if (invitation.email !== person.email) throw new ApiError('invalid_link');
      await invitations.accept(invitation, person.userId);
      return invitation.organisationId;
    });
    await sessions.enter(person.token, organisationId);
    return { success: true, session: await answers.json(await answers.signedIn(request)) };
  },
});

/** Where not everybody can sign up, who was invited as a guest cannot become an owner of something else. */
async function refuseGuest(userId: string, { config, organisations }: AuthParts): Promise<void> {
  if (config.signUp === 'open') return;
  const own = await organisations.ofPerson(userId);
  if (own.some(({ role }) => role === 'owner')) return;
  throw new ApiError('insufficient_scope', { detail: 'Here only an owner makes further organisations.' });
}
