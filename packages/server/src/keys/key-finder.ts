import { timingSafeEqual } from 'node:crypto';
import type { KeyCaller } from '../access/caller.ts';
import type { KeySource } from '../access/gate.ts';
import { isWellFormedKey } from '../access/key-format.ts';
import { RecentMap } from '../access/recent-map.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';
import type { KeyDigest } from './digest.ts';
import { BOOTSTRAP_ID, CALLER_COLUMNS, callerFrom } from './key-record.ts';
import { readKeysVersion } from './keys-version.ts';

export interface KeyFinderOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly digest: KeyDigest;
  /** Digest in the table of a key that need not have the form of one; undefined for any other key. */
  readonly exempt?: (key: Buffer) => Buffer | undefined;
}

const REMEMBERED = 10_000;
/** Milliseconds until a key is read again, whoever may have changed its row without telling. */
const KNOWN_LASTS = 30_000;
/** Milliseconds that a key is remembered as unknown. */
const UNKNOWN_LASTS = 5_000;
/** Milliseconds between looks at what other processes have changed. */
const LOOK_EVERY = 500;
/** Milliseconds without a successful look, after which nothing that is remembered counts. */
const STALE_AFTER = 900;

/**
 * Finds keys by their digest and remembers them. A change by this process counts at once, a change by another within
 * a second: the version of all keys is looked at twice a second, and while it cannot be, every key is looked up.
 */
export class KeyFinder implements KeySource {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #digest: KeyDigest;
  readonly #exempt: (key: Buffer) => Buffer | undefined;
  readonly #known = new RecentMap<{ readonly caller: KeyCaller; readonly at: number }>(REMEMBERED);
  /** When each was asked for. */
  readonly #unknown = new RecentMap<number>(REMEMBERED);
  readonly #running = new Map<string, Promise<KeyCaller | undefined>>();
  /** Grows with each change: what was read before it must not be remembered after it. */
  #changes = 0;
  #version: number | undefined;
  #seenAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor({ database, clock, digest, exempt = () => undefined }: KeyFinderOptions) {
    this.#database = database;
    this.#clock = clock;
    this.#digest = digest;
    this.#exempt = exempt;
  }

  find(key: Buffer): KeyCaller | undefined | Promise<KeyCaller | undefined> {
    const exempt = this.#exempt(key);
    if (exempt === undefined && !isWellFormedKey(key)) return undefined;
    const digest = exempt ?? this.#digest(key);
    const name = digest.toString('latin1');
    if (this.#isCurrent()) {
      const known = this.#known.get(name);
      if (known && this.#clock.now() - known.at < KNOWN_LASTS) return known.caller;
      const unknownAt = this.#unknown.get(name);
      if (unknownAt !== undefined && this.#clock.now() - unknownAt < UNKNOWN_LASTS) return undefined;
    }
    const running = this.#running.get(name) ?? this.#lookUp(name, digest, exempt !== undefined);
    this.#running.set(name, running);
    return running;
  }

  /** Forgets everything: some key was changed. */
  forget(): void {
    this.#changes += 1;
    this.#known.clear();
    this.#unknown.clear();
    this.#running.clear();
  }

  /** Looks at the changes of other processes, now and from now on. PGlite is for one process, which knows its own. */
  async watch(): Promise<void> {
    if (this.#database.kind === 'pglite' || this.#timer) return;
    const look = () => {
      this.#looking ??= this.#look().finally(() => {
        this.#looking = undefined;
      });
      return this.#looking;
    };
    this.#timer = setInterval(() => void look(), LOOK_EVERY).unref();
    await look();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  #isCurrent(): boolean {
    return this.#database.kind === 'pglite' || performance.now() - this.#seenAt < STALE_AFTER;
  }

  async #look(): Promise<void> {
    const begun = performance.now();
    try {
      const version = await readKeysVersion(this.#database.system);
      if (version !== this.#version) this.forget();
      this.#version = version;
      this.#seenAt = begun;
    } catch {
      // Nothing that is remembered counts until a look succeeds.
    }
  }

  async #lookUp(name: string, digest: Buffer, exempt: boolean): Promise<KeyCaller | undefined> {
    const changes = this.#changes;
    const begun = this.#clock.now();
    try {
      const row = await this.#database.system
        .selectFrom('api_keys')
        .select(CALLER_COLUMNS)
        .select(({ selectFrom }) =>
          selectFrom('organisations')
            .select('organisations.hipaa')
            .whereRef('organisations.id', '=', 'api_keys.organisation_id')
            .as('hipaa'),
        )
        .where('digest', '=', digest)
        .where('revoked_at', 'is', null)
        .executeTakeFirst();
      // The key of the environment ends when it is no longer there.
      const counts = row && timingSafeEqual(row.digest, digest) && (exempt || row.id !== BOOTSTRAP_ID);
      const caller = counts ? { ...callerFrom(row), hipaa: row.hipaa === true } : undefined;
      if (changes === this.#changes) {
        if (caller) this.#known.set(name, { caller, at: begun });
        else {
          this.#known.delete(name);
          this.#unknown.set(name, begun);
        }
      }
      return caller;
    } finally {
      if (changes === this.#changes) this.#running.delete(name);
    }
  }
}
