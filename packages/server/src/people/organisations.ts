import { sql } from 'kysely';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database, Queries } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import { ApiError } from '../errors.ts';
import { firstOrganisation } from '../keys/first-organisation.ts';
import { countKeyChange } from '../keys/keys-version.ts';
import { countDeletion } from '../retention/organisation-deletion.ts';
import type { OwnPeriods } from '../retention/periods.ts';
import type { Role } from '../rights/roles.ts';
import { hasOwner } from './setup-code.ts';

export interface OrganisationRow {
  readonly id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly hipaa: boolean;
  readonly retention: OwnPeriods;
  readonly hold_reason: string | null;
}

export interface OrganisationStoreOptions {
  readonly database: Database;
  readonly audit: AuditLog;
  /** Keys have ended. */
  readonly onKeysEnded: () => void;
}

const COLUMNS = ['id', 'name', 'created_at', 'hipaa', 'retention', 'hold_reason'] as const;
/** Organisations that one person can own: whoever can sign up must not fill the database. */
const MOST_OWNED = 10;

/** Organisations. Each change and its row in the audit log are one transaction. */
export class OrganisationStore {
  readonly #options: OrganisationStoreOptions;

  constructor(options: OrganisationStoreOptions) {
    this.#options = options;
  }

  /** Makes an organisation of somebody who then owns it. @throws ApiError `insufficient_scope` beyond ten */
  async create(userId: string, name: string): Promise<OrganisationRow> {
    const { audit } = this.#options;
    const owned = (await this.ofPerson(userId)).filter(({ role }) => role === 'owner');
    if (owned.length >= MOST_OWNED) {
      throw new ApiError('insufficient_scope', { detail: `A person can own at most ${MOST_OWNED} organisations.` });
    }
    const id = newId('org');
    return await audit.act(
      id,
      async (queries) => {
        const row = await queries
          .insertInto('organisations')
          .values({ id, name, slug: id })
          .returning(COLUMNS)
          .executeTakeFirstOrThrow();
        await addMember(queries, { organisationId: id, userId, role: 'owner' });
        return row;
      },
      () => ({ actor: userId, action: 'organisation.created', target: id }),
    );
  }

  async get(id: string): Promise<OrganisationRow | undefined> {
    return await this.#options.database.inOrganisation(id, (queries) =>
      queries.selectFrom('organisations').select(COLUMNS).where('id', '=', id).executeTakeFirst(),
    );
  }

  /**
   * Changes what is named.
   * @param change.hipaa the HIPAA profile: what is kept here, and who may come in. It counts at once, on other servers within a second
   * @returns undefined if there is no such organisation
   */
  async change(
    id: string,
    { actor, name, hipaa }: { readonly actor: string; readonly name?: string; readonly hipaa?: boolean },
  ): Promise<OrganisationRow | undefined> {
    const set = { ...(name === undefined ? {} : { name }), ...(hipaa === undefined ? {} : { hipaa }) };
    const changed = await this.#options.audit.act(
      id,
      async (queries) => {
        // Callers are remembered with the profile.
        if (hipaa !== undefined) await countKeyChange(queries);
        return await queries
          .updateTable('organisations')
          .set(set)
          .where('id', '=', id)
          .returning(COLUMNS)
          .executeTakeFirst();
      },
      (row) =>
        row &&
        (hipaa === undefined
          ? { actor, action: 'organisation.renamed', target: id }
          : {
              actor,
              action: 'organisation.profile_changed',
              target: id,
              detail: { hipaa, renamed: name !== undefined },
            }),
    );
    if (hipaa !== undefined) this.#options.onKeysEnded();
    return changed;
  }

  /**
   * The first one is the operator's: the key of the environment belongs to it, and would come into another with the next start.
   * @throws ApiError `insufficient_scope` for the first one, `legal_hold`
   */
  async refuseKept(id: string): Promise<void> {
    if ((await firstOrganisation(this.#options.database)) === id) {
      throw new ApiError('insufficient_scope', { detail: 'The first organisation of an instance cannot be deleted.' });
    }
    if (((await this.get(id))?.hold_reason ?? null) !== null) throw new ApiError('legal_hold');
  }

  /**
   * Deletes an organisation with its keys, members and records; its audit chain stays.
   * @param settle ends what it pays for, in the same transaction. @returns cents that were written off
   * @throws ApiError as `refuseKept`
   */
  async delete(
    id: string,
    actor: string,
    settle: (queries: Queries) => Promise<number> = async () => 0,
  ): Promise<void> {
    await this.refuseKept(id);
    await this.#options.audit.act(
      id,
      async (queries) => {
        const cents = await settle(queries);
        await countDeletion(queries, id);
        await queries.deleteFrom('organisations').where('id', '=', id).execute();
        await countKeyChange(queries);
        return cents;
      },
      (cents) => ({
        actor,
        action: 'organisation.deleted',
        target: id,
        ...(cents > 0 ? { detail: { written_off_cents: cents } } : {}),
      }),
    );
    this.#options.onKeysEnded();
  }

  /** Organisations that a person belongs to, the oldest membership first. */
  async ofPerson(userId: string) {
    return await this.#options.database.system
      .selectFrom('members as member')
      .innerJoin('organisations as organisation', 'organisation.id', 'member.organisation_id')
      .select(['organisation.id', 'organisation.name', 'member.role'])
      .where('member.user_id', '=', userId)
      .orderBy('member.created_at')
      .orderBy('member.id')
      .execute();
  }

  /**
   * Makes the first person the owner of the first organisation.
   * @returns False if it has an owner already: of two that sign up at once, one is first.
   */
  async claim(id: string, userId: string): Promise<boolean> {
    return await this.#options.audit.act(
      id,
      async (queries) => {
        await sql`select pg_advisory_xact_lock(${CLAIM})`.execute(queries);
        if (await hasOwner(queries, id)) return false;
        await addMember(queries, { organisationId: id, userId, role: 'owner' });
        await queries.deleteFrom('setup_codes').where('organisation_id', '=', id).execute();
        return true;
      },
      (claimed) => (claimed ? { actor: userId, action: 'organisation.claimed', target: id } : undefined),
    );
  }
}

/** Of the lock that the first person holds: the letters "claim". */
const CLAIM = 0x636c6169;

/** Adds a member; belongs into a transaction of the organisation. */
export async function addMember(
  queries: Queries,
  member: { readonly organisationId: string; readonly userId: string; readonly role: Role },
): Promise<string> {
  const id = newId('mem');
  await queries
    .insertInto('members')
    .values({ id, organisation_id: member.organisationId, user_id: member.userId, role: member.role })
    .execute();
  return id;
}
