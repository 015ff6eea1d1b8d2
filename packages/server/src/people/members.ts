import { sql } from 'kysely';
import type { ScopeSets } from '../access/scope-sets.ts';
import { storedScopes } from '../access/scopes.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../data/database.ts';
import { ApiError } from '../errors.ts';
import { countKeyChange } from '../keys/keys-version.ts';
import { ROLES, type Role } from '../rights/roles.ts';
import type { Manager } from './manager.ts';
import { endSessions } from './sessions.ts';

export interface MemberRow {
  readonly id: string;
  readonly user_id: string;
  readonly role: Role;
  readonly name: string;
  readonly email: string;
  readonly two_factor: boolean;
  readonly created_at: Date;
}

export interface MemberStoreOptions {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly scopes: ScopeSets;
  readonly onKeysEnded: () => void;
}

/** Members of organisations. */
export class MemberStore {
  readonly #options: MemberStoreOptions;

  constructor(options: MemberStoreOptions) {
    this.#options = options;
  }

  /** The oldest member first; those after `after`. */
  async list(organisationId: string, page: { readonly after?: string; readonly limit: number }): Promise<MemberRow[]> {
    return await this.#options.database.inOrganisation(organisationId, async (queries) => {
      const rows = await membersOf(queries, organisationId)
        .$if(page.after !== undefined, (query) => query.where('member.id', '>', page.after as string))
        .orderBy('member.id')
        .limit(page.limit)
        .execute();
      return rows.map(rowOf);
    });
  }

  async get(organisationId: string, id: string): Promise<MemberRow | undefined> {
    return await this.#options.database.inOrganisation(organisationId, (queries) => find(queries, organisationId, id));
  }

  /** Whether there is such a member anywhere. */
  async exists(id: string): Promise<boolean> {
    const row = await this.#options.database.system
      .selectFrom('members')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Gives a member another role. Their sessions end, and so do keys of theirs that go beyond it.
   * @throws ApiError `not_found`, `insufficient_scope`, `last_owner`
   */
  async change(manager: Manager, id: string, role: Role): Promise<MemberRow> {
    const { organisationId, actor } = manager;
    const changed = await this.#options.audit.act(
      organisationId,
      async (queries) => {
        const member = await this.#findLocked(queries, manager, id);
        manager.refuseTouching(member.role, role);
        if (member.role === role) return { member, before: role, ended: 0 };
        if (member.user_id === manager.userId) {
          throw new ApiError('insufficient_scope', { detail: 'You cannot change your own role.' });
        }
        manager.refuseGiving(role);
        if (member.role === 'owner') await refuseLastOwner(queries, organisationId);
        await queries.updateTable('members').set({ role }).where('id', '=', id).execute();
        await endSessions(queries, member.user_id);
        const ended = await this.#endKeys(queries, { organisationId, userId: member.user_id, role });
        return { member: { ...member, role }, before: member.role, ended };
      },
      ({ member, before, ended }) =>
        before === member.role
          ? undefined
          : { actor, action: 'member.changed', target: member.user_id, detail: { before, role, keys_revoked: ended } },
    );
    this.#options.onKeysEnded();
    return changed.member;
  }

  /**
   * Removes a member. Their sessions and their keys of this organisation end. An owner may go too, if another stays.
   * @returns also the keys that they made for the organisation, which work on: whoever has gone may have kept them
   */
  async remove(
    manager: Manager,
    id: string,
  ): Promise<{ readonly member: MemberRow; readonly left: readonly MadeKey[] }> {
    const { organisationId, actor } = manager;
    const removed = await this.#options.audit.act(
      organisationId,
      async (queries) => {
        const member = await this.#findLocked(queries, manager, id);
        if (member.user_id !== manager.userId) manager.refuseTouching(member.role);
        if (member.role === 'owner') await refuseLastOwner(queries, organisationId);
        const ended = await this.#endKeys(queries, { organisationId, userId: member.user_id });
        await queries.deleteFrom('members').where('id', '=', id).execute();
        await endSessions(queries, member.user_id);
        return { member, ended, left: await keysMadeBy(queries, organisationId, member.user_id) };
      },
      ({ member, ended, left }) => ({
        actor,
        action: 'member.removed',
        target: member.user_id,
        detail: { role: member.role, keys_revoked: ended, keys_left: left.length },
      }),
    );
    this.#options.onKeysEnded();
    return { member: removed.member, left: removed.left };
  }

  /** The member, while nobody else changes members of the organisation: two owners must not remove each other. */
  async #findLocked(queries: Queries, { organisationId }: Manager, id: string): Promise<MemberRow> {
    await queries
      .selectFrom('organisations')
      .select('id')
      .where('id', '=', organisationId)
      .forUpdate()
      .executeTakeFirst();
    const member = await find(queries, organisationId, id);
    if (!member) throw new ApiError('not_found', { detail: 'There is no member with this id.' });
    return member;
  }

  /** Revokes the keys of a member that go beyond a role; all of them without one. */
  async #endKeys(
    queries: Queries,
    {
      organisationId,
      userId,
      role,
    }: { readonly organisationId: string; readonly userId: string; readonly role?: Role },
  ): Promise<number> {
    const keys = await queries
      .selectFrom('api_keys')
      .select(['id', 'scopes'])
      .where('organisation_id', '=', organisationId)
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null)
      .execute();
    const sets = this.#options.scopes;
    const held = role && sets.ofRole(role);
    const ids = keys.filter(({ scopes }) => !held || !sets.covers(held, storedScopes(scopes))).map(({ id }) => id);
    if (ids.length === 0) return 0;
    const now = new Date(Math.floor(this.#options.clock.now()));
    await queries.updateTable('api_keys').set({ revoked_at: now }).where('id', 'in', ids).execute();
    await countKeyChange(queries);
    return ids.length;
  }
}

