/** Failures in a row after which starts are no longer tried at every request. */
const FAILURES = 3;
const SHORTEST_PAUSE = 2_000;
const LONGEST_PAUSE = 60_000;

/**
 * Keeps a browser that does not start from being started over and over. After a failure the next start waits two
 * seconds; after three in a row the circuit is open and the wait doubles, up to a minute. One start at a time is the
 * probe that closes it again.
 */
export class StartCircuit {
  readonly #now: () => number;
  #failures = 0;
  #notBefore = 0;

  /** @param now monotonic milliseconds */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get isOpen(): boolean {
    return this.#failures >= FAILURES;
  }

  /** Milliseconds until a start may be tried; 0 when one may now. */
  get wait(): number {
    return Math.max(0, this.#notBefore - this.#now());
  }

  succeeded(): void {
    this.#failures = 0;
    this.#notBefore = 0;
  }

  failed(): void {
    this.#failures += 1;
    const pause = Math.min(LONGEST_PAUSE, SHORTEST_PAUSE * 2 ** Math.max(0, this.#failures - FAILURES));
    this.#notBefore = this.#now() + pause;
  }
}
