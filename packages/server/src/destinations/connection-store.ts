import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import type { GrantState } from '../data/schema/destinations.ts';
import { ApiError } from '../errors.ts';
import type { Vault } from '../vault/vault.ts';
import { type ConnectionRow, ConnectionRows, type Settings } from './connection-rows.ts';
import { type ClientApps, ConnectionTokens } from './connection-tokens.ts';
import { kindOf } from './kinds.ts';
import type { TokenKeeper } from './token-keeper.ts';

/** Whose connections, and who acts. */
export interface ConnectionContext {
  readonly organisationId: string;
  /** Id of the key or person. */
  readonly actor: string;
  /** The person behind the actor. */
  readonly owner?: string | undefined;
  /** Whether only connections of this person exist. */
  readonly ownOnly: boolean;
}

/** What changes of a connection, for the audit log. */
export type ConnectionChange =
  | 'connection.updated'
  | 'connection.credentials_replaced'
  | 'connection.authorized'
  | 'connection.disconnected';

/** Connections of one organization. */
const MOST = 100;

/** Connections of organizations. Each change is in the audit log. */
export class ConnectionStore {
  readonly #database: Database;
  readonly #rows: ConnectionRows;
  readonly #audit: AuditLog;
  readonly #clock: Clock;
  readonly #apps: ClientApps;

  constructor(options: {
    readonly database: Database;
    readonly vault: Vault;
    readonly audit: AuditLog;
    readonly clock: Clock;
    /** Apps of the operator, by kind. Default: none. */
    readonly apps?: ClientApps;
  }) {
    this.#database = options.database;
    this.#rows = new ConnectionRows(options.vault);
    this.#audit = options.audit;
    this.#clock = options.clock;
    this.#apps = options.apps ?? {};
  }

