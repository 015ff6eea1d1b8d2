import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import { ApiError } from '../errors.ts';
import { onExchangeEnd } from '../http/exchange-end.ts';
import { Concurrency } from './concurrency.ts';
import { keyOf } from './key-of-request.ts';
import { quotaHeaders } from './quota-headers.ts';
import { RateLimit } from './rate-limit.ts';

export interface KeyLimitOptions {
  readonly config: Pick<Config, 'rateLimit' | 'concurrencyPerKey'>;
  readonly clock: Clock;
}

/**
 * Limits what one key may ask of a scope: requests a minute, and requests under way at once. Every answer, a refusal
 * too, says what is left. Belongs behind the gate and before whatever reads the body.
 */
export function limitByKey(scope: FastifyInstance, { config, clock }: KeyLimitOptions): void {
  const rate = config.rateLimit > 0 ? new RateLimit({ limit: config.rateLimit, clock }) : undefined;
  const concurrency = config.concurrencyPerKey > 0 ? new Concurrency(config.concurrencyPerKey) : undefined;

  const admit = (key: string, reply: FastifyReply): ApiError | undefined => {
    // What finds no slot does not count, so that waiting for one does not use up the minute.
    if (concurrency?.free(key) === 0) return new ApiError('concurrency_limited');
    if (rate && !rate.take(key)) return new ApiError('rate_limited', { retryAfter: rate.look(key).nextIn / 1_000 });
    const release = concurrency?.enter(key);
    if (release) onExchangeEnd(reply.raw, release);
    return undefined;
  };

  scope.addHook('onRequest', (request, reply, done) => {
    const key = keyOf(request);
    const refusal = admit(key, reply);
    reply.headers(
      quotaHeaders({
        rate: rate && { limit: rate.limit, quota: rate.look(key) },
        concurrency: concurrency && { limit: concurrency.limit, free: concurrency.free(key) },
        now: clock.now(),
      }),
    );
    done(refusal);
  });
}
