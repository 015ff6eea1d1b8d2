import type { Caller } from '../access/caller.ts';
import type { DenialRecord } from '../access/denial.ts';
import { ApiError } from '../errors.ts';
import { reachOf } from '../rights/roles.ts';
import type { Settings } from './connection-rows.ts';
import type { ConnectionContext } from './connection-store.ts';
import { DELIVERY_FAULTS, DeliveryFault } from './faults.ts';
import type { Destinations } from './open.ts';
import type { Probed } from './probe.ts';
import type { TokenKeeper } from './token-keeper.ts';

/** What the endpoints of connections have in common. */

export interface ConnectionParts {
  readonly destinations: Destinations;
  readonly denials: DenialRecord;
}

/** Whose connections a caller sees: their own, if they may no more. */
export function contextOf(caller: Caller): ConnectionContext {
  const { organisationId, id: actor } = caller;
  if (caller.kind === 'key') return { organisationId, actor, owner: caller.userId, ownOnly: false };
  return { organisationId, actor, owner: caller.id, ownOnly: reachOf(caller.role, 'connections', 'read') === 'own' };
}

/** @throws ApiError `destination_unusable` that says why */
export async function tried(
  destinations: Destinations,
  {
    kind,
    settings,
    test: wanted,
    tokens,
  }: { readonly kind: string; readonly settings: Settings; readonly test: boolean; readonly tokens: TokenKeeper },
): Promise<Probed | null> {
  if (!wanted) return null;
  try {
    return await destinations.test(kind, settings, tokens);
  } catch (error) {
    throw unusable(error, '/settings');
  }
}

/** What is answered for a fault; any other error as it is. */
export function unusable(error: unknown, pointer: string): unknown {
  if (!(error instanceof DeliveryFault)) return error;
  const detail = `${error.message} ${DELIVERY_FAULTS[error.code].remedy}`;
  return new ApiError('destination_unusable', { detail, issues: [{ pointer, code: error.code, detail }] });
}
