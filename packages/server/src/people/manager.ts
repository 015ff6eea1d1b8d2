import type { Caller, KeyCaller } from '../access/caller.ts';
import type { ScopeSets } from '../access/scope-sets.ts';
import { allowEverything } from '../access/scopes.ts';
import { ApiError } from '../errors.ts';
import { type Role, reachOf } from '../rights/roles.ts';

/** Who changes members. */
export interface Manager {
  readonly organisationId: string;
  /** Id of the key or person. */
  readonly actor: string;
  /** The person, if it is one. */
  readonly userId?: string;
  /** Refuses to add, change or remove who has one of these roles. @throws ApiError `insufficient_scope` */
  refuseTouching(...roles: readonly Role[]): void;
  /** Refuses to give a role that goes further than who gives it. @throws ApiError `insufficient_scope` */
  refuseGiving(role: Role): void;
}

/**
 * A caller as one who changes members. Only what may do everything touches owners: else who can invite could make
 * itself an owner. A key gives only roles that it covers: else it could do everything through somebody it invited.
 */
export function managerOf(caller: Caller, scopes: ScopeSets): Manager {
  const { organisationId, id: actor } = caller;
  const isAboveOwners =
    caller.kind === 'key' ? allowEverything(caller.scopes) : reachOf(caller.role, 'members', 'write') === 'all';
  const refuseTouching = (...roles: readonly Role[]) => {
    if (isAboveOwners || !roles.includes('owner')) return;
    throw new ApiError('insufficient_scope', { detail: 'Only owners can add, change or remove owners.' });
  };
  const refuseGiving = (role: Role) => {
    refuseTouching(role);
    if (caller.kind === 'key') refuseBeyondKey(caller, role, scopes);
  };
  return {
    organisationId,
    actor,
    ...(caller.kind === 'person' ? { userId: actor } : {}),
    refuseTouching,
    refuseGiving,
  };
}

function refuseBeyondKey(key: KeyCaller, role: Role, scopes: ScopeSets): void {
  const refuse = (reason: string) => {
    throw new ApiError('insufficient_scope', { detail: `This key cannot give the role ${role}: ${reason}` });
  };
  if (key.mode === 'test') refuse('it is a test key, and people work live.');
  const lacked = scopes.lackedForRole(key.scopes, role);
  if (lacked !== undefined) refuse(`the role may do what the key may not; it lacks the scope "${lacked}".`);
  const limit = limitOf(key);
  // Keys that the person makes would have no such limit.
  if (limit !== undefined && reachOf(role, 'keys', 'write') !== undefined) {
    refuse(`the role makes keys without limits, and this key has ${limit}.`);
  }
}

function limitOf({ allowlist, endsAt, monthlyCreditCap }: KeyCaller): string | undefined {
  if (monthlyCreditCap !== undefined) return 'a cap of credits';
  if (endsAt !== undefined) return 'an end';
  return allowlist.length > 0 ? 'an allowlist' : undefined;
}
