import type { z } from 'zod';
import { BODY_ERRORS, GATE_ERRORS } from '../access/errors.ts';
import type { ApiErrorCode } from '../errors.ts';
import type { AnswerEntry, Endpoint, RequestEntry } from '../http/endpoint.ts';
import {
  doneAnswer,
  invitationAnswer,
  invitationId,
  invitationListAnswer,
  invitationRequest,
  memberAnswer,
  memberId,
  memberListAnswer,
  memberRequest,
  organisationAnswer,
  organisationId,
  organisationRequest,
  pageQuery,
} from './schema.ts';

/** What the reference says of `/v1/organisations`, `/v1/members` and `/v1/invitations`. */

const WITH_BODY: readonly ApiErrorCode[] = [...BODY_ERRORS, ...GATE_ERRORS];
const OF_LIST: readonly ApiErrorCode[] = ['invalid_request', 'unknown_field', ...GATE_ERRORS];

const answer = (description: string, json: z.ZodType, status: 200 | 201 = 200): AnswerEntry => ({
  status,
  description,
  json,
  headers: [],
});

const request = (name: string, schema: z.ZodType, value: Readonly<Record<string, unknown>>): RequestEntry => ({
  name,
  schema,
  required: [],
  multipart: false,
  examples: [{ name: 'example', summary: 'As a page sends it', value }],
});

const ONE = { path: '/v1/organisations/{id}', tag: 'Organisations', params: organisationId } as const;

export const ORGANISATION_ENDPOINTS: readonly Endpoint[] = [
  {
    ...ONE,
    method: 'get',
    operation: 'get_organisation',
    summary: 'Look at the organisation',
    description: 'Yours; `GET /v1/account` tells its id.',
    answer: answer('The organisation.', organisationAnswer),
    errors: [...GATE_ERRORS, 'not_found'],
  },
  {
    ...ONE,
    method: 'patch',
    operation: 'rename_organisation',
    summary: 'Rename the organisation',
    description: 'Owners do.',
    request: request('RenameOrganisationRequest', organisationRequest, { name: 'Example Ltd' }),
    answer: answer('The organisation.', organisationAnswer),
    errors: [...WITH_BODY, 'not_found'],
  },
  {
    ...ONE,
    method: 'delete',
    operation: 'delete_organisation',
    summary: 'Delete the organisation',
    description:
      'With its keys, members and records, at once and for good; its audit log stays with the operator. An owner does it who has signed in, not a key. The first organisation of an instance stays.',
    answer: answer('It is deleted.', doneAnswer),
    errors: [...GATE_ERRORS, 'not_found'],
  },
  {
    method: 'get',
    path: '/v1/members',
    operation: 'list_members',
    tag: 'Organisations',
    summary: 'List members',
    description: 'Who belongs to the organisation, the oldest member first.',
    query: pageQuery,
    answer: answer('The members.', memberListAnswer),
    errors: OF_LIST,
  },
  {
    method: 'patch',
    path: '/v1/members/{id}',
    operation: 'change_member',
    tag: 'Organisations',
    summary: 'Change the role of a member',
    description:
      'The sessions of the member end, and keys of theirs that go beyond the role are revoked. Only owners make and change owners; nobody changes their own role.',
    params: memberId,
    request: request('ChangeMemberRequest', memberRequest, { role: 'developer' }),
    answer: answer('The member.', memberAnswer),
    errors: [...WITH_BODY, 'not_found', 'last_owner'],
  },
  {
    method: 'delete',
    path: '/v1/members/{id}',
    operation: 'remove_member',
    tag: 'Organisations',
    summary: 'Remove a member',
    description: 'Their sessions end, and their keys of this organisation are revoked within a second.',
    params: memberId,
    answer: answer('The member that was.', memberAnswer),
    errors: [...GATE_ERRORS, 'not_found', 'last_owner'],
  },
  {
    method: 'get',
    path: '/v1/invitations',
    operation: 'list_invitations',
    tag: 'Organisations',
    summary: 'List invitations',
    description: 'Those that are open, the oldest first.',
    query: pageQuery,
    answer: answer('The invitations.', invitationListAnswer),
    errors: OF_LIST,
  },
  {
    method: 'post',
    path: '/v1/invitations',
    operation: 'create_invitation',
    tag: 'Organisations',
    summary: 'Invite somebody',
    description:
      'A letter is sent with a link that works for a week. An open invitation of the same address is replaced. Only owners invite owners.',
    request: request('CreateInvitationRequest', invitationRequest, { email: 'grace@example.com', role: 'developer' }),
    answer: answer('The invitation.', invitationAnswer, 201),
    errors: [...WITH_BODY, 'already_member'],
  },
  {
    method: 'delete',
    path: '/v1/invitations/{id}',
    operation: 'cancel_invitation',
    tag: 'Organisations',
    summary: 'Take an invitation back',
    description: 'Its link works no more.',
    params: invitationId,
    answer: answer('The invitation that was.', invitationAnswer),
    errors: [...GATE_ERRORS, 'not_found'],
  },
];
