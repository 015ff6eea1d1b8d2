import type { Selectable } from 'kysely';
import type { Queries } from '../data/database.ts';
import type { DestinationsTables } from '../data/schema/destinations.ts';
import type { Vault } from '../vault/vault.ts';
import { connectionSettings } from './sealed.ts';

type Row = Selectable<DestinationsTables['connections']>;
export type Settings = Readonly<Record<string, unknown>>;
export type ConnectionRow = Row & { readonly opened: Settings };

/** Rows of connections, whose settings are sealed. */
export class ConnectionRows {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  async seal(organisationId: string, id: string, settings: Settings): Promise<Buffer> {
    return await this.#vault.seal(connectionSettings(organisationId, id), Buffer.from(JSON.stringify(settings)));
  }

  async open(row: Row): Promise<ConnectionRow> {
    const bytes = await this.#vault.open(connectionSettings(row.organisation_id, row.id), row.settings);
    return { ...row, opened: JSON.parse(bytes.toString('utf8')) as Settings };
  }

  /** A connection that nobody else changes until the transaction ends. */
  async locked(queries: Queries, organisationId: string, id: string): Promise<ConnectionRow | undefined> {
    const row = await queries
      .selectFrom('connections')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    return row && (await this.open(row));
  }
}
