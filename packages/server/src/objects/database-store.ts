import { sql } from 'kysely';
import type { Database } from '../data/database.ts';
import { type ByteRange, type ListedObject, ObjectMissing, type ObjectStore, ObjectTooLarge } from './object-store.ts';
import { inPieces } from './pieces.ts';

/** Bytes of a part: statements stay short. */
const PART = 1024 * 1024;
/** Bytes of an object, sealed. Larger ones belong into a store of their own. */
const LARGEST = 64 * 1024 * 1024;
/** Names of one statement. */
const PAGE = 1_000;

/** Objects in the database, so that several servers need nothing else. */
export class DatabaseStore implements ObjectStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  readonly most = LARGEST;

  /** The first part is written last: without it there is no object. */
  async put(name: string, bytes: AsyncIterable<Buffer>): Promise<void> {
    let first: Buffer | undefined;
    let part = 0;
    try {
      for await (const chunk of inPieces(bytes, PART)) {
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

  async *list(): AsyncGenerator<ListedObject> {
    for (let after = ''; ; ) {
      const { rows } = await sql<{ object: string; created_at: Date }>`
        select object, created_at from object_parts where part = 0 and object collate "C" > ${after}
        order by object collate "C" limit ${PAGE}
      `.execute(this.#database.system);
      for (const { object: name, created_at: writtenAt } of rows) yield { name, writtenAt };
      if (rows.length < PAGE) return;
      after = rows.at(-1)?.object ?? '';
    }
  }

  async removeUnfinished(time: Date): Promise<number> {
    const { rows } = await sql<{ part: number }>`
      delete from object_parts p where p.created_at < ${time} and p.part > 0
        and not exists (select from object_parts f where f.object = p.object and f.part = 0)
      returning p.part
    `.execute(this.#database.system);
    return rows.filter(({ part }) => part === 1).length;
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
