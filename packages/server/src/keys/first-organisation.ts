import type { Database } from '../data/database.ts';
import { newId } from '../data/ids.ts';

/** Id of the organisation that was there first; it is made if there is none. Several servers may start at once. */
export async function firstOrganisation({ system }: Database): Promise<string> {
  const first = () => system.selectFrom('organisations').select('id').orderBy('created_at').orderBy('id').limit(1);
  const known = await first().executeTakeFirst();
  if (known) return known.id;
  await system
    .insertInto('organisations')
    .values({ id: newId('org'), name: 'My organization', slug: 'first' })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute();
  return (await first().executeTakeFirstOrThrow()).id;
}
