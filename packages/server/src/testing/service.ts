import type { AddressInfo } from 'node:net';
import type { Engine } from '@platen/engine';
import type { FastifyInstance } from 'fastify';
import type { KeyCaller } from '../access/caller.ts';
import { parseScopes } from '../access/scopes.ts';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { Lifecycle } from '../http/lifecycle.ts';
import type { HttpLimits } from '../http/limits.ts';
import type { Jobs } from '../jobs/open.ts';
import { createLog } from '../log/log.ts';
import type { Traces } from '../observe/traces.ts';
import type { Accounts } from '../service/accounts.ts';
import { type AppOptions, createApp } from '../service/app.ts';
import { engineDouble } from './engine-double.ts';

export const KEY = 'test-key-of-twenty-four-characters';
export const HELLO = { source: { html: '<h1>Hello</h1>' } };

/** The one key of a service without a database. */
const CALLER: KeyCaller = {
  kind: 'key',
  id: 'bootstrap',
  organisationId: 'org_test',
  name: 'Test',
  mode: 'live',
  scopeNames: ['*'],
  scopes: parseScopes(['*']),
  allowlist: [],
};

export interface TestService {
  readonly app: FastifyInstance;
  readonly lifecycle: Lifecycle;
  /** Present if the configuration names a collector. */
  readonly traces?: Traces;
  readonly schedules?: AppOptions['schedules'];
  readonly port: number;
  readonly url: string;
  /** Everything that was logged, at trace level. */
  readonly logged: () => string;
  /** Sends JSON with the right key, unless the headers say otherwise. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

/** The real service on a free port of loopback, with the engine and limits that a test needs. */
export async function startTestService(
  options: {
    readonly engine?: Engine;
    readonly clock?: Clock;
    /** Keys and records in a database. Default: one key and no database. */
    readonly accounts?: Accounts;
    readonly credits?: AppOptions['credits'];
    readonly billing?: AppOptions['billing'];
    readonly people?: AppOptions['people'];
    /** Opens stored templates, on the engine of the service. Default: none. */
    readonly templates?: (engine: Engine) => AppOptions['templates'];
    /** Opens the analysis, on the engine and the templates of the service. Default: none. */
    readonly analysis?: (parts: Pick<AppOptions, 'engine' | 'templates' | 'idempotencyKeys'>) => AppOptions['analysis'];
    /** Opens jobs, on the engine and the templates of the service. Default: none. */
    readonly jobs?: (parts: Pick<AppOptions, 'engine' | 'templates'>) => Promise<Jobs>;
    /** Opens batches, on the jobs. Default: none. */
    readonly batches?: (
      parts: Pick<AppOptions, 'engine' | 'templates'> & { readonly jobs: Jobs },
    ) => AppOptions['batches'];
    readonly webhooks?: AppOptions['webhooks'];
    readonly destinations?: AppOptions['destinations'];
    /** Opens schedules, on the jobs. Default: none. */
    readonly schedules?: (
      parts: Pick<AppOptions, 'engine' | 'templates'> & { readonly jobs: Jobs },
    ) => AppOptions['schedules'];
    readonly sessions?: AppOptions['sessions'];
    readonly dependencies?: AppOptions['dependencies'];
    readonly limits?: Partial<HttpLimits>;
    readonly idempotencyKeys?: AppOptions['idempotencyKeys'];
    readonly config?: Partial<AppOptions['config'] & Pick<Config, 'traces'>>;
  } = {},
): Promise<TestService> {
  const lines: string[] = [];
  const lifecycle = new Lifecycle();
  const log = createLog('trace', { write: (line) => lines.push(line) });
  const { traces: tracing } = options.config ?? {};
  const traces = tracing && (await import('../observe/traces.ts')).createTraces(tracing, log);
  const engine = options.engine ?? engineDouble();
  const templates = options.templates?.(engine);
  const { idempotencyKeys } = options;
  const analysis = options.analysis?.({
    engine,
    ...(templates ? { templates } : {}),
    ...(idempotencyKeys ? { idempotencyKeys } : {}),
  });
  const jobs = await options.jobs?.({ engine, ...(templates ? { templates } : {}) });
  const batches = jobs && options.batches?.({ engine, jobs, ...(templates ? { templates } : {}) });
  const schedules = jobs && options.schedules?.({ engine, jobs, ...(templates ? { templates } : {}) });
  const app = createApp({
    config: { allowHttp: false, rateLimit: 250, concurrencyPerKey: 50, idleConnections: 256, ...options.config },
    engine,
    log,
    keys: options.accounts?.finder ?? { find: (key) => (key.toString() === KEY ? CALLER : undefined) },
    accounts: options.accounts,
    credits: options.credits,
    billing: options.billing,
    people: options.people,
    templates,
    analysis,
    jobs,
    webhooks: options.webhooks,
    destinations: options.destinations,
    batches,
    schedules,
    ...(options.sessions ? { sessions: options.sessions } : {}),
    ...(options.dependencies ? { dependencies: options.dependencies } : {}),
    clock: options.clock,
    limits: options.limits,
    idempotencyKeys,
    lifecycle,
    traces,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  options.people?.listensAt(url);
  jobs?.listensAt(url);
  jobs?.start();
  return {
    app,
    lifecycle,
    traces,
    schedules,
    port,
    url,
    logged: () => lines.join(''),
    post: (path, body, headers) =>
      fetch(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' || body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body),
      }),
    close: async () => {
      await jobs?.stop(0);
      app.server.closeAllConnections();
      await app.close();
      await analysis?.close();
      await traces?.close();
    },
  };
}
