import { sql } from 'kysely';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database, Queries } from '../data/database.ts';
import { ApiError } from '../errors.ts';
import { countKeyChange } from '../keys/keys-version.ts';
import type { Vault } from '../vault/vault.ts';
import { keysMadeBy, type MadeKey } from './members.ts';
import { INSTANCE_CHAIN } from './records.ts';
import { endSessions } from './sessions.ts';
import { dropWaitingEmails } from './waiting-emails.ts';

export interface PersonErasureOptions {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly vault: Vault;
  /** Keys have ended. */
  readonly onKeysEnded: () => void;
}

/** How often a person is looked at again who has joined an organization meanwhile. */
const ROUNDS = 5;

/**
 * Closes accounts (article 17 of the GDPR). Name, address, password, second factor, sessions, keys of the person, memberships and
 * invitations are deleted; rows of the audit log stay with the id, which then names nobody that the database knows.
 */
export class PersonErasure {
  readonly #options: PersonErasureOptions;

  constructor(options: PersonErasureOptions) {
    this.#options = options;
  }

  /**
   * Leaves one organization after the other, each with a row in its audit log, then deletes the account. Where that is interrupted,
   * doing it again goes on.
   * @param actor id of who does it: the person, or `operator`
   * @returns keys that the person made for organizations, which work on: whoever has gone may have kept them
   * @throws ApiError `not_found`; `last_owner` with the organizations that would have no owner; `legal_hold` with those whose
   *   records have to stay. Nothing is changed then
   */
  async erase(userId: string, actor: string): Promise<readonly MadeKey[]> {
    const person = await this.#person(userId);
    const keysLeft: MadeKey[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const organisations = await this.#organisationsOf(userId);
      refuseBlocked(organisations);
      for (const { id } of organisations) keysLeft.push(...(await this.#leave(id, userId, actor)));
      await this.#dropInvitations(userId, person.email, actor);
      // Before the account: where this is cut off, it is still there to be erased again.
      await dropWaitingEmails(this.#options, person.email);
      if (!(await this.#delete(userId, actor))) continue;
      this.#options.onKeysEnded();
      // And what was written meanwhile.
      await dropWaitingEmails(this.#options, person.email);
      return keysLeft;
    }
    throw new ApiError('database_unavailable');
  }

  async #person(userId: string): Promise<{ readonly email: string }> {
    const { system } = this.#options.database;
    const person = await system.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
    if (!person) throw new ApiError('not_found', { detail: 'There is no person with this id.' });
    return person;
  }

  async #organisationsOf(userId: string): Promise<readonly Membership[]> {
    const { rows } = await sql<Membership>`
      select o.id, o.name, o.held_since is not null as held,
        m.role = 'owner' and not exists (
          select from members other where other.organisation_id = o.id and other.role = 'owner' and other.user_id <> ${userId}
        ) as last_owner
      from members m join organisations o on o.id = m.organisation_id
      where m.user_id = ${userId} order by o.id
    `.execute(this.#options.database.system);
    return rows;
  }

  /** @returns keys that the person made for the organization */
  async #leave(organisationId: string, userId: string, actor: string): Promise<readonly MadeKey[]> {
    const left = await this.#options.audit.act(
      organisationId,
      async (queries) => {
        const member = await lockedMember(queries, organisationId, userId);
        if (!member) return undefined;
        const made = await keysMadeBy(queries, organisationId, userId);
        const own = await queries
          .deleteFrom('api_keys')
          .where('organisation_id', '=', organisationId)
          .where('user_id', '=', userId)
          .returning('id')
          .execute();
        if (own.length > 0) await countKeyChange(queries);
        await queries.deleteFrom('members').where('id', '=', member.id).execute();
        await endSessions(queries, userId);
        const gone = new Set(own.map(({ id }) => id));
        return { role: member.role, ended: own.length, keys: made.filter(({ id }) => !gone.has(id)) };
      },
      (result) =>
        result && {
          actor,
          action: 'member.removed',
          target: userId,
          detail: {
            role: result.role,
            keys_revoked: result.ended,
            keys_left: result.keys.length,
            account_closed: true,
          },
        },
    );
    return left?.keys ?? [];
  }

  /** Those to the address go, whoever sent them; those that the person sent stay, without who sent them. */
  async #dropInvitations(userId: string, email: string, actor: string): Promise<void> {
    const { database, audit } = this.#options;
    const rows = await database.system
      .selectFrom('invitations')
      .select('organisation_id as id')
      .distinct()
      .where(({ or, eb }) => or([eb('email', '=', email), eb('inviter_id', '=', userId)]))
      .execute();
    for (const { id } of rows) {
      await audit.act(
        id,
        async (queries) => {
          const mine = queries.updateTable('invitations').set({ inviter_id: null }).where('organisation_id', '=', id);
          await mine.where('inviter_id', '=', userId).execute();
          const to = queries.deleteFrom('invitations').where('organisation_id', '=', id).where('email', '=', email);
          return (await to.returning('id').execute()).length;
        },
        (count) =>
          count === 0
            ? undefined
            : { actor, action: 'invitation.removed', target: userId, detail: { invitations: count } },
      );
    }
  }

  /** @returns false if the person has joined an organization meanwhile */
  async #delete(userId: string, actor: string): Promise<boolean> {
    return await this.#options.audit.act(
      INSTANCE_CHAIN,
      async (queries) => {
        // Whoever makes a member of them waits for this lock.
        await queries.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
        // Members are those of all organizations here.
        await sql`select set_config('app.bypass', 'on', true)`.execute(queries);
        const member = await queries
          .selectFrom('members')
          .select('id')
          .where('user_id', '=', userId)
          .executeTakeFirst();
        if (member) return false;
        // Links that were sent; sessions, passwords, second factors and keys that had ended go with the row of the person.
        await queries.deleteFrom('verifications').where('value', '=', userId).execute();
        await queries.deleteFrom('users').where('id', '=', userId).execute();
        await sql`select set_config('app.bypass', 'off', true)`.execute(queries);
        return true;
      },
      (done) => (done ? { actor, action: 'person.erased', target: userId } : undefined),
    );
  }
}