  /** @throws ApiError `limit_reached` */
  async create(
    context: ConnectionContext,
    {
      name,
      kind,
      settings,
      grant = null,
    }: {
      readonly name: string;
      readonly kind: string;
      readonly settings: Settings;
      /** Whether an account lets the operator's app in. Default: the credentials were typed. */
      readonly grant?: GrantState | null;
    },
  ): Promise<ConnectionRow> {
    const { organisationId, actor, owner = null } = context;
    const id = newId('conn');
    const sealed = await this.#rows.seal(organisationId, id, settings);
    const row = await this.#audit.act(
      organisationId,
      async (queries) => {
        const { count } = await queries
          .selectFrom('connections')
          .select((of) => of.fn.countAll<number>().as('count'))
          .where('organisation_id', '=', organisationId)
          .executeTakeFirstOrThrow();
        if (count >= MOST) throw new ApiError('limit_reached', { detail: `There are already ${count} connections.` });
        const values = { id, organisation_id: organisationId, actor, owner, name, kind, settings: sealed };
        return await queries
          .insertInto('connections')
          .values({ ...values, place: placeOf(kind, settings), grant_state: grant })
          .returningAll()
          .executeTakeFirstOrThrow();
      },
      () => ({ actor, action: 'connection.created', target: id, detail: { kind } }),
    );
    return { ...row, opened: settings };
  }

  /** Newest first, those before the id `before`. */
  async list(context: ConnectionContext, page: { readonly before?: string | undefined; readonly limit: number }) {
    const rows = await this.#database.inOrganisation(context.organisationId, (queries) =>
      connectionsOf(queries, context)
        .$if(page.before !== undefined, (query) => query.where('id', '<', page.before as string))
        .orderBy('id', 'desc')
        .limit(page.limit)
        .execute(),
    );
    return await Promise.all(rows.map((row) => this.#rows.open(row)));
  }

  async get(context: ConnectionContext, id: string): Promise<ConnectionRow | undefined> {
    const row = await this.#database.inOrganisation(context.organisationId, (queries) =>
      connectionsOf(queries, context).where('id', '=', id).executeTakeFirst(),
    );
    return row && (await this.#rows.open(row));
  }

  /** A connection that a request names, whoever of the organization has made it. */
  async find(organisationId: string, id: string): Promise<ConnectionRow | undefined> {
    return await this.get({ organisationId, actor: 'system', ownOnly: false }, id);
  }

  /** The connections of a bucket. */
  async ofPlace(organisationId: string, place: string): Promise<readonly string[]> {
    const rows = await this.#database.inOrganisation(organisationId, (queries) =>
      queries
        .selectFrom('connections')
        .select('id')
        .where('organisation_id', '=', organisationId)
        .where('place', '=', digestOf(place))
        .limit(2)
        .execute(),
    );
    return rows.map(({ id }) => id);
  }

  /** Whether any organization has it, for the record of who asked for what is not theirs. */
  async exists(id: string): Promise<boolean> {
    const { system } = this.#database;
    const row = await system.selectFrom('connections').select('id').where('id', '=', id).executeTakeFirst();
    return row !== undefined;
  }

  /** Changes what is named. Deliveries that begin from now on use it. @throws ApiError `not_found` */
  async update(
    context: ConnectionContext,
    { id, kind, opened, name: before }: ConnectionRow,
    {
      name = before,
      settings: given = opened,
      keep = [],
      grant,
    }: {
      readonly name?: string | undefined;
      readonly settings?: Settings;
      /** Settings that stay as they are by then: a delivery may have had new tokens meanwhile. */
      readonly keep?: readonly string[];
      /** Whether an account lets the operator's app in. Default: as it is. */
      readonly grant?: GrantState | null;
    },
    action: ConnectionChange,
  ): Promise<ConnectionRow> {
    const { organisationId, actor } = context;
    let settings = given;
    const row = await this.#audit.act(
      organisationId,
      async (queries) => {
        const now = await this.#rows.locked(queries, organisationId, id);
        const kept = Object.entries(now?.opened ?? {}).filter(([field]) => keep.includes(field));
        settings = { ...given, ...Object.fromEntries(kept) };
        const sealed = await this.#rows.seal(organisationId, id, settings);
        const changed = await queries
          .updateTable('connections')
          .set({ name, settings: sealed, place: placeOf(kind, settings), last_error: null })
          .$if(grant !== undefined, (query) => query.set({ grant_state: grant ?? null }))
          .set({ version: sql`version + 1`, updated_at: new Date(this.#clock.now()) })
          .where('organisation_id', '=', organisationId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst();
        if (!changed) throw new ApiError('not_found', { detail: 'There is no connection with this id.' });
        return changed;
      },
      () => ({ actor, action, target: id }),
    );
    return { ...row, opened: settings };
  }

  /** The tokens of a connection, for those who use it at the same time. */
  tokensOf(organisationId: string, id: string): TokenKeeper {
    const shared = { database: this.#database, audit: this.#audit, rows: this.#rows, apps: this.#apps };
    return new ConnectionTokens({ ...shared, organisationId, id });
  }

  async remove({ organisationId, actor }: ConnectionContext, id: string): Promise<void> {
    await this.#audit.act(
      organisationId,
      async (queries) => {
        await queries
          .deleteFrom('connections')
          .where('organisation_id', '=', organisationId)
          .where('id', '=', id)
          .execute();
      },
      () => ({ actor, action: 'connection.removed', target: id }),
    );
  }
}

/** The name of a bucket does not stand in the clear. */
function placeOf(kind: string, settings: Settings): string | null {
  const place = kindOf(kind).place?.(settings);
  return place === undefined ? null : digestOf(place);
}

const digestOf = (place: string): string => createHash('sha256').update(place).digest('base64url').slice(0, 22);

const connectionsOf = (queries: Queries, { organisationId, owner, ownOnly }: ConnectionContext) =>
  queries
    .selectFrom('connections')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .$if(ownOnly, (query) => query.where('owner', '=', owner ?? ''));
