import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Caller, callerOf } from '../access/caller.ts';
import type { DenialRecord } from '../access/denial.ts';
import { covers, parseScopes } from '../access/scopes.ts';
import { ApiError } from '../errors.ts';
import { bodyOf } from '../http/request-body.ts';
import { valid } from '../http/valid.ts';
import { reachOf } from '../rights/roles.ts';
import type { InvitationStore } from './invitations.ts';
import type { Manager, MemberStore } from './members.ts';
import { invitationJson, memberJson, organisationJson } from './organisation-json.ts';
import type { OrganisationStore } from './organisations.ts';
import {
  invitationId,
  invitationRequest,
  memberId,
  memberRequest,
  organisationId,
  organisationRequest,
  pageQuery,
} from './schema.ts';

export interface OrganisationRouteOptions {
  readonly organisations: OrganisationStore;
  readonly members: MemberStore;
  readonly invitations: InvitationStore;
  readonly denials: DenialRecord;
}

/** `/v1/organisations`, `/v1/members` and `/v1/invitations` of the caller's organisation. */
export function organisationRoutes(scope: FastifyInstance, options: OrganisationRouteOptions): void {
  const { organisations, members, invitations, denials } = options;

  scope.get('/v1/organisations/:id', async (request) => {
    const id = await ownOrganisation(request);
    const organisation = await organisations.get(id);
    if (!organisation) throw missing('organisation');
    return { success: true, organisation: organisationJson(organisation) };
  });

  scope.patch('/v1/organisations/:id', async (request) => {
    const { name } = valid(organisationRequest, bodyOf(request).json);
    const id = await ownOrganisation(request);
    const organisation = await organisations.rename(id, { name, actor: callerOf(request).id });
    if (!organisation) throw missing('organisation');
    return { success: true, organisation: organisationJson(organisation) };
  });

  scope.delete('/v1/organisations/:id', async (request) => {
    const id = await ownOrganisation(request);
    const caller = callerOf(request);
    if (caller.kind === 'key') {
      throw new ApiError('insufficient_scope', { detail: 'Only an owner who has signed in deletes an organisation.' });
    }
    await organisations.delete(id, caller.id);
    return { success: true };
  });

  scope.get('/v1/members', async (request) => {
    const { limit, cursor } = valid(pageQuery, request.query);
    const { organisationId } = callerOf(request);
    return page(await members.list(organisationId, { after: cursor, limit: limit + 1 }), limit, memberJson);
  });

  scope.patch('/v1/members/:id', async (request) => {
    const { role } = valid(memberRequest, bodyOf(request).json);
    const { id } = valid(memberId, request.params);
    await refuseForeignMember(request, id);
    return { success: true, member: memberJson(await members.change(managerOf(callerOf(request)), id, role)) };
  });

  scope.delete('/v1/members/:id', async (request) => {
    const { id } = valid(memberId, request.params);
    await refuseForeignMember(request, id);
    return { success: true, member: memberJson(await members.remove(managerOf(callerOf(request)), id)) };
  });

  scope.get('/v1/invitations', async (request) => {
    const { limit, cursor } = valid(pageQuery, request.query);
    const { organisationId } = callerOf(request);
    return page(await invitations.list(organisationId, { after: cursor, limit: limit + 1 }), limit, invitationJson);
  });

  scope.post('/v1/invitations', async (request, reply) => {
    const fields = valid(invitationRequest, bodyOf(request).json);
    const invitation = await invitations.create(managerOf(callerOf(request)), fields);
    return reply.code(201).send({ success: true, invitation: invitationJson(invitation) });
  });

  scope.delete('/v1/invitations/:id', async (request) => {
    const { id } = valid(invitationId, request.params);
    const invitation = await invitations.cancel(managerOf(callerOf(request)), id);
    if (invitation) return { success: true, invitation: invitationJson(invitation) };
    if (await invitations.exists(id)) await recordForeign(request, id);
    throw missing('invitation');
  });

  /** The organisation that the path names: the caller's own, or none. */
  async function ownOrganisation(request: FastifyRequest): Promise<string> {
    const { id } = valid(organisationId, request.params);
    if (id === callerOf(request).organisationId) return id;
    if (await organisations.get(id)) await recordForeign(request, id);
    throw missing('organisation');
  }

  async function refuseForeignMember(request: FastifyRequest, id: string): Promise<void> {
    if (await members.get(callerOf(request).organisationId, id)) return;
    if (await members.exists(id)) await recordForeign(request, id);
    throw missing('member');
  }

  async function recordForeign(request: FastifyRequest, target: string): Promise<void> {
    const route = request.routeOptions.url ?? '(none)';
    const denial = { reason: 'other_organisation', method: request.method, route, target } as const;
    await denials.record(callerOf(request), denial);
  }
}

const missing = (what: string) => new ApiError('not_found', { detail: `There is no ${what} with this id.` });

/** A key is above owners only if it may do everything: else who can invite could make itself an owner. */
function managerOf(caller: Caller): Manager {
  const { organisationId, id: actor } = caller;
  if (caller.kind === 'key') {
    return { organisationId, actor, aboveOwners: covers(caller.scopes, parseScopes(['*'])) };
  }
  const aboveOwners = reachOf(caller.role, 'members', 'write') === 'all';
  return { organisationId, actor, userId: actor, aboveOwners };
}

function page<Row extends { readonly id: string }, Json>(
  rows: readonly Row[],
  limit: number,
  json: (row: Row) => Json,
) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { success: true, data: shown.map(json), has_more: last !== undefined, next_cursor: last?.id ?? null };
}
