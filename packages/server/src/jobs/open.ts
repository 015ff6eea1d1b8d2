import type { Engine } from '@platen/engine';
import { sql } from 'kysely';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Role } from '../config/config.ts';
import { DEFAULT_RETENTION, type RetentionPeriods } from '../config/retention.ts';
import type { Conversions } from '../conversions/service.ts';
import type { Metering } from '../credits/metering.ts';
import type { Database } from '../data/database.ts';
import type { Destinations } from '../destinations/open.ts';
import { isUnderHipaa } from '../keys/hipaa.ts';
import type { Log } from '../log/log.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { Objects } from '../objects/objects.ts';
import type { ConversionObserver } from '../observe/conversion-observer.ts';
import { keepingOf } from '../retention/periods.ts';
import type { Vault } from '../vault/vault.ts';
import type { Webhooks } from '../webhooks/open.ts';
import { JobAnswers } from './answer.ts';
import { JobFigures } from './figures.ts';
import { ResultLinks } from './links.ts';
import { JobListener } from './listener.ts';
import { jobReports } from './report.ts';
import { type BatchWork, jobRunner } from './run-job.ts';
import { JobService } from './service.ts';
import { JobSignals } from './signals.ts';
import { JobStore } from './store.ts';
import { Sweeper } from './sweeper.ts';
import { Worker } from './worker.ts';

export interface JobsOptions {
  readonly database: Database;
  readonly audit: Pick<AuditLog, 'record'>;
  readonly vault: Vault;
  /** Where results are kept. */
  readonly objectStore: ObjectStore;
  readonly metering: Metering;
  readonly conversions: Conversions;
  readonly observers: readonly ConversionObserver[];
  readonly config: {
    readonly databaseUrl?: string;
    readonly publicUrl?: string;
    /** Default `all`. */
    readonly role?: Role;
    /** Of the instance. Default: 30 days of each kind. */
    readonly retention?: RetentionPeriods;
  };
  readonly log: Log;
  /** Seconds that a worker may be silent before others take its jobs. Default 30. */
  readonly lease?: number;
  /** Reports jobs to whoever wants to know. Default: nobody. */
  readonly webhooks?: Webhooks;
  /** Sends results somewhere. Default: nothing is sent. */
  readonly destinations?: Destinations;
  /** Opens what is done for jobs of batches. */
  readonly batches: (parts: BatchParts) => BatchWork;
}

/** What jobs have that batches need, too. */
export interface BatchParts {
  readonly database: Database;
  readonly vault: Vault;
  readonly objects: Objects;
  readonly jobs: JobStore;
  readonly engine: Engine;
  /** Default: there are none. */
  readonly destinations?: Pick<Destinations, 'plan' | 'wake' | 'clock'> | undefined;
}

/** Jobs of this process: those it accepts, and those it runs. */
export interface Jobs {
  readonly service: JobService;
  readonly answers: JobAnswers;
  /** For the metrics. */
  readonly figures: JobFigures;
  /** Reports where the service listens, for links. */
  listensAt(url: string): void;
  /** Begins to take jobs. */
  start(): void;
  /** Takes no new ones, lets what runs end within `grace` milliseconds, and gives the rest back. */
  stop(grace: number): Promise<void>;
  /** Gives back a job that was accepted by a process that died before it answered. */
  abandon(job: { readonly id: string; readonly organisationId: string }): Promise<void>;
}

export async function openJobs(options: JobsOptions): Promise<Jobs> {
  const { database, vault, metering, conversions, observers, config, log, lease, webhooks, destinations } = options;
  const signals = new JobSignals();
  const store = new JobStore({ database, signals, lease });
  const objects = new Objects({ store: options.objectStore, vault });
  let origin = config.publicUrl ?? '';
  const links = new ResultLinks(vault.secret('result links'));
  const service = new JobService({
    store,
    signals,
    vault,
    objects,
    metering,
    links,
    audit: options.audit,
    keepSlot: () => worker?.keepSlot(),
    isUnderHipaa: (organisationId) => isUnderHipaa(database, organisationId),
    keepingOf: (organisationId) => keepingOf(database, config.retention ?? DEFAULT_RETENTION, organisationId),
    webhooks,
    destinations,
    origin: () => origin,
  });
  const batches = options.batches({ database, vault, objects, jobs: store, engine: conversions.engine, destinations });
  const run = jobRunner({ store, vault, objects, conversions, metering, observers, batches, destinations });
  const slots = Math.max(1, conversions.engine.health().concurrency);
  const worker = config.role === 'api' ? undefined : new Worker({ store, signals, slots, run, log });
  const sweeper = new Sweeper({ database, store, objects, log });
  const listener = config.databaseUrl === undefined ? undefined : new JobListener({ url: config.databaseUrl, signals });
  // Nobody else can have a job of this database: whoever had one is gone.
  if (database.kind === 'pglite') {
    await sql`update jobs set lease_until = now() - interval '1 second' where state = 'processing'`.execute(
      database.system,
    );
  }
  return {
    service,
    answers: new JobAnswers({ jobs: service, only: config.role === 'api' }),
    figures: new JobFigures({ database, worker }),
    listensAt: (url) => {
      origin = config.publicUrl ?? url;
    },
    start: () => {
      listener?.open();
      sweeper.start();
      worker?.start();
      destinations?.start((jobId) => signals.changed(jobId));
      // A worker does not know where results are opened: their links are of those who answer requests.
      if (config.role !== 'worker') webhooks?.start(jobReports(service));
    },
    stop: async (grace) => {
      await Promise.all([worker?.stop(grace), webhooks?.stop(grace), destinations?.stop(grace)]);
      await sweeper.stop();
      await listener?.close();
    },
    abandon: async ({ id, organisationId }) => void (await store.cancel(organisationId, id)),
  };
}
