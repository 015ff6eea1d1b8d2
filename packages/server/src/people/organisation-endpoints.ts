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
  handle: async ({ found: id }, parts) => ({ success: true, organisation: await shown(id, parts) }),
});

const changeOrganisation = endpoint({
  ...WRITE,
  ...ONE,
  method: 'patch',
  operation: 'change_organisation',
  summary: 'Change the organisation',
  description: 'Owners do; all but the name by signing in, not by a key.',
  request: exampleBody('ChangeOrganisationRequest', organisationChange, { name: 'Example Ltd' }),
  answer: jsonAnswer('The organisation.', organisationAnswer),
  errors: [...WITH_BODY, 'not_found'],
  handle: async ({ request, body, found: id }, parts) => {
    const { organisations, retention } = parts;
    const { name, hipaa, retention: periods, legal_hold: hold } = body;
    const caller = callerOf(request);
    const actor = caller.id;
    refuseMixed(body);
    if (Object.keys(body).some((field) => field !== 'name') && caller.kind === 'key') {
      throw new ApiError('insufficient_scope', { detail: 'Only an owner who has signed in changes this.' });
    }
    if (periods !== undefined) await retention.change(id, actor, periods);
    else if (hold !== undefined) await retention.hold(id, actor, hold);
    else {
      await organisations.change(id, {
        actor,
        ...(name === undefined ? {} : { name }),
        ...(hipaa === undefined ? {} : { hipaa }),
      });
    }
    return { success: true, organisation: await shown(id, parts) };
  },
});

/** Each is a transaction and a row of the audit log of its own. */
const ALONE = ['retention', 'legal_hold'] as const;

/** @throws ApiError `invalid_request` if a request changes nothing, or together what cannot be changed together */
function refuseMixed(body: Readonly<Record<string, unknown>>): void {
  const fields = Object.keys(body).filter((field) => body[field] !== undefined);
  if (fields.length === 0) throw invalidField('/name', 'Name what is to be changed, for example "name".');
  const alone = ALONE.find((field) => fields.includes(field));
  if (alone && fields.length > 1) throw invalidField(`/${alone}`, `Change "${alone}" by a request of its own.`);
}

const deleteOrganisation = endpoint({
  ...WRITE,
  ...ONE,
  method: 'delete',
  operation: 'delete_organisation',
  summary: 'Delete the organisation',
  description:
    'With its keys, members and records, for good; its audit log stays. What was used beyond the plan is charged. An owner who has signed in does it. The first organisation stays.',
  answer: jsonAnswer('It is deleted.', doneAnswer),
  errors: [...GATE_ERRORS, 'not_found', 'legal_hold', 'billing_busy', 'billing_unavailable'],
  handle: async ({ request, found: id }, { organisations, closing }) => {
    const caller = callerOf(request);
    if (caller.kind === 'key') {
      throw new ApiError('insufficient_scope', { detail: 'Only an owner who has signed in deletes an organisation.' });
    }
    // Before anything is charged.
    await organisations.refuseKept(id);
    if (closing) await closing.close(id, (settle) => organisations.delete(id, caller.id, settle));
    else await organisations.delete(id, caller.id);
    return { success: true };
  },
});

export const ORGANISATION_ENDPOINTS: readonly HandledEndpoint<OrganisationParts>[] = [
  getOrganisation,
  changeOrganisation,
  deleteOrganisation,
];

async function shown(id: string, { organisations, retention }: OrganisationParts) {
  const organisation = await organisations.get(id);
  if (!organisation) throw missing('organisation');
  return organisationJson(organisation, retention.periods);
}

/** The organisation that the path names: the caller's own, or none. */
async function find(
  { request, params: { id } }: Beginning<{ readonly id: string }>,
  parts: OrganisationParts,
): Promise<string> {
  if (id === callerOf(request).organisationId) return id;
  if (await parts.organisations.get(id)) await recordForeign(request, id, parts);
  throw missing('organisation');
}
