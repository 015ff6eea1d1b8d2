import { type AddressInfo, isIPv6 } from 'node:net';
import type { Engine } from '@platen/engine';
import type { FastifyInstance } from 'fastify';
import { openAnalysis } from '../analysis/open.ts';
import { openBatches, openBatchWork } from '../batches/open.ts';
import { openBilling } from '../billing/open.ts';
import { steadyClock, wallClock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import { Conversions } from '../conversions/service.ts';
import { type Credits, openCredits } from '../credits/open.ts';
import { openDatabase } from '../data/database.ts';
import { openDestinations } from '../destinations/open.ts';
import { Lifecycle } from '../http/lifecycle.ts';
import { IdempotencyKeys } from '../idempotency/keys.ts';
import { openJobs } from '../jobs/open.ts';
import { createStderrLog, type Log } from '../log/log.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { Objects } from '../objects/objects.ts';
import { defaultPlace, openObjectStore } from '../objects/open.ts';
import { Dependencies } from '../observe/dependencies.ts';
import { Metrics } from '../observe/metrics.ts';
import { linkFile } from '../people/link-file.ts';
import { openPeople, type People } from '../people/people.ts';
import { Purger } from '../retention/purger.ts';
import { openSchedules } from '../schedules/open.ts';
import { openTemplates } from '../templates/templates.ts';
import type { Vault } from '../vault/vault.ts';
import { openWebhooks } from '../webhooks/open.ts';
import { type Accounts, openAccounts } from './accounts.ts';
import { createApp } from './app.ts';
import { openDataFolder } from './data-folder.ts';
import { SCOPE_SETS } from './endpoints.ts';
import { checkPort, listenFault } from './port.ts';
import { processFacts } from './process-facts.ts';
import { readSecrets } from './secrets.ts';
import { shutDown } from './shutdown.ts';
import { startEngine } from './start-engine.ts';

/** A service that listens. */
export interface Service {
  /** Where it listens, for example `http://127.0.0.1:3000`. */
  readonly url: string;
  /**
   * Ends the service: takes nothing new, finishes what runs within `grace` milliseconds (default 30,000), refuses
   * what waits, closes the browser.
   */
  stop(options?: { readonly grace?: number }): Promise<void>;
}

const GRACE = 30_000;

/**
 * Opens the data folder and the database, starts the engine and listens.
 * @param options.onFreshKey Called with the key that the very first start makes, before anything else can fail: it
 *   cannot be had again.
 * @param options.jobLease Seconds that a worker may be silent before others take its jobs. Default 30.
 * @throws ConfigError for a setting that does not work here; Error when there is no browser to start.
 */
export async function startService(
  config: Config,
  options: {
    readonly log?: Log;
    readonly onFreshKey?: (key: string) => void;
    readonly onSetupCode?: (code: string) => void;
    readonly jobLease?: number;
  } = {},
): Promise<Service> {
  const { onFreshKey = () => {}, onSetupCode = () => {}, jobLease } = options;
  const { log: plainLog = createStderrLog(config.logLevel) } = options;
  const metrics = new Metrics();
  const log = metrics.counting(plainLog);
  openDataFolder(config.dataFolder, log);
  await checkPort(config);
  const opened: (() => Promise<void>)[] = [];
  const closeAll = async () => {
    for (const close of opened.splice(0).reverse()) await close();
  };
  try {
    const database = await openDatabase(config);
    opened.push(() => database.close());
    const place = config.objects ?? defaultPlace(database);
    // Before the browser: a bucket that cannot be used is told at once.
    const objectStore = await openObjectStore(place, { database, dataFolder: config.dataFolder });
    const secrets = await readSecrets(config, database, log);
    const { vault } = secrets;
    const { dataFolder, bootstrapKey } = config;
    const accounts = await openAccounts({
      database,
      secrets,
      dataFolder,
      clock: steadyClock,
      log,
      fixedKey: bootstrapKey,
      auditAnchor: config.auditAnchor,
    });
    opened.push(() => accounts.close());
    if (accounts.freshKey !== undefined) onFreshKey(accounts.freshKey);
    const people = openPeople({
      accounts,
      key: secrets.peopleKey,
      vault,
      scopes: SCOPE_SETS,
      config,
      clock: steadyClock,
      wallClock,
      log,
      write: linkFile(dataFolder),
    });
    opened.push(() => people.close());
    const setupCode = await people.setupCode();
    if (setupCode !== undefined) onSetupCode(setupCode);
    const credits = await openCredits({ database, audit: accounts.audit, config, clock: wallClock, log });
    opened.push(() => credits.close());
    const idempotencyKeys = await IdempotencyKeys.open({ database, vault, log, keepAnswers: config.keepAnswers });
    opened.push(() => idempotencyKeys.close());
    const engine = await startEngine(config, log);
    try {
      const opened = { vault, objectStore, accounts, credits, people, idempotencyKeys, engine };
      return await serve(config, { ...opened, log, metrics, jobLease, closeAll });
    } catch (error) {
      await engine.close();
      throw error;
    }
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function serve(
  config: Config,
  parts: {
    readonly vault: Vault;
    readonly objectStore: ObjectStore;
    readonly engine: Engine;
    readonly accounts: Accounts;
    readonly credits: Credits;
    readonly people: People;
    readonly idempotencyKeys: IdempotencyKeys;
    readonly log: Log;
    readonly metrics: Metrics;
    readonly jobLease: number | undefined;
    readonly closeAll: () => Promise<void>;
  },
): Promise<Service> {
  const { vault, objectStore, engine, accounts, credits, people, idempotencyKeys } = parts;
  const { log, metrics, jobLease, closeAll } = parts;
  // Loaded here only: most services are not traced.
  const traces = config.traces && (await import('../observe/traces.ts')).createTraces(config.traces, log);
  const templates = openTemplates({ ...accounts, vault, engine, clock: steadyClock });
  const analysis = openAnalysis({
    database: accounts.database,
    audit: accounts.audit,
    credits,
    engine,
    resolver: templates.resolver,
    idempotencyKeys,
    clock: wallClock,
    config,
  });
  const destinations = await openDestinations({
    database: accounts.database,
    audit: accounts.audit,
    vault,
    objectStore,
    clock: wallClock,
    config,
    log,
  });
  const conversions = new Conversions({ engine, resolver: templates.resolver, destinations });
  const { metering } = credits;
  const webhooks = await openWebhooks({
    database: accounts.database,
    audit: accounts.audit,
    vault,
    clock: wallClock,
    emails: people.emails,
    config,
    log,
  });
  const billing = await openBilling({
    database: accounts.database,
    audit: accounts.audit,
    credits,
    mailer: people.emails,
    clock: wallClock,
    config,
    origin: people.origin,
    log,
  });
  const jobs = await openJobs({
    database: accounts.database,
    audit: accounts.audit,
    vault,
    objectStore,
    metering,
    conversions,
    batches: openBatchWork,
    observers: [metrics],
    config,
    log,
    lease: jobLease,
    webhooks,
    destinations,
  });
  const batches = openBatches({ database: accounts.database, vault, metering, conversions, jobs: jobs.service });
  const ofJobs = { database: accounts.database, vault, conversions, jobs: jobs.service };
  const schedules = openSchedules({ ...ofJobs, clock: wallClock, log });
  const purger = new Purger({
    database: accounts.database,
    audit: accounts.audit,
    objects: new Objects({ store: objectStore, vault }),
    periods: config.retention,
    log,
  });
  const lifecycle = new Lifecycle();
  const app = createApp({
    config,
    engine,
    log,
    keys: accounts.finder,
    accounts,
    credits,
    billing,
    people,
    templates,
    analysis,
    jobs,
    webhooks,
    destinations,
    batches,
    schedules,
    idempotencyKeys,
    dependencies: new Dependencies({ database: accounts.database, dataFolder: config.dataFolder, clock: steadyClock }),
    lifecycle,
    metrics,
    traces,
  });
  await listen(app, config);
  const startedAt = new Date(steadyClock.now()).toISOString();
  await credits.holder.tell(() => processFacts(engine, { role: config.role, startedAt }));
  const release = async () => {
    await analysis.close();
    await closeAll();
  };
  const { port } = app.server.address() as AddressInfo;
  log.event('service_listening', { host: config.host, port, tls: config.tls !== undefined });
  const host = isIPv6(config.host) ? `[${config.host}]` : config.host;
  const url = `${config.tls ? 'https' : 'http'}://${host}:${port}`;
  people.listensAt(url);
  jobs.listensAt(url);
  jobs.start();
  purger.start();
  schedules.scheduler.start();
  billing.collector?.start();
  billing.comparison?.start();
  const work = {
    stop: async (grace: number) =>
      void (await Promise.all([schedules.scheduler.stop(), billing.stop(), jobs.stop(grace), purger.stop()])),
  };
  return {
    url,
    stop: ({ grace = GRACE } = {}) => shutDown({ app, engine, jobs: work, lifecycle, log, grace, traces, release }),
  };
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw listenFault(error, { host, port });
  }
}
