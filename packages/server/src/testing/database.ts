import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import type { DatabaseConfig } from '../data/connect.ts';
import { type Database, openDatabase } from '../data/database.ts';
import { createDatabaseFolder, schemaName } from '../data/pglite-folder.ts';
import type { Pool } from '../data/pool.ts';
import { prepareDatabases } from '../data/prepare.ts';
import { testSettings } from './config.ts';
import { type PostgresServer, startPostgres } from './postgres.ts';

export type DatabaseKind = Database['kind'];
export const DATABASE_KINDS: readonly DatabaseKind[] = ['pglite', 'postgresql'];

/** An empty database of this version, of its own. */
export interface TestDatabase {
  /** Opens it: give it to `openDatabase` or to the service. */
  readonly config: DatabaseConfig;
  /** Deletes it. Close what is open before. */
  remove(): Promise<void>;
}

/**
 * Runs `tests` on PGlite and on PostgreSQL, each time with a database of their own that is open from the first test
 * to the last.
 */
export function describeOnDatabases(
  subject: string,
  tests: (database: () => Database, kind: DatabaseKind) => void,
): void {
  describeOn(DATABASE_KINDS, subject, tests);
}

/**
 * Runs `tests` on PostgreSQL alone: for what HTTP says of it. That the statements of every endpoint run on PGlite too is
 * shown by test/contract.test.ts, which asks all of them there, and by the tests of the stores.
 */
export function describeOnDatabase(subject: string, tests: (database: () => Database) => void): void {
  describeOn(['postgresql'], subject, tests);
}

function describeOn(
  kinds: readonly DatabaseKind[],
  subject: string,
  tests: (database: () => Database, kind: DatabaseKind) => void,
): void {
  describe.each(kinds)(`${subject} on %s`, (kind) => {
    let made: TestDatabase;
    let database: Database;
    beforeAll(async () => {
      made = await makeDatabase(kind);
      database = await openDatabase(made.config);
    });
    afterAll(async () => {
      await database?.close();
      await made?.remove();
    });
    tests(() => database, kind);
  });
}

/** Makes an empty database of this version. */
export async function makeDatabase(kind: DatabaseKind): Promise<TestDatabase> {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'platen-data-'));
  const removeFolder = () => rmSync(dataFolder, { recursive: true, force: true });
  try {
    const { url, drop } = await (kind === 'pglite' ? copyPglite(dataFolder) : makePostgresDatabase());
    return {
      config: { dataFolder, databaseConnections: 5, databaseUrl: url },
      remove: async () => {
        await drop();
        removeFolder();
      },
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

interface MadeDatabase {
  readonly url?: string;
  readonly drop: () => Promise<void>;
}

async function copyPglite(dataFolder: string): Promise<MadeDatabase> {
  await prepareDatabases();
  await createDatabaseFolder(path.join(dataFolder, 'db'), { withSchema: true });
  return { drop: async () => {} };
}

/** Takes everything out of a database, the schema too. */
export async function emptySchema(pool: Pool): Promise<void> {
  const connection = await pool.connect();
  await connection.query('drop schema public cascade; create schema public');
  connection.release();
}

/** An owner without special rights: row-level security does not bind a superuser. */
const OWNER = 'platen_app';

async function makePostgresDatabase(): Promise<MadeDatabase> {
  const server = await postgresUrl();
  const name = `test_${randomBytes(8).toString('hex')}`;
  const template = `prepared_${schemaName().replaceAll(/\W/g, '_')}`;
  await asAdministrator(server, async (client) => {
    // One at a time: a database cannot be copied while somebody is connected to it.
    await client.query('select pg_advisory_lock(1)');
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount === 0) await prepare(client, server, template);
    await client.query(`create database ${name} template ${template} owner ${OWNER}`);
  });
  return {
    url: ownersUrl(server, name),
    drop: () => asAdministrator(server, (client) => client.query(`drop database if exists ${name} with (force)`)),
  };
}

async function prepare(client: pg.Client, server: string, template: string): Promise<void> {
  const draft = `${template}_draft`;
  await client.query(`drop database if exists ${draft} with (force)`);
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [OWNER]);
  if (rowCount === 0) await client.query(`create role ${OWNER} login`);
  await client.query(`create database ${draft} owner ${OWNER}`);
  const config = { dataFolder: '', databaseConnections: 1, databaseUrl: ownersUrl(server, draft) };
  await (await openDatabase(config)).close();
  await client.query(`alter database ${draft} rename to ${template}`);
}

async function asAdministrator(server: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function ownersUrl(server: string, name: string): string {
  return server.replace(/\/\/[^@]*@/, `//${OWNER}@`).replace(/\/[^/]*$/, `/${name}`);
}

let own: Promise<PostgresServer> | undefined;

/** The PostgreSQL that script/test started, or one for this test file. */
async function postgresUrl(): Promise<string> {
  if (testSettings.postgresUrl !== undefined) return testSettings.postgresUrl;
  own ??= startPostgres();
  return (await own).url;
}

afterAll(async () => {
  await (await own)?.stop();
  own = undefined;
});
