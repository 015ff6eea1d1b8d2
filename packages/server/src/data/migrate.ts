import { ConfigError } from '../config/error.ts';
import { type Migration, readMigrations } from './migrations.ts';
import type { Connection, Pool } from './pool.ts';

/** Of the advisory lock that one server holds while it migrates: the letters "plat". */
const LOCK = 0x706c6174;

const RECORD = `
  create table if not exists migrations (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`;

interface Applied {
  readonly number: number;
  readonly checksum: string;
}

/**
 * Brings the schema to this version. Each step and its record are one transaction, so whatever ends the process,
 * the next run goes on where it stopped. Of several servers that start at once, one migrates and the others wait.
 * @returns Number of the last step.
 * @throws ConfigError when the database is newer than this version, or was migrated by other steps.
 */
export async function migrate(pool: Pool, migrations: readonly Migration[] = readMigrations()): Promise<number> {
  const connection = await pool.connect();
  try {
    // The lock belongs to the connection: it ends with it, also when this process is killed.
    if (pool.kind === 'postgresql') await connection.query(`select pg_advisory_lock(${LOCK})`);
    await connection.query(RECORD);
    const rows = await applied(connection);
    refuseForeign(rows, migrations);
    for (const migration of migrations.slice(rows.length)) await apply(connection, migration);
    return migrations.length;
  } finally {
    connection.release(true);
  }
}

async function applied(connection: Connection): Promise<readonly Applied[]> {
  const { rows } = await connection.query<Applied>('select number, checksum from migrations order by number', []);
  return rows;
}

/** Number of the last step that the database has seen; 0 if it has seen none. */
export async function schemaNumber(connection: Connection): Promise<number> {
  const { rows } = await connection.query<{ there: boolean }>("select to_regclass('migrations') is not null there", []);
  return rows[0]?.there ? (await applied(connection)).length : 0;
}

function refuseForeign(applied: readonly Applied[], migrations: readonly Migration[]): void {
  if (applied.length > migrations.length) {
    throw new ConfigError(
      'DATABASE_URL',
      `the database is of a newer version (schema ${applied.length}, this version knows ${migrations.length}); ` +
        'start that version or a newer one',
    );
  }
  for (const [index, { number, checksum }] of applied.entries()) {
    if (number === migrations[index]?.number && checksum === migrations[index].checksum) continue;
    throw new ConfigError(
      'DATABASE_URL',
      `migration ${number} in the database is not the one of this version; use the version that made the database`,
    );
  }
}

async function apply(connection: Connection, { number, name, checksum, sql }: Migration): Promise<void> {
  await connection.query('begin');
  try {
    await connection.query(sql);
    await connection.query('insert into migrations (number, name, checksum) values ($1, $2, $3)', [
      number,
      name,
      checksum,
    ]);
    await connection.query('commit');
  } catch (error) {
    await connection.query('rollback').catch(() => {});
    throw error;
  }
}
