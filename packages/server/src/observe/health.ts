import type { Engine } from '@platen/engine';
import type { FastifyInstance } from 'fastify';
import type { Lifecycle } from '../http/lifecycle.ts';
import type { LoopDelay } from './loop-delay.ts';

export interface HealthOptions {
  readonly engine: Engine;
  readonly lifecycle: Lifecycle;
  readonly loopDelay: LoopDelay;
}

/**
 * What orchestrators and operators ask, without a key:
 * - `/livez`: the process lives. 503 never; no answer means restart it.
 * - `/readyz`: send requests here. It stays 200 under load: refusals say when to come back, and a service that
 *   leaves its load balancer whenever it is busy makes the others busier.
 * - `/health`: how it is, as JSON.
 */
export function healthRoutes(app: FastifyInstance, { engine, lifecycle, loopDelay }: HealthOptions): void {
  const ready = () => !lifecycle.draining && engine.health().status === 'ok';

  app.get('/livez', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));

  app.get('/readyz', (_request, reply) => {
    const status = ready() ? 'ok' : lifecycle.draining ? 'draining' : engine.health().status;
    return reply
      .code(status === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status });
  });

  app.get('/health', (_request, reply) => {
    const { browser, isolation, running, queued, concurrency, virtualTime } = engine.health();
    const status = !ready() ? 'unavailable' : engine.hasCapacity && virtualTime ? 'ok' : 'degraded';
    return reply
      .code(status === 'unavailable' ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({
        status,
        browser,
        isolation,
        virtual_time: virtualTime,
        running,
        queued,
        concurrency,
        event_loop_delay_p99_ms: loopDelay.p99(),
      });
  });
}
