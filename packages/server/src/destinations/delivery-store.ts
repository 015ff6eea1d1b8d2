import { type Selectable, sql } from 'kysely';
import type { Database } from '../data/database.ts';
import { retried } from '../data/retried.ts';
import type { DestinationState, DestinationsTables } from '../data/schema/destinations.ts';

export type DeliveryRow = Selectable<DestinationsTables['destination_deliveries']>;

/** What became of one try. */
export interface Settled {
  readonly state: DestinationState;
  readonly error?: string | undefined;
  /** When there is another one, in milliseconds since the Unix epoch. */
  readonly nextAt?: number | undefined;
}

/** Deliveries in the database. What changes one is an SQL function of their migration, with the ticket of its claim. */
export class DeliveryStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The delivery that is due for longest, for one process alone until the lease is over. */
  async claim(
    process: string,
    options: {
      readonly lease: number;
      readonly now: number;
      readonly busy: readonly string[];
      readonly busyQueues: readonly string[];
    },
  ): Promise<DeliveryRow | undefined> {
    const { lease, now, busy, busyQueues } = options;
    const { rows } = await retried(() =>
      sql<DeliveryRow>`
        select * from claim_delivery(${process}, ${lease}, ${date(now)}::timestamptz, ${[...busy]}::text[],
          ${[...busyQueues]}::text[])
      `.execute(this.#database.system),
    );
    return rows[0];
  }

  /** Keeps a delivery for longer. @returns whether this process still has it */
  async renew({ id, ticket }: DeliveryRow, lease: number): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
      update destination_deliveries set leased_until = now() + make_interval(secs => ${lease})
      where id = ${id} and ticket = ${ticket}
    `.execute(this.#database.system);
    return numAffectedRows > 0n;
  }

  /** Gives a delivery back that was not finished: that was no try. */
  async handBack({ id, ticket }: DeliveryRow): Promise<void> {
    await sql`
      update destination_deliveries set leased_until = null, ticket = null where id = ${id} and ticket = ${ticket}
    `.execute(this.#database.system);
  }

  /**
   * Keeps what a try would leave on the server if it broke off.
   * @returns whether this process still has the delivery
   */
  async note({ id, ticket }: DeliveryRow, left: string): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`
      update destination_deliveries set left_behind = ${left} where id = ${id} and ticket = ${ticket}
    `.execute(this.#database.system);
    return numAffectedRows > 0n;
  }

  /** Writes what became of a try. @returns whether this process still had the delivery; else nothing was written */
  async settle({ id, ticket }: DeliveryRow, settled: Settled, outcome: Buffer, now: number): Promise<boolean> {
    const { state, error, nextAt } = settled;
    const entry = { id, ticket, state, error, next_at: nextAt === undefined ? undefined : date(nextAt) };
    const { rows } = await retried(() =>
      sql<{ done: boolean }>`
        select settle_delivery(${JSON.stringify(entry)}::jsonb, ${outcome}, ${date(now)}::timestamptz) as done
      `.execute(this.#database.system),
    );
    return rows[0]?.done ?? false;
  }

  /** The deliveries of a job, in the order of its request. */
  async ofJob(organisationId: string, jobId: string): Promise<readonly DeliveryRow[]> {
    return await this.#database.read(organisationId, (queries) =>
      queries
        .selectFrom('destination_deliveries')
        .selectAll()
        .where('organisation_id', '=', organisationId)
        .where('job_id', '=', jobId)
        .orderBy('position')
        .orderBy('output')
        .execute(),
    );
  }

  /** Puts what has failed into the queue again, from the beginning of the schedule. @returns how many */
  async retry(organisationId: string, jobId: string, now: number): Promise<number> {
    const { numAffectedRows = 0n } = await this.#database.inOrganisation(organisationId, (queries) =>
      sql`
        update destination_deliveries set state = 'waiting', tries = 0, ended_at = null, next_at = ${date(now)}
        where organisation_id = ${organisationId} and job_id = ${jobId} and state = 'failed'
      `.execute(queries),
    );
    return Number(numAffectedRows);
  }

  /** The result that a delivery is of; undefined once it was removed. */
  async output({ job_id: jobId, output }: DeliveryRow) {
    return await this.#database.system
      .selectFrom('job_outputs')
      .selectAll()
      .where('job_id', '=', jobId)
      .where('position', '=', output)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
  }
}

const date = (milliseconds: number): Date => new Date(Math.floor(milliseconds));
