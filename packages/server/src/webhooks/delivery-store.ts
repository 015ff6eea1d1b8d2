import { type Selectable, sql } from 'kysely';
import type { Database, Queries } from '../data/database.ts';
import { retried } from '../data/retried.ts';
import type { DeliveryState, WebhooksTables } from '../data/schema/webhooks.ts';
import { PATIENCE } from './schedule.ts';

export type DeliveryRow = Selectable<WebhooksTables['webhook_deliveries']>;
export type AttemptRow = Selectable<WebhooksTables['webhook_attempts']>;
export type EventRow = Selectable<WebhooksTables['webhook_events']>;

/** A delivery as lists show it. */
export type ListedDelivery = DeliveryRow & { readonly type: string; readonly owner: string | null };

/** What became of one try. */
export interface Settled {
  readonly state: Exclude<DeliveryState, 'held'>;
  /** When the try began, and how long it took, in milliseconds. */
  readonly at: number;
  readonly duration: number;
  readonly status?: number;
  readonly error?: string;
  /** When there is another one. */
  readonly nextAt?: number;
  /** Whether the receiver wants nothing more. */
  readonly gone?: boolean;
}

/** Which deliveries are listed. */
export interface DeliveryFilter {
  readonly before?: string;
  readonly limit: number;
  readonly endpoint?: string;
  readonly job?: string;
  /** It, and its items. */
  readonly batch?: string;
  readonly event?: string;
  readonly state?: DeliveryState;
  /** If given, only what belongs to this person. */
  readonly owner?: string;
}

