import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { Database, Queries } from '../data/database.ts';
import { firstOrganisation } from '../keys/first-organisation.ts';
import type { Vault } from '../vault/vault.ts';

/** Crockford's base32: no letter that could be another one. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 20 letters are 100 random bits. */
const GROUPS = 4;
const GROUP = 5;
/** Owner of the key that the code is sealed under; no organisation has this id. */
const INSTANCE = 'instance';

/**
 * What the first person proves to be the operator by: a code that the service prints when it starts, until somebody
 * owns the first organisation. It is kept sealed, so that it stays the same over restarts and servers.
 */
export class SetupCode {
  readonly #database: Database;
  readonly #vault: Vault;

  constructor({ database, vault }: { readonly database: Database; readonly vault: Vault }) {
    this.#database = database;
    this.#vault = vault;
  }

  /** The code, which is made if there is none; undefined once the first organisation has an owner. */
  async get(): Promise<string | undefined> {
    const { system } = this.#database;
    const organisationId = await firstOrganisation(this.#database);
    if (await hasOwner(system, organisationId)) return undefined;
    const sealed = await this.#vault.seal(sealedAs(organisationId), Buffer.from(makeCode()));
    await system
      .insertInto('setup_codes')
      .values({ organisation_id: organisationId, sealed })
      .onConflict((conflict) => conflict.column('organisation_id').doNothing())
      .execute();
    return await this.#read(organisationId);
  }

  /** Whether this is the code. Dashes, spaces and small letters do not matter. */
  async matches(given: string): Promise<boolean> {
    const code = await this.#read(await firstOrganisation(this.#database));
    return code !== undefined && timingSafeEqual(digest(given), digest(code));
  }

  async #read(organisationId: string): Promise<string | undefined> {
    const row = await this.#database.system
      .selectFrom('setup_codes')
      .select('sealed')
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst();
    return row && (await this.#vault.open(sealedAs(organisationId), row.sealed)).toString();
  }
}

/** Whether an organisation has an owner. */
export async function hasOwner(queries: Pick<Queries, 'selectFrom'>, organisationId: string): Promise<boolean> {
  const owner = await queries
    .selectFrom('members')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('role', '=', 'owner')
    .limit(1)
    .executeTakeFirst();
  return owner !== undefined;
}

function makeCode(): string {
  const letter = () => LETTERS[randomInt(LETTERS.length)];
  return Array.from({ length: GROUPS }, () => Array.from({ length: GROUP }, letter).join('')).join('-');
}

const sealedAs = (id: string) => ({ organisationId: INSTANCE, kind: 'setup_code', id });

/** Of one length for any input, so that comparing takes the same time. */
const digest = (code: string): Buffer => createHash('sha256').update(code.toUpperCase().replace(/[\s-]/g, '')).digest();
