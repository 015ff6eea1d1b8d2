import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import { connect, type DatabaseConfig } from './connect.ts';
import { migrate } from './migrate.ts';
import { forKysely, type Pool } from './pool.ts';
import { openPostgres } from './postgres-pool.ts';
import type { Tables } from './schema.ts';

/** Queries of one transaction. */
export type Queries = Transaction<Tables>;

/** The database of the service. Queries reject with ApiError `database_unavailable` while it cannot be reached. */
export interface Database {
  readonly kind: Pool['kind'];
  /**
   * Queries across organisations: to find out whose a key is, for people who sign in, for the instance itself. Inside
   * of a transaction use its own queries only: one that is sent past it waits for it, on PGlite until it is refused.
   */
  readonly system: Kysely<Tables>;
  /**
   * One transaction that reaches the rows of one organisation only: on PostgreSQL the database itself refuses all
   * others, unless it is asked by a superuser. Name the organisation in each query nevertheless.
   */
  inOrganisation<Value>(organisationId: string, work: (queries: Queries) => Promise<Value>): Promise<Value>;
  /**
   * One query of an organisation: bound to it as those of `inOrganisation` are, on PostgreSQL. PGlite binds nobody, and there it needs no
   * transaction, which costs as much as the query. Name the organisation in it nevertheless.
   */
  read<Value>(organisationId: string, query: (queries: Kysely<Tables>) => Promise<Value>): Promise<Value>;
  /** Ends what runs, then the connections. */
  close(): Promise<void>;
}

/** Milliseconds that a statement may take: to refuse early is better than a queue of requests that wait. */
const STATEMENT = 1_500;

/**
 * Opens the database and brings its schema to this version.
 * @param options.statementTimeout milliseconds that a statement on PostgreSQL may take; 0 sets no limit. Default 1,500
 * @throws ConfigError when it cannot be connected to, or its schema is not one of ours.
 */
export async function openDatabase(
  config: DatabaseConfig,
  { statementTimeout = STATEMENT }: { readonly statementTimeout?: number } = {},
): Promise<Database> {
  const pool = await connect(config, { withSchema: true });
  try {
    await migrate(pool);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const { databaseUrl: url, databaseConnections: connections } = config;
  if (url === undefined) return databaseOn(pool);
  await pool.end();
  return databaseOn(openPostgres({ url, connections, statementTimeout }));
}

function databaseOn(pool: Pool): Database {
  const system = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: forKysely(pool) }) });
  const inOrganisation: Database['inOrganisation'] = (organisationId, work) =>
    system.transaction().execute(async (queries) => {
      await sql`
        select set_config('app.bypass', 'off', true), set_config('app.organisation_id', ${organisationId}, true)
      `.execute(queries);
      return await work(queries);
    });
  return {
    kind: pool.kind,
    system,
    inOrganisation,
    read: pool.kind === 'pglite' ? async (_organisation, query) => await query(system) : inOrganisation,
    close: () => pool.end(),
  };
}