/** Events and deliveries in the database. What changes a queue is one SQL function of the migration of webhooks. */
export class DeliveryStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * The next delivery that is due, for one process alone until the lease is over.
   * @param now milliseconds since the Unix epoch: what is due by then
   * @param busy organizations that have enough under way
   */
  async claim(process: string, { lease, now, busy }: { lease: number; now: number; busy: readonly string[] }) {
    const { rows } = await retried(() =>
      sql<DeliveryRow>`
        select * from claim_webhook(${process}, ${lease}, ${date(now)}::timestamptz, ${[...busy]}::text[])
      `.execute(this.#database.system),
    );
    return rows[0];
  }

  /** Writes what became of a try. @returns whether this process still had the queue; else nothing was written */
  async settle({ id, queue, ticket }: DeliveryRow, settled: Settled, exchange: Buffer, now: number): Promise<boolean> {
    const entry = {
      id,
      queue,
      ticket,
      state: settled.state,
      at: date(settled.at),
      duration_ms: Math.round(settled.duration),
      status: settled.status,
      error: settled.error,
      next_at: settled.nextAt === undefined ? undefined : date(settled.nextAt),
      gone: settled.gone ?? false,
    };
    const { rows } = await retried(() =>
      sql<{ done: boolean }>`
        select settle_webhook(${JSON.stringify(entry)}::jsonb, ${exchange}, ${date(now)}::timestamptz, ${PATIENCE}) as done
      `.execute(this.#database.system),
    );
    return rows[0]?.done ?? false;
  }

  async event(id: string): Promise<EventRow | undefined> {
    return await this.#database.system.selectFrom('webhook_events').selectAll().where('id', '=', id).executeTakeFirst();
  }

  /** Keeps the body of an event, unless it has one already. @returns the one that it has */
  async keepBody(id: string, body: Buffer): Promise<Buffer> {
    const { rows } = await sql<{ body: Buffer }>`
      update webhook_events set body = coalesce(body, ${body}) where id = ${id} returning body
    `.execute(this.#database.system);
    return rows[0]?.body ?? body;
  }

  async list(organisationId: string, filter: DeliveryFilter): Promise<readonly ListedDelivery[]> {
    const { before, limit, endpoint, job, batch, event, state } = filter;
    return await this.#database.inOrganisation(organisationId, (queries) =>
      this.#listed(queries, organisationId, filter.owner)
        .$if(before !== undefined, (query) => query.where('delivery.id', '<', before as string))
        .$if(endpoint !== undefined, (query) => query.where('delivery.endpoint_id', '=', endpoint as string))
        .$if(job !== undefined, (query) => query.where('delivery.job_id', '=', job as string))
        .$if(batch !== undefined, (query) =>
          query.where((row) =>
            row.or([sql<boolean>`event.facts ->> 'batch_id' = ${batch}`, row('job.batch_id', '=', batch as string)]),
          ),
        )
        .$if(event !== undefined, (query) => query.where('delivery.event_id', '=', event as string))
        .$if(state !== undefined, (query) => query.where('delivery.state', '=', state as DeliveryState))
        .orderBy('delivery.id', 'desc')
        .limit(limit)
        .execute(),
    );
  }

  async get(organisationId: string, id: string, owner?: string): Promise<ListedDelivery | undefined> {
    return await this.#database.inOrganisation(organisationId, (queries) =>
      this.#listed(queries, organisationId, owner).where('delivery.id', '=', id).executeTakeFirst(),
    );
  }

  /** Whether any organization has it, for the record of who asked for what is not theirs. */
  async exists(id: string): Promise<boolean> {
    const { system } = this.#database;
    const row = await system.selectFrom('webhook_deliveries').select('id').where('id', '=', id).executeTakeFirst();
    return row !== undefined;
  }

  async attempts(organisationId: string, deliveryId: string): Promise<readonly AttemptRow[]> {
    return await this.#database.inOrganisation(organisationId, (queries) =>
      queries
        .selectFrom('webhook_attempts')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .where('delivery_id', '=', deliveryId)
        .orderBy('number', 'desc')
        .limit(50)
        .execute(),
    );
  }

  /**
   * Sends deliveries again, from the beginning of the schedule, with the ids of their events. What waits is not touched,
   * but for one that is named: it is sent at once. While their endpoint is disabled they are held.
   * @returns how many
   */
  async replay(
    organisationId: string,
    which:
      | { readonly id: string }
      | { readonly endpoint: string; readonly since: Date; readonly failedOnly: boolean; readonly held: boolean },
    now: number,
  ): Promise<number> {
    const chosen =
      'id' in which
        ? sql`id = ${which.id} and state <> 'held'`
        : sql`endpoint_id = ${which.endpoint} and created_at >= ${which.since}
            and state in ('failed', ${which.failedOnly ? 'failed' : 'delivered'})`;
    const { numAffectedRows } = await this.#database.inOrganisation(organisationId, (queries) =>
      sql`
        update webhook_deliveries set state = ${'held' in which && which.held ? 'held' : 'waiting'}, tries = 0, ended_at = null,
          -- In the order in which they were made.
          next_at = least(${date(now)}::timestamptz, created_at)
        where organisation_id = ${organisationId} and ${chosen}
      `.execute(queries),
    );
    return Number(numAffectedRows ?? 0n);
  }

  /** One delivery of a new event to one endpoint, whatever it has asked for. @returns its id */
  async test(organisationId: string, endpointId: string, facts: object): Promise<string> {
    const { rows } = await this.#database.inOrganisation(organisationId, (queries) =>
      sql<{ id: string }>`
        with event as (
          insert into webhook_events (id, organisation_id, type, facts)
          values (webhook_id('evt'), ${organisationId}, 'webhook.test', ${JSON.stringify(facts)}::jsonb) returning id
        )
        insert into webhook_deliveries (id, organisation_id, event_id, endpoint_id, queue, state)
        select webhook_id('whd'), ${organisationId}, event.id, ${endpointId}, ${`${endpointId}:test`}, 'waiting' from event
        returning id
      `.execute(queries),
    );
    return (rows[0] as { id: string }).id;
  }

  /** Removes queues that nothing waits in. */
  async sweep(): Promise<void> {
    await sql`
      delete from webhook_queues q where q.leased_until is null and not exists (
        select from webhook_deliveries d where d.queue = q.id and d.state = 'waiting'
      )
    `.execute(this.#database.system);
  }

  #listed(queries: Queries, organisationId: string, owner: string | undefined) {
    return queries
      .selectFrom('webhook_deliveries as delivery')
      .innerJoin('webhook_events as event', 'event.id', 'delivery.event_id')
      .leftJoin('webhook_endpoints as endpoint', 'endpoint.id', 'delivery.endpoint_id')
      .leftJoin('jobs as job', 'job.id', 'delivery.job_id')
      .selectAll('delivery')
      .select('event.type')
      .select(
        sql<string | null>`case when delivery.endpoint_id is null then job.owner else endpoint.owner end`.as('owner'),
      )
      .where('delivery.organisation_id', '=', organisationId)
      .$if(owner !== undefined, (query) =>
        query.where((row) =>
          row.or([
            row('endpoint.owner', '=', owner as string),
            row.and([row('delivery.endpoint_id', 'is', null), row('job.owner', '=', owner as string)]),
          ]),
        ),
      );
  }
}

const date = (milliseconds: number): Date => new Date(Math.floor(milliseconds));
