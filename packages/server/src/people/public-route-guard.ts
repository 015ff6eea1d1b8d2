import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Locks } from '../access/locks.ts';
import { RateLimit } from '../access/rate-limit.ts';
import { refuseCrossSite } from '../access/same-origin.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { ApiError, type ApiErrorCode } from '../errors.ts';
import { setBodyGroup } from '../http/body-group.ts';
import type { Log } from '../log/log.ts';
import { clientOf } from '../network/client.ts';
import { networkOf, sourceOf } from '../network/source.ts';

export interface PublicRouteGuardOptions {
  readonly config: Pick<Config, 'allowHttp' | 'trustedProxies' | 'publicUrl' | 'signUp'>;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly log: Log;
}

/** Errors that answer a wrong guess. */
const GUESSES: readonly ApiErrorCode[] = ['invalid_credentials', 'invalid_link', 'invalid_key'];

/** Most requests a minute of one source that change something: each may cost a slow password hash. */
const A_MINUTE = 60;

/** Protects the routes that need no key and no session, which is where passwords and codes are guessed. */
export class PublicRouteGuard {
  readonly #options: PublicRouteGuardOptions;
  readonly #limit: RateLimit;

  constructor(options: PublicRouteGuardOptions) {
    this.#options = options;
    this.#limit = new RateLimit({ limit: A_MINUTE, clock: options.clock });
  }

  /** Refuses requests over plain http, from pages of other sites, and beyond the rate limit. */
  protect(scope: FastifyInstance): void {
    const { config } = this.#options;
    scope.addHook('onRequest', async (request) => {
      if (!clientOf(request, config).confidential && !config.allowHttp) throw new ApiError('https_required');
      refuseCrossSite(request, config.publicUrl);
      if (request.method === 'GET' || request.method === 'HEAD') return;
      const source = this.#sourceOf(request);
      setBodyGroup(request, source);
      if (this.#limit.take(source)) return;
      throw new ApiError('rate_limited', { retryAfter: this.#limit.look(source).nextIn / 1_000 });
    });
  }

  /**
   * Lets a password or a code be tried. A wrong one counts for the lock of its source, as a wrong key does; a source
   * that is locked may not try. A browser that the account was used in before is a source of its own: nobody who shares
   * its address can keep it out.
   * @param device that browser, if it is one
   * @throws ApiError `locked`
   */
  async attempt<Value>(request: FastifyRequest, work: () => Promise<Value>, device?: string): Promise<Value> {
    const { locks, log } = this.#options;
    const source = device === undefined ? this.#sourceOf(request) : `device ${device}`;
    const seconds = locks.lockedSeconds(source);
    if (seconds > 0) throw new ApiError('locked', { retryAfter: seconds });
    try {
      return await work();
    } catch (error) {
      if (error instanceof ApiError && GUESSES.includes(error.code)) {
        const begun = locks.fail(source);
        if (begun > 0) log.event('source_locked', { seconds: begun });
      }
      throw error;
    }
  }

  /** The network that a request comes from. */
  networkOf(request: FastifyRequest): string {
    return networkOf(clientOf(request, this.#options.config).address);
  }

  #sourceOf(request: FastifyRequest): string {
    return sourceOf(clientOf(request, this.#options.config).address);
  }
}
