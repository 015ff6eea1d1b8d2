import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/error.ts';
import { ApiError } from '../errors.ts';
import { lockFolder } from './folder-lock.ts';
import { openPglite } from './pglite-pool.ts';
import type { Pool } from './pool.ts';
import { openPostgres } from './postgres-pool.ts';

export type DatabaseConfig = Pick<Config, 'dataFolder' | 'databaseUrl' | 'databaseConnections'>;

/** How long a start waits for a database that is not there yet, in milliseconds. */
const START = 30_000;
const RETRY = 500;

/**
 * Connects to the database as it is, without a limit on how long statements take: PGlite in the folder `db` of the
 * data folder, which this process then holds alone, or PostgreSQL if there is a URL of one.
 * @param options.timeout Milliseconds to wait for PostgreSQL; default 30,000.
 * @param options.withSchema Whether a folder that is made may have the tables of this version already; default: no.
 * @throws ConfigError when another process uses the folder, or PostgreSQL refuses us or cannot be reached in time.
 */
export async function connect(
  config: DatabaseConfig,
  { timeout = START, withSchema = false }: { readonly timeout?: number; readonly withSchema?: boolean } = {},
): Promise<Pool> {
  return config.databaseUrl === undefined
    ? await connectEmbedded(config.dataFolder, withSchema)
    : await connectServer(config.databaseUrl, timeout);
}

async function connectEmbedded(dataFolder: string, withSchema: boolean): Promise<Pool> {
  const unlock = lockFolder(dataFolder);
  try {
    const pool = await openPglite(path.join(dataFolder, 'db'), { withSchema });
    return { ...pool, end: () => pool.end().finally(unlock) };
  } catch (cause) {
    unlock();
    const refusal = new ConfigError(
      'PLATEN_DATA',
      'the database in its folder "db" cannot be opened; restore a backup',
    );
    refusal.cause = cause;
    throw refusal;
  }
}

async function connectServer(url: string, timeout: number): Promise<Pool> {
  const pool = openPostgres({ url, connections: 2, statementTimeout: 0 });
  try {
    await reach(pool, timeout);
    return pool;
  } catch (error) {
    await pool.end();
    throw error;
  }
}

/** Waits for a database that starts together with us. */
async function reach(pool: Pool, timeout: number): Promise<void> {
  const deadline = performance.now() + timeout;
  for (;;) {
    try {
      (await pool.connect()).release();
      return;
    } catch (error) {
      const absent = error instanceof ApiError && error.code === 'database_unavailable';
      if (!absent) throw new ConfigError('DATABASE_URL', `the database refuses the connection (${reason(error)})`);
      if (performance.now() > deadline) {
        throw new ConfigError('DATABASE_URL', `the database cannot be reached (${reason(error.cause)})`);
      }
      await sleep(RETRY);
    }
  }
}

/** The code only: messages of drivers may quote the URL with its password. */
function reason(error: unknown): string {
  if (error instanceof AggregateError) return reason(error.errors[0]);
  if (error instanceof Error && 'code' in error) return String(error.code);
  return 'it does not answer';
}
