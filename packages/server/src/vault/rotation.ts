import { ConfigError } from '../config/error.ts';
import type { Database, Queries } from '../data/database.ts';
import { unwrap, wrap } from './key-store.ts';
import type { MasterKey, MasterKeys } from './master-key.ts';

/** The row of `settings` that names the master key of this database. */
const SETTING = 'vault_master_key';
/** Keys that are wrapped anew in one transaction. */
const BATCH = 100;

/**
 * Sees to it that this database belongs to this master key. If it belongs to the previous one, its keys are wrapped
 * anew, some at a time; whatever ends the process, the next start goes on where it stopped. What they sealed stays.
 * @throws ConfigError when the database belongs to another master key.
 */
export async function adoptMasterKey(database: Database, masters: MasterKeys): Promise<void> {
  const { current, previous, variable } = masters;
  const owner = await ownerId(database, current.id);
  if (owner !== current.id && owner !== previous?.id) {
    throw new ConfigError(
      variable,
      'this is not the master key that the database is sealed under; set the one that was used before ' +
        '(to change it, set that one as PLATEN_MASTER_KEY_PREVIOUS)',
    );
  }
  if (previous) while (await isInUse(database, previous)) await rewrapSome(database, { from: previous, to: current });
  await refuseForeign(database, masters);
  if (owner === current.id) return;
  await database.system
    .updateTable('settings')
    .set({ value: JSON.stringify({ id: current.id }), updated_at: new Date() })
    .where('name', '=', SETTING)
    .execute();
}

/** Id of the master key that the database belongs to: the first one that it is opened with. */
async function ownerId(database: Database, firstId: string): Promise<string> {
  await database.system
    .insertInto('settings')
    .values({ name: SETTING, value: JSON.stringify({ id: firstId }) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await database.system
    .selectFrom('settings')
    .select('value')
    .where('name', '=', SETTING)
    .executeTakeFirstOrThrow();
  return 'id' in value ? String(value.id) : '';
}

async function isInUse(database: Database, { id }: MasterKey): Promise<boolean> {
  const row = await database.system
    .selectFrom('vault_keys')
    .select('version')
    .where('master_key_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function rewrapSome(database: Database, keys: { readonly from: MasterKey; readonly to: MasterKey }) {
  await database.system.transaction().execute(async (queries) => {
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
