import { sql } from 'kysely';
import type { KeyUses } from '../access/gate.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';
import type { Log } from '../log/log.ts';

/** Milliseconds between writes: one a key at most. */
const EVERY = 5_000;
const MOST_WAITING = 10_000;
const PART = 500;

interface Use {
  readonly at: number;
  readonly address: string;
}

/** When each key was used last, and from where; written together, a few seconds late. */
export class LastUse implements KeyUses {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #log: Log | undefined;
  readonly #uses = new Map<string, Use>();
  #timer: NodeJS.Timeout | undefined;

  constructor({ database, clock, log }: { readonly database: Database; readonly clock: Clock; readonly log?: Log }) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
  }

  used(keyId: string, address: string): void {
    if (this.#uses.size >= MOST_WAITING && !this.#uses.has(keyId)) return;
    this.#uses.set(keyId, { at: this.#clock.now(), address });
    this.#timer ??= setTimeout(() => void this.flush(), EVERY).unref();
  }

  /** Writes what waits. What cannot be written is forgotten: the next use tells again. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const uses = [...this.#uses];
    this.#uses.clear();
    try {
      for (let at = 0; at < uses.length; at += PART) await this.#write(uses.slice(at, at + PART));
    } catch {
      this.#log?.event('records_unwritten', { kind: 'last_use', count: uses.length });
    }
  }

  async #write(uses: readonly (readonly [string, Use])[]): Promise<void> {
    const ids = uses.map(([id]) => id);
    const times = uses.map(([, { at }]) => new Date(Math.floor(at)));
    const addresses = uses.map(([, { address }]) => address);
    await sql`
      update api_keys set
        last_used_at = greatest(api_keys.last_used_at, used.at),
        last_used_address = used.address
      from unnest(${ids}::text[], ${times}::timestamptz[], ${addresses}::text[]) as used (id, at, address)
      where api_keys.id = used.id
    `.execute(this.#database.system);
  }
}
