import type { DumpEnd, DumpHeader, DumpTable } from './dump.ts';
import { dataTables } from './dump.ts';
import { migrate, schemaNumber } from './migrate.ts';
import { type Migration, readMigrations } from './migrations.ts';
import type { Connection, Pool } from './pool.ts';

/** A dump that cannot be restored here. `message` is for the operator. */
class RestoreError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RestoreError';
  }
}

/** Most rows that are written at a time, and the length of them after which no more are added. */
const BATCH = 500;
const BATCH_LENGTH = 4 * 1024 * 1024;

/**
 * Restores a dump into an empty database, whole or not at all, and brings the schema to this version. A dump of an
 * older version is restored as it was and migrated then.
 * @returns Count of the rows.
 * @throws RestoreError when the dump is damaged or of a newer version, or the database holds anything.
 */
export async function restoreLines(
  pool: Pool,
  lines: AsyncIterable<string>,
  migrations: readonly Migration[] = readMigrations(),
): Promise<number> {
  const reader = lines[Symbol.asyncIterator]();
  try {
    const { schema } = await readHeader(reader, migrations.length);
    await refuseFilled(pool, schema);
    await migrate(pool, migrations.slice(0, schema));
    const rows = await restoreRows(pool, reader);
    await migrate(pool, migrations);
    return rows;
  } finally {
    await reader.return?.();
  }
}

async function readHeader(reader: AsyncIterator<string>, newest: number): Promise<DumpHeader> {
  const header = parse<Partial<DumpHeader>>(await next(reader));
  if (header.format !== 'platen-dump') throw new RestoreError('This file is not a dump of Platen.');
  if (header.version !== 1 || !Number.isInteger(header.schema) || Number(header.schema) > newest) {
    throw new RestoreError('The dump is of a newer version of Platen; restore it with that version.');
  }
  return header as DumpHeader;
}

async function refuseFilled(pool: Pool, schema: number): Promise<void> {
  const connection = await pool.connect();
  try {
    const found = await schemaNumber(connection);
    if (found > schema) throw new RestoreError('The database is newer than the dump; give the restore a new database.');
    for (const table of found === 0 ? [] : await dataTables(connection)) {
      const { rows } = await connection.query(`select 1 from ${table} limit 1`, []);
      if (rows.length > 0) throw new RestoreError('The database is not empty; give the restore a new database.');
    }
  } finally {
    connection.release();
  }
}

async function restoreRows(pool: Pool, reader: AsyncIterator<string>): Promise<number> {
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    const rows = await withoutTriggers(connection, () =>
      withoutReferences(connection, () => writeTables(connection, reader)),
    );
    await connection.query('commit');
    return rows;
  } catch (error) {
    await connection.query('rollback').catch(() => {});
    throw error;
  } finally {
    connection.release();
  }
}

/** What triggers do with a row was done when it was written first. */
async function withoutTriggers(connection: Connection, work: () => Promise<number>): Promise<number> {
  const { rows: tables } = await connection.query<{ name: string }>(
    `select distinct tgrelid::regclass::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace`,
    [],
  );
  for (const { name } of tables) await connection.query(`alter table ${name} disable trigger user`);
  const count = await work();
  for (const { name } of tables) await connection.query(`alter table ${name} enable trigger user`);
  return count;
}

/** Rows refer to rows that come later. The database checks all references when they are put back. */
async function withoutReferences(connection: Connection, work: () => Promise<number>): Promise<number> {
  const { rows: references } = await connection.query<{ owner: string; name: string; definition: string }>(
    `select conrelid::regclass::text owner, quote_ident(conname) name, pg_get_constraintdef(oid) definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
    [],
  );
  for (const { owner, name } of references) await connection.query(`alter table ${owner} drop constraint ${name}`);
  const count = await work();
  for (const { owner, name, definition } of references) {
    await connection.query(`alter table ${owner} add constraint ${name} ${definition}`);
  }
  return count;
}

async function writeTables(connection: Connection, reader: AsyncIterator<string>): Promise<number> {
  const known = await dataTables(connection);
  let count = 0;
  let table: string | undefined;
  let batch: string[] = [];
  let length = 0;
  const flush = async () => {
    if (table !== undefined && batch.length > 0) await writeRows(connection, table, batch);
    count += batch.length;
    batch = [];
    length = 0;
  };
  for (;;) {
    const line = await next(reader);
    const mark = parse<Partial<DumpTable & DumpEnd>>(line);
    if (isMark(mark, 'table')) {
      await flush();
      if (!known.includes(String(mark.table))) throw new RestoreError('The dump has a table that is not known here.');
      table = mark.table;
    } else if (isMark(mark, 'rows')) {
      await flush();
      if (mark.rows !== count) throw new RestoreError('The dump is damaged: rows are missing.');
      return count;
    } else {
      batch.push(line);
      length += line.length;
      if (batch.length === BATCH || length >= BATCH_LENGTH) await flush();
    }
  }
}

/** Whether the line is no row: no table of ours has only this column. */
function isMark(value: object, name: string): boolean {
  const names = Object.keys(value);
  return names.length === 1 && names[0] === name;
}

/** The rows pass as text: numbers keep every digit. */
async function writeRows(connection: Connection, table: string, rows: readonly string[]): Promise<void> {
  await connection.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1::text::json)`, [
    `[${rows.join(',')}]`,
  ]);
}

async function next(reader: AsyncIterator<string>): Promise<string> {
  const { value, done } = await reader.next();
  if (done) throw new RestoreError('The dump is damaged: its end is missing.');
  return value;
}

function parse<Value extends object>(line: string): Value {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) return value as Value;
  } catch {
    // Said below.
  }
  throw new RestoreError('The dump is damaged: a line in it is not JSON.');
}
