import { sql } from 'kysely';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database } from '../data/database.ts';

/** Rows of one look; the next one goes on. */
const MOST = 500;

/**
 * Writes what was removed on days that are over into the audit logs: kind, count and digest of each day, no content. A row
 * that was counted to a day after that is written again, with the new count.
 */
export async function recordPurges({
  database,
  audit,
}: {
  readonly database: Database;
  readonly audit: AuditLog;
}): Promise<void> {
  const { rows } = await sql<{ organisation_id: string; kind: string; day: string }>`
    select organisation_id, kind, day::text from purges
    where recorded_at is null and day < (now() at time zone 'UTC')::date
    order by day, organisation_id, kind limit ${MOST}
  `.execute(database.system);
  for (const { organisation_id: organisationId, kind, day } of rows) {
    await audit.act(
      organisationId,
      async (queries) => {
        const { rows: found } = await sql<{ count: number; digest: Buffer }>`
          update purges set recorded_at = now()
          where organisation_id = ${organisationId} and kind = ${kind} and day = ${day}::date and recorded_at is null
          returning count, digest
        `.execute(queries);
        return found[0];
      },
      (found) =>
        found && {
          actor: 'system',
          action: 'retention.purged',
          target: kind,
          detail: { day, count: found.count, sha256: found.digest.toString('hex') },
        },
    );
  }
}
