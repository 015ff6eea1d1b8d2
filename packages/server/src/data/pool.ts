import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';

/** A connection that is lent to one user at a time. */
export interface Connection {
  /** One statement with parameters ($1, $2 …), or several statements without. */
  query<Row>(sql: string, parameters?: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  /** Gives it back; `discard` ends it, since nobody knows what state it is in. */
  release(discard?: boolean): void;
}

/** Connections to PGlite or PostgreSQL. */
export interface Pool {
  readonly kind: 'pglite' | 'postgresql';
  /** A connection, once one is free. Rejects with `database_unavailable` when that takes too long. */
  connect(): Promise<Connection>;
  end(): Promise<void>;
}

/** Settings of each connection: times as UTC, and rows of all organisations unless a transaction is bound to one. */
export const SESSION = "set timezone to 'UTC'; select set_config('app.bypass', 'on', false)";

/** The pool as Kysely's PostgresDialect takes it. */
export function forKysely(pool: Pool): PostgresPool {
  return {
    options: {},
    end: () => pool.end(),
    connect: async (): Promise<PostgresPoolClient> => {
      const connection = await pool.connect();
      return {
        query: ((sql: string, parameters: readonly unknown[]) =>
          connection.query(sql, parameters)) as PostgresPoolClient['query'],
        release: (discard) => connection.release(discard),
      };
    },
  };
}
