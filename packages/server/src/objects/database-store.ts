import { sql } from 'kysely';
import type { Database } from '../data/database.ts';
import { type ByteRange, ObjectMissing, type ObjectStore, ObjectTooLarge } from './object-store.ts';

/** Bytes of a part: statements stay short. */
const PART = 1024 * 1024;
/** Bytes of an object, sealed. Larger ones belong into a store of their own. */
const LARGEST = 64 * 1024 * 1024;

/** Objects in the database, so that several servers need nothing else. */
export class DatabaseStore implements ObjectStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The first part is written last: without it there is no object. */
  async put(name: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    let first: Buffer | undefined;
    let part = 0;
    try {
      for await (const chunk of inParts(bytes)) {
        if (part === 0) first = chunk;
        else await this.#write(name, part, chunk);
        part += 1;
        if (part * PART > LARGEST) throw new ObjectTooLarge(LARGEST);
      }
      await this.#write(name, 0, first ?? Buffer.alloc(0));
    } catch (error) {
      await this.remove(name).catch(() => {});
      throw error;
    }
  }

  async *read(name: string, { start, length }: ByteRange): AsyncGenerator<Buffer> {
    const end = length === undefined ? Number.POSITIVE_INFINITY : start + length;
    for (let part = Math.floor(start / PART); part * PART < end; part += 1) {
      const bytes = await this.#part(name, part);
      if (!bytes) {
        if (part * PART <= start) throw new ObjectMissing();
        return;
      }
      const from = Math.max(0, start - part * PART);
      const chunk = bytes.subarray(from, Math.min(bytes.length, end - part * PART));
      if (chunk.length > 0) yield chunk;
      if (bytes.length < PART) return;
    }
  }

  async remove(name: string): Promise<void> {
    await this.#database.system.deleteFrom('object_parts').where('object', '=', name).execute();
  }

  async *olderThan(time: Date): AsyncGenerator<string> {
    const { rows } = await sql<{ object: string }>`
      select distinct object from object_parts where created_at < ${time} limit 10000
    `.execute(this.#database.system);
    for (const { object } of rows) yield object;
  }

  async #write(object: string, part: number, bytes: Buffer): Promise<void> {
    await this.#database.system.insertInto('object_parts').values({ object, part, bytes }).execute();
  }

  async #part(object: string, part: number): Promise<Buffer | undefined> {
    const row = await this.#database.system
      .selectFrom('object_parts')
      .select('bytes')
      .where('object', '=', object)
      .where('part', '=', part)
      .executeTakeFirst();
    return row?.bytes;
  }
}

async function* inParts(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    pending.push(chunk);
    size += chunk.length;
    if (size < PART) continue;
    let whole = Buffer.concat(pending);
    for (; whole.length >= PART; whole = whole.subarray(PART)) yield whole.subarray(0, PART);
    pending = [whole];
    size = whole.length;
  }
  if (size > 0) yield Buffer.concat(pending);
}
