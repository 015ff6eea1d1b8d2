import type { FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { ApiError } from '../errors.ts';
import { onExchangeEnd } from '../http/exchange-end.ts';
import type { Caller } from './caller.ts';
import { Concurrency } from './concurrency.ts';
import { quotaHeaders } from './quota-headers.ts';
import { RateLimit } from './rate-limit.ts';

export interface KeyLimitOptions {
  readonly config: Pick<Config, 'rateLimit' | 'concurrencyPerKey'>;
  readonly clock: Clock;
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
  /** By requests at once: plans may differ. */
  readonly #concurrencies = new Map<number, Concurrency>();
  /** By requests a minute: keys may have limits of their own. */
  readonly #rates = new Map<number, RateLimit>();

  constructor({ config, clock }: KeyLimitOptions) {
    this.#config = config;
    this.#clock = clock;
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

  /** Counts a request until its answer has gone. Every answer, a refusal too, says what is left. */
  admit(caller: Caller, reply: FastifyReply, plan?: PlanQuotas): ApiError | undefined {
    const rate = this.#rate(this.rateOf(caller, plan));
    const concurrency = this.#concurrency(this.concurrencyOf(plan));
    const refusal = this.#take(caller.id, { rate, concurrency }, reply);
    reply.headers(
      quotaHeaders({
        rate: rate && { limit: rate.limit, quota: rate.look(caller.id) },
        concurrency: concurrency && { limit: concurrency.limit, free: concurrency.free(caller.id) },
        now: this.#clock.now(),
      }),
    );
    return refusal;
  }

  #take(id: string, { rate, concurrency }: CallerLimits, reply: FastifyReply): ApiError | undefined {
    // What finds no slot does not count, so that waiting for one does not use up the minute.
    if (concurrency && concurrency.free(id) <= 0) return new ApiError('concurrency_limited');
    if (rate && !rate.take(id)) return new ApiError('rate_limited', { retryAfter: rate.look(id).nextIn / 1_000 });
    const release = concurrency?.enter(id);
    if (release) onExchangeEnd(reply.raw, release);
    return undefined;
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

interface CallerLimits {
  readonly rate?: RateLimit;
  readonly concurrency?: Concurrency;
}

/** The lower of two limits, where 0 is none. */
function stricter(one: number, other = 0): number {
  return one === 0 || other === 0 ? one + other : Math.min(one, other);
}
