import { PGlite, type Results } from '@electric-sql/pglite';
import type { PostgresQueryResult } from 'kysely';
import { ApiError } from '../errors.ts';
import { createDatabaseFolder, type FolderOptions } from './pglite-folder.ts';
import { PgliteStatements } from './pglite-statements.ts';
import { type Connection, type Pool, SESSION } from './pool.ts';
import { translated } from './unavailable.ts';

const INT8 = 20;
const BYTEA = 17;

/** Values as node-postgres gives them, so that queries need not know which of the two they run on. */
const PARSERS = {
  [INT8]: Number,
  [BYTEA]: (hex: string) => Buffer.from(hex.slice('\\x'.length), 'hex'),
};

/**
 * PostgreSQL writes all of its cache when it starts: with its own 128 MB, the service is 110 MB larger for as long as it
 * runs. What is not in it comes from that of the system.
 */
const START = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

/** PGlite's own takes a quarter of a second for each megabyte. */
const SERIALIZERS = {
  [BYTEA]: ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>) =>
    `\\x${Buffer.from(buffer, byteOffset, byteLength).toString('hex')}`,
};

/**
 * PGlite as a pool of one connection. Whoever holds the connection has the database alone until it is given back:
 * transactions and single queries never interleave, and wait in the order that they came.
 * @param folder Is made if it is not there, as `createDatabaseFolder` does.
 * @param options.wait Milliseconds to wait for the connection. Who waits longer most likely waits for itself: a query
 *   that was sent past the transaction it belongs to. Default 30,000.
 */
export async function openPglite(
  folder: string,
  { wait = 30_000, ...making }: FolderOptions & { readonly wait?: number } = {},
): Promise<Pool> {
  await createDatabaseFolder(folder, making);
  const lite = new PGlite(folder, { parsers: PARSERS, serializers: SERIALIZERS, startParams: START });
  await lite.waitReady;
  await lite.exec(SESSION);
  const turns = new Turns(wait);
  const statements = new PgliteStatements(lite);
  return {
    kind: 'pglite',
    connect: async () => new PgliteConnection(lite, statements, await turns.take()),
    end: async () => {
      // Closes when the last transaction has ended.
      const done = await turns.take();
      await lite.close().finally(done);
    },
  };
}

class PgliteConnection implements Connection {
  readonly #lite: PGlite;
  readonly #statements: PgliteStatements;
  readonly #done: () => void;
  #released = false;

  constructor(lite: PGlite, statements: PgliteStatements, done: () => void) {
    this.#lite = lite;
    this.#statements = statements;
    this.#done = done;
  }

  async query<Row>(sql: string, parameters?: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    if (this.#released) throw new Error('The connection was given back before its query.');
    try {
      if (parameters !== undefined) return answer(await this.#statements.run<Row>(sql, parameters));
      const results = await this.#statements.changing(() => this.#lite.exec(sql));
      return answer(results.at(-1) as Results<Row> | undefined);
    } catch (error) {
      // A database that could not write its log has ended itself; nothing but a new start helps.
      if (isAborted(error)) throw new ApiError('database_unavailable', { cause: error });
      throw translated(error);
    }
  }

  release(): void {
    if (this.#released) return;
    this.#released = true;
    // There is no connection to end: what was begun and not ended must not reach the next user.
    const clean = this.#lite.isInTransaction() ? this.#lite.exec('rollback').then(() => {}) : Promise.resolve();
    void clean.catch(() => {}).then(this.#done);
  }
}

/** Whether the program that PGlite is has come to its end (WebAssembly, Emscripten). */
const isAborted = (error: unknown): boolean =>
  error instanceof Error &&
  (error instanceof WebAssembly.RuntimeError || /^(?:ExitStatus|ErrnoError)$/.test(error.name));

function answer<Row>(results: Results<Row> | undefined): PostgresQueryResult<Row> {
  return {
    command: (results?.command ?? '') as PostgresQueryResult<Row>['command'],
    rowCount: results?.rowCount ?? results?.affectedRows ?? 0,
    rows: results?.rows ?? [],
  };
}

/** One after the other, in the order that they came. */
class Turns {
  readonly #wait: number;
  readonly #waiting: (() => void)[] = [];
  #taken = false;

  constructor(wait: number) {
    this.#wait = wait;
  }

  /** Resolves when it is the caller's turn, with what ends it. */
  async take(): Promise<() => void> {
    if (this.#taken) await this.#queue();
    this.#taken = true;
    return () => this.#next();
  }

  #next(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#taken = false;
  }

  #queue(): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(new ApiError('database_unavailable', { cause: new Error('No connection was free in time.') }));
      }, this.#wait);
      this.#waiting.push(enter);
    });
  }
}
