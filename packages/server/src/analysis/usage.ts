import { KIND_NAMES, type KindName } from '@platen/analysis';
import { sql } from 'kysely';
import type { Metering } from '../credits/metering.ts';
import type { Database } from '../data/database.ts';

/** What an organisation has used of its AI operations this month. */
export interface AnalysisUsage {
  readonly used: number;
  readonly limit: number;
  readonly remaining: number;
  /** ISO 8601. */
  readonly resetAt: string;
  /** Types that were used, in the order of the reference. */
  readonly operations: readonly { readonly type: KindName; readonly count: number; readonly lastUsed: string }[];
}

interface Row {
  readonly type: KindName;
  readonly count: number;
  readonly last_used: Date;
}

/** Reads it from the ledger in one look, so that the types always add up to what was used. */
export async function readAnalysisUsage(
  organisationId: string,
  { database, metering }: { readonly database: Database; readonly metering: Metering },
): Promise<AnalysisUsage> {
  const { start, end, included } = (await metering.limitsOf(organisationId)).pools.ai_operations;
  const { rows } = await database.inOrganisation(organisationId, (queries) =>
    sql<Row>`
      select format as type, -sum(amount)::bigint as count, max(at) filter (where kind = 'capture') as last_used
      from credit_ledger
      where organisation_id = ${organisationId} and pool = 'ai_operations' and kind <> 'grant'
        and period_start = ${new Date(start)}
      group by format having sum(amount) < 0
    `.execute(queries),
  );
  const used = rows.reduce((sum, { count }) => sum + count, 0);
  const limit = included ?? 0;
  return {
    used,
    limit,
    remaining: Math.max(0, limit - used),
    resetAt: new Date(end).toISOString(),
    operations: rows
      .toSorted((a, b) => KIND_NAMES.indexOf(a.type) - KIND_NAMES.indexOf(b.type))
      .map(({ type, count, last_used }) => ({ type, count, lastUsed: last_used.toISOString() })),
  };
}
