import { sql } from 'kysely';
import type { Database } from '../data/database.ts';
import { notHeld } from '../retention/statements.ts';

/** Bytes of answers that are kept of one organisation; beyond it the oldest are removed, their keys stay. */
const MOST_KEPT = 1024 * 1024 * 1024;

/** Rows of one statement. */
const BATCH = 500;
/** Statements of one kind in one purge; the next one goes on. */
const MOST_BATCHES = 40;

/**
 * Removes parts of answers that belong to no key any more, and the oldest answers of organisations that keep too much. What
 * has expired is removed by the purge of all kinds. It may end anywhere and may run in several processes at once.
 * @returns rows that were removed or emptied
 */
export async function purgeIdempotency(
  database: Database,
  { mostKept = MOST_KEPT, batch = BATCH }: { readonly mostKept?: number; readonly batch?: number } = {},
): Promise<number> {
  const { system } = database;
  const orphans = () =>
    sql`
      delete from idempotency_parts where ctid = any (array(
        select ctid from idempotency_parts as part
        where not exists (
          select from idempotency_keys as kept where kept.id = part.id and (kept.size is not null or kept.status is null)
        )
        limit ${batch}
      ))
    `.execute(system);
  const beyond = (organisationId: string) => () =>
    sql`
      update idempotency_keys set answer = null, size = null where id in (
        select id from (
          select id, expires_at, sum(size) over (order by expires_at desc, id) as kept
          from idempotency_keys where organisation_id = ${organisationId} and size is not null
        ) as answers
        where kept > ${mostKept} order by expires_at limit ${batch}
      )
    `.execute(system);

  let removed = 0;
  const { rows: large } = await sql<{ readonly organisation_id: string }>`
    select organisation_id from idempotency_keys where size is not null and ${notHeld}
    group by organisation_id having sum(size) > ${mostKept}
  `.execute(system);
  for (const { organisation_id } of large) removed += await inBatches(beyond(organisation_id), batch);
  return removed + (await inBatches(orphans, batch));
}

async function inBatches(remove: () => Promise<{ readonly numAffectedRows?: bigint }>, batch: number): Promise<number> {
  let removed = 0;
  for (let count = 0; count < MOST_BATCHES; count += 1) {
    const rows = Number((await remove()).numAffectedRows ?? 0n);
    removed += rows;
    if (rows < batch) break;
  }
  return removed;
}
