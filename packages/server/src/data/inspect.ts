import { existsSync } from 'node:fs';
import path from 'node:path';
import { connect, type DatabaseConfig } from './connect.ts';
import { schemaNumber } from './migrate.ts';
import { readMigrations } from './migrations.ts';

/** What there is to know about a database without changing it. */
export interface DatabaseState {
  readonly kind: 'pglite' | 'postgresql';
  /** Of PostgreSQL, such as 17.5. */
  readonly version: string;
  /** Steps of the schema that the database has seen, and those that this version knows. */
  readonly schema: { readonly applied: number; readonly known: number };
  /** Milliseconds that its clock is ahead of ours. */
  readonly clockAhead: number;
}

/** Milliseconds to wait for a database that does not answer. */
const TIMEOUT = 3_000;

/**
 * Looks at the database of the configuration.
 * @returns undefined when it is an embedded one that no start has made yet
 * @throws ConfigError when it cannot be opened or reached
 */
export async function inspectDatabase(config: DatabaseConfig): Promise<DatabaseState | undefined> {
  if (config.databaseUrl === undefined && !existsSync(path.join(config.dataFolder, 'db'))) return undefined;
  const pool = await connect(config, { timeout: TIMEOUT });
  try {
    const connection = await pool.connect();
    const { rows } = await connection.query<{ version: string; now: Date }>(
      "select current_setting('server_version') as version, clock_timestamp() as now",
      [],
    );
    const clockAhead = (rows[0]?.now.getTime() ?? Date.now()) - Date.now();
    const schema = { applied: await schemaNumber(connection), known: readMigrations().length };
    connection.release();
    return { kind: pool.kind, version: rows[0]?.version ?? 'unknown', schema, clockAhead };
  } finally {
    await pool.end();
  }
}
