import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../data/database.ts';
import type { ApiError } from '../errors.ts';
import { openBytes, SealError, sealBytes } from './envelope.ts';
import type { MasterKey, MasterKeys } from './master-key.ts';
import { masterKeyChanged } from './master-key-changed.ts';
import { OWNER_SETTING, ownerOf } from './owner.ts';

const BYTES = 32;
/** Tries to add a key while the master key is changed to and fro. */
const TRIES = 5;

/** One key of an organisation. */
export interface StoredKey {
  readonly version: number;
  readonly key: KeyObject;
}

/** The organisations' keys as the database has them: wrapped under a master key. */
export class KeyStore {
  readonly #database: Database;
  readonly #masters: MasterKeys;
  readonly #onChanged: () => void;

  /** @param onChanged is called whenever the database belongs to a master key that is not among `masters` */
  constructor(database: Database, masters: MasterKeys, onChanged: () => void = () => {}) {
    this.#database = database;
    this.#masters = masters;
    this.#onChanged = onChanged;
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

  /**
   * Adds a key, unless another process was first: its key is the one that counts. It is wrapped under the master key that
   * the database belongs to at that moment, so that none is left behind by a change of it.
   * @throws ApiError `database_unavailable` when this process does not have that master key
   */
  async add(organisationId: string, version: number): Promise<StoredKey> {
    const bytes = randomBytes(BYTES);
    try {
      for (let tries = 0; tries < TRIES; tries += 1) {
        const master = this.#master(await ownerOf(this.#database.system));
        await this.#insert(wrap(bytes, { master, organisationId, version }), { master, organisationId, version });
        const found = await this.#find(organisationId, version);
        if (found) return found;
      }
    } finally {
      bytes.fill(0);
    }
    throw this.#changed();
  }

  /** Inserts nothing if the database belongs to another master key by now: a change of it waits for this statement, or this for that. */
  async #insert(wrapped: Buffer, { master, organisationId, version }: Wrapping): Promise<void> {
    await sql`
      insert into vault_keys (organisation_id, version, wrapped_key, master_key_id)
      select ${organisationId}::text, ${version}::integer, ${wrapped}::bytea, ${master.id}::text
      from settings where name = ${OWNER_SETTING} and value ->> 'id' = ${master.id} for share
      on conflict (organisation_id, version) do nothing
    `.execute(this.#database.system);
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
    throw this.#changed();
  }

  #changed(): ApiError {
    this.#onChanged();
    return masterKeyChanged();
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
