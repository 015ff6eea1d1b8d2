import type { FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { ApiError } from '../errors.ts';
import { onExchangeEnd } from '../http/exchange-end.ts';
import type { Caller } from './caller.ts';
import { Concurrency } from './concurrency.ts';
import { quotaHeaders } from './quota-headers.ts';
import { type Quota, RateLimit } from './rate-limit.ts';
import type { Admission, CallerLimit, SharedLimits } from './shared-limits.ts';

export interface KeyLimitOptions {
  readonly config: Pick<Config, 'rateLimit' | 'concurrencyPerKey'>;
  readonly clock: Clock;
  /** Counts over all servers. Default: this process counts what it answers itself, as it does while they are silent. */
  readonly shared?: SharedLimits;
}

/** What the plan of a caller allows; 0 sets no limit. */
export interface PlanQuotas {
  readonly requestsPerMinute: number;
  readonly concurrentRequests: number;
}

/** What one caller may ask: requests a minute, and requests under way at once. */
export class KeyLimits {
  readonly #config: KeyLimitOptions['config'];
  readonly #clock: Clock;
  readonly #shared: SharedLimits | undefined;
  /** By requests at once: plans may differ. */
  readonly #concurrencies = new Map<number, Concurrency>();
  /** By requests a minute: keys may have limits of their own. */
  readonly #rates = new Map<number, RateLimit>();

  constructor({ config, clock, shared }: KeyLimitOptions) {
    this.#config = config;
    this.#clock = clock;
    this.#shared = shared;
  }

  /** Requests a minute of a caller; 0 sets no limit. A key may have a limit of its own, or be free of any. */
  rateOf(caller: Caller, plan?: PlanQuotas): number {
    const own = caller.kind === 'key' ? caller.rateLimit : undefined;
    return own === 0 ? 0 : stricter(own ?? this.#config.rateLimit, plan?.requestsPerMinute);
  }

  /** Requests of a caller at the same time; 0 sets no limit. */
  concurrencyOf(plan?: PlanQuotas): number {
    return stricter(this.#config.concurrencyPerKey, plan?.concurrentRequests);
  }

  /**
   * Counts a request until its answer has gone. Every answer, a refusal too, says what is left.
   * @param options.relays Whether its work is done by requests of the same caller: those are concurrent, it is not
   */
  async admit(
    caller: Caller,
    reply: FastifyReply,
    { plan, relays = false }: { readonly plan?: PlanQuotas | undefined; readonly relays?: boolean | undefined } = {},
  ): Promise<ApiError | undefined> {
    const limit = { rate: this.rateOf(caller, plan), concurrency: relays ? 0 : this.concurrencyOf(plan) };
    if (limit.rate === 0 && limit.concurrency === 0) return undefined;
    const admission = (await this.#shared?.take(caller.id, limit)) ?? this.#take(caller.id, limit);
    const { rate, free, refused, release } = admission;
    if (release) onExchangeEnd(reply.raw, release);
    reply.headers(
      quotaHeaders({
        ...(limit.rate > 0 && { rate: { limit: limit.rate, quota: rate } }),
        ...(limit.concurrency > 0 && { concurrency: { limit: limit.concurrency, free } }),
        now: this.#clock.now(),
      }),
    );
    if (refused === 'concurrency') return new ApiError('concurrency_limited');
    return refused === 'rate' ? new ApiError('rate_limited', { retryAfter: rate.nextIn / 1_000 }) : undefined;
  }

  /** Decides by what this process has answered. */
  #take(id: string, limit: CallerLimit): Admission {
    const [rate, concurrency] = [this.#rate(limit.rate), this.#concurrency(limit.concurrency)];
    const look = () => ({ rate: rate?.look(id) ?? NO_QUOTA, free: concurrency?.free(id) ?? 0 });
    // What finds no slot does not count, so that waiting for one does not use up the minute.
    if (concurrency && concurrency.free(id) <= 0) return { ...look(), refused: 'concurrency' };
    if (rate && !rate.take(id)) return { ...look(), refused: 'rate' };
    const release = concurrency?.enter(id);
    return { ...look(), ...(release && { release }) };
  }

  #rate(limit: number): RateLimit | undefined {
    if (limit === 0) return undefined;
    const rate = this.#rates.get(limit) ?? new RateLimit({ limit, clock: this.#clock });
    this.#rates.set(limit, rate);
    return rate;
  }

  #concurrency(limit: number): Concurrency | undefined {
    if (limit === 0) return undefined;
    const concurrency = this.#concurrencies.get(limit) ?? new Concurrency(limit);
    this.#concurrencies.set(limit, concurrency);
    return concurrency;
  }
}

const NO_QUOTA: Quota = { remaining: 0, nextIn: 0, wholeIn: 0 };

/** The lower of two limits, where 0 is none. */
function stricter(one: number, other = 0): number {
  return one === 0 || other === 0 ? one + other : Math.min(one, other);
}
