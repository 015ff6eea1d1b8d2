import type { Payer } from '../access/caller.ts';
import { allows } from '../access/scopes.ts';
import { CONVERSION_ENDPOINTS } from '../conversions/endpoints.ts';
import type { ConversionKind } from '../conversions/service.ts';
import type { Database } from '../data/database.ts';
import { CALLER_COLUMNS, callerFrom } from '../keys/key-record.ts';
import { mayAsk } from '../rights/access.ts';
import { ROLES, type Role } from '../rights/roles.ts';
import type { PauseReason, ScheduleRow } from './store.ts';

/** Keys that follow each other by rotation, at most. */
const ROTATIONS = 20;

/** The endpoint that a conversion would be asked for at. */
export const endpointOf = (kind: ConversionKind) =>
  CONVERSION_ENDPOINTS.find(({ path }) => path === (kind === 'several' ? '/v1/convert' : `/v1/convert/${kind}`));

type Owner = { readonly payer: Payer } | { readonly reason: PauseReason };

/**
 * Who the runs of a schedule are made for, if they still may: its key, or the one that it was rotated to, with the
 * scope of the conversion; or its person, with a role that may convert.
 */
export async function ownerOf(
  { system }: Database,
  row: Pick<ScheduleRow, 'actor' | 'actor_kind' | 'organisation_id' | 'format'>,
  now: number,
): Promise<Owner> {
  const endpoint = endpointOf(row.format as ConversionKind);
  if (!endpoint) return { reason: 'request_refused' };
  if (row.actor_kind === 'person') {
    const member = await system
      .selectFrom('members')
      .select('role')
      .where('organisation_id', '=', row.organisation_id)
      .where('user_id', '=', row.actor)
      .executeTakeFirst();
    if (!member) return { reason: 'owner_ended' };
    const isRole = (ROLES as readonly string[]).includes(member.role);
    if (!isRole || !mayAsk(member.role as Role, endpoint.access)) return { reason: 'owner_lacks_right' };
    return { payer: { kind: 'person', id: row.actor, organisationId: row.organisation_id } };
  }
  for (let id = row.actor, rotations = 0; rotations <= ROTATIONS; rotations += 1) {
    const key = await system
      .selectFrom('api_keys')
      .select([...CALLER_COLUMNS, 'revoked_at', 'rotated_to'])
      .where('organisation_id', '=', row.organisation_id)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!key || key.revoked_at !== null) return { reason: 'owner_ended' };
    if (key.rotated_to !== null) {
      id = key.rotated_to;
      continue;
    }
    const caller = callerFrom(key);
    if (caller.endsAt !== undefined && caller.endsAt <= now) return { reason: 'owner_ended' };
    if (!allows(caller.scopes, endpoint)) return { reason: 'owner_lacks_right' };
    return { payer: caller };
  }
  return { reason: 'owner_ended' };
}