/** A key of the organisation that somebody made. */
export interface MadeKey {
  readonly id: string;
  readonly name: string;
}

/** Keys that work and that a person made, or that were made with those. */
export async function keysMadeBy(
  queries: Queries,
  organisationId: string,
  userId: string,
): Promise<readonly MadeKey[]> {
  const { rows } = await sql<MadeKey>`
    with recursive made (id) as (
      select k.id from api_keys k where k.organisation_id = ${organisationId} and k.made_by = ${userId}
      union
      select k.id from made join api_keys k on k.made_by = made.id or k.first_id = made.id
    )
    select k.id, k.name from made join api_keys k on k.id = made.id where k.revoked_at is null order by k.id
  `.execute(queries);
  return rows;
}

async function refuseLastOwner(queries: Queries, organisationId: string): Promise<void> {
  const owners = await queries
    .selectFrom('members')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('role', '=', 'owner')
    .limit(2)
    .execute();
  if (owners.length < 2) throw new ApiError('last_owner');
}

function membersOf(queries: Queries, organisationId: string) {
  return queries
    .selectFrom('members as member')
    .innerJoin('users as person', 'person.id', 'member.user_id')
    .select([
      'member.id',
      'member.user_id',
      'member.role',
      'member.created_at',
      'person.name',
      'person.email',
      'person.two_factor_enabled',
    ])
    .where('member.organisation_id', '=', organisationId);
}

async function find(queries: Queries, organisationId: string, id: string): Promise<MemberRow | undefined> {
  const row = await membersOf(queries, organisationId).where('member.id', '=', id).executeTakeFirst();
  return row && rowOf(row);
}

type Stored = Omit<MemberRow, 'role' | 'two_factor'> & {
  readonly role: string;
  readonly two_factor_enabled: boolean | null;
};

function rowOf({ two_factor_enabled, role, ...row }: Stored): MemberRow {
  const known = ROLES.find((name) => name === role);
  if (known === undefined) throw new Error('A member has a role that does not exist.');
  return { ...row, role: known, two_factor: two_factor_enabled === true };
}
