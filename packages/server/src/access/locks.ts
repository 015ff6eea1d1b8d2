import type { Clock } from '../clock.ts';
import { RecentMap } from './recent-map.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const FAILURES = 20;
const WINDOW = 5 * MINUTE;
const FIRST_LOCK = MINUTE;
const LONGEST_LOCK = HOUR;
/** After so long without a failure, the next lock is the first again. */
export const FORGIVEN_AFTER = DAY;
export const PROOF_LASTS = 30 * DAY;
/** Sources, and proofs, that are remembered; the ones unused for longest are forgotten first. */
const REMEMBERED = 10_000;

/** What is known of a source of guesses. Times are milliseconds since the Unix epoch. */
export interface GuessingSource {
  /** Those within the window that no lock has answered yet. */
  readonly failures: readonly number[];
  readonly lockedUntil: number;
  /** Milliseconds that the last lock took; 0 if there was none. */
  readonly lastLock: number;
  readonly lastFailure: number;
}

/** Where locks and proofs outlive the process. */
export interface LockMemory {
  /** Notified of every failure; may write it a moment later. */
  failed(source: string, state: GuessingSource): void;
  /** Notified of every request with a valid key; may write it a moment later. */
  proven(source: string, keyId: string, at: number): void;
  /** Keys that were proven from a source since a time. */
  proofs(source: string, since: number): Promise<readonly { readonly keyId: string; readonly at: number }[]>;
}

/**
 * Locks against guessing, for each source: 20 refused keys within 5 minutes lock it for 1 minute, then 2, 4 … 60. A
 * lock stops guesses, not clients: a key that was proven from this source within 30 days still passes, so that one
 * misconfigured client cannot cut off everybody behind the same address.
 */
export class Locks {
  readonly #clock: Clock;
  readonly #memory: LockMemory | undefined;
  readonly #sources = new RecentMap<GuessingSource>(REMEMBERED);
  readonly #proofs = new RecentMap<number>(REMEMBERED);
  /** How many proofs were read for a lock. */
  readonly #recalled = new RecentMap<{ readonly lockedUntil: number; readonly count: Promise<number> }>(REMEMBERED);

  /** @param memory outlives the process; without one, a restart forgets */
  constructor(clock: Clock, memory?: LockMemory) {
    this.#clock = clock;
    this.#memory = memory;
  }

  /**
   * Whole seconds until the source may guess again; 0 if it may now. A lock that would last longer than the longest was
   * written by a clock that has been set back since: it is over.
   */
  lockedSeconds(source: string): number {
    const left = (this.#sources.get(source)?.lockedUntil ?? 0) - this.#clock.now();
    return left > LONGEST_LOCK + MINUTE ? 0 : Math.max(0, Math.ceil(left / 1_000));
  }

  /** Counts a refused key. Gives the seconds of the lock that this one began, else 0. */
  fail(source: string): number {
    const now = this.#clock.now();
    const known = this.#sources.get(source);
    const before = known && now - known.lastFailure < FORGIVEN_AFTER ? known : undefined;
    const failures = [...(before?.failures ?? []).filter((at) => now - at < WINDOW), now];
    const begins = failures.length >= FAILURES;
    const lastLock = before?.lastLock ?? 0;
    const lock = lastLock === 0 ? FIRST_LOCK : Math.min(lastLock * 2, LONGEST_LOCK);
    const state: GuessingSource = begins
      ? { failures: [], lockedUntil: now + lock, lastLock: lock, lastFailure: now }
      : { failures, lockedUntil: before?.lockedUntil ?? 0, lastLock, lastFailure: now };
    this.#sources.set(source, state);
    this.#memory?.failed(source, state);
    return begins ? lock / 1_000 : 0;
  }

  /** Takes over what another process, or the one before, knows of a source. */
  learn(source: string, state: GuessingSource): void {
    const known = this.#sources.get(source);
    if (!known) this.#sources.set(source, state);
    else if (state.lockedUntil > known.lockedUntil) {
      const lastFailure = Math.max(known.lastFailure, state.lastFailure);
      this.#sources.set(source, { ...state, failures: [], lastFailure });
    }
  }

  /** Remembers that this key was right, from this source. */
  prove(source: string, keyId: string): void {
    const now = this.#clock.now();
    this.#proofs.set(`${source} ${keyId}`, now);
    this.#memory?.proven(source, keyId, now);
  }

  /** Whether any key may have been right from this source; asked of locked ones, once a lock. */
  async hasProofs(source: string): Promise<boolean> {
    if (!this.#memory) return true;
    const lockedUntil = this.#sources.get(source)?.lockedUntil ?? 0;
    const known = this.#recalled.get(source);
    if (known?.lockedUntil === lockedUntil) return (await known.count) > 0;
    const count = this.#recall(source, this.#memory);
    this.#recalled.set(source, { lockedUntil, count });
    try {
      return (await count) > 0;
    } catch (error) {
      this.#recalled.delete(source);
      throw error;
    }
  }

  isProven(source: string, keyId: string): boolean {
    const at = this.#proofs.get(`${source} ${keyId}`);
    return at !== undefined && this.#clock.now() - at < PROOF_LASTS;
  }

  async #recall(source: string, memory: LockMemory): Promise<number> {
    const proofs = await memory.proofs(source, this.#clock.now() - PROOF_LASTS);
    for (const { keyId, at } of proofs) {
      const known = this.#proofs.get(`${source} ${keyId}`) ?? 0;
      this.#proofs.set(`${source} ${keyId}`, Math.max(known, at));
    }
    return proofs.length;
  }
}
