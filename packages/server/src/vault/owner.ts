import type { Kysely } from 'kysely';
import type { Tables } from '../data/schema.ts';

/** The row of `settings` that names the master key of this database. */
export const OWNER_SETTING = 'vault_master_key';

/** Id of the master key that the database belongs to. */
export async function ownerOf(queries: Kysely<Tables>): Promise<string> {
  const { value } = await queries
    .selectFrom('settings')
    .select('value')
    .where('name', '=', OWNER_SETTING)
    .executeTakeFirstOrThrow();
  return 'id' in value ? String(value.id) : '';
}
