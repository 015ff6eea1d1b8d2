import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { DumpLine } from './dump-lines.ts';
import type { Connection } from './pool.ts';
import { RestoreError } from './restore-error.ts';

/** What a backup holds beside the rows of the database: results, as they are in their store, sealed, and heads of audit chains. */

/** A line of it. Objects are a line with their name, then lines with their bytes in base64. */
export type BesideLine =
  | { readonly head: string }
  | { readonly object: string }
  | { readonly data: string }
  /** A result that was removed between the state of the database and the moment when it should have been read. */
  | { readonly gone: string };

/** Where the results of a backup are, under the names that rows give them. */
export interface BackupStore {
  read(name: string, range: { readonly start: number }): AsyncIterable<Buffer>;
  put(name: string, bytes: AsyncIterable<Buffer>): Promise<void>;
  remove(name: string): Promise<void>;
}

export interface BesideDump {
  readonly store: Pick<BackupStore, 'read'>;
  /** Whether reading failed because there is no such object. */
  readonly isMissing: (error: unknown) => boolean;
  /** Texts of the heads that are kept outside of the database. */
  readonly heads: () => Promise<readonly string[]>;
  readonly onGone?: (name: string) => void;
}

const NAMES = 500;
/** Bytes of one line before base64: whole groups of three, so that lines have no padding within an object. */
const PIECE = 3 * 128 * 1024;

/** The results that the rows of this transaction name, one after the other. */
export async function* objectLines(connection: Connection, beside: BesideDump): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const { rows } = await connection.query<{ object: string }>(
      `select object from job_outputs where deleted_at is null and object collate "C" > $1
       order by object collate "C" limit ${NAMES}`,
      [after],
    );
    for (const { object } of rows) yield* oneObject(object, beside);
    after = rows.at(-1)?.object ?? after;
    if (rows.length < NAMES) return;
  }
}

async function* oneObject(object: string, { store, isMissing, onGone }: BesideDump): AsyncGenerator<string> {
  let begun = false;
  try {
    for await (const piece of inPieces(store.read(object, { start: 0 }))) {
      if (!begun) yield line({ object });
      begun = true;
      yield line({ data: piece.toString('base64') });
    }
  } catch (error) {
    // One that ends in the middle is a fault; one that was removed before is not.
    if (begun || !isMissing(error)) throw error;
    onGone?.(object);
    yield line({ gone: object });
  }
}

async function* inPieces(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    waiting = Buffer.concat([waiting, chunk]);
    for (; waiting.length >= PIECE; waiting = waiting.subarray(PIECE)) yield waiting.subarray(0, PIECE);
  }
  if (waiting.length > 0) yield waiting;
}

const line = (value: BesideLine): string => `${JSON.stringify(value)}\n`;

/** Writes what stands beside the rows: results at once, so that memory does not grow; heads when all was right. */
export class BesideRestore {
  readonly #store: BackupStore;
  readonly #written: string[] = [];
  readonly heads: string[] = [];
  /** Results that are not in the backup. */
  readonly gone: string[] = [];
  #object: { readonly bytes: PassThrough; readonly done: Promise<void> } | undefined;

  constructor(store: BackupStore) {
    this.#store = store;
  }

  /** @returns whether the line was one of these */
  async take({ number }: DumpLine, value: Readonly<Record<string, unknown>>): Promise<boolean> {
    const [[name, content] = ['', undefined], ...more] = Object.entries(value);
    if (typeof content !== 'string' || more.length > 0) return false;
    if (name === 'data') {
      if (!this.#object) throw new RestoreError('it has bytes of no result: the backup is damaged.', number);
      await this.#write(this.#object, Buffer.from(content, 'base64'));
      return true;
    }
    if (!['head', 'object', 'gone'].includes(name)) return false;
    await this.end();
    if (name === 'head') this.heads.push(content);
    else if (name === 'gone') this.gone.push(content);
    else this.#begin(content, number);
    return true;
  }

  /** Resolves when everything that was begun is in the store. */
  async end(): Promise<void> {
    const object = this.#object;
    this.#object = undefined;
    object?.bytes.end();
    await object?.done;
  }

  /** Takes out again what was written. */
  async undo(): Promise<void> {
    this.#object?.bytes.destroy();
    await this.#object?.done.catch(() => {});
    for (const name of this.#written) await this.#store.remove(name);
  }

  #begin(name: string, number: number): void {
    if (!/^org_\w{1,64}\/obj_\w{1,64}$/.test(name)) throw new RestoreError('it names no result.', number);
    this.#written.push(name);
    const bytes = new PassThrough();
    const done = this.#store.put(name, bytes);
    // Told by whoever writes, or at the end.
    done.catch(() => bytes.destroy());
    this.#object = { bytes, done };
  }

  async #write({ bytes, done }: { readonly bytes: PassThrough; readonly done: Promise<void> }, piece: Buffer) {
    if (bytes.destroyed) await done;
    if (!bytes.write(piece)) await Promise.race([once(bytes, 'drain'), done]);
  }
}
