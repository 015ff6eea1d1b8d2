import { sql } from 'kysely';
import type { Database } from '../data/database.ts';
import { IdempotencyKeys, type IdempotencyKeysOptions } from '../idempotency/keys.ts';
import { masterKey } from '../vault/master-key.ts';
import { openVault } from '../vault/vault.ts';

const MASTER = masterKey(Buffer.alloc(32, 5));

/** Idempotency keys over a database, as one process has them. */
export async function openTestIdempotencyKeys(
  database: Database,
  options: Partial<Omit<IdempotencyKeysOptions, 'database' | 'vault'>> = {},
): Promise<IdempotencyKeys> {
  const vault = await openVault({ database, masters: { current: MASTER, variable: 'PLATEN_MASTER_KEY' } });
  return await IdempotencyKeys.open({ database, vault, ...options });
}

/** Lets time pass for all keys: their times are the database's, which no test can set. */
export async function passTime({ system }: Database, seconds: number): Promise<void> {
  await sql`
    update idempotency_keys set
      leased_until = leased_until - make_interval(secs => ${seconds}),
      expires_at = expires_at - make_interval(secs => ${seconds})
  `.execute(system);
}
