import { callerOf } from '../access/caller.ts';
import { GATE_ERRORS } from '../access/errors.ts';
import { ApiError } from '../errors.ts';
import { type Beginning, type HandledEndpoint, jsonAnswer } from '../http/define-endpoint.ts';
import { exampleBody } from './examples.ts';
import { organisationJson } from './organisation-json.ts';
import { endpoint, missing, type OrganisationParts, recordForeign, WITH_BODY } from './organisation-parts.ts';
import { doneAnswer, organisationAnswer, organisationId, organisationRequest } from './schema.ts';

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

const renameOrganisation = endpoint({
  ...WRITE,
  ...ONE,
  method: 'patch',
  operation: 'rename_organisation',
  summary: 'Rename the organisation',
  description: 'Owners do.',
  request: exampleBody('RenameOrganisationRequest', organisationRequest, { name: 'Example Ltd' }),
  answer: jsonAnswer('The organisation.', organisationAnswer),
  errors: [...WITH_BODY, 'not_found'],
  handle: async ({ request, body: { name }, found: id }, { organisations }) => {
    const organisation = await organisations.rename(id, { name, actor: callerOf(request).id });
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
  renameOrganisation,
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
