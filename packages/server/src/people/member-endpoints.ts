import { callerOf } from '../access/caller.ts';
import { GATE_ERRORS } from '../access/errors.ts';
import type { ApiErrorCode } from '../errors.ts';
import { type Beginning, type HandledEndpoint, jsonAnswer } from '../http/define-endpoint.ts';
import { page } from '../http/page.ts';
import { exampleBody } from './examples.ts';
import { managerOf } from './manager.ts';
import { invitationJson, memberJson } from './organisation-json.ts';
import { endpoint, missing, type OrganisationParts, recordForeign, WITH_BODY } from './organisation-parts.ts';
import {
  invitationAnswer,
  invitationId,
  invitationListAnswer,
  invitationRequest,
  memberAnswer,
  memberId,
  memberListAnswer,
  memberRequest,
  pageQuery,
  removedMemberAnswer,
} from './schema.ts';

/** `/v1/members` and `/v1/invitations` of the caller's organisation. */

const READ = {
  tag: 'Organisations',
  access: { resource: 'members', action: 'read' },
  scope: ['members:read', 'members:manage'],
} as const;
const WRITE = {
  tag: 'Organisations',
  access: { resource: 'members', action: 'write' },
  scope: ['members:manage'],
} as const;
const OF_LIST: readonly ApiErrorCode[] = ['invalid_request', 'unknown_field', ...GATE_ERRORS];

const listMembers = endpoint({
  ...READ,
  method: 'get',
  path: '/v1/members',
  operation: 'list_members',
  summary: 'List members',
  description: 'Who belongs to the organisation, the oldest member first.',
  query: pageQuery,
  answer: jsonAnswer('The members.', memberListAnswer),
  errors: OF_LIST,
  handle: async ({ request, query: { limit, cursor } }, { members }) => {
    const { organisationId } = callerOf(request);
    return page(
      await members.list(organisationId, { after: cursor, limit: limit + 1 }),
      limit,
      memberJson,
      ({ id }) => id,
    );
  },
});

const changeMember = endpoint({
  ...WRITE,
  method: 'patch',
  path: '/v1/members/{id}',
  operation: 'change_member',
  summary: 'Change the role of a member',
  description:
    'The sessions of the member end, and keys of theirs that go beyond the role are revoked. Only owners make and change owners; a key gives only roles that it covers; nobody changes their own role.',
  params: memberId,
  find: findMember,
  request: exampleBody('ChangeMemberRequest', memberRequest, { role: 'developer' }),
  answer: jsonAnswer('The member.', memberAnswer),
  errors: [...WITH_BODY, 'not_found', 'last_owner'],
  handle: async ({ request, body: { role }, found: id }, { members, scopes }) => {
    return { success: true, member: memberJson(await members.change(managerOf(callerOf(request), scopes), id, role)) };
  },
});

const removeMember = endpoint({
  ...WRITE,
  method: 'delete',
  path: '/v1/members/{id}',
  operation: 'remove_member',
  summary: 'Remove a member',
  description:
    'Their sessions end, and their keys of this organisation are revoked within a second. Keys that they made for it work on, and are listed: revoke those that they may have kept.',
  params: memberId,
  find: findMember,
  answer: jsonAnswer('The member that was.', removedMemberAnswer),
  errors: [...GATE_ERRORS, 'not_found', 'last_owner'],
  handle: async ({ request, found: id }, { members, scopes }) => {
    const { member, left } = await members.remove(managerOf(callerOf(request), scopes), id);
    return { success: true, member: memberJson(member), keys_left: [...left] };
  },
});

const listInvitations = endpoint({
  ...READ,
  method: 'get',
  path: '/v1/invitations',
  operation: 'list_invitations',
  summary: 'List invitations',
  description: 'Those that are open, the oldest first.',
  query: pageQuery,
  answer: jsonAnswer('The invitations.', invitationListAnswer),
  errors: OF_LIST,
  handle: async ({ request, query: { limit, cursor } }, { invitations }) => {
    const { organisationId } = callerOf(request);
    return page(
      await invitations.list(organisationId, { after: cursor, limit: limit + 1 }),
      limit,
      invitationJson,
      ({ id }) => id,
    );
  },
});

const createInvitation = endpoint({
  ...WRITE,
  method: 'post',
  path: '/v1/invitations',
  operation: 'create_invitation',
  summary: 'Invite somebody',
  description:
    'An email is sent with a link that works for a week. An open invitation of the same address is replaced. Only owners invite owners; a key gives only roles that it covers.',
  request: exampleBody('CreateInvitationRequest', invitationRequest, { email: 'grace@example.com', role: 'developer' }),
  answer: jsonAnswer('The invitation.', invitationAnswer, 201),
  errors: [...WITH_BODY, 'already_member'],
  handle: async ({ request, body: fields }, { invitations, scopes }) => {
    const invitation = await invitations.create(managerOf(callerOf(request), scopes), fields);
    return { success: true, invitation: invitationJson(invitation) };
  },
});

const cancelInvitation = endpoint({
  ...WRITE,
  method: 'delete',
  path: '/v1/invitations/{id}',
  operation: 'cancel_invitation',
  summary: 'Take an invitation back',
  description: 'Its link works no more.',
  params: invitationId,
  answer: jsonAnswer('The invitation that was.', invitationAnswer),
  errors: [...GATE_ERRORS, 'not_found'],
  handle: async ({ request, params: { id } }, parts) => {
    const { invitations, scopes } = parts;
    const invitation = await invitations.cancel(managerOf(callerOf(request), scopes), id);
    if (invitation) return { success: true, invitation: invitationJson(invitation) };
    if (await invitations.exists(id)) await recordForeign(request, id, parts);
    throw missing('invitation');
  },
});

export const MEMBER_ENDPOINTS: readonly HandledEndpoint<OrganisationParts>[] = [
  listMembers,
  changeMember,
  removeMember,
  listInvitations,
  createInvitation,
  cancelInvitation,
];

/** The member that the path names. */
async function findMember(
  { request, params: { id } }: Beginning<{ readonly id: string }>,
  parts: OrganisationParts,
): Promise<string> {
  if (await parts.members.get(callerOf(request).organisationId, id)) return id;
  if (await parts.members.exists(id)) await recordForeign(request, id, parts);
  throw missing('member');
}
