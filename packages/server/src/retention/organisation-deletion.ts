import { sql } from 'kysely';
import type { Queries } from '../data/database.ts';
import { LONG_LIVED, results } from './kinds.ts';
import { told } from './statements.ts';

/**
 * Counts what goes with an organization that is about to be deleted, and removes the keys that its content was sealed under:
 * what copies there are of it, in backups of objects or on disks, opens no more. Belongs into the transaction that deletes it.
 */
export async function countDeletion(queries: Queries, organisationId: string): Promise<void> {
  for (const { name, tables } of [results, ...LONG_LIVED]) {
    for (const { table, id } of tables) {
      const rows = sql`select organisation_id, ${id} as id from ${sql.table(table)} where organisation_id = ${organisationId}`;
      await told(queries, name, rows);
    }
  }
  for (const name of ['templates', 'snippets']) {
    const rows = sql`select organisation_id, id from ${sql.table(name)} where organisation_id = ${organisationId}`;
    await told(queries, name, rows);
  }
  await told(
    queries,
    'keys',
    sql`delete from vault_keys where organisation_id = ${organisationId} returning organisation_id, version::text as id`,
  );
}
