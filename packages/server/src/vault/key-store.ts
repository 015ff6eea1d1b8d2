import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Database } from '../data/database.ts';
import { openBytes, SealError, sealBytes } from './envelope.ts';
import type { MasterKey, MasterKeys } from './master-key.ts';

const BYTES = 32;

/** One key of an organisation. */
export interface StoredKey {
  readonly version: number;
  readonly key: KeyObject;
}

/** The organisations' keys as the database has them: wrapped under a master key. */
export class KeyStore {
  readonly #database: Database;
  readonly #masters: MasterKeys;

  constructor(database: Database, masters: MasterKeys) {
    this.#database = database;
    this.#masters = masters;
  }

  /** The newest key; the first one is made when it is asked for. */
  async newest(organisationId: string): Promise<StoredKey> {
    return (await this.#find(organisationId)) ?? (await this.add(organisationId, 1));
  }

  async version(organisationId: string, version: number): Promise<StoredKey> {
    const found = await this.#find(organisationId, version);
    if (!found) throw new SealError('There is no key of the version that this was sealed under.');
    return found;
  }

  /** Adds a key, unless another process was first: its key is the one that counts. */
  async add(organisationId: string, version: number): Promise<StoredKey> {
    const { current } = this.#masters;
    const bytes = randomBytes(BYTES);
    await this.#database.system
      .insertInto('vault_keys')
      .values({
        organisation_id: organisationId,
        version,
        wrapped_key: wrap(bytes, { master: current, organisationId, version }),
        master_key_id: current.id,
      })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'version']).doNothing())
      .execute();
    bytes.fill(0);
    return await this.version(organisationId, version);
  }

  async #find(organisationId: string, version?: number): Promise<StoredKey | undefined> {
    const row = await this.#database.system
      .selectFrom('vault_keys')
      .select(['version', 'wrapped_key', 'master_key_id'])
      .where('organisation_id', '=', organisationId)
      .$if(version !== undefined, (query) => query.where('version', '=', version ?? 0))
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!row) return undefined;
    const master = this.#master(row.master_key_id);
    const bytes = unwrap(row.wrapped_key, { master, organisationId, version: row.version });
    const key = createSecretKey(bytes);
    bytes.fill(0);
    return { version: row.version, key };
  }

  #master(id: string): MasterKey {
    const { current, previous } = this.#masters;
    if (current.id === id) return current;
    if (previous?.id === id) return previous;
    throw new SealError('The key is wrapped under a master key that this process does not have.');
  }
}

interface Wrapping {
  readonly master: MasterKey;
  readonly organisationId: string;
  readonly version: number;
}

export function wrap(bytes: Buffer, { master, organisationId, version }: Wrapping): Buffer {
  const context = ['organisation key', organisationId, String(version), master.id];
  return sealBytes(bytes, { key: master.wrapping, keyVersion: version, context });
}

export function unwrap(wrapped: Buffer, { master, organisationId, version }: Wrapping): Buffer {
  const context = ['organisation key', organisationId, String(version), master.id];
  return openBytes(wrapped, { key: master.wrapping, context });
}
