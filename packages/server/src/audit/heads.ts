import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../data/database.ts';
import type { Tables } from '../data/schema.ts';
import type { Log } from '../log/log.ts';
import { canonical, FIRST_HASH } from './chain.ts';
import { newestOf, type Witnesses } from './head-faults.ts';
import { type Head, Marks } from './marks.ts';

const stored = z.strictObject({
  organisationId: z.string(),
  seq: z.int(),
  hash: z.string(),
  signature: z.string(),
});

interface HeadsOptions {
  readonly database: Database;
  readonly folder: string;
  readonly key: Buffer;
  readonly log?: Log;
}

/** The heads that are kept in a data folder. */
export function openHeads({
  dataFolder,
  ...options
}: Omit<HeadsOptions, 'folder'> & { readonly dataFolder: string }): Heads {
  return new Heads({ ...options, folder: path.join(dataFolder, 'audit') });
}

/**
 * Heads of the audit chains, signed, in files outside of the database: whoever can change the database can make a
 * whole new chain, but not its signature. How far this folder has come is marked in the database, after the file.
 */
export class Heads {
  readonly marks: Marks;
  readonly #database: Database;
  readonly #folder: string;
  readonly #key: Buffer;
  readonly #log: Log | undefined;
  readonly #known = new Map<string, Head | 'forged' | undefined>();
  readonly #dirty = new Set<string>();
  #writing: Promise<void> | undefined;

  /** @param options.key signs; 32 bytes that the database does not hold in the clear */
  constructor({ database, folder, key, log }: HeadsOptions) {
    this.#database = database;
    this.#folder = folder;
    this.#key = key;
    this.#log = log;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.marks = new Marks({ folder: folderId(folder), key });
  }

  /** Chains that a head was kept of. */
  chains(): string[] {
    return readdirSync(this.#folder)
      .filter(isHeadFile)
      .map((file) => file.slice(0, -'.json'.length));
  }

  /** The head that was kept; `forged` if its signature is not ours. */
  of(organisationId: string): Head | 'forged' | undefined {
    if (!this.#known.has(organisationId)) this.#known.set(organisationId, this.#read(organisationId));
    return this.#known.get(organisationId);
  }

  /** What is known of a chain outside of its rows. */
  async witnesses(queries: Kysely<Tables>, organisationId: string): Promise<Witnesses> {
    const marks = await this.marks.of(queries, organisationId);
    return { file: this.of(organisationId), marks, folder: this.marks.folder };
  }

  /** The head that has come furthest, of this data folder or another; undefined if there is none that is signed by us. */
  async newest(queries: Kysely<Tables>, organisationId: string): Promise<Head | undefined> {
    const head = newestOf(await this.witnesses(queries, organisationId));
    return head === 'forged' ? undefined : head;
  }

  /** Reads the file anew: another process with this folder may have written it. */
  reread(organisationId: string): void {
    this.#known.delete(organisationId);
  }

  /**
   * Keeps that a chain has no row yet, before its first one: a process that is killed between that row and its head has
   * nothing missing. The mark is made in the transaction of the row.
   */
  async begin(queries: Kysely<Tables>, organisationId: string): Promise<void> {
    if (this.of(organisationId) !== undefined) return;
    const head = { organisationId, seq: 0, hash: FIRST_HASH.toString('hex') };
    await this.#write(head);
    await this.marks.write(queries, head);
    this.#known.set(organisationId, head);
  }

  /** Keeps a head in place of whatever was kept before: an operator has accepted it. */
  async replace(queries: Kysely<Tables>, head: Head): Promise<void> {
    await this.#write(head);
    await this.marks.forget(queries, head.organisationId);
    await this.marks.write(queries, head);
    this.#known.set(head.organisationId, head);
  }

  /** Keeps a head that goes on from the one before. It is written in the background. */
  keep(head: Head): void {
    const before = this.of(head.organisationId);
    if (before === 'forged' || (before && before.seq >= head.seq)) return;
    this.#known.set(head.organisationId, head);
    this.#dirty.add(head.organisationId);
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined;
    });
  }

  /** Resolves when everything is written. */
  async flush(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async #writeAll(): Promise<void> {
    while (this.#dirty.size > 0) {
      const [organisationId = ''] = this.#dirty;
      this.#dirty.delete(organisationId);
      const head = this.#known.get(organisationId);
      if (head === undefined || head === 'forged') continue;
      try {
        await this.#write(head);
        await this.#mark(head);
      } catch {
        this.#log?.event('audit_head_unwritten', { seq: head.seq });
      }
    }
  }

  /** Marks what the file has. A process with the same folder may have written an older file over a newer one. */
  async #mark(head: Head): Promise<void> {
    const mark = await this.marks.write(this.#database.system, head);
    const file = this.#read(head.organisationId);
    if (mark && typeof file === 'object' && file.seq < mark.seq) await this.#write(mark);
  }

  async #write({ organisationId, seq, hash }: Head): Promise<void> {
    const head = { organisationId, seq, hash };
    const file = this.#file(organisationId);
    const text = `${JSON.stringify({ ...head, signature: this.#sign(head).toString('hex') })}\n`;
    const draft = `${file}.${randomUUID()}.draft`;
    await writeFile(draft, text, { mode: 0o600, flush: true });
    await rename(draft, file);
    // The name has to survive a loss of power before the mark is made: else the file is older than its mark.
    const folder = await open(this.#folder, 'r');
    await folder.sync().finally(() => folder.close());
  }

  #read(organisationId: string): Head | 'forged' | undefined {
    try {
      const { signature, ...head } = stored.parse(JSON.parse(readFileSync(this.#file(organisationId), 'utf8')));
      const expected = this.#sign(head);
      const given = Buffer.from(signature, 'hex');
      const ours = given.length === expected.length && timingSafeEqual(given, expected);
      return ours && head.organisationId === organisationId ? head : 'forged';
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? undefined : 'forged';
    }
  }

  #sign(head: Head): Buffer {
    const { organisationId, seq, hash } = head;
    return createHmac('sha256', this.#key).update(canonical({ organisationId, seq, hash })).digest();
  }

  #file(organisationId: string): string {
    const name = `${organisationId}.json`;
    if (!isHeadFile(name)) throw new Error('This is no id of an organisation.');
    return path.join(this.#folder, name);
  }
}

/** Whether a file of the folder is a head: of an organisation, or of people without one. */
export const isHeadFile = (name: string): boolean => /^(?:org_\w+|instance)\.json$/.test(name);

/** The id of a data folder, made when it is first opened. */
function folderId(folder: string): string {
  const file = path.join(folder, 'folder');
  try {
    writeFileSync(file, randomUUID(), { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8');
}
