import type { FastifyRequest } from 'fastify';
import { callerOf } from '../access/caller.ts';
import type { DenialRecord } from '../access/denial.ts';
import { BODY_ERRORS, GATE_ERRORS } from '../access/errors.ts';
import type { ScopeSets } from '../access/scope-sets.ts';
import type { Queries } from '../data/database.ts';
import { ApiError, type ApiErrorCode } from '../errors.ts';
import { endpointsOf } from '../http/define-endpoint.ts';
import { routeOf } from '../http/register.ts';
import type { RetentionPolicy } from '../retention/policy.ts';
import type { InvitationStore } from './invitations.ts';
import type { MemberStore } from './members.ts';
import type { OrganisationStore } from './organisations.ts';

/** What the endpoints of organisations share. */

export interface OrganisationParts {
  readonly organisations: OrganisationStore;
  readonly retention: RetentionPolicy;
  readonly members: MemberStore;
  readonly invitations: InvitationStore;
  readonly denials: DenialRecord;
  readonly scopes: ScopeSets;
  /** Absent where nothing is billed. */
  readonly closing?: Closing | undefined;
}

/** Who ends what an organisation pays for, while `remove` deletes it; `settle` belongs into the transaction of that. */
export interface Closing {
  close(
    organisationId: string,
    remove: (settle: (queries: Queries) => Promise<number>) => Promise<void>,
  ): Promise<void>;
}

export const endpoint = endpointsOf<OrganisationParts>();

export const WITH_BODY: readonly ApiErrorCode[] = [...BODY_ERRORS, ...GATE_ERRORS];

/** Records that something of another organisation was asked for. */
export async function recordForeign(
  request: FastifyRequest,
  target: string,
  { denials }: Pick<OrganisationParts, 'denials'>,
): Promise<void> {
  await denials.record(callerOf(request), { reason: 'other_organisation', ...routeOf(request), target });
}

export const missing = (what: string) => new ApiError('not_found', { detail: `There is no ${what} with this id.` });
