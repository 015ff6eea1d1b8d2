import type { Engine } from '@platen/engine';
import type { FastifyInstance } from 'fastify';
import type { KeyVerifier } from './access/bootstrap-key.ts';
import { createGate } from './access/gate.ts';
import { limitByKey } from './access/key-limits.ts';
import { Locks } from './access/locks.ts';
import { type Clock, steadyClock } from './clock.ts';
import type { Config } from './config.ts';
import { conversionRoutes } from './conversions/routes.ts';
import { HTTP_LIMITS, type HttpLimits } from './http/limits.ts';
import { createHttpServer } from './http/server.ts';
import { Lifecycle } from './lifecycle.ts';
import { healthRoutes } from './observe/health.ts';
import type { Log } from './observe/log.ts';
import { LoopDelay } from './observe/loop-delay.ts';
import { Metrics } from './observe/metrics.ts';
import { metricsRoute } from './observe/metrics-route.ts';
import type { Traces } from './observe/traces.ts';
import { referenceRoutes } from './reference/routes.ts';

export interface AppOptions {
  readonly config: Pick<
    Config,
    'allowHttp' | 'concurrencyPerKey' | 'metricsToken' | 'rateLimit' | 'tls' | 'trustedProxies'
  >;
  readonly engine: Engine;
  readonly log: Log;
  readonly keys: KeyVerifier;
  readonly clock?: Clock;
  readonly lifecycle?: Lifecycle;
  readonly limits?: Partial<HttpLimits>;
  readonly metrics?: Metrics;
  readonly traces?: Traces;
}

/** Composes the HTTP service from its parts. It listens when the caller says so. */
export function createApp(options: AppOptions): FastifyInstance {
  const { config, engine, keys, traces, clock = steadyClock, lifecycle = new Lifecycle() } = options;
  const { allowHttp, trustedProxies } = config;
  const limits = { ...HTTP_LIMITS, ...options.limits };
  const loopDelay = new LoopDelay();
  const metrics = options.metrics ?? new Metrics();
  metrics.watch({ engine, loopDelay });
  const log = metrics.counting(options.log);
  const gate = createGate({ keys, locks: new Locks(clock), log, allowHttp, trustedProxies });

  const app = createHttpServer({ limits, lifecycle, log, tls: config.tls });
  app.addHook('onClose', async () => loopDelay.stop());
  healthRoutes(app, { engine, lifecycle, loopDelay });
  metricsRoute(app, { metrics, token: config.metricsToken, allowHttp, trustedProxies });
  referenceRoutes(app);
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request) => gate(request));
    limitByKey(scope, { config, clock });
    traces?.follow(scope);
    const observers = traces ? [metrics, traces] : [metrics];
    conversionRoutes(scope, { engine, lifecycle, limits, observers });
  });
  return app;
}
