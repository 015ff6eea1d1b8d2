import type { Clock } from '../clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const FAILURES = 20;
const WINDOW = 5 * MINUTE;
const FIRST_LOCK = MINUTE;
const LONGEST_LOCK = HOUR;
/** After so long without a failure, the next lock is the first again. */
const FORGIVEN_AFTER = DAY;
const PROOF_LASTS = 30 * DAY;
/** Sources, and proofs, that are remembered; the ones unused for longest are forgotten first. */
const REMEMBERED = 10_000;

interface Source {
  failures: number[];
  lockedUntil: number;
  /** Length of the last lock; 0 if there was none. */
  lastLock: number;
  lastFailure: number;
}

/**
 * Locks against guessing, for each source: 20 refused keys within 5 minutes lock it for 1 minute, then 2, 4 … 60. A
 * lock stops guesses, not clients: a key that was proven from this source within 30 days still passes, so that one
 * misconfigured client cannot cut off everybody behind the same address.
 */
export class Locks {
  readonly #clock: Clock;
  readonly #sources = new RecentMap<Source>(REMEMBERED);
  readonly #proofs = new RecentMap<number>(REMEMBERED);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whole seconds until the source may guess again; 0 if it may now. */
  lockedSeconds(source: string): number {
    const until = this.#sources.get(source)?.lockedUntil ?? 0;
    return Math.max(0, Math.ceil((until - this.#clock.now()) / 1_000));
  }

  /** Counts a refused key. Gives the seconds of the lock that this one began, else 0. */
  fail(source: string): number {
    const now = this.#clock.now();
    const known = this.#sources.get(source);
    const state =
      known && now - known.lastFailure < FORGIVEN_AFTER
        ? known
        : { failures: [], lockedUntil: 0, lastLock: 0, lastFailure: 0 };
    state.lastFailure = now;
    state.failures = [...state.failures.filter((at) => now - at < WINDOW), now];
    this.#sources.set(source, state);
    if (state.failures.length < FAILURES) return 0;
    state.failures = [];
    state.lastLock = state.lastLock === 0 ? FIRST_LOCK : Math.min(state.lastLock * 2, LONGEST_LOCK);
    state.lockedUntil = now + state.lastLock;
    return state.lastLock / 1_000;
  }

  /** Remembers that this key was right, from this source. */
  prove(source: string, keyId: string): void {
    this.#proofs.set(`${source} ${keyId}`, this.#clock.now());
  }

  isProven(source: string, keyId: string): boolean {
    const at = this.#proofs.get(`${source} ${keyId}`);
    return at !== undefined && this.#clock.now() - at < PROOF_LASTS;
  }
}

/** A map that forgets what was set longest ago. */
class RecentMap<Value> {
  readonly #limit: number;
  readonly #entries = new Map<string, Value>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#limit) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}
