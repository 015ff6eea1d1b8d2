import { sql } from 'kysely';
import { ConfigError } from '../config/error.ts';
import type { Database, Queries } from '../data/database.ts';
import { unwrap, wrap } from './key-store.ts';
import type { MasterKey, MasterKeys } from './master-key.ts';
import { OWNER_SETTING, ownerOf } from './owner.ts';

/** Keys that are wrapped anew in one transaction. */
const BATCH = 100;

/**
 * Sees to it that this database belongs to this master key. If it belongs to the previous one, that is changed first: from
 * then on no server adds a key under the one before. Then the keys are wrapped anew, some at a time; whatever ends the
 * process, the next start goes on where it stopped. What they sealed stays.
 * @throws ConfigError when the database belongs to another master key.
 */
export async function adoptMasterKey(database: Database, masters: MasterKeys): Promise<void> {
  const { current, previous, variable } = masters;
  await belongTo(database, current);
  const owner = await ownerOf(database.system);
  const isOurs = owner === current.id || (owner === previous?.id && (await takeOver(database, previous, current)));
  if (!isOurs) {
    throw new ConfigError(
      variable,
      'this is not the master key that the database is sealed under; set the one that was used before ' +
        '(to change it, set that one as PLATEN_MASTER_KEY_PREVIOUS)',
    );
  }
  if (previous) while (await rewrapSome(database, { from: previous, to: current }));
  await refuseForeign(database, masters);
}

/** A new database belongs to the master key that it is opened with first. */
async function belongTo({ system }: Database, { id }: MasterKey): Promise<void> {
  await system
    .insertInto('settings')
    .values({ name: OWNER_SETTING, value: JSON.stringify({ id }) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/**
 * Of two that change it at once, one does. @returns whether the database belongs to `to` now, or to `from` again: whoever
 * has changed it back has both, as this one.
 */
async function takeOver({ system }: Database, from: MasterKey, to: MasterKey): Promise<boolean> {
  await sql`
    update settings set value = ${JSON.stringify({ id: to.id })}::jsonb, updated_at = now()
    where name = ${OWNER_SETTING} and value ->> 'id' = ${from.id}
  `.execute(system);
  return [to.id, from.id].includes(await ownerOf(system));
}

/** @returns whether there may be more; not if somebody changes the master key back meanwhile, which is theirs to end */
async function rewrapSome(
  database: Database,
  keys: { readonly from: MasterKey; readonly to: MasterKey },
): Promise<boolean> {
  return await database.system.transaction().execute(async (queries) => {
    const owner = await queries
      .selectFrom('settings')
      .select('value')
      .where('name', '=', OWNER_SETTING)
      .forShare()
      .executeTakeFirst();
    if (!owner || !('id' in owner.value) || owner.value.id !== keys.to.id) return false;
    const rows = await queries
      .selectFrom('vault_keys')
      .select(['organisation_id', 'version', 'wrapped_key'])
      .where('master_key_id', '=', keys.from.id)
      .orderBy('organisation_id')
      .orderBy('version')
      .limit(BATCH)
      // Of two servers that start at once, one waits, finds nothing left of this batch, and goes on with the next.
      .forUpdate()
      .execute();
    for (const row of rows) await rewrap(queries, row, keys);
    return rows.length > 0;
  });
}

async function rewrap(
  queries: Queries,
  row: { readonly organisation_id: string; readonly version: number; readonly wrapped_key: Buffer },
  { from, to }: { readonly from: MasterKey; readonly to: MasterKey },
): Promise<void> {
  const owner = { organisationId: row.organisation_id, version: row.version };
  const bytes = unwrap(row.wrapped_key, { master: from, ...owner });
  await queries
    .updateTable('vault_keys')
    .set({ wrapped_key: wrap(bytes, { master: to, ...owner }), master_key_id: to.id })
    .where('organisation_id', '=', row.organisation_id)
    .where('version', '=', row.version)
    .execute();
  bytes.fill(0);
}

/** A key under some older master key would be found out only when it is needed. */
async function refuseForeign(database: Database, { current, previous }: MasterKeys): Promise<void> {
  const foreign = await database.system
    .selectFrom('vault_keys')
    .select('version')
    .where('master_key_id', 'not in', [current.id, previous?.id ?? current.id])
    .limit(1)
    .executeTakeFirst();
  if (!foreign) return;
  throw new ConfigError(
    'PLATEN_MASTER_KEY_PREVIOUS',
    'some keys in the database are still wrapped under an older master key; set it to that one',
  );
}
