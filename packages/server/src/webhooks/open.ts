import { createGuardedSend, type GuardedSend } from '@platen/engine';
import { sql } from 'kysely';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../data/database.ts';
import type { Log } from '../log/log.ts';
import type { Vault } from '../vault/vault.ts';
import type { ReportOf } from './body.ts';
import { Deliverer } from './deliver.ts';
import { DeliveryStore } from './delivery-store.ts';
import { EndpointStore } from './endpoint-store.ts';
import { type OwnerEmails, Owners } from './owners.ts';
import type { RequestWebhook } from './request-field.ts';
import { WebhookSecrets } from './secrets.ts';
import { Sender } from './sender.ts';
import { refuseAddress } from './target.ts';
import { type JobWebhook, Targets } from './targets.ts';

export interface WebhooksOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly audit: AuditLog;
  /** What schedules are by. */
  readonly clock: Clock;
  readonly emails: OwnerEmails;
  readonly config: { readonly egressAllow?: readonly string[]; readonly egressDeny?: readonly string[] };
  readonly log: Log;
  /** Default: one of the settings. */
  readonly guard?: GuardedSend;
  /** Seconds for which a process has a queue. Default 30. */
  readonly lease?: number;
  readonly random?: () => number;
}

/** Webhooks of this process. */
export interface Webhooks {
  readonly endpoints: EndpointStore;
  readonly deliveries: DeliveryStore;
  readonly secrets: WebhookSecrets;
  readonly targets: Targets;
  readonly guard: GuardedSend;
  readonly vault: Vault;
  readonly clock: Clock;
  /**
   * What a job keeps of the webhook that its request names.
   * @throws ApiError `url_not_allowed`
   */
  forJob(organisationId: string, jobId: string, webhook: RequestWebhook): Promise<JobWebhook>;
  /** Begins to send. @param reportOf what is reported of a job */
  start(reportOf: ReportOf): void;
  /** Something may be due. */
  wake(): void;
  /** Sends and tells everything that is due, for tests. */
  drain(): Promise<void>;
  /** Lets tries end within `grace` milliseconds, and gives up the rest. */
  stop(grace: number): Promise<void>;
}

export async function openWebhooks(options: WebhooksOptions): Promise<Webhooks> {
  const { database, vault, audit, clock, emails, config, log, lease, random } = options;
  const guard = options.guard ?? createGuardedSend(config);
  const store = new DeliveryStore(database);
  const secrets = new WebhookSecrets({ database, vault, audit, clock });
  const targets = new Targets({ database, vault });
  const owners = new Owners({ database, emails });
  // Nobody else can have a queue of this database: whoever had one is gone.
  if (database.kind === 'pglite') await sql`update webhook_queues set leased_until = null`.execute(database.system);
  let report: ReportOf = async () => undefined;
  const deliverer = new Deliverer({
    store,
    targets,
    secrets,
    guard,
    vault,
    clock,
    log,
    reportOf: (organisationId, jobId) => report(organisationId, jobId),
    random,
  });
  const sender = new Sender({ store, deliverer, clock, lease });
  return {
    endpoints: new EndpointStore({ database, vault, audit, clock }),
    deliveries: store,
    secrets,
    targets,
    guard,
    vault,
    clock,
    forJob: async (organisationId, jobId, webhook) => {
      await refuseAddress(guard, webhook.url, { pointer: '/webhook/url', resolve: false });
      return await targets.seal(organisationId, jobId, webhook);
    },
    start: (reportOf) => {
      report = reportOf;
      sender.start();
      owners.start();
    },
    wake: () => sender.wake(),
    drain: async () => {
      await sender.drain();
      await owners.tell();
    },
    stop: async (grace) => {
      await owners.stop();
      await sender.stop(grace);
    },
  };
}
