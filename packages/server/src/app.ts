import type { Engine } from '@platen/engine';
import type { FastifyInstance } from 'fastify';
import type { KeyVerifier } from './access/bootstrap-key.ts';
import { createGate } from './access/gate.ts';
import { Locks } from './access/locks.ts';
import { type Clock, steadyClock } from './clock.ts';
import type { Config } from './config.ts';
import { conversionRoutes } from './conversions/routes.ts';
import { HTTP_LIMITS, type HttpLimits } from './http/limits.ts';
import { createHttpServer } from './http/server.ts';
import { Lifecycle } from './lifecycle.ts';
import { healthRoutes } from './observe/health.ts';
import type { Log } from './observe/log.ts';

export interface AppOptions {
  readonly config: Pick<Config, 'allowHttp' | 'tls' | 'trustedProxies'>;
  readonly engine: Engine;
  readonly log: Log;
  readonly keys: KeyVerifier;
  readonly clock?: Clock;
  readonly lifecycle?: Lifecycle;
  readonly limits?: Partial<HttpLimits>;
}

/** Composes the HTTP service from its parts. It listens when the caller says so. */
export function createApp(options: AppOptions): FastifyInstance {
  const { config, engine, log, keys, clock = steadyClock, lifecycle = new Lifecycle() } = options;
  const limits = { ...HTTP_LIMITS, ...options.limits };
  const gate = createGate({
    keys,
    locks: new Locks(clock),
    log,
    allowHttp: config.allowHttp,
    trustedProxies: config.trustedProxies,
  });

  const app = createHttpServer({ limits, lifecycle, log, tls: config.tls });
  healthRoutes(app, { engine, lifecycle });
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => gate(request));
    conversionRoutes(scope, { engine, lifecycle, limits });
  });
  return app;
}
