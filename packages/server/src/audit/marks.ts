import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Tables } from '../data/schema.ts';
import { canonical } from './chain.ts';

/** The last row of a chain that a process knows of. */
export interface Head {
  readonly organisationId: string;
  /** 0: the chain had no row yet. */
  readonly seq: number;
  /** In hex. */
  readonly hash: string;
}

/** A head that is kept elsewhere too, and since when. */
export interface AnchoredHead extends Head {
  readonly at: string;
}

/** A head that a data folder has kept, as the database remembers it. */
export interface Mark extends Head {
  /** Id of the data folder. */
  readonly folder: string;
}

const stored = z.record(z.string(), z.object({ seq: z.int(), hash: z.string(), signature: z.string() }));

/** Data folders that are remembered for a chain; of more, those that were behind the others are forgotten. */
const MOST_FOLDERS = 64;

/**
 * Remembers in the database, signed, how far each data folder has kept the head of a chain. Whoever removes a file, or
 * puts an older one in its place, does not have the mark of it; whoever removes the mark does not have the file.
 */
export class Marks {
  readonly folder: string;
  readonly #key: Buffer;

  constructor({ folder, key }: { readonly folder: string; readonly key: Buffer }) {
    this.folder = folder;
    this.#key = key;
  }

  /** Chains that something is remembered of. */
  async chains(queries: Kysely<Tables>): Promise<string[]> {
    const rows = await queries.selectFrom('settings').select('name').where('name', 'like', `${PREFIX}%`).execute();
    return rows.map(({ name }) => name.slice(PREFIX.length));
  }

  /** The marks of a chain; `forged` if one of them is not signed by us. */
  async of(queries: Kysely<Tables>, organisationId: string): Promise<readonly Mark[] | 'forged'> {
    const row = await queries
      .selectFrom('settings')
      .select('value')
      .where('name', '=', nameOf(organisationId))
      .executeTakeFirst();
    return row ? this.#read(organisationId, row.value) : [];
  }

  /** Remembers a head of this folder. @returns the newest that is remembered of it */
  async write(queries: Kysely<Tables>, head: Head): Promise<Head | undefined> {
    const { organisationId, seq, hash } = head;
    const entry = { seq, hash, signature: this.#sign({ ...head, folder: this.folder }).toString('hex') };
    const { rows } = await sql<{ value: unknown }>`
      insert into settings (name, value)
        values (${nameOf(organisationId)}, ${JSON.stringify({ [this.folder]: entry })}::jsonb)
      on conflict (name) do update set updated_at = now(), value = case
        when coalesce((settings.value -> ${this.folder}::text ->> 'seq')::bigint, -1) < ${seq}::bigint
          then settings.value || excluded.value
        else settings.value end
      returning value
    `.execute(queries);
    const marks = this.#read(organisationId, rows[0]?.value);
    if (marks === 'forged') return undefined;
    await this.#forgetBehind(queries, organisationId, marks);
    return marks.find(({ folder }) => folder === this.folder);
  }

  /** Forgets all marks of a chain: what comes next is what an operator has accepted. */
  async forget(queries: Kysely<Tables>, organisationId: string): Promise<void> {
    await queries.deleteFrom('settings').where('name', '=', nameOf(organisationId)).execute();
  }

  async #forgetBehind(queries: Kysely<Tables>, organisationId: string, marks: readonly Mark[]): Promise<void> {
    if (marks.length <= MOST_FOLDERS) return;
    const behind = marks
      .filter(({ folder }) => folder !== this.folder)
      .sort((a, b) => a.seq - b.seq)
      .slice(0, marks.length - MOST_FOLDERS)
      .map(({ folder }) => folder);
    await sql`
      update settings set value = value - ${sql.val(behind)}::text[] where name = ${nameOf(organisationId)}
    `.execute(queries);
  }

  #read(organisationId: string, value: unknown): readonly Mark[] | 'forged' {
    const { success, data } = stored.safeParse(value);
    if (!success) return 'forged';
    const marks: Mark[] = [];
    for (const [folder, { seq, hash, signature }] of Object.entries(data)) {
      const mark = { organisationId, folder, seq, hash };
      const [given, expected] = [Buffer.from(signature, 'hex'), this.#sign(mark)];
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
      marks.push(mark);
    }
    return marks;
  }

  #sign({ organisationId, folder, seq, hash }: Mark): Buffer {
    return createHmac('sha256', this.#key).update(canonical({ organisationId, folder, seq, hash })).digest();
  }
}

const PREFIX = 'audit_head:';
const nameOf = (organisationId: string): string => PREFIX + organisationId;
