import type { FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
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

/** What one caller may ask: requests a minute, and requests under way at once. */
export class KeyLimits {
  readonly #config: KeyLimitOptions['config'];
  readonly #clock: Clock;
  readonly #concurrency: Concurrency | undefined;
  /** By requests a minute: keys may have limits of their own. */
  readonly #rates = new Map<number, RateLimit>();

  constructor({ config, clock }: KeyLimitOptions) {
    this.#config = config;
    this.#clock = clock;
    this.#concurrency = config.concurrencyPerKey > 0 ? new Concurrency(config.concurrencyPerKey) : undefined;
  }

  /** Requests a minute of a caller; 0 sets no limit. */
  rateOf(caller: Caller): number {
    return (caller.kind === 'key' ? caller.rateLimit : undefined) ?? this.#config.rateLimit;
  }

  /** Counts a request until its answer has gone. Every answer, a refusal too, says what is left. */
  admit(caller: Caller, reply: FastifyReply): ApiError | undefined {
    const rate = this.#rate(this.rateOf(caller));
    const refusal = this.#take(caller.id, rate, reply);
    const concurrency = this.#concurrency;
    reply.headers(
      quotaHeaders({
        rate: rate && { limit: rate.limit, quota: rate.look(caller.id) },
        concurrency: concurrency && { limit: concurrency.limit, free: concurrency.free(caller.id) },
        now: this.#clock.now(),
      }),
    );
    return refusal;
  }

  #take(id: string, rate: RateLimit | undefined, reply: FastifyReply): ApiError | undefined {
    // What finds no slot does not count, so that waiting for one does not use up the minute.
    if (this.#concurrency?.free(id) === 0) return new ApiError('concurrency_limited');
    if (rate && !rate.take(id)) return new ApiError('rate_limited', { retryAfter: rate.look(id).nextIn / 1_000 });
    const release = this.#concurrency?.enter(id);
    if (release) onExchangeEnd(reply.raw, release);
    return undefined;
  }

  #rate(limit: number): RateLimit | undefined {
    if (limit === 0) return undefined;
    const rate = this.#rates.get(limit) ?? new RateLimit({ limit, clock: this.#clock });
    this.#rates.set(limit, rate);
    return rate;
  }
}
