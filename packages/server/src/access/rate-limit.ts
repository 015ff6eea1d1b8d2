import type { Clock } from '../clock.ts';

/** Milliseconds in which a whole quota comes back. */
export const RATE_WINDOW = 60_000;

/** What one client may still send. */
export interface Quota {
  /** Requests that may follow now. */
  readonly remaining: number;
  /** Milliseconds until one more may follow; 0 when the quota is whole. */
  readonly nextIn: number;
  /** Milliseconds until the quota is whole, if nothing is sent until then. */
  readonly wholeIn: number;
}

/** Keeps rounding of fractions of a request from costing a client a whole one. */
const TOLERANCE = 1e-6;

/** What is left of a limit that is whole again in `wholeIn` milliseconds. */
export function quotaOf(wholeIn: number, limit: number): Quota {
  const interval = RATE_WINDOW / limit;
  const remaining = Math.max(0, Math.floor(limit - wholeIn / interval + TOLERANCE));
  const nextIn = remaining === limit ? 0 : wholeIn - (limit - remaining - 1) * interval;
  return { remaining, nextIn, wholeIn };
}

/**
 * A quota of requests a minute for each client, by the generic cell rate algorithm (GCRA, ITU-T I.371): a client that
 * was quiet may send its whole quota at once, and each request comes back after its share of the minute. All that is
 * kept of a client is one instant, for two minutes at most.
 */
export class RateLimit {
  readonly limit: number;
  readonly #clock: Clock;
  readonly #interval: number;
  /** When the quota of each client is whole again, in milliseconds of the clock. */
  #recent = new Map<string, number>();
  #older = new Map<string, number>();
  #turnedAt: number;

  /** @param options.limit requests a minute, 1 or more */
  constructor({ limit, clock }: { readonly limit: number; readonly clock: Clock }) {
    this.limit = limit;
    this.#clock = clock;
    this.#interval = RATE_WINDOW / limit;
    this.#turnedAt = clock.now();
  }

  /** Clients that are remembered. */
  get size(): number {
    return this.#recent.size + this.#older.size;
  }

  /** Counts a request. False if it is one too many: then it does not count. */
  take(client: string): boolean {
    const { remaining, wholeIn } = this.look(client);
    if (remaining === 0) return false;
    const now = this.#clock.now();
    this.#forgetWhole(now);
    this.#older.delete(client);
    this.#recent.set(client, now + wholeIn + this.#interval);
    return true;
  }

  /** What a client may still send. */
  look(client: string): Quota {
    const now = this.#clock.now();
    return quotaOf(Math.max(0, (this.#recent.get(client) ?? this.#older.get(client) ?? now) - now), this.limit);
  }

  /**
   * A window after its last request every quota is whole again: what was not used for so long is dropped together, and
   * need not be looked at one by one.
   */
  #forgetWhole(now: number): void {
    const passed = now - this.#turnedAt;
    if (passed < RATE_WINDOW) return;
    this.#older = passed < 2 * RATE_WINDOW ? this.#recent : new Map();
    this.#recent = new Map();
    this.#turnedAt = now;
  }
}
