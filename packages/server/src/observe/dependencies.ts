import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';

/** Whether what requests depend on beside the browser works. */
export interface DependencyStates {
  readonly database: 'ok' | 'unavailable';
  /** The disk of the data folder. */
  readonly storage: 'ok' | 'unavailable';
}

export interface DependenciesOptions {
  readonly database: Database;
  readonly dataFolder: string;
  readonly clock: Clock;
}

/** Milliseconds for which an answer stands: whoever asks often costs nothing. */
const STANDS = 1_000;
/** Milliseconds after which PostgreSQL counts as away. PGlite is in the process: it may be busy, but is there. */
const PATIENCE = 3_000;
/** Bytes that are written to see that the disk takes some. */
const PROBE = Buffer.alloc(64 * 1024, 'x');

/** Asks the database and writes to the disk, when somebody wants to know and at most once a second. */
export class Dependencies {
  readonly #options: DependenciesOptions;
  readonly #file: string;
  #states: Promise<DependencyStates> | undefined;
  #until = 0;

  constructor(options: DependenciesOptions) {
    this.#options = options;
    this.#file = path.join(options.dataFolder, `.health-${randomUUID()}`);
  }

  /** Never rejects. */
  async look(): Promise<DependencyStates> {
    const now = this.#options.clock.now();
    if (this.#states === undefined || now >= this.#until) {
      this.#until = now + STANDS;
      this.#states = this.#look();
    }
    return await this.#states;
  }

  async #look(): Promise<DependencyStates> {
    const [database, storage] = await Promise.all([this.#asksDatabase(), this.#writesFile()]);
    return { database: database ? 'ok' : 'unavailable', storage: storage ? 'ok' : 'unavailable' };
  }

  async #asksDatabase(): Promise<boolean> {
    const { database } = this.#options;
    const answered = sql`select 1`.execute(database.system).then(
      () => true,
      () => false,
    );
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(database.kind === 'pglite'), PATIENCE);
    });
    return await Promise.race([answered, late]).finally(() => clearTimeout(timer));
  }

  async #writesFile(): Promise<boolean> {
    try {
      await writeFile(this.#file, PROBE, { mode: 0o600 });
      return true;
    } catch {
      return false;
    } finally {
      await rm(this.#file, { force: true }).catch(() => {});
    }
  }
}
