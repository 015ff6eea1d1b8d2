import { sql } from 'kysely';
import type { Database } from '../data/database.ts';
import type { Log, LogEvents } from '../log/log.ts';
import type { ListedObject } from '../objects/object-store.ts';
import type { Objects } from '../objects/objects.ts';
import type { JobStore } from './store.ts';

/** Milliseconds between looks for lost jobs. */
const LOST = 5_000;
/** Milliseconds between comparisons of rows and objects, and how old has to be what is found wrong. */
const COMPARE = 600_000;
const OLD = 3_600_000;
/** Names of one comparison. */
const NAMES = 1_000;

export interface SweeperOptions {
  readonly database: Database;
  readonly store: JobStore;
  readonly objects: Objects;
  readonly log: Log;
}

/** Puts right what was left behind, whichever process left it. Every process does it; each step can be done twice. */
export class Sweeper {
  readonly #options: SweeperOptions;
  #timers: readonly NodeJS.Timeout[] = [];
  readonly #working = new Map<string, Promise<unknown>>();

  constructor(options: SweeperOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timers = [
      setInterval(() => this.#soon('lost', () => this.#options.store.sweep()), LOST).unref(),
      setInterval(() => this.#soon('objects', () => this.compare()), COMPARE).unref(),
    ];
    this.#soon('lost', () => this.#options.store.sweep());
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all(this.#working.values());
  }

  /**
   * Compares what the store has with the rows. Objects that no row names, of workers that died between the two, are
   * removed; rows whose object is not there are told of: somebody else has removed it, or another store was named.
   */
  async compare(): Promise<void> {
    const { objects, log } = this.#options;
    const before = new Date(Date.now() - OLD);
    let removed = await objects.removeUnfinished(before);
    let missing = 0;
    let job: string | undefined;
    for await (const { after, upTo, page } of inRanges(objects.list(), NAMES)) {
      for (const name of await this.#unnamed(page.filter(({ writtenAt }) => writtenAt < before))) {
        await objects.remove(name);
        removed += 1;
      }
      const found = await this.#missing({ after, upTo, before, page });
      missing += found.count;
      job ??= found.job;
    }
    if (removed > 0) log.event('objects_swept', { count: removed });
    if (job !== undefined) log.event('objects_missing', { count: missing, job });
  }

  /** Those of the objects that no row names. */
  async #unnamed(page: readonly ListedObject[]): Promise<readonly string[]> {
    const { rows } = await sql<{ name: string }>`
      select name from unnest(${page.map(({ name }) => name)}::text[]) as listed (name)
      where not exists (select from job_outputs where object = name)
    `.execute(this.#options.database.system);
    return rows.map(({ name }) => name);
  }

  /** Results with names of a range that should be there, and are not among the objects of it. */
  async #missing({ after, upTo, before, page }: Range & { readonly before: Date }) {
    const { rows } = await sql<{ count: number; job: string | null }>`
      select count(*)::integer as count, min(job_id) as job from (
        select o.job_id from job_outputs o join jobs j on j.id = o.job_id
        where o.object collate "C" > ${after} and (${upTo}::text is null or o.object collate "C" <= ${upTo})
          and o.deleted_at is null and o.expires_at > now() and j.finished_at < ${before}
          and o.object <> all (${page.map(({ name }) => name)}::text[])
        limit ${NAMES}
      ) gone
    `.execute(this.#options.database.system);
    return { count: rows[0]?.count ?? 0, job: rows[0]?.job ?? undefined };
  }

  /** Of one kind one after the other; none waits for another kind. What fails is done at the next look. */
  #soon(what: LogEvents['sweep_failed']['what'], work: () => Promise<unknown>): void {
    if (this.#working.has(what)) return;
    const working = work()
      .catch(() => this.#options.log.event('sweep_failed', { what }))
      .finally(() => this.#working.delete(what));
    this.#working.set(what, working);
  }
}

/** Listed objects, and the names between which there are no others: after `after`, up to `upTo` or to the end. */
interface Range {
  readonly after: string;
  readonly upTo: string | null;
  readonly page: readonly ListedObject[];
}

async function* inRanges(objects: AsyncIterable<ListedObject>, size: number): AsyncGenerator<Range> {
  let after = '';
  let page: ListedObject[] = [];
  for await (const object of objects) {
    page.push(object);
    if (page.length < size) continue;
    yield { after, upTo: object.name, page };
    after = object.name;
    page = [];
  }
  yield { after, upTo: null, page };
}
