import { sql } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';
import type { Log } from '../log/log.ts';
import { FORGIVEN_AFTER, type GuessingSource, type LockMemory, type Locks, PROOF_LASTS } from './locks.ts';
import { RecentMap } from './recent-map.ts';

/** Milliseconds between writes. */
const EVERY = 1_000;
/** A proof is written anew when the one in the database is so old. */
const PROOF_RENEWED = 24 * 3_600_000;
/** Sources and proofs that wait to be written; what is beyond is forgotten, and only in front of a restart. */
const MOST_WAITING = 10_000;
const PROOFS_READ = 1_000;
/** Milliseconds between removals of what is over. */
const SWEEP = 3_600_000;

export interface LockStoreOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log?: Log;
}

/** Locks and proofs in the database, so that they survive a restart. Written together, once a second at most. */
export class LockStore implements LockMemory {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #log: Log | undefined;
  readonly #sources = new Map<string, GuessingSource>();
  readonly #proofs = new Map<string, { readonly source: string; readonly keyId: string; readonly at: number }>();
  readonly #written = new RecentMap<number>(MOST_WAITING);
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #sweptAt = 0;

  constructor({ database, clock, log }: LockStoreOptions) {
    this.#database = database;
    this.#clock = clock;
    this.#log = log;
  }

  failed(source: string, state: GuessingSource): void {
    if (this.#sources.size >= MOST_WAITING && !this.#sources.has(source)) return;
    this.#sources.set(source, state);
    this.#schedule();
  }

  proven(source: string, keyId: string, at: number): void {
    const name = `${source} ${keyId}`;
    if (at - (this.#written.get(name) ?? 0) < PROOF_RENEWED || this.#proofs.size >= MOST_WAITING) return;
    this.#written.set(name, at);
    this.#proofs.set(name, { source, keyId, at });
    this.#schedule();
  }

  async proofs(source: string, since: number) {
    await this.flush();
    const rows = await this.#database.system
      .selectFrom('key_proofs')
      .select(['key_id', 'proven_at'])
      .where('source', '=', source)
      .where('proven_at', '>', new Date(since))
      .limit(PROOFS_READ)
      .execute();
    return rows.map(({ key_id, proven_at }) => ({ keyId: key_id, at: proven_at.getTime() }));
  }

  /** Tells `locks` what is known of sources that failed since `since`: at the start, and of other processes. */
  async teach(locks: Locks, since: number = this.#clock.now() - FORGIVEN_AFTER): Promise<void> {
    const rows = await this.#database.system
      .selectFrom('key_locks')
      .selectAll()
      .where('last_failure', '>', new Date(since))
      .orderBy('last_failure')
      .limit(MOST_WAITING)
      .execute();
    for (const { source, failures, locked_until, last_lock, last_failure } of rows) {
      locks.learn(source, {
        failures: failures.map((at) => at.getTime()),
        lockedUntil: locked_until?.getTime() ?? 0,
        lastLock: last_lock * 1_000,
        lastFailure: last_failure.getTime(),
      });
    }
  }

  /** Writes what waits; resolves when it is written, or when that has failed and waits again. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#write());
    await this.#writing;
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.flush(), EVERY).unref();
  }

  async #write(): Promise<void> {
    const sources = [...this.#sources];
    const proofs = [...this.#proofs.values()];
    this.#sources.clear();
    this.#proofs.clear();
    try {
      if (sources.length > 0) await this.#writeSources(sources);
      if (proofs.length > 0) await this.#writeProofs(proofs);
      if (sources.length + proofs.length > 0) await this.#sweep();
    } catch {
      this.#log?.event('records_unwritten', { kind: 'locks', count: sources.length + proofs.length });
      for (const [source, state] of sources) if (!this.#sources.has(source)) this.#sources.set(source, state);
      for (const proof of proofs) this.#proofs.set(`${proof.source} ${proof.keyId}`, proof);
      this.#schedule();
    }
  }

  async #writeSources(sources: readonly (readonly [string, GuessingSource])[]): Promise<void> {
    const values = sources.map(([source, state]) => ({
      source,
      failures: state.failures.map(instant),
      locked_until: state.lockedUntil === 0 ? null : instant(state.lockedUntil),
      last_lock: Math.round(state.lastLock / 1_000),
      last_failure: instant(state.lastFailure),
    }));
    for (const part of parts(values)) {
      await this.#database.system
        .insertInto('key_locks')
        .values(part)
        .onConflict((conflict) =>
          conflict.column('source').doUpdateSet((row) => ({
            failures: row.ref('excluded.failures'),
            // Another process may know of a later lock; it is forgiven after a day without a failure.
            last_lock: sql<number>`case
              when excluded.locked_until >= coalesce(key_locks.locked_until, '-infinity')
                or excluded.last_failure - key_locks.last_failure > make_interval(secs => ${FORGIVEN_AFTER / 1_000})
              then excluded.last_lock else key_locks.last_lock end`,
            locked_until: sql<Date>`greatest(key_locks.locked_until, excluded.locked_until)`,
            last_failure: sql<Date>`greatest(key_locks.last_failure, excluded.last_failure)`,
          })),
        )
        .execute();
    }
  }

  async #writeProofs(proofs: readonly { source: string; keyId: string; at: number }[]): Promise<void> {
    const values = proofs.map(({ source, keyId, at }) => ({ source, key_id: keyId, proven_at: instant(at) }));
    for (const part of parts(values)) {
      await this.#database.system
        .insertInto('key_proofs')
        .values(part)
        .onConflict((conflict) =>
          conflict
            .columns(['source', 'key_id'])
            .doUpdateSet({ proven_at: sql<Date>`greatest(key_proofs.proven_at, excluded.proven_at)` }),
        )
        .execute();
    }
  }

  /** Removes what is over, now and then: attackers must not fill the disk. */
  async #sweep(): Promise<void> {
    const now = this.#clock.now();
    if (now - this.#sweptAt < SWEEP) return;
    this.#sweptAt = now;
    const { system } = this.#database;
    await system
      .deleteFrom('key_locks')
      .where('last_failure', '<', instant(now - FORGIVEN_AFTER))
      .execute();
    await system
      .deleteFrom('key_proofs')
      .where('proven_at', '<', instant(now - PROOF_LASTS))
      .execute();
  }
}

const instant = (milliseconds: number): Date => new Date(Math.floor(milliseconds));

/** A statement takes 65,535 parameters at most. */
function* parts<Value>(values: readonly Value[]): Generator<readonly Value[]> {
  for (let at = 0; at < values.length; at += 500) yield values.slice(at, at + 500);
}
