import type { BesideRestore } from './beside.ts';
import type { DumpEnd, DumpHeader } from './dump.ts';
import { dataTables } from './dump.ts';
import type { DumpLine } from './dump-lines.ts';
import { DumpSeal, type DumpSealKey } from './dump-seal.ts';
import { migrate, schemaNumber } from './migrate.ts';
import { type Migration, readMigrations } from './migrations.ts';
import type { Connection, Pool } from './pool.ts';
import { RestoreError } from './restore-error.ts';
import { isMark, parseLine, RowWriter } from './restore-rows.ts';
import { settle } from './settle.ts';

export interface RestoreOptions {
  /** Keys of which one has to have sealed the dump; `unsealed`: the operator knows where it comes from. */
  readonly seals: readonly DumpSealKey[] | 'unsealed';
  readonly migrations?: readonly Migration[];
  /** Where results go. Default: nowhere, and a backup that has some is refused. */
  readonly beside?: BesideRestore;
  /** Whether what was under way goes on; else it is settled (settle.ts). Default: it goes on. */
  readonly settles?: boolean;
}

/**
 * Restores a dump into an empty database, whole or not at all, and brings the schema to this version. A dump of an
 * older version is restored as it was and migrated then.
 * @returns Count of the rows.
 * @throws RestoreError when the dump is damaged, was changed or is of a newer version, or the database holds anything.
 */
export async function restoreLines(
  pool: Pool,
  lines: AsyncIterable<DumpLine>,
  { seals, migrations = readMigrations(), beside, settles = false }: RestoreOptions,
): Promise<number> {
  const reader = lines[Symbol.asyncIterator]();
  try {
    const first = await next(reader);
    const header = headerOf(first, migrations.length);
    if (header.version === 2 && !beside) {
      throw new RestoreError('This is a backup with results beside the database: "platen restore" reads it.');
    }
    const seal = seals === 'unsealed' ? undefined : sealOf(header, seals);
    seal?.add(first.bytes);
    await refuseFilled(pool, header.schema);
    await migrate(pool, migrations.slice(0, header.schema));
    const rows = await restoreRows(pool, reader, { seal, isSealed: header.seal !== undefined, beside, settles });
    await migrate(pool, migrations);
    return rows;
  } finally {
    await reader.return?.();
  }
}

function headerOf(line: DumpLine, newest: number): DumpHeader {
  const header = parseLine(line) as Partial<DumpHeader>;
  if (header.format !== 'platen-dump') throw new RestoreError('This file is not a dump of Platen.');
  if (
    (header.version !== 1 && header.version !== 2) ||
    !Number.isInteger(header.schema) ||
    Number(header.schema) > newest
  ) {
    throw new RestoreError('The dump is of a newer version of Platen; restore it with that version.');
  }
  return header as DumpHeader;
}

function sealOf({ seal }: DumpHeader, keys: readonly DumpSealKey[]): DumpSeal {
  if (seal === undefined) {
    throw new RestoreError(
      'The dump has no seal, so nobody can tell whether it was changed; if you know where it comes from, add --unsealed.',
    );
  }
  const key = keys.find(({ id }) => id === seal);
  if (key) return new DumpSeal(key);
  throw new RestoreError(
    'The dump was sealed with another master key; give that of the instance that made it, for example in PLATEN_MASTER_KEY, or add --unsealed.',
  );
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

interface Sealing {
  /** Undefined if it is not looked at. */
  readonly seal: DumpSeal | undefined;
  /** Whether the dump has one. */
  readonly isSealed: boolean;
  readonly beside: BesideRestore | undefined;
  readonly settles: boolean;
}

async function restoreRows(pool: Pool, reader: AsyncIterator<DumpLine>, sealing: Sealing): Promise<number> {
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    const rows = await withoutTriggers(connection, () =>
      withoutReferences(connection, async () => {
        const rows = await writeTables(connection, reader, sealing);
        if (sealing.settles) await settle(connection);
        return rows;
      }),
    );
    await connection.query('commit');
    return rows;
  } catch (error) {
    await connection.query('rollback').catch(() => {});
    await sealing.beside?.undo();
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
    await connection.query(`alter table ${owner} add constraint ${name} ${definition}`).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error;
      throw new RestoreError(`Rows of ${owner} refer to rows that are not in the dump (${name}).`);
    });
  }
  return count;
}

async function writeTables(
  connection: Connection,
  reader: AsyncIterator<DumpLine>,
  { seal, isSealed, beside }: Sealing,
): Promise<number> {
  const writer = new RowWriter(connection, await dataTables(connection));
  for (;;) {
    const line = await next(reader);
    seal?.add(line.bytes);
    const value = parseLine(line);
    if (isMark(value, 'table')) await writer.begin(line, value.table);
    else if (isMark(value, 'rows')) {
      const count = await writer.end();
      refuseMissing(line, value as unknown as DumpEnd, count);
      await beside?.end();
      if (isSealed) refuseChanged(await next(reader), seal);
      await refuseMore(reader);
      return count;
    } else if (!(await beside?.take(line, value))) await writer.add(line, value);
  }
}

function refuseMissing({ number }: DumpLine, { rows }: DumpEnd, count: number): void {
  if (rows === count) return;
  throw new RestoreError(`it counts ${String(rows)} rows, but the dump has ${count}: it is damaged.`, number);
}

function refuseChanged(line: DumpLine, seal: DumpSeal | undefined): void {
  const value = parseLine(line);
  if (!isMark(value, 'seal')) throw new RestoreError('the seal should be here: the dump is damaged.', line.number);
  if (seal === undefined || seal.fits(String(value.seal))) return;
  throw new RestoreError(
    'the seal does not fit: the dump was changed after it was made; if you changed it yourself, add --unsealed.',
    line.number,
  );
}

async function refuseMore(reader: AsyncIterator<DumpLine>): Promise<void> {
  const { value, done } = await reader.next();
  if (!done) throw new RestoreError('it comes after the end.', (value as DumpLine).number);
}

async function next(reader: AsyncIterator<DumpLine>): Promise<DumpLine> {
  const { value, done } = await reader.next();
  if (done) throw new RestoreError('The dump is damaged: its end is missing.');
  return value;
}
