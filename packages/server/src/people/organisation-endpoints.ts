import { callerOf } from '../access/caller.ts';
import { GATE_ERRORS } from '../access/errors.ts';
import { ApiError } from '../errors.ts';
import { type Beginning, type HandledEndpoint, jsonAnswer } from '../http/define-endpoint.ts';
import { invalidField } from '../http/valid.ts';
import { exampleBody } from './examples.ts';
import { organisationJson } from './organisation-json.ts';
import { endpoint, missing, type OrganisationParts, recordForeign, WITH_BODY } from './organisation-parts.ts';
import { doneAnswer, organisationAnswer, organisationChange, organisationId } from './schema.ts';

/** `/v1/organisations`: the caller's organisation. */

const READ = { tag: 'Organisations', access: { resource: 'organisation', action: 'read' } } as const;
const WRITE = { tag: 'Organisations', access: { resource: 'organisation', action: 'write' } } as const;
const ONE = { path: '/v1/organisations/{id}', params: organisationId, find } as const;

const getOrganisation = endpoint({
  ...READ,
  ...ONE,
  method: 'get',
  operation: 'get_organisation',
  summary: 'Look at the organisation',
  description: 'Yours; `GET /v1/account` tells its id.',
  answer: jsonAnswer('The organisation.', organisationAnswer),
  errors: [...GATE_ERRORS, 'not_found'],
  handle: async ({ found: id }, { organisations }) => {
    const organisation = await organisations.get(id);
    if (!organisation) throw missing('organisation');
    return { success: true, organisation: organisationJson(organisation) };
  },
});

const changeOrganisation = endpoint({
  ...WRITE,
  ...ONE,
  method: 'patch',
  operation: 'change_organisation',
  summary: 'Change the organisation',
  description: 'Owners do; the profile by signing in, not by a key.',
  request: exampleBody('ChangeOrganisationRequest', organisationChange, { name: 'Example Ltd' }),
  answer: jsonAnswer('The organisation.', organisationAnswer),
  errors: [...WITH_BODY, 'not_found'],
  handle: async ({ request, body: { name, hipaa }, found: id }, { organisations }) => {
    const caller = callerOf(request);
    if (name === undefined && hipaa === undefined) throw invalidField('/name', 'Name "name" or "hipaa".');
    if (hipaa !== undefined && caller.kind === 'key') {
      throw new ApiError('insufficient_scope', { detail: 'Only an owner who has signed in switches the profile.' });
    }
    const organisation = await organisations.change(id, {
      actor: caller.id,
      ...(name === undefined ? {} : { name }),
      ...(hipaa === undefined ? {} : { hipaa }),
    });
    if (!organisation) throw missing('organisation');
    return { success: true, organisation: organisationJson(organisation) };
  },
});

const deleteOrganisation = endpoint({
  ...WRITE,
  ...ONE,
  method: 'delete',
  operation: 'delete_organisation',
  summary: 'Delete the organisation',
  description:
    'With its keys, members and records, at once and for good; its audit log stays with the operator. An owner does it who has signed in, not a key. The first organisation of an instance stays.',
  answer: jsonAnswer('It is deleted.', doneAnswer),
  errors: [...GATE_ERRORS, 'not_found'],
  handle: async ({ request, found: id }, { organisations }) => {
    const caller = callerOf(request);
    if (caller.kind === 'key') {
      throw new ApiError('insufficient_scope', { detail: 'Only an owner who has signed in deletes an organisation.' });
    }
    await organisations.delete(id, caller.id);
    return { success: true };
  },
});

export const ORGANISATION_ENDPOINTS: readonly HandledEndpoint<OrganisationParts>[] = [
  getOrganisation,
  changeOrganisation,
  deleteOrganisation,
];

/** The organisation that the path names: the caller's own, or none. */
async function find(
  { request, params: { id } }: Beginning<{ readonly id: string }>,
  parts: OrganisationParts,
): Promise<string> {
  if (id === callerOf(request).organisationId) return id;
  if (await parts.organisations.get(id)) await recordForeign(request, id, parts);
  throw missing('organisation');
}
