import { sql } from 'kysely';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';
import { retried } from '../data/retried.ts';
import type { SealedObject, Vault } from '../vault/vault.ts';
import { newSecret } from './signature.ts';

/** Owner of the secret that signs the webhooks which requests name. */
export const DEFAULT_SECRET = 'default';

/** Secrets that sign at once, at most: each is a signature in the headers. */
const MOST = 5;

/** A secret, and those before it that sign as well for a while. */
export interface SecretState {
  readonly secret: string;
  readonly createdAt: Date;
  readonly previous: readonly { readonly endsAt: Date }[];
}

interface Row {
  readonly version: number;
  readonly secret: Buffer;
  readonly created_at: Date;
  readonly ends_at: Date | null;
}

export interface WebhookSecretsOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly audit: AuditLog;
  readonly clock: Clock;
}

/** Secrets of an organization: one for webhooks that requests name, and one for each endpoint. */
export class WebhookSecrets {
  readonly #database: Database;
  readonly #vault: Vault;
  readonly #audit: AuditLog;
  readonly #clock: Clock;

  constructor({ database, vault, audit, clock }: WebhookSecretsOptions) {
    this.#database = database;
    this.#vault = vault;
    this.#audit = audit;
    this.#clock = clock;
  }

  /** What signs now, the newest first. One that there is none of yet is made. */
  async signing(organisationId: string, owner: string): Promise<readonly string[]> {
    const rows = await this.#rows(organisationId, owner);
    return await Promise.all(rows.map((row) => this.#open(organisationId, owner, row)));
  }

  async state(organisationId: string, owner: string): Promise<SecretState> {
    const [newest, ...older] = await this.#rows(organisationId, owner);
    if (!newest) throw new Error('A secret was made a moment ago, and is gone.');
    return {
      secret: await this.#open(organisationId, owner, newest),
      createdAt: newest.created_at,
      previous: older.map(({ ends_at }) => ({ endsAt: ends_at as Date })),
    };
  }

  /**
   * Makes a new secret; what signed until now goes on beside it for `overlap` seconds, the four newest of them at most.
   * @param by the key or person
   */
  async rotate(
    organisationId: string,
    owner: string,
    { by, overlap }: { readonly by: string; readonly overlap: number },
  ) {
    await retried(async () => {
      const [newest] = await this.#rows(organisationId, owner);
      const version = (newest?.version ?? 0) + 1;
      const secret = await this.#sealed(organisationId, owner, version);
      const [now, until] = [this.#at(0), this.#at(overlap)];
      await this.#audit.act(
        organisationId,
        async (queries) => {
          await queries
            .insertInto('webhook_secrets')
            .values({ organisation_id: organisationId, owner, version, secret, created_at: now, ends_at: null })
            .execute();
          await sql`
            update webhook_secrets set ends_at = least(ends_at, ${until}::timestamptz)
            where organisation_id = ${organisationId} and owner = ${owner} and version < ${version}
          `.execute(queries);
          await sql`
            delete from webhook_secrets where organisation_id = ${organisationId} and owner = ${owner}
              and (ends_at <= ${now}::timestamptz or version <= ${version - MOST})
          `.execute(queries);
        },
        () => ({ actor: by, action: 'webhook.secret_rotated', target: owner, detail: { overlap_seconds: overlap } }),
      );
    });
  }

  async #rows(organisationId: string, owner: string): Promise<readonly Row[]> {
    const rows = await this.#read(organisationId, owner);
    if (rows.length > 0) return rows;
    const secret = await this.#sealed(organisationId, owner, 1);
    const values = {
      organisation_id: organisationId,
      owner,
      version: 1,
      secret,
      created_at: this.#at(0),
      ends_at: null,
    };
    await this.#database.inOrganisation(organisationId, (queries) =>
      queries
        .insertInto('webhook_secrets')
        .values(values)
        // Another request may have been first.
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
    return await this.#read(organisationId, owner);
  }

  async #read(organisationId: string, owner: string): Promise<readonly Row[]> {
    return await this.#database.inOrganisation(organisationId, (queries) =>
      queries
        .selectFrom('webhook_secrets')
        .select(['version', 'secret', 'created_at', 'ends_at'])
        .where('organisation_id', '=', organisationId)
        .where('owner', '=', owner)
        .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', this.#at(0))]))
        .orderBy('version', 'desc')
        .execute(),
    );
  }

  async #sealed(organisationId: string, owner: string, version: number): Promise<Buffer> {
    return await this.#vault.seal(objectOf(organisationId, owner, version), Buffer.from(newSecret()));
  }

  async #open(organisationId: string, owner: string, { version, secret }: Row): Promise<string> {
    return (await this.#vault.open(objectOf(organisationId, owner, version), secret)).toString('utf8');
  }

  /** So many seconds from now. */
  #at(later: number): Date {
    return new Date(Math.floor(this.#clock.now() + later * 1_000));
  }
}

const objectOf = (organisationId: string, owner: string, version: number): SealedObject => ({
  organisationId,
  kind: 'webhook_secret',
  id: owner,
  version,
});
