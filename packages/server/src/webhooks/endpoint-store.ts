import { type Selectable, sql } from 'kysely';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Database, Queries } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import type { WebhooksTables } from '../data/schema/webhooks.ts';
import { ApiError } from '../errors.ts';
import type { Vault } from '../vault/vault.ts';
import { endpointTarget } from './sealed.ts';
import type { WebhookTarget } from './target.ts';

/** What somebody says of an endpoint. */
export type EndpointTarget = WebhookTarget & { readonly description: string };

type Row = Selectable<WebhooksTables['webhook_endpoints']>;
export type EndpointRow = Row & { readonly opened: EndpointTarget };

/** Whose endpoints, and who acts. */
export interface EndpointContext {
  readonly organisationId: string;
  /** Id of the key or person. */
  readonly actor: string;
  /** The person behind the actor. */
  readonly owner?: string;
  /** Whether only endpoints of this person exist. */
  readonly ownOnly: boolean;
}

/** Endpoints of one organization. */
const MOST = 50;

/** Endpoints of organizations. Each change is in the audit log. */
export class EndpointStore {
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
  async create(context: EndpointContext, target: EndpointTarget, events: readonly string[]): Promise<EndpointRow> {
    const { organisationId, actor, owner } = context;
    const id = newId('whe');
    const sealed = await this.#seal(organisationId, id, target);
    const row = await this.#audit.act(
      organisationId,
      async (queries) => {
        const { count } = await queries
          .selectFrom('webhook_endpoints')
          .select((of) => of.fn.countAll<number>().as('count'))
          .where('organisation_id', '=', organisationId)
          .executeTakeFirstOrThrow();
        if (count >= MOST) throw new ApiError('limit_reached', { detail: `There are already ${count} endpoints.` });
        return await queries
          .insertInto('webhook_endpoints')
          .values({
            id,
            organisation_id: organisationId,
            actor,
            owner: owner ?? null,
            target: sealed,
            events: [...events],
          })
          .returningAll()
          .executeTakeFirstOrThrow();
      },
      () => ({ actor, action: 'webhook.created', target: id, detail: { events: events.join(', ') } }),
    );
    return { ...row, opened: target };
  }

  /** Newest first, those before the id `before`. */
  async list(context: EndpointContext, page: { readonly before?: string; readonly limit: number }) {
    const rows = await this.#database.inOrganisation(context.organisationId, (queries) =>
      endpointsOf(queries, context)
        .$if(page.before !== undefined, (query) => query.where('id', '<', page.before as string))
        .orderBy('id', 'desc')
        .limit(page.limit)
        .execute(),
    );
    return await Promise.all(rows.map((row) => this.#opened(row)));
  }

  async get(context: EndpointContext, id: string): Promise<EndpointRow | undefined> {
    const row = await this.#database.inOrganisation(context.organisationId, (queries) =>
      endpointsOf(queries, context).where('id', '=', id).executeTakeFirst(),
    );
    return row && (await this.#opened(row));
  }

  /** Whether any organization has it, for the record of who asked for what is not theirs. */
  async exists(id: string): Promise<boolean> {
    const { system } = this.#database;
    const row = await system.selectFrom('webhook_endpoints').select('id').where('id', '=', id).executeTakeFirst();
    return row !== undefined;
  }

  /**
   * Changes an endpoint. One that is enabled is sent what was held for it.
   * @throws ApiError `not_found`
   */
  async update(
    context: EndpointContext,
    { id, opened, events, state }: EndpointRow,
    changes: {
      readonly target?: Partial<EndpointTarget>;
      readonly events?: readonly string[];
      readonly enabled?: boolean;
    },
  ): Promise<EndpointRow> {
    const { organisationId, actor } = context;
    const target = { ...opened, ...changes.target };
    const sealed = await this.#seal(organisationId, id, target);
    const wanted = changes.events ?? events;
    const row = await this.#audit.act(
      organisationId,
      async (queries) => {
        const { numUpdatedRows } = await queries
          .updateTable('webhook_endpoints')
          .set({ target: sealed, events: [...wanted], updated_at: this.#now() })
          .where('organisation_id', '=', organisationId)
          .where('id', '=', id)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new ApiError('not_found');
        if (changes.enabled === true && state === 'disabled') {
          await sql`select enable_webhook_endpoint(${id}, ${this.#now()}::timestamptz)`.execute(queries);
        }
        if (changes.enabled === false) {
          await sql`select disable_webhook_endpoint(${id}, 'manual', ${this.#now()}::timestamptz)`.execute(queries);
        }
        return await endpointsOf(queries, context).where('id', '=', id).executeTakeFirstOrThrow();
      },
      (changed) => ({
        actor,
        action: 'webhook.updated',
        target: id,
        detail: { events: changed.events.join(', '), state: changed.state, address_changed: target.url !== opened.url },
      }),
    );
    return { ...row, opened: target };
  }

  /** Removes an endpoint, its secrets, and what waits for it. */
  async remove({ organisationId, actor }: EndpointContext, id: string): Promise<void> {
    await this.#audit.act(
      organisationId,
      async (queries) => {
        await queries
          .deleteFrom('webhook_endpoints')
          .where('organisation_id', '=', organisationId)
          .where('id', '=', id)
          .execute();
        await queries
          .deleteFrom('webhook_secrets')
          .where('organisation_id', '=', organisationId)
          .where('owner', '=', id)
          .execute();
      },
      () => ({ actor, action: 'webhook.deleted', target: id }),
    );
  }

  async #seal(organisationId: string, id: string, target: EndpointTarget): Promise<Buffer> {
    return await this.#vault.seal(endpointTarget(organisationId, id), Buffer.from(JSON.stringify(target)));
  }

  async #opened(row: Row): Promise<EndpointRow> {
    const bytes = await this.#vault.open(endpointTarget(row.organisation_id, row.id), row.target);
    return { ...row, opened: JSON.parse(bytes.toString('utf8')) as EndpointTarget };
  }

  #now(): Date {
    return new Date(Math.floor(this.#clock.now()));
  }
}

function endpointsOf(queries: Queries, { organisationId, owner, ownOnly }: EndpointContext) {
  const query = queries.selectFrom('webhook_endpoints').selectAll().where('organisation_id', '=', organisationId);
  return ownOnly ? query.where('owner', '=', owner ?? '') : query;
}
