import { createGuardedClient, type GuardedClient } from '@platen/engine';
import { sql } from 'kysely';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';
import type { Log } from '../log/log.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { Objects } from '../objects/objects.ts';
import type { DeliveryFigures } from '../observe/delivery-metrics.ts';
import type { Vault } from '../vault/vault.ts';
import { Authorizations } from './authorizations.ts';
import type { Settings } from './connection-rows.ts';
import { ConnectionStore } from './connection-store.ts';
import type { ClientApps } from './connection-tokens.ts';
import { Deliverer } from './deliver.ts';
import { type DeliveryRow, DeliveryStore } from './delivery-store.ts';
import { faultOf } from './fault-of.ts';
import { deliveryFigures } from './figures.ts';
import type { Way } from './kind.ts';
import { kindOf } from './kinds.ts';
import { type NewDelivery, planDeliveries } from './plan.ts';
import { type Probed, probe } from './probe.ts';
import { type DeliveryJson, deliveryJson } from './report.ts';
import type { RequestedDestination } from './request-field.ts';
import { type JobDestination, resolveDestinations } from './resolve.ts';
import { createSender } from './sender.ts';
import type { TokenKeeper } from './token-keeper.ts';

/** Milliseconds that a server may be silent. */
const PATIENCE = 30_000;
/** Milliseconds that a try may take beside what its bytes take at the least speed. */
const ALLOWANCE = 60_000;
const NOT_WRITTEN: Probed = { write: 'not_tried', read: 'not_supported', remove: 'not_supported', left: null };
/** Milliseconds for a test of a connection. */
const TEST = 60_000;

export interface DestinationsOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly audit: AuditLog;
  /** Where results are kept. */
  readonly objectStore: ObjectStore;
  /** What schedules are by. */
  readonly clock: Clock;
  readonly config: {
    readonly egressAllow?: readonly string[];
    readonly egressDeny?: readonly string[];
    /** Apps of the operator that accounts of file hosts may let in, by kind. Default: none. */
    readonly clientApps?: ClientApps;
  };
  readonly log: Log;
  /** Default: one of the settings. */
  readonly client?: GuardedClient;
  /** Seconds for which a process has a delivery. Default 60. */
  readonly lease?: number;
  /** Milliseconds that a server may be silent. Default 30,000. */
  readonly patience?: number;
  /** Milliseconds that a try may take beside what its bytes take at the least speed. Default 60,000. */
  readonly allowance?: number;
  readonly random?: () => number;
  /** Origins that stand for those of services, in tests. */
  readonly origins?: Readonly<Record<string, string>>;
}

/** Destinations of this process. */
export interface Destinations {
  readonly connections: ConnectionStore;
  readonly authorizations: Authorizations;
  readonly deliveries: DeliveryStore;
  readonly client: GuardedClient;
  readonly clock: Clock;
  /** For the metrics: webhooks, too. */
  readonly figures: DeliveryFigures;
  /** What a request says of destinations, checked. @throws ApiError `invalid_request`, `url_not_allowed` */
  resolve(
    organisationId: string,
    asked: { readonly requested: readonly RequestedDestination[]; readonly results: number },
  ): Promise<readonly JobDestination[]>;
  /** What is written with the end of a job. */
  plan(
    destinations: readonly JobDestination[],
    where: { readonly organisationId: string; readonly paths: readonly (readonly string[])[] },
  ): Promise<readonly NewDelivery[]>;
  /** The deliveries of a job. @param open whether the reader may fetch the results */
  ofJob(organisationId: string, jobId: string, open: boolean): Promise<readonly DeliveryJson[]>;
  /** Deliveries as callers see them. @param options.open whether the reader may fetch the results */
  report(rows: readonly DeliveryRow[], options: { readonly open: boolean }): Promise<readonly DeliveryJson[]>;
  /** Writes, reads and removes a small file. @throws DeliveryFault */
  test(kind: string, settings: Settings, tokens: TokenKeeper): Promise<Probed>;
  /** Begins to send. @param onChange called with the id of a job of which a delivery was tried */
  start(onChange: (jobId: string) => void): void;
  /** Something may be due. */
  wake(): void;
  /** Sends everything that is due, for tests. */
  drain(): Promise<void>;
  /** Lets uploads end within `grace` milliseconds, and gives up the rest. */
  stop(grace: number): Promise<void>;
}

export async function openDestinations(options: DestinationsOptions): Promise<Destinations> {
  const { database, vault, audit, clock, config, log, lease } = options;
  const { client = createGuardedClient(config), patience = PATIENCE, random = Math.random, origins = {} } = options;
  const { allowance = ALLOWANCE } = options;
  const services = { origins };
  const apps = config.clientApps ?? {};
  const store = new DeliveryStore(database);
  const connections = new ConnectionStore({ database, vault, audit, clock, apps });
  const wayOf = (signal: AbortSignal): Way => ({ client, signal, patience, now: () => clock.now(), ...services });
  const authorizations = new Authorizations({ database, vault, clock, apps, connections, way: wayOf });
  const objects = new Objects({ store: options.objectStore, vault });
  // Nobody else can have a delivery of this database: whoever had one is gone.
  if (database.kind === 'pglite')
    await sql`update destination_deliveries set leased_until = null, ticket = null where ticket is not null`.execute(
      database.system,
    );
  let changed: (jobId: string) => void = () => {};
  const deliverer = new Deliverer({
    store,
    connections,
    objects,
    vault,
    client,
    clock,
    log,
    services,
    patience,
    allowance,
    random,
  });
  const report: Destinations['report'] = async (rows, { open }) =>
    await Promise.all(rows.map((row) => deliveryJson(vault, row, { open })));
  const sender = createSender({ store, deliverer, clock, lease, onChange: (jobId) => changed(jobId) });
  return {
    connections,
    authorizations,
    deliveries: store,
    client,
    clock,
    figures: deliveryFigures(database),
    resolve: (organisationId, asked) => resolveDestinations({ connections, client }, organisationId, asked),
    plan: (destinations, where) => planDeliveries(vault, destinations, where),
    ofJob: async (organisationId, jobId, open) => await report(await store.ofJob(organisationId, jobId), { open }),
    report,
    test: async (name, settings, tokens) => {
      const kind = kindOf(name);
      const way = { ...wayOf(AbortSignal.timeout(TEST)), tokens };
      try {
        const host = await kind.open(settings as never, way);
        try {
          if (kind.single || host.check) {
            await host.check?.();
            return NOT_WRITTEN;
          }
          return await probe(host, { folder: '', codeOf: (error) => faultOf(error, kind).code });
        } finally {
          await host.close?.().catch(() => {});
        }
      } catch (error) {
        throw faultOf(error, kind);
      }
    },
    start: (onChange) => {
      changed = onChange;
      sender.start();
    },
    wake: () => sender.wake(),
    drain: () => sender.drain(),
    stop: (grace) => sender.stop(grace),
  };
}
