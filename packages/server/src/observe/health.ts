import type { Engine } from '@platen/engine';
import { z } from 'zod';
import { OPEN_ERRORS } from '../access/errors.ts';
import type { Role } from '../config/config.ts';
import { endpointsOf, type HandledEndpoint, jsonAnswer } from '../http/define-endpoint.ts';
import type { Lifecycle } from '../http/lifecycle.ts';
import type { Dependencies, DependencyStates } from './dependencies.ts';
import type { LoopDelay } from './loop-delay.ts';

/** What orchestrators and operators ask, without a key. */

export interface HealthParts {
  /** What this process does. */
  readonly role: Role;
  readonly engine: Engine;
  readonly lifecycle: Lifecycle;
  readonly loopDelay: LoopDelay;
  /** Default: it depends on nothing else. */
  readonly dependencies?: Dependencies;
}

const endpoint = endpointsOf<HealthParts>();

const OPEN = { method: 'get', tag: 'Service', access: 'open', errors: OPEN_ERRORS } as const;
const status = z.object({ status: z.string() });
const DEPENDENCY = z.enum(['ok', 'unavailable']);

const livez = endpoint({
  ...OPEN,
  path: '/livez',
  operation: 'livez',
  summary: 'Does the process live?',
  description: 'No answer means: restart it.',
  answer: jsonAnswer('It is.', status),
  handle: ({ reply }) => reply.header('cache-control', 'no-store').send({ status: 'ok' }),
});

/** It stays 200 under load: a service that leaves its load balancer whenever it is busy makes the others busier. */
const readyz = endpoint({
  ...OPEN,
  path: '/readyz',
  operation: 'readyz',
  summary: 'Does it take requests?',
  description:
    '503 while the browser, of a server that has one, the database or room on the disk is not there, or the service is stopping.',
  answer: jsonAnswer('It is.', status),
  handle: async ({ reply }, parts) => {
    const { engine, lifecycle } = parts;
    const ready = isReady(parts) ? 'ok' : lifecycle.draining ? 'draining' : engine.health().status;
    const state = ready === 'ok' ? lackOf(await dependenciesOf(parts)) : ready;
    return reply
      .code(state === 'ok' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: state });
  },
});

const health = endpoint({
  ...OPEN,
  path: '/health',
  operation: 'health',
  summary: 'How is it?',
  description:
    '503 while it is unavailable; `degraded`: it has no room, lacks its database or disk, or is walled in less than it could be.',
  answer: jsonAnswer(
    'It is.',
    z.object({
      status: z.enum(['ok', 'degraded', 'unavailable']),
      role: z.enum(['all', 'api', 'worker']).describe('What it does, as `PLATEN_ROLE` says.'),
      browser: z.string().nullable().describe('null: it has none, workers convert.'),
      isolation: z.enum(['full', 'degraded', 'none']).nullable().describe('How the browser is walled in.'),
      template_isolation: z.enum(['full', 'degraded']).describe('How the processes that fill templates are.'),
      page_reuse: z
        .boolean()
        .nullable()
        .describe('Whether documents of one organization without script share pages (`PLATEN_REUSE`).'),
      virtual_time: z.boolean().nullable(),
      database: DEPENDENCY.describe('Whether it answers.'),
      storage: DEPENDENCY.describe('Whether the disk of the data folder takes more.'),
      running: z.int(),
      queued: z.int(),
      concurrency: z.int(),
      event_loop_delay_p99_ms: z.number(),
    }),
  ),
  handle: async ({ reply }, parts) => {
    const { engine, loopDelay, role } = parts;
    const dependencies = await dependenciesOf(parts);
    const converts = role !== 'api';
    const { browser, isolation, templateIsolation, running, queued, concurrency, virtualTime, pageReuse } =
      engine.health();
    const isWhole =
      lackOf(dependencies) === 'ok' && virtualTime && isolation === 'full' && templateIsolation === 'full';
    const state = !isReady(parts) ? 'unavailable' : engine.hasCapacity && isWhole ? 'ok' : 'degraded';
    return reply
      .code(state === 'unavailable' ? 503 : 200)
      .header('cache-control', 'no-store')
      .send({
        status: state,
        role,
        browser: converts ? browser : null,
        isolation: converts ? isolation : null,
        template_isolation: templateIsolation,
        page_reuse: converts ? pageReuse : null,
        virtual_time: converts ? virtualTime : null,
        ...dependencies,
        running,
        queued,
        concurrency,
        event_loop_delay_p99_ms: loopDelay.p99(),
      });
  },
});

export const HEALTH_ENDPOINTS: readonly HandledEndpoint<HealthParts>[] = [livez, readyz, health];

const isReady = ({ engine, lifecycle }: HealthParts): boolean => !lifecycle.draining && engine.health().status === 'ok';

const dependenciesOf = async ({ dependencies }: HealthParts): Promise<DependencyStates> =>
  (await dependencies?.look()) ?? { database: 'ok', storage: 'ok' };

function lackOf({ database, storage }: DependencyStates): string {
  if (database !== 'ok') return 'database_unavailable';
  return storage === 'ok' ? 'ok' : 'storage_unavailable';
}
