import { type BesideDump, type BesideLine, objectLines } from './beside.ts';
import { DumpSeal, type DumpSealKey } from './dump-seal.ts';
import { schemaNumber } from './migrate.ts';
import type { Connection, Pool } from './pool.ts';

/**
 * A dump is text, one JSON value a line: a header, then for each table its name and its rows as PostgreSQL's
 * row_to_json gives them, then the count of all rows, without which the dump is not whole, and the seal of all this.
 */
export interface DumpHeader {
  readonly format: 'platen-dump';
  /** 2: results and heads stand beside the rows (beside.ts). */
  readonly version: 1 | 2;
  /** Number of the last migration that the database had seen. */
  readonly schema: number;
  /** Id of the key that the dump is sealed with; absent in dumps of versions that sealed none. */
  readonly seal?: string;
}

export interface DumpTable {
  readonly table: string;
}

export interface DumpEnd {
  readonly rows: number;
}

/** The last line: the seal of all before it. */
export interface DumpSealLine {
  /** In hex. */
  readonly seal: string;
}

/** Rows that are read at a time: at first, and at most. */
const FIRST_BATCH = 10;
const LARGEST_BATCH = 500;
/** Characters that a batch should have, so that large rows are not all held at once. */
const BATCH_LENGTH = 4 * 1024 * 1024;

/**
 * Everything that the database holds, as lines of a dump: one state of it, although others go on writing. It holds
 * what the database holds, such as sessions; what the vault sealed stays sealed.
 * @param beside what else goes into it, in the same state of the database
 * @throws Error when the database is empty.
 */
export async function* dumpLines(pool: Pool, key: DumpSealKey, beside?: BesideDump): AsyncGenerator<string> {
  const seal = new DumpSeal(key);
  for await (const text of plainLines(pool, key, beside)) {
    seal.add(text);
    yield text;
  }
  yield line({ seal: seal.end() } satisfies DumpSealLine);
}

async function* plainLines(pool: Pool, { id }: DumpSealKey, beside?: BesideDump): AsyncGenerator<string> {
  // Heads are of rows that the state of the database below has.
  const heads = (await beside?.heads()) ?? [];
  const connection = await pool.connect();
  try {
    await connection.query('begin isolation level repeatable read read only');
    const schema = await schemaNumber(connection);
    if (schema === 0) throw new Error('The database is empty; there is nothing to dump.');
    await refuseOtherInstance(connection, id);
    yield line({ format: 'platen-dump', version: beside ? 2 : 1, schema, seal: id } satisfies DumpHeader);
    let rows = 0;
    for (const table of await dataTables(connection)) {
      yield line({ table } satisfies DumpTable);
      for await (const batch of readTable(connection, table)) {
        rows += batch.length;
        yield batch.map((row) => `${row}\n`).join('');
      }
    }
    for (const head of heads) yield line({ head } satisfies BesideLine);
    if (beside) yield* objectLines(connection, beside);
    yield line({ rows } satisfies DumpEnd);
  } finally {
    // Also when the reader has left in the middle.
    await connection.query('rollback').catch(() => {});
    connection.release();
  }
}

/** A dump that the database's own instance could not restore would be found when it is needed. */
async function refuseOtherInstance(connection: Connection, keyId: string): Promise<void> {
  const { rows } = await connection.query(
    "select 1 from vault_keys where organisation_id = 'instance' and master_key_id <> $1 limit 1",
    [keyId],
  );
  if (rows.length === 0) return;
  throw new Error('The database belongs to another master key; give the one that its service starts with.');
}

/** Tables that hold data, in the order of their names. */
export async function dataTables(connection: Connection): Promise<readonly string[]> {
  const { rows } = await connection.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname <> 'migrations'
     order by relname`,
    [],
  );
  return rows.map(({ name }) => name);
}

async function* readTable(connection: Connection, table: string): AsyncGenerator<readonly string[]> {
  await connection.query(
    `declare reader no scroll cursor for select row_to_json(rows)::text line from ${table} rows`,
    [],
  );
  let count = FIRST_BATCH;
  for (;;) {
    const { rows } = await connection.query<{ line: string }>(`fetch ${count} from reader`, []);
    if (rows.length === 0) break;
    yield rows.map((row) => row.line);
    const largest = Math.max(...rows.map((row) => row.line.length));
    count = Math.min(LARGEST_BATCH, Math.max(1, Math.floor(BATCH_LENGTH / largest)));
  }
  await connection.query('close reader', []);
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
