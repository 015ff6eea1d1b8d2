import type { DumpLine } from './dump-lines.ts';
import type { Connection } from './pool.ts';
import { RestoreError } from './restore-error.ts';

/** Most rows that are written at a time, and the length of them after which no more are added. */
const BATCH = 500;
const BATCH_LENGTH = 4 * 1024 * 1024;

type Line = Readonly<Record<string, unknown>>;

/** @throws RestoreError for a line that is no JSON object */
export function parseLine({ text, number }: DumpLine): Line {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Line;
  } catch {
    // Said below.
  }
  throw new RestoreError('it is not a JSON object: the dump is damaged.', number);
}

/** Whether the line is no row: no table of ours has only this column. */
export function isMark<Name extends string>(value: Line, name: Name): value is Record<Name, unknown> {
  const names = Object.keys(value);
  return names.length === 1 && names[0] === name;
}

/** Writes the rows of a dump, table by table, in batches. */
export class RowWriter {
  readonly #connection: Connection;
  readonly #known: readonly string[];
  #table: { readonly name: string; readonly columns: ReadonlySet<string> } | undefined;
  #batch: DumpLine[] = [];
  #length = 0;
  #count = 0;

  constructor(connection: Connection, known: readonly string[]) {
    this.#connection = connection;
    this.#known = known;
  }

  /** Begins with the rows of a table. */
  async begin({ number }: DumpLine, table: unknown): Promise<void> {
    await this.#flush();
    const name = this.#known.find((known) => known === table);
    if (name === undefined) throw new RestoreError('it names a table that is not known here.', number);
    const { rows } = await this.#connection.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = '${name}'::regclass and attnum > 0 and not attisdropped`,
      [],
    );
    this.#table = { name, columns: new Set(rows.map((row) => row.name)) };
  }

  async add(line: DumpLine, value: Line): Promise<void> {
    if (this.#table === undefined) throw new RestoreError('it is a row before any table.', line.number);
    const { columns, name } = this.#table;
    const names = Object.keys(value);
    if (names.length !== columns.size || !names.every((each) => columns.has(each))) {
      throw new RestoreError(`it does not have the columns of the table ${name}.`, line.number);
    }
    this.#batch.push(line);
    this.#length += line.text.length;
    if (this.#batch.length === BATCH || this.#length >= BATCH_LENGTH) await this.#flush();
  }

  /** @returns Count of the rows. */
  async end(): Promise<number> {
    await this.#flush();
    return this.#count;
  }

  async #flush(): Promise<void> {
    const [batch, table] = [this.#batch, this.#table];
    this.#batch = [];
    this.#length = 0;
    this.#count += batch.length;
    if (batch.length === 0 || table === undefined) return;
    await this.#connection.query('savepoint batch');
    try {
      await this.#write(table.name, batch);
      await this.#connection.query('release savepoint batch');
    } catch (error) {
      await this.#connection.query('rollback to savepoint batch');
      await this.#refuseFirst(table.name, batch);
      throw error;
    }
  }

  /** Finds the row that the database does not take. */
  async #refuseFirst(table: string, batch: readonly DumpLine[]): Promise<void> {
    for (const line of batch) {
      await this.#write(table, [line]).catch((error: unknown) => {
        // Without the code of a state it is not the row that is at fault, but the connection.
        if (!(error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code)))) throw error;
        const [reason] = error.message.split('\n');
        throw new RestoreError(`the table ${table} does not take it: ${reason}.`, line.number);
      });
    }
  }

  /** The rows pass as text: numbers keep every digit. */
  async #write(table: string, lines: readonly DumpLine[]): Promise<void> {
    await this.#connection.query(
      `insert into ${table} select * from json_populate_recordset(null::${table}, $1::text::json)`,
      [`[${lines.map(({ text }) => text).join(',')}]`],
    );
  }
}
