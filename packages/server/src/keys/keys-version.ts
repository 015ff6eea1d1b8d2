import { type Kysely, sql } from 'kysely';
import type { Tables } from '../data/schema.ts';

/** A number that grows with every change to any key, so that processes see from one row that they have to look anew. */
const NAME = 'keys_version';

/** Counts a change; belongs into its transaction, so that both are seen together. */
export async function countKeyChange(queries: Kysely<Tables>): Promise<void> {
  await queries
    .insertInto('settings')
    .values({ name: NAME, value: JSON.stringify({ version: 1 }) })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        value: sql<string>`jsonb_build_object('version', (settings.value ->> 'version')::bigint + 1)`,
        updated_at: sql<Date>`now()`,
      }),
    )
    .execute();
}

export async function readKeysVersion(queries: Kysely<Tables>): Promise<number> {
  const row = await queries.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirst();
  return Number((row?.value as { version?: number } | undefined)?.version ?? 0);
}
