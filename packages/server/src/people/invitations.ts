import { createHmac, randomBytes } from 'node:crypto';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import { ApiError } from '../errors.ts';
import { ROLES, type Role } from '../rights/roles.ts';
import type { Emails } from './emails.ts';
import type { Manager } from './manager.ts';
import { addMember } from './organisations.ts';

export interface InvitationRow {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly expires_at: Date;
  readonly created_at: Date;
}

/** An invitation that somebody can accept. */
export interface OpenInvitation extends InvitationRow {
  readonly organisationId: string;
}

export interface InvitationStoreOptions {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly emails: Emails;
  /** Goes into the digests of tokens. */
  readonly secret: string;
}

/** Milliseconds that an invitation is open. */
const LASTS = 7 * 24 * 3_600_000;
/** Open invitations of one organisation. */
const MOST_OPEN = 200;

const COLUMNS = ['id', 'email', 'role', 'expires_at', 'created_at'] as const;

/** Invitations into organisations. Whoever has the link has the mailbox: the token is shown in the email only. */
export class InvitationStore {
  readonly #options: InvitationStoreOptions;

  constructor(options: InvitationStoreOptions) {
    this.#options = options;
  }

  /** Invites somebody, in place of an invitation of the same address. @throws ApiError `already_member` */
  async create(manager: Manager, { email, role }: { readonly email: string; readonly role: Role }) {
    manager.refuseGiving(role);
    const { audit, emails } = this.#options;
    const { organisationId, actor, userId } = manager;
    const token = randomBytes(32).toString('base64url');
    const { row, organisation } = await audit.act(
      organisationId,
      async (queries) => {
        const organisation = await queries
          .selectFrom('organisations')
          .select('name')
          .where('id', '=', organisationId)
          .forUpdate()
          .executeTakeFirstOrThrow();
        await refuseMember(queries, organisationId, email);
        await this.#refuseMany(queries, organisationId);
        await this.#close(queries, organisationId, { email });
        const row = await queries
          .insertInto('invitations')
          .values({
            id: newId('inv'),
            organisation_id: organisationId,
            email,
            role,
            status: 'pending',
            expires_at: new Date(Math.floor(this.#options.clock.now()) + LASTS),
            inviter_id: userId ?? null,
            digest: this.#digest(token),
          })
          .returning(COLUMNS)
          .executeTakeFirstOrThrow();
        return { row: rowOf(row), organisation: organisation.name };
      },
      ({ row }) => ({ actor, action: 'invitation.created', target: row.id, detail: { role } }),
    );
    emails.invitation(email, { organisation, token });
    return row;
  }

  /** Those that are open, the oldest first. */
  async list(organisationId: string, page: { readonly after?: string; readonly limit: number }) {
    return await this.#options.database.inOrganisation(organisationId, async (queries) => {
      const rows = await this.#open(queries, organisationId)
        .$if(page.after !== undefined, (query) => query.where('id', '>', page.after as string))
        .orderBy('id')
        .limit(page.limit)
        .execute();
      return rows.map(rowOf);
    });
  }

  async exists(id: string): Promise<boolean> {
    const row = await this.#options.database.system
      .selectFrom('invitations')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Takes an invitation back. Undefined if there is none that is open. */
  async cancel(manager: Manager, id: string): Promise<InvitationRow | undefined> {
    const { organisationId, actor } = manager;
    return await this.#options.audit.act(
      organisationId,
      async (queries) => {
        const row = await this.#open(queries, organisationId).where('id', '=', id).forUpdate().executeTakeFirst();
        if (!row) return undefined;
        manager.refuseTouching(rowOf(row).role);
        await this.#close(queries, organisationId, { id });
        return rowOf(row);
      },
      (row) => row && { actor, action: 'invitation.canceled', target: id },
    );
  }

  /** The invitation that a link is of. @throws ApiError `invalid_link` */
  async open(token: string): Promise<OpenInvitation> {
    const row = await this.#options.database.system
      .selectFrom('invitations')
      .select([...COLUMNS, 'organisation_id'])
      .where('digest', '=', this.#digest(token))
      .where('status', '=', 'pending')
      .where('expires_at', '>', this.#now())
      .executeTakeFirst();
    if (!row) throw new ApiError('invalid_link');
    return { ...rowOf(row), organisationId: row.organisation_id };
  }

  /** Makes a person a member. Of several who accept at once, one does. @throws ApiError `invalid_link` */
  async accept(invitation: OpenInvitation, userId: string): Promise<void> {
    const { organisationId, id, role } = invitation;
    await this.#options.audit.act(
      organisationId,
      async (queries) => {
        const { numUpdatedRows } = await queries
          .updateTable('invitations')
          .set({ status: 'accepted', digest: null })
          .where('id', '=', id)
          .where('organisation_id', '=', organisationId)
          .where('status', '=', 'pending')
          .where('expires_at', '>', this.#now())
          .executeTakeFirst();
        if (Number(numUpdatedRows) === 0) throw new ApiError('invalid_link');
        const known = await queries
          .selectFrom('members')
          .select('id')
          .where('organisation_id', '=', organisationId)
          .where('user_id', '=', userId)
          .executeTakeFirst();
        if (known) throw new ApiError('already_member');
        await addMember(queries, { organisationId, userId, role });
      },
      () => ({ actor: userId, action: 'invitation.accepted', target: id, detail: { role } }),
    );
  }

  #open(queries: Queries, organisationId: string) {
    return queries
      .selectFrom('invitations')
      .select(COLUMNS)
      .where('organisation_id', '=', organisationId)
      .where('status', '=', 'pending')
      .where('expires_at', '>', this.#now());
  }

  async #close(queries: Queries, organisationId: string, which: { readonly email: string } | { readonly id: string }) {
    const [column, value] = 'id' in which ? (['id', which.id] as const) : (['email', which.email] as const);
    await queries
      .updateTable('invitations')
      .set({ status: 'canceled', digest: null })
      .where('organisation_id', '=', organisationId)
      .where('status', '=', 'pending')
      .where(column, '=', value)
      .execute();
  }

  async #refuseMany(queries: Queries, organisationId: string): Promise<void> {
    const rows = await this.#open(queries, organisationId).limit(MOST_OPEN).execute();
    if (rows.length < MOST_OPEN) return;
    throw new ApiError('insufficient_scope', {
      detail: `At most ${MOST_OPEN} invitations can be open at the same time; cancel some.`,
    });
  }

  #digest(token: string): Buffer {
    return createHmac('sha256', this.#options.secret).update(`invitation ${token}`).digest();
  }

  #now(): Date {
    return new Date(Math.floor(this.#options.clock.now()));
  }
}

async function refuseMember(queries: Queries, organisationId: string, email: string): Promise<void> {
  const member = await queries
    .selectFrom('members as member')
    .innerJoin('users as person', 'person.id', 'member.user_id')
    .select('member.id')
    .where('member.organisation_id', '=', organisationId)
    .where('person.email', '=', email)
    .executeTakeFirst();
  if (member) throw new ApiError('already_member');
}

function rowOf<Row extends { readonly role: string | null }>({
  role,
  ...row
}: Row): Omit<Row, 'role'> & { readonly role: Role } {
  const known = ROLES.find((name) => name === role);
  if (known === undefined) throw new Error('An invitation has a role that does not exist.');
  return { ...row, role: known };
}
