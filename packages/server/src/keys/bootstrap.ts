import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { keyHint, makeKey } from '../access/key-format.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Database, Queries } from '../data/database.ts';
import { newId } from '../data/ids.ts';
import { readBootstrapFile } from './bootstrap-file.ts';
import type { KeyDigest } from './digest.ts';
import { firstOrganisation } from './first-organisation.ts';
import { BOOTSTRAP_ID } from './key-record.ts';
import { countKeyChange } from './keys-version.ts';

export interface BootstrapOptions {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly digest: KeyDigest;
  readonly dataFolder: string;
  /** The key that the operator set in the environment. */
  readonly fixedKey?: string;
}

export interface Bootstrap {
  /** Digest in the table of the key of the environment; undefined for any other. Takes the same time for any input. */
  readonly exempt: (key: Buffer) => Buffer | undefined;
  /** The first key, only on the very first start: it is not kept anywhere. */
  readonly fresh?: string;
}

/**
 * Makes sure that somebody has all rights: the key of the environment if there is one, else the key of an earlier
 * version, else, in a database without keys, a new one. It belongs to the first organisation, which is made if there
 * is none.
 */
export async function openBootstrapKey(options: BootstrapOptions): Promise<Bootstrap> {
  const { digest, dataFolder, fixedKey } = options;
  if (fixedKey !== undefined) {
    const own = digest(fixedKey);
    const row = { id: BOOTSTRAP_ID, name: 'Key of the environment', digest: own, ...hintOf(fixedKey) };
    // It is for automation of the operator, who needs no protection from it.
    await put(options, { ...row, rate_limit: 0 });
    return {
      exempt: (key) => {
        const sent = digest(key);
        return timingSafeEqual(sent, own) ? sent : undefined;
      },
    };
  }
  const file = readBootstrapFile(dataFolder);
  if (file) {
    const hint = { prefix: 'plk_live_', last4: '' };
    await put(options, { id: BOOTSTRAP_ID, name: 'First key', digest: file.digest, ...hint });
    return { exempt: (key) => (file.matches(key) ? file.digest : undefined) };
  }
  const fresh = makeKey();
  const row = { id: newId('key'), name: 'First key', digest: digest(fresh), ...keyHint(fresh) };
  return { exempt: () => undefined, ...((await put(options, row, { onlyFirst: true })) ? { fresh } : {}) };
}

interface BootstrapRow {
  readonly id: string;
  readonly name: string;
  readonly digest: Buffer;
  readonly prefix: string;
  readonly last4: string;
  /** Requests a minute; 0 sets no limit. Default: the service's. */
  readonly rate_limit?: number;
}

/** Writes the key if it is not there as it should be. False if nothing was written. */
async function put(
  { database, audit }: BootstrapOptions,
  row: BootstrapRow,
  { onlyFirst = false } = {},
): Promise<boolean> {
  const organisationId = await firstOrganisation(database);
  return await audit.act(
    organisationId,
    async (queries) => {
      // Several servers may start at once.
      await sql`select pg_advisory_xact_lock(${LOCK})`.execute(queries);
      if (await isThere(queries, onlyFirst ? undefined : row.digest)) return false;
      const values = {
        ...row,
        rate_limit: row.rate_limit ?? null,
        organisation_id: organisationId,
        kind: 'live',
        scopes: JSON.stringify(['*']),
      } as const;
      await queries
        .insertInto('api_keys')
        .values(values)
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet({ ...values, revoked_at: null, overlap_until: null }),
        )
        .execute();
      await countKeyChange(queries);
      return true;
    },
    (written) => (written ? { actor: 'system', action: 'key.imported', target: row.id } : undefined),
  );
}

/** Whether the table has this key, or any. A key that was revoked is there, and stays revoked. */
async function isThere(queries: Queries, digest: Buffer | undefined): Promise<boolean> {
  const row = await queries
    .selectFrom('api_keys')
    .select('id')
    .$if(digest !== undefined, (query) => query.where('digest', '=', digest as Buffer))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Of the lock that one server holds while it makes the first key: the letters "boot". */
const LOCK = 0x626f6f74;

/** What may be shown of a key that has no form. */
const hintOf = (key: string) => ({ prefix: key.slice(0, 4), last4: key.slice(-4) });
