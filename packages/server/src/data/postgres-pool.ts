import type { PostgresQueryResult } from 'kysely';
import pg from 'pg';
import { type Connection, type Pool, SESSION } from './pool.ts';
import { isUnavailable, translated } from './unavailable.ts';

const INT8 = 20;

/** Milliseconds to a connection: a free one, or a new one. */
const CONNECT = 1_600;

/** Milliseconds that a transaction may do nothing. */
const IDLE_TRANSACTION = 10_000;

export interface PostgresOptions {
  readonly url: string;
  /** Most connections at once. */
  readonly connections: number;
  /** Milliseconds that a statement may take; 0 sets no limit, for migrations and dumps. */
  readonly statementTimeout: number;
}

/** Connections to PostgreSQL. What fails because it cannot be reached rejects with `database_unavailable`. */
export function openPostgres({ url, connections, statementTimeout }: PostgresOptions): Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'platen',
    types: { getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format)) },
    statement_timeout: statementTimeout,
    // A process that stands still must not keep others from the rows that it has locked.
    idle_in_transaction_session_timeout: statementTimeout === 0 ? 0 : IDLE_TRANSACTION,
    // A server that hangs, or a network that swallows packets, enforces no timeout: the client has its own, just after.
    query_timeout: statementTimeout === 0 ? 0 : statementTimeout + 200,
  });
  // A connection that breaks between two queries is replaced; the next query tells whether the database is there.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const known = new WeakSet<pg.PoolClient>();
  return {
    kind: 'postgresql',
    connect: async () => {
      const connection = new PostgresConnection(await reached(pool.connect()));
      if (known.has(connection.client)) return connection;
      try {
        await connection.query(SESSION);
      } catch (error) {
        connection.release(true);
        throw error;
      }
      known.add(connection.client);
      return connection;
    },
    end: () => pool.end(),
  };
}

class PostgresConnection implements Connection {
  readonly client: pg.PoolClient;
  #broken = false;

  constructor(client: pg.PoolClient) {
    this.client = client;
  }

  async query<Row>(sql: string, parameters?: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    try {
      const result: unknown = await this.client.query(sql, parameters && [...parameters]);
      // Several statements give several results.
      return (Array.isArray(result) ? result.at(-1) : result) as PostgresQueryResult<Row>;
    } catch (error) {
      // After a timeout of the client, the answer to this query may still come, and must not meet the next one.
      this.#broken ||= isUnavailable(error);
      throw translated(error);
    }
  }

  release(discard = false): void {
    this.client.release(discard || this.#broken);
  }
}

async function reached<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw translated(error);
  }
}
