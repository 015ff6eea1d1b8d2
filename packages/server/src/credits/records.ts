import { sql } from 'kysely';
import type { Database } from '../data/database.ts';
import { POOLS, type Pool } from '../data/schema/plan.ts';
import type { PeriodUse } from './invoices.ts';
import type { Limits } from './limits.ts';

/** What was used on one day, by key, format, template and tag. */
export interface UsageRow {
  readonly day: string;
  readonly key_id: string | null;
  readonly format: string | null;
  readonly template: string | null;
  readonly tag: string | null;
  readonly jobs: number;
  readonly credits: number;
  readonly overage_credits: number;
  readonly ai_operations: number;
  readonly bank_pages: number;
  readonly bytes: number;
}

export interface UsageFilter {
  readonly since: Date;
  readonly until: Date;
  readonly limit: number;
  readonly offset: number;
}

export interface PoolUse {
  readonly used: number;
  readonly reserved: number;
}

/** What the ledger and the balances tell. */
export class CreditRecords {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Newest day first. */
  async usage(organisationId: string, { since, until, limit, offset }: UsageFilter): Promise<readonly UsageRow[]> {
    const units = (pool: Pool) => sql`coalesce(-sum(amount) filter (where pool = ${pool}), 0)::bigint`;
    const { rows } = await this.#database.inOrganisation(organisationId, (queries) =>
      sql<UsageRow>`
        select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, key_id, format, template, tag,
          count(distinct cause) filter (where kind = 'capture') - count(distinct cause) filter (where kind = 'void') as jobs,
          ${units('credits')} as credits,
          coalesce(sum(overage) filter (where pool = 'credits'), 0)::bigint as overage_credits,
          ${units('ai_operations')} as ai_operations,
          ${units('bank_pages')} as bank_pages,
          -- Each job has as many rows as pools; its bytes count once.
          coalesce(sum(bytes) filter (where pool = 'credits'), 0)::bigint as bytes
        from credit_ledger
        where organisation_id = ${organisationId} and kind <> 'grant' and at >= ${since} and at < ${until}
        group by 1, 2, 3, 4, 5
        order by 1 desc, 2 nulls last, 3 nulls last, 4 nulls last, 5 nulls last
        limit ${limit} offset ${offset}
      `.execute(queries),
    );
    return rows;
  }

  /** Credits of each period that has any, oldest first. */
  async periods(organisationId: string): Promise<readonly PeriodUse[]> {
    const { rows } = await this.#database.inOrganisation(organisationId, (queries) =>
      sql<{ start: Date; unit_price: number; used: number; overage: number }>`
        select period_start as start, unit_price, -sum(amount)::bigint as used, sum(overage)::bigint as overage
        from credit_ledger
        where organisation_id = ${organisationId} and pool = 'credits' and kind <> 'grant'
        group by 1, 2 order by 1, 2
      `.execute(queries),
    );
    const byStart = Map.groupBy(rows, ({ start }) => start.getTime());
    return [...byStart].map(([start, same]) => ({
      start,
      used: same.reduce((sum, { used }) => sum + used, 0),
      overage: same.map(({ unit_price: unitPrice, overage: credits }) => ({ unitPrice, credits })),
    }));
  }

  /** What is used of each pool in the periods that are running. */
  async now(organisationId: string, { pools }: Limits): Promise<Readonly<Record<Pool, PoolUse>>> {
    const rows = await this.#database.inOrganisation(organisationId, (queries) =>
      queries
        .selectFrom('credit_balances')
        .select(['pool', 'used', 'reserved'])
        .where('organisation_id', '=', organisationId)
        .where((row) =>
          row.or(
            POOLS.map((pool) =>
              row.and([row('pool', '=', pool), row('period_start', '=', new Date(pools[pool].start))]),
            ),
          ),
        )
        .execute(),
    );
    const of = (pool: Pool): PoolUse => rows.find((row) => row.pool === pool) ?? { used: 0, reserved: 0 };
    return { credits: of('credits'), ai_operations: of('ai_operations'), bank_pages: of('bank_pages') };
  }
}