interface Membership {
  readonly id: string;
  readonly name: string;
  readonly held: boolean;
  readonly last_owner: boolean;
}

function refuseBlocked(organisations: readonly Membership[]): void {
  const listed = (those: readonly Membership[]) =>
    those.map(({ id, name }) => `${JSON.stringify(name)} (${id})`).join(', ');
  const held = organisations.filter((organisation) => organisation.held);
  if (held.length > 0) {
    const detail = `The records of ${listed(held)} have to stay, and who is in them: an owner lifts the legal hold first.`;
    throw new ApiError('legal_hold', { detail });
  }
  const alone = organisations.filter(({ last_owner: last }) => last);
  if (alone.length === 0) return;
  const detail = `The only owner of ${listed(alone)}: make another member an owner first, or delete the organization.`;
  throw new ApiError('last_owner', { detail });
}

/** The membership, while nobody else changes members of the organization: of two owners who close their accounts, one stays. */
async function lockedMember(queries: Queries, organisationId: string, userId: string) {
  const organisation = await queries
    .selectFrom('organisations')
    .select(['id', 'name', 'held_since'])
    .where('id', '=', organisationId)
    .forUpdate()
    .executeTakeFirst();
  const members = await queries
    .selectFrom('members')
    .select(['id', 'user_id', 'role'])
    .where('organisation_id', '=', organisationId)
    .where(({ or, eb }) => or([eb('role', '=', 'owner'), eb('user_id', '=', userId)]))
    .execute();
  const own = members.find(({ user_id: id }) => id === userId);
  if (!organisation || !own) return undefined;
  const { id, name, held_since: since } = organisation;
  const isLast = own.role === 'owner' && members.length === 1;
  refuseBlocked([{ id, name, held: since !== null, last_owner: isLast }]);
  return own;
}
