import type { Clock } from './clock.ts';

/**
 * Circuit breaker of one provider: after some failures in a row it lets nothing through for a while, then one trial
 * request. A provider that is down costs its callers milliseconds then, not timeouts.
 */
export class CircuitBreaker {
  readonly #clock: Clock;
  readonly #limits: BreakerLimits;
  #failures = 0;
  #openUntil = 0;

  constructor(clock: Clock, limits: BreakerLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Whether a request may go out. After the pause one caller gets through, and the others wait for its outcome. */
  admit(): boolean {
    if (this.#failures < this.#limits.failures) return true;
    if (this.#clock.now() < this.#openUntil) return false;
    this.#openUntil = this.#clock.now() + this.#limits.pauseMs;
    return true;
  }

  succeed(): void {
    this.#failures = 0;
  }

  /** Notes a failure. A provider that names a long wait is left alone at once. */
  fail(retryAfterMs: number | null): void {
    const long = retryAfterMs !== null && retryAfterMs > this.#limits.longWaitMs;
    this.#failures = long ? Math.max(this.#failures, this.#limits.failures) : this.#failures + 1;
    if (this.#failures < this.#limits.failures) return;
    const pause = long ? Math.min(retryAfterMs, this.#limits.longestPauseMs) : this.#limits.pauseMs;
    this.#openUntil = this.#clock.now() + pause;
  }

  /** Milliseconds until the next trial; 0 when requests may go out. */
  get remainingMs(): number {
    return this.#failures < this.#limits.failures ? 0 : Math.max(0, this.#openUntil - this.#clock.now());
  }
}

export interface BreakerLimits {
  /** Failures in a row that open the circuit. */
  readonly failures: number;
  readonly pauseMs: number;
  /** A named wait above this opens the circuit at once. */
  readonly longWaitMs: number;
  readonly longestPauseMs: number;
}
