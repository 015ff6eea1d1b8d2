import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import type { DestinationsTables } from '../data/schema/destinations.ts';
import { ApiError } from '../errors.ts';
import type { Vault } from '../vault/vault.ts';
import { kindOf } from './kinds.ts';
import { connectionSettings } from './sealed.ts';
import type { TokenKeeper } from './token-keeper.ts';

type Row = Selectable<DestinationsTables['connections']>;
export type Settings = Readonly<Record<string, unknown>>;
export type ConnectionRow = Row & { readonly opened: Settings };

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

/** Connections of one organization. */
const MOST = 100;

/** Connections of organizations. Each change is in the audit log. */
export class ConnectionStore {
  readonly #database: Database;
  readonly #vault: Vault;
  readonly #audit: AuditLog;
  readonly #clock: Clock;

  constructor(options: {
    readonly database: Database;
    readonly vault: Vault;
    readonly audit: AuditLog;
    readonly clock: Clock;
  }) {
    this.#database = options.database;
    this.#vault = options.vault;
    this.#audit = options.audit;
    this.#clock = options.clock;
  }

  /** @throws ApiError `limit_reached` */
  async create(
    context: ConnectionContext,
    { name, kind, settings }: { readonly name: string; readonly kind: string; readonly settings: Settings },
  ): Promise<ConnectionRow> {
    const { organisationId, actor, owner = null } = context;
    const id = newId('conn');
    const sealed = await this.#seal(organisationId, id, settings);
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
          .values({ ...values, place: placeOf(kind, settings) })
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
    return await Promise.all(rows.map((row) => this.#opened(row)));
  }

  async get(context: ConnectionContext, id: string): Promise<ConnectionRow | undefined> {
    const row = await this.#database.inOrganisation(context.organisationId, (queries) =>
      connectionsOf(queries, context).where('id', '=', id).executeTakeFirst(),
    );
    return row && (await this.#opened(row));
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
    }: {
      readonly name?: string | undefined;
      readonly settings?: Settings;
      /** Settings that stay as they are by then: a delivery may have had new tokens meanwhile. */
      readonly keep?: readonly string[];
    },
    action: 'connection.updated' | 'connection.credentials_replaced',
  ): Promise<ConnectionRow> {
    const { organisationId, actor } = context;
    let settings = given;
    const row = await this.#audit.act(
      organisationId,
      async (queries) => {
        const now = await this.#locked(queries, organisationId, id);
        const kept = Object.entries(now ?? {}).filter(([field]) => keep.includes(field));
        settings = { ...given, ...Object.fromEntries(kept) };
        const sealed = await this.#seal(organisationId, id, settings);
        const changed = await queries
          .updateTable('connections')
          .set({ name, settings: sealed, place: placeOf(kind, settings), last_error: null })
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

  /** The tokens of a connection, for those who use it at the same time. What is kept is no change of a person's. */
  tokensOf(organisationId: string, id: string): TokenKeeper {
    return {
      read: async () => (await this.find(organisationId, id))?.opened ?? {},
      keep: async (before, tokens) => {
        await this.#database.inOrganisation(organisationId, async (queries) => {
          const now = await this.#locked(queries, organisationId, id);
          if (!now) return;
          // Somebody may have replaced them meanwhile.
          const { refresh_token: kept } = now;
          if (kept !== before.refresh_token) return;
          const settings = await this.#seal(organisationId, id, { ...now, ...tokens });
          await queries
            .updateTable('connections')
            .set({ settings })
            .where('organisation_id', '=', organisationId)
            .where('id', '=', id)
            .execute();
        });
      },
    };
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

  /** The settings of a connection, which nobody else changes until the transaction ends. */
  async #locked(queries: Queries, organisationId: string, id: string): Promise<Settings | undefined> {
    const row = await queries
      .selectFrom('connections')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    return row && (await this.#opened(row)).opened;
  }

  async #seal(organisationId: string, id: string, settings: Settings): Promise<Buffer> {
    return await this.#vault.seal(connectionSettings(organisationId, id), Buffer.from(JSON.stringify(settings)));
  }

  async #opened(row: Row): Promise<ConnectionRow> {
    const bytes = await this.#vault.open(connectionSettings(row.organisation_id, row.id), row.settings);
    return { ...row, opened: JSON.parse(bytes.toString('utf8')) as Settings };
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
